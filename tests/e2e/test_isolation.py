"""Bots at each level of isolation, for real: none of these tests can be skipped where isolation is missing."""

import json
import os
import signal
import stat
import textwrap
from dataclasses import replace

import pytest
import trio

from arena.errors import BotStartError
from arena.referee.spec import Limits
from arena.runner.bots.build import run_build
from arena.runner.process import confined, sweep
from arena.runner.process.isolation import choose, probe_host, send_canary
from arena.runner.process.seat import BotProcess
from arena.sandbox.launch import plan_build, plan_launch
from arena.sandbox.level import Level, LevelChoice
from arena.sandbox.verdict import FORBIDDEN, breaches

LEVELS = tuple(Level)
CONFINED = (Level.STANDARD, Level.STRICT)
PATIENCE_S = 60


@pytest.fixture
def folder(tmp_path):
    """A bot's folder that everybody may read, as frozen ones are."""
    place = tmp_path / "bot"
    place.mkdir()
    return place


def program(folder, text, name="bot.py"):
    path = folder / name
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    path.chmod(0o755)
    return ("python3", name) if name.endswith(".py") else (f"./{name}",)


def run(plan, act=None):
    """Start a bot, do something with it, wait for its end: what it printed, its status, the bot."""
    said = bytearray()

    def take(bot):
        data = bot.read()
        said.extend(data or b"")
        return data

    async def listen(bot):
        data = None
        while data != b"":
            await bot.wait_readable()
            data = take(bot)

    async def main():
        sweep.become_subreaper()
        bot = BotProcess.start(plan)
        try:
            with trio.fail_after(PATIENCE_S):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(bot.drain_stderr)
                    if act is not None:
                        await act(bot)
                    nursery.start_soon(listen, bot)
                    status = await bot.wait_exit()
                    nursery.cancel_scope.cancel()
            while take(bot):
                pass
        finally:
            bot.kill()
            with trio.CancelScope(shield=True):
                await bot.bury()
        return status, bot

    status, bot = trio.run(main)
    return said.decode(), status, bot


async def read_line(bot):
    line = b""
    while not line.endswith(b"\n"):
        await bot.wait_readable()
        data = bot.read()
        assert data != b"", bot.stderr.kept
        line += data or b""
    return line.decode()


@pytest.mark.parametrize("level", CONFINED)
def test_a_canary_can_do_nothing_that_is_forbidden(level):
    assert () == breaches(level, send_canary(level))


def test_without_isolation_the_canary_can_do_most_of_it():
    """So what it can't do elsewhere is the level's doing."""
    did = set(send_canary(Level.OFF).did)
    assert {
        "secret",
        "rival",
        "environ",
        "tcp",
        "unix socket",
        "flock",
        "priority",
        "outside",
    } <= did
    assert len(did) > len(FORBIDDEN) // 2


def test_this_host_has_every_level():
    report = probe_host()
    assert [True] * 3 == [level.works for level in report.levels], report
    assert Level.STRICT is choose(LevelChoice.AUTO).level


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("text", "status"),
    [("raise SystemExit(7)", 7), ("import os; os.abort()", -signal.SIGABRT)],
)
def test_an_exit_is_the_bots_own(folder, level, text, status):
    assert status == run(plan_launch(program(folder, text), folder, level))[1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_program_that_isnt_there_is_the_bots_fault(folder, level):
    with pytest.raises(BotStartError, match=r"^can't run '.*nothing': No such file or directory$"):
        run(plan_launch(("./nothing",), folder, level))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("#!/bin/sh\necho no luck today >&2\nexit 1\n", "no luck today"),
        ("#!/bin/sh\nexit 0\n", "it ended without a word"),
    ],
)
def test_a_bubblewrap_that_fails_is_the_hosts_fault(folder, tmp_path, monkeypatch, text, reason):
    broken = tmp_path / "bwrap"
    broken.write_text(text)
    broken.chmod(0o755)
    monkeypatch.setattr(confined, "find_bubblewrap", lambda: str(broken))
    plan = plan_launch(program(folder, "print(1)"), folder, Level.STRICT)
    with pytest.raises(OSError, match=f"bubblewrap can't start a bot: {reason}"):
        run(plan)


def test_no_bubblewrap_is_the_hosts_fault_too(folder, monkeypatch):
    monkeypatch.setattr(confined, "find_bubblewrap", lambda: None)
    with pytest.raises(OSError, match="isn't installed"):
        run(plan_launch(program(folder, "print(1)"), folder, Level.STRICT))


