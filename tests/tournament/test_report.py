"""Standings as they are read."""

from itertools import combinations

import pytest

from arena.referee.spec import Unit
from arena.tournament.conduct import Kind, Sign
from arena.tournament.contest import Contest, Figure, Individual, Standing, Standings
from arena.tournament.observed import Observed
from arena.tournament.report import MAX_WIDTH, show_markdown, show_table
from arena.tournament.statistics import Estimate
from arena.tournament.strengths import Strengths
from arena.tournament.tally import Meeting, Tally
from protocol.messages import FaultCode

NONE = Tally()
GAMES = Observed.match([2, 3, 0, 0]) + Observed.match([1, 1, 2, 0])
POINTS = Observed.match([40, -100, -60, 20]) + Observed.match([9, 8, 30, 0])
RUBBERS = Observed.match([2, 0]) + Observed.match([1, 1])
WON = Meeting(
    Tally(2, deals=8, won=2, drawn=1, lost=1, net_games=5, net_points=-100),
    GAMES, POINTS, RUBBERS, GAMES,
)  # fmt: skip


def figures_of(names, between, unit):
    """The strengths that places are made of."""
    pairs = [pair for pair in combinations(names, 2) if pair in between]
    found = {
        Figure.GAMES: Strengths.of(names, {pair: between[pair].games for pair in pairs}),
        Figure.POINTS: Strengths.of(
            names, {pair: between[pair].points for pair in pairs}, "points"
        ),
    }
    if unit is Unit.RUBBER:
        seen = {pair: between[pair].rubbers for pair in pairs}
        found[Figure.RUBBERS] = Strengths.of(names, seen, "rubbers")
    return found


def standings_of(unit=Unit.BOARD, last="c_1", at_cards=False, **more):
    """Two entrants that have met, and one that has played nobody yet."""
    names = ("counter", "bare", last)
    faults = {FaultCode.EXITED: 1, FaultCode.MOVE_TIMEOUT: 2}
    between = {("counter", "bare"): WON, ("bare", "counter"): WON.reverse}
    figures = figures_of(names, between, unit)
    if at_cards:
        figures[Figure.AT_CARDS] = figures[Figure.GAMES]
    places = (
        place(1, "counter", WON, {}, ("bare", last), figures),
        place(2, "bare", WON.reverse, faults, ("counter", last), figures),
        Standing(
            2, shared=True, name=last, tally=NONE, faults={}, not_separated=("counter", "bare")
        ),
    )
    return Standings(Contest("cup_2", unit, names, 6), places, between, figures, **more)


def place(rank, name, meeting, faults, others, figures):  # noqa: PLR0917
    found = {figure.value: strengths.figure(name) for figure, strengths in figures.items()}
    ahead = figures[Figure.GAMES].figure(name)
    return Standing(
        rank, rank == 2, name, meeting.tally, faults, not_separated=others, ahead=ahead, **found
    )


def field_of(count, name="bot-{}"):
    """So many entrants, of which each has met each."""
    names = [name.format(at) for at in range(count)]
    between = {(one, other): WON for one in names for other in names if one != other}
    figures = figures_of(names, between, Unit.BOARD)
    places = tuple(
        place(at, name, WON, {}, tuple(names[: at % 2] + names[at : count - 1 : 2]), figures)
        for at, name in enumerate(names, 1)
    )
    return Standings(Contest("cup", Unit.BOARD, tuple(names), 9), places, between, figures)


def width(text):
    return max(map(len, text.splitlines()))


TABLE = """\
cup_2: 2 of 6 matches

#    entrant      deals    W-D-L          games        points    faults  not separated
                                       per deal      per deal            from
---  ---------  -------  -------  -------------  ------------  --------  ---------------
1    counter          8    2-1-1  +0.337 ±1.022  -1.84 ±40.35         0  2
2=   bare             8    1-1-2  -0.337 ±1.022  +1.84 ±40.35         3  1-2
2=   c_1              0    0-0-0              -             -         0  1-2

Figures are net, against the mean of all others, whomever an entrant met; ± is half of a 95 %
interval, which allows for what other matches of the same bots would bring. Not separated from:
places whose difference in games may be luck, at 95 % for all pairs. W-D-L are boards.

Net games per deal against each:

#    entrant        counter         bare    c_1
---  ---------  -----------  -----------  -----
1    counter              .  +0.56 ±0.68      -
2=   bare       -0.56 ±0.68            .      -
2=   c_1                  -            -      .
"""

