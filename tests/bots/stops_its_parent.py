"""Stops the process that plays it, where nothing keeps it from that."""

import os
import signal

from scripted import run

run(lambda message: os.kill(os.getppid(), signal.SIGSTOP))
