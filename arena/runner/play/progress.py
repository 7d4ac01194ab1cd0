"""How far a run has come, counted in legs: one unit (a board or rubber) played in one half.

Finished matches are known from the ledger. Of those in play the logs tell, for a log is flushed after
each deal: so the count moves on even when one match takes an hour.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_LEG_ENDED: Final = b'"type":"unit_end"'


@dataclass(frozen=True, slots=True)
class Progress:
    """Matches and legs done, of how many; ``legs_before`` were done when this session began.

    elapsed_s is the time that this session has been playing.
    """

    matches_done: int
    matches: int
    legs_done: int
    legs: int
    legs_before: int
    elapsed_s: float

    @property
    def left_s(self) -> float | None:
        """An estimate of the seconds left, at this session's pace; None before the first leg."""
        played = self.legs_done - self.legs_before
        if played <= 0:
            return None
        return self.elapsed_s / played * (self.legs - self.legs_done)


@dataclass(slots=True)
class LegCounter:
    """Counts the legs in logs that are being written, reading only what has been added.

    A log loses its name when it is sealed, a moment before its match is reported as finished: so what
    was counted once stays counted for as long as the log is asked for.
    """

    _seen: dict[Path, tuple[int, int]] = field(default_factory=dict[Path, tuple[int, int]])

    def count(self, logs: Iterable[Path]) -> int:
        """Legs ended so far in ``logs`` together; of a log that is gone, those that were seen."""
        self._seen = {log: self._look(log) for log in logs}
        return sum(legs for _, legs in self._seen.values())

    def _look(self, log: Path) -> tuple[int, int]:
        """How many bytes of the log have been read, and how many legs were in them."""
        offset, legs = self._seen.get(log, (0, 0))
        try:
            with log.open("rb") as file:
                file.seek(offset)
                added = file.read()
        except FileNotFoundError:
            return (offset, legs)
        whole = added[: added.rfind(b"\n") + 1]
        return (offset + len(whole), legs + whole.count(_LEG_ENDED))
