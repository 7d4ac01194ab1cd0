"""Tournament files: what they mean, and how their mistakes are shown."""

from pathlib import Path

import pytest

from arena.engine import PRESETS, Direction, Ruleset, SweepBy
from arena.errors import ConfigError, ConfigErrors
from arena.referee.spec import Clock, Limits, OnFault, Terms, Unit
from arena.tournament.config import EntrantConfig, TournamentConfig, load_config
from arena.tournament.format_keys import Partners

SMALL = """
unit = "board"
boards = 4

[[entrants]]
name = "a"
bot = "a.py"

[[entrants]]
name = "b"
bot = "b.py"
"""


@pytest.fixture
def load(tmp_path):
    """Loads a text as ``cup.toml``, beside bots ``a.py`` and ``b.py``."""
    for name in ("a.py", "b.py"):
        (tmp_path / name).touch()

    def load_text(text, name="cup.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return load_config(path)

    return load_text


@pytest.fixture
def complaints(load, tmp_path):
    """The lines of what is said about a text, the directory taken out."""

    def lines(text, name="cup.toml"):
        with pytest.raises(ConfigErrors) as caught:
            load(text, name)
        assert len(caught.value.errors) == len(str(caught.value).splitlines())
        return str(caught.value).replace(f"{tmp_path}/", "").splitlines()

    return lines


def test_a_small_file_means_the_defaults(load, tmp_path):
    assert TournamentConfig(
        path=tmp_path / "cup.toml",
        name="cup",
        terms=Terms(),
        units=4,
        matches_per_pairing=2,
        rounds=1,
        entrants=(
            EntrantConfig("a", (tmp_path / "a.py", tmp_path / "a.py")),
            EntrantConfig("b", (tmp_path / "b.py", tmp_path / "b.py")),
        ),
        seed=None,
        jobs=None,
    ) == load(SMALL)


def test_every_key_is_taken_over(load, tmp_path):
    text = """
    name = "final"
    unit = "rubber"
    rubbers = 3
    matches_per_pairing = 3
    rounds = 2
    seed = "2A"
    jobs = 2
    on_fault = "substitute"
    max_faults = 5
    show_hands = true
    freeze = true
    rules = {preset = "portugal", games_to_win = 6, deal_direction = "anticlockwise"}
    [clock]
    start_ms = 100
    move_ms = 200
    bank_ms = 300
    [limits]
    memory_mib = 512
    processes = 9
    [[entrants]]
    name = "mixed"
    bots = ["a.py", "b.py"]
    author = "Ana, of Porto"
    [[entrants]]
    name = "b"
    bot = "b.py"
    """
    rules = Ruleset(
        games_to_win=6,
        sweep_by=SweepBy.POINTS,
        deal_direction=Direction.ANTICLOCKWISE,
        table_direction=Direction.ANTICLOCKWISE,
    )
    terms = Terms(
        rules,
        Unit.RUBBER,
        Clock(100, 200, 300),
        OnFault.SUBSTITUTE,
        max_faults=5,
        show_hands=True,
        limits=Limits(memory_mib=512, processes=9),
        freeze=True,
    )
    assert TournamentConfig(
        path=tmp_path / "cup.toml",
        name="final",
        terms=terms,
        units=3,
        matches_per_pairing=3,
        rounds=2,
        entrants=(
            EntrantConfig("mixed", (tmp_path / "a.py", tmp_path / "b.py"), "Ana, of Porto"),
            EntrantConfig("b", (tmp_path / "b.py", tmp_path / "b.py")),
        ),
        seed="2A",
        jobs=2,
    ) == load(text)


def test_a_meeting_is_two_matches_but_of_a_single_board_it_is_one(load):
    assert 2 == load(SMALL).matches_per_pairing or load(SMALL).units < 2
    assert (
        1 == load(SMALL.replace(f"boards = {load(SMALL).units}", "boards = 1")).matches_per_pairing
    )


def test_more_matches_than_boards_are_refused_with_the_way_out(complaints):
    text = "matches_per_pairing = 9\n" + SMALL
    (message,) = complaints(text)
    assert message.startswith("cup.toml:1:1: 9 matches can't share boards = ")
    assert "take boards = 9 or more, or fewer matches" in message


def test_an_author_is_one_line(complaints):
    text = SMALL + 'author = "a\\nb"\n'
    (message,) = complaints(text)
    assert "author must be one line of at most 200 characters" in message


def test_a_preset_alone_gives_its_rules(load):
    assert PRESETS["copag"] == load(SMALL + "[rules]\npreset = 'copag'").terms.rules


def test_all_mistakes_are_shown_at_once_in_their_order(complaints):
    text = """\
unit = "bord"
bords = 4
rounds = 0
jobs = "two"
seed = "xyz"
move_ms = 5
start = true

[rules]
games_to_win = 0
sweep_by = "trick"
double = 90

[clock]
move_ms = 1.5
bank = 7
boards = 3

[[entrants]]
name = "a b"
bot = "a.py"
bots = ["a.py", "b.py"]

[[entrants]]
name = "c"

[[entrants]]
name = "C"
bots = ["a.py"]

[[entrants]]
bot = "aa.py"
colour = "red"
"""
    assert [
        "cup.toml:1:1: unit must be one of \"board\", \"rubber\", not 'bord'; did you mean 'board'?",
        "cup.toml:2:1: unknown key 'bords'; did you mean 'boards'?",
        "cup.toml:3:1: rounds must be a whole number from 1 to 10,000, not 0",
        "cup.toml:4:1: jobs must be a whole number from 1 to 1,024, not 'two'",
        "cup.toml:5:1: a seed is 1 to 32 hexadecimal digits, not 'xyz'",
        "cup.toml:6:1: unknown key 'move_ms'; it belongs in [clock]",
        "cup.toml:7:1: unknown key 'start'",
        "cup.toml:10:1: games_to_win must be from 1 to 99, not 0",
        "cup.toml:11:1: sweep_by must be one of tricks, points, not 'trick'; did you mean 'tricks'?",
        "cup.toml:12:1: unknown rule 'double'; did you mean 'double_above'?",
        "cup.toml:15:1: move_ms must be a whole number from 1 to 3,600,000, not 1.5",
        "cup.toml:16:1: unknown key 'bank'; did you mean 'bank_ms'?",
        "cup.toml:17:1: unknown key 'boards'; it belongs above the first [table]",
        (
            "cup.toml:20:1: name must be 1 to 32 of letters A-Z and a-z, digits, '.', '_' and '-', the first no '.' or '-', "
            "not 'a b'"
        ),
        "cup.toml:22:1: an entrant has bot or bots, not both",
        'cup.toml:24:3: an entrant needs bot = "PATH", or bots = ["PATH", "PATH"] for two partners',
        "cup.toml:28:1: entrant name 'C' is taken: 'c' in line 25",
        "cup.toml:29:1: bots must be a list of two paths, one for each partner, not a list of 1",
        (
            "cup.toml:31:3: missing key 'name' in [entrants]: "
            "1 to 32 of letters A-Z and a-z, digits, '.', '_' and '-', the first no '.' or '-'"
        ),
        "cup.toml:32:1: no bot at 'aa.py'; did you mean 'a.py'?",
        "cup.toml:33:1: unknown key 'colour'",
    ] == complaints(text)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "boards = 4",
            "",
            'cup.toml:2:1: unit = "board" needs boards = N, how many each meeting has',
        ),
        (
            "boards = 4",
            "boards = 4\nrubbers = 2",
            'cup.toml:4:1: rubbers has no meaning with unit = "board"',
        ),
        (
            "boards = 4",
            "boards = true",
            "cup.toml:3:1: boards must be a whole number from 1 to 100,000, not true",
        ),
        (
            'unit = "board"',
            "",
            'cup.toml:1:1: missing key \'unit\': one of "board", "rubber"',
        ),
        (
            'unit = "board"',
            "unit = 1",
            'cup.toml:2:1: unit must be one of "board", "rubber", not 1',
        ),
        (
            "boards = 4",
            "boards = 4\nrules = 1",
            "cup.toml:4:1: rules must be a table of rules, not 1",
        ),
        (
            "boards = 4",
            "boards = 4\nseed = 42",
            "cup.toml:4:1: seed must be a text of 1 to 32 hexadecimal digits, not 42",
        ),
        (
            '"a.py"',
            '""',
            "cup.toml:7:1: bot must be the path of a bot, relative to this file, not ''",
        ),
        ('"a.py"', '"\\u0000"', "cup.toml:7:1: no bot at '\\x00'"),
        ('"a.py"', f'"{"x" * 300}"', f"cup.toml:7:1: no bot at '{'x' * 40}…'"),
        ('"a.py"', '"nowhere/a.py"', "cup.toml:7:1: no bot at 'nowhere/a.py'"),
        ('"a.py"', '"../x/../b.pi"', "cup.toml:7:1: no bot at '../x/../b.pi'"),
        (
            'bot = "a.py"',
            'bots = ["a.py",\n"c.py"]',
            "cup.toml:8:1: no bot at 'c.py'; did you mean 'b.py'?",
        ),
    ],
)
def test_a_mistake_is_shown_at_its_place(complaints, old, new, expected):
    assert [expected] == complaints(SMALL.replace(old, new))


