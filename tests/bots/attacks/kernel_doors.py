"""Knocks at calls of the kernel that a game never needs, and that were the way out more than once."""

import ctypes

from attack import each, solo, syscall

CALLS = {"bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "fanotify_init": 300}


def attack():
    buffer = ctypes.create_string_buffer(256)
    arguments = {
        "bpf": (0, buffer, 0),
        "perf_event_open": (buffer, 0, -1, -1, 0),
        "userfaultfd": (1,),
        "fanotify_init": (0, 0),
    }

    def knock(name):
        try:
            syscall(CALLS[name], *arguments[name])
        except OSError as error:
            if error.errno in {1, 13, 38}:
                raise

    return each(CALLS, knock)


solo(attack)
