"""``arena check`` as its users meet it, with real processes of Python bots."""

import json
from xml.etree import ElementTree as ET

import pytest

GOOD = """
from protocol.bot import run
run(lambda view: view.legal[0], name="good")
"""
BAD = """
import sys, json
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"id": message["id"], "protocol": 1}), flush=True)
    elif message["type"] == "play":
        print("<oops> \\x1b]0;", file=sys.stderr, flush=True)
        print("ace of <hearts>", flush=True)
"""
PATIENT = ("--start-ms", 60_000, "--move-ms", 60_000, "--sandbox", "off")


@pytest.fixture
def bot(tmp_path):
    def write(text, name="bot.py"):
        (tmp_path / name).write_text(text)
        return name

    return write


def test_a_good_bot_is_ready_to_play(arena, bot, tmp_path):
    said = arena("check", bot(GOOD), *PATIENT, "--junit", "report.xml")
    assert (0, True) == (said.status, said.err.startswith("sandbox off"))
    assert said.out.startswith("bot: 60000 ms to start, 60000 ms a move, sandbox off\n\n  1  ok ")
    assert said.out.endswith("\nready to play: 14 steps, 14 passed\n")
    suite = ET.parse(tmp_path / "report.xml").getroot()
    assert ("14", "0", "0") == (suite.get("tests"), suite.get("failures"), suite.get("skipped"))
    assert "4. plays a hundred positions of real deals" == suite[3].get("name")


def test_a_bad_bot_is_told_all_that_is_wrong_and_what_to_do(arena, bot, tmp_path):
    said = arena("check", bot(BAD), *PATIENT, "--junit", "report.xml")
    assert 1 == said.status
    assert "\n  4  FAILED   plays a hundred positions of real deals\n" in said.out
    assert "bad_json (3 times): not JSON: expected value at column 1; the line" in said.out
    assert "to do: print nothing but replies to stdout" in said.out
    assert "                its stderr:\n                  <oops>  ]0;\n" in said.out
    assert 1 == said.out.count("to do: print nothing"), "the same advice is given once"
    suite = ET.parse(tmp_path / "report.xml").getroot()
    (failure,) = suite[3].findall("failure")
    assert "bad_json" == failure.get("type")
    assert "it was asked: {" in failure.text


def test_the_result_can_be_had_as_json(arena, bot):
    said = arena("check", bot(BAD), *PATIENT, "--json")
    check = json.loads(said.out)
    assert (1, False, "bot") == (said.status, check["passed"], check["name"])
    deals = check["steps"][3]
    assert ("deals", "failed") == (deals["name"], deals["verdict"])
    (finding,) = deals["findings"]
    assert ("bad_json", "fault", 3) == (finding["code"], finding["severity"], finding["times"])
    assert "play" == json.loads(finding["request"])["type"]
    assert finding["fix"]
    assert {"count", "p50", "p99", "max"} == set(check["times_us"]["start"])
    assert None is check["times_us"]["move"]


def test_a_bot_that_cant_be_taken_fails_the_first_step_and_is_tried_no_further(
    arena, bot, tmp_path
):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_text('name = "mine"\nrun = "bot"\nbot = 1\n')
    said = arena("check", "mine", "--junit", "report.xml")
    assert 1 == said.status
    assert "not_accepted: mine/bot.toml:2:1: run " in said.out
    assert "mine/bot.toml:3:1: unknown key 'bot'" in said.out
    assert "13 not run" in said.out
    suite = ET.parse(tmp_path / "report.xml").getroot()
    assert ("13", "1") == (suite.get("skipped"), suite.get("failures"))
    assert 13 == len(suite.findall("testcase/skipped"))


def test_a_bot_that_doesnt_start_is_tried_no_further(arena, bot):
    said = arena("check", bot("raise SystemExit('no model')"), "--json")
    steps = json.loads(said.out)["steps"]
    assert ["passed", "failed", *["not_run"] * 12] == [step["verdict"] for step in steps]
    assert ["no model"] == steps[1]["findings"][0]["stderr"]


def test_the_terms_are_those_of_a_tournament_and_its_mishaps_are_tried(
    office, contest, arena, bot, tmp_path
):
    path = contest("ana bad", seed="2a")
    arena("tournament", "cup.toml")
    path.write_text(path.read_text() + "[clock]\nmove_ms = 50000\nbank_ms = 7\n")
    said = arena("check", bot(GOOD), "--for", "cup.toml", "--corpus", "cup", "--json")
    check = json.loads(said.out)
    assert (50_000, 7) == (check["conditions"]["move_ms"], check["conditions"]["bank_ms"])
    (corpus,) = [step for step in check["steps"] if step["name"] == "corpus"]
    assert "passed" == corpus["verdict"]
    assert corpus["note"].endswith(" positions where bots had failed")


def test_colours_are_used_only_where_they_may_be(arena, bot, monkeypatch):
    name = bot("")
    assert "\x1b[" not in arena("check", name).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in arena("check", name).out
