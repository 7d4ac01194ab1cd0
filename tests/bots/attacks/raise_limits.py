"""Raises its own limits."""

import resource

from attack import each, solo

NAMES = ["DATA", "NPROC", "NOFILE", "FSIZE", "CPU", "CORE"]


def attack():
    def lift(name):
        which = getattr(resource, f"RLIMIT_{name}")
        _, hard = resource.getrlimit(which)
        if hard == resource.RLIM_INFINITY:
            raise OSError(f"{name} has no limit")
        try:
            resource.setrlimit(which, (hard + 1, hard + 1))
        except ValueError as error:
            raise OSError(str(error)) from None
        resource.setrlimit(which, (hard, hard))

    return each(NAMES, lift)


solo(attack)
