"""Taking a bot into a tournament: looked at, built, tried at a table, and put in its place as a whole or not at all."""
