"""Each command as its users meet it: what goes where, and with which exit status."""

import json
from pathlib import Path

import pytest

from arena.cli.show_run import show_off_turn
from arena.runner.play.tournament import RunEnd
from arena.transcript.work import Work

SEED = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def cup(office, contest, arena):
    """A tournament of three that was played."""
    contest()
    assert 0 == arena("tournament", "cup.toml", "--seed", SEED, "--jobs", 1).status
    return "cup"


@pytest.fixture
def log(cup, tmp_path):
    """The first match's log."""
    return min((tmp_path / cup / "matches").iterdir())


def test_a_tournament_prints_standings_on_stdout_and_all_else_on_stderr(office, contest, arena):
    contest()
    said = arena("tournament", "cup.toml", "--seed", SEED, "--jobs", 1)
    assert 0 == said.status
    assert said.out.startswith("cup: 3 of 3 matches\n\n#    entrant ")
    assert """\
cup: 3 matches, 1 at a time
seed commitment 3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9
sandbox off: bots run as you, and can read and change all that you can
all in cup/; to check it: arena verify cup
to publish, so that nothing can be changed any more: HASH
as pages for a browser: arena report cup
""" == said.err.replace(_hash_of("cup"), "HASH")


def _hash_of(run):
    return Path(run, "ledger.sha256").read_text().split()[0]


def test_the_hash_that_is_printed_is_what_verify_expects(office, contest, arena):
    contest()
    arena("tournament", "cup.toml")
    noted = _hash_of("cup")
    for expected in (noted, noted[:16], noted.upper()):
        assert 0 == arena("verify", "cup", "--expect", expected).status
    said = arena("verify", "cup", "--expect", "0123456789abcdef")
    assert 1 == said.status
    assert "isn't the ledger whose hash was published (0123456789abcdef)" in said.err
    assert 2 == arena("verify", "cup", "--expect", "short").status
    arena("disqualify", "cup", "ana", "--reason", "two accounts")
    said = arena("verify", "cup", "--expect", noted)
    assert 0 == said.status
    assert "2 came later" in said.err
    assert "1 decision after the end: disqualified ana (2" in said.out.splitlines()[0]


def test_a_tournament_names_its_next_steps_as_a_shell_takes_them(office, contest, arena):
    contest()
    said = arena("tournament", "cup.toml", "--out", "my run")
    steps = said.err.splitlines()[-3:]
    assert "all in my run/; to check it: arena verify 'my run'" == steps[0]
    assert "as pages for a browser: arena report 'my run'" == steps[2]


def test_a_tournament_prints_json_when_asked(office, contest, arena):
    contest()
    said = arena("tournament", "cup.toml", "--seed", "2a", "--json")
    assert 3 == json.loads(said.out)["matches"]["scored"]
    assert "the seed is short: fit for tests" in said.err


def test_an_interrupted_tournament_says_how_to_go_on_and_does(office, contest, arena):
    contest()
    office.signal_after = 1
    said = arena("tournament", "cup.toml", "--jobs", 1)
    assert (130, "") == (said.status, said.out)
    assert (
        "interrupted after 1 of 3 matches; the same command goes on with the rest"
        == said.err.splitlines()[-1]
    )
    office.signal_after = None
    said = arena("tournament", "cup.toml", "--jobs", 1)
    assert 0 == said.status
    assert "1 of them was played before" in said.err


def test_a_tournament_with_void_matches_ends_in_a_status_of_its_own(office, contest, arena):
    contest()
    office.void = {1, 2, 3}
    said = arena("tournament", "cup.toml", "--jobs", 1)
    assert 4 == said.status
    assert "cup: 2 of 3 matches; void" in said.out
    assert "Error: not all matches could be played: " in said.err


