"""A log is proved as it was written, and no change of it is."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from arena.errors import ReplayMismatchError, TranscriptError
from arena.referee.events import Ending
from arena.transcript.verify import verify_log

KINDS = [
    "boards",
    "rubbers",
    "anticlockwise",
    "reserve",
    "forfeits",
    "rubber forfeits",
    "crash",
    "substitutes",
    "lost at once",
    "lost late",
    "no start",
    "nobody starts",
    "void",
]
SHORT = ["forfeits", "crash", "lost at once", "no start", "nobody starts", "void"]

PROVED = {
    "half": {"half"},
    "hello": {"seat", "id"},
    "unit": {"unit"},
    "deal": {"unit", "deal", "dealer", "trump", "hands", "games", "carry"},
    "play": {"deal", "trick", "seat", "by", "id", "bank_us"},
    "fault": {
        "seat", "code", "deal", "trick", "for_id", "request", "cause", "status", "reason", "faults",
        "fatal", "hint",
    },
    "host_overloaded": {"id", "until_us"},
    "deal_end": {
        "unit", "deal", "at_us", "board", "ending", "points", "tricks", "winner", "worth",
        "games_won", "games", "carry",
    },
    "unit_end": {"unit", "ending", "winner", "games", "points", "deals"},
    "half_end": {"ending", "lost_by", "faults", "stale"},
    "outcome": {
        "ending", "lost_by", "reason", "net_games", "net_points", "deals", "boards", "rubbers",
        "faults",
    },
}  # fmt: skip
"""Fields that a forger can't change even if he mends chain and seal: the rules decide them."""

FORGED = settings(max_examples=150, deadline=None)
CHANGED = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
)


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def refusal(path: Path) -> TranscriptError:
    with pytest.raises(TranscriptError) as caught:
        verify_log(path)
    return caught.value


def find(lines: list[bytes], change: Callable[[dict], dict | None]) -> tuple[int, list[bytes]]:
    """The number of the first line that ``change`` changes, and the lines with it changed."""
    for index, line in enumerate(lines):
        changed = change(json.loads(line))
        if changed is not None:
            return index + 1, [*lines[:index], json.dumps(changed).encode(), *lines[index + 1 :]]
    raise AssertionError("no such line")


@pytest.mark.parametrize("kind", KINDS)
def test_every_log_that_is_made_is_proved(every_log, kind):
    """Played, forfeited, substituted, lost, void: each sealed log passes."""
    assert every_log.keys() == set(KINDS)
    match = verify_log(every_log[kind])
    assert match.path == every_log[kind]


def test_the_logs_hold_all_that_can_happen(every_log):
    """The logs of these tests have every type of record, every fault code but one, and every ending."""
    records = [json.loads(line) for path in every_log.values() for line in lines_of(path)]
    assert {record["type"] for record in records} == {*PROVED, "match", "stale", "stderr", "seal"}
    codes = {record["code"] for record in records if record["type"] == "fault"}
    assert codes == {
        "start_failed", "start_timeout", "wrong_version", "move_timeout", "exited", "closed_stdout",
        "bad_json", "wrong_id", "illegal_card", "line_too_long", "too_much_output",
        "unsolicited_output",
    }  # fmt: skip
    endings = {record["ending"] for record in records if "ending" in record}
    assert endings == {*Ending} - {Ending.DEAL_LIMIT}


@CHANGED
@given(kind=st.sampled_from(KINDS), at=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255))
def test_any_byte_changed_is_found_on_its_line(every_log, scratch, kind, at, byte):
    """Whatever byte of whatever log becomes another: the line that it stands on is named."""
    data = bytearray(every_log[kind].read_bytes())
    offset = int(at * len(data))
    assume(data[offset] != byte)
    line = data[:offset].count(b"\n") + 1
    data[offset] = byte
    scratch.write_bytes(data)
    assert line == refusal(scratch).line


