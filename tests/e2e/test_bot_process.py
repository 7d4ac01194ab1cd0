"""A bot's process on this host: what it is given, how it is watched, how it ends."""

import json
import os
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trio

from arena.errors import BotStartError
from arena.runner.process import sweep
from arena.runner.process.seat import BotProcess
from arena.sandbox.launch import LaunchPlan, plan_launch


def python(folder: Path, program: str) -> LaunchPlan:
    """A bot that is one Python program."""
    (folder / "bot.py").write_text(program, encoding="utf-8")
    return plan_launch(("python3", "bot.py"), folder)


def with_bot(plan: LaunchPlan, act: Callable[[BotProcess], Awaitable[object]]) -> BotProcess:
    """Start a bot, do something with it, kill and bury it."""

    async def main() -> BotProcess:
        sweep.become_subreaper()
        bot = BotProcess.start(plan)
        try:
            with trio.fail_after(20):
                await act(bot)
        finally:
            bot.kill()
            await bot.bury()
        return bot

    return trio.run(main)


async def read_line(bot: BotProcess) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        await bot.wait_readable()
        line += bot.read() or b""
    return line


def told(plan: LaunchPlan) -> dict:
    """What a bot says in one line of JSON."""
    said = []

    async def listen(bot: BotProcess) -> None:
        said.append(json.loads(await read_line(bot)))

    with_bot(plan, listen)
    return said[0]


def test_a_bot_has_a_clean_environment_and_a_home_of_its_own(tmp_path, monkeypatch):
    """Nothing of the organiser's; its HOME and TMPDIR exist, are private and empty."""
    monkeypatch.setenv("API_TOKEN", "secret")
    program = """
import json, os
home, tmp = os.environ["HOME"], os.environ["TMPDIR"]
print(json.dumps({"env": sorted(os.environ), "cwd": os.getcwd(), "home": home,
    "mode": os.stat(home).st_mode & 0o777, "files": os.listdir(home), "tmp": os.listdir(tmp)}))
"""
    bot = told(python(tmp_path, program))
    fixed = [
        "HOME",
        "JDK_JAVA_OPTIONS",
        "LANG",
        "LC_ALL",
        "PATH",
        "PYTHONDONTWRITEBYTECODE",
        "PYTHONHASHSEED",
        "TMPDIR",
    ]
    assert fixed == [name for name in bot["env"] if name != "LC_CTYPE"]
    assert (str(tmp_path), 0o700, ["tmp"], []) == (
        bot["cwd"], bot["mode"], bot["files"], bot["tmp"]
    )  # fmt: skip
    assert not Path(bot["home"]).exists()


def test_a_bot_leads_a_session_of_its_own_with_three_open_files(tmp_path):
    """No descriptor leaks in, signals have their defaults, and no core is dumped."""
    program = """
import json, os, resource, signal
fds = [fd for fd in range(256) if os.path.exists(f"/proc/self/fd/{fd}")]
print(json.dumps({"fds": fds, "leader": os.getsid(0) == os.getpgid(0) == os.getpid(),
    "core": resource.getrlimit(resource.RLIMIT_CORE),
    "hup": signal.getsignal(signal.SIGHUP) == signal.SIG_DFL}))
"""
    secret = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(secret, True)  # noqa: FBT003 - positional only
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        bot = told(python(tmp_path, program))
    finally:
        signal.signal(signal.SIGHUP, before)
        os.close(secret)
    assert {"fds": [0, 1, 2], "leader": True, "core": [0, 0], "hup": True} == bot


def test_usage_counts_cpu_time_since_the_mark(tmp_path):
    """Burning is seen, waiting isn't."""
    program = """
import sys, time
for line in sys.stdin:
    until = time.process_time() + float(line)
    while time.process_time() < until: pass
    print(flush=True)
"""
    used = []

    async def ask(bot: BotProcess) -> None:
        for seconds in (b"0.2\n", b"0\n"):
            bot.mark()
            bot.write(seconds)
            await read_line(bot)
            used.append(bot.usage().cpu_us)

    with_bot(python(tmp_path, program), ask)
    assert used[0] >= 200_000
    assert used[1] < 100_000


@pytest.mark.parametrize(("program", "status"), [("raise SystemExit(7)", 7), ("{kill}", -9)])
def test_an_exit_is_seen_with_its_status(tmp_path, program, status):
    """Also when a child of it still holds the pipes."""
    statuses = []
    kill = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    spawn = "import subprocess; subprocess.Popen(['sleep', '600'])\n"

    async def wait(bot: BotProcess) -> None:
        statuses.append(await bot.wait_exit())

    with_bot(python(tmp_path, spawn + program.format(kill=kill)), wait)
    assert [status] == statuses


