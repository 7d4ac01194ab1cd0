"""``arena check`` names what is wrong with each hostile bot, and finds nothing wrong with the good ones.

All checks are made at once, when the first test needs them: bots that misbehave are mostly waited for.
"""

import json
import shutil
from multiprocessing import get_context
from pathlib import Path

import pytest

from arena.cli.show_check import show_check_json
from arena.referee.spec import Clock, Terms
from arena.runner.conformance.check import CheckPlan, check_bot

pytestmark = pytest.mark.hostile

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "tests" / "bots"
CHECKS_AT_ONCE = 8
PATIENCE_S = 300

FOUND = {
    "answers_again.py": ("deals", "wrong_id"),
    "answers_and_exits.py": ("deals", "exited"),
    "bad_message.py": ("deals", "bad_message"),
    "bad_utf8.py": ("deals", "bad_json"),
    "busy.py": ("deals", "move_timeout"),
    "closes_stdin.py": ("deals", "move_timeout"),
    "closes_stdout.py": ("deals", "closed_stdout"),
    "daemon.py": ("bye", "left_behind"),
    "double_answer.py": ("deals", "unsolicited_output"),
    "dribble.py": ("deals", "move_timeout"),
    "dribble_lines.py": ("deals", "move_timeout"),
    "early_answer.py": ("deals", "unsolicited_output"),
    "exits.py": ("deals", "exited"),
    "exits_at_start.py": ("start", "exited"),
    "flood_lines.py": ("deals", "too_much_output"),
    "flood_stderr.py": ("stderr", "loud"),
    "flood_stdout.py": ("deals", "line_too_long"),
    "foreign_card.py": ("deals", "illegal_card"),
    "garbage.py": ("deals", "bad_json"),
    "holds_pipes.sh": ("deals", "exited"),
    "illegal_card.py": ("deals", "illegal_card"),
    "kills_group.py": ("deals", "exited"),
    "never_reads.py": ("start", "start_timeout"),
    "no_newline.py": ("deals", "move_timeout"),
    "not_executable.txt": ("files", "not_accepted"),
    "silent.py": ("deals", "move_timeout"),
    "silent_at_start.py": ("start", "start_timeout"),
    "slow.py": ("deals", "move_timeout"),
    "stops_itself.py": ("deals", "move_timeout"),
    "stops_reading.py": ("deals", "move_timeout"),
    "stubborn.py": ("bye", "no_exit"),
    "thinks_long.py": ("deals", "move_timeout"),
    "unflushed.py": ("deals", "move_timeout"),
    "utf16.py": ("deals", "bad_json"),
    "wrong_id.py": ("deals", "wrong_id"),
    "wrong_version.py": ("start", "wrong_version"),
}
"""The step that must find it, and what it must find; other steps may find more."""

ADVICE = {"flood_stderr.py"}
HASTY = Clock(start_ms=3_000, move_ms=400)
PATIENT = Clock(start_ms=60_000, move_ms=60_000)
HONEST = ("honest.py", "odd_but_right.py")


def check(bot: Path, clock: Clock) -> dict:
    """The result, as ``--json`` gives it. To be called in a process that does nothing else."""
    plan = CheckPlan(Terms(clock=clock))
    found = check_bot(bot, plan, lambda _name: None, lambda _number, _of, _title: None)
    return json.loads(show_check_json(found))


def as_folder(bot: Path, place: Path) -> Path:
    """A bot of the hostile suite with what all of them share, as a folder that can be checked."""
    folder = place / bot.stem
    folder.mkdir()
    for file in (bot, BOTS / "scripted.py"):
        shutil.copy(file, folder)
    run = ["python3", bot.name] if bot.suffix == ".py" else [f"./{bot.name}"]
    (folder / "bot.toml").write_text(f'name = "{bot.stem}"\nrun = {json.dumps(run)}\n')
    return folder


@pytest.fixture(scope="module")
def checks(tmp_path_factory):
    """The result of checking every bot of the table, and the honest ones, by name.

    In processes that are forked off this one, which has loaded already what they need.
    """
    place = tmp_path_factory.mktemp("bots")
    jobs = {name: (as_folder(BOTS / name, place), HASTY) for name in FOUND}
    jobs |= {name: (as_folder(BOTS / name, place), PATIENT) for name in HONEST}
    with get_context("fork").Pool(CHECKS_AT_ONCE) as pool:
        results = pool.starmap_async(check, jobs.values(), chunksize=1)
        return dict(zip(jobs, results.get(PATIENCE_S), strict=True))


def found_in(result: dict) -> set[tuple[str, str]]:
    return {
        (step["name"], finding["code"]) for step in result["steps"] for finding in step["findings"]
    }


@pytest.mark.parametrize("name", FOUND)
def test_each_hostile_bots_fault_is_named(name, checks):
    result = checks[name]
    assert FOUND[name] in found_in(result)
    assert (name in ADVICE) == result["passed"]


def test_the_table_has_every_hostile_bot_that_can_be_told_from_a_good_one():
    odd = {"scripted.py", "honest.py", "odd_but_right.py", "nameless_daemon.py"}
    known = {path.name for path in BOTS.iterdir() if path.is_file()} - odd
    assert set(FOUND) <= known


@pytest.mark.parametrize("name", HONEST)
def test_nothing_is_wrong_with_an_honest_bot(name, checks):
    assert (True, set()) == (checks[name]["passed"], found_in(checks[name]))
