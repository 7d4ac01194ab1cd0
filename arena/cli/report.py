"""``arena report``: a run as pages for a browser."""

from pathlib import Path

import click

from arena.cli.options import run_argument


@click.command(short_help="Write a run as pages for a browser.")
@run_argument
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write; RUN/report if it isn't given.",
)
def command(run: Path, out: Path | None) -> None:
    """Write the report of RUN: standings, a page for each entrant, and a replay of every match.

    RUN is a run directory, or the tournament's file beside it. The report is made of its ledger and
    logs alone, while the run is going on too. Its pages need no network: open index.html, or copy the
    folder to wherever it is to be read. An earlier report in the folder is replaced.

    This needs the extra "report"; without it the command says how to install it.

    \b
    Examples:
      arena report tournaments/quickstart
      arena report tournaments/league.toml --out public/league
    """
    from arena.cli.progress import ProgressLine
    from arena.runner.runs.directory import RunDirectory
    from arena.web.report import write_report

    directory = RunDirectory.find(run)
    with ProgressLine() as line:
        written = write_report(directory, out or directory.path / "report", line.tell)
    click.echo(written.index)
    pages = f"{written.pages} page{'' if written.pages == 1 else 's'}"
    click.echo(f"{pages}, {written.bytes / 1e6:.1f} MB", err=True)