@CHANGED
@given(
    kind=st.sampled_from(SHORT),
    at=st.floats(0, 1, exclude_max=True),
    edit=st.sampled_from(["drop", "double", "swap", "cut"]),
)
def test_a_line_dropped_doubled_or_moved_is_found(every_log, scratch, kind, at, edit):
    """The first line that is not what it was is named."""
    lines = lines_of(every_log[kind])
    index = int(at * len(lines))
    match edit:
        case "drop":
            assume(index < len(lines) - 1)
            changed, line = [*lines[:index], *lines[index + 1 :]], index + 1
        case "double":
            changed, line = [*lines[: index + 1], *lines[index:]], index + 2
        case "swap":
            assume(index < len(lines) - 1)
            pair = [lines[index + 1], lines[index]]
            changed, line = [*lines[:index], *pair, *lines[index + 2 :]], index + 1
        case _:
            changed, line = lines[:index], None if index < 3 else index
    scratch.write_bytes(b"".join(changed))
    assert line == refusal(scratch).line


@st.composite
def other_values(draw: st.DrawFn, value: object) -> object:
    """Some value of the same shape as ``value``, but another; None may become anything and be anything."""
    if isinstance(value, list) and value:
        index = draw(st.integers(0, len(value) - 1))
        return [*value[:index], draw(other_values(value[index])), *value[index + 1 :]]
    kinds = {
        bool: st.booleans(),
        int: st.one_of(st.sampled_from([0, value, 1, 10**7]), st.integers(-3, 10**7)),
        str: st.sampled_from(
            ["", "N", "E", "NS", "EW", "AC", "7D", "played", "forfeit", "void", "bot", "exit", "x"]
        ),
    }
    strategy = kinds.get(type(value), st.just([]))
    if isinstance(value, int) and not isinstance(value, bool):
        strategy = st.one_of(strategy, st.just(value + 1), st.just(value - 1))
    return draw(st.one_of(strategy, st.none(), st.integers(0, 2)))


@FORGED
@given(data=st.data(), kind=st.sampled_from(KINDS))
def test_a_forger_who_mends_chain_and_seal_is_caught_by_the_rules(
    every_log, scratch, forge, data, kind
):
    """Whatever follows from the rules can't be changed: that very line is named, however well it is sealed."""
    lines = lines_of(every_log[kind])
    records = [json.loads(line) for line in lines]
    where = [
        (index, field)
        for index, record in enumerate(records)
        for field in sorted(PROVED.get(record["type"], ()))
    ]
    index, field = data.draw(st.sampled_from(where))
    value = data.draw(other_values(records[index][field]))
    assume(json.dumps(value) != json.dumps(records[index][field]))
    lines[index] = json.dumps(records[index] | {field: value}).encode()
    error = refusal(forge(lines, scratch))
    allowed = {index + 1}
    if records[index]["type"] == "hello" or field == "seat":
        allowed |= set(range(1, index + 2))  # another seat's start isn't possible then at all
    if field == "at_us":
        allowed.add(index + 2)  # made later, it makes the line after it seem too early
    assert error.line in allowed


def test_a_card_that_was_not_held_is_found_behind_a_mended_seal(every_log, scratch, forge):
    """A card that its seat couldn't play is named where it stands."""

    def change(record: dict) -> dict | None:
        if record["type"] != "play" or record["card"] == "AH":
            return None
        return record | {"card": "AH"} if record["trick"] == 4 else None

    line, lines = find(lines_of(every_log["boards"]), change)
    error = refusal(forge(lines, scratch))
    assert line == error.line
    assert "the log says 'play', the referee says 'fault' (seat" in error.message
    assert isinstance(error, ReplayMismatchError)


