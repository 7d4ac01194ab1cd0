"""Quick matches: who sits where, what is kept, and how they end early."""

import os
from pathlib import Path

import pytest

from arena.errors import BotStartError, ConfigError, RunError
from arena.referee.spec import Terms, Unit
from arena.runner.play.incidents import describe_faults
from arena.runner.play.quickplay import QuickMatch, play_quick, seat_bots


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def bot(tmp_path):
    def make(name):
        path = tmp_path / f"{name}.py"
        path.write_text(f"# {name}\n")
        return path

    return make


@pytest.fixture
def play(office, bot):
    def run(*names, told=None, log=None, terms=None):
        sources = seat_bots(tuple(bot(name) for name in names))
        quick = QuickMatch(sources, terms or Terms(), 2, "2a", log)
        return play_quick(quick, (told if told is not None else lambda *_: None), print)

    return run


@pytest.mark.parametrize(
    ("given", "seated"), [("a", "aaaa"), ("ab", "abab"), ("abc", "abcb"), ("abcd", "abcd")]
)
def test_seats_are_filled_with_the_partners_twin(given, seated):
    assert tuple(map(Path, seated)) == seat_bots(tuple(map(Path, given)))


def test_partners_sit_opposite_and_change_seats_with_the_others_in_half_2(play):
    match = play("a", "b", "c", "d")
    first, second = match.spec.halves
    names = [
        [match.spec.entrants[place.entrant].bots[place.bot].name for place in half.seating]
        for half in (first, second)
    ]
    assert [["a", "b", "c", "d"], ["b", "a", "d", "c"]] == names


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("ana rui", ["ana", "rui"]),
        ("ana", ["ana-1", "ana-2"]),
        ("a b c d", ["a-c", "b-d"]),
        ("a b b a", ["a-b", "b-a"]),
        (f"{'x' * 32}", [f"{'x' * 30}-1", f"{'x' * 30}-2"]),
        (f"{'x' * 20} a {'y' * 20} a", [f"{'x' * 20}-{'y' * 11}", "a"]),
    ],
)
def test_partnerships_are_named_after_their_bots(play, given, names):
    assert names == [entrant.name for entrant in play(*given.split()).spec.entrants]


def test_the_same_seed_plays_the_same_match(play):
    assert play("a", "b").outcome == play("a", "b").outcome


def test_only_the_log_that_was_asked_for_is_left(play, tmp_path, monkeypatch):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    log = tmp_path / "logs" / "match.jsonl"
    log.parent.mkdir()
    assert log == play("a", "b", log=log).path
    assert [log] == list(log.parent.iterdir())
    assert [] == names_in(scratch)


def test_a_match_log_may_be_written_over_but_nothing_else(play, tmp_path):
    log = tmp_path / "match.jsonl"
    play("a", "b", log=log)
    play("a", "c", log=log)
    thesis = tmp_path / "thesis.tex"
    thesis.write_text("x")
    os.mkfifo(tmp_path / "pipe")
    for endless in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(RunError, match="isn't a match log; it is left alone"):
            play("a", "b", log=endless)
    with pytest.raises(RunError, match="isn't a match log; it is left alone"):
        play("a", "b", log=thesis)
    assert "x" == thesis.read_text()


def test_a_place_where_no_log_can_be_is_refused_before_anything_is_played(play, office, tmp_path):
    with pytest.raises(RunError, match="can't be written: File name too long: "):
        play("a", "b", log=tmp_path / ("x" * 252))
    assert [] == office.tries


def test_a_log_in_a_folder_that_isnt_there_is_refused_before_any_bot_is_looked_at(tmp_path):
    log = tmp_path / "new" / "match.jsonl"
    bots = seat_bots((tmp_path / "no.py",))
    with pytest.raises(ConfigError, match=f"there is no folder {log.parent}$"):
        play_quick(QuickMatch(bots, Terms(), 1, "2a", log), lambda *_: None, print)
    assert [] == names_in(tmp_path)


def test_a_void_match_is_an_error_of_the_host(play, office):
    office.void = {1, 2, 3}
    with pytest.raises(RunError, match="the match could not be played: out of luck"):
        play("a", "b")


def test_a_signal_ends_it_and_leaves_nothing(play, office, tmp_path):
    office.signal_after = 0
    log = tmp_path / "match.jsonl"
    with pytest.raises(KeyboardInterrupt):
        play("a", "b", log=log)
    assert [] == list(tmp_path.glob("match.jsonl*"))


def test_progress_is_counted_in_legs(play):
    told = []
    play("a", "b", told=lambda *progress: told.append(progress))
    assert {4} == {legs for _, legs in told}


def test_a_bot_that_cant_be_started_is_refused(bot, tmp_path):
    source = tmp_path / "tool"
    source.mkdir()
    (source / "bot.toml").write_text('name = "x"\nrun = ["no-such-language"]\n')
    with pytest.raises(BotStartError):
        play_quick(QuickMatch((source,) * 4, Terms(), 1, "2a"), lambda *_: None, print)


def test_the_first_fault_of_each_kind_is_described_with_its_evidence(play):
    described = """\
half 1, deal 1, trick 1: bad at S: bad_json
  JSON, but not an object {...}; the line was '"what?"\\n'
  its stderr:
    Ouch!
     [31m"""
    told = describe_faults(play("bad", "good"), at_most=3)
    assert [described, "... and 3 more"] == told


def test_more_than_a_hint_quotes_is_shown_of_what_a_bot_sent(play):
    told = describe_faults(play("badly", "good"), at_most=3)
    assert f'\n  it sent: "{"what? " * 20}"\n' in told[0]


def test_rubbers_can_be_played_as_well(play):
    match = play("a", "b", terms=Terms(unit=Unit.RUBBER))
    assert 4 == len(match.outcome.rubbers)
