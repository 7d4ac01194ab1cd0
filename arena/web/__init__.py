"""What is read in a browser: the report of a run, and the replay of a match. Writes files, serves nothing."""