def test_another_legal_card_is_found_at_the_latest_where_it_was_really_played(
    every_log, scratch, forge
):
    """Two cards of one hand can't both be the one that was led."""
    records = [json.loads(line) for line in lines_of(every_log["boards"])]
    first = next(index for index, record in enumerate(records) if record["type"] == "play")
    seat = records[first]["seat"]
    later = next(
        index
        for index, record in enumerate(records)
        if index > first + 3 and record["type"] == "play" and record["seat"] == seat
    )
    records[first]["card"] = records[later]["card"]
    error = refusal(forge([json.dumps(record).encode() for record in records], scratch))
    assert first + 1 < error.line <= later + 1


def test_a_result_is_found_behind_a_mended_seal(every_log, scratch, forge):
    """A deal's points follow from its cards."""

    def change(record: dict) -> dict | None:
        return record | {"points": [120, 0]} if record["type"] == "deal_end" else None

    line, lines = find(lines_of(every_log["boards"]), change)
    error = refusal(forge(lines, scratch))
    assert line == error.line
    assert "points is [120, 0] in the log, but [65, 55] when played again" == error.message


def test_an_outcome_is_found_behind_a_mended_seal(every_log, scratch, forge):
    """What the match comes to follows from its events."""

    def change(record: dict) -> dict | None:
        if record["type"] != "outcome":
            return None
        return record | {"net_games": record["net_games"] + 1}

    line, lines = find(lines_of(every_log["rubbers"]), change)
    error = refusal(forge(lines, scratch))
    assert (line, "the outcome isn't what the events above come to") == (error.line, error.message)


def test_a_time_past_its_limit_is_found_behind_a_mended_seal(every_log, scratch, forge):
    """A card that came too late would have been a fault."""
    lines = lines_of(every_log["void"])
    last = max(n for n, line in enumerate(lines) if b'"type":"play"' in line)
    play, end = json.loads(lines[last]), json.loads(lines[last + 1])
    lines[last] = json.dumps(play | {"wall_us": 100_001}).encode()
    lines[last + 1] = json.dumps(end | {"at_us": play["asked_us"] + 200_000}).encode()
    error = refusal(forge(lines, scratch))
    assert (last + 1, "overloaded is false in the log, but true when played again") == (
        error.line,
        error.message,
    )


def test_a_time_before_that_of_the_line_before_is_found(every_log, scratch, forge):
    """Time never runs backwards."""
    lines = lines_of(every_log["void"])
    last = max(n for n, line in enumerate(lines) if b'"type":"play"' in line)
    record = json.loads(lines[last])
    lines[last] = json.dumps(record | {"wall_us": 10**9}).encode()
    error = refusal(forge(lines, scratch))
    assert last + 2 == error.line
    assert error.message.startswith("time runs backwards: this is at")


def test_what_no_rule_decides_is_proved_by_the_hash_of_the_log_alone(every_log, scratch, forge):
    """A comment can be forged, but then the log isn't the one whose hash stands in the ledger."""

    def change(record: dict) -> dict | None:
        return record | {"comment": "I lost on purpose"} if record["type"] == "play" else None

    _, lines = find(lines_of(every_log["boards"]), change)
    forged = forge(lines, scratch)
    assert verify_log(forged).outcome == verify_log(every_log["boards"]).outcome
    assert forged.read_bytes() != every_log["boards"].read_bytes()


def test_a_missing_half_is_found(every_log, scratch, forge):
    """A match that isn't void or lost has two halves."""
    lines = lines_of(every_log["boards"])
    second = next(n for n, line in enumerate(lines) if b'"type":"half","half":1' in line)
    error = refusal(forge([*lines[:second], *lines[-2:]], scratch))
    assert (second + 1, "half 1 is missing") == (error.line, error.message)


def test_halves_have_their_order_and_their_number(every_log, scratch, forge):
    """Half 1 can't come first, and there is no third."""
    lines = lines_of(every_log["boards"])
    halves = [n for n, line in enumerate(lines) if b'"type":"half",' in line]
    first, second = lines[halves[0] : halves[1]], lines[halves[1] : -2]
    exchanged = refusal(forge([lines[0], *second, *first, *lines[-2:]], scratch))
    assert (2, "half 1 is out of place") == (exchanged.line, exchanged.message)
    third = refusal(forge([*lines[:-2], *second, *lines[-2:]], scratch))
    assert (len(lines) - 1, "half 1 is out of place") == (third.line, third.message)


