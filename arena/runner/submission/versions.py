"""Which version of which bot plays where: what runs have frozen, beside what was submitted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.errors import RunError
from arena.runner.bots.prepare import SUBMITTED_SUFFIX, FoundBot
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import read_record


@dataclass(frozen=True, slots=True)
class Played:
    """The bots of a run: by their hash, the entrants that they are of."""

    run: str
    entrants: Mapping[str, tuple[str, ...]]


def played_in(folder: Path) -> tuple[Played, ...]:
    """The runs of the tournaments in a folder, in the order of their names; one that can't be read has none."""
    found: list[Played] = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        directory = RunDirectory(path)
        try:
            record = read_record(directory.record) if directory.record.is_file() else None
        except (RunError, OSError):
            continue
        if record is not None:
            entrants: dict[str, tuple[str, ...]] = {}
            for entrant in record.entrants:
                for bot in dict.fromkeys(entrant.bots):
                    entrants[bot.sha256] = (*entrants.get(bot.sha256, ()), entrant.name)
            found.append(Played(path.name, entrants))
    return tuple(found)


def where_it_plays(bot: FoundBot, runs: Iterable[Played]) -> tuple[str, ...]:
    """Where this version of a bot plays, in words: "cup as ana", "the next run of cup"."""
    known = list(runs)
    places = [
        f"{played.run} as {name}"
        for played in known
        for name in played.entrants.get(bot.ref.sha256, ())
    ]
    submitted = _tournament_of(bot.manifest.source)
    if not places and submitted is not None and any(it.run == submitted for it in known):
        places.append(f"the next run of {submitted}")
    return tuple(places)


def _tournament_of(source: Path) -> str | None:
    """The tournament to which a bot at that place was submitted."""
    folders = [part for part in source.resolve().parts if part.endswith(SUBMITTED_SUFFIX)]
    return folders[-1].removesuffix(SUBMITTED_SUFFIX) if folders else None
