"""A public value that is mixed into the seed: committed first, entered once, and followed by all that is drawn."""

import hashlib
import json

import pytest

from arena.errors import ConfigError, ConfigErrors, RunError
from arena.runner.audit.run import audit_run
from arena.runner.play.tournament import RunOptions, run_tournament
from arena.runner.runs.decisions import withdraw
from arena.runner.runs.directory import RunDirectory
from arena.tournament.boards import board_layout, mixed_commitment, mixed_seed, parse_seed
from arena.transcript.ledger import BeaconEntry, MatchEntry, read_ledger
from arena.transcript.reader import read_log

SEED = "0123456789abcdef0123456789abcdef"
WORDS = "drand round 1234567, 2026-12-02 12:00 UTC"
VALUE = "8f1c02aa77b0de13"


@pytest.fixture
def play(office):
    def run(path, **options):
        return run_tournament(path, RunOptions(seed=SEED, jobs=1, **options), lambda _event: None)

    return run


def audit(end):
    return audit_run(RunDirectory(end.directory), lambda _done, _of: None, 1)


def boards_of(end):
    directory = RunDirectory(end.directory)
    plays = [it for it in read_ledger(directory.ledger) if isinstance(it, MatchEntry)]
    return [read_log(directory.log_of(it.match_id)) for it in plays]


def test_the_value_is_mixed_in_as_the_page_says():
    text = f"sueca/seed/1/{SEED}/{VALUE}"
    assert hashlib.sha256(text.encode()).digest()[:16] == mixed_seed(parse_seed(SEED), VALUE)
    drawn = hashlib.sha256(f"sueca/draw/1/abc/{VALUE}".encode()).hexdigest()
    assert drawn == mixed_commitment("abc", VALUE)


def test_nothing_is_played_before_the_value_is_known_and_the_commitment_stays(
    play, contest, office
):
    path = contest(beacon=WORDS)
    waiting = play(path)
    assert (WORDS, None, False) == (waiting.waits_for, waiting.seed, waiting.interrupted)
    assert [] == office.tries
    assert ((), False) == (audit(waiting).problems, audit(waiting).finished)
    again = play(path)
    assert waiting.ledger_sha256 == again.ledger_sha256
    end = play(path, beacon=VALUE)
    assert (None, SEED) == (end.waits_for, end.seed)
    found = audit(end)
    assert ((), VALUE, True) == (found.problems, found.beacon, found.dealt_again)
    first, beacon, *_ = read_ledger(end.directory / "ledger.jsonl")
    assert hashlib.sha256(SEED.encode()).hexdigest() == first.seed_commitment
    assert isinstance(beacon, BeaconEntry)


@pytest.mark.parametrize("form", ["round-robin", "swiss", "gauntlet"])
def test_boards_match_ids_and_lots_follow_from_the_value(play, contest, form):
    path = contest("ana rui eva leo", beacon=WORDS, format=form)
    ends = [play(path, beacon=value, out=path.with_name(value)) for value in (VALUE, "0" * 16)]
    assert [(), ()] == [audit(end).problems for end in ends]
    one, other = ([log.spec.match_id for log in boards_of(end)] for end in ends)
    assert not set(one) & set(other)
    log = boards_of(ends[0])[0]
    seed = mixed_seed(parse_seed(SEED), VALUE)
    started = log.halves[0].events[0:60]
    layouts = [it.event.layout for it in started if hasattr(it.event, "layout")]
    assert board_layout(seed, log.spec.units[0], log.spec.terms.rules) == layouts[0]


def test_it_goes_on_without_saying_the_value_again_and_with_no_other(play, contest, office):
    path = contest(beacon=WORDS)
    office.signal_after = 1
    assert play(path, beacon=VALUE).interrupted
    office.signal_after = None
    with pytest.raises(RunError, match=f"begun with the value {VALUE}, and not with 0000"):
        play(path, beacon="0" * 16)
    whole = play(path)
    assert SEED == whole.seed
    uninterrupted = play(path, beacon=VALUE, out=path.with_name("whole"))
    texts = {(end.directory / "standings.json").read_text() for end in (whole, uninterrupted)}
    assert 1 == len(texts)


def test_who_withdraws_while_the_value_is_awaited_does_not_play(play, contest):
    path = contest("ana rui eva leo", beacon=WORDS, format="swiss")
    play(path)
    withdraw(RunDirectory(path.with_suffix("")), "leo", "tired")
    end = play(path, beacon=VALUE)
    assert all("leo" not in log.spec.entrants[0].name for log in boards_of(end))
    assert () == audit(end).problems


@pytest.mark.parametrize(
    "value", ["short", "", "x" * 257, "with blank in it", "é" * 20, "a\nb" * 8]
)
def test_what_is_no_value_is_refused(play, contest, value):
    with pytest.raises(ConfigError, match="a beacon's value is 8 to 256 printable ASCII"):
        play(contest(beacon=WORDS), beacon=value)


def test_a_value_that_no_file_asks_for_is_refused(play, contest):
    with pytest.raises(ConfigError, match="the tournament's file names no value"):
        play(contest(), beacon=VALUE)
    with pytest.raises(ConfigErrors, match="beacon must be which public value"):
        play(contest(beacon=""))


@pytest.mark.parametrize("how", ["changed", "dropped", "added late", "not in the record"])
def test_a_forged_value_is_found(play, contest, how):
    end = play(contest(beacon=WORDS), beacon=VALUE)
    path = end.directory / "ledger.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    value = lines.pop(1)
    if how == "changed":
        lines.insert(1, value | {"value": "0" * 16})
    elif how == "added late":
        lines.insert(3, value)
    elif how == "not in the record":
        record = end.directory / "run.toml"
        kept = [line for line in record.read_text().splitlines() if not line.startswith("beacon")]
        record.write_text("\n".join(kept) + "\n")
        lines[0]["config_sha256"] = hashlib.sha256(record.read_bytes()).hexdigest()
        lines.insert(1, value)
    previous, whole = "0" * 64, b""
    for line in lines:
        raw = json.dumps(line | {"prev": previous}, separators=(",", ":")).encode() + b"\n"
        previous, whole = hashlib.sha256(raw).hexdigest(), whole + raw
    path.write_bytes(whole)
    (end.directory / "ledger.sha256").write_text(
        f"{hashlib.sha256(whole).hexdigest()}  ledger.jsonl\n"
    )
    wanted = {
        "changed": "isn't a match of this run's schedule",
        "dropped": "don't agree on whether",
        "added late": "entered after playing had begun",
        "not in the record": "don't agree on whether",
    }
    assert any(wanted[how] in problem for problem in audit(end).problems), audit(end).problems
