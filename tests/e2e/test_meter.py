"""What a bot uses, measured over all its threads and processes; and that freezing stops them all."""

import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trio

from arena.runner.process import sweep
from arena.runner.process.seat import BotProcess
from arena.sandbox.launch import plan_launch

BURN = """
def burn():
    while True:
        sum(range(10_000))
"""

LONE = BURN + "print('here', flush=True); burn()"
THREAD = (
    BURN
    + """
import threading
threading.Thread(target=burn, daemon=True).start()
print('here', flush=True)
threading.Event().wait()
"""
)
CHILD = (
    BURN
    + """
import os, signal
if os.fork() == 0:
    burn()
print('here', flush=True)
signal.pause()
"""
)
DAEMON = (
    BURN
    + """
import os, signal
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        burn()
    os._exit(0)
os.wait()
print('here', flush=True)
signal.pause()
"""
)
BOTS = {"lone": LONE, "thread": THREAD, "child": CHILD, "daemon": DAEMON}


def watched(folder: Path, program: str, act: Callable[[BotProcess], Awaitable[None]]) -> None:
    """Start a bot, wait for its first word, do something with it, kill and bury it."""
    (folder / "bot.py").write_text(program, encoding="utf-8")

    async def main() -> None:
        sweep.become_subreaper()
        bot = BotProcess.start(plan_launch(("python3", "bot.py"), folder))
        try:
            with trio.fail_after(30):
                await bot.wait_readable()
                assert b"here\n" == bot.read()
                await act(bot)
        finally:
            bot.kill()
            await bot.bury()

    trio.run(main)


async def until_it_used(bot: BotProcess, cpu_us: int) -> None:
    """Wait until it is seen to have used so much since it was marked."""
    while bot.usage().cpu_us < cpu_us:  # noqa: ASYNC110 - nothing tells of CPU time used
        await trio.sleep(0.01)


@pytest.mark.parametrize("kind", BOTS)
def test_all_that_a_bot_has_started_is_measured_and_frozen(tmp_path, kind):
    """A thread, a child, a daemon in a session of its own: none works on while the bot is frozen."""

    async def act(bot: BotProcess) -> None:
        bot.mark()
        await until_it_used(bot, 50_000)
        bot.rest(freeze=True)
        bot.usage()
        bot.rest(freeze=True)  # from here on: it takes some microseconds to stop
        await trio.sleep(0.2)
        bot.mark()
        assert bot.off_turn_us() < 20_000
        bot.wake()
        bot.rest(freeze=False)
        await until_it_used(bot, 50_000)
        bot.mark()
        assert bot.off_turn_us() >= 50_000

    watched(tmp_path, BOTS[kind], act)


def test_a_frozen_bot_can_be_killed_and_its_end_is_seen(tmp_path):
    """By whoever does it: no deadline, shutdown or sweep depends on its running."""

    async def act(bot: BotProcess) -> None:
        bot.rest(freeze=True)
        bot.kill()
        assert -signal.SIGKILL == await bot.wait_exit()

    watched(tmp_path, LONE, act)


def test_waiting_for_a_core_is_measured_in_every_thread(tmp_path):
    """The main thread sleeps; the one that works has only half of a core."""
    program = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n" + THREAD
    both = program.replace("import threading\n", "import threading\nos.fork() or burn()\n")

    async def act(bot: BotProcess) -> None:
        bot.mark()
        began = time.monotonic()
        while bot.usage().delay_us < 50_000:
            assert time.monotonic() < began + 20
            await trio.sleep(0.01)

    watched(tmp_path, both, act)
