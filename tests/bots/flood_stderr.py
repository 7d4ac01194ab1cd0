"""Plays properly, while a thread of it writes to stderr as fast as it can."""

import os
import threading

from scripted import run


def flood():
    while True:
        os.write(2, b"complaint\n" * 6553)


threading.Thread(target=flood, daemon=True).start()
run()
