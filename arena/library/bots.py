"""Bots as a program gives them: the path of a bot, or a function of its own."""

import functools
import hashlib
import inspect
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from arena.errors import ConfigError
from arena.referee.spec import BotRef
from arena.tournament.config import NAME_PATTERN, NAME_RULE
from protocol.bot import DealEnd, DealStart, View

Choice = str | tuple[str, str | None]
"""A card of ``view.legal``, or a card and a comment for the log."""

Choose = Callable[[View], Choice]
"""Picks a card, as a bot's script does."""

_NO_NAME: Final = "bot"
_LONGEST: Final = 32


@dataclass(frozen=True, slots=True)
class PythonBot:
    """A bot that is a function of this program.

    choose, on_deal and on_deal_end are those of ``protocol.bot.run``: what is written for the one works
    with the other. name: 1 to 32 letters, digits, ".", "_" and "-"; without it, the function's own.
    Raises ConfigError for what can't be such a bot.
    """

    choose: Choose
    name: str = ""
    on_deal: Callable[[DealStart], object] | None = None
    on_deal_end: Callable[[DealEnd], object] | None = None

    def __post_init__(self) -> None:
        for key in ("choose", "on_deal", "on_deal_end"):
            _check_function(key, getattr(self, key))
        if not self.name:
            object.__setattr__(self, "name", _name_of(self.choose))
        elif not re.fullmatch(NAME_PATTERN, self.name):
            raise ConfigError(f"{self.name!r} can't be a bot's name: {NAME_RULE}")

    @property
    def source(self) -> str:
        """The text of ``choose``, or, where Python no longer has it, what it is called.

        What the function reaches beside its own text (weights, other functions) isn't in it.
        """
        try:
            return inspect.getsource(_plain(self.choose))
        except (OSError, TypeError):
            return _qualified_name(self.choose)

    @property
    def ref(self) -> BotRef:
        """What a log calls the bot. The hash is that of ``source``: it tells versions apart, no more."""
        return BotRef(self.name, hashlib.sha256(self.source.encode()).hexdigest())


Bot = str | os.PathLike[str] | Choose | PythonBot
"""A bot: the path of its file or folder, or a function of this program."""

Side = Bot | tuple[Bot, Bot]
"""A partnership: one bot at both of its seats, or two."""


Partners = tuple[PythonBot | Path, PythonBot | Path]
"""The two bots of a side, as they are played: functions, or paths of programs."""


def bot_of(bot: Bot) -> PythonBot | Path:
    """A bot as one of the two things that it can be. Raises ConfigError for anything else."""
    match bot:
        case PythonBot():
            return bot
        case str() | os.PathLike():
            return Path(bot)
        case _ if callable(cast("object", bot)):
            return PythonBot(bot)
        case _:
            raise ConfigError(f"a bot is a path or a function, not {bot!r}")


def functions_of(partners: Partners) -> tuple[PythonBot, PythonBot] | None:
    """Both partners, if both are functions."""
    one, two = partners
    return (one, two) if isinstance(one, PythonBot) and isinstance(two, PythonBot) else None


def partners_of(side: Side) -> Partners:
    """The two bots of a side; the same twice where one is given. Raises ConfigError."""
    if not isinstance(side, tuple):
        bot = bot_of(side)
        return bot, bot
    bots = [bot_of(bot) for bot in cast("tuple[Bot, ...]", side)]
    if len(bots) != 2:  # noqa: PLR2004 - a partnership
        raise ConfigError(f"a side is one bot or a pair of them, not {len(bots)}")
    return bots[0], bots[1]


def _check_function(key: str, function: object) -> None:
    if function is None and key != "choose":
        return
    if isinstance(function, type):
        message = f"{key} is the class {function.__name__}: give a function, or an object of it"
        raise ConfigError(f"{message} that can be called")
    if not callable(function):
        raise ConfigError(f"{key} must be a function, not {function!r}")
    call: object = getattr(type(function), "__call__", None)  # noqa: B004 - an object's own method
    if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(call):
        message = f"{key} is an async function, and a bot's functions are called, not awaited"
        raise ConfigError(message)


def _plain(function: object) -> Callable[..., object]:
    """What has a text: the function behind ``functools.partial`` and decorators; an object's class."""
    while isinstance(function, functools.partial):
        function = cast("functools.partial[object]", function).func
    if inspect.isroutine(function):
        return cast("Callable[..., object]", inspect.unwrap(function))
    return type(function)


def _qualified_name(function: object) -> str:
    plain = _plain(function)
    home = getattr(plain, "__module__", None) or type(plain).__name__  # one made by exec has none
    return f"{home}.{plain.__qualname__}"


def _name_of(function: object) -> str:
    """The function's own name as far as a log can hold it."""
    fit = re.sub(r"[^A-Za-z0-9._-]", "", _plain(function).__name__).lstrip(".-")
    return fit[:_LONGEST] or _NO_NAME
