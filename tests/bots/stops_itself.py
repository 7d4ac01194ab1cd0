"""Stops its own process with SIGSTOP, which can't be caught."""

import os
import signal

from scripted import run

run(lambda message: os.kill(os.getpid(), signal.SIGSTOP))
