"""What several commands have in common."""

import click
import pytest

from arena.cli.main import main
from arena.cli.options import CLOCK
from arena.tournament.config import ClockKeys


@pytest.mark.parametrize("key", CLOCK)
def test_the_clock_s_options_have_the_range_and_the_default_of_a_tournament_s_file(key):
    lowest, highest, usual, _ = CLOCK[key]
    assert usual == getattr(ClockKeys(), key)
    for ms in (lowest, highest):
        ClockKeys.model_validate({key: ms})
    for ms in (lowest - 1, highest + 1):
        with pytest.raises(ValueError, match=key):
            ClockKeys.model_validate({key: ms})


def test_every_key_of_the_clock_has_its_option():
    assert set(ClockKeys.model_fields) == set(CLOCK)


def test_an_option_that_several_commands_have_is_of_one_kind_in_all():
    """A flag here isn't a value there, and a file isn't a folder."""
    shared = {}
    context = click.Context(main)
    for name in main.list_commands(context):
        for option in main.get_command(context, name).params:
            if isinstance(option, click.Option):
                shared.setdefault(option.opts[0], {})[name] = (option.is_flag, option.metavar)
    for key in ("--json", "--ascii", "--no-color", "--sandbox", "--require-sandbox", "--move-ms"):
        assert len(shared[key]) > 1
        assert 1 == len(set(shared[key].values())), shared[key]
