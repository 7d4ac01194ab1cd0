"""As daemon.py, but the daemon also throws away the environment it could be known by."""

import os
import sys

from scripted import card, hello, run


def daemonize(message):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 3)
            program = [sys.executable, "-c", "import time; time.sleep(600)", os.environ["MARK"]]
            os.execve(program[0], program, {})
        os._exit(0)
    hello(message)


run((lambda message: None) if "silent" in sys.argv else card, on_hello=daemonize)
