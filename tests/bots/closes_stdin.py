"""Closes its stdin once it has answered, and lives on."""

import os
import time

from scripted import card, run


def sulk(message):
    os.close(0)
    card(message)
    time.sleep(600)


run(sulk)