def test_a_dry_run_shows_the_schedule_and_plays_nothing(office, contest, arena, tmp_path):
    contest(unit="rubber", rubbers=2)
    said = arena("tournament", "cup.toml", "--dry-run", "--jobs", 1, "--seed", "2a")
    assert (0, "", []) == (said.status, said.err, office.tries)
    *_, workload = said.out.split("\n\n")
    assert (
        """\
match    first N-S    first E-W    rubbers
-------  -----------  -----------  -------------------
1        rui          eva          2 from board 0 on
2        eva          ana          2 from board 202 on
3        ana          rui          2 from board 404 on"""
        in said.out
    )
    assert (
        """\
3 matches, about 51 deals, 1 at a time
about 2 s with bots that answer at once, 34 min if all use up all of their time
run directory: cup
the seed is short: fit for tests, but a bot could guess it and know all cards
"""
        == workload
    )
    assert not (tmp_path / "cup").exists()


def test_the_boards_of_a_meeting_are_shared_by_its_matches(office, contest, arena):
    file = contest("ana rui", boards=5, matches_per_pairing=2, seed="2a")
    said = arena("tournament", file, "--dry-run")
    assert (
        "1        ana          rui          0-1\n2        ana          rui          2-4" in said.out
    )
    assert "\n2 matches, 10 deals, " in said.out
    assert arena("tournament", file).out.startswith("cup: 2 of 2 matches\n")
    assert "cup: proved; 2 of 2 matches" in arena("verify", "cup").out


def test_a_dry_run_as_json_has_ids_once_the_seed_is_known(office, contest, arena):
    contest()
    plan = json.loads(arena("tournament", "cup.toml", "--dry-run", "--json").out)
    assert [None] * 3 == [match["id"] for match in plan["matches"]]
    assert [0, 1] == plan["matches"][0]["units"]
    plan = json.loads(arena("tournament", "cup.toml", "--dry-run", "--json", "--seed", 7).out)
    assert 3 == len({match["id"] for match in plan["matches"]} - {None})
    assert ["ana", "rui", "eva"] == [entrant["name"] for entrant in plan["entrants"]]
    assert (3, 12) == (plan["workload"]["matches"], plan["workload"]["deals"])


def test_a_dry_run_says_how_far_the_run_is_that_was_begun(office, contest, arena):
    contest()
    office.signal_after = 1
    arena("tournament", "cup.toml", "--seed", SEED, "--jobs", 1)
    said = arena("tournament", "cup.toml", "--dry-run")
    assert (0, "") == (said.status, said.err)
    assert "run directory: cup, where 1 of 3 matches are done and 2 left\n" in said.out
    run = json.loads(arena("tournament", "cup.toml", "--dry-run", "--json").out)["run"]
    assert {"begun": True, "done": 1, "planned": 3, "refused": None} == run
    assert 1 == len(office.tries)


def test_a_dry_run_says_what_would_be_refused(cup, office, contest, arena, tmp_path):
    contest(boards=3)
    played = len(office.tries)
    said = arena("tournament", "cup.toml", "--dry-run")
    assert (4, played) == (said.status, len(office.tries))
    assert "the command would be refused: cup holds a run of something else:" in said.out
    assert "tournament.units: 2 in the run, now 3" in said.out
    contest()
    (tmp_path / "cup" / "ledger.jsonl").write_text("torn\n")
    said = arena("tournament", "cup.toml", "--dry-run")
    assert "the command would be refused: cup/ledger.jsonl:1: isn't a ledger entry" in said.out
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "us.png").touch()
    said = arena("tournament", "cup.toml", "--dry-run", "--out", "photos")
    assert (4, True) == (said.status, "photos isn't a run directory (it holds us.png)" in said.out)
    (tmp_path / "photos" / "us.png").touch()
    said = arena("tournament", "cup.toml", "--dry-run", "--out", "photos/us.png")
    assert "photos/us.png can't be a run directory: a file is in its place" in said.out


def test_a_dry_run_of_a_run_that_is_being_played_says_so(cup, arena, tmp_path):
    from arena.runner.runs.directory import RunDirectory

    with RunDirectory(tmp_path / "cup").locked():
        said = arena("tournament", "cup.toml", "--dry-run")
    assert 4 == said.status
    assert "the command would be refused: cup is being played just now" in said.out


