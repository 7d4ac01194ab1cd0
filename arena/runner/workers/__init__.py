"""Many matches at once: workers that play one after another, their keepers, and the pool that hires them.

They know jobs and reports alone. Which matches are played, and what their results mean, doesn't belong here.
"""
