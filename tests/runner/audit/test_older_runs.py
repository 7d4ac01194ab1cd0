"""Runs that older arenas played are read, proved and gone on with, whatever the formats are today."""

import shutil
from pathlib import Path

import pytest

from arena.errors import RunError
from arena.runner.audit.run import audit_run
from arena.runner.play.tournament import RunOptions, run_tournament
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import read_standings
from arena.transcript.ledger import EndEntry, read_ledger

GOLDEN = Path(__file__).parents[2] / "golden" / "runs"
VERSIONS = sorted(path.name for path in GOLDEN.iterdir() if path.is_dir())


@pytest.fixture(params=VERSIONS)
def older(request, tmp_path):
    """A copy of what an older arena left, as it left it."""
    copy = tmp_path / request.param
    shutil.copytree(GOLDEN / request.param, copy)
    return copy


def audit_of(run):
    return audit_run(RunDirectory(run), lambda _done, _of: None, 1)


@pytest.mark.parametrize("name", ["finished", "begun"])
def test_an_older_run_is_proved(older, name):
    """All but the form of its standings, which is said."""
    audit = audit_of(older / name)
    assert () == audit.problems
    assert any("aren't compared" in note for note in audit.notes)


def test_an_older_log_that_is_changed_is_found(older):
    log = next((older / "finished" / "matches").iterdir())
    log.write_bytes(log.read_bytes().replace(b'"by":"bot"', b'"by":"referee"', 1))
    assert audit_of(older / "finished").problems


def test_standings_of_an_older_run_are_made_anew(older):
    assert 3 == read_standings(RunDirectory(older / "finished")).scored


def test_an_older_run_goes_on_and_is_proved_to_its_end(older, office):
    """With the schedule that it began with; what the file must say for that is told."""
    options = RunOptions(jobs=1, out=older / "begun")
    with pytest.raises(RunError, match=r"began the run: matches_per_pairing = 1 in the tournament"):
        run_tournament(older / "golden.toml", options, lambda _event: None)
    text = (older / "golden.toml").read_text()
    (older / "golden.toml").write_text(
        text.replace("boards = 2", "boards = 2\nmatches_per_pairing = 1")
    )
    end = run_tournament(older / "golden.toml", options, lambda _event: None)
    assert isinstance(read_ledger(older / "begun" / "ledger.jsonl")[-1], EndEntry)
    assert 3 == end.standings.scored
    assert () == audit_of(older / "begun").problems


def test_a_run_of_another_contest_is_refused_by_name(older):
    """What differs is told, so that an organiser knows why it can't go on."""
    text = (older / "golden.toml").read_text()
    (older / "golden.toml").write_text(text.replace("boards = 2", "boards = 4"))
    with pytest.raises(RunError, match=r"tournament\.units: 2 in the run, now 4"):
        run_tournament(older / "golden.toml", RunOptions(out=older / "begun"), lambda _event: None)
