"""Opens the programs of the interpreter, which is the arena's own too, for writing."""

import json
import os

from attack import solo


def attack():
    os.close(os.open(json.__file__, os.O_RDWR))
    return "could change a program"


solo(attack)
