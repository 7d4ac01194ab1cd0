"""The schedule's laws."""

from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine import PRESETS, Ruleset
from arena.referee.spec import BotRef, Clock, Entrant, Limits, OnFault, Place, Terms, Unit
from arena.tournament.boards import bot_seed, parse_seed
from arena.tournament.config import EntrantConfig, TournamentConfig
from arena.tournament.matches import RUBBER_STRIDE, quick_match
from arena.tournament.schedule import (
    Workload,
    count_matches,
    describe,
    schedule,
)

SEED = parse_seed("2a")
ENTRANTS = st.integers(2, 9)
ROUNDS = st.integers(1, 3)


def entrants_of(count):
    return [
        Entrant(f"e{n}", (BotRef(f"b{n}", f"{n:064x}"), BotRef(f"c{n}", f"{n + 1000:064x}")))
        for n in range(count)
    ]


def config_of(count, rounds=1, units=2, unit=Unit.BOARD, terms=None):
    return TournamentConfig(
        path=Path("cup.toml"),
        name="cup",
        terms=terms or Terms(unit=unit),
        units=units,
        rounds=rounds,
        entrants=tuple(
            EntrantConfig(entrant.name, (Path("x"), Path("x"))) for entrant in entrants_of(count)
        ),
    )


def matches_of(count, **settings):
    return list(schedule(config_of(count, **settings), entrants_of(count), SEED))


def names_in(match):
    return tuple(entrant.name for entrant in match.entrants)


# The schedule.


@given(ENTRANTS, ROUNDS)
def test_the_schedule_has_as_many_matches_as_it_is_counted_to_have(count, rounds):
    matches = matches_of(count, rounds=rounds)
    assert count_matches(config_of(count, rounds=rounds)) == len(matches)
    assert len(matches) == len({match.match_id for match in matches})


@given(ENTRANTS, ROUNDS, st.integers(1, 9), st.sampled_from(Unit))
def test_no_board_is_played_in_two_matches_or_units(count, rounds, units, unit):
    span = RUBBER_STRIDE - 1 if unit is Unit.RUBBER else 1
    used = Counter()
    for match in matches_of(count, rounds=rounds, units=units, unit=unit):
        assert units == len(match.units)
        used.update((first, first + span - 1) for first in match.units)
    assert {1} == set(used.values())
    stretches = sorted(used)
    assert all(last < first for (_, last), (first, _) in pairwise(stretches))


def test_first_dealers_move_on_by_a_seat_from_unit_to_unit():
    for unit in Unit:
        firsts = [
            first for match in matches_of(4, rounds=2, units=3, unit=unit) for first in match.units
        ]
        assert [n % 4 for n in range(len(firsts))] == [first % 4 for first in firsts]


@given(ENTRANTS, ROUNDS)
def test_the_same_settings_give_the_same_schedule(count, rounds):
    assert matches_of(count, rounds=rounds) == matches_of(count, rounds=rounds)


@given(ENTRANTS, ROUNDS, st.integers(1, 2))
def test_more_rounds_leave_the_earlier_matches_as_they_were(count, rounds, more):
    shorter = matches_of(count, rounds=rounds)
    assert shorter == matches_of(count, rounds=rounds + more)[: len(shorter)]


def test_the_schedule_is_lazy():
    endless = replace(config_of(1_000), rounds=10_000)
    assert 3 == len(list(islice(schedule(endless, entrants_of(1_000), SEED), 3)))


def test_both_halves_seat_partners_opposite_and_exchange_the_entrants():
    first, second = matches_of(2)[0].halves
    assert (Place(0, 0), Place(1, 0), Place(0, 1), Place(1, 1)) == first.seating
    assert (Place(1, 0), Place(0, 0), Place(1, 1), Place(0, 1)) == second.seating


def test_partners_change_places_from_match_to_match_of_a_pairing():
    first, second, third = matches_of(2, rounds=3)
    assert [Place(0, 1), Place(1, 1), Place(0, 0), Place(1, 0)] == list(second.halves[0].seating)
    assert [Place(1, 1), Place(0, 1), Place(1, 0), Place(0, 0)] == list(second.halves[1].seating)
    assert first.halves[0].seating == third.halves[0].seating


