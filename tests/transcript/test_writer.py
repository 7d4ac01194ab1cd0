"""A log is written whole, or has no name."""

import errno
import hashlib
import json
import os
from pathlib import Path

import pytest

from arena.engine import Seat
from arena.errors import RefereeBug
from arena.referee.events import Ending, StaleReply, TableClosed, UnitStarted
from arena.transcript import writer
from arena.transcript.outcome import MatchOutcome
from arena.transcript.reader import read_log
from arena.transcript.writer import MatchLog

VOID = TableClosed(5, Ending.VOID, None, (0, 0), (0, 0, 0, 0), "the worker was told to stop")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_sealed_log_has_its_name_and_its_hash(tmp_path, match_specs):
    """``seal`` returns the outcome and the SHA-256 of the file, and leaves no part."""
    path = tmp_path / "matches" / "m.jsonl"
    with MatchLog(path, match_specs[0], {}) as log:
        log.half(0)
        log.event(VOID)
        assert not path.exists()
        outcome, sha256 = log.seal()
    assert ["m.jsonl"] == names(path.parent)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == sha256
    assert Ending.VOID == outcome.ending
    assert isinstance(outcome, MatchOutcome)
    assert read_log(path).outcome == outcome


def test_each_line_is_plain_json_with_its_number(tmp_path, match_specs):
    """Any reader of JSON Lines can read a log."""
    path = tmp_path / "m.jsonl"
    with MatchLog(path, match_specs[0], {}) as log:
        log.half(0)
        log.event(StaleReply(Seat.WEST, 3, 9))
        log.stderr(Seat.WEST, 5_000, b"warning: \xff\n")
        log.event(VOID)
        log.seal()
    lines = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    assert [1, 2, 3, 4, 5, 6, 7] == [line["n"] for line in lines]
    types = ["match", "half", "stale", "stderr", "half_end", "outcome", "seal"]
    assert types == [line["type"] for line in lines]
    assert {"seat": "W", "total_bytes": 5_000, "tail": "warning: \\xff\\n"}.items() <= lines[
        3
    ].items()


def test_the_end_of_a_deal_is_on_disk_at_once(every_log, tmp_path, match_specs):
    """Whoever watches a match sees every deal that is over."""
    events = [each.event for each in read_log(every_log["boards"]).halves[0].events]
    with MatchLog(tmp_path / "m.jsonl", match_specs[0], {}) as log:
        log.half(0)
        for event in events[
            : next(n for n, e in enumerate(events) if type(e).__name__ == "DealEnded")
        ]:
            log.event(event)
        part = tmp_path / "m.jsonl.part"
        before = part.read_bytes()
        assert b'"type":"deal_end"' not in before
        log.event(next(e for e in events if type(e).__name__ == "DealEnded"))
        assert b'"type":"deal_end"' in part.read_bytes()


def test_a_match_that_breaks_off_leaves_only_its_part(tmp_path, match_specs):
    """Without a seal there is no log under the final name."""

    def play() -> None:
        with MatchLog(tmp_path / "m.jsonl", match_specs[0], {}) as log:
            log.half(0)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play()
    assert ["m.jsonl.part"] == names(tmp_path)


def test_an_unfinished_match_can_not_be_sealed(tmp_path, match_specs):
    """A half ends when its table is closed."""
    with MatchLog(tmp_path / "m.jsonl", match_specs[0], {}) as log:
        with pytest.raises(RefereeBug):
            log.seal()
        log.half(0)
        with pytest.raises(RefereeBug):
            log.seal()


def test_a_part_that_was_left_behind_is_written_over(tmp_path, match_specs):
    """A match is played again from its beginning."""
    path = tmp_path / "m.jsonl"
    (tmp_path / "m.jsonl.part").write_bytes(b"x" * 100_000)
    with MatchLog(path, match_specs[0], {}) as log:
        log.half(0)
        log.event(VOID)
        log.seal()
    assert Ending.VOID == read_log(path).outcome.ending


def full() -> OSError:
    return OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("step", ["fsync", "write"])
def test_a_full_disk_leaves_no_sealed_log(tmp_path, match_specs, monkeypatch, step):
    """The system's own error comes through, from the write or from the sync."""

    class FullDisk:
        def __init__(self, file) -> None:
            self._file = file

        def write(self, data: bytes) -> int:
            raise full()

        def __getattr__(self, name: str):
            return getattr(self._file, name)

    def fail(descriptor: int) -> None:
        raise full()

    def play() -> None:
        with MatchLog(tmp_path / "m.jsonl", match_specs[0], {}) as log:
            log.half(0)
            if step == "fsync":
                monkeypatch.setattr(writer.os, "fsync", fail)
            else:
                log._file = FullDisk(log._file)
            log.event(VOID)
            log.seal()

    with pytest.raises(OSError, match="No space left"):
        play()
    assert ["m.jsonl.part"] == names(tmp_path)


def test_an_error_in_the_match_is_not_hidden_by_a_full_disk(tmp_path, match_specs):
    """What still waits may not fit either; the first error tells more."""

    class FullDisk:
        def write(self, data: bytes) -> int:
            return len(data)

        def flush(self) -> None:
            raise full()

        def close(self) -> None:
            raise full()

    def play() -> None:
        with MatchLog(tmp_path / "m.jsonl", match_specs[0], {}) as log:
            log._file.close()
            log._file = FullDisk()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play()


def test_what_waits_is_in_the_part_that_an_error_leaves(tmp_path, match_specs):
    """Whoever looks for the reason finds all that was noted."""

    def play() -> None:
        with MatchLog(tmp_path / "m.jsonl", match_specs[0], {}) as log:
            log.half(0)
            log.event(UnitStarted(1, 5))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play()
    lines = (tmp_path / "m.jsonl.part").read_bytes().splitlines()
    assert ["match", "half", "unit"] == [json.loads(line)["type"] for line in lines]


def test_the_name_of_a_sealed_log_lasts(tmp_path, match_specs, monkeypatch):
    """The file is synced before it is renamed, the directory after."""
    steps = []
    sync, rename = os.fsync, type(tmp_path).rename

    def note_sync(descriptor: int) -> None:
        steps.append(
            "sync " + ("directory" if Path(f"/proc/self/fd/{descriptor}").is_dir() else "file")
        )
        sync(descriptor)

    def note_rename(self, target):
        steps.append("rename")
        return rename(self, target)

    monkeypatch.setattr(writer.os, "fsync", note_sync)
    monkeypatch.setattr(type(tmp_path), "rename", note_rename)
    with MatchLog(tmp_path / "m.jsonl", match_specs[0], {}) as log:
        log.half(0)
        log.event(VOID)
        log.seal()
    assert ["sync file", "rename", "sync directory"] == steps