def test_a_dry_run_of_a_swiss_counts_what_isnt_known_yet(office, contest, arena):
    contest("a b c d e", format="swiss")
    said = arena("tournament", "cup.toml", "--dry-run", "--seed", SEED, "--jobs", 1)
    assert "\n... and 4 more\n" in said.out
    assert "6 matches, 24 deals, 1 at a time" in said.out


def test_a_dry_run_until_separated_names_the_cap(office, contest, arena):
    contest(until_separated=True, max_boards=1000)
    said = arena("tournament", "cup.toml", "--dry-run")
    assert (
        "then further matches until neighbours are separated, up to 1,000 boards in all" in said.out
    )


def test_a_dry_run_of_very_many_matches_lists_some_of_them(office, contest, arena):
    contest(rounds=10_000)
    said = arena("tournament", "cup.toml", "--dry-run")
    assert "\n... and 29900 more\n" in said.out
    assert 120 > len(said.out.splitlines())


def test_a_dry_run_of_one_board_names_it_once(office, contest, arena):
    contest(boards=1)
    assert (
        "\n1        rui          eva          0\n"
        in arena("tournament", "cup.toml", "--dry-run").out
    )


def test_all_mistakes_of_a_tournament_are_shown_each_at_its_place(contest, arena):
    path = contest()
    path.write_text(path.read_text() + 'bots = "x"\n[rule]\n')
    said = arena("tournament", "cup.toml")
    assert (2, "") == (said.status, said.out)
    assert 3 == len(said.err.splitlines())
    assert "an entrant has bot or bots, not both" in said.err


@pytest.mark.parametrize("form", ["table", "markdown", "json", "csv"])
def test_standings_are_folded_from_the_ledger_in_every_form(cup, arena, tmp_path, form):
    written = {
        name: (tmp_path / cup / f"standings.{end}").read_text()
        for name, end in (("markdown", "md"), ("json", "json"))
    }
    (tmp_path / cup / "standings.json").unlink()
    (tmp_path / cup / "standings.md").unlink()
    said = arena("standings", cup, "--format", form)
    assert (0, "") == (said.status, said.err)
    assert written.get(form, said.out) == said.out
    assert said.out == arena("standings", "cup.toml", "--format", form).out


def test_standings_can_be_seen_as_they_stood_after_some_matches(cup, arena):
    said = arena("standings", cup, "--after", 2)
    assert said.out.startswith("cup: 2 of 3 matches, as it stood after the first 2\n")
    assert arena("standings", cup).out == arena("standings", cup, "--after", 4).out
    assert 2 == arena("standings", cup, "--after", -1).status


def test_standings_of_a_run_that_has_only_begun_are_empty(cup, arena, tmp_path):
    (tmp_path / cup / "ledger.jsonl").unlink()
    assert "cup: 0 of 3 matches" in arena("standings", cup).out


@pytest.mark.parametrize("command", ["standings", "verify", "replay"])
def test_what_is_no_run_is_told_so(arena, tmp_path, contest, command):
    contest()
    (tmp_path / "photos").mkdir()
    assert (4, "Error: photos isn't a run directory: it has no run.toml\n") == (
        arena(command, "photos").status,
        arena(command, "photos").err,
    )
    assert (
        "Error: cup.toml has no run yet: there is no cup/run.toml; play it with: "
        "arena tournament cup.toml\n"
    ) == arena(command, "cup.toml").err
    assert 2 == arena(command, "nowhere").status


def test_a_run_is_proved(cup, arena):
    said = arena("verify", cup)
    assert (
        0,
        "cup: proved; 3 of 3 matches, boards dealt again from the seed, finished\n",
        "",
    ) == (said.status, said.out, said.err)


def test_what_a_check_had_to_do_without_is_said(cup, arena, tmp_path):
    (tmp_path / cup / "bots").rename(tmp_path / "away")
    said = arena("verify", cup)
    assert (0, "") == (said.status, said.err)
    assert said.out.startswith("cup: proved; 3 of 3 matches, without the frozen bots, boards ")
    (tmp_path / cup / "run.toml").unlink()
    said = arena("verify", cup)
    assert (1, "Error: cup/run.toml can't be read: No such file or directory\n") == (
        said.status,
        said.err,
    )
    assert said.out.startswith("cup: 1 problem; 3 matches, without ")


