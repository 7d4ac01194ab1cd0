"""Real tournaments of real processes: killed, interrupted, starved, and gone on with."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.killed

SEED = "5eca5eca5eca5eca5eca5eca5eca5eca"
KILLS = 10
PATIENCE_S = 60.0

BOT = """\
import sys
{extra}
def field(line, name, end):
    return line.split('"' + name + '":', 1)[1].split(end, 1)[0]

for line in sys.stdin:
    if '"type":"hello"' in line:
        seed = int(field(line, "seed", "}}"))
        print('{{"id":%s,"protocol":1}}' % field(line, "id", ","), flush=True)
    elif '"type":"play"' in line:
        number = int(field(line, "id", ","))
        legal = field(line, "legal", "]")[1:].split(",")
        print('{{"id":%d,"card":%s}}' % (number, legal[{choice} % len(legal)]), flush=True)
"""
"""A bot without a single import but sys: many are started here."""

CHOICES = {"first": "0", "last": "-1", "dice": "(seed // number)", "parent": "number"}
LEAVES_A_CHILD = "import os\nos.spawnlp(os.P_NOWAIT, 'setsid', 'setsid', 'sleep', '600')\n"
"""A child in a session of its own, to be found wherever and however its parent dies."""


@pytest.fixture
def cup(tmp_path):
    """A tournament of four, once around: six matches of one board."""
    return make_cup(tmp_path, rounds=1)


def make_cup(folder: Path, rounds: int, entrants: int = len(CHOICES), *settings: str) -> Path:
    """A tournament of so many entrants, who share the bots."""
    lines = ['unit = "board"', "boards = 1", f"rounds = {rounds}", f'seed = "{SEED}"', "jobs = 2"]
    lines += settings
    for name, choice in CHOICES.items():
        extra = LEAVES_A_CHILD if name == "parent" else ""
        (folder / f"{name}.py").write_text(BOT.format(choice=choice, extra=extra))
    for number in range(entrants):
        name = list(CHOICES)[number % len(CHOICES)]
        suffix = "" if number < len(CHOICES) else f"-{number}"
        lines += ["[[entrants]]", f'name = "{name}{suffix}"', f'bot = "{name}.py"']
    path = folder / "cup.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def start(
    cup: Path, *options: str, prepare: Callable[[], None] | None = None
) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "arena.cli", "tournament", cup.name, *options],
        cwd=cup.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=prepare,  # noqa: PLW1509 - this process has one thread
    )


def finish(process: "subprocess.Popen[str]") -> tuple[int, str]:
    """Let it play to its end: its exit status and what it wrote to stderr."""
    _, err = process.communicate(timeout=PATIENCE_S)
    return process.returncode, err


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Whether a run's standings are those of an uninterrupted run with the same seed, to the byte."""
    known: dict[str, bytes] = {}

    def same(cup: Path) -> bool:
        settings = cup.read_text()
        if settings not in known:
            other = tmp_path_factory.mktemp("whole") / cup.name
            for bot in cup.parent.glob("*.py"):
                (other.parent / bot.name).write_bytes(bot.read_bytes())
            other.write_text(settings)
            assert 0 == finish(start(other))[0]
            known[settings] = (other.with_suffix("") / "standings.json").read_bytes()
        return known[settings] == (cup.with_suffix("") / "standings.json").read_bytes()

    return same


