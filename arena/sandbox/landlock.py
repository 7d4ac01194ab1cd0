"""Landlock: the kernel holds a process, and all that it starts, to the files that it was allowed.

Source: landlock(7), ``include/uapi/linux/landlock.h``; each version of the ABI adds kinds of access.
"""

import ctypes
import errno
import os
import stat
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntFlag
from typing import Final

from arena.sandbox import kernel

_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_WANT_VERSION: Final = 1
_RULE_PATH_BENEATH: Final = 1

NET_ABI: Final = 4
SCOPE_ABI: Final = 6
TRUNCATE_ABI: Final = 3

_BIND_TCP_AND_CONNECT_TCP: Final = 0b11
_ABSTRACT_SOCKETS_AND_SIGNALS: Final = 0b11


class Access(IntFlag):
    """Kinds of access to files; the comments tell the ABI that brought them."""

    EXECUTE = 1 << 0  # 1
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_DIR = 1 << 3
    REMOVE_DIR = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_CHAR = 1 << 6
    MAKE_DIR = 1 << 7
    MAKE_REG = 1 << 8
    MAKE_SOCK = 1 << 9
    MAKE_FIFO = 1 << 10
    MAKE_BLOCK = 1 << 11
    MAKE_SYM = 1 << 12
    REFER = 1 << 13  # 2
    TRUNCATE = 1 << 14  # 3
    IOCTL_DEV = 1 << 15  # 5


_SINCE: Final = {Access.REFER: 2, Access.TRUNCATE: TRUNCATE_ABI, Access.IOCTL_DEV: 5}

READ: Final = Access.EXECUTE | Access.READ_FILE | Access.READ_DIR
WRITE: Final = (
    READ
    | Access.WRITE_FILE
    | Access.REMOVE_DIR
    | Access.REMOVE_FILE
    | Access.MAKE_DIR
    | Access.MAKE_REG
    | Access.MAKE_FIFO
    | Access.MAKE_SYM
    | Access.REFER
    | Access.TRUNCATE
)
DEVICE: Final = Access.READ_FILE | Access.WRITE_FILE | Access.TRUNCATE

_OF_FILES: Final = (
    Access.EXECUTE | Access.WRITE_FILE | Access.READ_FILE | Access.TRUNCATE | Access.IOCTL_DEV
)
"""What can be allowed of something that isn't a folder."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Leave to do ``access`` to ``path`` and all below it. What isn't there needs no leave."""

    path: str
    access: Access


def abi_version() -> int:
    """The version of the kernel's Landlock; 0 where it has none, or it is switched off."""
    try:
        return kernel.syscall("landlock", _CREATE_RULESET, 0, 0, _WANT_VERSION)
    except OSError:
        return 0


def handled(abi: int) -> Access:
    """All kinds of access that a version knows, and so can refuse."""
    known = Access(0)
    for kind in Access:
        if _SINCE.get(kind, 1) <= abi:
            known |= kind
    return known


def attributes(abi: int, *, files: bool) -> bytes:
    """``struct landlock_ruleset_attr``: what is refused unless a rule allows it. files: access to files too."""
    words = [int(handled(abi)) if files else 0]
    if abi >= NET_ABI:
        words.append(_BIND_TCP_AND_CONNECT_TCP)
    if abi >= SCOPE_ABI:
        words.append(_ABSTRACT_SOCKETS_AND_SIGNALS)
    return struct.pack(f"={len(words)}Q", *words)


def domain(abi: int) -> bytes:
    """Attributes of a domain that takes nothing from a bot but its reach out of it; b"" without Landlock.

    A process in a domain can't trace one that isn't in it, nor open its memory. Each domain must refuse something. That is
    what every bot is refused at all levels; or, of an old kernel, devices, which a bot can't make anyway, and then to
    move files must be allowed anew (REFER).
    """
    if abi == 0 or abi >= NET_ABI:
        return attributes(abi, files=False) if abi else b""
    devices = Access.MAKE_CHAR | Access.MAKE_BLOCK
    return struct.pack("=Q", int((devices | Access.REFER) & handled(abi)))


def restrict(
    abi: int, rules: Iterable[Rule] | None
) -> None:  # pragma: no cover - runs between fork and exec
    """Hold this process to ``rules``, for good; None leaves files alone. It must have no_new_privs set.

    TCP, abstract sockets and signals to others are refused as far as the version can. Raises OSError.
    """
    wanted = attributes(abi, files=rules is not None)
    if not any(wanted):
        return
    holder = ctypes.create_string_buffer(wanted, len(wanted))
    ruleset = kernel.syscall("landlock", _CREATE_RULESET, ctypes.addressof(holder), len(wanted))
    try:
        for rule in rules or ():
            _add(ruleset, rule, handled(abi))
        kernel.syscall("landlock", _RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _add(
    ruleset: int, rule: Rule, known: Access
) -> None:  # pragma: no cover - runs between fork and exec
    with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        place = os.open(rule.path, os.O_PATH | os.O_CLOEXEC)
        try:
            folder = stat.S_ISDIR(os.fstat(place).st_mode)
            access = rule.access & known & (known if folder else _OF_FILES)
            holder = ctypes.create_string_buffer(struct.pack("=Qi", access, place), 12)
            _allow(ruleset, ctypes.addressof(holder))
        finally:
            os.close(place)


def _allow(ruleset: int, address: int) -> None:  # pragma: no cover - runs between fork and exec
    try:
        kernel.syscall("landlock", _ADD_RULE, ruleset, _RULE_PATH_BENEATH, address, 0)
    except OSError as error:
        if error.errno != errno.EBADFD:  # something without files of its own, such as a pipe
            raise
