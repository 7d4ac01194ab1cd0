"""Submission: a bot is in, with a trial behind it, or nothing has changed."""

import signal
import stat

import pytest

from arena.errors import BotStartError, ConfigErrors, RunError, SubmissionError
from arena.runner.bots.prepare import find_bot, list_bots
from arena.runner.play.tournament import Begun, RunOptions, plan_tournament, run_tournament
from arena.runner.submission.submit import submit
from arena.runner.submission.swap import take_out
from arena.runner.submission.versions import played_in, where_it_plays

EMPTY = b'unit = "rubber"\nrubbers = 2 # enough\nsandbox = "off"\n'


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def cup(office, tmp_path):
    """A tournament that has no entrants yet."""
    path = tmp_path / "cup.toml"
    path.write_bytes(EMPTY)
    return path


@pytest.fixture
def bot(tmp_path):
    def make(name="ana", folder="desk"):
        path = tmp_path / folder / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# {name}\n")
        return path

    return make


def everything(folder):
    return {
        path.relative_to(folder): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def test_a_lone_file_is_copied_and_added_and_nothing_else_changes(cup, bot, tmp_path):
    taken = submit(bot(), cup, None)
    assert ("ana", False) == (taken.name, taken.begun)
    assert tmp_path / "cup.bots" / "ana" == taken.folder
    assert b"# ana\n" == (taken.folder / "ana.py").read_bytes()
    added = b'\n[[entrants]]\nname = "ana"\nbot = "cup.bots/ana/ana.py"\n'
    assert EMPTY + added == cup.read_bytes()


def test_two_submissions_make_a_tournament(cup, bot, office):
    first, second = submit(bot(), cup, None), submit(bot("rui"), cup, "the-rui")
    plan = plan_tournament(cup, RunOptions())
    assert [("ana", first.sha256), ("the-rui", second.sha256)] == [
        (entrant.name, entrant.bots[0].sha256) for entrant in plan.entrants
    ]
    office.tries.clear()
    assert 2 == run_tournament(cup, RunOptions(), lambda _event: None).standings.scored


def test_a_folder_is_copied_with_its_manifest_but_without_what_is_no_part_of_it(cup, bot):
    source = bot().parent
    (source / "bot.toml").write_text('name = "eva"\nrun = ["python3", "ana.py"]\n')
    (source / "__pycache__").mkdir()
    (source / "__pycache__" / "x.pyc").write_text("")
    (source / "run.sh").write_text("")
    (source / "run.sh").chmod(0o700)
    taken = submit(source, cup, None)
    assert "eva" == taken.name
    assert ["ana.py", "bot.toml", "run.sh"] == names_in(taken.folder)
    assert (taken.folder / "run.sh").stat().st_mode & stat.S_IXUSR
    assert cup.read_bytes().endswith(b'bot = "cup.bots/eva"\n')


def test_the_trial_is_two_boards_on_the_tournaments_terms(cup, bot, office):
    cup.write_bytes(b"max_faults = 7\n" + EMPTY)
    submit(bot(), cup, None)
    (job,) = office.tries
    assert ("board", 7) == (job.spec.terms.unit, job.spec.terms.max_faults)
    assert 2 == len(job.spec.units)


def test_the_same_bot_has_the_same_trial(cup, bot, office):
    submit(bot(), cup, None)
    submit(bot(), cup, "again")
    assert office.tries[0].spec == office.tries[1].spec


def test_a_bot_that_fails_its_trial_is_refused_with_its_fault_and_stderr(cup, bot, tmp_path):
    source = bot("bad")
    before = everything(tmp_path)
    with pytest.raises(SubmissionError) as refusal:
        submit(source, cup, None)
    assert "bad.py isn't accepted: it failed its trial against itself" in str(refusal.value)
    assert "bad_json" in str(refusal.value)
    assert "its stderr:\n    Ouch!" in str(refusal.value)
    assert before == everything(tmp_path)


def test_a_bot_that_cant_be_started_is_refused(cup, bot, tmp_path):
    source = bot().parent
    (source / "bot.toml").write_text('name = "x"\nrun = ["no-such-language", "y"]\n')
    before = everything(tmp_path)
    with pytest.raises(BotStartError, match="no-such-language"):
        submit(source, cup, None)
    assert before == everything(tmp_path)


def test_a_void_trial_is_nobodys_fault_and_changes_nothing(cup, bot, office, tmp_path):
    office.void = {1, 2, 3}
    source = bot()
    before = everything(tmp_path)
    with pytest.raises(RunError):
        submit(source, cup, None)
    assert before == everything(tmp_path)


@pytest.mark.parametrize("name", ["ana", "ANA"])
def test_a_name_that_is_taken_is_refused(cup, bot, name):
    submit(bot(), cup, None)
    with pytest.raises(SubmissionError, match=f"'{name}' is in .*cup.toml already; choose another"):
        submit(bot("rui"), cup, name)


@pytest.mark.parametrize("name", ["a b", "../x", "", "é"])
def test_a_name_that_cant_be_is_refused(cup, bot, name):
    with pytest.raises(SubmissionError, match="can't be an entrant's name"):
        submit(bot(), cup, name or " ")


def test_a_folder_in_the_way_is_left_alone(cup, bot, tmp_path):
    (tmp_path / "cup.bots" / "ana").mkdir(parents=True)
    with pytest.raises(
        SubmissionError, match="is there already, though no entrant is called 'ana'"
    ):
        submit(bot(), cup, None)


@pytest.mark.parametrize(
    ("content", "added"),
    [
        (b"\xef\xbb\xbf" + EMPTY, b'\n[[entrants]]\nname = "ana"\n'),
        (EMPTY.replace(b"\n", b"\r\n"), b'\r\n[[entrants]]\r\nname = "ana"\r\n'),
        (EMPTY.rstrip(b"\n"), b'\n\n[[entrants]]\nname = "ana"\n'),
    ],
)
def test_a_file_of_any_editor_is_added_to_in_its_own_style(cup, bot, content, added):
    cup.write_bytes(content)
    submit(bot(), cup, None)
    assert cup.read_bytes().startswith(content + added)
    submit(bot("rui"), cup, None)
    assert 2 == len(plan_tournament(cup, RunOptions()).entrants)


def test_entrants_in_one_value_cant_be_added_to(cup, bot, tmp_path):
    (tmp_path / "x.py").write_text("")
    cup.write_bytes(EMPTY + b'entrants = [{name = "x", bot = "x.py"}]\n')
    with pytest.raises(SubmissionError, match="writes its entrants as one value"):
        submit(bot(), cup, None)


def test_a_tournament_that_is_wrong_is_shown_its_mistakes(cup, bot):
    cup.write_bytes(EMPTY + b"rubers = 3\n")
    with pytest.raises(ConfigErrors, match="unknown key 'rubers'"):
        submit(bot(), cup, None)


def test_a_file_that_cant_be_replaced_leaves_nothing_behind(cup, bot, tmp_path, monkeypatch):
    def full(path, content, mode):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("arena.runner.submission.submit.write_whole", full)
    source = bot()
    with pytest.raises(OSError, match="No space") as caught:
        submit(source, cup, None)
    assert str(tmp_path) == caught.value.filename
    assert EMPTY == cup.read_bytes()
    assert [] == names_in(tmp_path / "cup.bots")


def test_the_files_mode_and_a_link_to_it_stay(cup, bot, tmp_path):
    cup.chmod(0o640)
    link = tmp_path / "desk.toml"
    link.symlink_to(cup)
    submit(bot(), link, None)
    assert link.is_symlink()
    assert 0o640 == stat.S_IMODE(cup.stat().st_mode)
    assert b'bot = "cup.bots/ana/ana.py"' in cup.read_bytes()


def test_that_a_run_has_begun_without_the_bot_is_said(cup, bot):
    submit(bot(), cup, None)
    submit(bot("rui"), cup, None)
    run_tournament(cup, RunOptions(), lambda _event: None)
    assert submit(bot("eva"), cup, None).begun


def test_a_folder_that_isnt_there_is_named(bot, tmp_path):
    with pytest.raises(SubmissionError, match="No such file"):
        submit(bot(), tmp_path / "gone" / "cup.toml", None)


def test_sigterm_at_the_last_moment_changes_nothing(cup, bot, tmp_path, monkeypatch):
    def interrupted(*_):
        signal.raise_signal(signal.SIGTERM)

    source = bot()
    before = everything(tmp_path)
    monkeypatch.setattr("arena.runner.submission.submit.write_whole", interrupted)
    handler = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with pytest.raises(KeyboardInterrupt):
            submit(source, cup, None)
    finally:
        signal.signal(signal.SIGTERM, handler)
    kept = everything(tmp_path)
    assert before == {path: kept[path] for path in before}
    assert [] == names_in(tmp_path / "cup.bots")


def test_a_taken_name_is_refused_with_both_ways_out(cup, bot):
    submit(bot(), cup, None)
    with pytest.raises(
        SubmissionError, match=r"with --name, or put .* in its place with --replace"
    ):
        submit(bot(), cup, None)


def test_a_new_version_takes_the_place_of_the_old_and_no_byte_of_the_file_changes(cup, bot):
    submit(bot(), cup, None)
    submit(bot("rui"), cup, None)
    before = cup.read_bytes()
    source = bot()
    source.write_text("# better\n")
    taken = submit(source, cup, None, replace=True)
    assert (True, b"# better\n") == (taken.replaced, (taken.folder / "ana.py").read_bytes())
    assert before == cup.read_bytes()
    assert ["ana", "rui"] == names_in(taken.folder.parent)


def test_a_new_version_may_be_of_another_kind(cup, bot):
    """A folder for a lone file: the path in the tournament's file is changed, and nothing else."""
    submit(bot(), cup, None)
    submit(bot("rui"), cup, None)
    before = cup.read_bytes()
    source = bot("ana", "workshop").parent
    (source / "bot.toml").write_text('name = "x"\nrun = ["python3", "ana.py"]\n')
    taken = submit(source, cup, "ana", replace=True)
    assert ["ana.py", "bot.toml"] == names_in(taken.folder)
    assert before.replace(b"cup.bots/ana/ana.py", b"cup.bots/ana") == cup.read_bytes()
    assert 2 == len(plan_tournament(cup, RunOptions()).entrants)


def test_what_was_never_submitted_cannot_be_replaced(cup, bot):
    """Nor what somebody else entered by hand, nor by a name spelled otherwise."""
    with pytest.raises(SubmissionError, match=r"no entrant of .* is called 'ana'"):
        submit(bot(), cup, None, replace=True)
    submit(bot(), cup, None)
    with pytest.raises(SubmissionError, match=r"no entrant of .* is called 'ANA'"):
        submit(bot(), cup, "ANA", replace=True)
    bot("own")
    added = b'[[entrants]]\nname = "own"\nbot = "desk/own.py"\n'
    cup.write_bytes(cup.read_bytes() + added)
    with pytest.raises(SubmissionError, match="'own' wasn't entered by arena submit"):
        submit(bot(), cup, "own", replace=True)


def test_a_run_that_has_begun_goes_on_with_what_it_froze_whatever_is_submitted(cup, bot, office):
    """A late entrant and a new version: told, left out, and in the next run."""
    submit(bot(), cup, None)
    submit(bot("rui"), cup, None)
    submit(bot("eva"), cup, None)
    office.signal_after = len(office.tries) + 1
    begun = run_tournament(cup, RunOptions(jobs=1), lambda _event: None)
    assert begun.interrupted
    office.signal_after = None
    newer = bot()
    newer.write_text(newer.read_text() + "# better\n")
    again = submit(newer, cup, None, replace=True)
    late = submit(bot("leo"), cup, None)
    assert again.begun
    assert late.begun
    told = []
    end = run_tournament(cup, RunOptions(jobs=1), told.append)
    (start,) = [event for event in told if isinstance(event, Begun)]
    assert ("leo",) == start.late
    assert ["ana.py"] == [path.name for path in start.changed]
    assert {"ana", "rui", "eva"} == {place.name for place in end.standings.places}
    assert end.seed is not None
    played = played_in(cup.parent)
    found = {
        it.ref.name: where_it_plays(it, played) for it in list_bots([cup.with_suffix(".bots")]).bots
    }
    next_run = ("the next run of cup",)
    assert {
        "ana": next_run,
        "rui": ("cup as rui",),
        "eva": ("cup as eva",),
        "leo": next_run,
    } == found
    after = run_tournament(cup, RunOptions(jobs=1, out=cup.parent / "second"), lambda _event: None)
    assert {"ana", "rui", "eva", "leo"} == {place.name for place in after.standings.places}


@pytest.mark.parametrize("breaks", ["is_copied", "sync_folder", "write_whole"])
def test_the_old_version_stays_where_the_new_one_cannot_be_put(
    cup, bot, tmp_path, monkeypatch, breaks
):
    """Whatever fails, and when."""
    submit(bot(), cup, None)
    source = bot()
    source.write_text("# better\n")
    before = everything(tmp_path)

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(f"arena.runner.submission.submit.{breaks}", fail)
    with pytest.raises(OSError, match="No space left"):
        submit(source, cup, None, replace=True)
    assert before == everything(tmp_path)


def test_a_replacement_that_was_killed_halfway_is_undone_by_the_next_submission(cup, bot):
    """Between two renames the old version is out and the new one isn't in."""
    taken = submit(bot(), cup, None)
    take_out(taken.folder)
    submit(bot("rui"), cup, None)
    assert ["ana", "rui"] == names_in(taken.folder.parent)
    assert 2 == len(plan_tournament(cup, RunOptions()).entrants)


def test_a_path_that_is_written_in_an_odd_way_is_left_to_people(cup, bot):
    """What to write is said."""
    submit(bot(), cup, None)
    cup.write_bytes(cup.read_bytes().replace(b"cup.bots/ana/ana.py", b"cup.bots/ana/\\u0061na.py"))
    source = bot("ana", "workshop").parent
    (source / "bot.toml").write_text('name = "x"\nrun = ["python3", "ana.py"]\n')
    with pytest.raises(SubmissionError, match=r'write bot = "cup\.bots/ana" there'):
        submit(source, cup, "ana", replace=True)


def test_a_bot_that_changes_before_its_trial_is_refused(cup, bot, monkeypatch):
    """What was tried is what is taken."""
    source = bot()
    found = find_bot(source)
    source.write_text("# other\n")
    monkeypatch.setattr("arena.runner.submission.submit.find_bot", lambda _source: found)
    with pytest.raises(SubmissionError, match="was changed while it was being tried"):
        submit(source, cup, None)
