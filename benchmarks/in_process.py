"""How fast functions play in this process: plays a second, and the exact number of calls for a play.

Time is a machine's own; so a loop of the rules alone, measured in turns with it, is shown beside it. What can
be compared anywhere is the number of calls.
"""

import os
import sys
import time
from types import FrameType

from deals import layouts, turns
from measure import interleaved, ratio
from tabulate import tabulate

import arena
from protocol.bot import View

BOARDS = 25
REPEATS = 7


def first(view: View) -> str:
    """The least that a bot does."""
    return view.legal[0]


def play(boards: int) -> int:
    """Play a match; how many cards were played."""
    arena.play_match(first, first, boards=boards, seed=7)
    return 80 * boards


def calls_of_a_play() -> float:
    """Calls of Python functions for each card more: of a match of two boards, less those for one."""
    return (_calls(2) - _calls(1)) / 80


def _calls(boards: int) -> int:
    made = 0

    def count(_frame: FrameType, event: str, _: object) -> None:
        nonlocal made
        made += event == "call"

    play(boards)  # what is made once is made
    sys.setprofile(count)
    try:
        play(boards)
    finally:
        sys.setprofile(None)
    return made


def _timed(work: object) -> dict[str, float]:
    began = time.process_time()
    plays = work()  # type: ignore[operator]
    return {"us": 1e6 * (time.process_time() - began) / plays}


def _rules_alone() -> int:
    return sum(1 for layout in layouts(BOARDS) for _ in turns(layout))


def main() -> None:
    """Print the table."""
    cases = interleaved(
        {"match": lambda: _timed(lambda: play(BOARDS)), "rules": lambda: _timed(_rules_alone)},
        REPEATS,
    )
    match, rules = cases["match"]["us"], cases["rules"]["us"]
    rows = [
        ("CPU of a play", f"{match:.0f} us"),
        ("plays a second of CPU", f"{1e6 / match:,.0f}"),
        ("times the rules and views alone", ratio(match, rules)),
        ("calls of functions for a play", f"{calls_of_a_play():.1f}"),
        ("load of the machine", f"{os.getloadavg()[0]:.2f}"),
    ]
    print(tabulate(rows))


if __name__ == "__main__":
    main()
