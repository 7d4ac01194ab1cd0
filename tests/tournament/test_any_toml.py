"""Whatever a file holds, it is loaded or refused with its mistakes at their places."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ConfigErrors
from arena.tournament.config import TABLES, load_config
from arena.tournament.manifest import ManifestKeys, load_manifest

PLAIN = st.one_of(
    st.integers(-3, 200_000),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["board", "rubber", "forfeit", "a.py", "b.py", "c", "../x", "", "seed", "./a.py", "/"]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
)  # fmt: skip
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip
PLACED = re.compile(r"^.*\.toml:\d+:\d+: \S.*$")


def tables_of(keys):
    """A table with some of these keys, and now and then another."""
    return st.dictionaries(st.sampled_from(sorted(keys)) | st.just("other"), VALUES, max_size=6)


TOURNAMENTS = st.fixed_dictionaries(
    {},
    optional={
        "rules": tables_of(["preset", "games_to_win", "tie"]) | VALUES,
        "clock": tables_of(TABLES["clock"].model_fields) | VALUES,
        "entrants": st.lists(tables_of(TABLES["entrants"].model_fields) | VALUES, max_size=3)
        | VALUES,
    },
).flatmap(
    lambda tables: tables_of(set(TABLES[""].model_fields) - {"rules", "clock", "entrants"}).map(
        lambda top: {**top, **tables}
    )
)
MANIFESTS = tables_of(ManifestKeys.model_fields)


def inline(value):
    """A value as TOML on one line."""
    match value:
        case dict():
            return "{" + ", ".join(f"{key} = {inline(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(inline, value)) + "]"
        case str():
            return json.dumps(value).replace("\x7f", "\\u007f")
        case bool():
            return str(value).lower()
        case _:
            return repr(value)


def write(path, document):
    path.write_text("".join(f"{key} = {inline(value)}\n" for key, value in document.items()))


def refused_with_places(load, path):
    try:
        load(path)
    except ConfigErrors as errors:
        lines = str(errors).splitlines()
        assert lines
        assert all(PLACED.match(line) for line in lines), lines


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("any")
    for name in ("a.py", "b.py"):
        (folder / name).touch()
    return folder


@given(TOURNAMENTS)
def test_any_tournament_file_is_loaded_or_refused_in_order(folder, document):
    path = folder / "cup.toml"
    write(path, document)
    refused_with_places(load_config, path)


@given(MANIFESTS)
def test_any_manifest_is_loaded_or_refused_in_order(folder, document):
    write(folder / "bot.toml", document)
    refused_with_places(load_manifest, folder)
