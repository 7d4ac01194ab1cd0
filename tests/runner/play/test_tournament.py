"""Tournaments: resumed after anything, the same whatever the order, and never scored twice."""

import hashlib
import json
import os
import re
from pathlib import Path

import pytest

from arena.errors import ConfigError, ConfigErrors, RunError, SubmissionError, TranscriptError
from arena.referee.spec import Unit
from arena.runner.audit.run import audit_run
from arena.runner.play.progress import Progress
from arena.runner.play.tournament import (
    Begun,
    RunOptions,
    plan_tournament,
    run_tournament,
    settle_seed,
)
from arena.runner.runs.decisions import disqualify, withdraw
from arena.runner.runs.directory import RunDirectory
from arena.transcript.ledger import (
    EndEntry,
    Ledger,
    MatchEntry,
    SessionEntry,
    VoidEntry,
    WithdrawEntry,
    read_ledger,
)

SEED = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def play(office):
    """Plays a tournament on paper with a fixed seed, and keeps what was told of it."""

    def run(path, told=None, **options):
        options = RunOptions(**{"seed": SEED, "jobs": 1} | options)
        return run_tournament(path, options, (told if told is not None else []).append)

    return run


def standings(end):
    return (end.directory / "standings.json").read_bytes()


def test_a_tournament_is_played_to_its_end_and_its_seed_published(play, contest, office):
    end = play(contest())
    assert 3 == len(office.tries)
    assert (3, False) == (end.standings.scored, end.interrupted)
    assert SEED == end.seed
    assert EndEntry(seed=SEED) == read_ledger(end.directory / "ledger.jsonl")[-1]
    assert 3 == json.loads(standings(end))["matches"]["scored"]
    assert "# Standings of cup" in (end.directory / "standings.md").read_text()


def test_the_run_directory_is_the_files_name_without_toml_unless_another_is_named(
    play, contest, tmp_path
):
    assert tmp_path / "cup" == play(contest()).directory
    assert tmp_path / "else" == play(contest(), out=tmp_path / "else").directory


def test_what_is_told_begins_with_the_plan_and_ends_with_all_legs(play, contest):
    told = []
    play(contest(boards=2), told)
    begun, *rest = told
    assert isinstance(begun, Begun)
    assert (3, 0, 1, False) == (begun.matches, begun.done, begun.jobs, begun.short_seed)
    assert (3, 3, 12, 12) == (
        rest[-1].matches_done,
        rest[-1].matches,
        rest[-1].legs_done,
        rest[-1].legs,
    )


def test_a_finished_run_has_nothing_left_to_play(play, contest, office):
    path = contest()
    first = standings(play(path))
    again = play(path)
    assert 3 == len(office.tries)
    assert (SEED, first) == (again.seed, standings(again))


@pytest.mark.parametrize("played", range(6))
def test_an_interrupted_run_goes_on_to_the_same_standings(play, contest, office, tmp_path, played):
    path = contest(rounds=2)
    whole = standings(play(path, out=tmp_path / "whole"))
    office.tries.clear()
    office.signal_after = played
    end = play(path)
    assert (True, played, None) == (end.interrupted, end.standings.scored, end.seed)
    office.signal_after = None
    end = play(path)
    assert (False, whole) == (end.interrupted, standings(end))
    assert 6 == len(office.tries)


def test_a_run_goes_on_with_the_seed_that_it_began_with(play, contest, office):
    path = contest()
    office.signal_after = 1
    play(path, seed=None)
    seed = (path.with_suffix("") / "seed").read_text().strip()
    office.signal_after = None
    assert seed == play(path, seed=None).seed


def test_a_run_begun_by_another_process_meanwhile_keeps_its_seed(play, contest):
    path = contest()
    plan = plan_tournament(path, RunOptions())
    play(path)
    assert (None, SEED) == (plan.seed, settle_seed(plan).hex())


def test_another_seed_is_another_run(play, contest):
    path = contest()
    play(path)
    with pytest.raises(RunError, match=r"seed_commitment: \w{12} in the run, now \w{12}"):
        play(path, seed="2a")


