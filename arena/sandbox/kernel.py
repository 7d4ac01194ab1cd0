"""Calls to the kernel that Python's own modules lack, through ctypes. All of them raise OSError.

What the names mean is told by the manual pages: prctl(2), unshare(2), mount(2), syscall(2).
"""

import ctypes
import os
from contextlib import suppress
from typing import Final

PR_SET_PDEATHSIG: Final = 1
PR_SET_SECCOMP: Final = 22
PR_SET_NO_NEW_PRIVS: Final = 38
SECCOMP_MODE_FILTER: Final = 2

_CLOSE_RANGE: Final = 436
_CLOSE_RANGE_CLOEXEC: Final = 4
_FIRST_OPEN: Final = 3
_LAST_OPEN: Final = 0xFFFF_FFFF

CLONE_NEWNS: Final = 0x0002_0000
CLONE_NEWUSER: Final = 0x1000_0000

MS_RDONLY: Final = 0x1
MS_NOSUID: Final = 0x2
MS_NODEV: Final = 0x4
MS_REMOUNT: Final = 0x20
MS_BIND: Final = 0x1000
MS_REC: Final = 0x4000
MS_PRIVATE: Final = 0x4_0000

_libc: Final = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_libc.syscall.argtypes = [ctypes.c_long] * 7
_libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
_libc.unshare.argtypes = [ctypes.c_int]
_libc.mount.argtypes = [
    ctypes.c_char_p,
    ctypes.c_char_p,
    ctypes.c_char_p,
    ctypes.c_ulong,
    ctypes.c_char_p,
]


def syscall(what: str, number: int, *arguments: int) -> int:
    """Make a system call by its number, with up to six integers or addresses. what: named in an error."""
    padded = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    return _checked(what, _libc.syscall(number, *padded))


def prctl(what: str, option: int, *arguments: int) -> int:
    """Operate on this process. what: named in an error."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return _checked(what, _libc.prctl(option, *padded))


def close_all_on_exec() -> None:
    """Let a program that this process becomes inherit nothing but stdin, stdout and stderr."""
    try:
        syscall("close_range", _CLOSE_RANGE, _FIRST_OPEN, _LAST_OPEN, _CLOSE_RANGE_CLOEXEC)
    except OSError:  # Linux before 5.11
        for name in os.listdir("/proc/self/fd"):  # noqa: PTH208 - names are all it needs
            if int(name) >= _FIRST_OPEN:
                with suppress(OSError):  # the folder's own descriptor is closed by now
                    os.set_inheritable(int(name), False)  # noqa: FBT003 - the builtin's own signature


def unshare(flags: int) -> None:
    """Leave the namespaces of ``flags`` for new ones."""
    _checked("unshare", _libc.unshare(flags))


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    """Mount ``source`` at ``target``."""
    texts = (os.fsencode(source), os.fsencode(target), kind.encode())
    _checked(f"mount at {target}", _libc.mount(*texts, flags, options.encode()))


def _checked(what: str, result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return result
