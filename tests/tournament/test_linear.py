"""Small matrices: inverses that are inverses, also of those that have none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.linear import dot, inverse, mirrored, total

VALUES = st.floats(-3, 3, allow_nan=False)


@st.composite
def semidefinite(draw):
    """X'X of some rows, and so of a rank that is theirs."""
    size = draw(st.integers(1, 5))
    rows = draw(st.lists(st.lists(st.integers(-2, 2), min_size=size, max_size=size), max_size=6))
    return [[float(sum(row[a] * row[b] for row in rows)) for b in range(size)] for a in range(size)]


def times(left, right):
    columns = [*zip(*right, strict=True)]
    return [[dot(row, column) for column in columns] for row in left]


@given(semidefinite())
def test_a_generalised_inverse_gives_the_matrix_back(matrix):
    """A G A = A, which for a matrix of full rank makes G its inverse."""
    found, _ = inverse(matrix)
    for row, back in zip(matrix, times(times(matrix, found), matrix), strict=True):
        assert row == pytest.approx(back, abs=1e-6)


@pytest.mark.parametrize(
    ("matrix", "rank"),
    [([[2.0, 1.0], [1.0, 2.0]], 2), ([[1.0, -1.0], [-1.0, 1.0]], 1), ([[0.0]], 0)],
)
def test_the_rank_is_that_of_independent_rows(matrix, rank):
    assert rank == inverse(matrix)[1]


def test_a_known_inverse():
    assert [pytest.approx([2 / 3, -1 / 3]), pytest.approx([-1 / 3, 2 / 3])] == inverse(
        [[2.0, 1.0], [1.0, 2.0]]
    )[0]


def test_sums_go_from_left_to_right():
    """A compensated sum, as the built-in one is from Python 3.12 on, would give 2."""
    assert 0.0 == total([1e16, 1.0, 1.0, -1e16])


def test_a_lower_triangle_is_mirrored():
    assert [[1.0, 2.0], [2.0, 3.0]] == mirrored([[1.0], [2.0, 3.0]])