def test_events_missing_at_the_end_of_a_half_are_found(every_log, scratch, forge):
    """A half goes on until its table is closed."""
    lines = lines_of(every_log["void"])
    assert b'"type":"half_end"' in lines[-3]
    error = refusal(forge([*lines[:-3], *lines[-2:]], scratch))
    assert (len(lines) - 3, "half 0 has no end") == (error.line, error.message)
    empty = refusal(forge([*lines[:2], *lines[-2:]], scratch))
    assert (2, "half 0 has no end") == (empty.line, empty.message)


def test_what_the_referee_said_but_the_log_leaves_out_is_found(every_log, scratch, forge):
    """The events of one fact stand together or not at all."""
    lines = lines_of(every_log["lost at once"])
    assert b'"type":"half_end"' in lines[-3]
    error = refusal(forge([*lines[:-3], *lines[-2:]], scratch))
    assert (len(lines) - 3, "after it, 'half_end' is missing") == (error.line, error.message)


def test_a_seal_of_other_lines_is_found(every_log, scratch):
    """The seal counts the lines before it, and has their hash."""
    from arena.transcript.chain import Line, chain_value, split

    lines = lines_of(every_log["void"])
    before, seal = split(lines[-2]), split(lines[-1])
    body = seal.body.replace(b'"sha256":"', b'"sha256":"0')[:-2] + b'"'
    lines[-1] = Line(body, chain_value(before.chain, body)).raw
    scratch.write_bytes(b"".join(lines))
    error = refusal(scratch)
    assert len(lines) == error.line
    assert error.message.startswith(f"the seal is for {len(lines) - 1} lines with SHA-256 0")


def test_a_long_value_is_shown_shortened(every_log, scratch, forge):
    """A complaint fits on a line or two."""

    def change(record: dict) -> dict | None:
        return record | {"hint": "x" * 300} if record["type"] == "fault" else None

    _, lines = find(lines_of(every_log["no start"]), change)
    error = refusal(forge(lines, scratch))
    shown = '"' + "x" * 79 + "…"
    assert f'hint is {shown} in the log, but "bat: no such file" when played again' == error.message


def test_facts_that_can_not_be_are_found(every_log, scratch, forge):
    """A board that nobody asked for: the referee would say nothing of what follows from it."""

    def change(record: dict) -> dict | None:
        return record | {"board": record["board"] + 1} if record["type"] == "deal" else None

    line, lines = find(lines_of(every_log["void"]), change)
    error = refusal(forge(lines, scratch))
    assert (line - 1, "the referee would not have said 'unit' here") == (error.line, error.message)


def test_a_log_is_proved_whatever_words_a_library_has_for_a_bad_line(every_log, monkeypatch):
    """Another version of it may explain a line that isn't JSON otherwise: that is no verdict."""
    monkeypatch.setattr("protocol.codec._json_hint", lambda reason, line: "that is no JSON at all")
    log = every_log["lost at once"]
    assert b"that is no JSON at all" not in log.read_bytes()
    assert log == verify_log(log).path


def test_what_a_hint_quotes_of_a_bad_line_is_proved(every_log, forge, scratch):
    """Only the library's words are free: the line that they are about is the one that came."""

    def other_line(fields):
        hint = fields.get("hint", "")
        return fields | {"hint": hint.replace("the line was '", "the line was 'x")}

    number, lines = find(
        lines_of(every_log["lost at once"]),
        lambda it: other_line(it) if it.get("code") == "bad_json" else None,
    )
    error = refusal(forge(lines, scratch))
    assert number == error.line
    assert "hint is" in error.message
