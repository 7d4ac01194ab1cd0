"""A half in its parts: what came before the first deal, then each deal with its play."""

import json

import pytest

from arena.engine import Deal
from arena.errors import TranscriptError
from arena.referee.events import CardPlayed, DealEnded, DealStarted, HelloAnswered
from arena.transcript.deal_log import before_deals, deals_of
from arena.transcript.reader import read_log


def test_every_event_belongs_to_one_part(every_log):
    """Nothing is lost, and nothing comes twice."""
    for path in every_log.values():
        for half in read_log(path).halves:
            parts = list(before_deals(half))
            for deal in deals_of(str(path), half):
                parts += [each for each in half.events if each.event is deal.started]
                parts += [step.logged for step in deal.steps]
            assert half.events == parts


def test_the_parts_begin_where_deals_begin(every_log):
    """Bots start before the first deal; a deal holds its cards and its end."""
    half = read_log(every_log["boards"]).halves[0]
    assert 4 == sum(isinstance(each.event, HelloAnswered) for each in before_deals(half))
    deals = deals_of("path", half)
    assert [1, 2, 3] == [deal.started.deal for deal in deals]
    for deal in deals:
        assert isinstance(deal.started, DealStarted)
        assert isinstance(deal.ended, DealEnded)
        assert 40 == sum(isinstance(step.logged.event, CardPlayed) for step in deal.steps)


def test_the_play_is_known_before_and_after_each_step(every_log):
    """Each card changes it, anything else doesn't."""
    deal = deals_of("path", read_log(every_log["substitutes"]).halves[0])[0]
    before = Deal.start(deal.started.layout)
    for step in deal.steps:
        assert before == step.before
        assert isinstance(step.logged.event, CardPlayed) == (step.before != step.after)
        before = step.after
    assert before.finished


def test_a_trick_has_a_position_before_it_if_play_came_so_far(every_log):
    """The first has it always."""
    deal = deals_of("path", read_log(every_log["void"]).halves[0])[0]
    assert Deal.start(deal.started.layout) == deal.before_trick(1)
    assert 2 == len(deal.before_trick(3).tricks)
    assert 5 == len(deal.before_trick(6).tricks)
    assert deal.before_trick(7) is None


def test_a_half_without_deals_is_all_before(every_log):
    """Whatever is in it."""
    half = read_log(every_log["boards"]).halves[0]
    half.events = half.events[:3]
    assert half.events == before_deals(half)
    assert [] == deals_of("path", half)


def test_a_card_that_can_not_be_played_is_located(every_log, scratch, forge):
    """An unproved log may hold anything; to show it needs cards that can be played."""
    lines = every_log["void"].read_bytes().splitlines(keepends=True)
    index = next(n for n, line in enumerate(lines) if b'"type":"play"' in line)
    play = json.loads(lines[index])
    other = json.loads(lines[index + 1])["card"]
    lines[index] = json.dumps(play | {"card": other}).encode()
    match = read_log(forge(lines, scratch))
    with pytest.raises(TranscriptError, match=f"seat {play['seat']} can't play {other}") as caught:
        deals_of(str(scratch), match.halves[0])
    assert (str(scratch), index + 1) == (caught.value.path, caught.value.line)
