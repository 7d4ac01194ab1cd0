"""Bots as they are submitted: manifests, files and the hash that names them."""

import hashlib
import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ConfigErrors, SubmissionError
from arena.tournament import bot_files
from arena.tournament.bot_files import content_hash, list_files
from arena.tournament.manifest import BotManifest, load_manifest

GREEDY = 'name = "greedy"\nrun = ["python3", "bot.py"]\n'


@pytest.fixture
def folder(tmp_path):
    """A bot's folder with a manifest and one script."""
    folder = tmp_path / "greedy"
    folder.mkdir()
    (folder / "bot.toml").write_text(GREEDY)
    (folder / "bot.py").write_text("print()\n")
    return folder


def refusal(source):
    with pytest.raises(SubmissionError) as caught:
        load_manifest(source)
    return str(caught.value).replace(f"{source.parent}/", "")


def complaints(folder, text):
    (folder / "bot.toml").write_text(text)
    with pytest.raises(ConfigErrors) as caught:
        load_manifest(folder)
    return str(caught.value).replace(f"{folder}/", "").splitlines()


def test_a_folder_is_a_bot_by_its_manifest(folder):
    assert BotManifest(
        name="greedy",
        run=("python3", "bot.py"),
        build=None,
        root=folder,
        files=("bot.py", "bot.toml"),
        source=folder,
    ) == load_manifest(folder)


def test_every_key_is_taken_over(folder):
    (folder / "bot.toml").write_text(
        """
        name = "sharp-1.0"
        run = ["./bin/bot", "--depth=3", "-v", "a b"]
        build = ["cc", "-O2", "-o", "bin/bot", "bot.c"]
        version = "1.0"
        author = "Zé da Sueca"
        description = "Counts trumps."
        """
    )
    assert BotManifest(
        name="sharp-1.0",
        run=("./bin/bot", "--depth=3", "-v", "a b"),
        build=("cc", "-O2", "-o", "bin/bot", "bot.c"),
        root=folder,
        files=("bot.py", "bot.toml"),
        source=folder,
        version="1.0",
        author="Zé da Sueca",
        description="Counts trumps.",
    ) == load_manifest(folder)


@pytest.mark.parametrize(
    ("name", "mode", "run"),
    [
        ("bare.py", 0o644, ("python3", "./bare.py")),
        ("bare.js", 0o644, ("node", "./bare.js")),
        ("bare", 0o755, ("./bare",)),
        ("bare.sh", 0o744, ("./bare.sh",)),
    ],
)
def test_a_lone_file_needs_no_manifest(tmp_path, name, mode, run):
    path = tmp_path / name
    path.touch(mode)
    assert BotManifest("bare", run, None, tmp_path, (name,), path) == load_manifest(path)


def test_a_file_of_unknown_kind_is_refused(tmp_path):
    path = tmp_path / "bot.txt"
    path.touch(0o644)
    assert (
        "bot.txt is no bot: not a .py, .js or executable file (chmod +x), nor a folder with a bot.toml"
    ) == refusal(path)


def test_a_file_whose_name_cant_be_a_bots_is_refused(tmp_path):
    path = tmp_path / "my bot.py"
    path.touch()
    assert (
        "my bot.py: 'my bot' can't be a bot's name; rename the file: "
        "1 to 32 of letters A-Z and a-z, digits, '.', '_' and '-', the first no '.' or '-'"
    ) == refusal(path)


def test_a_bot_that_is_not_there_is_refused(tmp_path):
    assert "bot.py: there is no such bot" == refusal(tmp_path / "bot.py")


def test_a_manifest_isnt_a_bot_without_its_folder(folder):
    assert f"bot.toml: name the folder that holds it: {folder}" == refusal(folder / "bot.toml")


def test_what_is_neither_file_nor_folder_is_no_bot(tmp_path):
    os.mkfifo(tmp_path / "bot.py")
    assert "bot.py is neither a file nor a folder" == refusal(tmp_path / "bot.py")


def test_a_lone_file_may_be_only_so_large(tmp_path):
    path = tmp_path / "bot.py"
    with path.open("wb") as file:
        file.truncate((64 << 20) + 1)
    assert "bot.py: a bot has at most 64 MiB of files" == refusal(path)


def test_a_folder_without_manifest_is_refused_with_an_example(folder):
    (folder / "bot.toml").unlink()
    assert (
        "greedy has no bot.toml; a bot's says at least:\n"
        '  name = "NAME"\n  run = ["python3", "FILE.py"]'
    ) == refusal(folder)