def test_a_run_that_isnt_true_ends_in_status_1_with_every_problem_named(cup, arena, tmp_path, log):
    log.write_bytes(log.read_bytes().replace(b'"wall_us":1000', b'"wall_us":1001', 1))
    (tmp_path / cup / "standings.json").write_text("{}")
    said = arena("verify", cup)
    assert 1 == said.status
    assert (
        "cup: 2 problems; 3 of 3 matches, boards dealt again from the seed, finished\n" == said.out
    )
    first, second = said.err.splitlines()
    assert first.startswith(f"Error: {log.relative_to(tmp_path)}:")
    assert "Error: cup/standings.json: isn't what the ledger comes to" == second


@pytest.mark.parametrize("command", [["verify"], ["replay", "--verify"]])
def test_a_log_is_proved_or_the_first_wrong_line_named(log, arena, command):
    said = arena(*command, log)
    assert (0, "") == (said.status, said.err)
    assert f"{log.name}: proved, " in said.out
    lines = log.read_bytes().splitlines(keepends=True)
    lines[9] = lines[9].replace(b'"wall_us":1000', b'"wall_us":1002')
    log.write_bytes(b"".join(lines))
    said = arena(*command, log)
    assert (1, "") == (said.status, said.out)
    assert f"{log.name}:10: " in said.err


def test_replay_shows_the_match_and_goes_to_a_trick(log, arena):
    assert "Half 2" in arena("replay", log).out
    said = arena("replay", log, "--half", 2, "--deal", 2, "--trick", 3)
    assert (0, "") == (said.status, said.err)
    assert "Half 1" not in said.out
    assert "Before trick 3" in said.out


def test_replay_shows_one_seat_what_it_could_see(log, arena):
    said = arena("replay", log, "--deal", 1, "--seat", "n")
    assert 3 == said.out.count("(10 cards)")


def test_replay_refuses_what_the_match_hasnt(log, arena):
    said = arena("replay", log, "--deal", 99)
    assert (2, "") == (said.status, said.out)
    assert "'99' is not a deal of half 1" in said.err


def test_replay_colours_only_when_it_may(log, arena, monkeypatch):
    assert "\x1b[" not in arena("replay", log, "--deal", 1).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in arena("replay", log, "--deal", 1).out
    assert "\x1b[" not in arena("replay", log, "--deal", 1, "--no-color").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in arena("replay", log, "--deal", 1).out


def test_replay_is_ascii_when_asked_or_when_nothing_else_can_be_shown(log, arena, monkeypatch):
    assert "♠" in arena("replay", log, "--deal", 1).out
    assert arena("replay", log, "--deal", 1, "--ascii").out.isascii()
    assert arena("replay", log, "--deal", 1, charset="latin-1").out.isascii()


def test_replay_of_a_run_lists_its_matches(cup, arena):
    said = arena("replay", cup)
    assert (0, "") == (said.status, said.err)
    assert 3 == said.out.count("cup/matches/")
    assert said.out == arena("replay", "cup.toml").out


def test_a_quick_match_prints_who_did_better_and_the_seed(office, contest, arena):
    contest()
    said = arena("play", "--sandbox", "off", "ana.py", "rui.py", "--boards", 2, "--seed", "2a")
    assert (0, "sandbox off: bots run as you, and can read and change all that you can\n") == (
        said.status,
        said.err,
    )
    assert said.out.startswith("quick: 1 of 1 matches\n\n#    entrant ")
    assert said.out.endswith("\nseed 2a\n")
    assert "against each" not in said.out
    assert (
        said.out
        == arena("play", "--sandbox", "off", "ana.py", "rui.py", "--boards", 2, "--seed", "2a").out
    )


def test_a_quick_match_as_json_has_its_id_and_seed(office, contest, arena):
    contest()
    result = json.loads(
        arena("play", "--sandbox", "off", "ana.py", "rui.py", "--rubbers", 1, "--json").out
    )
    assert ("rubber", 32) == (result["unit"], len(result["seed"]))
    assert office.tries[0].spec.match_id == result["match_id"]


