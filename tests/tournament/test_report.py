"""Standings as they are shown."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.referee.spec import Unit
from arena.tournament.report import _signed, show_json, show_markdown, show_table
from arena.tournament.standings import Contest, Standing, Standings, Tally
from protocol.messages import FaultCode

NONE = Tally()
WON = Tally(2, deals=12, won=3, drawn=1, lost=2, net_games=5, net_points=-100)


def standings_of(unit=Unit.BOARD, last="c_1"):
    """Two entrants that have met, and one that has played nobody yet."""
    names = ("counter", "bare", last)
    between = {(one, other): NONE for one in names for other in names if one != other}
    between |= {("counter", "bare"): WON, ("bare", "counter"): WON.reverse}
    faults = {FaultCode.EXITED: 1, FaultCode.MOVE_TIMEOUT: 2}
    places = (
        Standing(1, shared=False, name="counter", tally=WON, faults={}),
        Standing(2, shared=True, name="bare", tally=WON.reverse, faults=faults),
        Standing(2, shared=True, name=last, tally=NONE, faults={}),
    )
    return Standings(Contest("cup_2", unit, names, 6), places, between, ("v1", "v2"))


def test_the_table_is_for_reading_in_a_terminal():
    assert """\
cup_2: 2 of 6 matches; void by faults of the host, not scored: v1, v2

#    entrant      matches    deals    boards W-D-L    games/deal    points/deal    faults
---  ---------  ---------  -------  --------------  ------------  -------------  --------
1    counter            2       12           3-1-2        +0.417          -8.33         0
2=   bare               2       12           2-1-3        -0.417          +8.33         3
2=   c_1                0        0           0-0-0             -              -         0

Net games per deal against each:

#    entrant      counter    bare    c_1
---  ---------  ---------  ------  -----
1    counter            .  +0.417      -
2=   bare          -0.417       .      -
2=   c_1                -       -      .
""" == show_table(standings_of())


def test_rubbers_are_named_as_such():
    assert "rubbers W-D-L" in show_table(standings_of(Unit.RUBBER))


def test_a_cross_table_too_wide_for_a_terminal_is_left_to_the_files():
    wide = standings_of(last="x" * 32)
    names = tuple(f"{'y' * 29}{n}" for n in range(2))
    between = {(one, other): NONE for one in names for other in names if one != other}
    places = tuple(Standing(1, shared=True, name=name, tally=NONE, faults={}) for name in names)
    assert "against each" in show_table(wide)
    wider = Standings(Contest("cup", Unit.BOARD, names, 1), places, between, ())
    assert "against each" not in show_table(wider)
    assert "against each" in show_markdown(wider)


def test_markdown_has_both_cross_tables_and_escapes_names():
    assert """\
# Standings of cup\\_2

cup_2: 2 of 6 matches; void by faults of the host, not scored: v1, v2

| #   | entrant   |   matches |   deals |   boards W-D-L |   games/deal |   points/deal |   faults |
|:----|:----------|----------:|--------:|---------------:|-------------:|--------------:|---------:|
| 1   | counter   |         2 |      12 |          3-1-2 |       +0.417 |         -8.33 |        0 |
| 2=  | bare      |         2 |      12 |          2-1-3 |       -0.417 |         +8.33 |        3 |
| 2=  | c\\_1      |         0 |       0 |          0-0-0 |            - |             - |        0 |

## Net games per deal against each

| #   | entrant   |   counter |   bare |   c\\_1 |
|:----|:----------|----------:|-------:|-------:|
| 1   | counter   |         . | +0.417 |      - |
| 2=  | bare      |    -0.417 |      . |      - |
| 2=  | c\\_1      |         - |      - |      . |

## Net points per deal against each

| #   | entrant   |   counter |   bare |   c\\_1 |
|:----|:----------|----------:|-------:|-------:|
| 1   | counter   |         . |  -8.33 |      - |
| 2=  | bare      |     +8.33 |      . |      - |
| 2=  | c\\_1      |         - |      - |      . |
""" == show_markdown(standings_of())


def test_the_json_has_everything_in_a_settled_order():
    document = json.loads(show_json(standings_of()))
    assert [
        "format", "tournament", "unit", "ranked_by", "matches", "standings", "head_to_head",
    ] == list(document)  # fmt: skip
    assert {"planned": 6, "scored": 2, "void": ["v1", "v2"]} == document["matches"]
    tally = {
        "matches": 2, "deals": 12, "won": 2, "drawn": 1, "lost": 3, "net_games": -5,
        "net_games_per_deal": -0.4167, "net_points": 100, "net_points_per_deal": 8.3333,
    }  # fmt: skip
    assert {
        "rank": 2, "shared": True, "entrant": "bare", **tally,
        "faults": {"exited": 1, "move_timeout": 2},
    } == document["standings"][1]  # fmt: skip
    assert {"entrant": "bare", "against": "counter", **tally} == document["head_to_head"][2]
    assert document["head_to_head"][1]["net_games_per_deal"] is None
    assert 6 == len(document["head_to_head"])


def test_the_document_lists_every_key_of_the_json():
    text = (Path(__file__).parents[2] / "docs/standings.md").read_text(encoding="utf-8")
    document = json.loads(show_json(standings_of()))
    keys = {
        *document, *document["matches"], *document["standings"][0], *document["head_to_head"][0],
        *document["ranked_by"], *json.loads(show_json(standings_of(Unit.RUBBER)))["ranked_by"],
    }  # fmt: skip
    assert set() == {key for key in keys if f"`{key}`" not in text}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "-"),
        (Fraction(0), "0.00"),
        (Fraction(-1, 1000), "0.00"),
        (Fraction(1, 8), "+0.12"),
        (Fraction(3, 8), "+0.38"),
        (Fraction(-26, 10), "-2.60"),
        (Fraction(1001, 100), "+10.01"),
    ],
)
def test_figures_have_a_sign_and_are_rounded_to_even(value, expected):
    assert expected == _signed(value, 2)


@given(st.fractions(max_denominator=10**6))
def test_a_figure_is_never_further_off_than_half_of_its_last_digit(value):
    assert abs(Fraction(_signed(value, 3)) - value) <= Fraction(1, 2000)
