"""Files and folders as such: their TOML, their removal, the place an error names, their changes.

Whatever would be as useful in a program that knows nothing of bots or matches belongs here. What a file means to a
run or a bot doesn't.
"""
