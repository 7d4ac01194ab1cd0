"""Checking a run: whatever is changed in it, is found and named."""

import hashlib
import re
import subprocess
from pathlib import Path

import pytest

from arena.errors import RunError, TranscriptError
from arena.runner.audit.pool import worth_workers
from arena.runner.audit.run import audit_run
from arena.runner.files.removal import discard
from arena.runner.play.tournament import RunOptions, run_tournament
from arena.runner.runs.decisions import annul, disqualify, withdraw
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import read_record, read_standings
from arena.runner.runs.results import RunBook
from arena.tournament.boards import parse_seed
from arena.tournament.schedule import schedule
from arena.transcript.chain import GENESIS, Line, body_of, chain_value
from arena.transcript.ledger import (
    AnnulEntry,
    DisqualifyEntry,
    Ledger,
    MatchEntry,
    ReinstateEntry,
    VoidEntry,
    WithdrawEntry,
    read_ledger,
)
from arena.transcript.reader import read_lines
from arena.transcript.verify import verify_log

SEED = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def run(office, contest):
    """A finished run of three matches."""
    end = run_tournament(contest(), RunOptions(seed=SEED, jobs=1), lambda _event: None)
    return RunDirectory(end.directory)


@pytest.fixture
def half_run(office, contest):
    """A run that was interrupted after two of its three matches."""
    office.signal_after = 2
    end = run_tournament(contest(), RunOptions(seed=SEED, jobs=1), lambda _event: None)
    return RunDirectory(end.directory)


def audit_of(run, workers=1):
    return audit_run(run, lambda _done, _of: None, workers)


def problems_of(run):
    return audit_of(run).problems


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.chmod(0o644)
    path.write_text(text.replace(old, new, 1))


def matches_of(run):
    return [entry for entry in read_ledger(run.ledger) if isinstance(entry, MatchEntry)]


def first_log(run):
    return run.log_of(matches_of(run)[0].match_id)


def rewrite_ledger(run, change):
    """Write the ledger anew, with another chain, after ``change`` to its list of entries."""
    entries = read_ledger(run.ledger)
    change(entries)
    run.ledger.unlink()
    with Ledger(run.ledger) as ledger:
        for entry in entries:
            ledger.append(entry)
        run.ledger_hash.write_text(f"{ledger.sha256}  ledger.jsonl\n")


def test_a_finished_run_is_proved_with_its_boards_dealt_again(run):
    told = []
    audit = audit_run(run, lambda *progress: told.append(progress))
    assert () == audit.problems
    assert (3, 3, True, True) == (audit.matches, audit.planned, audit.dealt_again, audit.finished)
    assert [(0, 3), (1, 3), (2, 3), (3, 3)] == told


def test_a_run_that_isnt_over_is_proved_as_far_as_it_came(half_run):
    half_run.standings_json.unlink()
    audit = audit_run(half_run, lambda _done, _of: None)
    assert () == audit.problems
    assert (2, 3, True, False) == (audit.matches, audit.planned, audit.dealt_again, audit.finished)


def test_a_run_without_its_seed_is_proved_but_for_the_boards(half_run):
    half_run.seed_file.unlink()
    audit = audit_run(half_run, lambda _done, _of: None)
    assert () == audit.problems
    assert not audit.dealt_again
    (note,) = audit.notes
    assert note.startswith("the seed isn't known yet: ")


def test_a_seed_that_cant_be_read_is_as_good_as_none(half_run, monkeypatch):
    read_bytes = Path.read_bytes

    def refuse(self):
        if self == half_run.seed_file:
            raise PermissionError(13, "Permission denied")
        return read_bytes(self)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    audit = audit_of(half_run)
    assert ((), False) == (audit.problems, audit.dealt_again)


def test_a_changed_log_is_found(run):
    log = first_log(run)
    edit(log, '"wall_us":1000', '"wall_us":1001')
    assert 1 == len(problems_of(run))
    assert str(log) in problems_of(run)[0]


def test_every_changed_log_is_named(run):
    for log in run.matches.iterdir():
        edit(log, '"trick":7', '"trick":8')
    assert 3 == len(problems_of(run))


def test_a_log_that_is_gone_is_named(run):
    first_log(run).unlink()
    assert f"{first_log(run)}: can't be read: No such file or directory" == problems_of(run)[0]


