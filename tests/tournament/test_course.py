"""The course of a run: what its ledger's entries make of the matches that are left."""

import pytest

from arena.errors import TranscriptError
from arena.referee.events import Ending
from arena.transcript.ledger import (
    AnnulEntry,
    DisqualifyEntry,
    EndEntry,
    ReinstateEntry,
    SessionEntry,
    WithdrawEntry,
)

SWISS = {"format": "swiss", "rounds": 3}


def due(course):
    return [fixture for fixture in course.known() if course.is_due(fixture)]


def counts(course):
    return (course.scored, course.planned, course.over)


def test_a_course_begins_with_all_that_is_known(paper):
    assert (0, 15, False) == counts(paper(6).course())
    swiss = paper(6, settings=SWISS).course()
    assert (0, 9, False) == counts(swiss)
    assert 3 == len(due(swiss))


def test_the_next_round_is_known_when_the_last_match_of_the_one_before_is_over(paper):
    tournament = paper(6, settings=SWISS)
    ledger = tournament.play()
    known = [len(list(tournament.course(ledger[:lines]).known())) for lines in range(10)]
    assert [3, 3, 3, 6, 6, 6, 9, 9, 9, 9] == known


def test_matches_of_a_disqualified_entrant_count_for_nobody(paper):
    tournament = paper(4)
    ledger = tournament.play()
    ruling = DisqualifyEntry(entrant="e1", reason="cheated")
    assert (3, 3, True) == counts(tournament.course([*ledger, ruling]))
    assert (6, 6, True) == counts(
        tournament.course([*ledger, ruling, ReinstateEntry(entrant="e1", reason="appeal")])
    )


def test_matches_of_one_who_withdrew_stand_and_the_rest_is_left_out(paper):
    tournament = paper(4)
    ledger = tournament.play(most=3)
    played = sum("e0" in entry.entrants for entry in ledger)
    withdrawn = [*ledger, WithdrawEntry(entrant="e0", reason="ill")]
    assert (3, 3 + played, False) == counts(tournament.course(withdrawn))
    again = tournament.course([*withdrawn, ReinstateEntry(entrant="e0", reason="well")])
    assert (3, 6, False) == counts(again)


def test_a_bot_that_left_leaves_all_of_its_partnerships(paper):
    from arena.tournament.format_keys import Partners

    tournament = paper(5, settings={"partners": Partners.ALL})
    course = tournament.course([WithdrawEntry(entrant="e4", reason="ill")])
    assert (0, 1, False) == counts(course)
    assert ["e1+e0", "e3+e2"] != [it.outline.entrants[0].name for it in due(course)]


def test_an_annulled_match_is_played_again_and_counts_once(paper):
    tournament = paper(4)
    ledger = tournament.play()
    annulled = AnnulEntry(match_id=ledger[2].match_id, reason="power cut")
    course = tournament.course([*ledger, annulled])
    assert (5, 6, False) == counts(course)
    assert [ledger[2].match_id] == [it.outline.match_id for it in due(course)]
    again = tournament.play([*ledger, annulled])
    assert (6, 6, True) == counts(tournament.course(again))


def test_a_round_of_a_swiss_stays_when_a_match_before_it_is_annulled(paper):
    tournament = paper(6, settings=SWISS)
    ledger = tournament.play(most=4)
    known = list(tournament.course(ledger).known())
    ledger.append(AnnulEntry(match_id=ledger[0].match_id, reason="power cut"))
    again = tournament.play(ledger)
    course = tournament.course(again)
    assert known == list(course.known())[:6]
    assert (9, 9, True) == counts(course)


def test_a_disqualified_opponent_leaves_a_point_and_the_swiss_goes_on(paper):
    tournament = paper(6, settings=SWISS)
    ruling = DisqualifyEntry(entrant="e5", reason="cheated")
    ledger = tournament.play(rulings={4: ruling})
    assert tournament.course(ledger).over
    before, after = ledger[:4], ledger[5:]
    assert 1 <= sum("e5" in it.entrants for it in before)
    assert not any("e5" in it.entrants for it in after)


def test_nothing_is_due_any_more_once_the_run_has_ended(paper):
    tournament = paper(4)
    ledger = [*tournament.play(), EndEntry(seed="2a")]
    annulled = [*ledger, AnnulEntry(match_id=ledger[0].match_id, reason="found out")]
    course = tournament.course(annulled)
    assert (5, 6, True) == counts(course)
    assert [] == due(course)


def test_other_entries_change_nothing(paper):
    entry = SessionEntry(jobs=1, cores=1, sandbox="off", oversubscribed=False)
    assert (0, 6, False) == counts(paper(4).course([entry]))


def test_an_outcome_that_is_void_is_no_result(paper):
    tournament = paper(2)
    (entry,) = tournament.play()
    outcome = entry.outcome.model_copy(update={"ending": Ending.VOID})
    void = entry.model_copy(update={"outcome": outcome})
    assert (0, 1, False) == counts(tournament.course([void]))


def test_entries_about_strangers_are_refused(paper):
    entry = paper(4).play()[0]
    with pytest.raises(TranscriptError, match=r"^match \w+ is between e\d and e\d, not of this"):
        paper(1).course([entry])
    with pytest.raises(TranscriptError, match="eva isn't an entrant of this contest"):
        paper(2).course([WithdrawEntry(entrant="eva", reason="ill")])


def test_a_swiss_counts_all_matches_of_a_meeting_together(paper):
    """Lost by 3 and won by 5 is won: the format sees one result, whose boards are those of both matches."""
    tournament = paper(4, 4, settings={**SWISS, "matches_per_pairing": 2})
    ledger = tournament.play()
    course = tournament.course(ledger)
    stage = course._stages[0]
    for meeting, result in zip(stage.meetings, course._round(stage).results, strict=True):
        ids = [fixture.outline.match_id for fixture in meeting]
        outcomes = [entry.outcome for entry in ledger if entry.match_id in ids]
        assert 2 == len(outcomes)
        assert sum(it.net_games for it in outcomes) == result.net_games
        assert 4 == len(result.boards)


def test_a_round_is_settled_when_all_matches_of_its_meetings_are(paper):
    tournament = paper(4, 4, settings={**SWISS, "matches_per_pairing": 2})
    ledger = tournament.play()
    known = [len(list(tournament.course(ledger[:lines]).known())) for lines in range(13)]
    assert [4] * 4 + [8] * 4 + [12] * 5 == known


def test_of_a_meeting_the_host_couldnt_play_whole_what_was_played_counts(paper):
    tournament = paper(4, 4, settings={**SWISS, "matches_per_pairing": 2})
    one = tournament.course(tournament.play(voids={1}, most=4))
    (half, whole) = one._round(one._stages[0]).results
    assert (2, 4) == (len(half.boards), len(whole.boards))
    none = tournament.course(tournament.play(voids={1, 2}, most=4))
    assert [True, False] == [it is None for it in none._round(none._stages[0]).results]


def test_a_meeting_that_is_broken_off_since_one_left_is_no_result(paper):
    """Whoever stays has it as a bye, however the first match went."""
    tournament = paper(4, 4, settings={**SWISS, "matches_per_pairing": 2})
    first, *_ = tournament.play(most=1)
    gone = WithdrawEntry(entrant=first.entrants[0], reason="ill")
    course = tournament.course([first, gone])
    assert None is course._round(course._stages[0]).results[0]
    whole = tournament.play(most=2)
    course = tournament.course([*whole, gone])
    assert 4 == len(course._round(course._stages[0]).results[0].boards)
