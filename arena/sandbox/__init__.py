"""How a bot is started: plans as values. Starting is the runner's work."""
