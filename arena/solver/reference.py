"""The solver in plain Python: the oracle for the compiled one, and what is left to who hasn't installed that.

The same answers by fewer ideas, some hundred times slower: enough for the last five tricks. Seats are 0 to 3
here, cards plain ints with the trump suit first (``trump_first``).
"""

from dataclasses import dataclass, field
from typing import Final

from arena.engine.cards import CARD_POINTS, Card, Partnership, cards_in
from arena.engine.deal import CARDS_IN_TRICK, Deal
from arena.solver.interface import PLENTY
from arena.solver.trump_first import exchange, exchange_card
from protocol.cards import RANKS

_SUITS: Final = (0, 10, 20, 30)
_SUIT: Final = 1023
_WORTHLESS: Final = 31
_POINTS: Final = tuple(int(points) for points in CARD_POINTS)
_POINTS_OF: Final = tuple(
    sum(_POINTS[at] for at in range(10) if mask >> at & 1) for mask in range(1024)
)
_NO_CARD: Final = -1

_Hands = list[int]
_Key = tuple[int, ...]


class _OutOfNodesError(Exception):
    """The budget is used up."""


@dataclass(frozen=True, slots=True)
class _Trick:
    """A trick in play: best is the card that wins it so far, by best_seat; led is -1 before its first card."""

    seat: int
    led: int = _NO_CARD
    best_seat: int = _NO_CARD
    best: int = _NO_CARD
    points: int = 0
    cards: int = 0
    played: int = 0

    def after(self, card: int) -> "_Trick":
        takes = self.played == 0 or _takes(card, self.best)
        return _Trick(
            (self.seat + 1) & 3,
            self.led if self.played else card // 10,
            self.seat if takes else self.best_seat,
            card if takes else self.best,
            self.points + _POINTS[card],
            self.cards | 1 << card,
            self.played + 1,
        )


def _takes(card: int, best: int) -> bool:
    return card > best if card // 10 == best // 10 else card < len(RANKS)


def _legal(hand: int, led: int) -> int:
    return hand if led < 0 else hand & _SUIT << 10 * led or hand


def _points(cards: int) -> int:
    return sum(_POINTS_OF[cards >> suit & _SUIT] for suit in _SUITS)


def _worth_trying(cards: int, present: int) -> list[int]:
    """Cards without their equals: worthless ones of the same hand with no other's card in between."""
    tried: list[int] = []
    for card in cards_in(cards):
        suit, strength = card - card % 10, card % 10
        if strength < 5 and tried and tried[-1] >= suit:  # noqa: PLR2004 - 2 to 6 are worth nothing
            between = (1 << strength) - (2 << tried[-1] - suit)
            if not (present & ~cards) >> suit & _WORTHLESS & between:
                continue
        tried.append(card)
    return tried


