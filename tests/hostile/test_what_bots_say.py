"""What a bot says can't type into a terminal, turn text around or become a part of a page."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EVIL = ("\x1b", "\x07", "\r", "\u202e", "\u2066")
ARENA = Path(sys.executable).with_name("arena")
PATIENCE_MS = "60000"


@pytest.fixture(scope="module")
def match(tmp_path_factory, bots) -> Path:
    """The folder of a match in which a bot puts all of it into its name, its comments and stderr."""
    folder = tmp_path_factory.mktemp("match")
    for path in ("attacks/escapes.py", "attacks/attack.py", "scripted.py", "attacks/honest.py"):
        shutil.copy(bots / path, folder)
    limits = ["--start-ms", PATIENCE_MS, "--move-ms", PATIENCE_MS]
    manifest = 'name = "{0}"\nrun = ["python3", "{0}.py", "mark"]\n'
    for name in ("escapes", "honest"):
        (folder / name).mkdir()
        for path in folder.glob("*.py"):
            shutil.copy(path, folder / name)
        (folder / name / "bot.toml").write_text(manifest.format(name))
    run(folder, "play", "escapes", "honest", "--boards", "1", "--log", "log.jsonl", *limits)
    return folder


def run(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [ARENA, *arguments],
        cwd=folder,
        capture_output=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert 0 == done.returncode, (done.stdout, done.stderr)
    return done.stdout.decode()


def test_a_log_is_shown_without_what_moves_a_cursor(match):
    """Neither the whole match nor one trick of it, though comments are shown."""
    for options in ((), ("--deal", "1", "--trick", "2")):
        shown = run(match, "replay", "log.jsonl", *options)
        assert [] == [it for it in EVIL if it in shown]
        assert "N" in shown


def test_a_log_is_plain_lines(match):
    """As bytes it holds no control character but the line ends, so that it can be looked at by hand."""
    log = (match / "log.jsonl").read_bytes()
    assert [] == [byte for byte in set(log) if byte < 0x20 and byte != 0x0A]
    assert b"owned" in log


def test_a_page_takes_nothing_for_markup(match):
    """What a bot calls ``<script>`` is text."""
    run(match, "replay", "log.jsonl", "--html", "match.html")
    page = (match / "match.html").read_text(encoding="utf-8")
    assert "\u202e\u2066<script>" not in page
    assert [] == [it for it in EVIL if it in page]
