"""What a real process is seen to do: here the process, and the queue for a core, is the point."""

import os
import signal
import subprocess
import sys
import time

import pytest

from arena.referee.clocks import Countdown, Late
from arena.referee.facts import Doing, Usage
from arena.runner.process.meter import Meter
from arena.runner.process.sweep import Family

SPIN = "while True: pass"
LIMIT_US = 30_000
WHILE_S = 20.0


@pytest.fixture
def start():
    """Starts Python programs with pipes; they and all that they start are killed at the end."""
    begun: list[subprocess.Popen[bytes]] = []

    def run(code: str, core: int | None = None, nice: int = 0) -> "subprocess.Popen[bytes]":
        argv = ["nice", "-n", str(nice), sys.executable, "-c", code]
        process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        begun.append(process)
        if core is not None:
            os.sched_setaffinity(process.pid, {core})
        return process

    yield run
    for process in begun:
        os.killpg(process.pid, signal.SIGKILL)  # not reaped yet, so its number is still its own
        with process:
            pass


@pytest.fixture
def meter_of():
    meters: list[Meter] = []

    def make(process) -> Meter:
        meters.append(Meter(process.pid, Family(process.pid, b"HOME=/nowhere")))
        return meters[-1]

    yield make
    for meter in meters:
        meter.close()


def seen(meter: Meter, wanted: Doing, *, unread: bool = False) -> bool:
    """Whether the process is seen to do that, within a while."""
    end_s = time.monotonic() + WHILE_S
    while time.monotonic() < end_s:
        if meter.doing(unread=unread) is wanted:
            return True
        time.sleep(0.003)
    return False


THREAD = "import threading,time; threading.Thread(target=time.sleep, args=(60,)).start(); "
CHILD = "import os,time; os.fork() and time.sleep(60)\n"


@pytest.mark.parametrize(
    ("code", "doing"),
    [
        (SPIN, Doing.RUNNING),
        (CHILD + SPIN, Doing.RUNNING),
        ("input()", Doing.READING),
        (THREAD + "input()", Doing.READING),
        ("import subprocess; subprocess.run(['cat'])", Doing.READING),
        ("import time; time.sleep(60)", Doing.SLEEPING),
        (
            "import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()",
            Doing.SLEEPING,
        ),
        ("import os; os.read(os.pipe()[0], 1)", Doing.SLEEPING),
    ],
)
def test_what_a_process_does_is_seen(start, meter_of, code, doing):
    """Of its first thread or another, of itself or a child."""
    assert seen(meter_of(start(code)), doing)


def test_who_has_more_to_read_is_not_waiting_for_its_stdin(start, meter_of):
    meter = meter_of(start("input()"))
    assert seen(meter, Doing.READING)
    assert meter.doing(unread=True) is Doing.SLEEPING


def test_nothing_is_known_of_a_process_that_is_gone(start, meter_of):
    process = start("")
    meter = meter_of(process)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert meter.doing(unread=False) is Doing.UNKNOWN


def test_a_process_in_a_real_queue_has_its_whole_limit_of_a_core(start, meter_of):
    """Three others have its core, and it has all but no share of it: yet it isn't late till it has had its limit.

    The kernel counts its waiting only once it runs again, so that a look finds it to have used and waited less
    than there was time.
    """
    core = min(os.sched_getaffinity(0))
    meter = meter_of(start(SPIN, core, nice=10))
    assert seen(meter, Doing.RUNNING)
    for _ in range(3):
        start(SPIN, core)
    assert seen(meter, Doing.QUEUED)
    meter.read()
    since_s, cpu_ns, delay_ns = time.monotonic(), meter.cpu_ns, meter.delay_ns
    countdown = Countdown.start(0, LIMIT_US)
    late, looks, uncounted_us = Late.HOST, 0, 0
    while late is Late.HOST:
        time.sleep(max(0.0, since_s + countdown.alarm_us / 1e6 - time.monotonic()))
        at_us = max(countdown.alarm_us, int((time.monotonic() - since_s) * 1e6))
        doing = meter.doing(unread=False)
        meter.read()
        usage = Usage((meter.cpu_ns - cpu_ns) // 1000, (meter.delay_ns - delay_ns) // 1000)
        uncounted_us = max(uncounted_us, at_us - usage.cpu_us - usage.delay_us)
        looks += 1
        late = countdown.look(at_us, usage, 0, doing)
    assert late is Late.TOO_SLOW or usage.cpu_us >= LIMIT_US * 9 // 10
    assert looks > 1
    assert uncounted_us > 1_000
