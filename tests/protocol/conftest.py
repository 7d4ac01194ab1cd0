"""SPEC.md taken apart: its example lines and its tables of fields, for the tests that tie it to the models."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import protocol

SPEC = Path(protocol.__file__).parent / "SPEC.md"


@dataclass(frozen=True)
class Spec:
    """messages: section (the message's type) to its example line. replies: the same for replies.
    fields: section to the names that stand in the first column of its tables. codes: the faults' table."""

    messages: dict[str, str]
    replies: dict[str, str]
    fields: dict[str, list[str]]
    codes: list[str]


@pytest.fixture(scope="session")
def spec() -> Spec:
    text = SPEC.read_text("utf-8")
    sections = dict(
        re.findall(r"^##+ (\w+)\n(.*?)(?=^## |^### |\Z)", text, re.MULTILINE | re.DOTALL)
    )
    return Spec(
        messages={
            name: line
            for name, body in sections.items()
            for line in re.findall(r"^```json message\n(.*?)\n```$", body, re.MULTILINE)
        },
        replies=dict(re.findall(r"^```json reply (\w+)\n(.*?)\n```$", text, re.MULTILINE)),
        fields={name: _first_column(body) for name, body in sections.items()},
        codes=_first_column(sections["Faults"]),
    )


def _first_column(body: str) -> list[str]:
    """The names in backticks in the first cell of each row of a section's tables, headings left out."""
    cells = re.findall(r"^\| (`[^|]*) \|", body, re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
