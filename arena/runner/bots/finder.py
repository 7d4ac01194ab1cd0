"""The bots of a tournament's file, looked at while that is read, so that all its mistakes are told at once.

A run that goes on plays on with the copies that it froze. What became of the sources meanwhile is only told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from arena.errors import ConfigError, ConfigErrors, SubmissionError
from arena.referee.spec import BotRef
from arena.runner.bots.frozen import is_intact
from arena.runner.bots.prepare import FoundBot, find_bot
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import read_record
from arena.tournament.config import TournamentConfig, load_config
from arena.tournament.format_keys import usual_rounds
from arena.tournament.manifest import MANIFEST_NAME, load_manifest, read_manifest

Recorded = Mapping[str, tuple[BotRef, BotRef]]
"""The bots of a run that has begun, by their entrant."""


class BotFinder:
    """Looks at one bot after the other. found: those that can be played, by the path in the file.

    changed: the paths of those of which the run has a copy that is no longer what their source is. late: entrants that
    the file has and the run hasn't, for they came after it began.
    """

    def __init__(self, recorded: Recorded, frozen: Path) -> None:
        self.found: dict[Path, FoundBot] = {}
        self.changed: list[Path] = []
        self.late: list[str] = []
        self.problems = 0
        self.refused = False
        self._recorded = recorded
        self._frozen = frozen
        self._seen: set[Path] = set()

    def look(self, entrant: object, slot: int, source: Path) -> Sequence[ConfigError | str]:
        """What is wrong with bot ``slot`` (0 or 1) of an entrant: with its place in a manifest, or without.

        Of one source it is told but once, and of who came late nothing: it doesn't play.
        """
        if self._recorded and isinstance(entrant, str) and entrant not in self._recorded:
            if entrant not in self.late:
                self.late.append(entrant)
            return ()
        if source in self._seen:
            return ()
        self._seen.add(source)
        was = self._recorded.get(entrant) if isinstance(entrant, str) else None
        problems = self._find(source)
        now = self.found.get(source)
        if was is not None and (now is None or now.ref != was[slot]):
            frozen = _find_frozen(self._frozen / was[slot].sha256, was[slot])
            if frozen is not None:
                self.found[source] = frozen
                self.changed.append(source)
                return ()
        self.problems += len(problems)
        return problems

    def _find(self, source: Path) -> Sequence[ConfigError | str]:
        try:
            self.found[source] = find_bot(source)
        except ConfigErrors as errors:
            return errors.errors
        except SubmissionError as error:
            self.refused = True
            return (str(error),)
        return ()


def load_contest(path: Path, directory: RunDirectory) -> tuple[TournamentConfig, BotFinder]:
    """Read a tournament's file and look at its bots. Whoever came after the run began is left out of it.

    Raises, with all that is wrong at once: SubmissionError if it is the bots alone and not just their
    manifests, else ConfigErrors. RunError for a run's record that is damaged.
    """
    recorded: Recorded = {}
    record = read_record(directory.record) if directory.record.exists() else None
    if record is not None:
        recorded = {each.name: each.bots for each in record.entrants}
    finder = BotFinder(recorded, directory.bots)
    try:
        config = load_config(path, look=finder.look)
    except ConfigErrors as errors:
        if finder.refused and len(errors.errors) == finder.problems:
            raise SubmissionError(str(errors)) from None
        raise
    if record is not None and finder.late:
        config = _without(config, finder.late, record.config)
    return config, finder


def _without(
    config: TournamentConfig, late: Sequence[str], begun: TournamentConfig
) -> TournamentConfig:
    """The settings as they are without who came late: what follows from the number of entrants follows anew."""
    kept = tuple(entrant for entrant in config.entrants if entrant.name not in late)
    rounds, challenger = config.rounds, config.challenger
    if rounds == usual_rounds(config.format, len(config.entrants)):
        rounds = begun.rounds
    if challenger in late:
        challenger = begun.challenger
    return replace(config, entrants=kept, rounds=rounds, challenger=challenger)


def _find_frozen(home: Path, ref: BotRef) -> FoundBot | None:
    """The copy that a run has of a bot; None if it isn't there or isn't what it was."""
    if not is_intact(home):
        return None
    try:
        if (home / MANIFEST_NAME).exists():
            return FoundBot(read_manifest(home, ()), ref)
        (file,) = home.iterdir()
        return FoundBot(load_manifest(file), ref)
    except (ConfigErrors, SubmissionError, ValueError):  # an older arena took what this one doesn't
        return None