@pytest.mark.parametrize(
    ("entrants", "expected"),
    [
        (
            "entrants = [1, {name = 'b', bot = 'b.py'}]",
            "cup.toml:3:13: entrants must be from 2 to 1,000 tables, each begun by [[entrants]], not 1",
        ),
        (
            "[entrants]",
            (
                "cup.toml:3:2: entrants must be from 2 to 1,000 tables, each begun by [[entrants]], "
                "not a table"
            ),
        ),
        (
            "[[entrants]]\nname = 'b'\nbot = 'b.py'",
            (
                "cup.toml:3:3: entrants must be from 2 to 1,000 tables, each begun by [[entrants]], "
                "not a list of 1"
            ),
        ),
        (
            "",
            "cup.toml:1:1: missing key 'entrants': from 2 to 1,000 tables, each begun by [[entrants]]",
        ),
    ],
)
def test_a_tournament_needs_at_least_two_entrants(complaints, entrants, expected):
    assert [expected] == complaints(f'unit = "board"\nboards = 1\n{entrants}')


def test_a_path_meant_from_the_folder_above_is_suggested_as_such(complaints, tmp_path):
    (tmp_path / "cups").mkdir()
    text = SMALL.replace('"b.py"', '"../b.py"')
    assert [
        "cups/x.toml:7:1: no bot at 'a.py'; paths are relative to this file: did you mean '../a.py'?"
    ] == complaints(text, "cups/x.toml")


