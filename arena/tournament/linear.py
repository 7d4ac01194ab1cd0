"""Small dense matrices of floats, with the same bits on every Python and machine.

Only + - * / are used, in an order that is settled here: ``sum()`` of floats is compensated from Python 3.12
on, and a library's kernels depend on the processor. A symmetric matrix is worked on by its lower triangle.
"""

from collections.abc import Iterable, Sequence
from typing import Final

Matrix = list[list[float]]
"""Rows of equal length."""

_SINGULAR: Final = 1e-9
"""A pivot that shrank to this share of its diagonal element is rounding: the matrix lacks a rank there."""


def total(values: Iterable[float]) -> float:
    """The sum from left to right."""
    result = 0.0
    for value in values:
        result += value
    return result


def square(size: int) -> Matrix:
    """Zeros."""
    return [[0.0] * size for _ in range(size)]


def dot(line: Sequence[float], column: Sequence[float]) -> float:
    """The inner product from left to right."""
    return total(x * y for x, y in zip(line, column, strict=True))


def inverse(matrix: Matrix) -> tuple[Matrix, int]:
    """The inverse of a symmetric, positive semidefinite matrix, and its rank; ``matrix`` stays as it is.

    Where it is singular a generalised inverse: the rows and columns that add no rank are zero. Each row is
    swept in turn, in the symmetric form of the sweep operator (Goodnight 1979, The American Statistician
    33:149), which takes size^3 / 2 multiplications.
    """
    size = len(matrix)
    rows = [row[: at + 1] for at, row in enumerate(matrix)]
    idle: list[int] = []
    for at in range(size):
        pivot = rows[at][at]
        if pivot <= _SINGULAR * matrix[at][at]:
            idle.append(at)
            continue
        lead = [*rows[at], *(row[at] for row in rows[at + 1 :])]
        for other, row in enumerate(rows):
            if other == at:
                continue
            factor = lead[other] / pivot
            if factor:
                rows[other] = [a - factor * b for a, b in zip(row, lead, strict=False)]
            if other > at:
                rows[other][at] = factor
        rows[at] = [*(value / pivot for value in lead[:at]), -1 / pivot]
    out = [[-value for value in row] for row in rows]
    for at in idle:
        out[at] = [0.0] * (at + 1)
        for row in out[at + 1 :]:
            row[at] = 0.0
    return mirrored(out), size - len(idle)


def mirrored(lower: Matrix) -> Matrix:
    """A whole symmetric matrix from its lower triangle."""
    size = len(lower)
    return [
        [*lower[at], *(lower[other][at] for other in range(at + 1, size))] for at in range(size)
    ]
