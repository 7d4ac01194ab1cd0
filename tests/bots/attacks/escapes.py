"""Says terminal escapes, line ends and bidirectional marks wherever it may speak: name, comment, stderr."""

import os

from attack import tell
from scripted import reply, run

EVIL = "\x1b]0;owned\x07\x1b[2J\r\n\u202e\u2066<script>"


def hello(message):
    os.write(2, EVIL.encode() + b"\n")
    tell("denied: it is for readers to stand this")
    reply(id=message["id"], protocol=1, name=EVIL, version=EVIL, author=EVIL)


run(lambda it: reply(id=it["id"], card=it["legal"][0], comment=EVIL), hello)