def test_a_run_whose_seed_is_gone_asks_for_it(play, contest, office):
    path = contest()
    office.signal_after = 1
    play(path)
    (path.with_suffix("") / "seed").unlink()
    with pytest.raises(RunError, match="is gone; give the run's seed with --seed"):
        play(path, seed=None)
    office.signal_after = None
    assert SEED == play(path).seed


@pytest.mark.parametrize("how", ["changed", "trapped", "gone"])
def test_a_run_goes_on_with_the_copies_that_it_has_whatever_became_of_the_sources(
    play, contest, office, tmp_path, how
):
    """And says so."""
    path = contest(rounds=2)
    whole = standings(play(path, out=tmp_path / "whole"))
    office.signal_after = len(office.tries) + 2
    play(path)
    source = tmp_path / "rui.py"
    source.unlink()
    if how == "changed":
        source.write_text("# improved\n")
    elif how == "trapped":
        source.symlink_to("/etc/passwd")
    office.signal_after = None
    told = []
    assert whole == standings(play(path, told))
    assert [(source,)] == [event.changed for event in told if isinstance(event, Begun)]


def test_a_changed_bot_of_which_the_run_has_no_true_copy_is_another_contest(
    play, contest, tmp_path
):
    path = contest()
    play(path)
    spoil(path.with_suffix(""), "rui")
    (tmp_path / "rui.py").write_text("# improved\n")
    with pytest.raises(RunError, match=r"entrants 'rui': sha256: \[\w{12}, \w{12}\] in the run"):
        play(path)


def test_mistakes_of_the_file_and_of_its_bots_are_told_at_once_each_at_its_place(contest, tmp_path):
    """Where the file names a bot that can't be taken, and in a manifest where that is wrong."""
    path = contest(rounds=0)
    (tmp_path / "ana.py").unlink()
    (tmp_path / "ana.py").symlink_to("/etc/passwd")
    (tmp_path / "rui.py").unlink()
    (tmp_path / "eva.py").unlink()
    (tmp_path / "eva.py").mkdir()
    (tmp_path / "eva.py" / "bot.toml").write_text('name = "x"\nrun = ["../ana.py"]\n')
    with pytest.raises(ConfigErrors) as errors:
        plan_tournament(path, RunOptions())
    rounds, ana, rui, eva = str(errors.value).replace(f"{tmp_path}/", "").splitlines()
    assert rounds.startswith("cup.toml:3:1: rounds must be a whole number from 1")
    assert "is a symbolic link; put a copy in its place" in ana
    line = path.read_text().splitlines().index('bot = "ana.py"') + 1
    assert ana.startswith(f"cup.toml:{line}:1: ")
    assert f"cup.toml:{line + 3}:1: no bot at 'rui.py'" == rui
    assert "eva.py/bot.toml:2:8: run names '../ana.py', which isn't in the bot's folder" == eva


def test_a_match_sealed_but_not_entered_is_entered_not_played_again(play, contest, office):
    path = contest()
    end = play(path)
    whole = standings(end)
    ledger = end.directory / "ledger.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    as_if_cut(ledger, b"".join(lines[:2]))
    office.tries.clear()
    assert whole == standings(play(path))
    assert [] == office.tries


def test_a_sealed_log_that_isnt_the_truth_is_played_again(play, contest, office):
    path = contest()
    end = play(path)
    whole = standings(end)
    ledger = end.directory / "ledger.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    as_if_cut(ledger, b"".join(lines[:2]))
    first, second, third = (Path(job.log_path) for job in office.tries)
    second.write_bytes(second.read_bytes() + b"{}\n")
    third.write_bytes(first.read_bytes())
    office.tries.clear()
    assert whole == standings(play(path))
    assert [second, third] == [Path(job.log_path) for job in office.tries]


