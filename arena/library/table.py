"""A table whose bots are functions of this very process: the referee, without processes around it.

What a bot's process would be told, its function is told; what a process would suffer, it suffers: a card
that can't be played is the fault it always is, and a function that raises is a bot that exited, whose last
words are the traceback. So verdicts, logs and proofs are those of any match.

Two things are otherwise. Nothing isolates a function from the program or from other bots. And nothing can end
one that doesn't return, so no clock runs here: the table's time stands still, and each card took none. A
match of the same functions, seed and terms therefore has the same log, byte for byte, but for its header.
"""

import json
import traceback
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Final

from pydantic_core import from_json, to_json

from arena.engine import SEATS, Layout, Seat
from arena.library.bots import PythonBot
from arena.referee.effects import DealBoard, Effect, Log, Send, Start, Stop
from arena.referee.events import Event, TableClosed
from arena.referee.facts import BoardDealt, Exited, Fact, Received, Spawned, Written
from arena.referee.spec import TableSpec
from arena.referee.table import Table
from protocol.bot import Session

NOW_US: Final = 0
"""What the table's clock shows, always."""

_PLAY: Final = b'{"type":"play",'
_HELLO: Final = b'{"type":"hello",'
_DEAL: Final = b'{"type":"deal",'
_DEAL_END: Final = b'{"type":"deal_end",'


class Crash(Exception):  # noqa: N818 - what befell a bot, caught here
    """A bot's function raised: as a process it would have exited with ``status``, saying ``words``."""

    def __init__(self, status: int, words: str) -> None:
        self.status = status
        self.words = words
        super().__init__(words)


LastWords = Callable[[Seat, bytes], None]
"""Is given what a function that raised would have written to stderr."""


class Player:
    """One seat's function while the table holds it to be alive."""

    __slots__ = ("_session", "_starts")

    def __init__(self, bot: PythonBot) -> None:
        self._session = Session(bot.choose, {"name": bot.name}, bot.on_deal, bot.on_deal_end)
        heard = [_PLAY, _HELLO]
        if bot.on_deal is not None:
            heard.append(_DEAL)
        if bot.on_deal_end is not None:
            heard.append(_DEAL_END)
        self._starts = tuple(heard)

    def hear(self, line: bytes) -> bytes | None:
        """The reply to a line, if one is due. Raises Crash, and what isn't a bot's: KeyboardInterrupt."""
        if not line.startswith(self._starts):
            return None
        try:
            reply = self._session.take(from_json(line))
        except Exception as error:  # noqa: BLE001 - a bot may raise whatever it likes
            raise Crash(1, _last_words(line, error)) from None
        except SystemExit as error:
            raise Crash(_status(error), _last_words(line, error)) from None
        return None if reply is None else _encoded(reply)


def _encoded(reply: Mapping[str, object]) -> bytes:
    """A line as ``protocol.bot.run`` would have written it."""
    try:
        return to_json(reply) + b"\n"
    except (
        ValueError
    ):  # half of a surrogate pair, which JSON can escape though no UTF-8 can hold it
        return json.dumps(reply).encode("ascii") + b"\n"


def _status(error: SystemExit) -> int:
    """What the shell would have seen of ``sys.exit``."""
    if error.code is None:
        return 0
    return error.code & 0xFF if isinstance(error.code, int) else 1


def _last_words(line: bytes, error: BaseException) -> str:
    """What ``protocol.bot.run`` writes of a bot that failed, from the bot's own frames on."""
    frames = error.__traceback__
    while frames is not None and _is_ours(frames) and frames.tb_next is not None:
        frames = frames.tb_next
    told = "".join(traceback.format_exception(type(error), error, frames))
    return f"The bot failed on this line:\n{line.decode().strip()}\n{told}"


def _is_ours(frame: TracebackType) -> bool:
    return frame.tb_frame.f_globals.get("__name__") in {__name__, Session.__module__}


def play_half(
    spec: TableSpec,
    bots: Sequence[PythonBot],
    board: Callable[[int], Layout],
    note: Callable[[Event], None],
    last_words: LastWords,
) -> TableClosed:
    """Play one half, with bots by seat, and return the event that closed it.

    board makes the layout of a board's number; note is given every event in order. Nothing is caught
    that isn't a bot's fault, so KeyboardInterrupt ends the match at once.
    """
    return _Half(spec, bots, board, note, last_words).play()


class _Half:
    def __init__(
        self,
        spec: TableSpec,
        bots: Sequence[PythonBot],
        board: Callable[[int], Layout],
        note: Callable[[Event], None],
        last_words: LastWords,
    ) -> None:
        self._table = Table(spec)
        self._bots = bots
        self._board = board
        self._note = note
        self._last_words = last_words
        self._players: list[Player | None] = [None for _ in SEATS]
        self._facts: deque[Fact] = deque()

    def play(self) -> TableClosed:
        table, facts = self._table, self._facts
        closed = self._carry_out(table.open())
        while closed is None:
            closed = self._carry_out(table.feed(facts.popleft()))
        return closed

    def _carry_out(self, effects: Sequence[Effect]) -> TableClosed | None:
        closed: TableClosed | None = None
        for effect in effects:
            match effect:
                case Log(event):
                    self._note(event)
                    if isinstance(event, TableClosed):
                        closed = event
                case Send(seat, line):
                    self._tell(seat, line)
                case DealBoard(number):
                    self._facts.append(BoardDealt(NOW_US, number, self._board(number)))
                case Start(seat):
                    self._players[seat] = Player(self._bots[seat])
                    self._facts.append(Spawned(seat, NOW_US))
                case Stop(seat):
                    self._players[seat] = None
                    self._forget(seat)
                case _:
                    pass  # alarms, rest and wake: no clock runs, and nobody works off turn
        return closed

    def _tell(self, seat: Seat, line: bytes) -> None:
        player = self._players[seat]
        if player is None:  # it crashed at a line before, and the table hasn't heard of it yet
            return
        try:
            reply = player.hear(line)
        except Crash as crash:
            self._players[seat] = None
            self._last_words(seat, crash.words.encode("utf-8", "replace"))
            self._facts += (Written(seat, NOW_US), Exited(seat, NOW_US, crash.status))
        else:
            if reply is not None:
                # Without a word that the request was written: a reply that comes before took no time.
                self._facts.append(Received(seat, NOW_US, reply))

    def _forget(self, seat: Seat) -> None:
        """After ``Stop`` nothing that the seat did is a fact any more."""
        kept = [fact for fact in self._facts if isinstance(fact, BoardDealt) or _seat(fact) != seat]
        self._facts.clear()
        self._facts += kept


def _seat(fact: Fact) -> Seat | None:
    return getattr(fact, "seat", None)
