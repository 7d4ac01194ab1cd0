"""What is tried, step by step. Each step is a script of a page at most; ``STEPS`` lists them in order."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from arena.engine import SEATS, Deal, Seat, cards_in, result_of, view_of
from arena.referee.clocks import MS
from arena.referee.events import DealEnded, Ending
from arena.referee.requests import PlayRequests, deal_end_message, deal_message
from arena.referee.score import UnitScore
from arena.referee.spec import Terms, Unit
from arena.runner.conformance.bench import Bench, Notebook
from arena.runner.conformance.findings import Flaw, Severity
from arena.runner.conformance.positions import (
    Position,
    dice_of,
    layout_of,
    position,
    positions,
)
from arena.runner.conformance.talk import Talk
from protocol.codec import encode
from protocol.messages import LINE_BYTES, PROTOCOL_MAJOR, PROTOCOL_MINOR, FaultCode

QUIET_S: Final = 0.05
"""How long a bot is listened to when nothing is asked of it."""

DEALS_BY_SEAT: Final = (3, 3, 2, 2)
"""Ten deals, of ten positions each: a hundred. A process keeps its seat, so there is one for each seat."""

Script = Callable[[Bench, Notebook], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Step:
    """Something to try: its name, what it shows of a bot that passes, and how it is done."""

    name: str
    title: str
    run: Script


async def start(bench: Bench, notebook: Notebook) -> None:
    """Start, and shake hands."""
    async with bench.greeted(notebook) as talk:
        if (hello := talk.hello) is None:
            return
        bench.measures.hello = hello
        said = " ".join(filter(None, (hello.name, hello.version)))
        calls = f', calls itself "{said}"' if said else ""
        notebook.note = f"ready after {hello.wall_us / 1000:.0f} ms{calls}"
        for misdeed in await talk.settle(QUIET_S):
            notebook.misdeed(talk, misdeed)


async def version(bench: Bench, notebook: Notebook) -> None:
    """Take a later minor version, and not pretend to speak another major one."""
    async with bench.talk() as talk:
        later = bench.hello(talk).model_copy(update={"minor": PROTOCOL_MINOR + 1})
        if (misdeed := await talk.greet(later)) is not None:
            notebook.misdeed(talk, misdeed)
    async with bench.talk() as talk:
        foreign = bench.hello(talk).model_copy(update={"protocol": PROTOCOL_MAJOR + 1})
        misdeed = await talk.greet(foreign)
        declined = misdeed is not None and misdeed.code is FaultCode.EXITED
        if misdeed is not None and not declined:
            notebook.misdeed(talk, misdeed)
        notebook.note = "refuses another major version" + (" by leaving" if declined else "")


async def deals(bench: Bench, notebook: Notebook) -> None:
    """Play ten deals, in every seat, as a rubber."""
    first = asked = 0
    for seat, count in zip(SEATS, DEALS_BY_SEAT, strict=True):
        async with bench.greeted(notebook, seat) as talk:
            rubber = _Rubber(bench, notebook, talk)
            for number in range(first, first + count):
                await rubber.play_deal(number)
            asked += rubber.asked
        first += count
        if notebook.enough:
            break
    notebook.note = f"{asked} cards asked for"


class _Rubber:
    """Deals that one process plays, with three players of no account."""

    def __init__(self, bench: Bench, notebook: Notebook, talk: Talk) -> None:
        self.asked = 0
        self._bench = bench
        self._notebook = notebook
        self._talk = talk
        self._score = UnitScore.start(_as_rubber(bench.terms))
        self._number = 0

    async def play_deal(self, board: int) -> None:
        """Play one deal to its end, unless the bot has enough faults."""
        terms, talk, seat = self._bench.terms, self._talk, self._talk.seat
        if self._score.ending is not None:
            self._score = UnitScore.start(_as_rubber(terms))
        self._number += 1
        layout, dice = layout_of(board, terms.rules), dice_of(board)
        talk.tell(deal_message(self._number, seat, layout, self._score))
        requests = PlayRequests(self._number, layout, self._score, terms.clock.move_ms)
        deal = Deal.start(layout)
        while not deal.finished:
            card = dice.choice(cards_in(deal.legal))
            if deal.to_play is seat:
                if talk.over or self._notebook.enough:
                    return
                message_id = talk.next_id()
                line = requests.line(
                    message_id, view_of(seat, layout, deal), terms.clock.bank_ms * MS
                )
                turn = self._bench.timed(await talk.ask(message_id, line, deal))
                self._notebook.misdeeds(talk, turn)
                self.asked += 1
                card = turn.card or card
            deal = deal.play(deal.to_play, card)
        result = result_of(deal, terms.rules)
        worth = self._score.rubber.worth(result)
        self._score = self._score.after(result)
        ended = DealEnded(
            1, self._number, 0, board, Ending.PLAYED, result, worth, self._score.games, self._score.carry
        )  # fmt: skip
        talk.tell(deal_end_message(ended, seat, layout, show_hands=terms.show_hands))


def _as_rubber(terms: Terms) -> Terms:
    return Terms(rules=terms.rules, unit=Unit.RUBBER, clock=terms.clock)


async def long_lines(bench: Bench, notebook: Notebook) -> None:
    """Read the longest histories, and lines of the greatest length."""
    async with bench.greeted(notebook) as talk:
        for place in positions(20, talk.seat, range(6, 11), bench.terms):
            if talk.over or notebook.enough:
                return
            await _ask(bench, notebook, talk, place)
            if not notebook.enough:
                await _ask(bench, notebook, talk, place, _padded)
    notebook.note = f"lines of {LINE_BYTES} bytes"


async def unknown(bench: Bench, notebook: Notebook) -> None:
    """Ignore fields and notes of a later version, and say nothing unasked."""
    async with bench.talk() as talk:
        hello = bench.hello(talk)
        misdeed = await talk.greet(hello, _extended(encode(hello)))
        if misdeed is not None:
            notebook.misdeed(talk, misdeed)
        for place in positions(30, talk.seat, range(1, 4), bench.terms):
            if talk.over or notebook.enough:
                return
            talk.tell_lines(_extended(encode(place.opening())))
            talk.tell_lines(b"".join(UNKNOWN_NOTES))
            for unasked in await talk.settle(QUIET_S):
                notebook.misdeed(talk, unasked)
            await _ask(bench, notebook, talk, place, _extended)


UNKNOWN_NOTES: Final = (
    b'{"type":"weather","text":"rain, and \\"legal\\":[\\"2C\\"] in quotes","wind":[1,[2,[]]]}\n',
    b'{"type":"fault","code":"bad_json","for_id":null,"text":"only a test","faults":1,"fatal":false}\n',
    b'{"type":"standings","rows":[{"name":"\\u2663","games":0.5},null,true]}\n',
)
"""Notes that need no reply; a later version may have more, and more in them."""


async def line_ends(bench: Bench, notebook: Notebook) -> None:
    """Read lines that end in CRLF, which other tools write: no worse than other lines."""
    for change in (_crlf, bytes):
        found = Notebook()
        async with bench.talk() as talk:
            hello = bench.hello(talk)
            if (misdeed := await talk.greet(hello, change(encode(hello)))) is not None:
                found.misdeed(talk, misdeed)
            place = position(40, talk.seat, 3, bench.terms)
            talk.tell_lines(change(encode(place.opening())))
            await _ask(bench, found, talk, place, change)
        if not found.faults:
            if change is bytes:
                notebook.flaw(Flaw.LINE_ENDS, CRLF_CAUSE, Severity.ADVICE)
            return


CRLF_CAUSE: Final = (
    "it can't read lines that end in CRLF: a referee's never do, but other tools' may"
)


async def pieces(bench: Bench, notebook: Notebook) -> None:
    """Put lines together that come one byte at a time."""
    async with bench.talk(timed=False) as talk:
        hello = bench.hello(talk)
        if (misdeed := await talk.greet(hello, in_pieces=True)) is not None:
            notebook.misdeed(talk, misdeed)
        place = position(50, talk.seat, 5, bench.terms)
        if not talk.over:
            message_id = talk.next_id()
            line = place.request(message_id)
            turn = await talk.ask(message_id, line, place.deal, in_pieces=True)
            notebook.misdeeds(talk, turn)


async def stale(bench: Bench, notebook: Notebook) -> None:
    """Answer each of two requests with its own id, though the first is too late."""
    async with bench.greeted(notebook) as talk:
        late, place = (position(number, talk.seat, 4, bench.terms) for number in (60, 61))
        if talk.over:
            return
        talk.ask_and_give_up(LARGE_IDS[0], late.request(LARGE_IDS[0]))
        turn = await talk.ask(LARGE_IDS[1], place.request(LARGE_IDS[1]), place.deal)
        notebook.misdeeds(talk, turn)
        for misdeed in [] if turn.misdeeds else await talk.settle(QUIET_S):
            notebook.misdeed(talk, misdeed)


LARGE_IDS: Final = (1_000_000_007, 2_147_483_647)
"""Ids rise, but not always by one; these are a large one and the largest."""


async def restart(bench: Bench, notebook: Notebook) -> None:
    """Go on in the middle of a deal, after a restart."""
    async with bench.greeted(notebook, Seat.WEST) as talk:
        place = position(70, talk.seat, 6, bench.terms)
        talk.tell(place.opening())
        await _ask(bench, notebook, talk, place)
    if notebook.faults:
        return
    alone = Notebook()
    async with bench.greeted(alone, Seat.EAST) as talk:
        await _ask(bench, alone, talk, position(71, talk.seat, 6, bench.terms))
        if alone.faults:
            cause = (
                "it can't choose from a play line alone, as when you drive it by hand or debug it"
            )
            notebook.flaw(Flaw.NEEDS_DEAL, cause, Severity.ADVICE, talk)


async def bye(bench: Bench, notebook: Notebook) -> None:
    """Exit by itself at bye, in the middle of a deal too. How all processes ended is judged with it."""
    async with bench.greeted(notebook) as talk:
        place = position(80, talk.seat, 3, bench.terms)
        talk.tell(place.opening())
        await _ask(bench, Notebook(), talk, place)


async def _ask(
    bench: Bench,
    notebook: Notebook,
    talk: Talk,
    place: Position,
    change: Callable[[bytes], bytes] = bytes,
) -> None:
    """Ask about one position, by its line as ``change`` makes it."""
    if talk.over:
        return
    message_id = talk.next_id()
    line = change(place.request(message_id))
    notebook.misdeeds(talk, bench.timed(await talk.ask(message_id, line, place.deal)))


def _extended(line: bytes) -> bytes:
    """A line with fields that no bot knows yet, behind those that it has."""
    extra = b',"later":{"id":0,"legal":["2C"],"deep":[[[]]]},"text":"\\"card\\":\\"2C\\" \\u2660","x":-1.5e3}\n'
    return line[:-2] + extra


def _padded(line: bytes) -> bytes:
    """A line with a field that makes it as long as a line may be."""
    start, end = line[:-2] + b',"padding":"', b'"}\n'
    return start + b"x" * (LINE_BYTES - len(start) - len(end)) + end


def _crlf(line: bytes) -> bytes:
    return line[:-1] + b"\r\n"


STEPS: Final = (
    Step("start", "starts and answers hello", start),
    Step("version", "knows which version it speaks", version),
    Step("deals", "plays a hundred positions of real deals", deals),
    Step("lines", "reads long histories and the longest lines", long_lines),
    Step("unknown", "ignores fields and notes that it doesn't know", unknown),
    Step("crlf", "reads lines that end in CRLF", line_ends),
    Step("pieces", "reads lines that come byte by byte", pieces),
    Step("stale", "answers the request that was asked", stale),
    Step("restart", "goes on from the middle of a deal", restart),
    Step("bye", "exits at bye", bye),
)
"""All that is tried of every bot."""
