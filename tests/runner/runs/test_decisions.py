"""The organiser's decisions: entered for good, and in the standings at once."""

import errno
import json
import os
import resource

import pytest

from arena.errors import ConfigError, RunError
from arena.runner.audit.run import audit_run
from arena.runner.play.tournament import RunOptions, run_tournament
from arena.runner.runs import decisions
from arena.runner.runs.decisions import annul, disqualify, reinstate, withdraw
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.plays import plays_of
from arena.runner.runs.record import read_standings
from arena.tournament.report import show_json
from arena.transcript.ledger import (
    AnnulEntry,
    DisqualifyEntry,
    EndEntry,
    MatchEntry,
    ReinstateEntry,
    ReopenEntry,
    WithdrawEntry,
    read_ledger,
)

SEED = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def play(office, contest):
    """Plays the cup of three, or goes on with it."""

    def run():
        end = run_tournament(contest(), RunOptions(seed=SEED, jobs=1), lambda _event: None)
        return RunDirectory(end.directory)

    return run


@pytest.fixture
def half_run(office, play):
    """A run that was interrupted after one of its three matches; it can be gone on with."""
    office.signal_after = 1
    run = play()
    office.signal_after = None
    return run


@pytest.fixture
def run(play):
    return play()


def audit(run):
    return audit_run(run, lambda _done, _of: None)


def matches(run):
    return [entry for entry in read_ledger(run.ledger) if isinstance(entry, MatchEntry)]


def names(standings):
    return [place.name for place in standings.places if place.tally.matches]


def test_a_disqualified_entrants_matches_count_for_nobody_after_the_end_too(run):
    before = run.ledger.read_bytes()
    decided = disqualify(run, "ana", "asked the network")
    assert DisqualifyEntry(entrant="ana", reason="asked the network") == decided.entry
    assert decided.ended
    assert ["eva", "rui"] == sorted(names(decided.standings))
    assert run.ledger.read_bytes().startswith(before)
    assert show_json(decided.standings) == run.standings_json.read_text()
    assert ((), ()) == (audit(run).problems, audit(run).notes)


def test_a_slip_is_taken_back_by_a_further_line(run):
    before = read_standings(run)
    disqualify(run, "ana", "a slip")
    decided = reinstate(run, "ana", "it was rui")
    assert before == decided.standings
    kinds = [type(entry) for entry in read_ledger(run.ledger)[-5:]]
    assert [EndEntry, ReopenEntry, DisqualifyEntry, ReopenEntry, ReinstateEntry] == kinds
    assert () == audit(run).problems


def test_who_withdraws_plays_no_more_and_its_results_stand(half_run, play, office):
    gone = matches(half_run)[0].entrants[0]
    decided = withdraw(half_run, gone, "")
    assert (WithdrawEntry(entrant=gone, reason=""), False) == (decided.entry, decided.ended)
    assert gone in names(decided.standings)
    play()
    played = [entry.entrants for entry in matches(half_run)]
    assert 1 == sum(gone in pair for pair in played)
    assert isinstance(read_ledger(half_run.ledger)[-1], EndEntry)
    assert () == audit(half_run).problems


def test_who_is_in_again_before_the_end_plays_on(half_run, play):
    withdraw(half_run, "ana", "no time")
    reinstate(half_run, "ana", "found some")
    play()
    assert 3 == len(matches(half_run))
    assert () == audit(half_run).problems


def test_a_void_match_is_played_again_when_the_run_goes_on(half_run, play):
    first = matches(half_run)[0]
    log = half_run.log_of(first.match_id).read_bytes()
    decided = annul(half_run, first.match_id[:6], "a power cut")
    assert AnnulEntry(match_id=first.match_id, reason="a power cut") == decided.entry
    assert [] == names(decided.standings)
    assert log == half_run.annulled_log_of(first.match_id, 1).read_bytes()
    assert not half_run.log_of(first.match_id).exists()
    assert () == audit(half_run).problems
    play()
    assert 2 == sum(entry.match_id == first.match_id for entry in matches(half_run))
    assert [True, False, False, False] == [it.annulled for it in plays_of(half_run)]
    assert 3 == read_standings(half_run).scored
    assert () == audit(half_run).problems


def test_a_match_can_be_void_more_than_once(half_run, play):
    first = matches(half_run)[0].match_id
    annul(half_run, first, "once")
    play()
    annul(half_run, first, "twice")
    logs = [half_run.annulled_log_of(first, number) for number in (1, 2)]
    assert logs == [play.log for play in plays_of(half_run) if play.annulled]
    assert all(log.is_file() for log in logs)
    assert () == audit(half_run).problems
    logs[0].unlink()
    assert (f"{logs[0]}: can't be read: No such file or directory",) == audit(half_run).problems


