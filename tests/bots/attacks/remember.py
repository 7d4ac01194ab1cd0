"""Leaves notes for its next match wherever it can; tells of those that it finds of an earlier one."""

import os
from pathlib import Path

from attack import MARK, solo


def places():
    here = [os.environ["HOME"], os.environ["TMPDIR"], str(Path(__file__).parent), str(Path.cwd())]
    return [*here, "/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/dev/mqueue"]


def attack():
    notes = [Path(place, f"sueca-note-{MARK}") for place in places()]
    found = [str(note) for note in notes if note.exists()]
    for note in notes:
        try:
            note.write_bytes(b"remember")
        except OSError:
            continue
    return found and f"remembered by {found[0]}"


solo(attack)
