"""What ``import arena`` offers, and that it costs nothing until it is used."""

import importlib
import subprocess
import sys

import pytest

import arena

SURFACE = """
    ArenaError Card Clock DealEnd DealStart Match Partnership PlayedDeal PythonBot Ruleset Run Seat StandingsTable
    Suit View engine errors parse_deal play_match
    play_tournament read_match read_run show_deal
"""


def test_the_public_surface_is_this_and_nothing_more():
    """A name that goes, or comes, is a change for users: the changelog tells it."""
    assert SURFACE.split() == sorted(arena.__all__)


@pytest.mark.parametrize("name", SURFACE.split())
def test_every_public_name_is_there_and_says_what_it_is(name):
    value = getattr(importlib.import_module("arena"), name)
    assert value.__doc__
    assert name in dir(arena)


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'arena' has no attribute 'play'"):
        arena.play  # noqa: B018


def test_the_import_alone_loads_nothing_that_the_command_line_would_wait_for():
    program = "import sys, arena; print(*sorted(m for m in sys.modules if m.startswith('arena')))"
    program += "; print({'pydantic', 'trio', 'tabulate', 'asyncio'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "arena\nset()\n" == done.stdout
