"""Boards and seeds: what they promise, and that docs/boards.md tells the truth about them."""

import hashlib
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine import CARDS, SEATS, Direction, Ruleset, Seat, mask_of, parse_cards
from arena.errors import ConfigError
from arena.tournament.boards import (
    board_dealer,
    board_layout,
    board_pack,
    bot_seed,
    commitment,
    is_short,
    new_seed,
    parse_seed,
    show_seed,
)

DOCUMENT = (Path(__file__).parents[2] / "docs/boards.md").read_text(encoding="utf-8")
SEED = parse_seed("000102030405060708090a0b0c0d0e0f")
CLOCKWISE = Ruleset()
ANTICLOCKWISE = Ruleset(deal_direction=Direction.ANTICLOCKWISE)
SEEDS = st.binary(min_size=16, max_size=16)
NUMBERS = st.integers(0, 10**9)


@pytest.fixture(scope="module")
def documented():
    """What the document's own code defines."""
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    names = {}
    exec(code, names)
    return names


def test_the_documented_packs_come_out():
    vectors = re.findall(r"^seed (\w+) board (\d+)\n(.*)$", DOCUMENT, re.MULTILINE)
    assert 4 == len(vectors)
    for seed, number, cards in vectors:
        assert parse_cards(cards) == board_pack(parse_seed(seed), int(number))


@pytest.mark.parametrize("rules", [CLOCKWISE, ANTICLOCKWISE])
def test_the_documented_layouts_come_out(rules):
    (dealer, trump, hands) = re.findall(
        rf"^{rules.deal_direction} dealer (\w) trump (\w\w)\n((?:\w: .*\n)+)",
        DOCUMENT,
        re.MULTILINE,
    )[0]
    layout = board_layout(SEED, 1, rules)
    shown = dict(line.split(": ") for line in hands.splitlines())
    assert (dealer, trump) == (str(layout.dealer), str(layout.trump_card))
    assert {seat: mask_of(parse_cards(cards)) for seat, cards in shown.items()} == {
        str(seat): layout.hands[seat] for seat in SEATS
    }


def test_the_documented_hashes_come_out():
    block = hashlib.sha256(b"sueca/board/1/000102030405060708090a0b0c0d0e0f/0/0").hexdigest()
    assert f"block 0 of board 0   {block}\n" in DOCUMENT
    assert f"commitment           {commitment(SEED)}\n" in DOCUMENT
    vectors = re.findall(r"^match (\w+) half (\d) seat (\d) +(\d+)$", DOCUMENT, re.MULTILINE)
    assert 2 == len(vectors)
    for match_id, half, seat, expected in vectors:
        assert int(expected) == bot_seed(SEED, match_id, int(half), int(seat))


@given(SEEDS, NUMBERS, st.booleans())
def test_the_documented_code_deals_the_same_boards(documented, seed, number, clockwise):
    dealer, trump, hands = documented["deal"](seed.hex(), number, clockwise)
    layout = board_layout(seed, number, CLOCKWISE if clockwise else ANTICLOCKWISE)
    assert (dealer, trump) == (str(layout.dealer), str(layout.trump_card))
    assert [mask_of(parse_cards(" ".join(hands[str(seat)]))) for seat in SEATS] == list(
        layout.hands
    )


@given(SEEDS, st.integers(0, 1), st.integers(0, 3))
def test_the_documented_code_gives_bots_the_same_seeds(documented, seed, half, seat):
    assert documented["bot_seed"](seed.hex(), "m1", half, seat) == bot_seed(seed, "m1", half, seat)


@given(SEEDS, NUMBERS)
def test_a_pack_holds_every_card_once(seed, number):
    assert list(CARDS) == sorted(board_pack(seed, number))


def test_the_dealer_moves_to_the_next_seat_with_each_board():
    assert [Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST] * 2 == [board_dealer(k) for k in range(8)]
    assert board_dealer(6) is board_layout(SEED, 6, CLOCKWISE).dealer


def chi_square(counts, cells, total):
    """The statistic against equal chances for each of ``cells``."""
    expected = total / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + expected * (
        cells - len(counts)
    )


def test_every_card_is_as_likely_at_every_place():
    packs = [board_pack(SEED, number) for number in range(4000)]
    counts = Counter((place, card) for pack in packs for place, card in enumerate(pack))
    # 39 * 39 degrees of freedom: mean 1521, standard deviation 55.
    assert 1521 - 4 * 55 < chi_square(counts, 1600, 4000 * 40) < 1521 + 4 * 55


def test_no_card_tends_to_follow_another():
    packs = [board_pack(SEED, number) for number in range(4000)]
    counts = Counter(pair for pack in packs for pair in pairwise(pack))
    # About 1559 - 2 * 39 degrees of freedom; five deviations either side are far from any bias.
    assert 1200 < chi_square(counts, 40 * 39, 4000 * 39) < 1850


def test_one_board_is_as_random_over_seeds_as_over_numbers():
    firsts = Counter(board_pack(value.to_bytes(16), 0)[0] for value in range(4000))
    # 39 degrees of freedom: the chance to exceed 73 is one in a thousand.
    assert chi_square(firsts, 40, 4000) < 73


def test_bots_seeds_spread_evenly_over_53_bits():
    seeds = [bot_seed(SEED, f"{n:x}", 0, 0) for n in range(4000)]
    assert max(seeds) < 2**53
    assert chi_square(Counter(seed >> 48 for seed in seeds), 32, 4000) < 61.1  # 31 df, .001
    assert chi_square(Counter(seed % 32 for seed in seeds), 32, 4000) < 61.1


def test_every_place_at_the_table_has_a_random_seed_of_its_own():
    places = [(m, half, seat) for m in ("a", "b") for half in (0, 1) for seat in range(4)]
    assert 16 == len({bot_seed(SEED, *place) for place in places})


def test_a_seat_counts_by_its_number():
    assert bot_seed(SEED, "m", 0, 2) == bot_seed(SEED, "m", 0, Seat.SOUTH)


def test_a_new_seed_has_128_bits_and_is_never_the_same():
    seeds = {new_seed() for _ in range(50)}
    assert 50 == len(seeds)
    assert all(len(seed) == 32 and not is_short(parse_seed(seed)) for seed in seeds)


def test_a_short_seed_gets_zeros_in_front():
    assert bytes(15) + b"\x2a" == parse_seed("2A")
    assert "0000000000000000000000000000002a" == show_seed(parse_seed("2a"))


@pytest.mark.parametrize(
    ("seed", "expected"),
    [("0", True), ("f" * 24, True), ("1" + "0" * 24, False), ("f" * 32, False)],
)
def test_a_seed_below_two_to_the_96th_is_short(seed, expected):
    assert expected is is_short(parse_seed(seed))


@pytest.mark.parametrize("text", ["", "0x2a", "2g", " 2a", "2a\n", "٣", "0" * 33])
def test_what_is_no_seed_is_refused_with_what_one_is(text):
    with pytest.raises(ConfigError) as caught:
        parse_seed(text)
    assert f"a seed is 1 to 32 hexadecimal digits, not {text!r}" == str(caught.value)


@given(SEEDS)
def test_a_seed_reads_back_as_it_is_shown(seed):
    assert seed == parse_seed(show_seed(seed))