def test_a_folder_without_manifest_is_told_so_whatever_else_is_in_it(folder):
    (folder / "bot.toml").unlink()
    (folder / "link").symlink_to("bot.py")
    assert refusal(folder).startswith("greedy has no bot.toml; ")


def test_a_folder_in_place_of_a_manifest_cant_be_read(folder):
    (folder / "bot.toml").unlink()
    (folder / "bot.toml").mkdir()
    with pytest.raises(ConfigErrors, match="can't be read: Is a directory"):
        load_manifest(folder)


def test_a_manifest_may_be_only_so_long(folder):
    assert ["bot.toml: longer than 16 KiB"] == complaints(folder, "a" + ".a" * 8192 + " = 1")


def test_all_mistakes_in_a_manifest_are_shown_at_once(folder):
    text = """\
name = "a b"
rum = ["python3", "bot.py"]
build = "make"
version = "a\\u202eb"
author = 7
"""
    assert [
        (
            "bot.toml:1:1: name must be 1 to 32 of letters A-Z and a-z, digits, '.', '_' and '-', the first no '.' or '-', "
            "not 'a b'"
        ),
        (
            "bot.toml:1:1: missing key 'run': "
            'a list of texts, program first, such as ["python3", "bot.py"]'
        ),
        "bot.toml:2:1: unknown key 'rum'; did you mean 'run'?",
        (
            'bot.toml:3:1: build must be a list of texts, program first, such as ["python3", "bot.py"], '
            "not 'make'"
        ),
        "bot.toml:4:1: version must be one line of at most 200 characters, not 'a\\u202eb'",
        "bot.toml:5:1: author must be one line of at most 200 characters, not 7",
    ] == complaints(folder, text)


def test_an_example_in_a_message_is_no_choice_to_be_suggested(folder):
    (message,) = complaints(folder, 'name = "ana"\nrun = "python3 bot.py"\n')
    assert message.endswith("""such as ["python3", "bot.py"], not 'python3 bot.py'""")


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ('run = ["/usr/bin/env", "x"]', "1:8: run names '/usr/bin/env', which isn't in the bot's folder"),
        ('run = ["../bot"]', "1:8: run names '../bot', which isn't in the bot's folder"),
        ('run = ["python3", "a/../../b.py"]', "1:19: run names 'a/../../b.py', which isn't in the bot's folder"),
        ('run = ["python3", "bot.py", "--book=/srv/x"]', "1:29: run names '--book=/srv/x', which isn't in the bot's folder"),
        ('run = ["python3", "bto.py"]', "1:19: run names 'bto.py', which isn't there; did you mean 'bot.py'?"),
        ('run = ["./bot"]', "1:8: run names './bot', which isn't there"),
        ('run = ["bot.py"]', "1:8: run looks for 'bot.py' on the PATH; for the bot's own write './bot.py'"),
        ('run = ["./bot"]\nbuild = ["cc", "/usr/src/bot.c"]', "2:16: build names '/usr/src/bot.c', which isn't in the bot's folder"),
        ("run = []", '1:1: run must be a list of texts, program first, such as ["python3", "bot.py"], not a list of 0'),
        ('run = ["python3", ""]', '1:19: run must be a list of texts, program first, such as ["python3", "bot.py"], not \'\''),
    ],
)  # fmt: skip
def test_a_command_that_cant_work_elsewhere_is_shown_at_its_place(folder, command, expected):
    assert [f"bot.toml:{expected}"] == complaints(folder, f'{command}\nname = "x"')


@pytest.mark.parametrize(
    "run",
    [
        ["python3", "-m", "package"],
        ["node", "./bot.py"],
        ["./bot.py", "nothing"],
        ["java", "Bot"],
        ["python3", "bot.py", "..."],
        ["python3"],
    ],
)
def test_a_command_that_may_work_is_taken(folder, run):
    (folder / "bot.toml").write_text(f"name = 'x'\nrun = {run}")
    assert tuple(run) == load_manifest(folder).run


def test_what_comes_and_goes_by_itself_is_no_part_of_a_bot(folder):
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__/bot.pyc").touch()
    (folder / ".git").touch()
    (folder / "data").mkdir()
    (folder / "data/.DS_Store").touch()
    (folder / "data/book.bin").touch()
    assert ("bot.py", "bot.toml", "data/book.bin") == load_manifest(folder).files


@pytest.mark.parametrize("target", ["bot.py", "..", "nowhere"])
def test_links_are_refused_and_never_followed(folder, target):
    (folder / "link").symlink_to(target)
    assert "greedy: link is a symbolic link; put a copy in its place" == refusal(folder)


