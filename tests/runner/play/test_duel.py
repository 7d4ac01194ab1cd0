"""Duels: they end when the rule says so, and always after the same board."""

import random

import pytest
import trio

from arena.errors import ConfigError, RunError
from arena.referee.spec import Terms
from arena.runner.play.duel import Duel, play_duel
from arena.runner.play.quickplay import QuickMatch, seat_bots
from arena.tournament.observed import Observed
from arena.tournament.sequential import ConfidenceSequence, Verdict

MATCH = 4


class After:
    """Says BETTER after so many boards."""

    def __init__(self, boards):
        self.boards = boards

    def judge(self, observed: Observed) -> Verdict:
        return Verdict.BETTER if observed.boards.count >= self.boards else Verdict.UNDECIDED


@pytest.fixture
def play(office, tmp_path):
    """Plays a duel on paper."""

    def run(*names, rule=None, most=20, jobs=1, told=None, log=None):
        for name in names:
            (tmp_path / f"{name}.py").write_text(f"# {name}\n")
        sources = seat_bots(tuple(tmp_path / f"{name}.py" for name in names))
        quick = QuickMatch(sources, Terms(), MATCH, "2a", log)
        told = [] if told is None else told
        return play_duel(Duel(quick, rule or After(10), most, jobs), told.append, print)

    return run


@pytest.fixture
def out_of_order(office, monkeypatch):
    """Workers finish in an order of their own."""
    dice = random.Random(3)
    hire = office.hire

    def hire_slow():
        worker = hire()
        play = worker.play

        async def play_slowly(job):
            for _ in range(dice.randrange(12)):
                await trio.lowlevel.checkpoint()
            return await play(job)

        worker.play = play_slowly
        return worker

    monkeypatch.setattr(office, "hire", hire_slow)
    return office


def test_it_ends_at_the_very_match_at_which_the_rule_has_a_verdict(play, office):
    end = play("ana", "rui")
    assert (12, Verdict.BETTER, False) == (
        end.trial.sample.count,
        end.trial.verdict,
        end.interrupted,
    )
    assert ("ana", "rui") == end.entrants
    assert 3 == len(office.tries)


def test_at_the_cap_it_ends_without_a_verdict(play, office):
    end = play("ana", "rui", rule=After(99), most=10)
    assert (10, Verdict.UNDECIDED, False) == (
        end.trial.sample.count,
        end.trial.verdict,
        end.interrupted,
    )
    assert [4, 4, 2] == [len(job.spec.units) for job in office.tries]


def test_every_match_has_boards_of_its_own_and_partners_change_places(play, office):
    play("ana", "rui")
    assert list(range(12)) == [board for job in office.tries for board in job.spec.units]
    assert [0, 1, 0] == [job.spec.halves[0].seating[0].bot for job in office.tries]


@pytest.mark.parametrize("jobs", [2, 3, 5])
def test_the_order_of_finishing_and_the_number_of_jobs_change_nothing(play, out_of_order, jobs):
    rule = After(15)
    alone = play("ana", "rui", rule=rule, most=40)
    assert alone.trial.sample == play("ana", "rui", rule=rule, most=40, jobs=jobs).trial.sample


def test_the_folder_of_logs_has_the_matches_that_were_judged_and_no_other(play, office, tmp_path):
    for jobs in (1, 4):
        logs = tmp_path / f"logs{jobs}"
        play("ana", "rui", rule=After(5), jobs=jobs, log=logs)
        assert ["00001.jsonl", "00002.jsonl"] == sorted(path.name for path in logs.iterdir())


def test_a_folder_for_logs_must_be_new_or_empty(play, office, tmp_path):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "thesis.tex").write_text("x")
    for place in ("logs", "logs/thesis.tex"):
        with pytest.raises(ConfigError, match="is there already: name a new folder"):
            play("ana", "rui", log=tmp_path / place)
    with pytest.raises(ConfigError, match="there is no folder"):
        play("ana", "rui", log=tmp_path / "no" / "logs")
    assert [] == office.tries


def test_it_is_told_how_it_stands(play):
    told = []
    play("ana", "rui", told=told)
    assert ("ana", "rui") == told[0].entrants
    assert told[0].trial.sample.count <= told[-1].trial.sample.count


def test_a_signal_ends_it_with_what_is_known_so_far(play, office, tmp_path):
    office.signal_after = 2
    end = play("ana", "rui", log=tmp_path / "logs")
    assert (8, Verdict.UNDECIDED, True) == (
        end.trial.sample.count,
        end.trial.verdict,
        end.interrupted,
    )
    assert 2 == len(list((tmp_path / "logs").iterdir()))


def test_a_signal_before_anything_is_known_just_ends_it(play, office, tmp_path):
    office.signal_after = 0
    with pytest.raises(KeyboardInterrupt):
        play("ana", "rui", log=tmp_path / "logs")
    assert not (tmp_path / "logs").exists()


def test_a_folder_of_the_users_own_stays_even_if_nothing_was_logged(play, office, tmp_path):
    office.signal_after = 0
    (tmp_path / "logs").mkdir()
    with pytest.raises(KeyboardInterrupt):
        play("ana", "rui", log=tmp_path / "logs")
    assert [] == list((tmp_path / "logs").iterdir())


def test_a_void_first_match_is_an_error_of_the_host(play, office, tmp_path):
    office.void = {1, 2, 3}
    with pytest.raises(RunError, match="a match could not be played: out of luck"):
        play("ana", "rui", log=tmp_path / "logs")
    assert not (tmp_path / "logs").exists()


def test_a_void_match_is_played_again_and_loses_no_judged_board(play, office):
    office.void = {2}
    end = play("ana", "rui")
    assert (12, Verdict.BETTER, None) == (end.trial.sample.count, end.trial.verdict, end.broken)
    assert 4 == len(office.tries)


def test_a_match_that_cannot_be_played_ends_it_with_what_was_judged(play, office, tmp_path):
    office.void = {2, 3, 4}
    end = play("ana", "rui", log=tmp_path / "logs")
    assert (4, Verdict.UNDECIDED) == (end.trial.sample.count, end.trial.verdict)
    assert "out of luck" in end.broken
    assert ["00001.jsonl"] == [path.name for path in (tmp_path / "logs").iterdir()]


def test_the_faults_of_the_first_match_that_has_any_are_told(play):
    end = play("bad", "ana")
    assert 1 <= len(end.faults) <= 6
    assert "bad_json" in end.faults[0]


def test_a_bot_that_always_forfeits_is_worse_though_no_board_differs(play):
    end = play("bad", "ana", rule=ConfidenceSequence(), most=60)
    assert (52, Verdict.WORSE, 0) == (
        end.trial.sample.count,
        end.trial.verdict,
        end.trial.sample.spread,
    )
