"""The solver in C, as WebAssembly: the same file on each machine, run by the ``wasmtime`` wheel.

``native/`` has the source and says how it works. All that crosses the border is one block of memory, written
and read as a whole.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from arena.engine.cards import Card, Partnership, cards_in
from arena.engine.deal import Deal
from arena.solver.interface import PLENTY
from arena.solver.trump_first import exchange, exchange_card

if TYPE_CHECKING:
    from wasmtime import Engine, Module

TABLE_ENTRIES: Final = 1 << 20
"""Room for positions, 32 bytes each."""

KINDS: Final = 3
_SEATS: Final = 4
_CARDS: Final = 40
_UNSOLVED: Final = -1

_FIELDS: Final = (
    ("hands", _SEATS, "Q"), ("budget", 1, "Q"), ("seed", 1, "Q"),
    ("trust", _SEATS * KINDS, "d"), ("expected", _CARDS, "d"),
    ("values", _CARDS, "i"),
    ("leader", 1, "i"), ("plays", 1, "i"), ("seat", 1, "i"), ("trump_card", 1, "i"), ("trump_seat", 1, "i"),
    ("candidates", 1, "i"), ("worlds", 1, "i"), ("nested", 1, "i"), ("solved_from", 1, "i"), ("side", 1, "i"),
    ("cards", _CARDS, "B"),
)  # fmt: skip
"""The block as ``native/exports.c`` declares it: name, number, type; without padding, as it happens."""


@dataclass(frozen=True, slots=True)
class _Place:
    start: int
    shape: struct.Struct


def _places() -> dict[str, _Place]:
    places: dict[str, _Place] = {}
    start = 0
    for name, number, kind in _FIELDS:
        shape = struct.Struct(f"<{number}{kind}")
        places[name] = _Place(start, shape)
        start += shape.size
    return places


_PLACES: Final = _places()


@cache
def _module() -> "tuple[Engine, Module]":
    """The program, compiled for this machine once a process: some 0.1 s."""
    from wasmtime import Config, Engine, Module  # noqa: PLC0415 - an extra

    config = Config()
    config.parallel_compilation = False  # a bot may not start threads at will
    engine = Engine(config)
    return engine, Module(engine, (files("arena.solver.native") / "solver.wasm").read_bytes())


class Program:
    """One instance of the compiled program, with memory of its own. Raises ImportError without ``wasmtime``."""

    def __init__(self, table_entries: int) -> None:
        from wasmtime import Func, Instance, Memory, Store  # noqa: PLC0415 - an extra

        engine, module = _module()
        self._store = Store(engine)
        exports = Instance(self._store, module, []).exports(self._store)
        self._functions = {name: item for name, item in exports.items() if isinstance(item, Func)}
        memory = exports["memory"]
        assert isinstance(memory, Memory)
        self._memory = memory
        if not self.call("prepare", table_entries):
            raise MemoryError(f"no memory for {table_entries} positions")
        self._block = self.call("block_address")

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function; 0 for one that returns nothing."""
        result: int | None = self._functions[name](self._store, *arguments)
        return result or 0

    def write(self, name: str, *values: float) -> None:
        """Fill a field of the block; one with many places may be filled in part."""
        place = _PLACES[name]
        kind = place.shape.format[-1]
        data = struct.pack(f"<{len(values)}{kind}", *values)
        self._memory.write(self._store, data, self._block + place.start)

    def read(self, name: str) -> Sequence[float]:
        """A field of the block."""
        place = _PLACES[name]
        start = self._block + place.start
        return place.shape.unpack(self._memory.read(self._store, start, start + place.shape.size))


class CompiledSolver:
    """See ``Solver``. Raises ImportError without ``wasmtime``.

    exact: store positions card by card and prune nothing but equal cards; slow, to check the other ideas by.
    """

    def __init__(self, *, table_entries: int = TABLE_ENTRIES, exact: bool = False) -> None:
        self._program = Program(table_entries)
        self._program.call("exact", int(exact))

    def value(self, deal: Deal, budget: int = PLENTY) -> int | None:
        """Card points that NS end with."""
        return self._ask("value", deal, budget)

    def by_force(self, deal: Deal) -> int:
        """The same by trying every line of play: for the last four tricks at most."""
        value = self._ask("by_force", deal, 0)
        assert value is not None
        return value

    def cards(self, deal: Deal, budget: int = PLENTY) -> dict[Card, int] | None:
        """The same after each legal card."""
        self._put(deal, budget)
        if self._program.call("cards") == _UNSOLVED:
            return None
        values = self._program.read("values")
        return {
            card: deal.points[0] + int(values[exchange_card(card, deal.trump)])
            for card in cards_in(deal.legal)
        }

    def sweep(self, deal: Deal, side: Partnership, budget: int = PLENTY) -> bool | None:
        """Whether a side can win each trick that is left."""
        self._put(deal, budget)
        self._program.write("side", side)
        result = self._program.call("sweep")
        return None if result == _UNSOLVED else bool(result)

    def forget(self) -> None:
        """Give up what is kept of positions."""
        self._program.call("forget")

    @property
    def nodes(self) -> int:
        """How many nodes were searched since the start."""
        return self._program.call("nodes")

    def _ask(self, question: str, deal: Deal, budget: int) -> int | None:
        self._put(deal, budget)
        value = self._program.call(question)
        return None if value == _UNSOLVED else deal.points[0] + value

    def _put(self, deal: Deal, budget: int) -> None:
        program = self._program
        program.write("hands", *(exchange(hand, deal.trump) for hand in deal.hands))
        program.write("budget", budget)
        program.write("leader", deal.leader, len(deal.table))
        program.write("cards", *(exchange_card(card, deal.trump) for card in deal.table))
