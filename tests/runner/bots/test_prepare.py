"""Bots made ready: frozen by content, never built twice, and told what they lack."""

import errno
import stat
from pathlib import Path

import pytest

from arena.errors import BotStartError, RunError, SubmissionError
from arena.runner.bots import prepare
from arena.runner.bots.prepare import find_bot, list_bots, prepare_bot, prepare_bots


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def make_bot(tmp_path):
    """Writes a bot's folder with a manifest; files are contents by path."""

    def make(run='["python3", "bot.py"]', build=None, **files):
        folder = tmp_path / "bot"
        folder.mkdir(exist_ok=True)
        lines = ['name = "ana"', f"run = {run}", *([f"build = {build}"] if build else [])]
        (folder / "bot.toml").write_text("\n".join(lines))
        for name, content in ({"bot.py": "print()"} | files).items():
            (folder / name).write_text(content)
        return folder

    return make


def freeze(source, tmp_path):
    return prepare_bot(find_bot(source), tmp_path / "bots", print)


def test_a_frozen_bot_has_the_name_of_its_content_and_nobody_may_write_to_it(make_bot, tmp_path):
    bot = freeze(make_bot(), tmp_path)
    assert tmp_path / "bots" / bot.ref.sha256 == bot.folder
    assert "ana" == bot.ref.name
    assert ["bot.py", "bot.toml"] == sorted(path.name for path in bot.folder.iterdir())
    assert 0o555 == stat.S_IMODE(bot.folder.stat().st_mode)
    assert 0o444 == stat.S_IMODE((bot.folder / "bot.py").stat().st_mode)
    assert str(bot.folder) == bot.launch.cwd
    assert "bot.py" == bot.launch.argv[-1]


def test_a_file_that_may_be_executed_stays_so(make_bot, tmp_path):
    folder = make_bot(run='["./go"]', go="#!/bin/sh\n")
    (folder / "go").chmod(0o755)
    bot = freeze(folder, tmp_path)
    assert 0o555 == stat.S_IMODE((bot.folder / "go").stat().st_mode)
    assert (str(bot.folder / "go"),) == bot.launch.argv


def test_a_copy_that_finds_no_room_says_where(make_bot, tmp_path, monkeypatch):
    def full(_bot, _target):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(prepare, "is_copied", full)
    with pytest.raises(OSError, match=r"No space left on device: '.*/bots'"):
        freeze(make_bot(), tmp_path)
    assert [] == names_in(tmp_path / "bots")


def test_a_bot_that_is_there_already_is_left_as_it_is(make_bot, tmp_path):
    source = make_bot()
    first = freeze(source, tmp_path)
    stamp = first.folder.stat().st_mtime_ns
    assert first == freeze(source, tmp_path)
    assert stamp == first.folder.stat().st_mtime_ns


def test_what_a_killed_run_left_half_copied_is_no_bot(make_bot, tmp_path):
    source = make_bot()
    sha256 = find_bot(source).ref.sha256
    part = tmp_path / "bots" / f"{sha256}.part"
    part.mkdir(parents=True)
    (part / "junk").write_text("half")
    assert not (freeze(source, tmp_path).folder / "junk").exists()
    assert [sha256] == names_in(tmp_path / "bots")


def test_a_bot_that_changes_while_it_is_copied_is_refused(make_bot, tmp_path):
    source = make_bot()
    found = find_bot(source)
    (source / "bot.py").write_text("print(2)")
    with pytest.raises(BotStartError, match="changed while it was being copied"):
        prepare_bot(found, tmp_path / "bots", print)
    assert [] == names_in(tmp_path / "bots")


def test_a_missing_interpreter_is_named_with_what_to_install(make_bot, tmp_path, monkeypatch):
    folder = make_bot(run='["node", "bot.js"]', **{"bot.js": ""})
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BotStartError, match=r"'ana' needs 'node', .*: Node\.js \(Debian: apt inst"):
        freeze(folder, tmp_path)


