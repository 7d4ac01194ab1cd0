"""Bots as a table or as JSON."""

import json
from collections.abc import Sequence

from tabulate import tabulate

from arena.runner.bots.prepare import FoundBot
from arena.runner.submission.versions import Played, where_it_plays
from arena.transcript.escapes import safe_text


def show_bots(bots: Sequence[FoundBot], runs: Sequence[Played], *, as_json: bool) -> str:
    """One line, or one object, for each bot. runs: those in which they may play."""
    return _json(bots, runs) if as_json else _table(bots, runs)


def _table(bots: Sequence[FoundBot], runs: Sequence[Played]) -> str:
    headers = ["bot", "path", "run", "build", "sha256", "plays in", "description"]
    rows = [
        [
            " ".join(filter(None, (bot.manifest.name, bot.manifest.version))),
            str(bot.manifest.source),
            " ".join(bot.manifest.run),
            " ".join(bot.manifest.build or ()),
            bot.ref.sha256[:12],
            ", ".join(where_it_plays(bot, runs)),
            bot.manifest.description or "",
        ]
        for bot in bots
    ]
    cells = [[safe_text(cell) for cell in row] for row in rows]
    return tabulate(cells, headers, tablefmt="simple", disable_numparse=True) + "\n"


def _json(bots: Sequence[FoundBot], runs: Sequence[Played]) -> str:
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
            "plays_in": where_it_plays(bot, runs),
        }
        for bot in bots
    ]
    return json.dumps(listed, indent=2) + "\n"