def test_a_file_whose_name_cant_be_the_tournaments_needs_a_name(complaints, load):
    assert [
        (
            "my cup.toml:1:1: the file's name can't be the tournament's; give it one: "
            "name = 1 to 32 of letters A-Z and a-z, digits, '.', '_' and '-', the first no '.' or '-'"
        )
    ] == complaints(SMALL, "my cup.toml")
    assert "x" == load("name = 'x'\n" + SMALL, "my cup.toml").name


def test_a_file_that_is_not_there_is_refused():
    with pytest.raises(ConfigErrors, match=r"^nowhere\.toml: can't be read"):
        load_config(Path("nowhere.toml"))


# Formats.

FOUR = (
    SMALL
    + """
[[entrants]]
name = "c"
bot = "a.py"

[[entrants]]
name = "d"
bot = "b.py"
"""
)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("", ("round-robin", 1, None, Partners.FIXED, None)),
        ('format = "gauntlet"', ("gauntlet", 1, "a", Partners.FIXED, None)),
        ('format = "gauntlet"\nchallenger = "c"', ("gauntlet", 1, "c", Partners.FIXED, None)),
        ('format = "swiss"', ("swiss", 2, None, Partners.FIXED, None)),
        ('format = "swiss"\nrounds = 3', ("swiss", 3, None, Partners.FIXED, None)),
        ('pairing = "all"\nrounds = 2', ("round-robin", 2, None, Partners.ALL, None)),
        (
            "until_separated = true\nmax_boards = 24",
            ("round-robin", 1, None, Partners.FIXED, 24),
        ),
    ],
)
def test_a_format_is_asked_for_by_its_keys(load, keys, expected):
    config = load(keys + FOUR)
    assert expected == (
        config.format,
        config.rounds,
        config.challenger,
        config.partners,
        config.max_boards,
    )


@pytest.mark.parametrize(
    ("keys", "expected", "place"),
    [
        (
            'format = "swis"',
            'format must be one of "round-robin", "gauntlet", "swiss", not \'swis\'; did you mean \'swiss\'?',
            1,
        ),
        ("format = 1", 'format must be one of "round-robin", "gauntlet", "swiss", not 1', 1),
        (
            'pairing = "al"',
            "pairing must be one of \"fixed\", \"all\", not 'al'; did you mean 'all'?",
            1,
        ),
        ('challenger = "a"', 'challenger has a meaning only with format = "gauntlet"', 1),
        ("challenger = 1", "challenger must be the name of an entrant, not 1", 1),
        (
            'rounds = 4\nformat = "swiss"',
            'a Swiss of 4 entrants has at most 3 rounds, not 4, for then all have met; take more boards, or format = "round-robin"',
            1,
        ),
        ("max_boards = 9", "max_boards has a meaning only with until_separated = true", 1),
        (
            "max_boards = 0\nuntil_separated = true",
            "max_boards must be a whole number from 1 to 1,000,000,000, not 0",
            1,
        ),
        (
            "until_separated = true",
            "until_separated needs max_boards = N, the most that all matches together may have",
            1,
        ),
        (
            "max_boards = 23\nuntil_separated = true",
            "max_boards must be at least 24, for so many the schedule itself has",
            1,
        ),
        (
            'until_separated = true\nmax_boards = 99\nformat = "swiss"',
            "until_separated needs a round-robin of fixed partners",
            1,
        ),
        (
            'until_separated = true\nmax_boards = 99\npairing = "all"',
            "until_separated needs a round-robin of fixed partners",
            1,
        ),
        (
            'format = "gauntlet"\nchallenger = "dd"',
            "no entrant is named 'dd'; did you mean 'd'?",
            2,
        ),
        (
            'pairing = "all"\nformat = "swiss"',
            'pairing = "all" has a schedule of its own: leave format out',
            2,
        ),
    ],
)
def test_a_mistake_in_the_format_is_shown_at_its_place(complaints, keys, expected, place):
    assert f"cup.toml:{place}:1: {expected}" in complaints(keys + FOUR)


