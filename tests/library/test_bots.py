"""Which functions can be bots, and what they are called."""

import functools
import hashlib

import pytest

from arena.errors import ConfigError
from arena.library.bots import PythonBot, bot_of, partners_of


def choose(view):
    return view.legal[0]


class Policy:
    def __call__(self, view):
        return view.legal[0]

    def pick(self, view):
        return view.legal[0]


class Waiting:
    async def __call__(self, view):
        return view.legal[0]


async def wait(view):
    return view.legal[0]


@functools.wraps(choose)
def wrapped(view):
    return choose(view)


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (choose, "choose"),
        (lambda view: view.legal[0], "lambda"),
        (Policy(), "Policy"),
        (Policy().pick, "pick"),
        pytest.param(functools.partial(functools.partial(choose)), "choose", id="partial"),
        pytest.param(wrapped, "choose", id="wrapped"),
        (max, "max"),
    ],
)
def test_a_bot_is_called_as_its_function(function, name):
    assert name == PythonBot(function).name


def test_a_name_of_nothing_that_a_log_can_hold_is_replaced():
    def é(view):  # noqa: PLC2401 - a name that no log can hold
        return view.legal[0]

    def a_function_with_a_name_as_long_as_this_one(view):
        return view.legal[0]

    assert "bot" == PythonBot(é).name
    assert (
        "a_function_with_a_name_as_long_a"
        == PythonBot(a_function_with_a_name_as_long_as_this_one).name
    )


@pytest.mark.parametrize("name", ["two words", "-x", "x" * 33, "é"])
def test_a_name_that_no_bot_can_have_is_refused(name):
    with pytest.raises(ConfigError, match="can't be a bot's name: 1 to 32 of letters"):
        PythonBot(choose, name)


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (
            Policy,
            "choose is the class Policy: give a function, or an object of it that can be called",
        ),
        (wait, "choose is an async function, and a bot's functions are called, not awaited"),
        (Waiting(), "choose is an async function"),
        (functools.partial(wait), "choose is an async function"),
        (None, "choose must be a function, not None"),
        (7, "choose must be a function, not 7"),
    ],
)
def test_what_can_not_pick_a_card_is_refused_before_anything_is_played(function, why):
    with pytest.raises(ConfigError, match=why):
        PythonBot(function)


def test_what_else_is_called_is_looked_at_too():
    with pytest.raises(ConfigError, match="on_deal_end is an async function"):
        PythonBot(choose, on_deal_end=wait)


def test_what_is_neither_a_path_nor_a_function_is_no_bot():
    with pytest.raises(ConfigError, match="a bot is a path or a function, not 7"):
        bot_of(7)
    with pytest.raises(ConfigError, match="a side is one bot or a pair of them, not 3"):
        partners_of((choose, choose, choose))


def test_the_hash_tells_versions_of_a_function_apart():
    text = "def choose(view):\n    return view.legal[0]\n"
    assert hashlib.sha256(text.encode()).hexdigest() == PythonBot(choose, "x").ref.sha256
    assert PythonBot(choose).ref != PythonBot(wrapped.__call__).ref
    typed = {}
    exec("def choose(view): return view.legal[0]", typed)
    nameless = PythonBot(typed["choose"]).ref
    assert hashlib.sha256(b"function.choose").hexdigest() == nameless.sha256