def forge(log, change):
    """Write a log anew with its header changed, and its chain and seal mended."""
    header, *records, seal = (line.record for line in read_lines(log))
    chain, raw = GENESIS, b""
    for number, record in enumerate([change(header), *records, None], 1):
        if record is None:
            sha256 = hashlib.sha256(raw).hexdigest()
            body = body_of(number, seal.model_copy(update={"sha256": sha256}))
        else:
            body = body_of(number, record)
        chain = chain_value(chain, body)
        raw += Line(body, chain).raw
    log.write_bytes(raw)


def test_a_forged_log_with_chain_and_seal_mended_is_found_by_the_ledgers_hash(run):
    log = first_log(run)
    forge(log, lambda header: header.model_copy(update={"provenance": {"arena": "9.9"}}))
    assert (f"{log}: isn't the log that the ledger has the hash of",) == problems_of(run)


def test_a_log_larger_than_any_memory_is_found_to_be_none(run):
    """A sparse file of a TiB takes no room on the disk, and a copy of a run may well hold one."""
    log = first_log(run)
    with log.open("wb") as file:
        file.truncate(1 << 40)
    (problem,) = problems_of(run)
    assert problem.startswith(f"{log}:1: is cut short or isn't a line of a match log")


def test_a_log_under_the_name_of_another_is_found(run):
    first, second, _ = sorted(run.matches.iterdir())
    first.write_bytes(second.read_bytes())
    assert (f"{first}: is the log of another match",) == problems_of(run)


def test_other_figures_in_a_mended_ledger_are_found(run):
    def favour(entries):
        outcome = entries[2].outcome
        better = outcome.model_copy(update={"net_games": outcome.net_games + 1})
        entries[2] = entries[2].model_copy(update={"outcome": better})

    rewrite_ledger(run, favour)
    found = problems_of(run)
    assert {
        f"{first_log(run)}: has another outcome than the ledger",
        f"{run.standings_json}: isn't what the ledger comes to",
    } <= set(found)


def test_a_match_left_out_of_a_mended_ledger_is_found(run):
    rewrite_ledger(run, lambda entries: entries.pop(2))
    found = problems_of(run)
    assert f"{run.ledger}: the run is over, but 1 of its matches is missing" in found
    assert any("is sealed, but isn't in the ledger of a run that is over" in it for it in found)


def test_a_match_entered_twice_is_found(run):
    rewrite_ledger(run, lambda entries: entries.insert(2, entries[2]))
    assert any("is in the ledger twice" in problem for problem in problems_of(run))


def test_a_ledger_line_changed_by_hand_cant_be_read_on(run):
    edit(run.ledger, '"net_games":', '"net_games":1')
    found = re.escape(f"{run.ledger}:") + r"\d: .*: move the ledger away and give the command that"
    audit = audit_of(run)
    (problem,) = audit.problems
    assert re.match(found, problem)
    assert 3 == sum(
        "isn't in the ledger; that can't be read to its end" in it for it in audit.notes
    )
    with pytest.raises(TranscriptError, match=found):
        read_standings(run)


def test_an_empty_ledger_is_found(run):
    run.ledger.write_bytes(b"")
    assert f"{run.ledger}: is empty" == problems_of(run)[0]


def test_a_changed_record_is_found(run):
    edit(run.record, "cores = ", "cores = 10")
    assert (f"{run.record}: was changed since the run began",) == problems_of(run)


def test_a_ledger_of_another_run_is_found(run, office, contest, tmp_path):
    options = RunOptions(seed="2a", jobs=1, out=tmp_path / "other")
    other = RunDirectory(run_tournament(contest(), options, lambda _event: None).directory)
    run.ledger.write_bytes(other.ledger.read_bytes())
    found = problems_of(run)
    assert f"{run.ledger}:1: is the ledger of another run" in found
    assert f"{run.ledger}: the seed isn't the one that the run committed itself to" in found


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        ("2a\n", "the seed isn't the one that the run committed itself to"),
        ("what\n", "a seed is 1 to 32 hexadecimal digits, not 'what'"),
    ],
)
def test_an_exchanged_seed_is_found(run, seed, said):
    run.seed_file.write_text(seed)
    assert (f"{run.seed_file}: {said}",) == problems_of(run)


