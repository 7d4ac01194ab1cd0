"""``arena export``: a run as tables for other programs."""

from pathlib import Path

import click

from arena.cli.options import run_argument


@click.command(short_help="Export a run as CSV, Parquet, SQLite or notation.")
@run_argument
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Choice(["csv", "parquet", "notation", "sqlite"]),
    help="What to write; parquet needs the extra of that name.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to. Default: beside RUN, under its name."
)
@click.option("--force", is_flag=True, help="Replace an earlier export of the same kind.")
def command(*, run: Path, target: str, out: Path | None, force: bool) -> None:
    """Write the entrants, standings, matches, deals, plays and faults of RUN as tables.

    With csv and parquet that is a folder with a file for each table, with sqlite one file, and with
    notation a text with one line for each deal. What the columns mean is told in docs/export.md.
    RUN may still be going on: what is in its ledger is exported.

    \b
    Examples:
      arena export tournaments/league --to sqlite
      arena export tournaments/league --to csv --out /tmp/league
      arena export tournaments/league.toml --to parquet --force
    """
    from arena.cli.progress import ProgressLine
    from arena.runner.export.run import Target, export_run
    from arena.runner.runs.directory import RunDirectory

    directory = RunDirectory.find(run)
    with ProgressLine() as line:
        exported = export_run(
            directory,
            Target(target),
            out,
            lambda done, of: line.tell(f"{done} of {of} matches exported"),
            force=force,
        )
    count = exported.matches
    click.echo(f"{exported.path}: {count} match{'' if count == 1 else 'es'}")