def test_a_torn_last_line_of_the_ledger_costs_only_its_match(play, contest, office):
    path = contest()
    end = play(path)
    whole = standings(end)
    ledger = end.directory / "ledger.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    as_if_cut(ledger, b"".join(lines[:4]), lines[4][:40])
    (end.directory / "matches" / "stray.jsonl.part").write_text("torn")
    assert whole == standings(play(path))
    assert lines == ledger.read_bytes().splitlines(keepends=True)
    assert [] == list(end.directory.glob("**/*.part"))


def test_a_ledger_of_another_run_is_refused(play, contest, tmp_path):
    path = contest()
    mine, other = play(path), play(path, out=tmp_path / "other", seed="2a")
    (mine.directory / "ledger.jsonl").write_bytes((other.directory / "ledger.jsonl").read_bytes())
    with pytest.raises(RunError, match=r"ledger\.sha256 is of another or a longer ledger"):
        play(path)
    note = other.directory / "ledger.sha256"
    (mine.directory / "ledger.sha256").write_bytes(note.read_bytes())
    with pytest.raises(RunError, match="isn't the ledger of the run"):
        play(path)


def test_a_void_match_is_reported_not_scored_and_tried_again_by_the_next_run(play, contest, office):
    path = contest()
    office.void = {1, 2, 3}
    end = play(path)
    assert (2, 1, None) == (end.standings.scored, len(end.standings.void), end.seed)
    void = [
        entry
        for entry in read_ledger(end.directory / "ledger.jsonl")
        if isinstance(entry, VoidEntry)
    ]
    assert [("out of luck", 3)] == [(entry.reason, entry.attempts) for entry in void]
    assert 0o600 == (end.directory / "seed").stat().st_mode & 0o777
    end = play(path)
    assert (3, (), SEED) == (end.standings.scored, end.standings.void, end.seed)


def test_the_ledger_tells_which_attempt_at_a_match_counts(play, contest, office):
    office.void = {2}
    end = play(contest())
    played = [
        it for it in read_ledger(end.directory / "ledger.jsonl") if isinstance(it, MatchEntry)
    ]
    assert [1, 2, 1] == [entry.attempt for entry in played]


def test_three_void_matches_in_a_row_stop_the_run(play, contest, office):
    office.void = set(range(1, 10))
    path = contest(rounds=2)
    with pytest.raises(RunError, match="3 matches in a row could not be played: out of luck"):
        play(path)
    assert 9 == len(office.tries)
    assert 6 == play(path).standings.scored


def test_an_entrant_whose_matches_are_all_void_does_not_stop_the_others(play, contest, office):
    """One that kills what plays it, say: its matches are reported, all others are played."""
    office.jinxed = {"ana"}
    path = contest("ana rui eva ivo bia")
    end = play(path)
    assert (6, 4) == (end.standings.scored, len(end.standings.void))
    end = play(path)
    assert (6, 4) == (end.standings.scored, len(end.standings.void))


def test_a_host_that_is_broken_for_all_is_not_tried_for_ever(play, contest, office):
    """Though one entrant is in the first of the void matches."""
    office.void = set(range(1, 1000))
    with pytest.raises(RunError, match=r"\d matches in a row could not be played"):
        play(contest("ana rui eva ivo bia"))
    assert len(office.tries) <= 3 * 5


def test_a_disk_that_is_full_for_a_worker_stops_the_run_and_makes_nothing_void(
    play, contest, office
):
    """Each finished match is kept, and the same command plays the rest."""
    office.full = {3}
    path = contest(rounds=2)
    with pytest.raises(
        RunError, match=r"No space left on device: .*\.part\. No finished match is lost"
    ):
        play(path)
    entries = read_ledger(path.with_suffix("") / "ledger.jsonl")
    assert 2 == sum(isinstance(entry, MatchEntry) for entry in entries)
    assert [] == [entry for entry in entries if isinstance(entry, VoidEntry)]
    assert 6 == play(path).standings.scored


