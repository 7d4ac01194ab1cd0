"""Starts threads as long as it may."""

import threading

from attack import solo

ENOUGH = 600


def attack():
    wait = threading.Event()
    threading.stack_size(64 * 1024)
    for count in range(ENOUGH):
        try:
            threading.Thread(target=wait.wait, daemon=True).start()
        except RuntimeError as error:
            raise RuntimeError(f"{error} after {count}") from None
    return f"{ENOUGH} threads"


solo(attack)
