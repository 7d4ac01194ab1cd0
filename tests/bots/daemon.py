"""Plays properly (or is silent, if told to), and leaves a daemon: forked twice, in a session of its own, without its pipes."""

import os
import sys
import time

from scripted import card, hello, run


def daemonize(message):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            null = os.open(os.devnull, os.O_RDWR)
            for descriptor in range(3):
                os.dup2(null, descriptor)
            time.sleep(600)
        os._exit(0)
    hello(message)


run((lambda message: None) if "silent" in sys.argv else card, on_hello=daemonize)
