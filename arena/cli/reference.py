"""``docs/cli.md``, made of the commands' own help: ``python -m arena.cli.reference > docs/cli.md``."""

from collections.abc import Iterator

import click

from arena.cli.exits import MEANINGS
from arena.cli.group import COMMANDS
from arena.cli.main import main

_WIDTH = 90

_TERMINALS = """\
## Terminals and shells

Tables fit the columns of the terminal, or what `COLUMNS` says; in a narrow one columns are left out, and a line tells so. A dumb
terminal (`TERM=dumb`) gets no colours and no line that is rewritten, and a stream that takes ASCII alone gets plain text.

The shell completes commands, options and their values once it has been told to, in its start-up file:

| shell | line |
|---|---|
| bash 4.4 or later, `~/.bashrc` | `eval "$(_ARENA_COMPLETE=bash_source arena)"` |
| zsh, `~/.zshrc` | `eval "$(_ARENA_COMPLETE=zsh_source arena)"` |
| fish, `~/.config/fish/completions/arena.fish` | `_ARENA_COMPLETE=fish_source arena \\| source` |
"""


def reference() -> str:
    """The whole page."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield "# The `arena` command"
    yield ""
    yield "Made of the commands' own help by `python -m arena.cli.reference > docs/cli.md`."
    yield ""
    yield from _help_block(main, "arena", None)
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None, "COMMANDS and get_command agree"
        yield f"## arena {name}"
        yield ""
        yield from _help_block(command, name, click.Context(main, info_name="arena"))
    yield from _TERMINALS.splitlines()
    yield ""
    yield "## Exit status"
    yield ""
    yield "| status | meaning |"
    yield "|---:|---|"
    for status, meaning in MEANINGS.items():
        yield f"| {int(status)} | {meaning} |"
    yield ""


def _help_block(command: click.Command, name: str, parent: click.Context | None) -> Iterator[str]:
    context = click.Context(
        command, info_name=name, parent=parent, terminal_width=_WIDTH, max_content_width=_WIDTH,
        help_option_names=["-h", "--help"],
    )  # fmt: skip
    yield "```text"
    yield from command.get_help(context).splitlines()
    yield "```"
    yield ""


if __name__ == "__main__":
    click.echo(reference(), nl=False)
