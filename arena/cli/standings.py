"""``arena standings``: the standings of a run, from its ledger."""

from pathlib import Path

import click


@click.command(short_help="Show the standings of a run.")
@click.argument("run", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "markdown", "json"]),
    default="table",
    show_default=True,
    help="How to print them.",
)
def command(run: Path, style: str) -> None:
    """Fold the ledger of RUN into standings and print them, while the run is going on too.

    RUN is a run directory, or the tournament's file beside it.

    \b
    Examples:
      arena standings tournaments/quickstart
      arena standings tournaments/league.toml --format markdown
      arena standings tournaments/league --format json | jq -r '.standings[0].entrant'
    """
    from arena.runner.record import read_standings
    from arena.runner.rundir import RunDirectory
    from arena.tournament.report import show_json, show_markdown, show_table

    show = {"table": show_table, "markdown": show_markdown, "json": show_json}[style]
    click.echo(show(read_standings(RunDirectory.find(run))), nl=False)
