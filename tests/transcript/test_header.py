"""The header holds the whole description of a match."""

import dataclasses
from datetime import UTC, datetime, timedelta, timezone

import pytest

from arena.errors import RulesetError
from arena.referee.spec import Place
from arena.transcript.header import header_of, spec_of


def test_a_description_written_and_read_is_the_same(match_specs):
    """Entrants, bots' hashes, rules, clocks, seats and seeds: nothing is lost."""
    for spec in match_specs:
        assert spec == spec_of(header_of(spec, {"cores": 2}, datetime.now(UTC)))


def test_the_start_is_written_in_universal_time(match_specs):
    """Whatever the time zone, to the second."""
    started = datetime(2026, 3, 1, 9, 30, 0, 999, tzinfo=timezone(timedelta(hours=-3)))
    header = header_of(match_specs[0], {}, started)
    assert "2026-03-01T12:30:00Z" == header.started_at


def test_where_a_match_was_played_is_kept(match_specs):
    """Versions and the host's facts travel with the log."""
    header = header_of(match_specs[0], {"python": "3.11", "cores": 2}, datetime.now(UTC))
    assert {"python": "3.11", "cores": 2} == header.provenance


def test_rules_that_can_not_be_are_refused(match_specs):
    """A header's rules are checked like an organiser's."""
    header = header_of(match_specs[0], {}, datetime.now(UTC))
    broken = header.model_copy(update={"rules": {**header.rules, "games_to_win": 0}})
    with pytest.raises(RulesetError):
        spec_of(broken)


SEATINGS = {
    "partners of different entrants": (Place(0, 0), Place(0, 1), Place(1, 0), Place(1, 1)),
    "the same seats twice": (Place(0, 0), Place(1, 0), Place(0, 1), Place(1, 1)),
}


@pytest.mark.parametrize("why", SEATINGS)
def test_seats_that_are_not_exchanged_are_refused(match_specs, why):
    """In the second half the entrants sit where the others sat."""
    spec = match_specs[0]
    away = dataclasses.replace(spec.halves[1], seating=SEATINGS[why])
    header = header_of(
        dataclasses.replace(spec, halves=(spec.halves[0], away)), {}, datetime.now(UTC)
    )
    with pytest.raises(ValueError, match="two partnerships"):
        spec_of(header)


def test_a_bot_has_one_seat(match_specs):
    """An entrant's two bots both play."""
    spec = match_specs[0]
    twice = (Place(0, 0), Place(1, 0), Place(0, 0), Place(1, 1))
    home = dataclasses.replace(spec.halves[0], seating=twice)
    header = header_of(
        dataclasses.replace(spec, halves=(home, spec.halves[1])), {}, datetime.now(UTC)
    )
    with pytest.raises(ValueError, match="two seats"):
        spec_of(header)
