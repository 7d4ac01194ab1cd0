"""Where bots failed in a run is where others are asked."""

import json

import pytest

from arena.errors import RunError
from arena.runner.conformance.corpus import read_corpus, replay_corpus
from arena.runner.play.tournament import RunOptions, run_tournament


@pytest.fixture
def run(office, contest, tmp_path):
    """A tournament in which a bot called bad failed again and again."""
    path = contest("ana bad")
    run_tournament(path, RunOptions(seed="2a", jobs=1), lambda _: None)
    return tmp_path / "cup"


@pytest.fixture
def mishaps(run):
    return read_corpus([run])


def test_each_position_is_taken_once_from_runs_and_from_logs(run, mishaps):
    (log,) = (run / "matches").glob("*.jsonl")
    assert mishaps == read_corpus([run.with_suffix(".toml"), log, run])
    assert mishaps
    assert all(it.told.startswith("where bad failed by bad_json (") for it in mishaps)
    message = json.loads(mishaps[0].request(77))
    assert (77, "play") == (message["id"], message["type"])
    assert (*message["legal"],) == mishaps[0].legal
    assert message["seat"] == mishaps[0].seat


def test_what_is_no_run_is_told_so(tmp_path):
    with pytest.raises(RunError, match="isn't a run directory"):
        read_corpus([tmp_path])


def replay(mishaps):
    async def script(bench, notebook):
        await replay_corpus(bench, notebook, mishaps)

    return script


def test_a_bot_that_does_better_is_asked_about_all_positions(mishaps, trial, clock):
    better = trial()
    assert [] == better.run(replay(mishaps), clock)
    assert f"{len(mishaps)} positions where bots had failed" == better.notebook.note
    seats = {bot.heard[0]["seat"] for bot in better.bots}
    assert seats == {it.seat for it in mishaps}
    asked = [it["seat"] for bot in better.bots for it in bot.heard if it["type"] == "play"]
    assert sorted(asked) == sorted(it.seat for it in mishaps)


def test_a_bot_that_does_no_better_is_told_whose_fault_it_repeats(mishaps, trial, good, clock):
    def bad(bot, message):
        return bot.say(b"what?\n") if message["type"] == "play" else good(bot, message)

    (found,) = trial(bad).run(replay(mishaps), clock)
    assert ("fault", "bad_json") == found[:2]
    assert ", where bad failed by bad_json (" in found[2]


def test_a_bot_that_plays_what_isnt_legal_there_is_found(mishaps, trial, good, clock):
    def cheat(bot, message):
        if message["type"] != "play":
            return good(bot, message)
        pack = [rank + suit for suit in "CDHS" for rank in "23456QJK7A"]
        return {"id": message["id"], "card": next(it for it in pack if it not in message["hand"])}

    found = trial(cheat).run(replay(mishaps), clock)
    assert ["illegal_card"] == [code for _, code, _ in found]
    assert "; legal: " in found[0][2]


def test_a_bot_that_doesnt_start_is_told_so(mishaps, trial, clock):
    found = trial(lambda bot, _: bot.exit(1)).run(replay(mishaps[:1]), clock)
    assert ["exited"] == [code for _, code, _ in found]