@given(ENTRANTS)
def test_every_bot_sits_at_every_seat_over_two_rounds(count):
    seats = Counter()
    for match in matches_of(count, rounds=2):
        for half in match.halves:
            seats.update(
                (match.entrants[place.entrant].bots[place.bot].name, seat)
                for seat, place in enumerate(half.seating)
            )
    assert 8 * count == len(seats)
    assert {count - 1} == set(seats.values())


def test_bots_seeds_are_those_of_their_match_half_and_seat():
    match = matches_of(2)[0]
    for half in (0, 1):
        expected = tuple(bot_seed(SEED, match.match_id, half, seat) for seat in range(4))
        assert expected == match.halves[half].seeds


def test_the_terms_and_the_tournaments_name_are_in_each_match():
    terms = Terms(PRESETS["copag"], Unit.RUBBER)
    match = matches_of(2, terms=terms)[0]
    assert (terms, "cup") == (match.terms, match.tournament)


TERMS = Terms()
PAIR = (entrants_of(2)[0], entrants_of(2)[1])


@pytest.mark.parametrize(
    "changed",
    [
        {"terms": replace(TERMS, rules=PRESETS["copag"])},
        {"terms": replace(TERMS, clock=Clock(move_ms=999))},
        {"terms": replace(TERMS, unit=Unit.RUBBER)},
        {"terms": replace(TERMS, on_fault=OnFault.SUBSTITUTE)},
        {"terms": replace(TERMS, max_faults=9)},
        {"terms": replace(TERMS, show_hands=True)},
        {"terms": replace(TERMS, limits=Limits(processes=1))},
        {"terms": replace(TERMS, freeze=True)},
        {"entrants": (PAIR[1], PAIR[0])},
        {"entrants": (replace(PAIR[0], name="x"), PAIR[1])},
        {"entrants": (replace(PAIR[0], bots=(PAIR[0].bots[1], PAIR[0].bots[0])), PAIR[1])},
        {"entrants": (replace(PAIR[0], bots=(BotRef("b0", "f" * 64), PAIR[0].bots[1])), PAIR[1])},
        {"units": 4},
        {"seed": parse_seed("2b")},
        {"name": "other"},
    ],
)
def test_a_match_has_another_id_once_anything_in_it_differs(changed):
    same = {"entrants": PAIR, "terms": TERMS, "units": 3, "seed": SEED}
    before = quick_match(**same).match_id
    assert 24 == len(before)
    assert before == quick_match(**same).match_id
    assert before != quick_match(**{**same, **changed}).match_id


def test_a_quick_match_is_the_only_match_of_a_tournament_of_two():
    quick = quick_match(PAIR, TERMS, 2, SEED, name="cup")
    reversed_pair = quick_match((PAIR[1], PAIR[0]), TERMS, 2, SEED, name="cup")
    assert matches_of(2)[0] in {quick, reversed_pair}
    assert (0, 1) == quick.units


# The workload.


def test_the_workload_of_boards_is_exact():
    terms = Terms(clock=Clock(start_ms=5_000, move_ms=100, bank_ms=1_000))
    assert Workload(
        matches=6,
        units=6 * 2 * 10,
        deals=6 * 2 * 10,
        usual_s=6 * (20 * 12 + 2 * 200) // 1000 + 1,
        limit_s=6 * (20 * 40 * 100 + 2 * 9_000) // 1000,
    ) == describe(config_of(4, units=10, terms=terms), jobs=1)


def test_jobs_share_the_time_by_whole_matches():
    one, four = (describe(config_of(4, units=100), jobs=jobs) for jobs in (1, 4))
    assert (one.matches, one.deals) == (four.matches, four.deals)
    assert 3 * four.limit_s == one.limit_s


@pytest.mark.parametrize(("games_to_win", "deals"), [(4, 43), (8, 86)])
def test_the_deals_of_rubbers_are_what_they_take_on_average(games_to_win, deals):
    terms = Terms(rules=Ruleset(games_to_win=games_to_win), unit=Unit.RUBBER)
    workload = describe(config_of(2, units=5, terms=terms), jobs=1)
    assert (10, deals) == (workload.units, workload.deals)
