"""Matches of functions: what they are told, what becomes of their mistakes, and that their logs are true."""

import json
import subprocess
import sys
import threading

import pytest

import arena
from arena.errors import ConfigError
from arena.referee.events import PlayedBy
from arena.tournament.boards import board_layout, parse_seed


def faults_of(match):
    return [(fault.code.value, fault.deal, fault.trick) for fault in match.faults]


def failing(at, how):
    """A bot that plays its first legal card but for its ``at``-th, where it does as ``how``."""
    asked = 0

    def choose(view):
        nonlocal asked
        asked += 1
        return how(view) if asked == at else view.legal[0]

    return choose


def fall(view):
    raise ValueError("où?")


def leave(view):
    sys.exit(3)


def exit_well(view):
    sys.exit()


def complain(view):
    sys.exit("no more")


def test_a_match_is_played_on_the_boards_of_its_seed_with_the_seats_exchanged(bots):
    match = arena.play_match(bots["first"], bots["last"], boards=3, seed="5eca")
    assert ("first", "last") == match.entrants
    assert [(1, 1, 0), (1, 2, 1), (1, 3, 2), (2, 1, 0), (2, 2, 1), (2, 3, 2)] == [
        (deal.half, deal.number, deal.board) for deal in match.deals
    ]
    rules = arena.Ruleset()
    for deal in match.deals:
        assert board_layout(parse_seed("5eca"), deal.board, rules) == deal.layout
        assert 40 == len(deal.plays)
        assert 10 == len(deal.tricks)
    assert ("first", "last") == (match.bot_at(arena.Seat.NORTH), match.bot_at(arena.Seat.NORTH, 2))
    assert () == match.faults


def test_the_same_functions_seed_and_terms_give_the_same_log_but_for_its_header(bots, tmp_path):
    logs = [
        arena.play_match(bots["first"], bots["cautious"], boards=2, seed=7, log=tmp_path / name)
        .path.read_text()
        .splitlines()[1:]
        for name in ("one.jsonl", "two.jsonl")
    ]
    told = [[json.loads(line) | {"chain": "", "sha256": ""} for line in log] for log in logs]
    assert told[0] == told[1]


@pytest.mark.parametrize("unit", ["boards", "rubbers"])
@pytest.mark.parametrize("on_fault", ["forfeit", "substitute"])
@pytest.mark.parametrize(
    "how",
    [
        fall,
        leave,
        pytest.param(lambda view: "ZZ", id="no card"),
        pytest.param(lambda view: 5, id="no text"),
        pytest.param(lambda view: "\ud800", id="no UTF-8"),
        pytest.param(lambda view: (view.legal[0], "x" * 5000), id="long comment"),
    ],
)
def test_whatever_a_function_does_the_log_proves_itself_and_reads_back_the_same(
    unit, on_fault, how, bots, tmp_path
):
    match = arena.play_match(
        (failing(3, how), bots["cautious"]), bots["last"], seed=11, on_fault=on_fault,
        log=tmp_path / "match.jsonl", **{unit: 2},
    )  # fmt: skip
    again = arena.read_match(match.path, verify=True)
    assert (again.halves, again.outcome) == (match.halves, match.outcome)
    assert list(map(str, again.deals)) == list(map(str, match.deals))


@pytest.mark.parametrize(
    ("how", "status", "words"),
    [(fall, 1, "ValueError: où?"), (leave, 3, "SystemExit: 3"), (exit_well, 0, "SystemExit"),
     (complain, 1, "SystemExit: no more")],
)  # fmt: skip
def test_a_function_that_raises_is_a_bot_that_exited_with_its_traceback_in_the_log(
    how, status, words, bots, tmp_path
):
    match = arena.play_match(failing(2, how), bots["last"], boards=1, seed=3)
    (fault,) = match.faults
    assert ("exited", status, 1) == (fault.code.value, fault.status, fault.deal)
    match = arena.read_match(match.save(tmp_path / "match.jsonl"))
    (_, note) = match.halves[0].stderr[0]
    said = note.tail.encode().decode("unicode_escape").encode("latin-1").decode()
    assert said.startswith('The bot failed on this line:\n{"type":"play",')
    assert words == said.splitlines()[-1]
    # The author's own frames, and none of the arena's.
    assert [] == [
        line for line in said.splitlines() if "/arena/" in line or "protocol/bot.py" in line
    ]


@pytest.mark.parametrize(
    ("how", "code"),
    [
        (
            lambda view: next(c for c in ("AS", "AH", "AD", "AC") if c not in view.hand),
            "illegal_card",
        ),
        (lambda view: "10S", "bad_message"),
        (lambda view: None, "exited"),
        (lambda view: (view.legal[0], "x", "y"), "exited"),
    ],
    ids=["not held", "no card", "nothing", "too much"],
)
def test_a_wrong_answer_is_the_fault_that_a_process_would_have(how, code, bots):
    match = arena.play_match(failing(1, how), bots["last"], boards=1, seed=3)
    assert [code] == [fault.code.value for fault in match.faults]
    assert "forfeit" == match.deals[0].ending
    assert "played" == match.deals[1].ending


