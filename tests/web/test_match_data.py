"""A match as the viewer's data: the same positions as the engine's, and nothing that could be markup."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from arena.engine import SEATS, Deal
from arena.engine.cards import cards_in
from arena.referee.events import CardPlayed
from arena.transcript.deal_log import deals_of
from arena.web.match_data import LETTERS, match_json

ASSETS = Path(__file__).parents[2] / "arena" / "web" / "assets"


def data_of(match):
    return json.loads(match_json(match))


def test_each_deal_holds_its_cards_times_and_result(read_matches):
    data = data_of(read_matches["boards"])
    deal = data["halves"][0]["deals"][0]
    assert (1, 0, 0, 0) == (deal["n"], deal["b"], deal["d"], deal.get("k", 0))
    assert [10] * 4 == [deal["h"].count(seat) for seat in "0123"]
    assert sorted(LETTERS) == sorted(deal["c"])
    assert 40 == len(deal["w"]) == len(deal["p"])
    assert "played" == deal["r"][0]
    assert 120 == deal["r"][1] + deal["r"][2]


def test_no_markup_is_left_in_the_data(read_matches):
    text = match_json(read_matches["hostile"])
    assert not re.search("[<>&\u2028\u202e\x1b]", text)
    assert text.isascii()
    said = [
        comment
        for half in json.loads(text)["halves"]
        for deal in half["deals"]
        for comment in deal.get("m", {}).values()
    ]
    assert any(comment.startswith("<script>document.title") for comment in said)
    assert any(comment.startswith("\\u202egnirts") for comment in said)


def test_a_fault_stands_where_it_happened_with_its_evidence(read_matches):
    half = data_of(read_matches["crash"])["halves"][0]
    notes = [(deal["n"], *note) for deal in half["deals"] for note in deal.get("e", [])]
    number, at, kind, seat, text, line, more = next(note for note in notes if note[2] == "fault")
    played = len(half["deals"][number - 1]["c"])
    assert (1, 10, "fault", 1) == (number, at, kind, seat)
    assert at == played
    assert text.startswith("exited: the process exited with status 1")
    assert line > 1
    assert "KeyError: 'trump'" in dict(more)["stderr"]


def test_a_half_without_deals_tells_why(read_matches):
    half = data_of(read_matches["no deal"])["halves"][0]
    assert [] == half["deals"]
    kinds = {note[1] for note in half["notes"]}
    assert "fault" in kinds


def test_cards_of_the_referee_and_excused_ones_are_told(read_matches):
    deals = [
        deal for half in data_of(read_matches["substitutes"])["halves"] for deal in half["deals"]
    ]
    assert any("f" in deal for deal in deals)
    assert any("o" in deal for deal in deals)


def test_a_rubber_tells_its_score_and_its_end(read_matches):
    data = data_of(read_matches["rubbers"])
    deals = data["halves"][0]["deals"]
    assert any("g" in deal for deal in deals)
    notes = [note[3] for deal in deals for note in deal.get("e", []) if note[1] == "score"]
    assert re.fullmatch(r"Rubber 1: (alpha|beta) \((NS|EW)\) win it, \d-\d in \d deals\.", notes[0])


def test_a_void_match_says_so(read_matches):
    data = data_of(read_matches["void"])
    assert ["ending", "void: no memory left to spawn a bot"] in data["result"]
    deal = data["halves"][-1]["deals"][-1]
    assert deal["r"] is None
    assert "The match is void: no memory left to spawn a bot." == deal["e"][-1][3]


def test_a_lost_match_says_so(read_matches):
    ending = dict(data_of(read_matches["lost late"])["result"])["ending"]
    assert "lost by alpha, which had too many faults" == ending


SCRIPT = """
import { readFileSync } from "node:fs";
import { openDeal, positionAt } from "ASSETS/position.js";
const matches = JSON.parse(readFileSync(0, "utf8"));
const out = matches.map((match) => match.halves.map((half) => half.deals.map((raw) => {
  const deal = openDeal(raw);
  return Array.from({ length: deal.plays.length + 1 }, (_, count) => {
    const at = positionAt(deal, count);
    const hands = at.hands.map((hand) => [...hand].sort((a, b) => a - b));
    const legal = [...at.legal].sort((a, b) => a - b);
    return [hands, at.table, at.points, at.won, at.leader, at.toPlay, legal, at.tricks.length];
  });
})));
process.stdout.write(JSON.stringify(out));
"""


def positions(match):
    """The engine's positions of each deal, as the script writes its own."""
    for half in match.halves:
        rows = []
        for log in deals_of("", half):
            plays = (step for step in log.steps if isinstance(step.logged.event, CardPlayed))
            deals = [Deal.start(log.started.layout), *(step.after for step in plays)]
            rows.append([position(deal) for deal in deals])
        yield rows


def position(deal):
    hands = [list(map(int, cards_in(hand))) for hand in deal.hands]
    to_play = None if deal.finished else int(deal.to_play)
    legal = [] if deal.finished else list(map(int, cards_in(deal.legal)))
    table = list(map(int, deal.table))
    counts = [list(deal.points), list(deal.won), int(deal.leader)]
    return [hands, table, *counts, to_play, legal, len(deal.tricks)]


def test_the_viewer_finds_the_same_positions_as_the_engine(read_matches, tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node isn't installed")
    script = tmp_path / "positions.mjs"
    script.write_text(SCRIPT.replace("ASSETS", ASSETS.as_uri()), encoding="utf-8")
    matches = list(read_matches.values())
    data = "[" + ",".join(map(match_json, matches)) + "]"
    done = subprocess.run(
        [node, script], input=data.encode(), capture_output=True, timeout=60, check=True
    )
    expected = [list(positions(match)) for match in matches]
    assert expected == json.loads(done.stdout)
    assert len(SEATS) == len(expected[0][0][0][0][0])
