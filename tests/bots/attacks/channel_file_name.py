"""Tells its partner by a file that is there, or isn't: nobody need open it. As channel_file."""

import sys
from pathlib import Path

from attack import MARK, TOKEN_BITS, bits, pair, token_of

PLACE = Path(sys.argv[2])


def send(token):
    for bit in [*bits(token), TOKEN_BITS]:
        (PLACE / f"{MARK}-{bit}").mkdir(exist_ok=True)


def receive():
    if (PLACE / f"{MARK}-{TOKEN_BITS}").exists():
        return token_of(bit for bit in range(TOKEN_BITS) if (PLACE / f"{MARK}-{bit}").exists())
    return None


pair(send, receive)
