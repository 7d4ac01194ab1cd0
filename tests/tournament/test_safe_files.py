"""Opening files that a stranger has made."""

import os
from pathlib import Path

import pytest

from arena.tournament.safe_files import NotPlainError, open_plain, read_at_most, read_plain


def test_a_plain_file_is_opened_wherever_below_the_root_it_is(tmp_path):
    """By its path with slashes."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c").write_bytes(b"here")
    with open_plain(tmp_path, "a/b/c") as file:
        assert b"here" == file.read()


@pytest.mark.parametrize("name", ["link", "folder/inside"])
def test_no_link_on_the_way_is_followed(tmp_path, name):
    """The last part or any before it."""
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "inside").touch()
    (tmp_path / "folder").symlink_to("real")
    (tmp_path / "link").symlink_to("real/inside")
    with pytest.raises(OSError), open_plain(tmp_path, name):  # noqa: PT011 - its number varies
        pass


def test_no_file_stays_open_whatever_is_wrong(tmp_path):
    """Neither it nor a folder on the way."""
    os.mkfifo(tmp_path / "fifo")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for name in ("fifo", "no/file", "none"):
        with pytest.raises(OSError), open_plain(tmp_path, name):  # noqa: PT011 - as above
            pass
    with pytest.raises(NotPlainError):
        read_plain(tmp_path / "fifo", 10)
    assert before == len(list(Path("/proc/self/fd").iterdir()))


def test_one_byte_more_than_asked_for_is_read_to_show_that_there_is_more(tmp_path):
    """And no further."""
    (tmp_path / "long").write_bytes(b"x" * 100)
    assert 11 == len(read_plain(tmp_path / "long", 10))


def test_pieces_end_where_the_file_does_or_where_it_is_too_much(tmp_path):
    """To the byte."""
    path = tmp_path / "file"
    path.write_bytes(b"x" * 10)
    with path.open("rb") as file:
        assert b"x" * 10 == b"".join(read_at_most(file, 10))
    with path.open("rb") as file, pytest.raises(NotPlainError, match="grows"):
        list(read_at_most(file, 9))
