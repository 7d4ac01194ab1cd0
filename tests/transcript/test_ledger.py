"""The ledger: durable, chained, and written by one process alone."""

import hashlib
import json
import os
import resource
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import RefereeBug, RunError, TranscriptError
from arena.referee.events import Ending
from arena.transcript import ledger as ledger_module
from arena.transcript.ledger import (
    AnnulEntry,
    EndEntry,
    Ledger,
    MatchEntry,
    RunEntry,
    VoidEntry,
    ledger_lines,
    outcome_of,
    read_ledger,
)
from arena.transcript.outcome import MatchOutcome

RUN = RunEntry(tournament="spring", config_sha256="c" * 64, seed_commitment="5" * 64, arena="0.1.0")
OUTCOME = MatchOutcome(Ending.PLAYED, None, None, 3, -14, 4, (), (), ((), ()))
MATCH = MatchEntry(
    match_id="m1",
    entrants=("alpha", "beta"),
    attempt=1,
    log_sha256="1" * 64,
    log_bytes=12_345,
    outcome=OUTCOME.to_record(),
)
VOID = VoidEntry(match_id="m2", entrants=("alpha", "gamma"), attempts=3, reason="no \udcff memory")
END = EndEntry(seed="2a")
ANNUL = AnnulEntry(match_id="m1", reason="the wrong version was submitted")


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "ledger.jsonl"


@pytest.fixture
def written(path) -> Path:
    with Ledger(path) as ledger:
        for entry in (RUN, MATCH, VOID, END):
            ledger.append(entry)
    return path


def refusal(path: Path) -> TranscriptError:
    with pytest.raises(TranscriptError) as caught:
        list(ledger_lines(path))
    assert str(path) == caught.value.path
    return caught.value


def test_what_was_appended_is_read(written):
    """Entries come back in order, equal to what they were."""
    assert [RUN, MATCH, VOID, END] == read_ledger(written)
    assert OUTCOME == outcome_of(read_ledger(written)[1])


def test_a_ledger_goes_on_where_it_stopped(path):
    """Opening it again gives its entries, and appends behind them."""
    with Ledger(path) as ledger:
        assert [] == list(ledger.entries())
        ledger.append(RUN)
    with Ledger(path) as ledger:
        assert [RUN] == list(ledger.entries())
        ledger.append(MATCH)
        assert [RUN, MATCH] == list(ledger.entries())
    assert [RUN, MATCH] == read_ledger(path)


def test_each_line_holds_the_hash_of_the_one_before(written):
    """``prev`` is the SHA-256 of the line before, line end included; sixty-four zeros in the first."""
    lines = written.read_bytes().splitlines(keepends=True)
    previous = [json.loads(line)["prev"] for line in lines]
    hashes = [hashlib.sha256(line).hexdigest() for line in lines]
    assert ["0" * 64, *hashes[:-1]] == previous


@pytest.mark.parametrize("torn", [b"{", b'{"type":"match"', b"\x00\x00\x00"])
def test_a_torn_last_line_is_no_entry_and_is_cut_when_opened(written, torn):
    """What a power cut left of a line is never joined to the next."""
    whole = written.read_bytes()
    written.write_bytes(whole + torn)
    assert [RUN, MATCH, VOID, END] == read_ledger(written)
    assert whole + torn == written.read_bytes()
    with Ledger(written) as ledger:
        assert whole == written.read_bytes()
        ledger.append(ANNUL)
    assert [RUN, MATCH, VOID, END, ANNUL] == read_ledger(written)


@settings(deadline=None)
@given(data=st.data())
def test_a_ledger_cut_anywhere_keeps_its_whole_lines(tmp_path_factory, data):
    """Wherever the disk stopped, the matches before are still there."""
    path = tmp_path_factory.mktemp("cut") / "ledger.jsonl"
    with Ledger(path) as ledger:
        for entry in (RUN, MATCH, VOID):
            ledger.append(entry)
    whole = path.read_bytes()
    length = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:length])
    expected = [RUN, MATCH, VOID][: whole[:length].count(b"\n")]
    with Ledger(path) as ledger:
        assert expected == list(ledger.entries())
    assert expected == read_ledger(path)


def test_how_a_line_is_written_is_looked_at_where_places_are_asked_for(written):
    """A fold over a long ledger trusts the chain: it takes twice as long to write each entry anew."""
    first, *others = written.read_bytes().splitlines(keepends=True)
    spaced = first.replace(b":", b": ", 1)
    follower = others[0].replace(
        hashlib.sha256(first).hexdigest().encode(), hashlib.sha256(spaced).hexdigest().encode()
    )
    written.write_bytes(spaced + follower)
    assert [RUN, MATCH] == read_ledger(written)
    assert (1, "isn't written as the arena writes it") == (
        refusal(written).line,
        refusal(written).message,
    )


@settings(deadline=None)
@given(data=st.data())
def test_any_byte_changed_is_found(tmp_path_factory, data):
    """The line itself is named, or the next one, whose ``prev`` no longer fits."""
    path = tmp_path_factory.mktemp("changed") / "ledger.jsonl"
    with Ledger(path) as ledger:
        for entry in (RUN, MATCH, VOID, END):
            ledger.append(entry)
    whole = bytearray(path.read_bytes())
    last_line = whole.rindex(b"\n", 0, len(whole) - 1) + 1
    offset = data.draw(st.integers(0, last_line - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[offset]))
    line = whole[:offset].count(b"\n") + 1
    whole[offset] = byte
    path.write_bytes(whole)
    assert refusal(path).line in {line, line + 1}


