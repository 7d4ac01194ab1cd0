"""A log is read strictly, and every complaint says where."""

import json
from pathlib import Path

import pytest

from arena.errors import TranscriptError
from arena.referee.events import CardPlayed, TableClosed
from arena.transcript.chain import GENESIS, Line, body_of, chain_value
from arena.transcript.reader import _LINE_BYTES, read_lines, read_log


def refusal(path: Path) -> TranscriptError:
    with pytest.raises(TranscriptError) as caught:
        read_log(path)
    assert caught.value.path == str(path)
    return caught.value


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def with_body(body: bytes) -> bytes:
    """A line whose form is right, whatever its body says."""
    return Line(body, chain_value(GENESIS, body)).raw


def test_a_log_is_read_as_what_was_played(every_log, match_specs):
    """The description, the events of both halves with their lines, and what it comes to."""
    match = read_log(every_log["boards"])
    assert match_specs[0] == match.spec
    assert "2026-03-01T12:30:00Z" == match.started_at
    assert "3.11.9" == match.provenance["python"]
    assert [0, 1] == [half.half for half in match.halves]
    raw = lines_of(every_log["boards"])
    for half in match.halves:
        assert isinstance(half.events[-1].event, TableClosed)
        assert 3 * 40 == sum(isinstance(each.event, CardPlayed) for each in half.events)
        for each in half.events:
            assert each.line == json.loads(raw[each.line - 1])["n"]
    assert len(raw) - 1 == match.outcome_line == match.seal.lines
    assert 6 == match.outcome.deals


def test_what_bots_wrote_to_stderr_is_read_with_its_half(every_log):
    """Notes on stderr stand beside the events."""
    match = read_log(every_log["crash"])
    line, record = match.halves[0].stderr[0]
    assert "E" == record.seat
    assert b'"type":"stderr"' in lines_of(every_log["crash"])[line - 1]
    assert "KeyError" in record.tail


def test_a_file_that_is_not_there_is_said_so(tmp_path):
    """The system's word, and the path."""
    error = refusal(tmp_path / "none.jsonl")
    assert (None, "can't be read: No such file or directory") == (error.line, error.message)


