"""Standings for programs."""

import csv
import io
import json
from pathlib import Path

import pytest

from arena.referee.spec import Unit
from arena.tournament.conduct import Kind, Sign
from arena.tournament.contest import Contest, Figure, Individual, Standing, Standings
from arena.tournament.observed import Observed
from arena.tournament.report_data import bounds, rounded, show_csv, show_json
from arena.tournament.statistics import Estimate
from arena.tournament.strengths import Strengths
from arena.tournament.tally import Meeting, Tally
from protocol.messages import FaultCode

TALLY = Tally(2, deals=8, won=2, drawn=1, lost=1, net_games=5, net_points=-100)
GAMES = Observed.match([8, -4, 12, 0])
MEETING = Meeting(TALLY, GAMES, Observed.match([40, -100, -60, 20]), Observed.match([2, 0]), GAMES)
GAME = Estimate(2.0, 3.0, 4.0)
FIGURES = {
    "net_games_per_deal": 2.0,
    "net_games_per_deal_interval": [-2.8089, 6.8089],
    "net_points_per_deal": -12.5,
    "net_points_per_deal_interval": [-17.7971, -7.2029],
}


def standings_of(unit=Unit.BOARD):
    names = ("bare", "x", "c")
    pair = ("bare", "x")
    figures = {
        Figure.GAMES: Strengths.of(names, {pair: MEETING.games}),
        Figure.POINTS: Strengths.of(names, {pair: MEETING.points}, "points"),
        Figure.AT_CARDS: Strengths.of(names, {pair: MEETING.at_cards}),
    }
    if unit is Unit.RUBBER:
        figures[Figure.RUBBERS] = Strengths.of(names, {pair: MEETING.rubbers}, "rubbers")
    points = Estimate(-12.5, 7.0, 30.0)
    places = (
        Standing(1, shared=False, name="bare", tally=TALLY, faults={FaultCode.EXITED: 1, FaultCode.MOVE_TIMEOUT: 2},
                 games=GAME, points=Estimate(-12.5, 3.64, 4.0), rubbers=GAME, at_cards=points,
                 not_separated=("x", "c"), ahead=GAME, best=0.75, elo=12.34567),
        Standing(2, shared=True, name="x", tally=TALLY.reverse, faults={}),
        Standing(None, shared=False, name="c", tally=Tally(), faults={}),
    )  # fmt: skip
    return Standings(
        Contest("cup", unit, ("bare", "x", "c"), 6, individuals=("b",)),
        places,
        {pair: MEETING, pair[::-1]: MEETING.reverse},
        figures,
        void=("v1",),
        disqualified={"eve": "cheated, twice"},
        withdrawn={"x": "ill"},
        annulled=(("m1", "cable"),),
        not_rankable=("void: many", "overloaded"),
        signs=(Sign(Kind.FAULTS, "bare", "x", "3 of 3 faults"),),
        individuals=(
            Individual(
                1, shared=False, name="b", boards=9, games=GAME, points=None, not_separated=("q",)
            ),
        ),
        after=7,
    )


def test_the_json_has_everything_in_a_settled_order():
    document = json.loads(show_json(standings_of()))
    assert [
        "format", "tournament", "tournament_format", "unit", "ranked_by", "not_rankable", "after",
        "matches", "separations_from_one_match", "standings", "individuals", "disqualified",
        "withdrawn", "annulled", "signs", "head_to_head",
    ] == list(document)  # fmt: skip
    assert {"planned": 6, "scored": 2, "void": ["v1"]} == document["matches"]
    assert (7, ["void: many", "overloaded"]) == (document["after"], document["not_rankable"])
    tally = {
        "matches": 2, "deals": 8, "won": 2, "drawn": 1, "lost": 1, "net_games": 5,
        "net_points": -100,
    }  # fmt: skip
    assert {
        "rank": 1, "shared": False, "entrant": "bare", **tally, **FIGURES,
        "without_faults": -12.5, "without_faults_interval": [-17.9033, -7.0967],
        "not_separated_from": ["x", "c"], "ahead_of_next": 2.0,
        "ahead_of_next_interval": [-2.8089, 6.8089],
        "chance_to_be_best": 0.75, "normalized_elo": 12.3457,
        "faults": {"exited": 1, "move_timeout": 2}, "ruling": None, "reason": None,
    } == document["standings"][0]  # fmt: skip
    meeting = document["head_to_head"][0]
    assert {"entrant": "bare", "against": "x", **tally, "boards": 4, "counts": True}.items() <= (
        meeting.items()
    )
    assert (2.0, -12.5) == (meeting["net_games_per_deal"], meeting["net_points_per_deal"])
    assert {
        "sign": "faults against one opponent", "entrant": "bare", "against": "x",
        "words": "3 of 3 faults",
    } == document["signs"][0]  # fmt: skip
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
    assert 2.0 == document["standings"][0]["net_rubbers_per_rubber"]
    assert 0.5 == document["head_to_head"][0]["net_rubbers_per_rubber"]
    assert "net_rubbers_per_rubber" not in json.loads(show_json(standings_of()))["standings"][0]


def test_no_figure_is_less_than_nothing():
    tiny = Estimate(-1e-9, 1e-18, 5.0)
    assert ("0.0", "(-0.0, 0.0)".replace("-", "")) == (str(abs(rounded(tiny))), str(bounds(tiny)))


def test_the_csv_has_a_row_for_each_and_says_whom_the_organiser_ruled_out():
    rows = list(csv.DictReader(io.StringIO(show_csv(standings_of()))))
    assert ["bare", "x", "c", "eve"] == [row["entrant"] for row in rows]
    assert {"cup"} == {row["tournament"] for row in rows}
    assert {"void: many;overloaded"} == {row["not_rankable"] for row in rows}
    first, withdrawn, _, out = rows
    assert ("2.0", "-2.8089", "6.8089") == tuple(
        first[f"net_games_per_deal{end}"] for end in ("", "_low", "_high")
    )
    assert ("x;c", "3", "0", "") == (
        first["not_separated_from"], first["faults"], first["shared"], first["ruling"],
    )  # fmt: skip
    assert ("withdrawn", "ill", "1") == (
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
