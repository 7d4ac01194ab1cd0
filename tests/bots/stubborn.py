"""Plays properly, and won't end: neither at the end of its input nor by SIGTERM."""

import signal
import time

from scripted import run

signal.signal(signal.SIGTERM, signal.SIG_IGN)
run()
time.sleep(600)
