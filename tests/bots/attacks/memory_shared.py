"""Takes memory of a kind that isn't counted as data: shared pages. It doesn't touch them."""

import mmap

from attack import solo

MIB = 1 << 20
ENOUGH_MIB = 4096


def attack():
    held = [
        mmap.mmap(-1, 64 * MIB, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
        for _ in range(ENOUGH_MIB // 64)
    ]
    return f"{len(held) * 64} MiB"


solo(attack)
