"""A bot that asks a function of another process: it hands on each line, and what the function says to it.

Sent out as a bot, as text, with a file ``function`` beside it: the socket of that process, and the
function's number. Standard library only, and nothing of the arena.
"""

import json
import socket
import sys
from pathlib import Path

REPLY = b"="
"""Begins an answer that holds the reply to the referee's line."""
NO_REPLY = b"."
"""The whole answer to a line that needs no reply."""
CRASH = b"!"
"""Begins an answer that says how the function failed: a status and its last words, as JSON."""


def main() -> int:
    """Relay until the referee's lines end. Returns the exit status."""
    address, number = (
        Path(__file__).with_name("function").read_text(encoding="utf-8").splitlines()[:2]
    )
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        stream = connection.makefile("rwb")
        stream.write(number.encode("ascii") + b"\n")
        for line in sys.stdin.buffer:
            stream.write(line)
            stream.flush()
            answer = stream.readline()
            if not answer.endswith(b"\n"):
                return 1  # whoever asked for the match is gone
            if answer.startswith(CRASH):
                status, words = json.loads(answer[1:])
                sys.stderr.write(words)
                return int(status)
            if answer.startswith(REPLY):
                sys.stdout.buffer.write(answer[1:])
                sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