def test_boards_that_the_seed_doesnt_deal_are_found(run, office, contest, tmp_path):
    """A whole run played with other boards: all hashes agree, only the cards betray it."""
    options = RunOptions(seed=SEED, jobs=1, out=tmp_path / "crooked")
    office.board_seed = "2a"
    crooked = RunDirectory(run_tournament(contest(), options, lambda _event: None).directory)
    found = problems_of(crooked)
    assert 3 == len(found)
    assert all("isn't what the seed deals" in problem for problem in found)


def test_matches_that_arent_in_the_schedule_are_found(run, office, contest, tmp_path):
    options = RunOptions(seed=SEED, jobs=1, out=tmp_path / "more")
    more = RunDirectory(run_tournament(contest(boards=3), options, lambda _event: None).directory)
    run.matches.rename(tmp_path / "old")
    more.matches.rename(run.matches)
    first = read_ledger(run.ledger)[0]
    rewrite_ledger(
        run,
        lambda entries: entries.__setitem__(slice(None), [first, *read_ledger(more.ledger)[1:]]),
    )
    found = problems_of(run)
    assert 3 == sum("isn't a match of this run's schedule" in problem for problem in found)


def test_without_a_seed_other_terms_are_found(half_run, office, contest, tmp_path):
    office.signal_after = None
    options = RunOptions(seed=SEED, jobs=1, out=tmp_path / "other")
    other = run_tournament(contest(max_faults=9), options, lambda _event: None)
    half_run.matches.rename(tmp_path / "old")
    (other.directory / "matches").rename(half_run.matches)
    first = read_ledger(half_run.ledger)[0]
    played = read_ledger(other.directory / "ledger.jsonl")[2:4]
    rewrite_ledger(half_run, lambda entries: entries.__setitem__(slice(None), [first, *played]))
    half_run.seed_file.unlink()
    found = problems_of(half_run)
    assert 3 == sum("isn't a match of this run's schedule" in problem for problem in found)


def test_touched_up_standings_are_found(run):
    edit(run.standings_json, '"rank": 1', '"rank": 3')
    edit(run.standings_markdown, "ana", "eva")
    assert (
        f"{run.standings_json}: isn't what the ledger comes to",
        f"{run.standings_markdown}: isn't what the ledger comes to",
    ) == problems_of(run)


def test_standings_that_are_gone_are_named(run):
    run.standings_json.unlink()
    assert (f"{run.standings_json}: can't be read: No such file or directory",) == problems_of(run)


def test_standings_as_another_version_wrote_them_arent_compared(run):
    def older(entries):
        entries[0] = entries[0].model_copy(update={"arena": "0.0.1"})

    rewrite_ledger(run, older)
    edit(run.standings_json, '"rank": 1', '"rank":  1')
    audit = audit_of(run)
    assert () == audit.problems
    assert audit.notes[0].startswith("the run is of arena 0.0.1, this is ")


def test_a_run_without_a_ledger_cant_be_checked(run):
    run.ledger.unlink()
    with pytest.raises(TranscriptError, match="can't be read"):
        problems_of(run)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "has format 2; this version reads 1"),
        ("rounds = 1", 'rounds = "x"', "is damaged: tournament.rounds: Input should be a valid integer"),
        ('sweep_by = "tricks"', 'sweep_by = "luck"', "is damaged: sweep_by must be one of"),
        ("format = 1", "format = ", "is damaged: Invalid value"),
    ],
)  # fmt: skip
def test_a_record_that_cant_be_read_is_named_and_the_rest_checked(run, old, new, said):
    edit(run.record, old, new)
    edit(first_log(run), '"wall_us":1000', '"wall_us":1001')
    audit = audit_run(run, lambda _done, _of: None)
    assert (3, None, True) == (audit.matches, audit.planned, audit.dealt_again)
    assert said in audit.problems[0]
    assert str(first_log(run)) in audit.problems[1]
    assert 2 == len(audit.problems)


def test_a_record_that_is_gone_is_named(run):
    run.record.unlink()
    assert (f"{run.record} can't be read: No such file or directory",) == problems_of(run)
    assert run == RunDirectory.find(run.path)


def test_a_seed_that_is_no_text_is_named_and_the_ledgers_taken(run):
    run.seed_file.write_bytes(b"\xff\n")
    audit = audit_run(run, lambda _done, _of: None)
    assert (f"{run.seed_file}: doesn't hold a seed",) == audit.problems
    assert audit.dealt_again