def test_a_manifest_that_is_a_link_is_refused(folder, tmp_path):
    (folder / "bot.toml").rename(tmp_path / "other.toml")
    (folder / "bot.toml").symlink_to(tmp_path / "other.toml")
    assert "greedy: bot.toml is a symbolic link; put a copy in its place" == refusal(folder)


def test_a_socket_in_a_folder_is_refused(folder, monkeypatch):
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        assert "greedy: s is neither a file nor a folder" == refusal(folder)


def test_a_folder_that_cant_be_read_is_refused(folder):
    with pytest.raises(
        SubmissionError, match=r"^.*bot\.py: the folder can't be read: Not a directory$"
    ):
        list_files(folder / "bot.py")


def test_a_folder_below_that_cant_be_read_is_named(folder, monkeypatch):
    (folder / "data/deep").mkdir(parents=True)
    real = os.scandir

    def scandir(path):
        if Path(path).name == "deep":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert "greedy: data/deep can't be read: Permission denied" == refusal(folder)


def test_names_that_cant_go_everywhere_are_refused(folder):
    odd = folder / "a\nb"
    odd.touch()
    assert "greedy: 'a\\nb' has characters that a path can't have here" == refusal(folder)
    odd.unlink()
    (folder / os.fsdecode(b"\xff")).touch()
    assert "greedy: '\\udcff' has characters that a path can't have here" == refusal(folder)


def test_a_path_may_be_only_so_long(folder):
    deep = folder / ("x" * 200) / ("y" * 55)
    deep.parent.mkdir()
    deep.touch()
    assert f"greedy: the path {'x' * 40}… is longer than 255 bytes" == refusal(folder)


def test_a_bot_may_have_only_so_many_bytes(folder):
    for name in ("a", "b"):
        with (folder / name).open("wb") as file:
            file.truncate(33 << 20)
    assert "greedy: a bot has at most 64 MiB of files" == refusal(folder)


@pytest.mark.parametrize("make", [Path.touch, Path.mkdir])
def test_a_bot_may_have_only_so_many_files_and_folders(folder, monkeypatch, make):
    monkeypatch.setattr(bot_files, "MAX_FILES", 10)
    for number in range(20 if make is Path.mkdir else 9):
        make(folder / f"n{number}")
    assert "greedy: a bot has at most 10 files" == refusal(folder)


def test_the_hash_is_of_one_line_for_each_file(folder):
    (folder / "bot.py").chmod(0o755)
    lines = (
        f"{hashlib.sha256(b'print()' + bytes([10])).hexdigest()} x bot.py\n"
        f"{hashlib.sha256(GREEDY.encode()).hexdigest()} - bot.toml\n"
    )
    assert hashlib.sha256(lines.encode()).hexdigest() == content_hash(folder)


def test_a_lone_files_hash_is_that_of_a_folder_with_it_alone(tmp_path):
    path = tmp_path / "bots" / "bare.py"
    path.parent.mkdir()
    path.write_text("x")
    assert content_hash(path.parent) == content_hash(path)
    assert content_hash(path) == content_hash(path.parent, ["bare.py"])


def change_content(folder):
    (folder / "bot.py").write_text("print(1)\n")


def change_manifest(folder):
    (folder / "bot.toml").write_text(GREEDY + "# more\n")


def change_mode(folder):
    (folder / "bot.py").chmod(0o755)


def change_name(folder):
    (folder / "bot.py").rename(folder / "bot2.py")


def add_file(folder):
    (folder / "empty").touch()


@pytest.mark.parametrize(
    "change", [change_content, change_manifest, change_mode, change_name, add_file]
)
def test_the_hash_changes_with_anything_that_matters(folder, change):
    before = content_hash(folder)
    change(folder)
    assert before != content_hash(folder)


def test_the_hash_stays_with_what_does_not_matter(folder):
    before = content_hash(folder)
    os.utime(folder / "bot.py", (0, 0))
    (folder / "bot.py").chmod(0o600)
    (folder / "__pycache__").mkdir()
    assert before == content_hash(folder)


FILES = st.dictionaries(
    st.from_regex(r"[a-c]{1,2}(/[d-f]{1,2})?", fullmatch=True), st.binary(max_size=3), max_size=4
).filter(lambda files: not any(a.startswith(f"{b}/") for a in files for b in files))


@given(FILES, FILES)
def test_two_folders_have_one_hash_only_if_they_are_the_same(tmp_path_factory, first, second):
    hashes = []
    for files in (first, second):
        root = tmp_path_factory.mktemp("bot")
        for name, content in files.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_bytes(content)
        assert tuple(sorted(files)) == list_files(root)
        hashes.append(content_hash(root))
    assert (first == second) is (hashes[0] == hashes[1])
