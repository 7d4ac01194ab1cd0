"""What every step of a check works with: processes to talk to, a notebook, and what was measured."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from arena.engine import Seat
from arena.referee.events import Cause, HelloAnswered
from arena.referee.requests import hello_message
from arena.referee.seat import Misdeed
from arena.referee.spec import Terms
from arena.runner.conformance.findings import Code, Finding, Severity
from arena.runner.conformance.memory import Footprint, footprint, left_behind
from arena.runner.conformance.talk import Opener, Talk, talk_to
from arena.runner.conformance.turn import EndedBy, Parting, Turn
from arena.runner.process import sweep
from arena.runner.process.stderr import StderrBuffer
from arena.transcript.escapes import escape_bytes, safe_text
from protocol.messages import FaultCode, Hello

BOT_SEED: Final = 20_260_101
"""What bots that are checked are told as their random seed."""

STDERR_LINES: Final = 8
RECEIVED_CHARACTERS: Final = 300
"""How much of a bot's words a finding quotes."""

ENOUGH: Final = 3
"""A step ends after so many faults: the rest would only repeat them."""

_TIMEOUTS: Final = frozenset({FaultCode.MOVE_TIMEOUT, FaultCode.START_TIMEOUT})


@dataclass(slots=True)
class Measures:
    """What was measured in all steps: times in microseconds, what processes wrote, left and took."""

    start_us: list[int] = field(default_factory=list[int])
    move_us: list[int] = field(default_factory=list[int])
    partings: list[Parting] = field(default_factory=list[Parting])
    stderr_bytes: list[int] = field(default_factory=list[int])
    footprints: list[Footprint] = field(default_factory=list[Footprint])
    left_behind: int = 0
    overloaded: int = 0
    hello: HelloAnswered | None = None

    @property
    def forced(self) -> int:
        """How many processes had to be ended: waiting for more of them tells nothing new."""
        return sum(it.ended_by is not EndedBy.ITSELF for it in self.partings)

    def note_parting(self, parting: Parting | None) -> None:
        """Note how a process ended, if it was parted from."""
        if parting is not None:
            self.partings.append(parting)


@dataclass(frozen=True, slots=True)
class _Noted:
    severity: Severity
    code: Code
    cause: str
    request: str | None
    received: bytes
    stderr: StderrBuffer | None


@dataclass(slots=True)
class Notebook:
    """What one step finds. note: what the step says of itself."""

    note: str = ""
    faults: int = 0
    timeouts: int = 0
    _noted: list[_Noted] = field(default_factory=list[_Noted])

    @property
    def enough(self) -> bool:
        """Whether the step may end: waiting for another time-out tells nothing new."""
        return self.timeouts > 0 or self.faults >= ENOUGH

    def misdeed(self, talk: Talk, misdeed: Misdeed, *, about: str = "") -> None:
        """Note what a referee would charge. about: what else is to be said of it."""
        request = None if misdeed.request is None else misdeed.request.line.decode("ascii").strip()
        stderr = None if talk.process is None else talk.process.stderr
        said = misdeed.reason if misdeed.cause is Cause.SPAWN else misdeed.hint
        cause = ", ".join(filter(None, (said, about)))
        self._noted.append(
            _Noted(Severity.FAULT, misdeed.code, cause, request, misdeed.received, stderr)
        )
        self.faults += 1
        self.timeouts += misdeed.code in _TIMEOUTS

    def misdeeds(self, talk: Talk, turn: Turn) -> None:
        """Note all that was wrong with a turn."""
        for misdeed in turn.misdeeds:
            self.misdeed(talk, misdeed)

    def flaw(
        self, code: Code, cause: str, severity: Severity = Severity.FAULT, talk: Talk | None = None
    ) -> None:
        """Note what no referee charges."""
        process = None if talk is None else talk.process
        stderr = None if process is None else process.stderr
        self._noted.append(_Noted(severity, code, cause, None, b"", stderr))
        self.faults += severity is Severity.FAULT

    def findings(self) -> tuple[Finding, ...]:
        """What was found, the same thing once. To be called when all processes are gone."""
        first: dict[Code, _Noted] = {}
        times: dict[Code, int] = {}
        for noted in self._noted:
            first.setdefault(noted.code, noted)
            times[noted.code] = times.get(noted.code, 0) + 1
        return tuple(_finding(noted, times[code]) for code, noted in first.items())


def _finding(noted: _Noted, times: int) -> Finding:
    received = escape_bytes(noted.received.strip())[:RECEIVED_CHARACTERS]
    return Finding(
        severity=noted.severity,
        code=noted.code,
        cause="\n".join(map(safe_text, noted.cause.splitlines())),
        request=noted.request,
        received="" if received in noted.cause else received,
        stderr=tuple(_last_lines(noted.stderr)),
        times=times,
    )


def _last_lines(stderr: StderrBuffer | None) -> Iterator[str]:
    text = "" if stderr is None else stderr.kept.decode("utf-8", "replace")
    lines = [line.expandtabs().rstrip() for line in text.splitlines()]
    yield from (safe_text(line) for line in [line for line in lines if line][-STDERR_LINES:])


@dataclass(frozen=True, slots=True)
class Bench:
    """Where a bot is tried: ``open_process`` starts it, ``terms`` hold the clock and the rules.

    spare: children of this process that have nothing to do with the bot.
    """

    open_process: Opener
    terms: Terms
    spare: frozenset[int]
    measures: Measures = field(default_factory=Measures)

    def hello(self, talk: Talk) -> Hello:
        """The hello that is right for a talk."""
        return hello_message(
            talk.next_id(), talk.seat, self.terms.rules, self.terms.clock, BOT_SEED
        )

    @asynccontextmanager
    async def talk(self, seat: Seat = Seat.NORTH, *, timed: bool = True) -> AsyncGenerator[Talk]:
        """A fresh process, which hasn't been greeted; parted from in the end, and measured.

        timed: its start counts, as it was greeted at once and in one piece.
        """
        measures = self.measures
        async with talk_to(self.open_process, seat, self.terms.clock) as talk:
            yield talk
            if talk.hello is not None and timed:
                measures.start_us.append(talk.hello.wall_us)
            if (taken := footprint(talk.process)) is not None and not talk.over:
                measures.footprints.append(taken)
            if talk.hello is not None and measures.forced < ENOUGH:
                measures.note_parting(await talk.part())
            measures.left_behind += await left_behind(talk.process, self.spare)
            measures.overloaded += talk.overloaded
        await sweep.sweep_strangers(self.spare)
        if talk.process is not None:
            measures.stderr_bytes.append(talk.process.stderr.total_bytes)

    @asynccontextmanager
    async def greeted(self, notebook: Notebook, seat: Seat = Seat.NORTH) -> AsyncGenerator[Talk]:
        """The same, after a proper hello; where that fails it is noted, and the talk is over."""
        async with self.talk(seat) as talk:
            misdeed = await talk.greet(self.hello(talk))
            if misdeed is not None:
                notebook.misdeed(talk, misdeed)
            yield talk

    def timed(self, turn: Turn) -> Turn:
        """The same turn, its time noted."""
        answer = turn.answer
        if answer is not None and answer.request.asked_us is not None:
            self.measures.move_us.append(answer.at_us - answer.request.asked_us)
        return turn
