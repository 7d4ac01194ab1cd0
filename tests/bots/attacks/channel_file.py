"""Tells its partner by a file: in the folder that argument 2 names, or in the home of every bot."""

import os
import sys
from pathlib import Path

from attack import MARK, pair


def folders():
    if sys.argv[2] == "homes":
        return Path(os.environ["HOME"]).parent.iterdir()
    if sys.argv[2] == "folder":
        return [Path(__file__).parent]
    return [Path(sys.argv[2])]


def send(token):
    last = None
    for folder in folders():
        try:
            (folder / f"token-{MARK}").write_text(str(token))
        except OSError as error:
            last = error
    if last:
        raise last


def receive():
    places = [Path(os.environ["HOME"])] if sys.argv[2] == "homes" else folders()
    for place in places:
        path = place / f"token-{MARK}"
        if path.exists():
            return int(path.read_text() or 0)
    return None


pair(send, receive)
