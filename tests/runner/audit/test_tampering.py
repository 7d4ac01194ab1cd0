"""Whatever is changed in a run's directory is found: any bit, any line, any file; and an honest copy passes."""

import shutil
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.runner.audit.run import audit_run
from arena.runner.files.removal import discard
from arena.runner.play.tournament import RunOptions, run_tournament
from arena.runner.runs.decisions import annul, disqualify
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.plays import plays_of
from arena.runner.workers.pool import run_pool

TAMPERED = settings(max_examples=80, deadline=None, derandomize=True)


def play(path, office):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.runner.workers.session.run_pool", partial(run_pool, hire=office.hire))
        options = RunOptions(seed="0123456789abcdef0123456789abcdef", jobs=1)
        end = run_tournament(path, options, lambda _event: None)
    return RunDirectory(end.directory)


@pytest.fixture(scope="session")
def run(tmp_path_factory, paper_office):
    """A run with all that can be in one: faults, an annulled match that was played again, a decision after the end."""
    folder = tmp_path_factory.mktemp("tampering")
    lines = ['unit = "board"', "boards = 1"]
    for name in ("ana", "rui", "bad"):
        (folder / f"{name}.py").write_text(f"# {name}\nprint()\n")
        lines += ["[[entrants]]", f'name = "{name}"', f'bot = "{name}.py"']
    path = folder / "cup.toml"
    path.write_text("\n".join(lines) + "\n")
    run = play(path, paper_office(signal_after=2))
    annul(run, next(plays_of(run)).entry.match_id, "a power cut")
    play(path, paper_office())
    disqualify(run, "rui", "two accounts")
    assert () == problems(run)
    return run


@pytest.fixture(scope="session")
def files(run):
    """Every file of the run that has content."""
    found = sorted(path for path in run.path.rglob("*") if path.is_file() and path.stat().st_size)
    parts = {path.relative_to(run.path).parts[0] for path in found}
    assert parts == {
        ".gitattributes", "annulled", "bots", "ledger.jsonl", "ledger.sha256", "matches", "run.toml", "seed",
        "standings.json", "standings.md",
    }  # fmt: skip
    return found


def problems(run):
    return audit_run(run, lambda _done, _of: None, 1).problems


def problems_with(run, path, data):
    """What is found while ``path`` has other content."""
    before, mode = path.read_bytes(), path.stat().st_mode
    assert before != data
    path.chmod(0o644)
    try:
        path.write_bytes(data)
        path.chmod(mode)
        return problems(run)
    finally:
        path.chmod(0o644)
        path.write_bytes(before)
        path.chmod(mode)


@TAMPERED
@given(data=st.data())
def test_any_bit_that_is_flipped_is_found(run, files, data):
    path = data.draw(st.sampled_from(files))
    content = bytearray(path.read_bytes())
    bit = data.draw(st.integers(0, 8 * len(content) - 1))
    content[bit // 8] ^= 1 << bit % 8
    assert problems_with(run, path, bytes(content))


def dropped(lines, at):
    return [*lines[:at], *lines[at + 1 :]]


def doubled(lines, at):
    return [*lines[: at + 1], *lines[at:]]


def swapped(lines, at):
    """The line and the next one that is another."""
    other = next((n for n in range(at + 1, len(lines)) if lines[n] != lines[at]), None)
    if other is None:
        return dropped(lines, at)
    changed = list(lines)
    changed[at], changed[other] = lines[other], lines[at]
    return changed


@TAMPERED
@given(data=st.data(), edit=st.sampled_from([dropped, doubled, swapped]))
def test_any_line_that_is_dropped_doubled_or_swapped_is_found(run, files, data, edit):
    path = data.draw(st.sampled_from(files))
    lines = path.read_bytes().splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines) - 1))
    assert problems_with(run, path, b"".join(edit(lines, at)))


def test_any_file_that_is_gone_is_found(run, files, tmp_path):
    for path in files:
        if path == run.attributes:  # whoever copies a run may leave it out
            continue
        kept = tmp_path / "kept"
        path.rename(kept)
        try:
            found = path == run.ledger or problems(run)
        finally:
            kept.rename(path)
        assert found, path


@pytest.mark.parametrize("bots", [True, False], ids=["with bots", "without"])
def test_an_honest_run_and_its_copy_pass(run, tmp_path, bots):
    copy = RunDirectory(tmp_path / "elsewhere" / "copy")
    shutil.copytree(run.path, copy.path)
    if not bots:
        discard(copy.bots)
    for each in (run, copy):
        audit = audit_run(each, lambda _done, _of: None, 1)
        assert ((), ()) == (audit.problems, audit.notes)
    assert bots is audit.with_bots


def test_a_copy_that_lost_its_links_is_found(run, tmp_path):
    """A log that is a link to another's place is no copy of it."""
    copy = RunDirectory(tmp_path / "copy")
    shutil.copytree(run.path, copy.path)
    first, second, *_ = sorted(copy.matches.iterdir())
    first.unlink()
    Path(first).symlink_to(second)
    assert problems(copy)