MARKDOWN = """\
# Standings of cup\\_2

cup\\_2: 2 of 6 matches

| #   | entrant   |   deals |   W-D-L |   games per deal |   points per deal |   faults | not separated from   |
|:----|:----------|--------:|--------:|-----------------:|------------------:|---------:|:---------------------|
| 1   | counter   |       8 |   2-1-1 |    +0.337 ±1.022 |      -1.84 ±40.35 |        0 | 2                    |
| 2=  | bare      |       8 |   1-1-2 |    -0.337 ±1.022 |      +1.84 ±40.35 |        3 | 1-2                  |
| 2=  | c\\_1      |       0 |   0-0-0 |                - |                 - |        0 | 1-2                  |

Figures are net, against the mean of all others, whomever an entrant met; ± is half of a 95 %
interval, which allows for what other matches of the same bots would bring. Not separated from:
places whose difference in games may be luck, at 95 % for all pairs. W-D-L are boards.

## Net games per deal against each

| #   | entrant   |     counter |        bare |   c\\_1 |
|:----|:----------|------------:|------------:|-------:|
| 1   | counter   |           . | +0.56 ±0.68 |      - |
| 2=  | bare      | -0.56 ±0.68 |           . |      - |
| 2=  | c\\_1      |           - |           - |      . |

## Net points per deal against each

| #   | entrant   |      counter |         bare |   c\\_1 |
|:----|:----------|-------------:|-------------:|-------:|
| 1   | counter   |            . | -3.31 ±30.14 |      - |
| 2=  | bare      | +3.31 ±30.14 |            . |      - |
| 2=  | c\\_1      |            - |            - |      . |
"""


def test_the_table_is_for_reading_in_a_terminal():
    assert TABLE == show_table(standings_of())


def test_markdown_has_both_cross_tables_and_escapes_names():
    assert MARKDOWN == show_markdown(standings_of())


def test_rubbers_are_named_as_such_and_their_tables_fit_too():
    text = show_table(standings_of(Unit.RUBBER))
    assert "won - lost" in text
    assert "per rubber" in text
    assert "per deal" in text
    assert MAX_WIDTH >= width(show_table(standings_of(Unit.RUBBER, at_cards=True)))
    assert "difference in rubbers may be luck" in text


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"void": ("v1", "v2")}, "matches; void by faults of the host, not scored: v1, v2\n"),
        ({"void": tuple("abcde")}, "not scored: a, b, c and 2 more\n"),
        ({"after": 1}, "cup_2: 2 of 6 matches, as it stood after the first 1\n"),
        ({"not_rankable": ("x: y", "z")}, "matches\n\nNOT RANKABLE: x: y\nNOT RANKABLE: z\n\n#"),
        ({"disqualified": {"eve": "a\nb"}}, "\n\nDisqualified, all of its matches struck: eve (a b)\n"),
        ({"withdrawn": {"bare": "ill"}}, "\n\nWithdrawn, its results stand: bare (ill)\n"),
        ({"annulled": (("m1", "cable"),)}, "\n\nAnnulled: match m1 (cable)\n"),
    ],
    ids=range(7),
)  # fmt: skip
def test_what_is_special_is_said(more, expected):
    standings = standings_of(**more)
    assert expected in show_table(standings)
    assert width(show_table(standings)) <= MAX_WIDTH
    assert expected.split("\n\n")[-1].strip("#\n").replace("_", "\\_") in show_markdown(standings)


