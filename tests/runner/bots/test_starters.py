"""New bots are made of starters; that they play is shown in tests/e2e."""

import errno
import re
from pathlib import Path

import pytest

from arena.errors import SubmissionError
from arena.runner.bots.starters import new_bot
from arena.starters import LANGUAGES
from arena.tournament.manifest import load_manifest


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_is_a_bot_of_the_name_given_with_a_page_of_its_own(language, tmp_path):
    folder = new_bot("Zé.2-x".replace("é", "e"), language, tmp_path / "bots")
    manifest = load_manifest(folder)
    assert (tmp_path / "bots" / "Ze.2-x", "Ze.2-x") == (folder, manifest.name)
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert page.startswith("# Ze.2-x\n")
    assert "arena check Ze.2-x" in page
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()]
    assert [] == [text for text in texts if re.search("my-bot|__pycache__", text)]


@pytest.mark.parametrize("name", ["", "two words", "a/b", "..", "x" * 33])
def test_a_name_that_no_bot_can_have_is_refused(name, tmp_path):
    with pytest.raises(SubmissionError, match="can't be a bot's name"):
        new_bot(name, "python", tmp_path)
    assert [] == list(tmp_path.iterdir())


def test_nothing_that_is_there_is_written_over(tmp_path):
    (tmp_path / "ana").write_text("mine")
    with pytest.raises(SubmissionError, match="is there already; choose another name"):
        new_bot("ana", "python", tmp_path)
    assert "mine" == (tmp_path / "ana").read_text()


def test_a_starter_that_finds_no_room_leaves_nothing(tmp_path, monkeypatch):
    def full(self, text, encoding):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        with pytest.raises(OSError, match=r"No space left on device: '.*/ana'"):
            new_bot("ana", "python", tmp_path)
    assert [] == list(tmp_path.iterdir())
