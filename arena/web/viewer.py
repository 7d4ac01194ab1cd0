"""The replay of one match as one file that needs nothing else."""

from pathlib import Path
from typing import Final

from arena.runner.files.located import located
from arena.transcript.reader import LoggedMatch
from arena.web.match_data import match_json
from arena.web.pages import render_page, trusted
from arena.web.shown import name_of

STYLES: Final = ("base.css", "viewer.css")
SCRIPTS: Final = (
    "cards.js", "dom.js", "position.js", "links.js", "words.js", "theme.js", "felt.js", "panel.js",
    "viewer.js",
)  # fmt: skip

KEYS: Final = (
    (("←", "→"), "a card back, a card on"),
    (("↑", "↓"), "a trick back, a trick on"),
    (("Home", "End"), "the beginning of the deal, its result"),
    (("space",), "play and pause"),
    (("1", "…", "9", "0"), "the lead of that trick; 0 is the tenth"),
    (("p", "n"), "the deal before, the next deal"),
    (("h",), "the other half, at the same board"),
    (("v",), "open hands, closed hands, one seat's view"),
    (("f",), "the next fault"),
    (("c",), "four colours for the suits"),
    (("t",), "dark or light"),
)
"""What the help says; ``docs/report.md`` lists the same, and a test compares them."""


def replay_page(match: LoggedMatch, back: str | None = None) -> str:
    """The page. back: the address of the report that it belongs to, relative to it.

    Raises TranscriptError for a card that can't be played, RunError without Jinja2.
    """
    spec = match.spec
    values: dict[str, object] = {
        "names": [name_of(entrant.name) for entrant in spec.entrants],
        "tournament": name_of(spec.tournament),
        "back": back,
        "help": KEYS,
        "data": trusted(match_json(match)),
    }
    return render_page("replay.html", STYLES, SCRIPTS, values)


def write_replay(match: LoggedMatch, path: Path) -> None:
    """Write the page to ``path``. Raises what ``replay_page`` does, and OSError."""
    page = replay_page(match)
    with located(path):
        path.write_text(page, encoding="utf-8")
