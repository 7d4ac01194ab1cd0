"""``arena standings``: the standings of a run, from its ledger."""

from pathlib import Path

import click

from arena.cli.options import run_argument


@click.command(short_help="Show the standings of a run.")
@run_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "markdown", "json", "csv"]),
    default="table",
    show_default=True,
    help="How to print them.",
)
@click.option(
    "--after",
    type=click.IntRange(min=0),
    metavar="N",
    help="As they stood after the first N finished matches of the ledger.",
)
@click.option(
    "--plan",
    is_flag=True,
    help="Show instead what more boards would settle, and who would win a match (table or json).",
)
def command(run: Path, form: str, after: int | None, *, plan: bool) -> None:
    """Fold the ledger of RUN into standings and print them, while the run is going on too.

    RUN is a run directory, or the tournament's file beside it. What the figures mean, and which
    places are settled, is explained in docs/standings.md.

    \b
    Examples:
      arena standings tournaments/quickstart
      arena standings tournaments/league.toml --format markdown
      arena standings tournaments/league --after 100
      arena standings tournaments/league --plan
      arena standings tournaments/league --format json | jq -r '.standings[0].entrant'
    """
    from arena.cli.terminal import width
    from arena.runner.runs.directory import RunDirectory
    from arena.runner.runs.record import read_standings
    from arena.tournament.report import show_csv, show_json, show_markdown, show_table

    standings = read_standings(RunDirectory.find(run), after)
    if plan:
        from arena.cli.show_outlook import show_outlook, show_outlook_json

        plans = {"table": show_outlook, "json": show_outlook_json}
        if form not in plans:
            raise click.UsageError(f"--plan is shown as a table or as json, not as {form}")
        click.echo(plans[form](standings), nl=False)
        return
    if form == "table":
        click.echo(show_table(standings, width=width()), nl=False)
        return
    shows = {"markdown": show_markdown, "json": show_json, "csv": show_csv}
    click.echo(shows[form](standings), nl=False)
