"""What is asked of each version of Landlock."""

import struct

import pytest

from arena.sandbox.landlock import DEVICE, READ, WRITE, Access, attributes, domain, handled


@pytest.mark.parametrize(
    ("abi", "words"),
    [
        (1, (0x1FFF,)),
        (2, (0x3FFF,)),
        (3, (0x7FFF,)),
        (4, (0x7FFF, 3)),
        (5, (0xFFFF, 3)),
        (6, (0xFFFF, 3, 3)),
        (9, (0xFFFF, 3, 3)),
    ],
)
def test_all_that_a_version_can_refuse_is_refused(abi, words):
    """Files, TCP since ABI 4, abstract sockets and signals since ABI 6."""
    assert words == struct.unpack(f"={len(words)}Q", attributes(abi, files=True))


def test_files_can_be_left_alone():
    """bubblewrap couldn't mount anything else."""
    assert (0, 3, 3) == struct.unpack("=3Q", attributes(7, files=False))


@pytest.mark.parametrize(
    ("abi", "words"),
    [(0, ()), (1, (0x840,)), (2, (0x2840,)), (3, (0x2840,)), (4, (0, 3)), (7, (0, 3, 3))],
)
def test_a_domain_refuses_something_and_nothing_that_bots_need(abi, words):
    """Of an old kernel devices, and it handles REFER to allow it: else no file could be moved to another folder."""
    assert words == struct.unpack(f"={len(words)}Q", domain(abi))


def test_reading_gives_no_leave_to_change_anything():
    changing = WRITE & ~READ
    assert Access(0) == READ & changing
    assert Access.TRUNCATE in changing
    assert Access.REFER in changing


def test_nobody_may_make_devices_or_sockets():
    """Not in one's own HOME either: a socket there is a name that others could reach."""
    for kind in (Access.MAKE_CHAR, Access.MAKE_BLOCK, Access.MAKE_SOCK, Access.IOCTL_DEV):
        assert kind not in WRITE | READ | DEVICE
        assert kind in handled(7)
