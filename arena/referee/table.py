"""The table: one half of a match as a state machine over facts."""