def test_a_full_disk_stops_the_run_and_a_roomier_one_goes_on(play, contest, monkeypatch):
    path = contest(rounds=2)

    def full(self, entry):
        if isinstance(entry, MatchEntry) and len(list(self.entries())) > 2:
            raise OSError(28, "No space left on device", "ledger.jsonl")
        append(self, entry)

    with monkeypatch.context() as patch:
        append = Ledger.append
        patch.setattr(Ledger, "append", full)
        with pytest.raises(RunError, match=r"No space left on device: ledger\.jsonl"):
            play(path)
    assert 6 == play(path).standings.scored


def test_an_error_that_names_no_file_is_told_with_the_run(play, contest, monkeypatch):
    path = contest()

    def full(self, entry):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Ledger, "append", full)
    with pytest.raises(RunError, match=r"No space left on device: .*/cup\. No finished match"):
        play(path)


def test_a_log_changed_after_its_seal_stops_the_run(play, contest, office):
    office.spoils = True
    with pytest.raises(RunError, match="was changed after it was sealed"):
        play(contest())


def test_the_plan_names_the_bots_by_content_and_writes_nothing(contest, tmp_path):
    path = contest()
    before = sorted(tmp_path.rglob("*"))
    plan = plan_tournament(path, RunOptions())
    assert ["ana", "rui", "eva"] == [entrant.name for entrant in plan.entrants]
    assert 3 == len({entrant.bots[0].sha256 for entrant in plan.entrants})
    assert (None, Unit.BOARD) == (plan.seed, plan.config.terms.unit)
    assert before == sorted(tmp_path.rglob("*"))


def test_what_is_wrong_with_all_bots_is_said_at_once(contest, tmp_path):
    path = contest()
    for name in ("ana", "rui"):
        (tmp_path / f"{name}.py").unlink()
        (tmp_path / f"{name}.py").mkdir()
        (tmp_path / f"{name}.py" / "bot.toml").write_text('name = "x"\n')
    with pytest.raises(ConfigErrors) as errors:
        plan_tournament(path, RunOptions())
    assert 2 == len(errors.value.errors)
    (tmp_path / "eva.py").unlink()
    (tmp_path / "eva.py").mkdir()
    with pytest.raises(SubmissionError) as error:
        plan_tournament(path, RunOptions())
    assert "eva.py has no bot.toml" in str(error.value)
    assert re.search(r"cup\.toml:\d+:1: .*eva\.py has no bot\.toml", str(error.value))
    assert "missing key 'run'" in str(error.value)


def spoil(run, name):
    """Change a frozen bot, as another bot might; returns its folder."""
    file = next((run / "bots").glob(f"*/{name}.py"))
    file.chmod(0o644)
    file.write_text("# resigns\n")
    return file.parent


def test_a_bot_that_was_changed_behind_the_arenas_back_is_not_scored(play, contest, office):
    path = contest()
    run = path.with_suffix("")

    class Spoiling(list):
        def append(self, event):
            if isinstance(event, Begun):
                spoil(run, "rui")

    with pytest.raises(RunError, match="the frozen copy of bot 'rui', was changed"):
        play(path, Spoiling())
    rui = [job for job in office.tries if "rui" in {it.name for it in job.spec.entrants}]
    entries = read_ledger(run / "ledger.jsonl")
    scored = {it.match_id for it in entries if isinstance(it, MatchEntry)}
    assert rui[0].spec.match_id not in scored
    again = len(office.tries)
    assert 3 == play(path).standings.scored
    assert rui[0].spec.match_id in {job.spec.match_id for job in office.tries[again:]}
    assert "# rui\n" == next((run / "bots").glob("*/rui.py")).read_text()


