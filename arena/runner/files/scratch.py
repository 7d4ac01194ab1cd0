"""Folders for a while, that bots of other users can pass through."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def scratch_folder(prefix: str) -> Generator[Path]:
    """A new folder, removed in the end with all that is in it.

    Nobody else can list it; but a bot that root starts is another user, and must reach its own folder in it.
    """
    with tempfile.TemporaryDirectory(prefix=prefix) as name:
        folder = Path(name)
        folder.chmod(0o711)
        yield folder