def test_an_empty_file_is_no_log(scratch):
    """A log has at least its header, its outcome and its seal."""
    scratch.write_bytes(b"")
    assert "isn't a sealed match log: too few lines" == refusal(scratch).message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{}\n", "is cut short or isn't a line of a match log"),
        (b"\xff\xfe\n", "is cut short or isn't a line of a match log"),
        (with_body(b'{"n":2,"type":"half","half":0'), "isn't numbered 1"),
        (with_body(b'{"n":1,"type":"match"'), "isn't a record: match.format: "),
        (with_body(b'{"n":1,"type":"wedding"'), "isn't a record: Input tag 'wedding'"),
        (with_body(b'{"n":1,"type":"half","half":2'), "isn't a record: half.half: "),
        (with_body(b'{"n":1,"type":"half","half":0,"x":1'), "isn't a record: half.x: "),
        (with_body(b'{"n":1,"type":"half","half":0,,'), "isn't a record: Invalid JSON"),
        (with_body(b'{"n":1,"type":"half", "half":0'), "isn't written as the arena writes it"),
        (with_body(b'{"n":1,"type":"half","half":1,"half":0'), "isn't written as the arena writes it"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_record_is_refused(scratch, line, message):
    """The first such line is named, and what it begins with is shown."""
    scratch.write_bytes(line)
    error = refusal(scratch)
    assert 1 == error.line
    assert error.message.startswith(message)
    assert f"({line[:60]!r})".replace("(b", "(") in error.message


def test_lines_before_the_bad_one_are_given(scratch, every_log):
    """Reading goes line by line."""
    lines = lines_of(every_log["void"])
    scratch.write_bytes(b"".join(lines[:5]) + b"nonsense\n")
    reading = read_lines(scratch)
    assert [1, 2, 3, 4, 5] == [next(reading).number for _ in range(5)]
    with pytest.raises(TranscriptError, match=r"changed.jsonl:6: is cut short"):
        next(reading)


def change(lines: list[bytes], index: int, **fields: object) -> list[bytes]:
    record = json.loads(lines[index]) | fields
    return [*lines[:index], json.dumps(record).encode(), *lines[index + 1 :]]


def test_a_log_begins_with_its_header(every_log, scratch, forge):
    """Anything else in the first line is refused."""
    lines = lines_of(every_log["void"])
    error = refusal(forge(lines[1:], scratch))
    assert (1, "isn't the header of a match") == (error.line, error.message)


def test_an_unsealed_log_is_refused(every_log, scratch):
    """A match that was cut off isn't one that was played."""
    lines = lines_of(every_log["void"])
    scratch.write_bytes(b"".join(lines[:-1]))
    error = refusal(scratch)
    assert (len(lines) - 1, "isn't the end of a log: the match was cut off") == (
        error.line,
        error.message,
    )


def test_records_out_of_place_are_refused(every_log, scratch, forge):
    """A second header, or an event before any half."""
    lines = lines_of(every_log["void"])
    error = refusal(forge([*lines[:4], lines[0], *lines[4:]], scratch))
    assert (5, "is out of place") == (error.line, error.message)
    error = refusal(forge([lines[0], *lines[2:]], scratch))
    assert (2, "comes before a half began") == (error.line, error.message)


def test_a_deal_that_can_not_be_is_refused(every_log, scratch, forge):
    """A card twice, or a trump card that the dealer doesn't hold."""
    lines = lines_of(every_log["void"])
    index = next(n for n, line in enumerate(lines) if b'"type":"deal"' in line)
    hands = json.loads(lines[index])["hands"]
    doubled = refusal(forge(change(lines, index, hands=[hands[0], *hands[:3]]), scratch))
    assert index + 1 == doubled.line
    assert "is not four hands of ten" in doubled.message
    dealer = json.loads(lines[index])["dealer"]
    held = hands["NESW".index(dealer) - 1].split()[0]
    foreign = refusal(forge(change(lines, index, trump=held), scratch))
    assert index + 1 == foreign.line
    assert f"a trump card held by the dealer, seat {dealer}" in foreign.message


def test_a_value_written_in_another_way_is_refused(every_log, scratch, forge):
    """Hands are in the pack's order, and one blank apart."""
    lines = lines_of(every_log["void"])
    index = next(n for n, line in enumerate(lines) if b'"type":"deal"' in line)
    hands = json.loads(lines[index])["hands"]
    turned = [" ".join(reversed(hands[0].split())), *hands[1:]]
    error = refusal(forge(change(lines, index, hands=turned), scratch))
    assert (index + 1, "isn't written as the arena writes it") == (error.line, error.message)


def test_rules_that_can_not_be_are_refused(every_log, scratch, forge):
    """The header's rules and seats are checked."""
    lines = lines_of(every_log["void"])
    rules = json.loads(lines[0])["rules"] | {"sweep_games": 0}
    error = refusal(forge(change(lines, 0, rules=rules), scratch))
    assert (1, "sweep_games must be from 1 to 99, not 0") == (error.line, error.message)
    halves = json.loads(lines[0])["halves"]
    error = refusal(forge(change(lines, 0, halves=[halves[0], halves[0]]), scratch))
    assert 1 == error.line
    assert "two partnerships" in error.message


def test_a_line_that_never_ends_is_read_no_further_than_any_line_goes():
    assert "is cut short or isn't a line" in str(refusal(Path("/dev/zero")))


def test_the_longest_line_of_a_log_is_read_whole(every_log):
    """The outcome of 100,000 boards, the most that a match may have."""
    outcome = read_log(every_log["boards"]).outcome.to_record()
    boards = ((10**12, -99, -99, -120, -120),) * 100_000
    longest = outcome.model_copy(update={"boards": boards})
    assert len(body_of(10**8, longest)) < _LINE_BYTES / 10


def with_outcome_line(lines: list[bytes], old: bytes, new: bytes) -> list[bytes]:
    assert old in lines[-2]
    return [*lines[:-2], lines[-2].replace(old, new), lines[-1]]


def test_a_log_has_the_fields_of_its_format_and_no_others(every_log, scratch):
    """A field that came with a later format is missing in an older log, and only there."""
    lines = lines_of(every_log["boards"])
    newer = [lines[0].replace(b'"format":2', b'"format":1'), *lines[1:]]
    scratch.write_bytes(b"".join(newer))
    assert "doesn't go by format 1 of a log: look at 'faulted'" == refusal(scratch).message
    lacking = b'"faulted":[],"unplayed":[],'
    scratch.write_bytes(b"".join(with_outcome_line(newer, lacking, b"")))
    assert 1 == read_log(scratch).format
    scratch.write_bytes(b"".join(with_outcome_line(lines, lacking, b"")))
    error = refusal(scratch)
    assert (len(lines) - 1, "doesn't go by format 2 of a log: look at 'faulted'") == (
        error.line,
        error.message,
    )
