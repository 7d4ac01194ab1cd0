"""Asking a bot again what one seat was asked in a logged match: without a clock, request by request.

The log's facts are fed to a new table, whose words to that seat are then exactly those of the match. The
match goes on with the cards that were played in it, whatever the bot now answers.
"""

from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import trio

from arena.engine import Deal, Layout, Seat
from arena.errors import BotStartError
from arena.referee.events import CardPlayed, Fault, Faulted, PlayedBy
from arena.referee.seat import Misdeed
from arena.referee.spec import Clock
from arena.runner.bots.prepare import TellBuild, find_bot, prepare_bot
from arena.runner.conformance.talk import Opener, Talk, talk_to
from arena.runner.files.scratch import scratch_folder
from arena.runner.process import sweep
from arena.runner.process.groups import first_leaf
from arena.runner.process.interrupts import interruptible
from arena.runner.process.seat import BotProcess
from arena.sandbox.level import Level
from arena.transcript.deal_log import deals_of
from arena.transcript.escapes import safe_text
from arena.transcript.reader import LoggedMatch
from arena.transcript.words import HELLO, PLAY, half_of, words_to
from protocol.messages import Hello, Play

NO_CLOCK: Final = Clock(start_ms=2**31 - 1, move_ms=2**31 - 1)
"""Twenty-four days: time to think."""

_DEAL: Final = b'{"type":"deal",'
_LEFT_OUT: Final = (b'{"type":"fault",', b'{"type":"bye",')
"""What was said of the recorded bot's own doings."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What followed upon a request in the log: the card, or the fault; and the position that it was about.

    by: who chose the card; a referee does it after a fault, as a substitute.
    """

    layout: Layout
    deal: Deal
    card: str | None
    by: PlayedBy | None
    fault: Fault | None


@dataclass(frozen=True, slots=True)
class Retrial:
    """One request, what was recorded, and what the bot does now: a card, or what was wrong with it.

    deal and trick count from 1; legal are the cards that could be played.
    """

    deal: int
    trick: int
    legal: tuple[str, ...]
    recorded: Recorded
    card: str | None
    comment: str | None
    problem: str | None

    @property
    def differs(self) -> bool:
        """Whether the bot now does something else; a card that the referee chose is nobody's to repeat."""
        was = None if self.recorded.by is PlayedBy.REFEREE else self.recorded.card
        return self.problem is not None or self.card != was


@dataclass(frozen=True, slots=True)
class Debugged:
    """All requests of a seat in one half, and what the bot's processes wrote to stderr, one text each."""

    retrials: tuple[Retrial, ...]
    stderr: tuple[str, ...]


@interruptible()
def debug_seat(
    match: LoggedMatch,
    half: int,
    seat: Seat,
    source: Path,
    *,
    level: Level,
    tell_build: TellBuild,
) -> Debugged:
    """Ask the bot at ``source``, isolated at ``level``, all that ``seat`` was asked in a half (1 or 2).

    Raises NotationError for a half that wasn't played, TranscriptError for a log that can't be played
    again, ConfigErrors, SubmissionError or BotStartError for the bot, KeyboardInterrupt when interrupted.
    """
    script = words_to(match.spec, match.halves, half, seat, str(match.path))
    recorded = recorded_in(match, half, seat)
    with ExitStack() as stack:
        scratch = stack.enter_context(scratch_folder("debug"))
        bot = prepare_bot(
            find_bot(source), scratch / "bots", tell_build, level, match.spec.terms.limits
        )
        try:
            return trio.run(retry, script, recorded, seat, partial(BotProcess.start, bot.launch))
        except BaseExceptionGroup as group:
            raise first_leaf(group) from None


def recorded_in(match: LoggedMatch, half: int, seat: Seat) -> dict[int, Recorded]:
    """What followed upon each request to ``seat``, by its id."""
    found: dict[int, Recorded] = {}
    for log in deals_of(str(match.path), half_of(match.halves, half)):
        for step in log.steps:
            layout, event = log.started.layout, step.logged.event
            match event:
                case CardPlayed(seat=player) if player is seat:
                    fault = found[event.id].fault if event.id in found else None
                    card = str(event.card)
                    found[event.id] = Recorded(layout, step.before, card, event.by, fault)
                case Faulted(fault) if fault.seat is seat and fault.for_id is not None:
                    found[fault.for_id] = Recorded(layout, step.before, None, None, fault)
                case _:
                    pass
    return found


@dataclass(slots=True)
class _Script:
    """What is still to be said, and what a process must hear first that takes over in its midst."""

    lines: deque[bytes]
    hello: bytes = b""
    deal: bytes = b""

    def take_hello(self) -> None:
        """Begin with a new process, if it was so in the match."""
        if self.lines[0].startswith(HELLO):
            self.hello, self.deal = self.lines.popleft(), b""

    @property
    def goes_on(self) -> bool:
        """Whether the same process is to hear more."""
        return bool(self.lines) and not self.lines[0].startswith(HELLO)


async def retry(
    script: Sequence[bytes], recorded: dict[int, Recorded], seat: Seat, open_process: Opener
) -> Debugged:
    """Say all lines to a bot, with a fresh process for each hello, and after each end of the last one.

    Raises BotStartError if it can't be started, or fails before it has answered hello.
    """
    sweep.become_subreaper()
    left = _Script(deque(line for line in script if not line.startswith(_LEFT_OUT)))
    retrials: list[Retrial] = []
    stderr: list[str] = []
    while left.lines:
        left.take_hello()
        async with talk_to(open_process, seat, NO_CLOCK) as talk:
            misdeed = await talk.greet(Hello.model_validate_json(left.hello), left.hello)
            talk.tell_lines(left.deal)
            retrials += [retrial async for retrial in _answers(talk, left, recorded)]
            await talk.part()
        if talk.process is not None and talk.process.stderr.total_bytes:
            stderr.append(talk.process.stderr.kept.decode("utf-8", "replace"))
        if misdeed is not None:
            said = "".join(
                f"\n{safe_text(line)}" for text in stderr[-1:] for line in text.splitlines()
            )
            raise BotStartError(f"the bot can't say hello: {_problem(misdeed)}{said}")
    return Debugged(tuple(retrials), tuple(stderr))


async def _answers(
    talk: Talk, left: _Script, recorded: dict[int, Recorded]
) -> AsyncIterator[Retrial]:
    """What one process answers, for as long as it can."""
    while left.goes_on and not talk.over:
        line = left.lines.popleft()
        if not line.startswith(PLAY):
            left.deal = line if line.startswith(_DEAL) else left.deal
            talk.tell_lines(line)
            continue
        request = Play.model_validate_json(line)
        if (was := recorded.get(request.id)) is not None:  # else the match ended there
            yield await _ask(talk, request, line, was)


async def _ask(talk: Talk, request: Play, line: bytes, was: Recorded) -> Retrial:
    turn = await talk.ask(request.id, line, was.deal)
    reply = None if turn.answer is None else turn.answer.reply
    problems = [_problem(misdeed) for misdeed in turn.misdeeds]
    return Retrial(
        deal=request.deal,
        trick=request.trick,
        legal=tuple(request.legal),
        recorded=was,
        card=None if reply is None else reply.card,
        comment=None if reply is None else reply.comment,
        problem="; ".join(problems) if problems else None,
    )


def _problem(misdeed: Misdeed) -> str:
    return f"{misdeed.code}: {misdeed.reason or misdeed.hint}"
