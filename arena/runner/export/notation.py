"""A run as deals in notation: one line of text for each deal (``arena.engine.notation``)."""

import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from arena.engine import show_deal
from arena.referee.events import CardPlayed, Ending
from arena.runner.export.tables import Row, Table
from arena.transcript.deal_log import DealLog, deals_of
from arena.transcript.reader import LoggedMatch

NOTATION_MAGIC: Final = b"match\thalf\tboard\tdeal\n"
"""The first line: what the tab-separated columns are."""


class NotationFile:
    """The file: match, half, board and the deal, with a tab between each."""

    takes_rows = False

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        self._file = self._path.open("xb")
        self._file.write(NOTATION_MAGIC)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._file:
            if error is None:
                self._file.flush()
                os.fsync(self._file.fileno())

    def add(self, table: Table, row: Row) -> None:
        """Nothing to do: deals are taken from the matches."""

    def add_match(self, match: LoggedMatch) -> None:
        """Write a line for each deal."""
        for half in match.halves:
            for deal in deals_of(str(match.path), half):
                words = (
                    match.spec.match_id,
                    str(half.half),
                    str(deal.started.board),
                    _notation(deal),
                )
                self._file.write("\t".join(words).encode("ascii") + b"\n")


def _notation(deal: DealLog) -> str:
    """The deal as far as it was played; with its result if that is what the cards came to."""
    events = [step.logged.event for step in deal.steps]
    cards = [event.card for event in events if isinstance(event, CardPlayed)]
    ended = deal.ended
    played = ended is not None and ended.ending is Ending.PLAYED
    return show_deal(deal.started.layout, cards, ended.result if ended and played else None)
