"""Pairing off a list of people who mustn't all meet: the best choice from the top, and never a dead end.

Perfect matchings are kept by augmenting paths (Edmonds 1965, "Paths, trees, and flowers"): an odd cycle
that a search runs into is treated as if it were one vertex, its *base*.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

Met = Callable[[int, int], int]
"""How often two have met."""

May = Callable[[int, int], bool]
"""Whether two may be paired."""


def pair_off(order: Sequence[int], met: Met) -> list[tuple[int, int]]:
    """Pair everybody with somebody, neighbours in ``order`` where that can be.

    order: an even number of them, the most important first: it gets the nearest one that it may meet, then
    so does the next who is left, and so on, as long as all can still be paired. Nobody meets again while
    there is any way round it; where there is none, who has met least comes first.
    """
    if not order:
        return []
    limit = 0

    def may(one: int, other: int) -> bool:
        return met(one, other) <= limit

    while (mates := _perfect(order, may)) is None:
        limit += 1

    left = list(order)
    pairs: list[tuple[int, int]] = []
    while left:
        one = left.pop(0)
        fits = partial(_keeps, mates, left, may, one)
        other = next(filter(fits, _nearest(one, left, met)))
        pairs.append((one, other))
        left.remove(other)
    return pairs


def _nearest(one: int, left: Sequence[int], met: Met) -> Iterator[int]:
    """Whom ``one`` meets in the order of preference; without end, for somebody will fit."""
    times = 0
    while True:
        for other in left:
            if met(one, other) == times:
                yield other
        times += 1


def _perfect(order: Sequence[int], may: May) -> dict[int, int] | None:
    """Some way to pair all off; None if there is none."""
    mates: dict[int, int] = {}
    for place, one in enumerate(order):  # most are soon paired, and few need a search
        if one in mates:
            continue
        free = (it for it in order[place + 1 :] if it not in mates and may(one, it))
        if (other := next(free, None)) is not None:
            mates[one], mates[other] = other, one
    for one in order:
        if one not in mates and not _Search(order, mates, may).augment(one):
            return None
    return mates


def _keeps(mates: dict[int, int], left: Sequence[int], may: May, one: int, other: int) -> bool:
    """Whether the rest of those left can be paired off when these two are; only then ``mates`` is changed."""
    if mates[one] == other:
        return True
    rest = [each for each in left if each != other]
    changed = {each: mates[each] for each in rest if mates[each] not in {one, other}}
    if not _Search(rest, changed, may).augment(mates[one]):
        return False
    mates.update(changed)
    return True


@dataclass
class _Search:
    """One search for an augmenting path among ``people``; ``mates`` has who is paired with whom."""

    people: Sequence[int]
    mates: dict[int, int]
    may: May
    came_from: dict[int, int] = field(default_factory=dict[int, int])
    base: dict[int, int] = field(default_factory=dict[int, int])
    outer: set[int] = field(default_factory=set[int])
    waiting: "deque[int]" = field(default_factory=deque[int])

    def augment(self, root: int) -> bool:
        """Pair ``root``, who has nobody, by moving others; whether that could be done."""
        self.base = {each: each for each in self.people}
        self._reach(root)
        while self.waiting:
            one = self.waiting.popleft()
            for other in self.people:
                if self._is_useless(one, other):
                    continue
                if other in self.outer:
                    self._contract(one, other)
                elif other not in self.came_from:
                    self.came_from[other] = one
                    if other not in self.mates:
                        self._turn(other)
                        return True
                    self._reach(self.mates[other])
        return False

    def _is_useless(self, one: int, other: int) -> bool:
        """Whether the step from one to the other leads nowhere new."""
        return (
            self.base[one] == self.base[other]
            or self.mates.get(one) == other
            or not self.may(one, other)
        )

    def _reach(self, one: int) -> None:
        if one not in self.outer:
            self.outer.add(one)
            self.waiting.append(one)

    def _turn(self, end: int) -> None:
        """Change who is paired with whom all along the path that led to ``end``."""
        one: int | None = end
        while one is not None:
            before = self.came_from[one]
            following = self.mates.get(before)
            self.mates[one], self.mates[before] = before, one
            one = following

    def _contract(self, one: int, other: int) -> None:
        """Treat the odd cycle through both as its base."""
        base = self._meeting_place(one, other)
        inside: set[int] = set()
        self._mark(one, base, other, inside)
        self._mark(other, base, one, inside)
        for each in self.people:
            if self.base[each] in inside:
                self.base[each] = base
                self._reach(each)

    def _meeting_place(self, one: int, other: int) -> int:
        """The first base on both ways back to the root."""
        passed: set[int] = set()
        at: int | None = one
        while at is not None:
            passed.add(self.base[at])
            at = self._back(self.base[at])
        at = other
        while self.base[at] not in passed:
            back = self._back(self.base[at])
            assert back is not None, "both ways lead to the root"
            at = back
        return self.base[at]

    def _back(self, base: int) -> int | None:
        """Two steps towards the root; None at the root."""
        mate = self.mates.get(base)
        return None if mate is None else self.came_from[mate]

    def _mark(self, one: int, base: int, child: int, inside: set[int]) -> None:
        """Note the bases on the way from ``one`` to ``base``, and how to walk it the other way."""
        while self.base[one] != base:
            mate = self.mates[one]
            inside |= {self.base[one], self.base[mate]}
            self.came_from[one] = child
            child = mate
            one = self.came_from[mate]
