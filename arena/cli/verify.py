"""``arena verify``: prove a match log, or a whole run."""

import re
from pathlib import Path

import click

from arena.cli.exits import ExitStatus


@click.command(short_help="Prove a match log, or a whole run.")
@click.argument("target", metavar="RUN|LOG", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--jobs", type=click.IntRange(1), help="Processes at most. Default: one for each core."
)
@click.option(
    "--expect",
    metavar="HASH",
    help="The hash that was published of the run's ledger, or its first 16 digits or more.",
)
@click.pass_context
def command(ctx: click.Context, target: Path, jobs: int | None, expect: str | None) -> None:
    """Prove a whole run, or one match log: exit status 1 if anything in it isn't true.

    Of a log: each line's chain value and the seal, every verdict by feeding what happened to a new
    referee, and the outcome. Of a run (its directory, or the tournament's file beside it) besides:
    the ledger and the logs' hashes in it, the schedule, the seed and its commitment, every board
    dealt again from the seed, the frozen bots where they are there, and the standings. A copy of a
    run will do, on any machine. What is only left to be done, or can't be checked yet, is noted.

    \b
    Examples:
      arena verify tournaments/quickstart
      arena verify path/to/run --expect 8d0a3f1c55e2a9b4
      arena verify tournaments/quickstart/matches/98db18b623ef3f229dca2bbb.jsonl
    """
    if expect is not None and not re.fullmatch("[0-9A-Fa-f]{16,64}", expect):
        raise click.UsageError(f"--expect takes 16 to 64 hexadecimal digits, not {expect!r}")
    if target.is_file() and target.suffix != ".toml":
        from arena.transcript.verify import verify_log

        match = verify_log(target)
        click.echo(f"{target}: proved, {match.seal.lines + 1} lines")
        return
    from arena.cli.progress import ProgressLine
    from arena.cli.show_run import show_audit
    from arena.runner.audit.run import audit_run
    from arena.runner.runs.directory import RunDirectory

    directory = RunDirectory.find(target)
    with ProgressLine() as line:
        audit = audit_run(
            directory, lambda done, of: line.tell(f"{done} of {of} matches checked"), jobs, expect
        )
    for note in audit.notes:
        click.echo(f"Note: {note}", err=True)
    for problem in audit.problems:
        click.echo(f"Error: {problem}", err=True)
    click.echo(f"{directory.path}: {show_audit(audit)}")
    if audit.problems:
        ctx.exit(ExitStatus.FAILED)
