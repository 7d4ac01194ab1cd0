"""Real logs for pages: the matches of the transcript's tests, and one by bots that mean harm."""

import importlib.util
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.transcript.reader import read_log


def _neighbour(package):
    """What another package's tests share."""
    source = Path(__file__).parents[1] / package / "conftest.py"
    spec = importlib.util.spec_from_file_location(f"conftest_of_{package}", source)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


_logs = _neighbour("transcript")
arena = _neighbour("cli").arena

SCRIPT = "<script>document.title='owned'</script>"
COMMENTS = [
    f"{SCRIPT}<img src=x onerror=\"document.title='owned'\">",
    "</script><!--<script>document.title='owned'//",
    "\"'`&amp;&lt; {{ 7*7 }} ${7*7}",
    "\u202egnirts desrever\u2066\u200f\u0007\u001b[31m\u2028end",
    "e" + "\u0301" * 200,
    "w" * 1000,
]


def hostile(message, me):
    """Say what pages choke on: as a name, in each comment, on stderr, and as an answer."""
    if message["type"] == "hello":
        words = {"name": SCRIPT, "version": "\u202e<b>1</b>", "author": "\"'><svg onload=x>"}
        me.say({"id": message["id"], "protocol": 1} | words)
    elif message["type"] == "play":
        comment = COMMENTS[me.turn % len(COMMENTS)]
        me.say({"id": message["id"], "card": message["legal"][0], "comment": comment})


def hostile_crash(message, me):
    me.note(f"{SCRIPT}\n</pre></script>\u202e\n".encode() + b"\x1b[2J\xff" + b"z" * 9_000)
    me.write(json.dumps({"id": SCRIPT}).encode() + b"</script>\xff", 1)
    me.exit(1, after=2_000)


def with_hostile_names(match):
    """The same match with names that no log may hold: pages mustn't rest on that."""
    name = "\u2066'\"&lt;" + "W" * 10_000
    entrants = tuple(
        replace(
            each,
            name=f"{SCRIPT}{each.name}" * 200,
            bots=tuple(replace(bot, name=name) for bot in each.bots),
        )
        for each in match.spec.entrants
    )
    spec = replace(match.spec, entrants=entrants, tournament=f"\u202e</title>{SCRIPT}")
    provenance = dict(match.provenance) | {"platform": f'">{SCRIPT}' * 300}
    return replace(match, spec=spec, provenance=provenance)


@pytest.fixture(scope="session")
def logs(tmp_path_factory):
    """The path of a sealed log for each kind of match; ``hostile`` and ``no deal`` too."""
    matches = _logs.Matches(tmp_path_factory.mktemp("logs"))
    found = {kind: matches.play(bots, **spec) for kind, (bots, spec) in _logs.KINDS.items()}
    harm = _logs.at_turn({25: hostile_crash}, hostile)
    found["hostile"] = matches.play({"ant": harm, "bee": hostile}, units=(0, 1, 2))
    found["no deal"] = matches.play({"bee": _logs.break_host})
    return found


@pytest.fixture(scope="session")
def read_matches(logs):
    """The same, read; and ``named``, with hostile names."""
    matches = {kind: read_log(path) for kind, path in logs.items()}
    return matches | {"named": with_hostile_names(matches["hostile"])}
