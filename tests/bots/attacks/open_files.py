"""Opens files as long as it may."""

import os

from attack import solo

ENOUGH = 3000


def attack():
    for count in range(ENOUGH):
        try:
            os.dup(0)
        except OSError as error:
            raise OSError(error.errno, f"{error.strerror} after {count}") from None
    return f"{ENOUGH} open files"


solo(attack)