def test_a_missing_compiler_is_named_before_anything_is_built(make_bot, tmp_path, monkeypatch):
    folder = make_bot(run='["./bot"]', build='["cc", "bot.c"]', **{"bot.c": ""})
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        BotStartError, match="'ana' needs 'cc', which isn't installed: a C compiler"
    ):
        freeze(folder, tmp_path)
    assert [] == names_in(tmp_path / "bots")


def test_a_missing_program_that_nobody_knows_is_named_too(make_bot, tmp_path):
    folder = make_bot(run='["no-such-language", "bot.py"]')
    with pytest.raises(
        BotStartError, match="'no-such-language', which isn't installed; install it"
    ):
        freeze(folder, tmp_path)


def test_a_build_that_leaves_no_program_is_found_out(make_bot, tmp_path, monkeypatch):
    monkeypatch.setattr(prepare, "run_build", lambda name, plan: None)
    folder = make_bot(run='["./bot"]', build='["cc", "bot.c"]', **{"bot.c": ""})
    with pytest.raises(BotStartError, match=r"runs '\./bot', which isn't there after its build"):
        freeze(folder, tmp_path)


def test_a_program_that_may_not_be_executed_is_found_out(make_bot, tmp_path):
    with pytest.raises(BotStartError, match=r"runs '\./bot\.py', which isn't executable"):
        freeze(make_bot(run='["./bot.py"]'), tmp_path)


def test_one_bot_in_two_places_is_prepared_once(make_bot, tmp_path):
    source = make_bot()
    prepared = prepare_bots({source: find_bot(source)}, tmp_path / "bots", print)
    assert [source] == list(prepared)


def test_a_file_that_cant_be_read_is_refused(make_bot, monkeypatch):
    def refuse(root, files):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(prepare, "content_hash", refuse)
    with pytest.raises(SubmissionError, match="can't be read: Permission denied"):
        find_bot(make_bot())


def test_listing_takes_bots_and_folders_of_bots_and_passes_over_the_rest(make_bot, tmp_path):
    make_bot()
    (tmp_path / "lone.py").write_text("")
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / "run").write_text("")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "empty").mkdir()
    listed = list_bots([tmp_path, tmp_path / "bot", tmp_path / "nowhere"])
    assert ["ana", "lone", "run", "ana"] == [bot.ref.name for bot in listed.bots]
    assert () == listed.problems


def test_listing_names_what_is_wrong_and_goes_on(make_bot, tmp_path):
    make_bot(run="[]")
    (tmp_path / "ok.py").write_text("")
    listed = list_bots([tmp_path])
    assert ["ok"] == [bot.ref.name for bot in listed.bots]
    assert 1 == len(listed.problems)
    assert "bot.toml:2" in listed.problems[0]


@pytest.mark.parametrize("build", [None, '["cc", "bot.c"]'])
def test_a_frozen_bot_that_was_changed_is_frozen_anew(make_bot, tmp_path, monkeypatch, build):
    monkeypatch.setattr(prepare, "run_build", lambda _name, plan: (Path(plan.cwd) / "out").touch())
    monkeypatch.setattr(prepare, "check_program", lambda _name, _program, _launch: None)
    source = make_bot(build=build)
    first = freeze(source, tmp_path)
    first.folder.chmod(0o755)
    (first.folder / "random.py").write_text("cheat")
    again = freeze(source, tmp_path)
    assert (False, True) == (first.mended, again.mended)
    assert first.tree == again.tree
    assert not (again.folder / "random.py").exists()
    assert not freeze(source, tmp_path).mended


def test_a_frozen_bot_changed_while_it_plays_is_named(make_bot, tmp_path):
    bot = freeze(make_bot(), tmp_path)
    bot.check_intact()
    (bot.folder / "bot.py").chmod(0o644)
    (bot.folder / "bot.py").write_text("cheat")
    with pytest.raises(RunError, match=f"{bot.folder}, the frozen copy of bot 'ana', was changed"):
        bot.check_intact()