FOLLOWS = "doesn't follow the line before it"
NO_ENTRY = "isn't a ledger entry"
DAMAGE = {
    "dropped": (lambda lines: [lines[0], *lines[2:]], 2, FOLLOWS),
    "moved": (lambda lines: [lines[0], lines[2], lines[1]], 2, FOLLOWS),
    "doubled": (lambda lines: [*lines[:2], *lines[1:]], 3, FOLLOWS),
    "goes on": (lambda lines: [*lines, lines[1]], 5, "is out of place: no 'match' comes after the"),
    "headless": (lambda lines: lines[1:], 1, "is out of place"),
    "two heads": (lambda lines: [lines[0], *lines], 2, "is out of place"),
    "unchained": (lambda lines: [lines[0].replace(b'"prev"', b'"past"')], 1, NO_ENTRY),
    "empty object": (lambda lines: [lines[0], b"{}\n"], 2, NO_ENTRY),
    "blank": (lambda lines: [lines[0], b"\n"], 2, NO_ENTRY),
    "no text": (lambda lines: [lines[0], b'{"type":"match","prev":"\xff"}\n'], 2, NO_ENTRY),
    "other format": (lambda lines: [lines[0].replace(b'"format":2', b'"format":3')], 1, NO_ENTRY),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_in_the_middle_is_located(written, damage):
    """A ledger that was changed by hand is refused, by readers and for writing."""
    edit, line, message = DAMAGE[damage]
    lines = edit(written.read_bytes().splitlines(keepends=True))
    written.write_bytes(b"".join(lines))
    error = refusal(written)
    assert line == error.line
    assert error.message.startswith(message)
    with pytest.raises(TranscriptError):
        Ledger(written)


def test_a_ledger_that_is_not_there_is_said_so(path):
    """The system's word, and the path."""
    assert "can't be read: No such file or directory" == refusal(path).message


def test_a_ledger_begins_with_its_run(path):
    """And has only one."""
    with Ledger(path) as ledger:
        with pytest.raises(RefereeBug):
            ledger.append(MATCH)
        ledger.append(RUN)
        with pytest.raises(RefereeBug):
            ledger.append(RUN)
    assert [RUN] == read_ledger(path)


def test_after_the_end_only_decisions_are_entered(written):
    """A match that counts must come before the seed is known."""
    with Ledger(written) as ledger:
        assert ledger.ended
        with pytest.raises(RefereeBug):
            ledger.append(MATCH)
        ledger.append(ANNUL)
    assert [RUN, MATCH, VOID, END, ANNUL] == read_ledger(written)


def test_what_is_opened_is_shown_entry_by_entry(written):
    """And its hash is that of the whole file, before and after a further line."""
    seen = []
    with Ledger(written, seen.append) as ledger:
        assert [RUN, MATCH, VOID, END] == seen
        assert RUN == ledger.first
        assert hashlib.sha256(written.read_bytes()).hexdigest() == ledger.sha256
        ledger.append(ANNUL)
        assert hashlib.sha256(written.read_bytes()).hexdigest() == ledger.sha256


def test_each_line_tells_the_hash_of_all_up_to_it(written):
    """So a note of the hash says how far the ledger had come."""
    lines = written.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(ledger_lines(written), 1):
        assert number == line.number
        assert hashlib.sha256(b"".join(lines[:number])).hexdigest() == line.sha256


def test_a_second_writer_is_refused_and_told_who_writes(path):
    """One process at a time; readers are welcome meanwhile."""
    with Ledger(path) as ledger:
        ledger.append(RUN)
        with pytest.raises(RunError, match=f"is being written by process {os.getpid()}$"):
            Ledger(path)
        assert [RUN] == read_ledger(path)
    with Ledger(path) as ledger:
        ledger.append(MATCH)


@pytest.mark.parametrize("locks", ["missing", "others"])
def test_a_holder_that_the_system_does_not_name_is_another_process(
    path, tmp_path, monkeypatch, locks
):
    """Where the list of locks can't be read, or has no such file, the refusal stays."""
    if locks == "others":
        (tmp_path / "locks").write_text(
            "1: FLOCK  ADVISORY  WRITE 77 00:00:0 0 EOF\n2: POSIX ADVISORY READ 78 00:01:2 0 EOF\n"
        )
    monkeypatch.setattr(ledger_module, "LOCKS", tmp_path / "locks")
    with Ledger(path), pytest.raises(RunError, match="is being written by another process"):
        Ledger(path)


def test_an_entry_that_can_not_be_written_leaves_the_ledger_as_it_was(path, monkeypatch):
    """On a full disk the system's error comes through, and nothing is half there."""
    with Ledger(path) as ledger:
        ledger.append(RUN)
        before = path.read_bytes()

        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(OSError, match="No space left"):
                ledger.append(MATCH)
        assert before == path.read_bytes()
        assert [RUN] == list(ledger.entries())
        ledger.append(MATCH)
    assert [RUN, MATCH] == read_ledger(path)


def test_an_entry_is_synced_before_append_returns(path, monkeypatch):
    """A match that was reported as finished stays finished."""
    synced = []
    sync = os.fsync
    with Ledger(path) as ledger:
        monkeypatch.setattr(
            os, "fsync", lambda fd: (synced.append(path.read_bytes().count(b"\n")), sync(fd))
        )
        ledger.append(RUN)
        ledger.append(MATCH)
    assert [1, 2] == synced


def test_a_line_that_the_disk_takes_only_a_part_of_is_taken_back(path):
    """A limit on the file's size stands in for a full disk: the first write is short, the second fails."""
    with Ledger(path) as ledger:
        ledger.append(RUN)
        before = path.read_bytes()
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 10, hard))
        try:
            with pytest.raises(OSError, match="File too large"):
                ledger.append(MATCH)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert before == path.read_bytes()
        ledger.append(MATCH)
    assert [RUN, MATCH] == read_ledger(path)