def test_a_quick_match_takes_its_terms_from_options(office, contest, arena):
    contest()
    arena(
        "play", "ana.py", "--start-ms", 1, "--move-ms", 2, "--bank-ms", 3, "--rules", "portugal"
    )  # fmt: skip
    (job,) = office.tries
    clock, rules = job.spec.terms.clock, job.spec.terms.rules
    assert (1, 2, 3, "points") == (clock.start_ms, clock.move_ms, clock.bank_ms, rules.sweep_by)
    assert 10 == len(job.spec.units)


def test_a_quick_matchs_log_can_be_kept_and_replayed(office, contest, arena):
    contest()
    assert (
        0
        == arena(
            "play", "--sandbox", "off", "ana.py", "rui.py", "--boards", 1, "--log", "m.jsonl"
        ).status
    )
    assert 0 == arena("replay", "m.jsonl").status


def test_a_quick_match_shows_its_faults_on_stderr(office, contest, arena):
    contest("bad ana")
    said = arena("play", "bad.py", "ana.py", "--boards", 1)
    assert 0 == said.status
    assert "bad at N: bad_json" in said.err or "bad at S: bad_json" in said.err
    assert "its stderr:" in said.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "Missing argument 'BOTS...'"),
        (["nobody.py"], "Path 'nobody.py' does not exist."),
        (["ana.py"] * 5, "a table has four seats, not 5"),
        (["ana.py", "--boards", 1, "--rubbers", 1], "of --boards or of --rubbers, not of both"),
        (["ana.py", "--boards", 0], "0 is not in the range"),
        (["ana.py", "--seed", "xyz"], "a seed is 1 to 32 hexadecimal digits, not 'xyz'"),
        (["ana.py", "--rules", "bridge"], "preset must be one of seed, portugal, copag"),
        (["ana.py", "--log", "."], "File '.' is a directory."),
        (["ana.py", "--sprt", "0.1,0"], "'0.1,0' isn't T0,T1: two numbers, the smaller"),
        (
            ["ana.py", "--sprt", "1"],
            "'1' isn't T0,T1: two numbers, the smaller one first",
        ),
        (["ana.py", "--sprt", "-11,0.1"], "'-11,0.1' isn't T0,T1: two numbers"),
        (["ana.py", "--sprt", "0,nan"], "'0,nan' isn't T0,T1: two numbers"),
        (["ana.py", "--sprt", "0,1", "--until-separated"], "by --until-separated, not by both"),
        (["ana.py", "--until-separated", "--boards", 9], "settle when to stop: leave them out"),
        (["ana.py", "--margin", 1], "--margin has a meaning only with --until-separated"),
        (["ana.py", "--jobs", 1], "--jobs has a meaning only with --sprt or --until-separated"),
        (["ana.py", "--max-boards", 99], "--max-boards has a meaning only with --sprt or"),
        (["ana.py", "--sprt", "0,1", "--max-boards", 49], "49 is not in the range"),
        (["ana.py", "--sprt", "0,1", "--jobs", 9999], "--jobs 9999 is more than this machine's"),
    ],
)
def test_a_quick_match_that_cant_be_is_a_usage_error(office, contest, arena, words, complaint):
    contest()
    said = arena("play", *words)
    assert (2, "", []) == (said.status, said.out, office.tries)
    assert complaint in said.err


def test_a_match_of_boards_says_what_it_proves_in_words(office, contest, arena):
    contest("bad ana")
    said = arena("play", "bad.py", "ana.py", "--boards", 2, "--seed", "2a").out
    assert (
        "\nana is better in this match: +4.00 games a deal, 95 % 2.92..5.08, after 2 boards\n\nseed 2a\n"
        in said
    )
    result = json.loads(arena("play", "bad.py", "ana.py", "--boards", 2, "--json").out)
    assert result["in_words"].startswith("ana is better in this match: +4.00 games a deal, 95 % ")
    rubbers = json.loads(arena("play", "bad.py", "ana.py", "--rubbers", 1, "--json").out)
    assert "in_words" not in rubbers
    many = arena("play", "bad.py", "ana.py", "--boards", 50).out
    assert (
        "\nana is better in this match: +4.000 games a deal, 95 % 3.980..4.020, after 50 boards\n"
        in many
    )


