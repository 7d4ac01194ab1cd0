"""Makes its own folder writable and leaves a note there."""

import contextlib
from pathlib import Path

from attack import MARK, solo


def attack():
    folder = Path(__file__).parent
    with contextlib.suppress(OSError):
        folder.chmod(0o755)
    (folder / f"note-{MARK}").write_bytes(b"remember")
    return "wrote into its own folder"


solo(attack)