@pytest.mark.parametrize("lost", [True, False])
def test_a_log_that_was_lost_or_cut_stops_the_run_with_the_way_out(play, contest, office, lost):
    path = contest()
    office.signal_after = 2
    run = play(path).directory
    log = Path(office.tries[0].log_path)
    data = log.read_bytes()
    log.unlink()
    if not lost:
        log.write_bytes(data[:-1])
    said = "is missing" if lost else rf"has {len(data) - 1:,} bytes instead of {len(data):,}"
    with pytest.raises(
        RunError, match=rf"{log.name} {said}, though .*; restore the log from a copy"
    ):
        play(path)
    log.unlink(missing_ok=True)
    log.write_bytes(data)
    office.signal_after = None
    assert 3 == play(path).standings.scored
    assert run.is_dir()


def test_a_damaged_ledger_names_the_way_out_and_it_leads_there(play, contest, office):
    path = contest()
    end = play(path)
    ledger = end.directory / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b'"attempt":1', b'"attempt":7', 1))
    with pytest.raises(TranscriptError, match=r":4: .* move the ledger away and give the command"):
        play(path)
    ledger.rename(end.directory / "old")
    with pytest.raises(RunError, match="with --accept-loss, and the ledger will tell so"):
        play(path)
    assert 3 == play(path, accept_loss=True).standings.scored
    assert 3 == len(office.tries)
    assert 3 == play(path).standings.scored
    audit = audit_run(RunDirectory(end.directory), lambda _done, _of: None, 1)
    assert ((), 1) == (audit.problems, audit.losses)


def as_if_cut(ledger, whole, torn=b""):
    """A ledger as a kill leaves it: some whole lines, whose hash is noted, and a part of one more."""
    ledger.write_bytes(whole + torn)
    noted = hashlib.sha256(whole).hexdigest()
    ledger.with_name("ledger.sha256").write_text(f"{noted}  ledger.jsonl\n")


@pytest.mark.parametrize("lines", [0, 1, 2, 3])
@pytest.mark.parametrize("note", ["there", "gone", "damaged"])
def test_a_ledger_that_has_lost_lines_is_not_written_on(play, contest, office, lines, note):
    """Whatever writes it: the command that plays, and every decision. Nothing is changed by the try."""
    path = contest()
    office.signal_after = 2
    play(path)
    run = RunDirectory(path.with_suffix(""))
    disqualify(run, "ana", "two accounts")
    kept = run.ledger.read_bytes().splitlines(keepends=True)[: -1 - lines]
    run.ledger.write_bytes(b"".join(kept))
    if note == "gone":
        run.ledger_hash.unlink()
    elif note == "damaged":
        run.ledger_hash.write_text("nonsense\n")
    before = {it: it.read_bytes() for it in run.path.iterdir() if it.is_file()}
    office.signal_after = None
    for write in (lambda: play(path), lambda: withdraw(run, "rui", "tired")):
        with pytest.raises(RunError, match=r"has \d whole lines?,.*Lost, as .*: ana disqualified"):
            write()
    assert before == {it: it.read_bytes() for it in run.path.iterdir() if it.is_file()}
    end = play(path, accept_loss=True)
    assert {} == end.standings.disqualified
    audit = audit_run(run, lambda _done, _of: None, 1)
    assert () == audit.problems
    assert 1 == audit.losses
    assert end.standings == play(path).standings


def test_the_last_line_without_its_end_is_torn_only_if_nobody_noted_it(play, contest):
    """A line is noted once it is on disk: what was noted can't be torn by a kill."""
    path = contest()
    end = play(path)
    run = RunDirectory(end.directory)
    disqualify(run, "ana", "two accounts")
    os.truncate(run.ledger, run.ledger.stat().st_size - 1)
    with pytest.raises(RunError, match="ana disqualified"):
        play(path)


def test_a_run_that_is_renamed_while_it_is_played_is_not_played_on(play, contest, office):
    path = contest()
    place, away = path.with_suffix(""), path.with_name("away")

    class Mover(list):
        def append(self, event):
            if isinstance(event, Progress) and event.matches_done == 3 and place.exists():
                place.rename(away)

    with pytest.raises(RunError, match="renamed or exchanged"):
        play(path, Mover([0]))
    assert not place.exists()
    away.rename(place)
    assert 3 == play(path).standings.scored
    assert () == audit_run(RunDirectory(place), lambda _done, _of: None, 1).problems


