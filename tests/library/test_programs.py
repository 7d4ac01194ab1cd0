"""Matches and tournaments in which programs take part: real processes, asked for from Python."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import trio

import arena
from arena.errors import ConfigError, ConfigErrors, NotationError, RunError, SubmissionError

BOTS = Path(__file__).parents[2] / "example_bots"
BARE = BOTS / "bare.py"
DICEY = BOTS / "random_bot.py"


def first(view):
    return view.legal[0]


def last(view):
    return view.legal[-1]


def faults_of(match):
    return [(fault.code.value, fault.deal, fault.trick) for fault in match.faults]


def test_programs_play_by_their_paths(tmp_path):
    match = arena.play_match(BARE, str(DICEY), boards=1, seed=7, log=tmp_path / "match.jsonl")
    assert ("bare", "random_bot") == match.entrants
    assert 80 == sum(len(deal.plays) for deal in match.deals)
    assert tmp_path / "match.jsonl" == match.path
    assert match.outcome == arena.read_match(match.path, verify=True).outcome
    assert [match.path] == list(tmp_path.iterdir())


def test_a_match_without_a_log_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    match = arena.play_match(BARE, first, boards=1, seed=7)
    assert match.path is None
    assert 2 == len(match.deals)
    assert [] == list(tmp_path.iterdir())


def test_a_function_plays_as_it_does_among_functions():
    """The cards that it chose, its comments, what it was told of deals: the same whoever plays it."""
    told = []
    here = arena.PythonBot(
        lambda view: (view.legal[0], f"trick {view.trick}"), "here", on_deal=told.append
    )
    with_program = arena.play_match(here, BARE, boards=2, seed=7)
    plays = [play for deal in with_program.deals for play in deal.plays]
    mine = [play for play in plays if play.comment]
    assert 80 == len(mine)
    assert 8 == len(told)
    for deal in with_program.deals:
        for play in deal.plays:
            if play.comment:
                assert str(play.card) == deal.view(play.trick, play.seat).legal[0]
    among = arena.play_match(here, lambda view: view.legal[0], boards=2, seed=7)
    assert with_program.outcome.boards == among.outcome.boards  # bare.py plays like that


def test_a_function_and_a_program_can_be_partners():
    match = arena.play_match((first, BARE), (DICEY, last), boards=1, seed=3)
    assert ("first", "random_bot", "bare", "last") == tuple(map(match.bot_at, arena.engine.SEATS))
    assert () == match.faults


@pytest.mark.parametrize(
    ("how", "code"),
    [
        (lambda view: 1 / 0, "exited"),
        (lambda view: sys.exit(4), "exited"),
        (lambda view: "ZZ", "bad_message"),
        (
            lambda view: next(card for card in ("2C", "AS", "7H") if card not in view.hand),
            "illegal_card",
        ),
    ],
    ids=["raises", "exits", "no card", "not held"],
)
def test_what_a_function_does_wrong_is_a_fault_of_its_own(how, code):
    match = arena.play_match(how, BARE, boards=1, seed=7)
    assert {code} == {fault.code.value for fault in match.faults}
    assert 2 == len(match.faults)
    if code == "exited":
        (note, *_) = [note for half in match.halves for _, note in half.stderr if note.tail]
        assert "The bot failed on this line:" in note.tail


def test_a_slow_function_is_on_the_clock():
    def sleepy(view):
        time.sleep(0.4 if view.trick == 2 else 0)
        return view.legal[0]

    match = arena.play_match(sleepy, BARE, boards=1, seed=7, clock=arena.Clock(move_ms=250))
    assert [("move_timeout", 1, 2)] * 2 == faults_of(match)


def test_what_is_not_a_bots_fault_ends_the_match_and_every_process():
    class Stop(BaseException):
        pass

    def stop(view):
        raise Stop

    before = _children()
    with pytest.raises(Stop):
        arena.play_match(stop, BARE, boards=1, seed=7)
    assert before == _children()


def _children():
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text()


def test_no_handler_of_a_signal_is_touched():
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)
    before = [signal.getsignal(number) for number in numbers]
    arena.play_match(first, BARE, boards=1, seed=7)
    assert before == [signal.getsignal(number) for number in numbers]


def test_it_plays_in_a_thread_under_asyncio_and_under_trio():
    wanted = arena.play_match(first, BARE, boards=1, seed=7).outcome.boards

    def play():
        return arena.play_match(first, BARE, boards=1, seed=7).outcome.boards

    async def under_asyncio():
        return await asyncio.to_thread(play), play()

    async def under_trio():
        return await trio.to_thread.run_sync(play), play()

    assert (wanted, wanted) == asyncio.run(under_asyncio()) == trio.run(under_trio)


def test_who_is_killed_takes_its_match_along(tmp_path):
    """kill -9 of the program that asked for it: no bot and no referee plays on."""
    program = f"""
