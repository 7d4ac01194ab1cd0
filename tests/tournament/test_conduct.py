"""Signs for the organiser: what is odd is told, and what is chance isn't."""

from itertools import combinations

from arena.tournament.conduct import Kind, signs
from arena.tournament.observed import NOTHING, Observed
from arena.tournament.strengths import Strengths

NAMES = "abcde"
PAIRS = [*combinations(NAMES, 2)]
BOARDS = {pair: 16 for one, other in PAIRS for pair in ((one, other), (other, one))}


def strengths(odd=None):
    """Five that play alike, but for an odd pair whose first loses every board to the second."""
    legs = [0, 2, -2, 1, -1, 0, 3, -3]
    seen = {
        pair: Observed.match([-8] * 8 if pair == odd else legs[at % 3 :])
        + Observed.match([-8] * 8 if pair == odd else legs[: 8 - at % 3])
        for at, pair in enumerate(PAIRS)
    }
    return Strengths.of(NAMES, seen)


def found(faults, odd=None, boards=BOARDS):
    return [
        (it.kind, it.entrant, it.against)
        for it in signs(NAMES, faults, boards, strengths(odd), "boards")
    ]


def test_faults_that_fall_on_one_opponent_are_told():
    assert [(Kind.FAULTS, "a", "b")] == found({("a", "b"): 8, ("a", "c"): 1})


def test_faults_that_fall_everywhere_are_not():
    assert [] == found({("a", other): 8 for other in "bcde"})
    assert [] == found({("a", "b"): 2})


def test_all_boards_against_one_opponent_are_no_sign():
    assert [] == found({("a", "b"): 9}, boards={("a", "b"): 16, ("b", "a"): 16})


def test_very_many_faults_are_counted_as_well():
    assert [(Kind.FAULTS, "a", "b")] == found(
        {("a", "b"): 20_000, ("a", "c"): 9_000, ("a", "d"): 9_000}
    )


def test_a_result_far_off_is_told_from_the_side_of_who_did_worse():
    assert [(Kind.RESULT, "b", "d")] == found({}, odd=("b", "d"))
    (sign,) = signs(NAMES, {}, BOARDS, strengths(("b", "d")), "boards")
    assert sign.words.startswith(
        "b did worse against d than all other results tell: -4.00 a deal instead of "
    )


def test_a_result_for_the_first_is_told_from_the_seconds_side():
    turned = dict.fromkeys(PAIRS, NOTHING)
    base = strengths(("b", "d"))
    for one, other in PAIRS:
        turned[other, one] = base._observed[
            next(
                design
                for design in base._observed
                if {NAMES[at] for at, _ in design} == {one, other}
            )
        ]
        turned.pop((one, other))
    (sign,) = signs(NAMES, {}, BOARDS, Strengths.of(NAMES, turned), "rubbers")
    assert (Kind.RESULT, "d", "b") == (sign.kind, sign.entrant, sign.against)
    assert "a rubber instead" in sign.words


def test_a_field_of_equals_has_no_sign():
    assert [] == found({})


def test_too_few_pairs_tell_nothing():
    few = Strengths.of("ab", {("a", "b"): Observed.match([8, 8])})
    assert () == signs("ab", {}, {}, few, "boards")
    assert () == signs("ab", {}, {}, Strengths.of("ab", {}), "boards")
