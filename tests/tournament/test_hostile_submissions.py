"""What a stranger may hand in: every kind of trap is refused, in words, without being stepped into."""

import os
import socket
from pathlib import Path

import pytest

from arena.errors import ConfigErrors, SubmissionError
from arena.tournament import bot_files
from arena.tournament.bot_files import content_hash, list_files
from arena.tournament.manifest import MANIFEST_BYTES, load_manifest

MANIFEST = 'name = "eve"\nrun = ["python3", "bot.py"]\n'


@pytest.fixture
def eve(tmp_path) -> Path:
    """A bot's folder that is still harmless."""
    folder = tmp_path / "eve"
    folder.mkdir()
    (folder / "bot.toml").write_text(MANIFEST)
    (folder / "bot.py").write_text("print()\n")
    return folder


def refusal(source: Path) -> str:
    with pytest.raises(SubmissionError) as caught:
        load_manifest(source)
    return str(caught.value).replace(f"{source.parent}/", "")


def complaints(folder: Path, manifest: bytes) -> list[str]:
    (folder / "bot.toml").write_bytes(manifest)
    with pytest.raises(ConfigErrors) as caught:
        load_manifest(folder)
    return str(caught.value).replace(f"{folder}/", "").splitlines()


@pytest.mark.parametrize("name", ["bot.toml", "bot.py", "extra"])
def test_a_fifo_is_refused_and_nobody_waits_for_it(eve, name):
    """Not even where the manifest should be."""
    (eve / name).unlink(missing_ok=True)
    os.mkfifo(eve / name)
    assert f"eve: {name} is neither a file nor a folder" == refusal(eve)


def test_a_socket_is_refused(eve, monkeypatch):
    """By itself too."""
    monkeypatch.chdir(eve)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("bot")
        assert "eve: bot is neither a file nor a folder" == refusal(eve)
        assert "bot is neither a file nor a folder" == refusal(eve / "bot")


def test_a_device_is_refused():
    """/dev/zero has no end."""
    assert "zero is neither a file nor a folder" == refusal(Path("/dev/zero"))


def test_a_link_is_refused_wherever_it_leads_and_whatever_it_stands_for(eve, tmp_path):
    """A file, a folder within, the folder itself, a lone bot: the organiser may read what its owner may not."""
    (tmp_path / "secret.py").write_text("print('secret')")
    (tmp_path / "lone.py").symlink_to(tmp_path / "secret.py")
    assert "lone.py is a symbolic link; put a copy in its place" == refusal(tmp_path / "lone.py")
    (tmp_path / "alias").symlink_to(eve)
    assert "alias is a symbolic link; name the folder that it leads to" == refusal(
        tmp_path / "alias"
    )
    (eve / "data").symlink_to("/etc")
    assert "eve: data is a symbolic link; put a copy in its place" == refusal(eve)
    (tmp_path / "broken.py").symlink_to("nowhere")
    assert "broken.py is a symbolic link; put a copy in its place" == refusal(
        tmp_path / "broken.py"
    )


def test_a_hard_link_to_another_users_file_is_refused(eve, tmp_path, monkeypatch):
    """It may be one that this user alone can read; one's own are fine, as tools make them."""
    (tmp_path / "other.py").write_text("print('mine')")
    os.link(tmp_path / "other.py", eve / "more.py")
    assert ("bot.py", "bot.toml", "more.py") == list_files(eve)
    owners = {eve: os.getuid() + 1}
    real = Path.stat

    def stat(path: Path, **how):
        status = list(real(path, **how))
        status[4] = owners.get(path, status[4])
        return os.stat_result(status)

    monkeypatch.setattr(Path, "stat", stat)
    assert "eve: more.py is a hard link to another user's file; put a copy in its place" == refusal(
        eve
    )


def test_ten_gigabytes_are_refused_unread(eve, tmp_path):
    """A sparse file takes no room on the attacker's disk."""
    with (eve / "weights").open("wb") as file:
        file.truncate(10 << 30)
    assert "eve: a bot has at most 64 MiB of files" == refusal(eve)
    lone = tmp_path / "big.py"
    with lone.open("wb") as file:
        file.truncate(10 << 30)
    assert "big.py: a bot has at most 64 MiB of files" == refusal(lone)


def test_a_hundred_thousand_files_are_refused_when_enough_are_seen(eve, monkeypatch):
    """No list of them all is made."""
    monkeypatch.setattr(bot_files, "MAX_FILES", 20)
    looked: list[str] = []
    real = os.scandir

    class Endless:
        def __init__(self, path):
            self._real = real(path)

        def __enter__(self):
            entry = next(iter(self._real))

            def forever():
                while True:
                    looked.append(entry.name)
                    yield entry

            return forever()

        def __exit__(self, *_):
            self._real.close()

    monkeypatch.setattr(os, "scandir", Endless)
    assert "eve: a bot has at most 20 files" == refusal(eve)
    assert len(looked) <= 41


def test_folders_within_folders_without_end_are_refused(eve):
    """Before their path is longer than what the system takes."""
    deep = eve
    for _ in range(200):
        deep /= "d"
        deep.mkdir()
    assert f"eve: the path {'d/' * 20}… is longer than 255 bytes" == refusal(eve)


@pytest.mark.parametrize(
    "name",
    [b"a\x1b[2Jb", b"a\nb", b"a\rb", "a\u202egpj.exe".encode(), b"a\xff", "a\u200bb".encode()],
    ids=repr,
)
@pytest.mark.parametrize("kind", [Path.touch, Path.mkdir])
def test_a_name_that_could_steer_a_terminal_is_refused_and_shown_escaped(eve, name, kind):
    """Escape sequences, line ends, turned or invisible writing, invalid UTF-8; of folders too."""
    kind(eve / os.fsdecode(name))
    text = refusal(eve)
    assert "has characters that a path can't have here" in text
    assert text.isprintable()


