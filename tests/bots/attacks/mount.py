"""Mounts: of a kind that isn't there, for a test must leave the host as it is."""

import errno
import os

from attack import check, libc, solo


def attack():
    try:
        check(libc.mount(b"none", os.environ["HOME"].encode(), b"nosuchkind", 0, 0))
    except OSError as error:
        if error.errno != errno.ENODEV:
            raise
    return "may mount"


solo(attack)
