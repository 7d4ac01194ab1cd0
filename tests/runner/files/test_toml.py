"""TOML as the arena writes it."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from arena.runner.files.toml import Document

KEYS = st.from_regex(r"[a-z][a-z_0-9]{0,8}", fullmatch=True)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = TEXTS | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.lists(TEXTS, max_size=3)
TABLES = st.dictionaries(KEYS, VALUES, max_size=3)


@given(TABLES, TABLES, TABLES, TABLES)
def test_what_was_written_reads_back_the_same(values, table, first, second):
    document = Document(
        {f"v_{key}": value for key, value in values.items()},
        {"table": table},
        {"array": [first, second]},
    )
    expected = {**document.values, "table": table, "array": [first, second]}
    assert expected == tomllib.loads(document.to_toml())
