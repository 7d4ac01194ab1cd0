"""Standings as they are read."""

from fractions import Fraction

import pytest

from arena.referee.spec import Unit
from arena.tournament.report import MAX_WIDTH, show_markdown, show_table
from arena.tournament.standings import Contest, Individual, Standing, Standings
from arena.tournament.statistics import Estimate, Sample
from arena.tournament.tally import Meeting, Tally
from protocol.messages import FaultCode

NONE = Tally()
WON = Meeting(
    Tally(2, deals=8, won=2, drawn=1, lost=1, net_games=5, net_points=-100),
    Sample.of([2, 3, 0, 0]),
    Sample.of([40, -100, -60, 20]),
    Sample.of([2, 0]),
)


def standings_of(unit=Unit.BOARD, last="c_1", **more):
    """Two entrants that have met, and one that has played nobody yet."""
    names = ("counter", "bare", last)
    faults = {FaultCode.EXITED: 1, FaultCode.MOVE_TIMEOUT: 2}
    rubbers = WON.rubbers if unit is Unit.RUBBER else Sample()
    meeting = Meeting(WON.tally, WON.games, WON.points, rubbers)
    places = (
        place(1, "counter", meeting, {}, ("bare", last)),
        place(2, "bare", meeting.reverse, faults, ("counter", last)),
        Standing(
            2, shared=True, name=last, tally=NONE, faults={}, not_separated=("counter", "bare")
        ),
    )
    between = {("counter", "bare"): meeting, ("bare", "counter"): meeting.reverse}
    return Standings(Contest("cup_2", unit, names, 6), places, between, **more)


def place(rank, name, meeting, faults, others):
    return Standing(
        rank, rank == 2, name, meeting.tally, faults, meeting.games.estimate,
        meeting.points.estimate, meeting.rubbers.estimate, others, meeting.games.estimate,
    )  # fmt: skip


def field_of(count, name="bot-{}"):
    """So many entrants, of which each has met each."""
    names = [name.format(at) for at in range(count)]
    between = {(one, other): WON for one in names for other in names if one != other}
    places = tuple(
        place(at, name, WON, {}, tuple(names[: at % 2] + names[at : count - 1 : 2]))
        for at, name in enumerate(names, 1)
    )
    return Standings(Contest("cup", Unit.BOARD, tuple(names), 9), places, between)


def width(text):
    return max(map(len, text.splitlines()))


def test_the_table_is_for_reading_in_a_terminal():
    assert """\
cup_2: 2 of 6 matches

#    entrant      deals    boards          games         points    faults  not separated
                            W-D-L       per deal       per deal            from
---  ---------  -------  --------  -------------  -------------  --------  ---------------
1    counter          8     2-1-1  +0.625 ±1.193  -12.50 ±52.57         0  2
2=   bare             8     1-1-2  -0.625 ±1.193  +12.50 ±52.57         3  1-2
2=   c_1              0     0-0-0              -              -         0  1-2

Figures per deal are net, and means over the opponents met; ± is half of a 95 % interval.
Not separated from: places whose difference in games may be luck, at 95 % for all pairs.

Net games per deal against each:

#    entrant        counter         bare    c_1
---  ---------  -----------  -----------  -----
1    counter              .  +0.62 ±1.19      -
2=   bare       -0.62 ±1.19            .      -
2=   c_1                  -            -      .
""" == show_table(standings_of())


def test_markdown_has_both_cross_tables_and_escapes_names():
    assert """\
# Standings of cup\\_2

cup\\_2: 2 of 6 matches

| #   | entrant   |   deals |   boards W-D-L |   games per deal |   points per deal |   faults | not separated from   |
|:----|:----------|--------:|---------------:|-----------------:|------------------:|---------:|:---------------------|
| 1   | counter   |       8 |          2-1-1 |    +0.625 ±1.193 |     -12.50 ±52.57 |        0 | 2                    |
| 2=  | bare      |       8 |          1-1-2 |    -0.625 ±1.193 |     +12.50 ±52.57 |        3 | 1-2                  |
| 2=  | c\\_1      |       0 |          0-0-0 |                - |                 - |        0 | 1-2                  |

Figures per deal are net, and means over the opponents met; ± is half of a 95 % interval.
Not separated from: places whose difference in games may be luck, at 95 % for all pairs.

## Net games per deal against each

| #   | entrant   |     counter |        bare |   c\\_1 |
|:----|:----------|------------:|------------:|-------:|
| 1   | counter   |           . | +0.62 ±1.19 |      - |
| 2=  | bare      | -0.62 ±1.19 |           . |      - |
| 2=  | c\\_1      |           - |           - |      . |

## Net points per deal against each

| #   | entrant   |       counter |          bare |   c\\_1 |
|:----|:----------|--------------:|--------------:|-------:|
| 1   | counter   |             . | -12.50 ±52.57 |      - |
| 2=  | bare      | +12.50 ±52.57 |             . |      - |
| 2=  | c\\_1      |             - |             - |      . |
""" == show_markdown(standings_of())


def test_rubbers_are_named_as_such_and_net_games_stand_beside_them():
    text = show_table(standings_of(Unit.RUBBER))
    assert "won - lost" in text
    assert "+0.50 ±6.35" in text
    assert "per rubber" in text
    assert "+5" in text
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


def test_a_swiss_tournament_says_that_opponents_were_allowed_for():
    swiss = Standings(Contest("cup", Unit.BOARD, ("a",), 1, format="swiss"), (), {})
    assert "allow for how strong the opponents were" in show_table(swiss)
    assert "means over the opponents met" in show_table(standings_of())


def test_bots_with_changing_partners_have_a_table_of_their_own():
    bots = (
        Individual(1, shared=False, name="ana", boards=9, games=Estimate(Fraction(1, 2), 0.01, 9.0),
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


def test_a_figure_without_an_interval_is_explained_where_there_is_one():
    one = Estimate(Fraction(1), None, None)
    level = Standing(1, shared=False, name="a", tally=NONE, faults={}, rubbers=one)
    standings = Standings(Contest("cup", Unit.RUBBER, ("a",), 1), (level,), {})
    assert " interval. ±?: too few boards, or all alike.\n" in show_table(standings)
    assert " 0 " in show_table(standings)
    assert "all alike" not in show_table(standings_of())


def test_a_table_without_places_has_its_heading():
    nobody = Standings(Contest("cup", Unit.BOARD, ("a",), 1), (), {}, disqualified={"a": "cheated"})
    assert "Disqualified" in show_table(nobody)
    assert "Disqualified" in show_markdown(nobody)
