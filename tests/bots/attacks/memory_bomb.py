"""Takes memory as long as it may; stops by itself far above its limit."""

from attack import solo

MIB = 1 << 20
ENOUGH_MIB = 1024


def attack():
    held = [bytearray(64 * MIB) for _ in range(ENOUGH_MIB // 64)]
    return f"{len(held) * 64} MiB"


solo(attack)
