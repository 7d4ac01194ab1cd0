"""docs/rules.md says what the engine does."""

import inspect
import re
from pathlib import Path

import pytest

from arena.engine import PRESETS, Direction, Ruleset, SweepBy, Tie, notation, parse_deal, show_deal
from arena.errors import RulesetError

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def rows_of(first_header):
    """The cells of each row of the table whose first column is headed so, the header first."""
    lines = PAGE.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| {first_header} |"))
    rows = []
    for line in lines[at:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return [rows[0], *rows[2:]]


def test_every_clause_is_there_in_order():
    header, *clauses = rows_of("clause")
    assert ["clause", "rule", "whose custom"] == header
    assert [f"R{number}" for number in range(1, 19)] == [clause for clause, _, _ in clauses]
    assert all(rule and custom for _, rule, custom in clauses)


def test_every_clause_has_a_test_named_after_it():
    source = (Path(__file__).parent / "test_clauses.py").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(r"^def test_r(\d\d)_", source, re.MULTILINE)]
    assert list(range(1, 19)) == numbers


def test_the_presets_table_is_the_presets():
    header, *presets = rows_of("preset")
    keys = header[1:-1]
    assert [*Ruleset().to_mapping()] == keys
    expected = {
        name: [str(value) for value in rules.to_mapping().values()]
        for name, rules in PRESETS.items()
    }
    assert expected == {name: values for name, *values, _custom in presets}


def test_the_keys_table_is_the_ruleset():
    _, *rows = rows_of("key")
    values = {key: allowed for key, allowed, *_ in rows}
    assert Ruleset().to_mapping().keys() == values.keys()
    for key, kind in {
        "sweep_by": SweepBy,
        "tie": Tie,
        "deal_direction": Direction,
        "table_direction": Direction,
    }.items():
        assert [*kind] == re.findall(r"\w+", values[key])


@pytest.mark.parametrize("key", ["games_to_win", "double_above", "sweep_games"])
def test_the_ranges_of_the_keys_table_are_those_accepted(key):
    low, high = next(
        map(int, re.findall(r"\d+", row[1])) for row in rows_of("key") if row[0] == key
    )
    for value in range(-1, 130):
        if low <= value <= high:
            Ruleset(**{key: value})
        else:
            with pytest.raises(RulesetError, match=f"{key} must be from {low} to {high}"):
                Ruleset(**{key: value})


def test_the_grammar_is_that_of_the_notation():
    example, grammar = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    noted = parse_deal(example, Ruleset())
    assert example.strip() == show_deal(noted.layout, noted.plays, noted.result)
    assert " ".join(grammar.split()) in " ".join(inspect.getdoc(notation).split())
