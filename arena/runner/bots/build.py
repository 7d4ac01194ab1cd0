"""A bot's build step: run once, isolated as the bot is, with a time limit, leaving no process behind."""

import os
import signal
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import trio

from arena.errors import BotStartError
from arena.runner.files.removal import discard_if_possible
from arena.runner.process import sweep
from arena.runner.process.child import Child
from arena.runner.process.confined import start_confined
from arena.runner.process.interrupts import ending_signals
from arena.runner.process.stderr import StderrBuffer
from arena.sandbox.confine import give_away
from arena.sandbox.launch import LaunchPlan
from arena.transcript.escapes import safe_text

BUILD_SECONDS: Final = 300.0
"""A C bot takes a second, a large one of Rust with its dependencies some minutes."""

SHOWN_LINES: Final = 40
"""How much of a failed build's output is shown: its end, where the errors are."""


def run_build(name: str, plan: LaunchPlan, limit_s: float = BUILD_SECONDS) -> None:
    """Run the build step of bot ``name``. Raises BotStartError, with its output, if it fails.

    Raises KeyboardInterrupt when a signal ends it. No process is left either way.
    """
    trio.run(_run, name, plan, limit_s)


async def _run(name: str, plan: LaunchPlan, limit_s: float) -> None:
    output = StderrBuffer()
    # A KeyboardInterrupt of Python's own could come between the start of a child and any ``finally``.
    with trio.open_signal_receiver(*ending_signals()) as signals:
        status = await _build(plan, output, signals, limit_s)
    if status is None:
        how = f"took more than {limit_s:.0f} s"
    elif status == 0:
        return
    else:
        how = f"ended by {signal.Signals(-status).name}" if status < 0 else f"ended with {status}"
    raise BotStartError(f"bot {name!r} can't be built: its build step {how}{_show(output)}")


async def _build(
    plan: LaunchPlan, output: StderrBuffer, signals: AsyncIterator[int], limit_s: float
) -> int | None:
    """The exit status; None if the time was up first. Raises KeyboardInterrupt at a signal."""
    sweep.become_subreaper()
    spare = frozenset(it.pid for it in sweep.strangers(sweep.relatives_now()))
    home = Path(tempfile.mkdtemp(prefix="sueca-build-"))
    try:
        child = start_confined(plan, home)
        try:
            return await _wait(child, output, signals, limit_s)
        finally:
            with trio.CancelScope(shield=True):
                child.signal_group(signal.SIGKILL)
                await child.wait_exit()
                child.reap()
                await sweep.sweep_strangers(spare)
    finally:
        if os.geteuid() == 0:  # another user may have built it
            give_away(plan.cwd, 0)
        discard_if_possible(home)


async def _wait(
    child: Child, output: StderrBuffer, signals: AsyncIterator[int], limit_s: float
) -> int | None:
    child.close_stdin()
    status: int | None = None
    interrupted = trio.Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_await_signal, signals, interrupted, nursery.cancel_scope)
        for pipe in (child.stdout, child.stderr):
            nursery.start_soon(output.drain, pipe)
        with trio.move_on_after(limit_s):
            status = await child.wait_exit()
        nursery.cancel_scope.cancel()
    if interrupted.is_set():
        raise KeyboardInterrupt
    for pipe in (child.stdout, child.stderr):
        output.read_now(pipe)
    return status


async def _await_signal(
    signals: AsyncIterator[int], interrupted: trio.Event, scope: trio.CancelScope
) -> None:
    await anext(signals)
    interrupted.set()
    scope.cancel()


def _show(output: StderrBuffer) -> str:
    lines = output.kept.decode("utf-8", "replace").rstrip().split("\n")[-SHOWN_LINES:]
    shown = "".join(f"\n  {safe_text(line.expandtabs())}" for line in lines if line.strip())
    return f":{shown}" if shown else " and printed nothing"
