"""``arena replay``: show a match from its log, or prove the log."""

from pathlib import Path

import click

from arena.cli.options import look_options


@click.command(short_help="Show a match from its log, trick by trick.")
@click.argument("log", metavar="LOG|RUN", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--half", metavar="N", type=click.IntRange(1, 2), help="Only half 1 or 2 (the seats exchanged)."
)
@click.option(
    "--deal",
    metavar="N",
    type=click.IntRange(1),
    help="Only this deal of the half, counted from 1.",
)
@click.option(
    "--trick", metavar="N", type=click.IntRange(1, 10), help="Only this trick of the deal."
)
@click.option(
    "--seat",
    metavar="N|E|S|W",
    type=click.Choice(["N", "E", "S", "W"], case_sensitive=False),
    help="Show only what this seat could see.",
)
@click.option("--verify", is_flag=True, help="Prove the log instead of showing it.")
@click.option(
    "--html",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the match as one page for a browser instead of showing it.",
)
@look_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    log: Path,
    half: int | None,
    deal: int | None,
    trick: int | None,
    seat: str | None,
    verify: bool,
    html: Path | None,
    plain: bool,
    no_color: bool,
) -> None:
    """Show the match in LOG: hands, tricks, points and games, faults, and how long moves took.

    Of a RUN (its directory, or the tournament's file beside it) list the matches with their logs.

    With --verify, feed what happened to a new referee and play every card through the rules again;
    the first line that differs is named, and the exit status is 1.

    With --html, write a page that needs nothing else, not even a network: a card table with all hands,
    steps by key, comments, times and faults. This needs the extra "report".

    \b
    Examples:
      arena replay tournaments/quickstart
      arena replay match.jsonl
      arena replay match.jsonl --half 2 --deal 3 --trick 7
      arena replay match.jsonl --deal 1 --seat N
      arena replay match.jsonl --verify
      arena replay match.jsonl --html match.html
    """
    if log.is_dir() or log.suffix == ".toml":
        if html is not None:
            raise click.UsageError(f"--html shows one match; for the whole run: arena report {log}")
        from arena.cli.show_run import show_matches
        from arena.runner.runs.directory import RunDirectory

        click.echo(show_matches(RunDirectory.find(log)), nl=False)
        return
    from arena.cli.terminal import style_of
    from arena.engine import Seat
    from arena.transcript.reader import read_log
    from arena.transcript.render import Focus, render_match
    from arena.transcript.verify import verify_log

    whole = "--verify proves" if verify else "--html writes" if html is not None else None
    focused = (half, deal, trick, seat) != (None, None, None, None)
    if whole and (focused or (verify and html is not None)):
        others = "no --half, --deal, --trick, --seat, and not both of --verify and --html"
        raise click.UsageError(f"{whole} the whole log: {others}")
    if html is not None:
        from arena.web.viewer import write_replay

        write_replay(read_log(log), html)
        click.echo(f"{html}: open it in a browser", err=True)
        return
    if verify:
        match = verify_log(log)
        click.echo(f"{log}: proved, {match.seal.lines + 1} lines")
        return
    focus = Focus(half, deal, trick, None if seat is None else Seat.parse(seat.upper()))
    style = style_of(ctx, plain=plain, no_color=no_color)
    lines = render_match(read_log(log), focus, style)
    click.echo("\n".join(lines))