def test_a_match_without_a_settled_length_ends_with_a_verdict_in_words(office, contest, arena):
    contest("bad ana")
    said = arena("play", "bad.py", "ana.py", "--until-separated", "--seed", "2a", "--log", "logs")
    assert (
        0,
        "ana is better: +4.000 games a deal, 95 % 3.978..4.022, after 60 boards\n\nseed 2a\n",
    ) == (
        said.status,
        said.out,
    )
    assert "its stderr:" in said.err
    assert 0 == arena("replay", "logs/00001.jsonl").status


def test_a_sequential_test_can_come_to_its_cap_and_be_read_as_json(office, contest, arena):
    contest()
    said = arena("play", "ana.py", "rui.py", "--sprt", "0,0.01", "--max-boards", 50, "--json")
    found = json.loads(said.out)
    assert (0, "undecided", 50, False) == (
        said.status,
        found["verdict"],
        found["boards"],
        found["interrupted"],
    )
    low, high = found["interval_95"]
    assert low < found["net_games_per_deal"] < high
    assert found["in_words"].startswith("ana and rui can't be told apart: ")


def test_an_interrupted_match_says_what_is_known_so_far(office, contest, arena):
    contest()
    office.signal_after = 1
    said = arena("play", "ana.py", "rui.py", "--until-separated", "--jobs", 1)
    assert 130 == said.status
    assert said.out.startswith("interrupted; so far ana and rui can't be told apart: ")


def test_submitting_says_where_the_bot_went(office, contest, arena, tmp_path):
    contest()
    (tmp_path / "eva2.py").write_text("# better\n")
    said = arena("submit", "eva2.py", "--to", "cup.toml")
    assert (0, "") == (said.status, said.err)
    assert said.out.startswith("eva2 is in cup.toml: cup.bots/eva2 (SHA-256 ")


def test_submitting_to_a_run_that_has_begun_says_so(cup, arena, tmp_path):
    (tmp_path / "eva2.py").write_text("# better\n")
    said = arena("submit", "eva2.py", "--to", "cup.toml", "--name", "late")
    assert 0 == said.status
    assert "has begun, and goes on without it; this one plays in the next" in said.err


def test_a_refused_bot_has_a_status_of_its_own(office, contest, arena, tmp_path):
    contest()
    (tmp_path / "bad.py").write_text("# bad\n")
    said = arena("submit", "bad.py", "--to", "cup.toml")
    assert (3, "") == (said.status, said.out)
    assert said.err.startswith("Error: bad.py isn't accepted: it failed its trial against itself\n")


def test_bots_are_listed_as_a_table_or_as_json(contest, arena):
    contest("ana rui")
    said = arena("bots", ".")
    assert (0, "") == (said.status, said.err)
    assert 4 == len(said.out.splitlines())
    listed = json.loads(arena("bots", ".", "--json").out)
    assert [["ana", "ana.py"], ["rui", "rui.py"]] == [[it["name"], it["path"]] for it in listed]


def test_bots_are_looked_for_in_the_usual_places(contest, arena, tmp_path):
    for folder in ("example_bots", "tournaments/cup.bots/rui"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "example_bots" / "ana.py").write_text("")
    (tmp_path / "tournaments/cup.bots/rui/rui.py").write_text("")
    said = arena("bots", "--json")
    assert ["ana", "rui"] == [it["name"] for it in json.loads(said.out)]


def test_where_there_are_no_bots_that_is_said(arena):
    said = arena("bots", "--json")
    assert (0, "[]\n", "there are no bots\n") == (said.status, said.out, said.err)


def test_a_bot_that_cant_be_taken_is_named_beside_those_that_can(contest, arena, tmp_path):
    contest("ana")
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "bot.toml").write_text("")
    said = arena("bots", ".")
    assert 3 == said.status
    assert "ana" in said.out
    assert "Error: x/bot.toml:1:1: missing key 'name'" in said.err