def test_rubbers_cant_be_played_until_separated(complaints):
    text = FOUR.replace('unit = "board"\nboards = 4', 'unit = "rubber"\nrubbers = 1')
    keys = "until_separated = true\nmax_boards = 99"
    assert ['cup.toml:1:1: until_separated needs unit = "board"'] == complaints(keys + text)


def test_mixed_partnerships_are_drawn_from_four_single_bots_at_least(complaints):
    text = 'pairing = "all"' + SMALL.replace('bot = "b.py"', 'bots = ["a.py", "b.py"]')
    assert [
        'cup.toml:1:1: pairing = "all" takes from 4 to 32 entrants, not 2',
        'cup.toml:11:1: with pairing = "all" partners are drawn: an entrant is one bot = "PATH"',
    ] == complaints(text)


def test_mixed_partnerships_are_drawn_from_a_hundred_bots_at_most(complaints):
    entrants = "".join(f"[[entrants]]\nname = 'e{n}'\nbot = 'a.py'\n" for n in range(101))
    text = f'unit = "board"\nboards = 1\npairing = "all"\n{entrants}'
    expected = 'cup.toml:3:1: pairing = "all" takes from 4 to 32 entrants, not 101'
    assert [expected] == complaints(text)


def test_other_mistakes_hide_none_and_cause_none(complaints):
    text = "until_separated = true\nmax_boards = 99" + FOUR.replace("boards = 4", "boards = true")
    assert ["boards must be"] == [line.split(": ")[1][:14] for line in complaints(text)]


@pytest.mark.parametrize(
    "keys",
    [
        'format = "gauntlet"\nchallenger = "late"',
        'format = "swiss"\nrounds = 9',
        'pairing = "all"',
        "until_separated = true\nmax_boards = 1",
    ],
)
def test_what_further_entrants_may_put_right_is_no_mistake_yet(load, tmp_path, keys):
    path = tmp_path / "open.toml"
    path.write_text(keys + SMALL)
    assert load_config(path, growing=True).entrants
    with pytest.raises(ConfigErrors):
        load_config(path)


def test_a_gauntlet_that_nobody_has_entered_has_no_challenger(tmp_path):
    path = tmp_path / "open.toml"
    path.write_text('format = "gauntlet"\nunit = "board"\nboards = 1')
    assert load_config(path, growing=True).challenger is None


def test_what_is_wrong_with_a_bot_is_told_where_the_file_names_it(tmp_path):
    """In order with the file's own mistakes; what has a place of its own, in a manifest, comes after."""
    for name in ("a.py", "b.py", "c.py"):
        (tmp_path / name).touch()
    path = tmp_path / "cup.toml"
    path.write_text(
        'unit = "board"\nboards = 0\n'
        '[[entrants]]\nname = "a"\nbot = "a.py"\n'
        '[[entrants]]\nname = "b"\nbots = ["b.py", "c.py"]\n'
        '[[entrants]]\nname = "d"\nbot = "d.py"\n'
    )
    looked = []

    def look(name: object, slot: int, source: Path) -> list[ConfigError | str]:
        looked.append((name, slot, source.name))
        there = {"a.py": [ConfigError("no", path="a/bot.toml", line=1, column=2)], "d.py": []}
        return there.get(source.name, ["is a trap"])

    with pytest.raises(ConfigErrors) as errors:
        load_config(path, look=look)
    assert [
        "cup.toml:2:1: boards must be a whole number from 1 to 100,000, not 0",
        "cup.toml:8:9: is a trap",
        "cup.toml:8:17: is a trap",
        "a/bot.toml:1:2: no",
    ] == str(errors.value).replace(f"{tmp_path}/", "").splitlines()
    assert [("a", 0, "a.py"), ("b", 0, "b.py"), ("b", 1, "c.py"), ("d", 0, "d.py")] == looked