def test_with_substitute_the_referee_plays_for_a_function_that_failed(bots):
    match = arena.play_match(
        failing(1, fall), bots["last"], boards=1, seed=3, on_fault="substitute"
    )
    assert [1, 0] == [
        len([play for play in deal.plays if play.by is PlayedBy.REFEREE]) for deal in match.deals
    ]


def test_a_match_is_lost_at_so_many_faults(bots):
    match = arena.play_match(
        fall, bots["last"], boards=5, seed=3, on_fault="substitute", max_faults=2
    )
    assert (2, 0, "last") == (len(match.faults), match.outcome.lost_by, match.winner)


def test_what_is_no_fault_of_a_bot_ends_the_match(bots, tmp_path):
    def stop(view):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena.play_match(stop, bots["last"], log=tmp_path / "match.jsonl")
    assert [] == list(tmp_path.iterdir())


def test_a_function_is_told_of_deals_when_it_wants_to_be(bots):
    told = []
    bot = arena.PythonBot(bots["first"], "ana", told.append, told.append)
    match = arena.play_match((bot, bots["first"]), bots["last"], boards=2, seed=1)
    kinds = [type(it) for it in told]
    assert [arena.DealStart, arena.DealEnd] * 4 == kinds
    ended = [it for it in told if isinstance(it, arena.DealEnd)]
    assert [deal.result.points[deal.half - 1] for deal in match.deals] == [
        it.points[0] for it in ended
    ]


def test_a_function_that_fails_at_the_end_of_a_deal_forfeits_the_next(bots):
    def on_deal_end(end):
        if end.deal == 1:
            raise ValueError

    bot = arena.PythonBot(bots["first"], "ana", on_deal_end=on_deal_end)
    match = arena.play_match((bot, bots["first"]), bots["last"], boards=3, seed=1)
    assert ["played", "forfeit", "played"] == [str(deal.ending) for deal in match.deals[:3]]


def test_each_view_is_the_functions_own(bots):
    def spoil(view):
        card = view.legal[0]
        view.hand.clear()
        view.legal.clear()
        view.history.clear()
        return card

    match = arena.play_match(spoil, bots["last"], boards=2, seed=1)
    assert () == match.faults


def test_matches_are_played_within_matches_and_in_threads(bots):
    """As a bot does that looks ahead, and a server with several visitors."""
    inner = []

    def thinks(view):
        if not inner:
            inner.append(arena.play_match(bots["first"], bots["last"], boards=1, seed=view.seed))
        return view.legal[0]

    alone = arena.play_match(bots["first"], bots["last"], boards=2, seed=5).outcome
    outcomes = []
    threads = [
        threading.Thread(
            target=lambda: outcomes.append(arena.play_match(thinks, bots["last"], boards=2, seed=5))
        )
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(alone.net_games, alone.net_points)] * 3 == [
        (match.outcome.net_games, match.outcome.net_points) for match in outcomes
    ]
    assert 1 <= len(inner)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"boards": 1, "rubbers": 1}, "of boards or of rubbers, not of both"),
        ({"boards": 0}, "a match has at least one board, not 0"),
        ({"rubbers": -1}, "a match has at least one rubber, not -1"),
        ({"seed": "xyz"}, "a seed is 1 to 32 hexadecimal digits, not 'xyz'"),
        ({"seed": -1}, "a seed isn't negative: -1"),
        ({"seed": 1 << 128}, "a seed is 1 to 32 hexadecimal digits"),
        ({"seed": True}, "a seed is 1 to 32 hexadecimal digits, not 'True'"),
        ({"rules": "poker"}, "preset must be one of seed, portugal, copag"),
        ({"on_fault": "ignore"}, "on_fault must be one of forfeit, substitute, not 'ignore'"),
        ({"max_faults": 0}, "max_faults must be 1 or more, not 0"),
    ],
)
def test_what_can_not_be_played_is_refused(wrong, why, bots):
    with pytest.raises(ConfigError, match=why):
        arena.play_match(bots["first"], bots["last"], **wrong)


def test_a_number_is_the_seed_that_its_hexadecimal_digits_are(bots):
    first, second = (
        arena.play_match(bots["first"], bots["last"], boards=1, seed=seed) for seed in (255, "ff")
    )
    assert first.deals[0].layout == second.deals[0].layout


def test_rules_may_be_a_name_or_a_ruleset(bots):
    named = arena.play_match(bots["first"], bots["last"], boards=1, seed=1, rules="portugal")
    given = arena.play_match(
        bots["first"], bots["last"], boards=1, seed=1, rules=arena.Ruleset(games_to_win=9)
    )
    assert ("points", 9) == (named.spec.terms.rules.sweep_by, given.spec.terms.rules.games_to_win)


def test_the_commands_read_the_log_as_any_other(bots, tmp_path):
    log = arena.play_match(
        bots["first"], bots["last"], boards=1, seed=1, log=tmp_path / "m.jsonl"
    ).path
    for command in (["replay", "--verify"], ["replay"]):
        done = subprocess.run(
            [sys.executable, "-m", "arena.cli", *command, str(log)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (0, "") == (done.returncode, done.stderr)
