"""What formats are worth at equal cost."""

import pytest

from arena.tournament.config import load_config
from arena.tournament.formats import FORMATS, Setting
from arena.tournament.worth import expected_tau, kendall, worth_of

EIGHT = "".join(f'[[entrants]]\nname = "e{n}"\nbot = "a.py"\n' for n in range(8))


@pytest.fixture
def config(tmp_path):
    (tmp_path / "a.py").touch()

    def load(keys, entrants=EIGHT):
        path = tmp_path / "cup.toml"
        path.write_text(f'unit = "board"\n{keys}\n{entrants}')
        return load_config(path)

    return load


def test_kendalls_tau_counts_pairs_in_order():
    assert [1, -1, 0] == [kendall((1, 2, 3), found) for found in ((4, 5, 6), (3, 2, 1), (0, 0, 0))]
    assert 1 / 3 == pytest.approx(kendall((1, 2, 3), (1, 3, 2)))


def test_the_same_call_has_the_same_answer_and_more_boards_order_better():
    few, many = Setting(6, units=2), Setting(6, units=200)
    form = FORMATS["round-robin"]
    assert expected_tau(form, few, 2) == expected_tau(form, few, 2)
    assert expected_tau(form, few, 2) < expected_tau(form, many, 2)


def test_a_swiss_is_compared_with_a_round_robin_at_equal_cost(config):
    worth = worth_of(config('boards = 28\nformat = "swiss"\nrounds = 3'))
    assert 12 == worth.boards
    assert 0 < worth.tau < worth.round_robin


def test_where_a_round_robin_has_no_boards_enough_there_is_no_comparison(config):
    assert None is worth_of(config('boards = 2\nformat = "swiss"\nrounds = 1')).round_robin


@pytest.mark.parametrize(
    "keys",
    [
        "boards = 4",
        'boards = 4\npairing = "all"',
        "boards = 4\nuntil_separated = true\nmax_boards = 999",
    ],
)
def test_where_there_is_nothing_to_compare_nothing_is_said(config, keys):
    assert None is worth_of(config(keys))


def test_a_duel_needs_no_comparison(config):
    two = "".join(f'[[entrants]]\nname = "e{n}"\nbot = "a.py"\n' for n in range(2))
    assert None is worth_of(config('boards = 4\nformat = "gauntlet"', two))
