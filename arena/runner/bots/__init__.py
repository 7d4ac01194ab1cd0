"""The bots of a contest: found, built, frozen by content, and given a plan to start them by; and new ones from starters.

Their processes are the room ``process``'s, and playing with them is ``play``'s.
"""
