"""The page about the commands says what the commands say."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from arena.cli.group import COMMANDS
from arena.cli.main import main

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def test_the_page_is_current():
    # In a process of its own: click keeps a command's help option as it was first asked for.
    made = subprocess.run(
        [sys.executable, "-m", "arena.cli.reference"], check=True, capture_output=True
    )
    assert PAGE.read_text(encoding="utf-8") == made.stdout.decode(), (
        "run: python -m arena.cli.reference > docs/cli.md"
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_shows_an_example_of_itself_and_explains_its_options(arena, name):
    assert f"  Examples:\n    arena {name}" in arena(name, "--help").out
    command = main.get_command(click.Context(main), name)
    assert all(it.help for it in command.params if isinstance(it, click.Option))


def examples():
    return re.findall(r"^ {4}(arena .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("example", sorted({it for it in examples() if "COMMAND" not in it}))
def test_examples_are_commands_that_can_be_given(example):
    _, name, *words = shlex.split(re.split(r" (?:\||&&) ", example)[0])
    command = main.get_command(click.Context(main), name)
    parser = command.make_parser(click.Context(command))
    values, rest, _ = parser.parse_args(words)
    assert [] == rest
    assert values


def test_modules_of_commands_are_the_ones_listed():
    folder = PAGE.parents[1] / "arena" / "cli"
    commands = {
        path.stem for path in folder.glob("*.py") if "\ndef command(" in path.read_text("utf-8")
    }
    assert {name.replace("-", "_") for name in COMMANDS} == commands
