"""The run directory: one writer, whole files, and only ever one contest."""

import errno
import os
import stat
import tomllib
from pathlib import Path

import pytest

from arena.errors import RunError
from arena.runner.files.removal import discard
from arena.runner.files.toml import Document
from arena.runner.runs.directory import RunDirectory, write_whole

ANA = {"name": "ana", "bots": ["one", "one"]}
RUI = {"name": "rui", "bots": ["two", "two"]}


def document(boards=10, commitment="c0ffee", cores=2, entrants=(ANA, RUI)):
    return Document(
        {"format": 1, "seed_commitment": commitment},
        {"tournament": {"name": "small", "boards": boards}, "host": {"cores": cores}},
        {"entrants": entrants},
    )


DOCUMENT = document()


@pytest.fixture
def run(tmp_path):
    return RunDirectory(tmp_path / "small")


def test_a_run_begins_once_and_then_goes_on(run):
    with run.locked():
        assert run.begin(DOCUMENT, "abc") is True
    with run.locked():
        assert run.begin(DOCUMENT, "abc") is False
    assert tomllib.loads(DOCUMENT.to_toml()) == tomllib.loads(run.record.read_text())
    assert "abc" == run.read_seed()


def test_the_seed_is_private_until_it_is_published(run):
    with run.locked():
        run.begin(DOCUMENT, "abc")
        assert 0o600 == stat.S_IMODE(run.seed_file.stat().st_mode)
        run.publish_seed()
    assert 0o644 == stat.S_IMODE(run.seed_file.stat().st_mode)


def test_a_lost_seed_is_written_again(run):
    with run.locked():
        run.begin(DOCUMENT, "abc")
        run.seed_file.unlink()
        run.begin(DOCUMENT, "abc")
    assert "abc" == run.read_seed()


def test_only_one_process_at_a_time_may_play_a_run(run):
    with run.locked():
        busy = f"another arena \\(process {os.getpid()}\\)"
        with pytest.raises(RunError, match=busy), run.locked():
            pass
    with run.locked():
        pass


def test_other_host_facts_are_no_difference(run):
    with run.locked():
        run.begin(DOCUMENT, "abc")
        assert run.begin(document(cores=64), "abc") is False


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"boards": 20}, "tournament.boards: 10 in the run, now 20"),
        ({"commitment": "other"}, "seed_commitment: c0ffee in the run, now other"),
        (
            {"entrants": (ANA, {"name": "rui", "bots": ["two", "six"]})},
            "entrants 'rui': bots: [two, two] in the run, now [two, six]",
        ),
        ({"entrants": (ANA,)}, "entrants 'rui': bots: [two, two] in the run, now gone"),
        (
            {"entrants": (ANA, RUI, {"name": "eva", "bots": ["x"]})},
            "entrants 'eva': bots: not in the run, now [x]",
        ),
        ({"entrants": (RUI, ANA)}, "order of entrants: [ana, rui] in the run, now [rui, ana]"),
    ],
)
def test_a_run_of_something_else_is_refused_saying_what_differs(run, change, said):
    with run.locked():
        run.begin(DOCUMENT, "abc")
        with pytest.raises(RunError) as refusal:
            run.begin(document(**change), "abc")
    assert f"\n  {said}\n" in str(refusal.value)
    assert 3 == len(str(refusal.value).splitlines())
    assert "--out" in str(refusal.value)


def test_a_directory_with_other_things_in_it_is_left_alone(run):
    run.path.mkdir()
    (run.path / "thesis.tex").write_text("x")
    foreign = r"isn't a run directory \(it holds thesis.tex\)"
    with pytest.raises(RunError, match=foreign), run.locked():
        pass
    assert ["thesis.tex"] == [entry.name for entry in run.path.iterdir()]


def test_a_file_in_the_directorys_place_is_refused(run):
    run.path.write_text("x")
    with pytest.raises(RunError, match="a file is in its place"), run.locked():
        pass


def test_a_run_killed_before_it_began_can_begin(run):
    with run.locked():
        (run.path / "run.toml.part").write_text("half a li")
        run.bots.mkdir()
    with run.locked():
        assert run.begin(DOCUMENT, "abc") is True


@pytest.mark.parametrize("content", [b"\xff\xfe", b"name = "])
def test_a_damaged_record_is_named(run, content):
    with run.locked():
        run.record.write_bytes(content)
        with pytest.raises(RunError, match=r"run.toml is damaged"):
            run.begin(DOCUMENT, "abc")


def test_a_seed_file_that_isnt_text_is_named(run):
    with run.locked():
        run.seed_file.write_bytes(b"\xff")
    with pytest.raises(RunError, match="doesn't hold a seed"):
        run.read_seed()


def test_tidying_removes_what_was_left_unfinished_and_nothing_else(run):
    with run.locked():
        run.begin(DOCUMENT, "abc")
        run.log_of("aa").write_text("sealed")
        run.log_of("bb").with_name("bb.jsonl.part").write_text("torn")
        half = run.bots / "1234.part"
        (half / "inner").mkdir(parents=True)
        (half / "inner" / "bot.py").write_text("pass")
        (half / "inner").chmod(0o500)
        run.tidy()
    assert [run.log_of("aa")] == list(run.matches.iterdir())
    assert [] == list(run.bots.iterdir())


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "standings.json"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert "old" == path.read_text()
    assert [path] == list(tmp_path.iterdir())


def test_discarding_nothing_is_fine(tmp_path):
    discard(tmp_path / "nothing")
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    discard(link)
    assert [] == list(tmp_path.iterdir())


def test_the_run_of_a_tournament_is_beside_its_file(tmp_path):
    assert tmp_path / "cup" == RunDirectory.beside(tmp_path / "cup.toml").path
    assert Path() == RunDirectory.beside(Path()).path


@pytest.mark.parametrize(
    "name", ["run.toml", "ledger.jsonl", "lock", "matches/a.jsonl", "bots/a.built", "annulled/a"]
)
@pytest.mark.parametrize("leads_to", [None, "/dev/zero", "itself"])
def test_a_run_with_a_file_that_never_ends_is_refused(run, name, leads_to):
    with run.locked():
        run.begin(DOCUMENT, "abc")
    run.ledger.touch()
    run.annulled.mkdir()
    place = run.path / name
    place.unlink(missing_ok=True)
    if leads_to is None:
        os.mkfifo(place)
    else:
        place.symlink_to(place if leads_to == "itself" else leads_to)
    with pytest.raises(RunError, match=rf"{name} is neither a file nor a folder, as all"):
        RunDirectory.find(run.path)


def test_what_is_done_in_a_run_fails_at_the_run_if_it_is_not_told_where(run):
    with pytest.raises(OSError, match="full") as caught, run.locked():
        raise OSError(errno.ENOSPC, "full")
    assert str(run.path) == caught.value.filename


def test_links_to_files_and_what_the_arena_never_reads_are_fine_in_a_run(run, tmp_path):
    with run.locked():
        run.begin(DOCUMENT, "abc")
    run.record.rename(tmp_path / "elsewhere")
    run.record.symlink_to(tmp_path / "elsewhere")
    os.mkfifo(run.path / "my-pipe")
    (run.matches / "a.jsonl").symlink_to("nowhere")
    assert run == RunDirectory.find(run.path)


def test_a_link_that_the_system_can_not_follow_is_told_in_its_words(run):
    with run.locked():
        run.begin(DOCUMENT, "abc")
    (run.matches / "a.jsonl").symlink_to("a" * 300)
    with pytest.raises(OSError, match=r"File name too long: '.*/a\.jsonl'"):
        RunDirectory.find(run.path)
