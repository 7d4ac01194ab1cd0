"""Changes its root folder."""

import os

from attack import solo


def attack():
    child = os.fork()
    if child == 0:
        try:
            os.chroot(os.environ["HOME"])
        except OSError:
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return status == 0 and "changed its root"


solo(attack)
