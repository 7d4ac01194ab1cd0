"""Counts the processes of the host."""

from attack import pids, solo

solo(lambda: sum(pid > 2 for pid in pids()))
