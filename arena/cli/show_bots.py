"""Bots as a table or as JSON."""

import json
from collections.abc import Sequence

from tabulate import tabulate

from arena.runner.bots.prepare import FoundBot
from arena.transcript.escapes import safe_text


def show_bots(bots: Sequence[FoundBot], *, as_json: bool) -> str:
    """One line, or one object, for each bot."""
    return _json(bots) if as_json else _table(bots)


def _table(bots: Sequence[FoundBot]) -> str:
    headers = ["bot", "path", "run", "build", "sha256", "description"]
    rows = [
        [
            " ".join(filter(None, (bot.manifest.name, bot.manifest.version))),
            str(bot.manifest.source),
            " ".join(bot.manifest.run),
            " ".join(bot.manifest.build or ()),
            bot.ref.sha256[:12],
            bot.manifest.description or "",
        ]
        for bot in bots
    ]
    cells = [[safe_text(cell) for cell in row] for row in rows]
    return tabulate(cells, headers, tablefmt="simple", disable_numparse=True) + "\n"


def _json(bots: Sequence[FoundBot]) -> str:
    listed = [
        {
            "name": bot.manifest.name,
            "path": str(bot.manifest.source),
            "sha256": bot.ref.sha256,
            "run": bot.manifest.run,
            "build": bot.manifest.build,
            "version": bot.manifest.version,
            "author": bot.manifest.author,
            "description": bot.manifest.description,
        }
        for bot in bots
    ]
    return json.dumps(listed, indent=2) + "\n"