def test_a_bot_that_is_not_read_does_not_block_the_writer(tmp_path):
    """A full pipe takes nothing, and says so."""

    async def fill(bot: BotProcess) -> None:
        written = [bot.write(b"x" * 40_000) for _ in range(3)]
        assert [40_000, 0] == [written[0], written[2]]

    with_bot(python(tmp_path, "import time; time.sleep(600)"), fill)


def test_last_words_on_stderr_are_kept(tmp_path):
    """Also what nobody had drained when it ended."""

    async def wait(bot: BotProcess) -> None:
        await bot.wait_exit()

    bot = with_bot(python(tmp_path, "raise SystemExit('no such opening')"), wait)
    assert b"no such opening\n" == bot.stderr.kept


def test_children_that_hide_are_buried_with_their_parent(tmp_path):
    """A session of its own, no environment, its parent killed: known by having been its child."""
    program = """
import os, subprocess, sys, time
child = subprocess.Popen(["sleep", "600"], env={}, start_new_session=True)
print(child.pid, flush=True)
time.sleep(600)
"""
    pids = []

    async def listen(bot: BotProcess) -> None:
        pids.append(int(await read_line(bot)))

    with_bot(python(tmp_path, program), listen)
    assert not Path(f"/proc/{pids[0]}").exists()


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (("./missing",), "No such file"),
        (("no-such-program",), "No such file"),
        (("./data",), "Permission denied"),
        (("./nonsense",), "Exec format error"),
        (("./orphan",), "No such file"),
    ],
)
def test_a_command_that_cannot_be_run_is_the_bots_fault(tmp_path, argv, why):
    """Not there, not executable, no program, a missing interpreter."""
    (tmp_path / "data").write_text("data", encoding="utf-8")
    for name, content in (("nonsense", "\0\1\2"), ("orphan", "#!/no/such/interpreter\n")):
        (tmp_path / name).write_text(content, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    with pytest.raises(BotStartError, match=why):
        BotProcess.start(plan_launch(argv, tmp_path))


def test_a_folder_that_is_gone_is_the_hosts_fault(tmp_path):
    """Somebody deleted the frozen bots of a run."""
    with pytest.raises(FileNotFoundError):
        BotProcess.start(plan_launch(("python3", "bot.py"), tmp_path / "gone"))


def test_a_host_out_of_descriptors_is_the_hosts_fault(tmp_path):
    """No bot is blamed for a limit that it doesn't know."""
    import resource

    plan = plan_launch(("python3", "-c", ""), tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest = os.dup(0)
    os.close(lowest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest + 2, hard))
    try:
        with pytest.raises(OSError, match="Too many open files"):
            BotProcess.start(plan)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_process_that_cannot_be_watched_is_not_kept(tmp_path, monkeypatch):
    """Started, but then there was no descriptor left for its pidfd: killed, reaped, and its home gone."""

    def refuse(pid: int) -> int:
        refused.append(pid)
        raise OSError(24, "Too many open files")

    refused: list[int] = []
    monkeypatch.setattr(os, "pidfd_open", refuse)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    with pytest.raises(OSError, match="Too many open files"):
        BotProcess.start(python(tmp_path, "import time; time.sleep(600)"))
    assert not Path(f"/proc/{refused[0]}").exists()
    assert [] == list((tmp_path / "scratch").iterdir())


def test_a_kernel_that_does_not_tell_of_delays_counts_none(tmp_path, monkeypatch):
    """Without /proc/PID/schedstat nothing is excused."""

    def refuse(path: str, flags: int) -> int:
        raise FileNotFoundError(path)

    program = "import sys; sys.stdin.readline(); print(flush=True)"
    delays = []

    async def ask(bot: BotProcess) -> None:
        bot.mark()
        bot.write(b"\n")
        await read_line(bot)
        delays.append(bot.usage().delay_us)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        with_bot(python(tmp_path, program), ask)
    assert [0] == delays


def test_python_bots_are_run_by_the_arenas_own_interpreter(tmp_path):
    """Which has the SDK."""
    program = "import json, sys, protocol.bot; print(json.dumps({'python': sys.executable}))"
    assert {"python": sys.executable} == told(python(tmp_path, program))


def test_a_home_that_is_deeper_than_any_path_is_taken_away(tmp_path):
    """The bot went down step by step; whoever cleans up after it must not fall over that."""
    program = """
import os
os.chdir(os.environ["HOME"])
for _ in range(1_200):
    os.mkdir("down")
    os.chdir("down")
print("deep", flush=True)
"""

    async def wait(bot: BotProcess) -> None:
        assert b"deep\n" == await read_line(bot)

    bot = with_bot(python(tmp_path, program), wait)
    assert not bot._scratch.exists()
