"""Each attack at each level: what the table of attacks says comes of it, and no harm to anybody else.

All are tried at once, when the first test needs them: they mostly wait for processes to start.
"""

import pytest

from arena.engine import Seat
from arena.referee.events import Ending

pytestmark = pytest.mark.hostile

WALL_LIMIT_S = 240.0
"""For one table, while others play: so long that only a hang takes longer, on a slow and busy host too."""

MEMORY_LIMIT_KIB = 64 * 1024
"""For the referee of all tables at all levels: what it logs stays, and nothing that bots make adds to it."""

CARDS = 40


def test_an_attack_comes_to_what_the_table_says(battle):
    """It is stopped, or seen to work where nothing is promised."""
    outcome = battle.attack.outcome(battle.level)
    if outcome.startswith("open"):
        assert battle.leaks, battle.said(Seat.EAST) + battle.said(Seat.WEST)
    elif not outcome.startswith("may"):
        assert [] == battle.leaks
        assert battle.said(Seat.EAST)  # or it wasn't even tried


def test_an_attack_costs_the_attacker_what_the_table_says(battle):
    """Its own code for its seat, and none for anybody else."""
    code = battle.attack.fault.get(battle.level)
    expected = {(Seat.EAST, code)} if code else set()
    assert expected == {(it.seat, it.code) for it in battle.faults}


def test_the_table_is_played_to_its_end(battle):
    """Every board, with every card where nobody was at fault, and in time."""
    assert Ending.PLAYED == battle.closed.ending
    if battle.level not in battle.attack.fault:
        assert battle.attack.matches * CARDS == battle.cards
    assert WALL_LIMIT_S > battle.took_s


def test_no_process_is_left_by_an_attack(battle):
    """Nor a child, a grandchild, a stopped one or a daemon."""
    assert [] == battle.left


def test_nothing_is_left_by_all_attacks_together(war):
    """Whatever hid from the mark became a child of the referee."""
    assert [] == war.left


def test_no_attack_takes_memory_from_the_referee(war):
    """Its peak hardly rises over all tables."""
    assert MEMORY_LIMIT_KIB > war.grown_kib


def test_there_are_attacks_enough_of_each_kind(attacks):
    """Names are unique, each program is there, and none is without a row."""
    rows = [attack for _, group in attacks for attack in group]
    assert len(rows) == len({attack.name for attack in rows}) >= 100
