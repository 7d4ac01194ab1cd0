"""A match as everyday objects, from memory and from a log."""

import pytest

import arena
from arena.errors import NotationError, ReplayMismatchError, TranscriptError


@pytest.fixture
def match(bots):
    return arena.play_match(bots["first"], bots["cautious"], boards=3, seed="5eca")


def test_every_view_of_a_deal_is_the_one_that_the_bot_was_given(bots, tmp_path):
    """From a log alone, so that a bot can be asked again what it was asked."""
    seen = []

    def keeping(function):
        def choose(view):
            seen.append(
                {key: getattr(view, key) for key in view.__slots__ if key not in {"rules", "clock"}}
            )
            return function(view)

        return choose

    players = [keeping(bots["first"]), keeping(bots["cautious"])]
    played = arena.play_match(*players, rubbers=2, seed=9, log=tmp_path / "match.jsonl")
    match = arena.read_match(played.path)
    views = [deal.view(play.trick, play.seat) for deal in match.deals for play in deal.plays]
    again = [
        {key: getattr(view, key) for key in view.__slots__ if key not in {"rules", "clock"}}
        for view in views
    ]
    assert len(again) > 200
    assert seen == again
    assert 4 == views[0].rules.games_to_win


def test_a_seat_may_be_named_by_its_letter(match):
    deal = match.deal(2, half=2)
    assert deal.view(4, "E").hand == deal.view(4, arena.Seat.EAST).hand
    assert 7 == len(deal.view(4, "E").hand)


def test_a_request_is_the_very_line_that_was_sent(match):
    hello, play = match.deal(1).request(1, "N")
    assert hello.startswith(b'{"type":"hello","id":1,')
    assert play.startswith(b'{"type":"play",')
    assert play in match.words_to(arena.Seat.NORTH)


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda match: match.deal(4), "'deal 4 of half 1' is not a deal of this match"),
        (lambda match: match.deal(1, half=3), "'deal 1 of half 3' is not a deal of this match"),
        (
            lambda match: match.deal(1).view(11, "N"),
            "not a trick in which seat N was asked for a card",
        ),
        (lambda match: match.deal(1).view(1, "X"), "'X' is not a seat"),
        (lambda match: match.bot_at(arena.Seat.NORTH, 3), "'3' is not a half of this match"),
        (lambda match: match.standings["nobody"], "'nobody' is not one of "),
    ],
    ids=["deal", "half", "trick", "seat", "half of a bot", "standing"],
)
def test_what_is_not_there_is_told(match, ask, why):
    with pytest.raises(NotationError, match=why):
        ask(match)


def test_a_deal_has_hands_tricks_points_and_a_notation(match):
    for deal in match.deals:
        assert [10, 10, 10, 10] == [len(hand) for hand in deal.hands.values()]
        won = [0, 0]
        for trick in deal.tricks:
            won[trick.winner.partnership] += trick.points
        assert tuple(won) == deal.result.points
        noted = arena.parse_deal(deal.notation, arena.Ruleset())
        assert (deal.layout, deal.result) == (noted.layout, noted.result)
        assert [play.card for play in deal.plays] == list(noted.plays)
        assert deal.winner == deal.result.winner


def test_comments_stand_with_the_cards(match):
    comments = {play.comment for deal in match.deals for play in deal.plays}
    assert {None, "é, as ever"} == comments


def test_a_deal_that_was_cut_short_has_what_was_played(bots):
    def fail(view):
        if view.trick == 3:
            raise ValueError
        return view.legal[0]

    lost = arena.play_match(
        (fail, bots["first"]), bots["last"], boards=1, seed=1, on_fault="substitute", max_faults=1
    )
    (deal,) = lost.deals
    assert (2, None, None, None) == (len(deal.tricks), deal.ending, deal.result, deal.winner)
    assert deal.notation.endswith("...")
    assert "It has no result" in deal._repr_html_()
    forfeited = arena.play_match((fail, bots["first"]), bots["last"], boards=1, seed=1).deals[0]
    assert ("forfeit", 2) == (forfeited.ending, len(forfeited.tricks))
    assert forfeited.notation.endswith("...")
    assert "EW +4 (forfeit)" in forfeited._repr_html_()
    before = arena.play_match(lambda view: "", bots["last"], boards=1, seed=0).deals[0]
    assert before.tricks == ()


def test_the_winner_is_who_has_more(bots):
    match = arena.play_match(bots["first"], bots["last"], boards=5, seed=2)
    net = match.outcome.net_games
    assert {True: "first", False: "last"}[net > 0] == match.winner
    assert None is arena.play_match(bots["first"], bots["first"], boards=2, seed=2).winner
    rubbers = arena.play_match(bots["first"], bots["last"], rubbers=3, seed=2)
    won = [rubber.winner for rubber in rubbers.outcome.rubbers]
    ahead = won.count(0) - won.count(1)
    assert ahead != 0
    assert ("first" if ahead > 0 else "last") == rubbers.winner


def test_standings_are_the_tables_that_the_commands_print(match):
    standings = match.standings
    assert 2 == len(standings)
    assert {"first", "cautious"} == {place.name for place in standings}
    assert 6 == standings["first"].tally.deals
    assert "quick: 1 of 1 matches" == str(standings).splitlines()[0]
    assert standings.to_json().startswith('{\n  "format":')
    assert standings.to_markdown().startswith("# Standings of quick")
    assert 3 == len(standings.to_csv().splitlines())


def test_a_notebook_shows_standings_and_deals_as_tables(match):
    shown = match._repr_html_()
    assert shown == match.standings._repr_html_()
    assert "<td>cautious" in shown
    deal = match.deals[0]._repr_html_()
    assert 10 == deal.count("<b>")
    assert [21, 20] == sorted(map(deal.count, "♣♦♥♠"))[:1:-1]


def test_a_log_that_is_not_true_is_refused_when_it_is_to_be_proved(match, tmp_path):
    path = match.save(tmp_path / "match.jsonl")
    path.write_text(path.read_text().replace('"by":"bot"', '"by":"referee"', 1))
    assert arena.read_match(path).entrants == match.entrants
    with pytest.raises(ReplayMismatchError):
        arena.read_match(path, verify=True)
    with pytest.raises(TranscriptError, match="can't be read: No such file"):
        arena.read_match(tmp_path / "none.jsonl")


def test_a_log_that_finds_no_room_leaves_nothing(match, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileExistsError):
        match.save(tmp_path / "file" / "match.jsonl")
    assert ["file"] == [path.name for path in tmp_path.iterdir()]
