"""Rulesets: the presets, and every way to write one wrongly."""

import pytest

from arena.engine import PRESETS, Direction, Ruleset, SweepBy, Tie
from arena.errors import RulesetError


def test_the_default_rules_are_the_preset_seed():
    assert Ruleset() == PRESETS["seed"] == Ruleset.from_mapping({})


def test_each_preset_differs_from_seed_in_what_its_custom_says():
    assert {"seed", "portugal", "copag"} == PRESETS.keys()
    assert Ruleset(4, 90, 4, SweepBy.TRICKS, Tie.CARRY, *[Direction.CLOCKWISE] * 2) == Ruleset()
    assert PRESETS["portugal"] == Ruleset(
        sweep_by=SweepBy.POINTS, table_direction=Direction.ANTICLOCKWISE
    )
    assert PRESETS["copag"] == Ruleset(sweep_by=SweepBy.POINTS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_chosen_by_name_and_reads_back_from_its_plain_values(name):
    assert PRESETS[name] == Ruleset.from_mapping({"preset": name})
    assert PRESETS[name] == Ruleset.from_mapping(PRESETS[name].to_mapping())


def test_keys_change_a_preset():
    rules = Ruleset.from_mapping({"preset": "copag", "games_to_win": 6, "tie": "void"})
    assert Ruleset(games_to_win=6, sweep_by=SweepBy.POINTS, tie=Tie.VOID) == rules


def test_plain_values_are_numbers_and_plain_text():
    expected = {
        "games_to_win": 4,
        "double_above": 90,
        "sweep_games": 4,
        "sweep_by": "tricks",
        "tie": "carry",
        "deal_direction": "clockwise",
        "table_direction": "clockwise",
    }
    assert expected == Ruleset().to_mapping()
    assert {int, str} == {type(value) for value in Ruleset().to_mapping().values()}


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("games_to_win", 0, "games_to_win must be from 1 to 99, not 0"),
        ("games_to_win", 100, "games_to_win must be from 1 to 99, not 100"),
        ("games_to_win", "4", "games_to_win must be a whole number, not '4'"),
        ("games_to_win", 4.0, "games_to_win must be a whole number, not 4.0"),
        ("games_to_win", None, "games_to_win must be a whole number, not None"),
        ("double_above", 59, "double_above must be from 60 to 119, not 59"),
        ("double_above", 120, "double_above must be from 60 to 119, not 120"),
        ("double_above", True, "double_above must be a whole number, not True"),
        ("sweep_games", 0, "sweep_games must be from 1 to 99, not 0"),
        ("sweep_games", 100, "sweep_games must be from 1 to 99, not 100"),
        ("sweep_games", [4], "sweep_games must be a whole number, not [4]"),
        (
            "sweep_by",
            "trick",
            "sweep_by must be one of tricks, points, not 'trick'; did you mean 'tricks'?",
        ),
        ("sweep_by", 10, "sweep_by must be one of tricks, points, not 10"),
        ("tie", "replay", "tie must be one of carry, carry_once, void, not 'replay'"),
        ("tie", None, "tie must be one of carry, carry_once, void, not None"),
        (
            "deal_direction",
            "anti-clockwise",
            (
                "deal_direction must be one of clockwise, anticlockwise, not 'anti-clockwise'; "
                "did you mean 'anticlockwise'?"
            ),
        ),
        (
            "table_direction",
            "left",
            "table_direction must be one of clockwise, anticlockwise, not 'left'",
        ),
        ("preset", "lisbon", "preset must be one of seed, portugal, copag, not 'lisbon'"),
        (
            "preset",
            "portugl",
            "preset must be one of seed, portugal, copag, not 'portugl'; did you mean 'portugal'?",
        ),
        ("preset", ["seed"], "preset must be one of seed, portugal, copag, not ['seed']"),
        ("game_to_win", 4, "unknown rule 'game_to_win'; did you mean 'games_to_win'?"),
        ("jokers", 2, "unknown rule 'jokers'"),
        ("", 2, "unknown rule ''"),
    ],
)
def test_a_wrong_key_or_value_is_refused_with_its_key_and_what_would_do(key, value, message):
    with pytest.raises(RulesetError) as refused:
        Ruleset.from_mapping({key: value})
    assert (key, message) == (refused.value.key, str(refused.value))


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [("games_to_win", 1, 99), ("double_above", 60, 119), ("sweep_games", 1, 99)],
)
def test_the_ends_of_each_range_are_allowed(key, low, high):
    for value in (low, high):
        assert value == Ruleset.from_mapping({key: value}).to_mapping()[key]


@pytest.mark.parametrize(
    ("key", "value"),
    [("games_to_win", 0), ("games_to_win", "4"), ("sweep_by", "points"), ("tie", "void"),
     ("deal_direction", "clockwise"), ("table_direction", Tie.CARRY), ("double_above", True)],
)  # fmt: skip
def test_a_ruleset_made_in_code_is_checked_too(key, value):
    with pytest.raises(RulesetError) as refused:
        Ruleset(**{key: value})
    assert key == refused.value.key