def test_a_table_of_single_matches_says_what_that_means():
    single = Strengths.of("ab", {("a", "b"): Observed.match([1, 2])})
    standings = Standings(
        Contest("cup", Unit.BOARD, ("a", "b"), 1),
        (),
        {},
        {Figure.GAMES: single, Figure.POINTS: single},
    )
    assert "may be that match's alone" in show_table(standings)
    assert "may be that match's alone" not in show_table(standings_of())


def test_figures_without_faults_stand_beside_the_others_where_there_were_any():
    assert "without" in show_table(standings_of(at_cards=True))
    assert "without" not in show_table(standings_of())


def test_what_is_odd_is_told_to_the_organiser_and_much_of_it_in_short():
    signs = tuple(Sign(Kind.FAULTS, "a", "b", f"sign {at}") for at in range(7))
    text = show_table(standings_of(signs=signs))
    assert "To be looked at: sign 0\n" in text
    assert "and 2 more, in the JSON" in text
    assert "To be looked at: sign 4" in show_markdown(standings_of(signs=signs[:5]))
    assert "more, in" not in show_markdown(standings_of(signs=signs[:5]))


def test_bots_with_changing_partners_have_a_table_of_their_own():
    bots = (
        Individual(1, shared=False, name="ana", boards=9, games=Estimate(0.5, 0.01, 9.0),
                   points=None, not_separated=("eve",)),
        Individual(2, shared=False, name="eve", boards=3, games=None, points=None, not_separated=("ana",)),
    )  # fmt: skip
    expected = """\
Bots, each by itself, in what it brings to its side:

#    bot      boards          games      points  not separated
                           per deal    per deal  from
---  -----  --------  -------------  ----------  ---------------
1    ana           9  +0.500 ±0.226           -  2
2    eve           3              -           -  1

Net games"""
    assert expected in show_table(standings_of(individuals=bots))
    assert "## Bots, each by itself" in show_markdown(standings_of(individuals=bots))


@pytest.mark.parametrize("count", [2, 5, 8, 12, 40])
@pytest.mark.parametrize(
    "name", ["bot-{}", "a-name-of-the-greatest-length-{}", "ana-maria-{}+joao"]
)
def test_tables_fit_in_a_terminal_and_no_place_is_lost(count, name):
    text = show_table(field_of(count, name))
    assert width(text) <= MAX_WIDTH
    assert count <= sum(line[:1].isdigit() for line in text.splitlines())


def test_a_name_that_is_too_long_is_cut():
    assert "a-name-of-the-great" in show_table(field_of(2, "a-name-of-the-greatest-length-{}"))
    assert "a-name-of-the-greatest-length-1 " in show_markdown(
        field_of(2, "a-name-of-the-greatest-length-{}")
    )


def test_many_scattered_places_are_counted_instead():
    assert "others" in show_table(field_of(40))


def test_a_cross_table_gives_up_names_then_intervals_then_all():
    def crossed(count, name="bot-{}"):
        return show_table(field_of(count, name)).partition("Net games per deal against each:")[2]

    def heads(count, name="bot-{}"):
        return crossed(count, name).splitlines()[2].split()[2:]

    names = [f"bot-{at}" for at in range(9)]
    assert (names[:6], True) == (heads(6), "±" in crossed(6))
    long = "a-rather-long-name-{}"
    assert (["1", "2=", "3", "4", "5"], True) == (heads(5, long), "±" in crossed(5, long))
    assert (names, False) == (heads(9), "±" in crossed(9))
    assert (["1", "2=", *"345678"], False) == (heads(8, long), "±" in crossed(8, long))
    assert "" == crossed(15)
    assert "against each" not in show_table(field_of(2), crossed=False)


def test_a_table_without_places_has_its_heading():
    nothing = Strengths.of("a", {})
    figures = {Figure.GAMES: nothing, Figure.POINTS: nothing}
    nobody = Standings(
        Contest("cup", Unit.BOARD, ("a",), 1), (), {}, figures, disqualified={"a": "cheated"}
    )
    assert "Disqualified" in show_table(nobody)
    assert "Disqualified" in show_markdown(nobody)