def cut_ledger(run, lines, rest=0):
    """Leave so many whole lines of the ledger, and so many bytes of the next."""
    whole = run.ledger.read_bytes().splitlines(keepends=True)
    run.ledger.write_bytes(b"".join(whole[:lines]) + (whole[lines][:rest] if rest else b""))


def test_a_ledger_that_lost_its_tail_is_found_by_its_hash_and_the_standings(run):
    cut_ledger(run, 3)
    audit = audit_of(run)
    assert (
        f"{run.ledger_hash}: isn't the hash of ledger.jsonl, nor of a part of it",
        f"{run.standings_json}: isn't what the ledger comes to",
        f"{run.standings_markdown}: isn't what the ledger comes to",
    ) == audit.problems
    assert 2 == sum("is sealed, but isn't in the ledger yet" in note for note in audit.notes)


def add_lines(run, count):
    """Enter so many sealed logs that aren't in the ledger yet, and write nothing else."""
    record, known = read_record(run.record), {it.match_id for it in matches_of(run)}
    with Ledger(run.ledger) as ledger:
        specs = schedule(record.config, record.entrants, parse_seed(SEED))
        for spec in [it for it in specs if it.match_id not in known][:count]:
            data = run.log_of(spec.match_id).read_bytes()
            ledger.append(
                MatchEntry(
                    match_id=spec.match_id,
                    entrants=tuple(it.name for it in spec.entrants),
                    attempt=1,
                    log_sha256=hashlib.sha256(data).hexdigest(),
                    log_bytes=len(data),
                    outcome=verify_log(run.log_of(spec.match_id)).outcome.to_record(),
                )
            )


def test_a_run_that_was_killed_is_proved_with_a_note_of_what_is_left(run):
    """Its ledger has gone on since the standings were written, and its last line is torn."""
    for path in (run.standings_json, run.standings_markdown, run.ledger_hash):
        path.unlink()
    cut_ledger(run, 4)
    with RunBook(run, read_record(run.record), parse_seed(SEED)) as book:
        book._write_standings()
    whole = run.ledger.read_bytes()
    cut = first_log(run).with_name("0.jsonl.part")
    cut.write_text("torn")
    (run.matches / "cdef.jsonl.part").write_text("torn")
    add_lines(run, 1)
    run.ledger.write_bytes(run.ledger.read_bytes() + b'{"type":"e')
    audit = audit_of(run)
    assert () == audit.problems
    assert whole != run.ledger.read_bytes()
    assert [
        f"{run.ledger}: its last line is cut off; the same command mends it",
        (
            f"{run.ledger}: has lines after line 4 that ledger.sha256 isn't of yet; "
            "the same command notes them"
        ),
        f"{run.ledger}: has all matches, but not the last line; the same command adds it",
        f"{run.standings_json}: is that of line 4 of the ledger, which has gone on",
        f"{run.standings_markdown}: is that of line 4 of the ledger, which has gone on",
        f"{cut}: was being written when the run was killed (and 1 more like it)",
    ] == list(audit.notes)


def test_logs_not_yet_entered_are_in_order_while_the_run_is_played(run):
    cut_ledger(run, 3, rest=20)
    run.ledger_hash.unlink()
    with run.locked():
        assert () == problems_of(run)


def test_a_log_of_another_tournament_is_found(run, office, contest, tmp_path):
    other = run_tournament(contest(name="other"), RunOptions(seed=SEED), lambda _event: None)
    log = min((other.directory / "matches").iterdir())
    stray = run.matches / "stray.jsonl"
    stray.write_bytes(log.read_bytes())
    assert (f"{stray}: is a log of another tournament, other",) == problems_of(run)


def test_a_stray_log_that_isnt_true_is_named(run):
    (run.matches / "stray.jsonl").write_text("{}\n")
    (problem,) = problems_of(run)
    assert problem.startswith(f"{run.matches / 'stray.jsonl'}:1: ")
    assert problem.endswith("(a log that isn't in the ledger)")


def test_standings_of_an_unfinished_run_that_cant_be_read_are_named(half_run):
    half_run.standings_json.write_text("[]")
    (problem,) = problems_of(half_run)
    assert f"{half_run.standings_json}: isn't what the ledger comes to" == problem


