"""A small referee for the example bots: real processes, whole deals, every card checked by the engine."""

import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arena.engine import (
    CARDS,
    SEATS,
    Card,
    Deal,
    Layout,
    Ruleset,
    view_of,
)
from arena.referee.requests import PlayRequests, deal_message, hello_message
from arena.referee.score import UnitScore
from arena.referee.spec import Clock, Terms
from arena.tournament.manifest import BotManifest, load_manifest
from protocol.codec import decode_hello, decode_play, encode
from protocol.messages import Bye, ByeReason, Play

EXAMPLES = Path(__file__).parents[2] / "example_bots"
RULES = Ruleset()
START = UnitScore.start(Terms())
PATIENCE_S = 30
NEEDING_TOOLS = {"javascript", "c"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What is about a bot whose language may not be installed is marked so."""
    for item in items:
        params = getattr(item, "callspec", None) and item.callspec.params
        if params and item.path.is_relative_to(Path(__file__).parent):
            values = (params.get("name"), *params.get("names", ()))
            if NEEDING_TOOLS & set(values):
                item.add_marker(pytest.mark.toolchain)


def layout(number: int) -> Layout:
    """A board of the tests' own."""
    pack = list(CARDS)
    random.Random(number).shuffle(pack)
    return Layout.from_pack(pack, SEATS[number % 4], RULES.deal_direction)


def request(message_id: int, number: int, board: Layout, deal: Deal) -> Play:
    view = view_of(deal.to_play, board, deal)
    requests = PlayRequests(number, board, START, move_ms=1000)
    return Play.model_validate_json(requests.line(message_id, view, bank_us=0))


@dataclass
class Process:
    """A bot's process, at one seat."""

    argv: list[str]
    cwd: Path
    hash_seed: str
    id: int = 0
    popen: subprocess.Popen[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.popen = subprocess.Popen(
            self.argv, cwd=self.cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={"PATH": os.environ["PATH"], "PYTHONHASHSEED": self.hash_seed},
        )  # fmt: skip
        self.watchdog = threading.Timer(PATIENCE_S, self.popen.kill)
        self.watchdog.start()

    def next_id(self) -> int:
        self.id += 1
        return self.id

    def say(self, line: bytes) -> None:
        self.popen.stdin.write(line)
        self.popen.stdin.flush()

    def hear(self) -> bytes:
        line = self.popen.stdout.readline()
        assert line.endswith(b"\n"), self.popen.stderr.read().decode()
        return line[:-1]

    def greet(self, seat, seed: int) -> None:
        message_id = self.next_id()
        self.say(encode(hello_message(message_id, seat, RULES, Clock(), seed)))
        reply = decode_hello(self.hear())
        assert (message_id, 1) == (reply.id, reply.protocol)

    def end(self) -> tuple[int, bytes, bytes]:
        """Say bye: exit status, what else came on stdout, and stderr."""
        try:
            out, err = self.popen.communicate(encode(Bye(reason=ByeReason.MATCH_OVER)))
        finally:
            self.watchdog.cancel()
        return self.popen.returncode, out, err


@dataclass(frozen=True)
class Example:
    """An example bot, built and ready to be started."""

    name: str
    argv: list[str]
    cwd: Path
    manifest: BotManifest

    def start(self, hash_seed: str = "0") -> Process:
        return Process(self.argv, self.cwd, hash_seed)

    def answer(self, *messages: dict) -> list[dict]:
        """What a fresh process replies to these messages."""
        process = self.start()
        lines = [
            json.dumps(message, separators=(",", ":")).encode() + b"\n" for message in messages
        ]
        process.say(b"".join(lines))
        _, out, _ = process.end()
        return [json.loads(line) for line in out.splitlines()]


def play_deal(number: int, board: Layout, processes: list[Process]) -> Deal:
    for seat in SEATS:
        processes[seat].say(encode(deal_message(number, seat, board, START)))
    deal = Deal.start(board)
    while not deal.finished:
        process = processes[deal.to_play]
        asked = request(process.next_id(), number, board, deal)
        process.say(encode(asked))
        reply = decode_play(process.hear())
        assert asked.id == reply.id
        deal = deal.play(deal.to_play, Card.parse(reply.card))
    return deal


@pytest.fixture(scope="session")
def play():
    """Whole deals between four bots, by seat; each must end with 0, silent but for its replies."""

    def deals(bots, boards, seeds, hash_seed="0") -> list[Deal]:
        processes = [bot.start(hash_seed) for bot in bots]
        try:
            for seat in SEATS:
                processes[seat].greet(seat, seeds[seat])
            played = [play_deal(number, board, processes) for number, board in enumerate(boards, 1)]
        finally:
            ends = [process.end() for process in processes]
        assert [(0, b"", b"")] * 4 == ends
        return played

    return deals


@pytest.fixture(scope="session")
def example(tmp_path_factory):
    """The example bot of a name."""
    ready: dict[str, Example] = {}

    def prepare(name: str) -> Example:
        if name not in ready:
            ready[name] = _prepare(load_manifest(EXAMPLES / name), name, tmp_path_factory)
        return ready[name]

    return prepare


def _prepare(manifest: BotManifest, name: str, tmp_path_factory) -> Example:
    root = manifest.root
    if manifest.build:
        root = tmp_path_factory.mktemp(name) / name
        shutil.copytree(manifest.root, root)
        subprocess.run(manifest.build, cwd=root, check=True, timeout=PATIENCE_S)
    program, *arguments = manifest.run
    argv = [sys.executable if program == "python3" else program, *arguments]
    return Example(manifest.name, argv, root, manifest)


@pytest.fixture(scope="session")
def board():
    """The board of a number."""
    return layout


@pytest.fixture(scope="session")
def ask():
    """``ask(message_id, number, board, deal)``: the request to the seat whose turn it is."""
    return request


@pytest.fixture(scope="session")
def load():
    """A Python bot as a module, by its path in example_bots/: it plays only when it is run."""

    def module(path: str):
        name = f"example_{path.replace('/', '_').removesuffix('.py')}"
        spec = importlib.util.spec_from_file_location(name, EXAMPLES / path)
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
        return loaded

    return module