THREADS = """
    import threading, time
    threads = [threading.Thread(target=time.sleep, args=(0.1,)) for _ in range(30)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    print(len(threads))
"""
NODE = """\
#!/usr/bin/env node
const {Worker} = require("worker_threads");
let ended = 0;
for (let i = 0; i < 4; i++) {
  new Worker("0", {eval: true}).on("exit", () => {
    if (++ended === 4) {
      require("fs").writeFileSync(process.env.TMPDIR + "/note", "x");
      console.log(String(require("child_process").execSync("echo 30")).trim());
    }
  });
}
"""
SHELL = """\
#!/bin/sh
cat <<END | (read n; echo $((n + 3)))
27
END
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("name", "text"), [("bot.py", THREADS), ("bot", NODE), ("bot.sh", SHELL)], ids=lambda it: it[:6]
)
def test_bots_of_all_kinds_live_with_the_default_limits(folder, level, name, text):
    said, status, bot = run(plan_launch(program(folder, text, name), folder, level))
    assert ("30\n", 0, b"") == (said, status, bot.stderr.kept)


JAVA = """
    import java.util.*;
    public class Bot {
        public static void main(String[] words) throws Exception {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 30; i++) threads.add(new Thread(() -> {}));
            for (Thread thread : threads) thread.start();
            for (Thread thread : threads) thread.join();
            byte[][] kept = new byte[200][];
            for (int i = 0; i < kept.length; i++) kept[i] = new byte[1 << 20];
            java.nio.file.Files.createTempFile("bot", "note");
            System.out.println(threads.size());
        }
    }
"""


@pytest.mark.toolchain
@pytest.mark.parametrize("level", LEVELS)
def test_java_with_thirty_threads_and_200_mib_lives_with_the_default_limits(folder, level):
    program(folder, JAVA, "Bot.java")
    said, status, bot = run(plan_launch(("java", "Bot.java"), folder, level))
    assert ("30\n", 0) == (said, status), bot.stderr.kept


GREEDY = """
    import json, os, resource, signal
    told = {}
    def tried(name, act):
        try:
            told[name] = act() or "done"
        except (OSError, MemoryError) as error:
            told[name] = type(error).__name__
    def fork():
        children = []
        try:
            while len(children) < 40:
                child = os.fork()
                if child == 0:
                    signal.pause()
                children.append(child)
        except OSError:
            return f"{len(children)} forks"
        finally:
            for child in children:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        return "40 forks"
    def write():
        with open(os.environ["TMPDIR"] + "/big", "wb") as file:
            for _ in range(8):
                file.write(bytes(2**20))
                file.flush()
    tried("memory", lambda: bytearray(300 * 2**20) and None)
    tried("files", lambda: [os.dup(0) for _ in range(60)] and None)
    for number in range(3, 60):
        try:
            os.close(number)
        except OSError:
            pass
    tried("size", write)
    tried("processes", fork)
    print(json.dumps(told))
"""


@pytest.mark.parametrize("level", LEVELS)
def test_limits_hold(folder, level):
    """Of processes at ``standard`` and ``strict``: at ``off`` they count all that the user runs, root's none."""
    limits = Limits(memory_mib=200, processes=12, file_mib=4, open_files=32)
    said, _, bot = run(plan_launch(program(folder, GREEDY), folder, level, limits))
    assert said, bot.stderr.kept
    told = json.loads(said)
    forks = told.pop("processes")
    assert {"memory": "MemoryError", "files": "OSError", "size": "OSError"} == told
    if level is not Level.OFF:
        assert 0 < int(forks.split()[0]) < 12


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_uses_up_its_cpu_time_is_killed(folder, level):
    limits = Limits(cpu_s=1)
    text = "while True: pass"
    assert -signal.SIGXCPU == run(plan_launch(program(folder, text), folder, level, limits))[1]


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_measured_is_the_bot_itself(folder, level):
    """At ``strict`` it isn't the child, but a grandchild of it."""
    text = """
        import time
        print("ready", flush=True)
        input()
        while time.process_time() < 0.3:
            pass
        print("worked", flush=True)
        input()
    """
    used = []

    async def measure(bot):
        assert "ready\n" == await read_line(bot)
        bot.mark()
        bot.write(b"go\n")
        assert "worked\n" == await read_line(bot)
        used.append(bot.usage().cpu_us)
        bot.write(b"go\n")

    run(plan_launch(program(folder, text), folder, level), measure)
    assert 150_000 < used[0] < 1_000_000


