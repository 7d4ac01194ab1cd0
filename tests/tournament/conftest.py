"""Shared by the tests of ``arena.tournament``."""

import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import settings

from arena.referee.events import Ending
from arena.referee.spec import BotRef, Entrant, Terms, Unit
from arena.tournament.boards import commitment, parse_seed
from arena.tournament.config import EntrantConfig, TournamentConfig
from arena.tournament.course import Course
from arena.transcript.ledger import MatchEntry, VoidEntry
from arena.transcript.outcome import BoardScore, MatchOutcome

# A busy machine makes a quick example slow; what must not take long is tested elsewhere.
settings.register_profile("tournament", deadline=None, max_examples=60)
settings.load_profile("tournament")

SEED = parse_seed("2a")


@dataclass
class Paper:
    """A tournament that is played on paper: each match has the result that follows from its id.

    skills: what an entrant is worth, by its index; by default the later ones are the better ones.
    """

    entrants: int = 6
    units: int = 2
    skills: dict[int, float] = field(default_factory=dict)
    settings: dict[str, object] = field(default_factory=dict)

    @property
    def field(self) -> tuple[Entrant, ...]:
        return tuple(
            Entrant(f"e{n}", (BotRef(f"b{n}", f"{n:064x}"), BotRef(f"b{n}", f"{n:064x}")))
            for n in range(self.entrants)
        )

    @property
    def config(self) -> TournamentConfig:
        configs = tuple(EntrantConfig(it.name, (Path("x"), Path("x"))) for it in self.field)
        changes = {"rounds": 1, **self.settings}
        return TournamentConfig(
            Path("cup.toml"), "cup", Terms(unit=Unit.BOARD), self.units, entrants=configs, **changes
        )

    def course(self, entries=()) -> Course:
        return Course.of(self.config, self.field, commitment(SEED), entries)

    def result(self, fixture) -> MatchEntry:
        outline = fixture.outline
        names = tuple(entrant.name for entrant in outline.entrants)
        dice = random.Random(outline.match_id)
        one, other = (self._skill(name) for name in names)
        legs = [
            tuple(max(-4, min(4, round(one - other + dice.gauss(0, 1)))) for _ in range(2))
            for _ in outline.units
        ]
        boards = tuple(
            BoardScore(board, games, (0, 0))
            for board, games in zip(outline.units, legs, strict=True)
        )
        net = sum(map(sum, legs))
        outcome = MatchOutcome(
            Ending.PLAYED, None, None, net, 0, 2 * len(legs), boards, (), ((), ())
        )
        return MatchEntry(
            match_id=outline.match_id,
            entrants=names,
            attempt=1,
            log_sha256="0" * 64,
            log_bytes=1,
            outcome=outcome.to_record(),
        )

    def _skill(self, name: str) -> float:
        numbers = [int(part.removeprefix("e")) for part in name.split("+")]
        return sum(self.skills.get(n, n / 4) for n in numbers) / len(numbers)

    def void(self, fixture) -> VoidEntry:
        names = tuple(entrant.name for entrant in fixture.outline.entrants)
        return VoidEntry(
            match_id=fixture.outline.match_id, entrants=names, attempts=3, reason="out of luck"
        )

    def play(self, entries=(), *, jobs=1, dice=None, most=None, voids=(), rulings=None):
        """Play on from a ledger, as a session does, and return the longer ledger.

        jobs: matches at a time, which finish in an order that ``dice`` throw. most: lines at most. voids: the
        numbers of those matches, as they finish, that the host can't play. rulings: entries that are written
        when the ledger has so many lines.
        """
        ledger, dice, rulings = list(entries), dice or random.Random(0), dict(rulings or {})
        course = self.course(ledger)
        walk, in_play, done = course.walk(), [], 0
        while most is None or len(ledger) < most:
            if len(ledger) in rulings:
                ledger.append(rulings.pop(len(ledger)))
                course.take(ledger[-1])
                continue
            fixture = next(walk, None) if len(in_play) < jobs else None
            if fixture is not None:
                if course.is_due(fixture):
                    in_play.append(fixture)
                continue
            if not in_play:
                return ledger
            finished = in_play.pop(dice.randrange(len(in_play)))
            done += 1
            ledger.append(self.void(finished) if done in voids else self.result(finished))
            course.take(ledger[-1])
        return ledger


@pytest.fixture(scope="session")
def paper():
    """Makes tournaments that are played on paper."""
    return Paper
