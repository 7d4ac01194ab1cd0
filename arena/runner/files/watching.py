"""Seeing that the files of bots change, by looking now and then."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.tournament.bot_files import LEFT_OUT

LOOK_S: Final = 0.25
"""How often to look: an editor's save shows at once, and an idle look costs next to nothing."""

_Mark = tuple[int, int, int]
"""What tells that a file is another: its inode, size, and time of change in nanoseconds."""


@dataclass(slots=True)
class Watched:
    """The files of some bots, as they were when last marked. ``sleep`` is for tests."""

    sources: tuple[Path, ...]
    sleep: Callable[[float], None] = time.sleep
    _files: Mapping[Path, _Mark] = field(default_factory=dict[Path, _Mark])

    def mark(self) -> None:
        """What changes from now on is a change."""
        self._files = _files_of(self.sources)

    def wait(self) -> list[Path]:
        """Wait for a change, and until nothing changes any more: the files that came, went or changed.

        An editor or a build writes file by file; a bot is of use once that is over.
        """
        before: Mapping[Path, _Mark] = {}
        now = _files_of(self.sources)
        while now == self._files or now != before:
            self.sleep(LOOK_S)
            before, now = now, _files_of(self.sources)
        keys = sorted({*self._files, *now})
        changed = [path for path in keys if self._files.get(path) != now.get(path)]
        self._files = now
        return changed


def _files_of(sources: Iterable[Path]) -> dict[Path, _Mark]:
    """All files of some bots; those that can't be looked at are as good as gone."""
    found: dict[Path, _Mark] = {}
    for path in (path for source in sources for path in _walk(source)):
        try:
            stat = path.stat()
        except OSError:
            continue
        found[path] = stat.st_ino, stat.st_size, stat.st_mtime_ns
    return found


def _walk(source: Path) -> Iterator[Path]:
    if not source.is_dir():
        yield source
        return
    for folder, folders, files in os.walk(source):
        folders[:] = [name for name in folders if name not in LEFT_OUT]
        yield from (Path(folder) / name for name in files if name not in LEFT_OUT)