def test_a_run_through_git_keeps_its_bytes_and_converted_line_ends_are_named(play, contest):
    end = play(contest())
    run = RunDirectory(end.directory)
    assert "* -text\n" == run.attributes.read_text()

    def converted(file):
        kept = file.read_bytes()
        file.chmod(0o644)
        file.write_bytes(kept.replace(b"\n", b"\r\n"))
        found = audit_run(run, lambda _done, _of: None, 1).problems
        file.write_bytes(kept)
        return found

    log = next(run.matches.glob("*.jsonl"))
    for file in (run.ledger, log):
        assert any("converted the file's line ends" in text for text in converted(file))
    assert f"{run.record}: its line ends were converted since the run began" in converted(
        run.record
    )
    assert () == audit_run(run, lambda _done, _of: None, 1).problems


@pytest.mark.parametrize("wrong", [b"2a\n", b"\xff\n"])
def test_a_wrong_seed_file_is_put_right_by_the_right_seed(play, contest, wrong):
    path = contest()
    file = play(path).directory / "seed"
    file.write_bytes(wrong)
    assert SEED == play(path).seed
    assert f"{SEED}\n" == file.read_text()


@pytest.mark.parametrize("in_file", [True, False])
def test_an_empty_seed_is_no_seed_left_out(contest, in_file):
    options = RunOptions(seed=None if in_file else "")
    with pytest.raises((ConfigError, ConfigErrors), match="seed"):
        plan_tournament(contest(**({"seed": ""} if in_file else {})), options)


TOO_MANY = 4_096
"""More than this or any other test machine has."""


def test_more_matches_at_a_time_than_cores_are_refused(contest):
    """Whether the command says it or the file, which is then named with line and column."""
    wanted = f"{TOO_MANY} matches at a time, but .* for them: .*--force"
    with pytest.raises(ConfigErrors, match=f"^--jobs: {wanted}"):
        plan_tournament(contest(), RunOptions(jobs=TOO_MANY))
    with pytest.raises(ConfigErrors, match=r"cup\.toml:3:1: 1024 matches at a time, but"):
        plan_tournament(contest(jobs=1_024), RunOptions())


def test_the_commands_own_number_of_matches_at_a_time_is_what_counts(contest):
    """A file made for a larger machine does for a smaller one."""
    assert 1 == plan_tournament(contest(jobs=1_024), RunOptions(jobs=1)).jobs


def test_more_matches_at_a_time_than_cores_can_be_forced_and_stand_in_the_ledger(play, contest):
    """For all to see: the table says that it isn't a ranking."""
    end = play(contest(), jobs=TOO_MANY, force=True)
    sessions = [
        entry
        for entry in read_ledger(end.directory / "ledger.jsonl")
        if isinstance(entry, SessionEntry)
    ]
    assert [(TOO_MANY, True)] == [(entry.jobs, entry.oversubscribed) for entry in sessions]


def test_nobody_is_told_of_who_did_nothing_off_turn(play, contest):
    """As bots on paper."""
    assert () == play(contest()).off_turn


# Formats.