def test_a_frozen_bot_that_was_changed_or_is_gone_is_named(run):
    changed, gone, _ = sorted(path for path in run.bots.iterdir())
    (changed / "more.py").write_text("")
    discard(gone)
    first, second = problems_of(run)
    assert f"{changed}: isn't the bot that was frozen; the same command copies it anew" == first
    assert second.startswith(f"{gone}: is missing, though ")


def test_a_run_copied_without_its_bots_is_proved_without_them(run):
    discard(run.bots)
    audit = audit_run(run, lambda _done, _of: None)
    assert ((), False) == (audit.problems, audit.with_bots)


def test_what_doesnt_belong_into_a_run_is_named(run):
    """Among what is proved it is a problem, beside it only to be known."""
    folder = run.bots / "x.py"
    note, lock = run.matches / "notes.txt", run.lock
    for path in (folder, note, lock, run.path / "prizes.txt"):
        path.write_text("what")
    audit = audit_of(run)
    assert {
        f"{folder}: doesn't belong there",
        f"{note}: doesn't belong there",
        f"{lock}: is neither empty nor the number of a process",
    } == set(audit.problems)
    assert (f"{run.path / 'prizes.txt'}: isn't part of a run, and isn't checked",) == audit.notes


def test_a_seed_or_hash_that_is_gone_from_a_finished_run_is_named(run):
    run.seed_file.unlink()
    run.ledger_hash.unlink()
    assert (
        f"{run.seed_file}: is missing, though the run is over",
        f"{run.ledger_hash}: is missing",
    ) == problems_of(run)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SEED.upper() + "\n", "the seed isn't written as the arena writes it"),
        (SEED, "its line is cut off"),
    ],
)
def test_a_seed_that_is_written_in_another_way_is_named(run, text, said):
    run.seed_file.write_text(text)
    assert (f"{run.seed_file}: {said}",) == problems_of(run)


def test_a_run_without_lines_of_its_ledger_or_a_hash_has_that_noted(half_run):
    half_run.ledger_hash.unlink()
    assert f"{half_run.ledger_hash}: isn't there yet" in audit_of(half_run).notes


def test_other_attempts_and_isolation_levels_than_the_logs_have_are_found(run):
    def change(entries):
        entries[1] = entries[1].model_copy(update={"sandbox": "moat"})
        entries[2] = entries[2].model_copy(update={"attempt": 2})

    rewrite_ledger(run, change)
    found = problems_of(run)
    assert 2 == sum("was played at isolation level off, which no session had" in it for it in found)
    assert 1 == sum("isn't of attempt 2, as the ledger says" in it for it in found)


def annulled(entry):
    return AnnulEntry(match_id=entry.match_id, reason="r")


ODD_LINES = {
    "annulled, but wasn't played": lambda match: [annulled(match), annulled(match)],
    "zoe isn't an entrant of this contest": lambda _: [DisqualifyEntry(entrant="zoe", reason="r")],
    "ana is disqualified twice": lambda _: [DisqualifyEntry(entrant="ana", reason="r")] * 2,
    "ana withdraws twice": lambda _: [WithdrawEntry(entrant="ana", reason="r")] * 2,
    "ana is reinstated, but wasn't out": lambda _: [ReinstateEntry(entrant="ana", reason="r")],
    "is void, but was played before": lambda match: [
        VoidEntry(match_id=match.match_id, entrants=match.entrants, attempts=3, reason="r")
    ],
}


@pytest.mark.parametrize("said", ODD_LINES)
def test_a_line_that_cant_follow_those_before_it_is_named(half_run, said):
    rewrite_ledger(half_run, lambda entries: entries.extend(ODD_LINES[said](entries[2])))
    assert any(said in problem for problem in problems_of(half_run))


def test_without_a_seed_other_bots_are_found(half_run, tmp_path):
    half_run.seed_file.unlink()
    sha256 = read_record(half_run.record).entrants[0].bots[0].sha256
    for _ in range(2):
        edit(half_run.record, f'"{sha256}"', f'"{"0" * 64}"')
    assert any("isn't a match of this run's schedule" in it for it in problems_of(half_run))


