"""The ready tournaments, and the document of their format."""

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from arena.engine import PRESETS, Direction, Ruleset, SweepBy, Tie
from arena.referee.spec import Clock, Limits, OnFault, Terms, Unit
from arena.runner.bots.build import BUILD_SECONDS
from arena.tournament.bot_files import MAX_FILES, MAX_TOTAL_MIB
from arena.tournament.config import TABLES, load_config
from arena.tournament.format_keys import Partners
from arena.tournament.formats import FORMATS
from arena.tournament.manifest import ManifestKeys, load_manifest
from arena.tournament.schedule import describe

FOLDER = Path(__file__).parents[2] / "tournaments"
DOCUMENT = (FOLDER / "README.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", DOCUMENT, re.MULTILINE | re.DOTALL))


def documented(section):
    """The keys of a section's table, with what it says of their defaults."""
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", SECTIONS[section], re.MULTILINE)
    return {key: default for key, default, _ in rows}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.name)
def test_every_ready_tournament_loads_with_all_its_bots(path):
    config = load_config(path)
    bots = {bot for entrant in config.entrants for bot in entrant.bots}
    assert all(load_manifest(bot).run for bot in bots)
    assert f"[`{path.name}`]({path.name})" in DOCUMENT


def test_the_quickstart_needs_python_alone_and_less_than_a_minute():
    config = load_config(FOLDER / "quickstart.toml")
    programs = {load_manifest(bot).run[0] for entrant in config.entrants for bot in entrant.bots}
    assert {"python3"} == programs
    assert describe(config, jobs=1).usual_s < 60


def test_the_league_has_every_example_bot_and_mixed_partnerships():
    config = load_config(FOLDER / "league.toml")
    entered = {bot.name for entrant in config.entrants for bot in entrant.bots}
    examples = {
        entry.name
        for entry in (FOLDER.parent / "example_bots").iterdir()
        if entry.suffix == ".py" or (entry / "bot.toml").is_file()
    }
    assert examples == entered
    assert 2 <= sum(entrant.bots[0] != entrant.bots[1] for entrant in config.entrants)


@pytest.mark.parametrize(
    ("section", "keys"),
    [
        (
            "The keys at the top",
            set(TABLES[""].model_fields) - {"rules", "clock", "limits", "entrants"},
        ),
        ("`[clock]`", set(TABLES["clock"].model_fields)),
        ("`[limits]`", set(TABLES["limits"].model_fields)),
        ("`[rules]`", {"preset", *Ruleset().to_mapping()}),
        ("`[[entrants]]`", set(TABLES["entrants"].model_fields)),
        ("`bot.toml`", set(ManifestKeys.model_fields)),
    ],
)
def test_the_document_has_every_key_and_no_other(section, keys):
    assert keys == set(documented(section))


def test_the_documented_defaults_are_true():
    clock, terms = Clock(), Terms()
    assert {
        "start_ms": str(clock.start_ms),
        "move_ms": str(clock.move_ms),
        "bank_ms": str(clock.bank_ms),
    } == documented("`[clock]`")
    limits = {key: str(value) for key, value in asdict(Limits()).items()}
    assert limits == documented("`[limits]`")
    rules = {
        key: f'`"{value}"`' if isinstance(value, str) else str(value)
        for key, value in PRESETS["seed"].to_mapping().items()
    }
    assert {"preset": '`"seed"`', **rules} == documented("`[rules]`")
    top = documented("The keys at the top")
    assert f'`"{terms.on_fault}"`' == top["on_fault"]
    assert str(terms.max_faults) == top["max_faults"]
    assert f"`{str(terms.show_hands).lower()}`" == top["show_hands"]
    assert f"`{str(terms.freeze).lower()}`" == top["freeze"]


def test_the_document_has_every_word_that_a_key_can_be():
    words = {*Unit, *OnFault, *SweepBy, *Tie, *Direction, *PRESETS, *FORMATS, *Partners}
    assert set() == {word for word in words if f'"{word}"' not in DOCUMENT}


def test_the_documented_limits_are_true():
    descriptions = (
        field.description or ""
        for table in TABLES.values()
        for field in table.model_fields.values()
    )
    limits = [
        text.removeprefix("a whole number from ")
        for text in descriptions
        if text.startswith("a whole number from ")
    ]
    assert 15 == len(limits)
    assert [] == [limit for limit in limits if limit not in DOCUMENT]
    assert f"{MAX_FILES:,} files and {MAX_TOTAL_MIB} MiB" in DOCUMENT


def test_the_small_file_in_the_document_loads(tmp_path):
    (text,) = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)
    folder = tmp_path / "tournaments"
    folder.mkdir()
    (tmp_path / "example_bots").symlink_to(FOLDER.parent / "example_bots")
    (folder / "small.toml").write_text(text)
    assert ["careful", "mixed"] == [
        entrant.name for entrant in load_config(folder / "small.toml").entrants
    ]


def test_a_tournament_that_still_grows_needs_no_two_entrants(tmp_path):
    path = tmp_path / "open.toml"
    path.write_text('unit = "board"\nboards = 1\n')
    assert () == load_config(path, growing=True).entrants


def test_the_document_says_how_long_a_build_may_take():
    (row,) = (line for line in DOCUMENT.splitlines() if line.startswith("| `build` |"))
    assert f" {BUILD_SECONDS:.0f} seconds" in row
