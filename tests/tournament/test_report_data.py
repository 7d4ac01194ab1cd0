"""Standings for programs."""

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from arena.referee.spec import Unit
from arena.tournament.report_data import bounds, rounded, show_csv, show_json
from arena.tournament.standings import Contest, Individual, Standing, Standings
from arena.tournament.statistics import Estimate, Sample
from arena.tournament.tally import Meeting, Tally
from protocol.messages import FaultCode

TALLY = Tally(2, deals=8, won=2, drawn=1, lost=1, net_games=5, net_points=-100)
GAMES = Sample.of([8, -4, 12, 0])
MEETING = Meeting(TALLY, GAMES, Sample.of([40, -100, -60, 20]), Sample.of([2, 0]))
FIGURES = {
    "net_games_per_deal": 2.0,
    "net_games_per_deal_interval": [-3.8103, 7.8103],
    "net_points_per_deal": -12.5,
    "net_points_per_deal_interval": [-65.0746, 40.0746],
}


def standings_of(unit=Unit.BOARD):
    meeting = MEETING if unit is Unit.RUBBER else Meeting(TALLY, GAMES, MEETING.points)
    ours = (meeting.games.estimate, meeting.points.estimate, meeting.rubbers.estimate)
    places = (
        Standing(1, shared=False, name="bare", tally=TALLY, faults={FaultCode.EXITED: 1, FaultCode.MOVE_TIMEOUT: 2},
                 games=ours[0], points=ours[1], rubbers=ours[2], not_separated=("x", "c"), ahead=ours[0]),
        Standing(2, shared=True, name="x", tally=TALLY.reverse, faults={}),
        Standing(2, shared=True, name="c", tally=Tally(), faults={}),
    )  # fmt: skip
    return Standings(
        Contest("cup", unit, ("bare", "x", "c"), 6, individuals=("b",)),
        places,
        {("bare", "x"): meeting, ("x", "bare"): meeting.reverse},
        void=("v1",),
        disqualified={"eve": "cheated, twice"},
        withdrawn={"x": "ill"},
        annulled=(("m1", "cable"),),
        not_rankable=("void: many", "overloaded"),
        individuals=(
            Individual(
                1,
                shared=False,
                name="b",
                boards=9,
                games=ours[0],
                points=None,
                not_separated=("q",),
            ),
        ),
        after=7,
    )


def test_the_json_has_everything_in_a_settled_order():
    document = json.loads(show_json(standings_of()))
    assert [
        "format", "tournament", "tournament_format", "unit", "ranked_by", "not_rankable", "after",
        "matches", "standings", "individuals", "disqualified", "withdrawn", "annulled",
        "head_to_head",
    ] == list(document)  # fmt: skip
    assert {"planned": 6, "scored": 2, "void": ["v1"]} == document["matches"]
    assert (7, ["void: many", "overloaded"]) == (document["after"], document["not_rankable"])
    tally = {
        "matches": 2, "deals": 8, "won": 2, "drawn": 1, "lost": 1, "net_games": 5,
        "net_points": -100,
    }  # fmt: skip
    assert {
        "rank": 1, "shared": False, "entrant": "bare", **tally, **FIGURES,
        "not_separated_from": ["x", "c"], "ahead_of_next": 2.0,
        "ahead_of_next_interval": [-3.8103, 7.8103],
        "faults": {"exited": 1, "move_timeout": 2},
    } == document["standings"][0]  # fmt: skip
    assert {"entrant": "bare", "against": "x", **tally, "boards": 4, **FIGURES} == document[
        "head_to_head"
    ][0]
    assert 2 == len(document["head_to_head"])
    assert {"entrant": "eve", "reason": "cheated, twice"} == document["disqualified"][0]
    assert {"entrant": "x", "reason": "ill"} == document["withdrawn"][0]
    assert {"match_id": "m1", "reason": "cable"} == document["annulled"][0]
    assert {
        "rank": 1, "shared": False, "bot": "b", "boards": 9, **FIGURES,
        "net_points_per_deal": None, "net_points_per_deal_interval": None,
        "not_separated_from": ["q"],
    } == document["individuals"][0]  # fmt: skip


def test_rubbers_have_a_figure_of_their_own():
    document = json.loads(show_json(standings_of(Unit.RUBBER)))
    first = document["standings"][0]
    assert (0.5, [-5.8531, 6.8531]) == (
        first["net_rubbers_per_rubber"], first["net_rubbers_per_rubber_interval"],
    )  # fmt: skip
    assert 0.5 == document["head_to_head"][0]["net_rubbers_per_rubber"]


def test_no_figure_is_less_than_nothing():
    tiny = Estimate(Fraction(-1, 10**9), 1e-18, 5.0)
    assert ("0.0", "(-0.0, 0.0)".replace("-", "")) == (str(abs(rounded(tiny))), str(bounds(tiny)))


def test_the_csv_has_a_row_for_each_and_says_whom_the_organiser_ruled_out():
    rows = list(csv.DictReader(io.StringIO(show_csv(standings_of()))))
    assert ["bare", "x", "c", "eve"] == [row["entrant"] for row in rows]
    assert {"cup"} == {row["tournament"] for row in rows}
    assert {"void: many;overloaded"} == {row["not_rankable"] for row in rows}
    first, withdrawn, _, out = rows
    assert ("2.0", "-3.8103", "7.8103") == tuple(
        first[f"net_games_per_deal{end}"] for end in ("", "_low", "_high")
    )
    assert ("x;c", "3", "false", "") == (
        first["not_separated_from"], first["faults"], first["shared"], first["ruling"],
    )  # fmt: skip
    assert ("withdrawn", "ill", "true") == (
        withdrawn["ruling"], withdrawn["reason"], withdrawn["shared"],
    )  # fmt: skip
    assert ("", "disqualified", "cheated, twice") == (out["rank"], out["ruling"], out["reason"])
    assert "" == withdrawn["net_games_per_deal_low"]


@pytest.mark.parametrize("unit", Unit)
def test_the_document_lists_every_key_of_the_json_and_the_csv(unit):
    text = (Path(__file__).parents[2] / "docs/standings.md").read_text(encoding="utf-8")
    standings = standings_of(unit)
    document = json.loads(show_json(standings))
    keys = {*document, *document["matches"], *document["ranked_by"]}
    for name, value in document.items():
        if isinstance(value, list) and name not in ("ranked_by", "not_rankable"):
            keys |= set(value[0])
    columns = set(next(csv.reader(io.StringIO(show_csv(standings)))))
    columns -= {name for name in columns if name.endswith(("_low", "_high"))}
    assert set() == {key for key in keys | columns if f"`{key}`" not in text}