@pytest.mark.parametrize("workers", [2, 3])
def test_several_processes_find_the_same_in_the_same_order(run, monkeypatch, workers):
    monkeypatch.setattr("arena.runner.audit.run.worth_workers", lambda _bytes, cores: cores)
    for log in run.matches.iterdir():
        edit(log, '"trick":7', '"trick":8')
    assert audit_of(run) == audit_of(run, workers)


def test_a_process_that_dies_over_a_log_ends_the_check(run, monkeypatch):
    monkeypatch.setattr("arena.runner.audit.run.worth_workers", lambda _bytes, cores: cores)
    monkeypatch.setattr("arena.runner.audit.pool.WORKER", "arena.runner.no_such_module")
    with pytest.raises(
        RunError, match="a process that checked logs ended with status 1; try again"
    ):
        audit_of(run, 2)


def test_a_process_that_cant_be_started_ends_the_check(run, monkeypatch):
    monkeypatch.setattr("arena.runner.audit.run.worth_workers", lambda _bytes, cores: cores)
    monkeypatch.setattr("sys.executable", "/no/such/python")
    with pytest.raises(RunError, match="no process can be started: No such file or directory"):
        audit_of(run, 2)


def test_processes_are_worth_their_start_for_much_to_do_only():
    assert [0, 1, 2, 2] == [worth_workers(mib * 2**20, 2) for mib in (1, 4, 8, 99)]


FORMATS = {
    "gauntlet": {"format": "gauntlet", "challenger": "ana"},
    "swiss": {"format": "swiss", "rounds": 2},
    "all partners": {"pairing": "all"},
    "until separated": {"until_separated": True, "max_boards": 12},
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_run_of_every_format_is_proved_whoever_leaves(office, contest, name):
    """Matches that follow from results follow from them again; withdrawn ones aren't missing."""
    path = contest("ana rui eva zoe gil", boards=1, **FORMATS[name])
    options = RunOptions(seed=SEED, jobs=1)
    office.signal_after = 2
    run = RunDirectory(run_tournament(path, options, lambda _event: None).directory)
    assert ((), False) == (audit_of(run).problems, audit_of(run).finished)
    office.signal_after = None
    withdraw(run, "gil", "no time")
    annul(run, matches_of(run)[0].match_id, "a power cut")
    run_tournament(path, options, lambda _event: None)
    disqualify(run, "eva", "two accounts")
    audit = audit_of(run)
    assert ((), (), True) == (audit.problems, audit.notes, audit.finished)
    rewrite_ledger(run, drop_last_match)
    assert any("1 of its matches is missing" in problem for problem in problems_of(run))


def drop_last_match(entries):
    last = max(index for index, entry in enumerate(entries) if isinstance(entry, MatchEntry))
    del entries[last]


def test_ctrl_c_leaves_no_process(run, monkeypatch):
    monkeypatch.setattr("arena.runner.audit.run.worth_workers", lambda _bytes, cores: cores)
    started = []
    popen = subprocess.Popen

    def start(*args, **kwargs):
        started.append(popen(*args, **kwargs))
        return started[-1]

    monkeypatch.setattr("arena.runner.audit.pool.subprocess.Popen", start)

    def watch(done, _of):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audit_run(run, watch, 2)
    assert 2 == len(started)
    assert all(process.poll() is not None for process in started)


def test_a_line_that_is_added_after_the_end_is_found(run):
    """A finished run is finished: a decision that the books don't know of is no decision."""
    with Ledger(run.ledger) as ledger:
        ledger.append(DisqualifyEntry(entrant="ana", reason="too good"))
    assert any("though the run is over" in problem for problem in problems_of(run))


def test_older_standings_put_back_with_their_hash_are_found(half_run, office, contest):
    """They lag, and no kill leaves that after the end."""
    files = (half_run.standings_json, half_run.standings_markdown, half_run.ledger_hash)
    older = {path: path.read_bytes() for path in files}
    office.signal_after = None
    run_tournament(contest(), RunOptions(seed=SEED, jobs=1), lambda _event: None)
    assert () == problems_of(half_run)
    for path, content in older.items():
        path.write_bytes(content)
    assert 3 == len(problems_of(half_run))


def test_a_run_killed_at_its_very_end_is_not_called_false(run):
    """Between the last line and the note of its hash."""
    lines = run.ledger.read_bytes().splitlines(keepends=True)
    before_end = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    run.ledger_hash.write_text(f"{before_end}  ledger.jsonl\n")
    assert () == problems_of(run)