@dataclass(slots=True)
class ReferenceSolver:
    """See ``Solver``; there is no faster one without a compiler or a package."""

    _bounds: dict[_Key, tuple[int, int]] = field(default_factory=dict[_Key, tuple[int, int]])
    _nodes: int = 0

    def value(self, deal: Deal, budget: int = PLENTY) -> int | None:
        """Card points that NS end with."""
        hands, trick = _position(deal)
        self._nodes = budget
        try:
            return deal.points[0] + self._value(hands, trick)
        except _OutOfNodesError:
            return None

    def cards(self, deal: Deal, budget: int = PLENTY) -> dict[Card, int] | None:
        """The same after each legal card."""
        hands, trick = _position(deal)
        self._nodes = budget
        try:
            return {
                card: deal.points[0]
                + self._value_after(hands, trick, exchange_card(card, deal.trump))
                for card in cards_in(deal.legal)
            }
        except _OutOfNodesError:
            return None

    def sweep(self, deal: Deal, side: Partnership, budget: int = PLENTY) -> bool | None:
        """Whether a side can win each trick that is left."""
        hands, trick = _position(deal)
        self._nodes = budget
        try:
            return self._sweeps(hands, trick, int(side))
        except _OutOfNodesError:
            return None

    def forget(self) -> None:
        """Give up what is kept of positions."""
        self._bounds.clear()

    def _value(self, hands: _Hands, trick: _Trick) -> int:
        low, high = 0, _points(_union(hands)) + trick.points
        while low < high:
            target = (low + high + 1) // 2
            if self._reaches(hands, trick, target):
                low = target
            else:
                high = target - 1
        return low

    def _value_after(self, hands: _Hands, trick: _Trick, card: int) -> int:
        following = trick.after(card)
        hands[trick.seat] ^= 1 << card
        won = 0
        if following.played == CARDS_IN_TRICK:
            won = 0 if following.best_seat & 1 else following.points
            following = _Trick(following.best_seat)
        value = won + self._value(hands, following)
        hands[trick.seat] ^= 1 << card
        return value

    def _reaches(self, hands: _Hands, trick: _Trick, target: int) -> bool:
        """Whether NS get ``target`` points from here on."""
        if trick.played:
            return self._some_card_reaches(hands, trick, target)
        left = _points(_union(hands))
        if target <= 0 or target > left:
            return target <= 0
        key = (trick.seat, *_in_order(hands))
        low, high = self._bounds.get(key, (0, left))
        if target <= low or target > high:
            return target <= low
        reached = self._some_card_reaches(hands, trick, target)
        self._bounds[key] = (target, high) if reached else (low, target - 1)
        return reached

    def _some_card_reaches(self, hands: _Hands, trick: _Trick, target: int) -> bool:
        """For NS: whether one card reaches the target; for EW: whether each does."""
        self._spend()
        seat, ours = trick.seat, not trick.seat & 1
        for card in _worth_trying(_legal(hands[seat], trick.led), _union(hands) | trick.cards):
            following = trick.after(card)
            hands[seat] ^= 1 << card
            if following.played < CARDS_IN_TRICK:
                reached = self._some_card_reaches(hands, following, target)
            else:
                won = 0 if following.best_seat & 1 else following.points
                reached = self._reaches(hands, _Trick(following.best_seat), target - won)
            hands[seat] ^= 1 << card
            if reached is ours:
                return reached
        return not ours

    def _sweeps(self, hands: _Hands, trick: _Trick, side: int) -> bool:
        if not trick.played and not _union(hands):
            return True
        self._spend()
        seat, ours = trick.seat, trick.seat & 1 == side
        for card in _worth_trying(_legal(hands[seat], trick.led), _union(hands) | trick.cards):
            following = trick.after(card)
            hands[seat] ^= 1 << card
            if following.played < CARDS_IN_TRICK:
                won = self._sweeps(hands, following, side)
            else:
                won = following.best_seat & 1 == side and self._sweeps(
                    hands, _Trick(following.best_seat), side
                )
            hands[seat] ^= 1 << card
            if won is ours:
                return won
        return not ours

    def _spend(self) -> None:
        if self._nodes <= 0:
            raise _OutOfNodesError
        self._nodes -= 1


def _union(hands: _Hands) -> int:
    return hands[0] | hands[1] | hands[2] | hands[3]


def _in_order(hands: _Hands) -> list[int]:
    """Who owns the cards of each suit in order: positions that differ by which worthless cards are gone are alike."""
    owners: list[int] = []
    for suit in _SUITS:
        number = 1
        for at in range(suit, suit + 10):
            owner = next((seat for seat in range(4) if hands[seat] >> at & 1), None)
            if owner is not None:
                number = number * 5 + owner
            elif at - suit >= 5:  # noqa: PLR2004 - from the queen on it matters which card it is
                number = number * 5 + 4
        owners.append(number)
    return owners


def _position(deal: Deal) -> tuple[_Hands, _Trick]:
    hands = [exchange(hand, deal.trump) for hand in deal.hands]
    trick = _Trick(int(deal.leader))
    for card in deal.table:
        trick = trick.after(exchange_card(card, deal.trump))
    return hands, trick