def test_submitted_bots_are_found_in_their_folder(office, contest, arena, tmp_path):
    contest()
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(f"# {name}\n")
        arena("submit", f"{name}.py", "--to", "cup.toml")
    listed = json.loads(arena("bots", "cup.bots", "--json").out)
    assert ["one", "two"] == [it["name"] for it in listed]


def test_a_new_bot_is_made_and_what_comes_next_is_said(arena, tmp_path):
    said = arena("new-bot", "ana", "--lang", "sh", "--dir", "bots")
    assert (
        0,
        "bots/ana is a bot in sh; bots/ana/README.md says more\n",
        "to check it: arena check bots/ana\n",
    ) == (said.status, said.out, said.err)
    said = arena("new-bot", "ana", "--lang", "sh", "--dir", "bots")
    assert (3, "") == (said.status, said.out)
    assert "bots/ana is there already" in said.err


def test_bots_that_worked_off_turn_are_told_of_with_the_remedy(tmp_path):
    """After the standings."""
    work = Work(80, 2_000_000, 1_800_000)
    end = RunEnd(tmp_path, None, interrupted=False, seed="2a", off_turn=(("rui", work),))
    (note,) = show_off_turn(end)
    assert "rui worked off turn: 1.8 s of CPU off turn, beside 2.0 s in 80 turns" in note
    assert "freeze = true" in note


def test_a_run_and_its_plan_tell_of_bots_that_are_no_longer_what_was_frozen(cup, arena, tmp_path):
    """It is the copy that plays."""
    (tmp_path / "rui.py").write_text("# improved\n")
    for options in ((), ("--dry-run",)):
        said = arena("tournament", "cup.toml", "--jobs", 1, *options)
        assert 0 == said.status
        text = said.out + said.err
        assert 1 == text.count("rui.py isn't what it was when the run began")


@pytest.mark.parametrize("place", [".", "/", ".."])
def test_a_folder_is_no_tournaments_file(arena, place):
    said = arena("tournament", place)
    assert (2, True) == (said.status, "can't be read: Is a directory" in said.err)


def test_a_plan_says_what_more_boards_would_settle(office, contest, arena):
    arena("tournament", contest("ana rui bad", boards=4))
    said = arena("standings", "cup", "--plan").out
    assert "beats it" in said
    assert "separated" in said
    document = json.loads(arena("standings", "cup", "--plan", "--format", "json").out)
    assert 3 == len(document["pairs"])
    refused = arena("standings", "cup", "--plan", "--format", "csv")
    assert (2, True) == (refused.status, "not as csv" in refused.err)
    assert "nothing to plan from" in arena("standings", "cup", "--plan", "--after", 0).out


def test_entrants_of_one_author_count_for_nobody_against_each_other(office, contest, arena):
    file = contest("ana rui bad", boards=4)
    text = file.read_text().replace('name = "ana"', 'name = "ana"\nauthor = "Eve"')
    file.write_text(text.replace('name = "bad"', 'name = "bad"\nauthor = "Eve"'))
    arena("tournament", file)
    document = json.loads(arena("standings", "cup", "--format", "json").out)
    counts = {(it["entrant"], it["against"]): it["counts"] for it in document["head_to_head"]}
    assert (False, True) == (counts["ana", "bad"], counts["ana", "rui"])
    assert "proved" in arena("verify", "cup").out


def test_a_plan_of_a_swiss_compares_it_with_a_round_robin(office, contest, arena):
    swiss = contest("ana rui eva zoe", boards=40, format="swiss", rounds=2)
    said = arena("tournament", swiss, "--dry-run").out
    assert "with this format, " in said
    assert "a round-robin of 26 boards a meeting, which costs as much" in said
    few = contest("ana rui eva zoe", name="few", boards=1, format="swiss", rounds=1)
    assert "too few boards a meeting" in arena("tournament", few, "--dry-run").out
    plain = contest("ana rui eva zoe", name="plain")
    assert "tau" not in arena("tournament", plain, "--dry-run").out