def test_a_lone_files_ending_is_part_of_its_name(tmp_path):
    """Its stem alone is the bot's name."""
    source = tmp_path / "bot.\x1b[2J"
    source.touch(0o755)
    assert "'bot.\\x1b[2J' has characters that a path can't have here" in refusal(source)


def test_names_of_which_some_systems_make_one_are_refused(eve):
    """One of the two would be lost there."""
    (eve / "Bot.py").touch()
    message = refusal(eve)
    assert "differ only in how letters are written" in message
    (eve / "Bot.py").unlink()
    (eve / "lib").mkdir()
    (eve / "LIB").touch()
    assert "differ only in how letters are written" in refusal(eve)


def test_markup_in_a_name_is_only_a_name(eve):
    """It is for whoever writes HTML to escape it."""
    (eve / "<script>alert(1)<").touch()
    assert "<script>alert(1)<" in list_files(eve)


@pytest.mark.parametrize(
    "name", ["-", ".", "..", "-rf", ".hidden", "", "a b", "a/b", "x" * 33, "ä"]
)
def test_a_name_that_makes_trouble_as_a_folder_or_an_option_is_refused(eve, name):
    """Of the bot, in its manifest."""
    (line,) = complaints(eve, f'name = "{name}"\nrun = ["./bot.py"]\n'.encode())
    assert line.startswith("bot.toml:1:1: name must be 1 to 32 of letters A-Z and a-z")
    assert "the first no '.' or '-'" in line


@pytest.mark.parametrize("name", ["-", "_x", ".x", "-x.py"])
def test_a_lone_files_name_is_a_bots_name(tmp_path, name):
    """By the same rule."""
    source = tmp_path / name
    source.touch(0o755)
    if name == "_x":
        assert "_x" == load_manifest(source).name
    else:
        assert "can't be a bot's name" in refusal(source)


@pytest.mark.parametrize(
    "part", ["../ana/bot.py", "/home/ana/bot.py", "lib/../../ana/bot.py", "--weights=/home/ana/w"]
)
@pytest.mark.parametrize("key", ["run", "build"])
def test_a_manifest_that_names_anothers_files_is_refused_at_its_place(eve, part, key):
    """File, line and column of the very word."""
    other = 'run = ["python3", "bot.py"]\n' if key == "build" else ""
    text = f'name = "eve"\n{other}{key} = ["python3", "{part}"]\n'
    line = 3 if other else 2
    shown = part if len(part) <= 40 else f"{part[:40]}…"
    assert [
        f"bot.toml:{line}:{len(key) + 16}: {key} names {shown!r}, which isn't in the bot's folder"
    ] == complaints(eve, text.encode())


def test_an_argument_that_no_program_can_have_is_refused(eve):
    """The operating system ends it at the first NUL."""
    (line,) = complaints(eve, b'name = "eve"\nrun = ["python3", "bot.py", "a\\u0000b"]\n')
    assert line.startswith("bot.toml:2:")


def test_a_huge_manifest_is_refused_after_a_few_kilobytes(eve):
    """However huge."""
    with (eve / "bot.toml").open("r+b") as file:
        file.truncate(60 << 20)
    with pytest.raises(ConfigErrors, match=r"bot\.toml: longer than 16 KiB"):
        load_manifest(eve)


@pytest.mark.parametrize(
    "text",
    [b"a = " + b"[" * 8_000, b"a." * 4_000 + b"b = 1", b"n = " + b"9" * 10_000, b"\xff", b"\0"],
)
def test_a_manifest_made_to_break_its_reader_is_refused(eve, text):
    """Nested, dotted, endless numbers, no text at all: in a moment, with its place where there is one."""
    assert len(text) < MANIFEST_BYTES
    assert complaints(eve, text)[0].startswith("bot.toml:")


def test_what_is_swapped_for_a_trap_after_it_was_looked_at_is_not_stepped_into(eve, tmp_path):
    """A link, a FIFO, a folder that became a link: the hash is taken of plain files alone."""
    (eve / "lib").mkdir()
    (eve / "lib" / "a.py").touch()
    files = list_files(eve)
    (tmp_path / "rival").mkdir()
    (tmp_path / "rival" / "a.py").write_text("secret")
    (eve / "lib" / "a.py").unlink()
    (eve / "lib").rmdir()
    (eve / "lib").symlink_to(tmp_path / "rival")
    with pytest.raises(OSError, match=r"Not a directory|Too many levels"):
        content_hash(eve, files)
    (eve / "lib").unlink()
    (eve / "lib").mkdir()
    os.mkfifo(eve / "lib" / "a.py")
    with pytest.raises(OSError, match="it isn't a plain file"):
        content_hash(eve, files)


def test_a_file_that_grows_while_it_is_read_is_given_up(eve, monkeypatch):
    """At the most that a bot may have."""
    files = list_files(eve)
    with (eve / "bot.py").open("ab") as file:
        file.truncate(65 << 20)
    with pytest.raises(OSError, match="it grows while it is being read"):
        content_hash(eve, files)


def test_a_file_that_vanishes_while_the_folder_is_looked_through_is_told_of(eve, monkeypatch):
    """No traceback."""

    class Gone:
        name = "bot.py"

        def is_dir(self, *, follow_symlinks):
            return False

        def stat(self, *, follow_symlinks):
            raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(bot_files, "_scan", lambda *_: [Gone()])
    assert "eve: bot.py can't be read: No such file or directory" == refusal(eve)


def test_a_path_that_no_file_can_have_is_no_bot(tmp_path):
    """A NUL from a tournament's file, say."""
    assert "there is no such bot" in refusal(tmp_path / "a\0b")
