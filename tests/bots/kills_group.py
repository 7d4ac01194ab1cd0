"""Kills its own process group."""

import os
import signal

from scripted import run

run(lambda message: os.killpg(0, signal.SIGKILL))