FORMATS = {
    "gauntlet": ("ana rui eva leo", {"format": "gauntlet", "challenger": "eva"}, 3),
    "swiss": ("ana rui eva leo ida", {"format": "swiss", "rounds": 4}, 8),
    "mixed": ("ana rui eva leo ida", {"pairing": "all"}, 5),
    "separated": ("ana rui eva", {"until_separated": True, "max_boards": 12}, 6),
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_goes_on_to_the_same_standings_whenever_it_was_interrupted(
    play, contest, office, tmp_path, name
):
    entrants, settings, matches = FORMATS[name]
    path = contest(entrants, boards=2, **settings)
    end = play(path, out=tmp_path / "whole")
    whole = standings(end)
    assert (matches, SEED) == (end.standings.scored, end.seed)
    for played in range(1, matches):
        office.tries.clear()
        office.signal_after = played
        assert play(path, out=tmp_path / f"run{played}").interrupted
        office.signal_after = None
        assert whole == standings(play(path, out=tmp_path / f"run{played}"))
        assert matches == len(office.tries)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_comes_to_the_same_standings_with_several_matches_at_a_time(
    play, contest, tmp_path, monkeypatch, name
):
    monkeypatch.setattr("arena.runner.play.tournament.cores", lambda: 4)
    entrants, settings, _ = FORMATS[name]
    path = contest(entrants, boards=2, **settings)
    whole = standings(play(path, out=tmp_path / "one"))
    assert whole == standings(play(path, out=tmp_path / "many", jobs=4))


def test_a_void_match_of_a_swiss_holds_nobody_up_and_is_tried_again_later(play, contest, office):
    path = contest("ana rui eva leo", format="swiss", rounds=3)
    office.void = {1, 2, 3}
    end = play(path)
    assert (5, 6, None) == (end.standings.scored, end.standings.contest.planned, end.seed)
    end = play(path)
    assert (6, SEED) == (end.standings.scored, end.seed)


def test_partners_of_mixed_partnerships_are_the_bots_of_both_entrants(play, contest, office):
    end = play(contest("ana rui eva leo", pairing="all", require_sandbox="off"))
    assert {"ana", "rui", "eva", "leo"} == {each.name for each in end.standings.individuals}
    assert "off" == end.standings.contest.require_sandbox
    assert 3 == len(office.tries)
    for job in office.tries:
        for entrant in job.spec.entrants:
            assert entrant.name.split("+") == [bot.name for bot in entrant.bots]


def test_who_withdraws_between_two_sessions_plays_no_more(play, contest, office):
    path = contest("ana rui eva leo")
    office.signal_after = 2
    run = play(path).directory
    office.signal_after = None
    with Ledger(run / "ledger.jsonl", lambda _entry: None) as ledger:
        ledger.append(WithdrawEntry(entrant="ana", reason="ill"))
    met = sum("ana" in {it.name for it in job.spec.entrants} for job in office.tries)
    end = play(path)
    assert (3 + met, 3 + met, SEED) == (
        end.standings.scored,
        end.standings.contest.planned,
        end.seed,
    )


def test_forty_entrants_in_swiss_resumed_again_and_again_end_as_if_never_interrupted(
    play, contest, office, tmp_path, monkeypatch
):
    monkeypatch.setattr("arena.runner.play.tournament.cores", lambda: 3)
    path = contest(" ".join(f"e{n}" for n in range(40)), boards=1, format="swiss", rounds=3)
    whole = standings(play(path, out=tmp_path / "whole", jobs=3))
    for stop in (1, 19, 20, 21, 50):
        office.signal_after = 60 + stop
        assert play(path, out=tmp_path / "cut", jobs=3).interrupted
    office.signal_after = None
    end = play(path, out=tmp_path / "cut")
    assert (60, whole) == (end.standings.scored, standings(end))


@pytest.mark.parametrize("settings", [{"format": "swiss"}, {"format": "gauntlet"}, {}], ids=str)
def test_who_comes_after_a_run_began_is_left_out_of_it_and_changes_nothing(
    play, contest, office, settings
):
    """Not the rounds that follow from the number of entrants either, nor who the challenger is; its bot isn't even looked at."""
    path = contest("ana rui eva leo", **settings)
    whole = standings(play(path, out=path.with_name("whole")))
    office.signal_after = len(office.tries) + 1
    play(path)
    office.signal_after = None
    text = path.read_text()
    first = text.index("[[entrants]]")
    late = '[[entrants]]\nname = "bia"\nbot = "gone.py"\n'
    path.write_text(text[:first] + late + text[first:])
    told = []
    assert whole == standings(play(path, told))
    assert [("bia",)] == [event.late for event in told if isinstance(event, Begun)]
    with pytest.raises(SubmissionError, match=r"no bot at 'gone\.py'"):
        play(path, out=path.with_name("next"))