def test_a_match_that_is_void_after_the_end_counts_for_nothing(run, play):
    first = matches(run)[0].match_id
    assert annul(run, first, "collusion").ended
    assert 2 == read_standings(run).scored
    before = run.ledger.read_bytes()
    play()
    assert before == run.ledger.read_bytes()
    assert ((), ()) == (audit(run).problems, audit(run).notes)


def test_a_log_that_a_kill_left_in_its_place_is_put_away_when_the_run_goes_on(half_run, play):
    """Killed between the ledger's line and the move: the log isn't taken for a match to be entered."""
    first = matches(half_run)[0].match_id
    annul(half_run, first, "a power cut")
    put_away = half_run.annulled_log_of(first, 1)
    put_away.rename(half_run.log_of(first))
    assert () == audit(half_run).problems
    play()
    assert put_away.is_file()
    assert () == audit(half_run).problems


REFUSED = [
    (disqualify, "anna", "'anna' is no entrant of this run; did you mean 'ana'?"),
    (withdraw, "zacharias", "'zacharias' is no entrant of this run; there are: ana, rui, eva"),
    (reinstate, "ana", "ana isn't out"),
    (annul, "", "3 matches begin with '' ("),
    (annul, "xyz", "'xyz' is no match that was played of this run; there are: "),
    (withdraw, "ana", "the run is over: ana has nothing left to play"),
]


@pytest.mark.parametrize(("decide", "word", "said"), REFUSED)
def test_a_decision_that_makes_no_sense_is_refused_with_what_is_meant(run, decide, word, said):
    before = run.ledger.read_bytes()
    with pytest.raises(ConfigError) as caught:
        decide(run, word, "because")
    assert str(caught.value).startswith(said)
    assert before == run.ledger.read_bytes()


@pytest.mark.parametrize("decide", [disqualify, withdraw])
def test_a_decision_that_was_made_is_refused_a_second_time(half_run, decide):
    decide(half_run, "ana", "because")
    with pytest.raises(ConfigError, match=r"already$"):
        decide(half_run, "ana", "because")


def test_an_annulled_match_is_not_annulled_again(run):
    first = matches(run)[0].match_id
    annul(run, first, "because")
    with pytest.raises(ConfigError, match=f"match {first} is annulled already"):
        annul(run, first, "because")


def test_who_was_out_when_the_run_ended_stays_out(half_run, play):
    withdraw(half_run, "ana", "no time")
    play()
    with pytest.raises(ConfigError, match="ana was out when the run ended"):
        reinstate(half_run, "ana", "because")


def test_a_run_that_is_being_played_is_left_alone(run):
    with (
        run.locked(),
        pytest.raises(RunError, match=rf"by another arena \(process {os.getpid()}\)"),
    ):
        disqualify(run, "ana", "because")


def test_a_run_without_a_line_has_nothing_to_decide(run):
    run.ledger.write_bytes(b"")
    with pytest.raises(RunError, match="lines that it had are missing, or were changed"):
        disqualify(run, "ana", "because")
    for path in (run.ledger_hash, run.standings_json):
        path.unlink()
    with pytest.raises(RunError, match="is empty: nothing was played yet"):
        disqualify(run, "ana", "because")


def full(*_args):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_on_a_full_disk_nothing_is_changed(run, monkeypatch):
    before = {path: path.read_bytes() for path in run.path.glob("*") if path.is_file()}
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(RunError, match=r"No space left on device: .*; nothing was changed"):
            disqualify(run, "ana", "because")
    assert before == {path: path.read_bytes() for path in before}
    assert 2 == len(names(disqualify(run, "ana", "because").standings))


def test_a_decision_stands_even_if_the_standings_find_no_room(run, monkeypatch, play):
    with monkeypatch.context() as patch:
        patch.setattr(decisions, "write_standings", full)
        with pytest.raises(RunError, match="The decision is in the ledger and stands; but"):
            disqualify(run, "ana", "because")
    assert 3 == len(audit(run).problems)  # after the end no file may lag
    play()
    assert ((), ()) == (audit(run).problems, audit(run).notes)
    assert 1 == json.loads(run.standings_json.read_bytes())["matches"]["scored"]


def test_a_decision_that_the_disk_takes_only_a_part_of_changes_nothing(run):
    before = run.ledger.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, hard))
    try:
        with pytest.raises(RunError, match=r"File too large: .*; nothing was changed"):
            disqualify(run, "ana", "because")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert before == run.ledger.read_bytes()
    assert ((), ()) == (audit(run).problems, audit(run).notes)