@pytest.mark.parametrize("level", LEVELS)
def test_a_request_to_end_reaches_the_bot(folder, level):
    text = """
        import signal
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
        print("ready", flush=True)
        signal.sigwait([signal.SIGTERM])
        raise SystemExit(9)
    """

    async def ask(bot):
        await read_line(bot)
        bot.terminate()

    assert 9 == run(plan_launch(program(folder, text), folder, level), ask)[1]


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_closes_its_stdout_is_seen_to(folder, level):
    """Nothing but the bot holds its pipes: not the sandbox's own processes either."""
    text = "import os, time; os.close(1); time.sleep(600)"
    seen = []

    async def watch(bot):
        await bot.wait_readable()
        seen.append(bot.read())
        bot.kill()

    run(plan_launch(program(folder, text), folder, level), watch)
    assert [b""] == seen


@pytest.mark.parametrize("level", LEVELS)
def test_of_a_killed_bot_nothing_is_left(folder, level):
    """Not a daemon in a session of its own either."""
    text = """
        import os, signal
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                print("ready", flush=True)
                signal.pause()
            os._exit(0)
        signal.pause()
    """

    async def strike(bot):
        await read_line(bot)
        bot.kill()

    before = {it.pid for it in sweep.strangers(sweep.relatives_now())}
    run(plan_launch(program(folder, text), folder, level), strike)
    left = {it.pid for it in sweep.strangers(sweep.relatives_now())} - before
    assert set() == left


@pytest.mark.parametrize("level", CONFINED)
def test_bots_that_root_starts_are_users_of_their_own(folder, level):
    """Without any capability, and never root; an ordinary user's are that user outside of its sandbox."""
    text = """
        print("ready", flush=True)
        input()
    """
    users = []

    async def look(bot):
        await read_line(bot)
        users.append(os.stat(f"/proc/{bot.pid}").st_uid)  # noqa: PTH116 - /proc never waits
        bot.write(b"\n")

    for _ in range(2):
        run(plan_launch(program(folder, text), folder, level), look)
    if os.geteuid() == 0:
        assert 2 == len(set(users) - {0})
    else:
        assert {os.geteuid()} == set(users)


@pytest.mark.parametrize("level", CONFINED)
def test_reading_leaves_no_trace_and_other_processes_cant_even_be_asked_for(folder, level):
    """A partner could look at the time of the last access, or at how many threads a process has."""
    words = program(
        folder,
        f"""
        import os
        open("note", "rb").read()
        print(os.path.exists("/proc/{os.getpid()}"), os.path.exists("/proc/self/task"))
        """,
    )
    note = folder / "note"
    note.write_text("x")
    note.chmod(0o444)
    os.utime(note, (1, 1))
    assert "False True\n" == run(plan_launch(words, folder, level))[0]
    assert 1 == note.stat().st_atime


BUILD = """\
#!/bin/sh
echo made > made
chmod 755 made
mkdir deep && echo x > deep/x
(echo bad > ../outside) 2>/dev/null
(echo bad > "$OUTSIDE/outside") 2>/dev/null
true
"""


@pytest.mark.parametrize("level", CONFINED)
def test_a_build_writes_to_its_folder_and_nowhere_else(folder, tmp_path, level):
    """And what it made belongs to who asked for it."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    run_words = program(folder, BUILD, "build.sh")
    plan = plan_build(run_words, folder, level)
    plan = replace(plan, env=(*plan.env, ("OUTSIDE", str(shared))))
    run_build("ana", plan)
    assert "made\n" == (folder / "made").read_text()
    assert 0o755 == stat.S_IMODE((folder / "made").stat().st_mode)
    assert {os.geteuid()} == {path.stat().st_uid for path in folder.rglob("*")}
    assert [] == list(shared.iterdir())
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize("level", CONFINED)
def test_a_build_that_fails_is_told_with_what_it_printed(folder, level):
    words = program(folder, "#!/bin/sh\necho no compiler >&2\nexit 3\n", "build.sh")
    with pytest.raises(BotStartError, match=r"its build step ended with 3:\n  no compiler$"):
        run_build("ana", plan_build(words, folder, level))
