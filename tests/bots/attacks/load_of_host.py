"""Reads how busy the host is: argument 2 says from where."""

import sys
from pathlib import Path

from attack import check, libc, solo


def attack():
    match sys.argv[2]:
        case "loadavg":
            return Path("/proc/loadavg").read_text().split()
        case "sysinfo":
            import ctypes

            return not check(libc.sysinfo(ctypes.create_string_buffer(256))) and "sysinfo"
        case "stat":
            return len(Path("/proc/stat").read_text())
        case other:
            return len(Path(other).read_text())


solo(attack)
