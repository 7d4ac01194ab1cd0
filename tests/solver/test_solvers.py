"""The solvers against brute force, against each other, and against themselves without their ideas."""

import hashlib
import subprocess
import sys
from random import Random

import pytest

from arena.engine import SEATS, Deal, Partnership, Suit, cards_in, mask_of, parse_cards
from arena.solver import best_solver, choice
from arena.solver.compiled import CompiledSolver
from arena.solver.native import build
from arena.solver.reference import ReferenceSolver
from arena.solver.trump_first import exchange, exchange_card

ROOM = 1 << 18


@pytest.fixture(scope="module")
def compiled():
    return CompiledSolver(table_entries=ROOM)


def after(deal, card):
    return deal.play(deal.to_play, card)


def test_3000_endgames_are_worth_what_brute_force_says(compiled, endgame):
    """Two to four tricks, a third of them with a suit that lies together, where forced ruffs are."""
    chance = Random(1)
    for number in range(3000):
        tricks = 4 if number % 20 == 0 else chance.choice([2, 3])
        deal = endgame(chance, tricks, skewed=number % 3 == 0)
        assert compiled.by_force(deal) == compiled.value(deal), deal


def test_each_card_is_worth_the_position_after_it(compiled, endgame):
    """Equal cards, which aren't searched each for itself, included."""
    chance = Random(2)
    for _ in range(300):
        deal = endgame(chance, chance.choice([2, 3]), skewed=True)
        values = compiled.cards(deal)
        assert values == {
            card: value_of(compiled, after(deal, card)) for card in cards_in(deal.legal)
        }


def value_of(solver, deal):
    return deal.points[0] if deal.finished else solver.by_force(deal)


def test_the_two_solvers_agree(compiled, endgame):
    """On values, on cards, and on who can win all tricks."""
    chance, reference = Random(3), ReferenceSolver()
    for number in range(120):
        deal = endgame(chance, chance.choice([2, 3, 4, 5]), skewed=number % 2 == 0)
        reference.forget()
        assert reference.value(deal) == compiled.value(deal), deal
        assert reference.cards(deal) == compiled.cards(deal), deal
        for side in Partnership:
            assert reference.sweep(deal, side) == compiled.sweep(deal, side), deal


def test_a_long_sweep_is_found_by_both_and_by_one_lost_trick_refuted(compiled):
    """With 120 points to come all tricks may still not be: a worthless one can be lost."""
    hands = [
        parse_cards(text) for text in ("AC 7C KC JC", "2D 3D 4D 5D", "QC 2C 3C 6D", "2H 3H 4H 5H")
    ]
    north, east, south, west = map(mask_of, hands)
    deal = Deal.of((north, east, south, west), Suit.CLUBS, SEATS[0])
    for solver in (compiled, ReferenceSolver()):
        assert solver.sweep(deal, Partnership.NS) is True
        assert solver.sweep(deal, Partnership.EW) is False


def test_a_few_whole_deals_against_the_exact_mode(compiled, whole_deal):
    """The same value when nothing is pruned but equal cards, and positions are kept card by card."""
    compare_whole_deals(compiled, whole_deal, seed=4, number=2)


@pytest.mark.toolchain
def test_50_whole_deals_against_the_exact_mode(compiled, whole_deal):
    """As above, some two minutes of it."""
    compare_whole_deals(compiled, whole_deal, seed=5, number=50)


def compare_whole_deals(compiled, whole_deal, seed, number):
    chance, exact = Random(seed), CompiledSolver(exact=True, table_entries=1 << 21)
    for _ in range(number):
        deal = whole_deal(chance)
        compiled.forget()
        exact.forget()
        assert exact.value(deal) == compiled.value(deal), deal


def test_what_was_found_before_changes_no_answer(endgame):
    """A table full of other positions, and one so small that it loses most, give the same values."""
    chance = Random(6)
    deals = [endgame(chance, 6) for _ in range(40)]
    fresh, tiny = CompiledSolver(table_entries=ROOM), CompiledSolver(table_entries=64)
    kept = [fresh.value(deal) for deal in deals]
    for deal, value in zip(deals, kept, strict=True):
        fresh.forget()
        assert fresh.value(deal) == value
        assert tiny.value(deal) == value


def test_300_times_forgotten_is_still_forgotten(endgame):
    """The mark of what is valid has eight bits: once round, nothing of old is taken for new."""
    chance, solver = Random(7), CompiledSolver(table_entries=1 << 12)
    for _ in range(300):
        deal = endgame(chance, 4)
        solver.forget()
        assert solver.value(deal) == solver.value(deal)
        assert solver.by_force(deal) == solver.value(deal) if not deal.table else True


@pytest.mark.parametrize("make", [CompiledSolver, ReferenceSolver])
def test_out_of_budget_is_not_solved_and_the_next_answer_is_right(make, endgame):
    """A search broken off leaves nothing wrong behind."""
    chance, solver, other = Random(8), make(), CompiledSolver(table_entries=ROOM)
    for _ in range(10):
        deal = endgame(chance, 5)
        for nodes in (0, 1, 10, 50):
            solver.value(deal, nodes)
            assert solver.cards(deal, nodes) in (None, other.cards(deal))
        assert solver.value(deal, 0) is None or other.value(deal) == deal.points[0]
        assert solver.value(deal) == other.value(deal)


@pytest.mark.parametrize("make", [CompiledSolver, ReferenceSolver])
def test_a_sweep_out_of_budget_is_not_solved(make, endgame):
    """Neither yes nor no."""
    deal = endgame(Random(9), 5)
    assert make().sweep(deal, Partnership.NS, 0) is None


def test_a_budget_is_counted_in_nodes(endgame):
    """As many as were searched suffice, and one fewer doesn't."""
    deal = endgame(Random(10), 6)
    solver = CompiledSolver(table_entries=ROOM)
    value = solver.value(deal)
    needed = solver.nodes
    solver.forget()
    assert solver.value(deal, needed) == value
    solver.forget()
    assert solver.value(deal, needed - 1) is None


def test_clubs_and_the_trump_suit_change_places_and_back():
    """For sets and for single cards alike."""
    for trump in Suit:
        cards = parse_cards("AC 2C KD 3H 7S AS")
        moved = [exchange_card(card, trump) for card in cards]
        assert mask_of(moved) == exchange(mask_of(cards), trump)
        assert [exchange_card(card, trump) for card in moved] == list(cards)


def test_without_the_extra_the_solver_in_python_answers(monkeypatch):
    """And with it the compiled one does."""
    assert isinstance(best_solver(), CompiledSolver)
    monkeypatch.setattr(choice, "find_spec", lambda _: None)
    assert isinstance(best_solver(), ReferenceSolver)


@pytest.mark.toolchain
def test_the_recorded_program_is_what_the_source_makes(tmp_path):
    """Built again it is the same file, byte for byte."""
    made = tmp_path / "solver.wasm"
    build.build(made)
    digest = hashlib.sha256(made.read_bytes()).hexdigest()
    assert digest == hashlib.sha256(build.RECORDED.read_bytes()).hexdigest()


def test_a_solver_uses_one_thread():
    """A bot may not start threads at will, and a worker has one core."""
    program = (
        "from arena.solver.compiled import CompiledSolver; CompiledSolver();"
        "import os; print(len(os.listdir('/proc/self/task')))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert shown.stdout.strip() == "1"
