"""The document of the log's format says all there is, and nothing else."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import TypeAdapter

from arena.transcript.chain import Line, body_of, fields_of, split
from arena.transcript.convert import event_of
from arena.transcript.ledger import Entry, Ledger, RunEntry
from arena.transcript.records import (
    RECORD,
    AnyRecord,
    BotRecord,
    EntrantRecord,
    LimitsRecord,
    Record,
    SeatingRecord,
)

DOCUMENT = (Path(__file__).parents[2] / "docs" / "log-format.md").read_text(encoding="utf-8")
RECORDS = {model.model_fields["type"].default: model for model in get_args(AnyRecord)}
ENTRIES = {model.model_fields["type"].default: model for model in get_args(Entry)}


def documented(heading: str) -> list[str]:
    """The fields in the table below a heading, in order."""
    part = DOCUMENT.split(f"{heading}\n", 1)[1]
    section = re.split(r"^#", part, maxsplit=1, flags=re.MULTILINE)[0]
    first_cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return [name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)]


@pytest.mark.parametrize("kind", RECORDS)
def test_every_field_of_a_log_line_is_documented(kind):
    """No more and no fewer, under the line's own heading."""
    fields = [field for field in RECORDS[kind].model_fields if field != "type"]
    assert sorted(fields) == sorted(documented(f"### `{kind}`"))


@pytest.mark.parametrize("kind", ENTRIES)
def test_every_field_of_a_ledger_line_is_documented(kind):
    """No more and no fewer, under the line's own heading."""
    assert sorted(ENTRIES[kind].model_fields) == sorted(documented(f"### Ledger line `{kind}`"))


def test_what_every_line_has_is_documented():
    """Number, type and chain of a log's; the hash of the line before of a ledger's."""
    assert ["n", "type", "chain"] == documented("## Every line")
    assert ["prev"] == documented("## The ledger")


@pytest.mark.parametrize(
    "model", [BotRecord, EntrantRecord, LimitsRecord, SeatingRecord], ids=lambda m: m.__name__
)
def test_what_stands_within_a_field_is_documented(model: type[Record]):
    """Nested objects are shown with their keys."""
    assert f"`{{{', '.join(model.model_fields)}}}`" in DOCUMENT


def test_no_line_is_documented_that_does_not_exist():
    """Every heading of a line is one of a model."""
    assert set(RECORDS) == set(re.findall(r"^### `(\w+)`$", DOCUMENT, re.MULTILINE))
    assert set(ENTRIES) == set(re.findall(r"^### Ledger line `(\w+)`$", DOCUMENT, re.MULTILINE))


def test_the_examples_are_lines_of_a_log():
    """Each is written as the arena writes, and says something that can be."""
    (block,) = re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)
    for text in block.splitlines(keepends=True):
        line = split(text.encode("ascii"))
        number = json.loads(text)["n"]
        record = RECORD.validate_json(fields_of(number, line.body))
        assert text.encode() == Line(body_of(number, record), line.chain).raw
        event_of(record)


def checker():
    code = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)[0]
    names: dict = {}
    exec(code, names)
    return names["check"]


def test_the_documents_program_proves_chain_and_seal(every_log):
    """It passes on every log, and finds a change."""
    check = checker()
    for path in every_log.values():
        log = path.read_bytes()
        check(log)
        with pytest.raises(AssertionError, match="line 2"):
            check(log.replace(b'"half":0', b'"half":1', 1))


def test_the_ledgers_key_is_its_last(tmp_path):
    """As the document says."""
    run = RunEntry(tournament="t", config_sha256="0" * 64, seed_commitment="1" * 64, arena="0")
    with Ledger(tmp_path / "ledger.jsonl") as ledger:
        ledger.append(run)
    fields = json.loads((tmp_path / "ledger.jsonl").read_bytes())
    assert [*ENTRIES["run"].model_fields, "prev"] == list(fields)
    assert run == TypeAdapter(Entry).validate_python(
        {k: v for k, v in fields.items() if k != "prev"}
    )
