"""Boards and random numbers from one seed, by hashing alone; ``docs/boards.md`` tells other languages how.

Whatever is random in a tournament comes from its seed: the pack of board k from the seed and k, each
bot's own random seed from the seed, the match, the half and the seat. So a tournament can be repeated, and
nothing that a bot does changes a later deal.
"""

import hashlib
import re
import secrets
from collections.abc import Callable, Iterator
from typing import Final

from arena.engine import CARDS, SEATS, Card, Layout, Ruleset, Seat
from arena.errors import ConfigError

SEED_BYTES: Final = 16
"""128 bits: nobody can try them all, so no bot can search for the deal that fits its own hand."""

SHORT_BITS: Final = 96
"""A seed below 2^96 counts as short. One by chance is below it once in four thousand million times."""

BOT_SEED_BITS: Final = 53
"""The widest whole number that every language's numbers hold exactly, JavaScript's too."""

BEACON_VALUE: Final = re.compile(r"[!-~]{8,256}", re.ASCII)
"""A public value that is mixed into a seed, as text."""

_SEED_TEXT: Final = re.compile(r"[0-9A-Fa-f]{1,32}", re.ASCII)
_DIGEST_BITS: Final = 256


def new_seed() -> str:
    """A new seed from the system's source of secrets, as 32 hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def parse_seed(text: str) -> bytes:
    """The seed written as 1 to 32 hexadecimal digits; zeros are put before a shorter one.

    Raises ConfigError for any other text.
    """
    if not _SEED_TEXT.fullmatch(text):
        raise ConfigError(f"a seed is 1 to 32 hexadecimal digits, not {text!r}")
    return bytes.fromhex(text.rjust(2 * SEED_BYTES, "0"))


def show_seed(seed: bytes) -> str:
    """A seed in the one form that is hashed and published: 32 lower-case hexadecimal digits."""
    return seed.hex()


def is_short(seed: bytes) -> bool:
    """Whether a seed could be found by trying: fit for tests, not for a contest."""
    return int.from_bytes(seed) >> SHORT_BITS == 0


def commitment(seed: bytes) -> str:
    """What is published before the first deal: the SHA-256 (hex) of the seed's 32 digits in ASCII."""
    return hashlib.sha256(show_seed(seed).encode("ascii")).hexdigest()


def mixed_seed(seed: bytes, value: str) -> bytes:
    """The seed that is played with where a public ``value`` is mixed in: nobody can choose it.

    The first 128 bits of the SHA-256 of ``sueca/seed/1/SEED/VALUE``.
    """
    text = f"sueca/seed/1/{show_seed(seed)}/{value}"
    return hashlib.sha256(text.encode("ascii")).digest()[:SEED_BYTES]


def mixed_commitment(committed: str, value: str) -> str:
    """What takes the commitment's place in match ids and lots where a public value is mixed in.

    The SHA-256 (hex) of ``sueca/draw/1/COMMITMENT/VALUE``: it tells nothing of the seed.
    """
    return hashlib.sha256(f"sueca/draw/1/{committed}/{value}".encode("ascii")).hexdigest()


def check_beacon(value: str) -> str:
    """A public value as it is mixed in. Raises ConfigError for one that can't be."""
    if not BEACON_VALUE.fullmatch(value):
        raise ConfigError(
            f"a beacon's value is 8 to 256 printable ASCII characters without blanks, not {value[:40]!r}"
        )
    return value


def board_pack(seed: bytes, number: int) -> tuple[Card, ...]:
    """The pack of a board, in order after shuffle and cut; ``number`` counts from 0.

    The shuffle is Fisher and Yates's, from the last place down (Knuth, TAOCP volume 2, algorithm P).
    """
    below = _draws(f"sueca/board/1/{show_seed(seed)}/{number}")
    pack = list(CARDS)
    for last in range(len(pack) - 1, 0, -1):
        other = below(last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    cut = below(len(pack) - 1) + 1
    return (*pack[cut:], *pack[:cut])


def board_dealer(number: int) -> Seat:
    """Who deals a board: the next seat with each number (clause R17), so that dealers are balanced."""
    return SEATS[number % 4]


def board_layout(seed: bytes, number: int, rules: Ruleset) -> Layout:
    """A board as dealt: its pack, dealt by its dealer in the direction that ``rules`` give (R3, R5)."""
    return Layout.from_pack(board_pack(seed, number), board_dealer(number), rules.deal_direction)


def bot_seed(seed: bytes, match_id: str, half: int, seat: int) -> int:
    """The random seed that the bot at ``seat`` is told in ``half`` of a match: 0 to 2^53 - 1."""
    text = f"sueca/bot/1/{show_seed(seed)}/{match_id}/{half}/{int(seat)}"
    return int.from_bytes(_digest(text)) >> (_DIGEST_BITS - BOT_SEED_BITS)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("ascii")).digest()


def _stream(prefix: str) -> Iterator[int]:
    """Bytes without end: the SHA-256 of ``prefix/0``, then of ``prefix/1``, and so on."""
    block = 0
    while True:
        yield from _digest(f"{prefix}/{block}")
        block += 1


def _draws(prefix: str) -> Callable[[int], int]:
    """A function of n (1 to 256) that gives equally likely numbers below n.

    A byte that isn't below the largest multiple of n is passed over: else small numbers came more often.
    """
    stream = _stream(prefix)

    def below(count: int) -> int:
        usable = 256 - 256 % count
        return next(byte for byte in stream if byte < usable) % count

    return below