def processes_in(folder: Path) -> list[str]:
    """What still runs in ``folder`` or below it: bots, workers, and whatever they started."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            where = (entry / "cwd").readlink()
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if where.is_relative_to(folder):
            found.append(f"{entry.name}: {command}")
    return found


def until_nobody_is_in(folder: Path) -> None:
    limit = time.monotonic() + PATIENCE_S
    while left := processes_in(folder):
        assert time.monotonic() < limit, f"left behind: {left}"
        time.sleep(0.01)


def entered(cup: Path) -> int:
    """How many lines the ledger has."""
    ledger = cup.with_suffix("") / "ledger.jsonl"
    return ledger.read_bytes().count(b"\n") if ledger.exists() else 0


def until_entered(cup: Path, lines: int) -> None:
    limit = time.monotonic() + PATIENCE_S
    while entered(cup) < lines:
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.005)


def kill_at_random(cup: Path, kills: int) -> None:
    """Play, and kill the organiser with -9 so many times, as long as there is something left to play."""
    moments = random.Random()
    for kill in range(kills):
        before = entered(cup)
        process = start(cup)
        if moments.random() < 0.5:  # in play for sure, however slow the machine is
            until_entered(cup, before + 1)
        time.sleep(moments.uniform(0.02, 0.4))
        if process.poll() is not None:  # a fast machine: so much the fewer kills
            assert kill, f"over before the first kill: {finish(process)}"
            assert 0 == finish(process)[0]
            return
        process.kill()
        finish(process)
        until_nobody_is_in(cup.parent)


def test_killed_ten_times_at_random_moments_it_ends_as_if_it_never_was(tmp_path, whole):
    cup = make_cup(tmp_path, rounds=6)
    kill_at_random(cup, KILLS)
    assert 0 == finish(start(cup))[0]
    assert whole(cup)
    verify = [sys.executable, "-m", "arena.cli", "verify", "cup"]
    assert 0 == subprocess.run(verify, cwd=cup.parent, capture_output=True, check=False).returncode
    until_nobody_is_in(cup.parent)


@pytest.mark.parametrize(
    ("entrants", "rounds", "settings"),
    [(40, 2, 'format = "swiss"'), (8, 1, 'format = "round-robin"')],
    ids=["40 in Swiss", "8 in round-robin"],
)
def test_a_large_field_killed_at_random_moments_ends_with_the_same_table(
    tmp_path, whole, entrants, rounds, settings
):
    """A round of a Swiss is paired from results: the same ones, whenever the run was killed."""
    cup = make_cup(tmp_path, rounds, entrants, settings, 'sandbox = "off"')
    kill_at_random(cup, kills=4)
    assert 0 == finish(start(cup))[0]
    assert whole(cup)
    verify = [sys.executable, "-m", "arena.cli", "verify", "cup"]
    assert 0 == subprocess.run(verify, cwd=cup.parent, capture_output=True, check=False).returncode


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_nobody_and_the_same_command_goes_on(cup, number, whole):
    process = start(cup)
    until_entered(cup, 3)
    os.killpg(process.pid, number)
    status, err = finish(process)
    assert [] == processes_in(cup.parent)
    assert 130 == status
    assert "the same command goes on with the rest" in err
    assert "Traceback" not in err
    assert [] == list(cup.with_suffix("").glob("bots/*.part"))
    assert 0 == finish(start(cup))[0]
    assert whole(cup)


def test_a_second_organiser_is_turned_away(cup):
    process = start(cup)
    until_entered(cup, 1)
    status, err = finish(start(cup))
    assert (4, f"Error: cup is being played by another arena (process {process.pid})\n") == (
        status,
        err,
    )
    process.terminate()
    assert 130 == finish(process)[0]


def test_when_nothing_can_be_written_any_more_it_stops_cleanly_and_goes_on_later(cup, whole):
    # Without isolation: a canary can't be tried either where nothing can be written.
    cup.write_text('sandbox = "off"\n' + cup.read_text())
    process = start(cup)
    until_entered(cup, 3)
    process.kill()
    finish(process)
    until_nobody_is_in(cup.parent)

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000))

    status, err = finish(start(cup, prepare=no_room))
    assert 4 == status
    assert "Traceback" not in err
    assert "give the same command again" in err
    until_nobody_is_in(cup.parent)
    assert 0 == finish(start(cup))[0]
    assert whole(cup)


def test_a_bot_is_built_once_and_a_failed_build_is_shown(cup, tmp_path):
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "bot.toml").write_text(
        'name = "built"\nrun = ["python3", "bot.py"]\nbuild = ["python3", "make.py"]\n'
    )
    (folder / "make.py").write_text("import sys\nsys.exit('no such colour: \\x1b[31mblue')\n")
    # Without isolation: a build that is isolated could not leave a trace beside its folder.
    text = 'sandbox = "off"\n' + cup.read_text().replace('"first.py"', '"built"')
    cup.write_text(text)
    status, err = finish(start(cup))
    assert 3 == status
    assert (
        "bot 'built' can't be built: its build step ended with 1:\n  no such colour:  [31mblue"
        in err
    )
    assert [] == list((tmp_path / "cup" / "bots").glob("*.part"))

    ready = (tmp_path / "first.py").read_text()
    (folder / "make.py").write_text(
        f"import os, pathlib\nassert os.environ['TMPDIR'].startswith(os.environ['HOME'])\n"
        f"pathlib.Path('bot.py').write_text({ready!r})\n"
        f"pathlib.Path({str(tmp_path)!r}, 'builds').open('a').write('x')\n"
    )
    cup.with_suffix("").rename(tmp_path / "refused")
    process = start(cup)
    until_entered(cup, 2)
    process.terminate()
    assert 130 == finish(process)[0]
    status, err = finish(start(cup, "--json"))
    assert 0 == status, err
    assert "x" == (tmp_path / "builds").read_text()
    standings = json.loads((tmp_path / "cup" / "standings.json").read_text())
    assert {} == standings["standings"][0]["faults"]


def test_a_build_that_doesnt_end_is_ended_with_all_that_it_started(tmp_path, monkeypatch):
    from arena.errors import BotStartError
    from arena.runner.bots.build import run_build
    from arena.sandbox.launch import plan_launch

    (tmp_path / "make.py").write_text(
        "import subprocess, time\nsubprocess.Popen(['sleep', '600'], start_new_session=True)\n"
        "print('begun', flush=True)\ntime.sleep(600)\n"
    )
    plan = plan_launch(("python3", "make.py"), tmp_path)
    with pytest.raises(BotStartError, match="its build step took more than 1 s:\n  begun"):
        run_build("slow", plan, limit_s=1.0)
    assert [] == processes_in(tmp_path)


def test_submitting_a_real_bot_and_refusing_one_with_its_stderr(tmp_path):
    (tmp_path / "cup.toml").write_text('unit = "board"\nboards = 1\n')
    (tmp_path / "good.py").write_text(BOT.format(choice=CHOICES["first"], extra="pass"))
    (tmp_path / "bad.py").write_text("import sys\nsys.exit('I have a headache')\n")

    def submit(bot: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "arena.cli", "submit", bot, "--to", "cup.toml"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert 0 == submit("good.py").returncode
    before = (tmp_path / "cup.toml").read_bytes()
    refused = submit("bad.py")
    assert (3, "") == (refused.returncode, refused.stdout)
    assert "bad.py isn't accepted" in refused.stderr
    assert "I have a headache" in refused.stderr
    assert before == (tmp_path / "cup.toml").read_bytes()
    assert ["good"] == [path.name for path in (tmp_path / "cup.bots").iterdir()]
    until_nobody_is_in(tmp_path)
