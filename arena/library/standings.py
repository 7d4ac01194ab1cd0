"""Standings as a program and a notebook have them."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.errors import NotationError
from arena.library import html
from arena.referee.spec import MatchSpec
from arena.tournament.contest import Contest, Standing, Standings
from arena.tournament.report import show_csv, show_json, show_markdown, show_table
from arena.tournament.standings import fold_standings
from arena.transcript.ledger import MatchEntry
from arena.transcript.outcome import MatchOutcome


@dataclass(frozen=True, slots=True, repr=False)
class StandingsTable:
    """Standings from the first place to the last: iterate over the places, or ask for one by its name.

    ``str`` is the table of ``arena standings``, and a notebook shows it as one. value: all figures, as
    ``docs/standings.md`` explains them.
    """

    value: Standings

    def __iter__(self) -> Iterator[Standing]:
        return iter(self.value.places)

    def __len__(self) -> int:
        return len(self.value.places)

    def __getitem__(self, name: str) -> Standing:
        """The place of an entrant. Raises NotationError for a name that has none."""
        for place in self.value.places:
            if place.name == name:
                return place
        raise NotationError(name, f"one of {', '.join(place.name for place in self)}")

    def __str__(self) -> str:
        return show_table(self.value)

    def __repr__(self) -> str:
        return (
            f"<standings of {self.value.contest.name}: {', '.join(place.name for place in self)}>"
        )

    def to_json(self) -> str:
        """As ``standings.json`` has them."""
        return show_json(self.value)

    def to_csv(self) -> str:
        """One line for each place, as ``arena standings --csv`` prints them."""
        return show_csv(self.value)

    def to_markdown(self) -> str:
        """As ``standings.md`` has them."""
        return show_markdown(self.value)

    def _repr_html_(self) -> str:
        return html.standings(self.value)


def table_of_match(spec: MatchSpec, outcome: MatchOutcome) -> StandingsTable:
    """A match by itself in the form of standings."""
    names = (spec.entrants[0].name, spec.entrants[1].name)
    entry = MatchEntry(
        match_id=spec.match_id,
        entrants=names,
        attempt=1,
        log_sha256="0" * 64,
        log_bytes=0,
        outcome=outcome.to_record(),
    )
    contest = Contest(spec.tournament, spec.terms.unit, names, 1)
    return StandingsTable(fold_standings([entry], contest))
