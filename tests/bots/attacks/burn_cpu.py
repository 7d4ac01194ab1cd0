"""Uses up more CPU time than a whole match may take, within a single move."""

import time

from attack import solo, tell


def attack():
    tell("denied: unless another line follows")
    while time.process_time() < 20:
        pass
    return "20 s of CPU"


solo(attack)
