"""Errors that trio gathers in groups."""

from typing import cast


def first_leaf(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error in a group of groups: the one that ended the others' work."""
    first = group.exceptions[0]
    if isinstance(first, BaseExceptionGroup):
        return first_leaf(cast("BaseExceptionGroup[BaseException]", first))
    return first
