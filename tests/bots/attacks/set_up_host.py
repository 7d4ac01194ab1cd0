"""Opens settings of the kernel for writing: it doesn't write, for a test must leave the host as it is."""

import os

from attack import each, solo

SETTINGS = [
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sysrq-trigger",
]

solo(lambda: each(SETTINGS, lambda path: os.close(os.open(path, os.O_WRONLY))))
