"""What the bots here have in common: talk properly, except where each one is told not to."""

import json
import os
import sys


def write(text):
    """Put text on stdout as it is, at once."""
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(1, data) :]


def reply(**fields):
    """Answer with one line."""
    write(json.dumps(fields) + "\n")


def hello(message):
    """The proper answer to ``hello``."""
    reply(id=message["id"], protocol=1)


def card(message):
    """The proper answer to ``play``."""
    reply(id=message["id"], card=message["legal"][0])


def run(misdeed=card, on_hello=hello, from_trick=2):
    """Answer until stdin ends; in each deal ``misdeed`` answers from that trick on."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            on_hello(message)
        elif message["type"] == "play":
            (misdeed if message["trick"] >= from_trick else card)(message)
