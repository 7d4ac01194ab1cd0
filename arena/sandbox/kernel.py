"""Calls to the kernel that Python's own modules lack, through ctypes. All of them raise OSError.

What the names mean is told by the manual pages: prctl(2), unshare(2), mount(2), syscall(2).
"""

import ctypes
import os
import struct
from contextlib import suppress
from typing import Final

PR_SET_PDEATHSIG: Final = 1
PR_SET_SECCOMP: Final = 22
PR_SET_NO_NEW_PRIVS: Final = 38
SECCOMP_MODE_FILTER: Final = 2

_MOUNT_SETATTR: Final = 442
_MOUNT_ATTR_RDONLY: Final = 1
_AT_FDCWD: Final = -100
_AT_RECURSIVE: Final = 0x8000

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
MS_MOVE: Final = 0x2000
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


def prctl(
    what: str, option: int, *arguments: int
) -> int:  # pragma: no cover - runs between fork and exec
    """Operate on this process. what: named in an error."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return _checked(what, _libc.prctl(option, *padded))


def close_all_on_exec() -> None:  # pragma: no cover - runs between fork and exec
    """Let a program that this process becomes inherit nothing but stdin, stdout and stderr."""
    try:
        syscall("close_range", _CLOSE_RANGE, _FIRST_OPEN, _LAST_OPEN, _CLOSE_RANGE_CLOEXEC)
    except OSError:  # Linux before 5.11
        for name in os.listdir("/proc/self/fd"):  # noqa: PTH208 - names are all it needs
            if int(name) >= _FIRST_OPEN:
                with suppress(OSError):  # the folder's own descriptor is closed by now
                    os.set_inheritable(int(name), False)  # noqa: FBT003 - the builtin's own signature


def unshare(flags: int) -> None:  # pragma: no cover - runs between fork and exec
    """Leave the namespaces of ``flags`` for new ones."""
    _checked("unshare", _libc.unshare(flags))


def mount(
    source: str, target: str, kind: str, flags: int, options: str = ""
) -> None:  # pragma: no cover - runs between fork and exec
    """Mount ``source`` at ``target``."""
    texts = (os.fsencode(source), os.fsencode(target), kind.encode())
    _checked(f"mount at {target}", _libc.mount(*texts, flags, options.encode()))


def set_read_only(
    place: str, *, read_only: bool, below: bool
) -> None:  # pragma: no cover - runs between fork and exec
    """Make the mount at ``place``, and with ``below`` all under it, read-only or not: mount_setattr(2)."""
    flag = _MOUNT_ATTR_RDONLY
    wanted = struct.pack("=4Q", flag if read_only else 0, 0 if read_only else flag, 0, 0)
    attributes = ctypes.create_string_buffer(wanted, len(wanted))
    path = ctypes.create_string_buffer(os.fsencode(place))
    syscall(
        f"mount_setattr at {place}",
        _MOUNT_SETATTR,
        _AT_FDCWD,
        ctypes.addressof(path),
        _AT_RECURSIVE if below else 0,
        ctypes.addressof(attributes),
        len(wanted),
    )


def _checked(what: str, result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return result
