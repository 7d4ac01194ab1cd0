"""The command group: loads commands when asked for, and turns errors into one message each."""

import importlib
import os
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from arena.cli.exits import ExitStatus, status_of
from arena.cli.meant import did_you_mean, meant_by
from arena.errors import ArenaError

COMMANDS: Final[Mapping[str, str]] = {
    "tournament": "arena.cli.tournament",
    "play": "arena.cli.play",
    "examples": "arena.cli.examples",
    "new-bot": "arena.cli.new_bot",
    "check": "arena.cli.check",
    "debug": "arena.cli.debug",
    "submit": "arena.cli.submit",
    "bots": "arena.cli.bots",
    "standings": "arena.cli.standings",
    "report": "arena.cli.report",
    "replay": "arena.cli.replay",
    "verify": "arena.cli.verify",
    "export": "arena.cli.export",
    "disqualify": "arena.cli.disqualify",
    "withdraw": "arena.cli.withdraw",
    "void": "arena.cli.void",
    "doctor": "arena.cli.doctor",
}
"""Each command and the module that holds it as ``command``, in the order of the help."""


class ArenaGroup(click.Group):
    """Commands that are imported when first used; errors end in a message and an exit status."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names of all commands, in the order that the help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return a command; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        command: object = importlib.import_module(COMMANDS[cmd_name]).command
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, as click does; of an unknown one say which may be meant."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"No such command {args[0]!r}.{did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - click's signature
        """Run the whole command line. Every error but click's own becomes a message and a status."""
        _open_missing_streams()
        try:
            return super().main(*args, **kwargs)
        except OSError as error:  # the help itself could not be written
            click.echo(f"Error: {_describe(error)}", err=True)
            sys.exit(ExitStatus.HOST)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command. Every error but click's own becomes a message and ``click.exceptions.Exit``."""
        try:
            return super().invoke(ctx)
        except ArenaError as error:
            status = status_of(error)
            if status is ExitStatus.BUG:
                _end_with_bug(error)
            _end(status, str(error))
        except BrokenPipeError:
            _drop_output()
            raise click.exceptions.Exit(ExitStatus.BROKEN_PIPE) from None
        except (KeyboardInterrupt, click.Abort):
            _end(ExitStatus.INTERRUPTED, "interrupted")
        except OSError as error:
            _end(ExitStatus.HOST, _describe(error))
        except MemoryError:
            _end(ExitStatus.HOST, "there isn't enough memory for that")
        except click.BadParameter as error:
            raise _with_hint(error) from None
        except (click.ClickException, click.exceptions.Exit):
            raise
        except Exception as error:  # noqa: BLE001 - the last resort: a defect must still end cleanly
            _end_with_bug(error)


def _with_hint(error: click.BadParameter) -> click.BadParameter:
    """The same error, which also says what may be meant."""
    if isinstance(error, click.MissingParameter):
        return error
    message = error.message + meant_by(error)
    return click.BadParameter(message, error.ctx, error.param, error.param_hint)


def _open_missing_streams() -> None:
    """Let output that was closed from outside (``2>&-``, a daemon) go nowhere.

    Otherwise the next file to be opened, a ledger even, would get that stream's number.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - for as long as we live
            setattr(sys, name, stream)


def colour_of(environ: Mapping[str, str]) -> bool | None:
    """Whether to colour, by NO_COLOR and FORCE_COLOR; None leaves it to the terminal.

    Either counts when set to anything but nothing (no-color.org, force-color.org); NO_COLOR wins. A dumb terminal
    has no colours.
    """
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return False if is_dumb(environ) else None


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Whether the terminal can do nothing but print lines."""
    return environ.get("TERM") == "dumb"


def _end(status: ExitStatus, message: str) -> NoReturn:
    from arena.transcript.escapes import visible_text

    click.echo(f"Error: {visible_text(message)}", err=True)
    raise click.exceptions.Exit(status) from None


def _end_with_bug(error: BaseException) -> NoReturn:
    click.echo("".join(traceback.format_exception(error)), err=True, nl=False)
    _end(
        ExitStatus.BUG,
        "this is a defect of the arena, not of a bot; please report it with the lines above",
    )


def _describe(error: OSError) -> str:
    """What the system said, without its number: "No space left on device: 'x'"."""
    text = error.strerror or str(error)
    return f"{text}: {error.filename}" if error.filename else text


def _drop_output() -> None:
    """Nobody reads any more: let Python's last flush of stdout go nowhere instead of complaining."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