import arena
print("begun", flush=True)
arena.play_match({str(BARE)!r}, {str(DICEY)!r}, boards=5000, seed=1, log={str(tmp_path / "m.jsonl")!r})
"""
    mark = f"MARK={tmp_path}".encode()
    asked = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        env={**os.environ, "MARK": str(tmp_path)},
    )
    with asked:
        asked.stdout.readline()
        _wait(lambda: len(_marked(mark)) > 3)
        asked.kill()
    _wait(lambda: not _marked(mark))


def _marked(mark):
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in path.read_bytes().split(b"\0"):
                found.append(path)
        except OSError:
            pass
    return found


def _wait(so):
    until = time.monotonic() + 30
    while not so():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("play", "kind", "why"),
    [
        (lambda: arena.play_match("none.py", BARE), SubmissionError, "none.py: there is no such bot"),
        (lambda: arena.play_match(BARE, __file__[:-3]), SubmissionError, "there is no such bot"),
        (lambda: arena.play_match(BARE, DICEY, log="no/m.jsonl"), ConfigError, "there is no folder no"),
        (lambda: arena.play_match(BARE, DICEY, sandbox="much"), ConfigError, "sandbox must be one of"),
        (lambda: arena.play_match(first, DICEY, sandbox="strict"), ConfigError, "nothing can isolate"),
        (lambda: arena.play_match(first, last, sandbox="auto"), ConfigError, "nothing can isolate"),
        (lambda: arena.play_tournament("none.toml"), ConfigError, "none.toml"),
        (lambda: arena.play_tournament("none.toml", boards=3), ConfigError, "leave the other words out"),
        (lambda: arena.play_tournament({"a": BARE, "b": first}), ConfigError, "directory says where"),
        (lambda: arena.play_tournament({"a": first}), ConfigErrors, "entrants"),
        (lambda: arena.play_tournament({"a": first, "é": last}), ConfigErrors, "name must be 1 to 32"),
        (lambda: arena.play_tournament({"a": first, "b": last}, format="cup"), ConfigErrors, "format"),
        (lambda: arena.play_tournament({"a": first, "b": last}, boards=0), ConfigErrors, "boards"),
        (lambda: arena.play_tournament({"a": first, "b": last}, seed="x"), ConfigError, "seed"),
        (lambda: arena.play_tournament({"a": first, "b": 7}), ConfigError, "a path or a function"),
        (lambda: arena.play_tournament({"a": first, "b": last}, directory="x"), ConfigError, "in memory"),
        (lambda: arena.read_run("none"), RunError, "isn't a run directory"),
    ],
    ids=[
        "no bot", "no bot either", "no folder", "no level", "a function at a level", "functions at a level",
        "no file", "a file and words", "no directory", "one entrant", "a bad name", "no format", "no boards",
        "no seed", "no bot at all", "a directory for functions", "no run",
    ],
)  # fmt: skip
def test_what_can_not_be_played_is_told_and_nothing_is_left(play, kind, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(kind, match=why):
        play()
    assert [] == list(tmp_path.iterdir())


def test_a_tournament_of_functions_is_in_memory_and_the_same_each_time():
    entrants = {"one": first, "two": last, "both": (first, last)}
    runs = [arena.play_tournament(entrants, boards=4, seed=9, name="cup") for _ in range(2)]
    assert runs[0].standings.to_json() == runs[1].standings.to_json()
    run = runs[0]
    assert ("cup", ("one", "two", "both"), None) == (run.name, run.entrants, run.path)
    assert run.over
    assert 6 == len(run.matches)  # three pairs, two matches each
    assert 2 == len(list(run.between("two", "one")))
    assert run.match(run.matches[3].spec.match_id) is run.matches[3]
    assert {"one", "two", "both"} == {place.name for place in run.standings}
    assert "<td>both" in run._repr_html_()


@pytest.mark.parametrize("form", ["round-robin", "gauntlet", "swiss"])
def test_each_format_is_played_to_its_end(form):
    entrants = {f"bot{number}": (first, last)[number % 2] for number in range(5)}
    run = arena.play_tournament(entrants, boards=2, rounds=1, format=form, seed=1)
    assert run.over
    assert run.standings.value.scored == len(run.matches)


def test_a_tournament_of_programs_is_an_ordinary_run(tmp_path):
    entrants = {"bare": BARE, "dice": DICEY}
    run = arena.play_tournament(entrants, boards=2, seed=9, directory=tmp_path / "cup")
    assert tmp_path / "cup" == run.path
    assert ["cup", "cup.toml"] == sorted(path.name for path in tmp_path.iterdir())
    ledger = (run.path / "ledger.jsonl").read_bytes()
    again = arena.play_tournament(entrants, boards=2, seed=9, directory=tmp_path / "cup")
    assert ledger == (again.path / "ledger.jsonl").read_bytes()
    by_file = arena.play_tournament(tmp_path / "cup.toml")
    read = arena.read_run(tmp_path / "cup.toml")
    texts = {it.standings.to_json() for it in (run, again, by_file, read)}
    assert {(run.path / "standings.json").read_text()} == texts
    assert (
        "9".rjust(32, "0") in (run.path / "seed").read_text()
        or "9" in (run.path / "seed").read_text()
    )
    assert [("bare", "dice")] * 2 == [tuple(sorted(match.entrants)) for match in read.matches]
    assert read.matches[0].outcome == read.match(read.matches[0].spec.match_id).outcome
    assert read.matches[:1][0].path == read.matches[0].path
    with pytest.raises(NotationError, match="the id of a match that was finished"):
        read.match("nothing")
    with pytest.raises(NotationError, match="is not one of bare, dice"):
        read.between("bare", "nobody")
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", "verify", str(run.path)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "2 of 2 matches" in done.stdout


def test_functions_and_programs_compete_in_one_run(tmp_path):
    entrants = {"bare": BARE, "here": first, "mixed": (last, DICEY)}
    run = arena.play_tournament(entrants, boards=2, seed=9, directory=tmp_path / "cup")
    assert 6 == len(run.matches)
    assert all(match.faults == () for match in run.matches)
    assert run.standings["here"].tally.deals == run.standings["bare"].tally.deals
    with pytest.raises(ConfigError, match="functions are new bots with each call"):
        arena.play_tournament(entrants, boards=2, seed=9, directory=tmp_path / "cup")


def test_another_contest_does_not_get_into_a_run(tmp_path):
    entrants = {"bare": BARE, "dice": DICEY}
    arena.play_tournament(entrants, boards=2, seed=9, directory=tmp_path / "cup")
    with pytest.raises(ConfigError, match="holds other settings"):
        arena.play_tournament(entrants, boards=4, seed=9, directory=tmp_path / "cup")
    with pytest.raises(RunError, match="holds a run of something else"):
        arena.play_tournament(tmp_path / "cup.toml", seed=10)


def test_what_another_process_says_is_understood(tmp_path):
    """Each error that an errand can end with comes back as itself, with its message."""
    from arena.library.apart import _Failure

    located = ConfigErrors(
        [ConfigError("bad", path="x.toml", line=3), ConfigError("worse", path="x.toml")]
    )
    for error in (
        RunError("busy"),
        SubmissionError("no"),
        located,
        KeyboardInterrupt(),
        OSError(28, "full"),
    ):
        told = json.loads(json.dumps({"kind": type(error).__name__, "message": str(error)}))
        again = _Failure(**told).to_error()
        assert str(error) in str(again)
        assert isinstance(again, ConfigError | type(error) | RunError)
