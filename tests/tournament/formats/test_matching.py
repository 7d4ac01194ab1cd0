"""Pairing off: the best from the top, and never a dead end, compared with trying everything."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.formats.matching import pair_off


@st.composite
def halls(draw):
    """People in an order, and how often each two have met."""
    count = draw(st.sampled_from([0, 2, 4, 6, 8]))
    pairs = [frozenset(pair) for pair in combinations(range(count), 2)]
    times = draw(st.lists(st.sampled_from([0, 1, 1, 2]), min_size=len(pairs), max_size=len(pairs)))
    return draw(st.permutations(range(count))), dict(zip(pairs, times, strict=True))


def can_be_paired(people, met, limit):
    if not people:
        return True
    one, *rest = people
    return any(
        met[frozenset({one, other})] <= limit
        and can_be_paired([each for each in rest if each != other], met, limit)
        for other in rest
    )


def best_by_trying(order, met):
    limit = next(limit for limit in range(3) if can_be_paired(order, met, limit))
    left, pairs = list(order), []
    while left:
        one = left.pop(0)
        for _, other in sorted(
            ((met[frozenset({one, other})], other) for other in left),
            key=lambda choice: (choice[0], order.index(choice[1])),
        ):
            rest = [each for each in left if each != other]
            if met[frozenset({one, other})] <= limit and can_be_paired(rest, met, limit):
                pairs.append((one, other))
                left = rest
                break
    return pairs


@given(halls())
def test_the_pairs_are_those_that_trying_everything_finds(hall):
    order, met = hall
    assert best_by_trying(order, met) == pair_off(order, lambda *pair: met[frozenset(pair)])


def test_neighbours_meet_where_nobody_has_met():
    assert [(3, 1), (0, 2)] == pair_off([3, 1, 0, 2], lambda *_: 0)


def test_an_odd_cycle_on_the_way_is_found_a_way_round():
    """Petersen's graph, of which every greedy start may go wrong."""
    ring = [(n, (n + 1) % 5) for n in range(5)]
    star = [(n + 5, (n + 2) % 5 + 5) for n in range(5)]
    edges = {frozenset(pair) for pair in [*ring, *star, *((n, n + 5) for n in range(5))]}
    pairs = pair_off(range(10), lambda *pair: int(frozenset(pair) not in edges))
    assert 5 == len(pairs)
    assert {frozenset(pair) for pair in pairs} <= edges
