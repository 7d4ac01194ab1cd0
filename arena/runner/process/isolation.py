"""Which levels of isolation work on this host, found by running a canary at each; and the choice of one.

The canary is started as every bot is. What it could do of what is forbidden is what any bot could.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import trio
from pydantic import TypeAdapter, ValidationError

from arena.errors import BotStartError, SandboxUnavailableError
from arena.referee.levels import Level, LevelChoice
from arena.runner.files.scratch import scratch_folder
from arena.runner.process import sweep
from arena.runner.process.confined import has_user_namespaces
from arena.runner.process.seat import BotProcess
from arena.sandbox import canary, rlimits
from arena.sandbox.bubblewrap import find_bubblewrap
from arena.sandbox.host import (
    Host,
    HostReport,
    LevelReport,
    look_at_host,
    what_helps,
    what_lacks,
)
from arena.sandbox.launch import DEFAULT_LIMITS, LaunchPlan, plan_launch
from arena.sandbox.verdict import Findings, breaches

CANARY_S: Final = 20.0
"""How long a canary may take on a busy host; it takes about a tenth of a second."""

SHARED: Final = ("/dev/shm", "/tmp", "/var/tmp")  # noqa: S108 - nothing of ours is kept there
"""Folders that everybody may write to."""

HOME_NAMES: Final = 20
"""How many files of the organiser's home a canary looks for."""

SHOWN_BREACHES: Final = 3

_NAMES: Final = {
    resource.RLIMIT_DATA: "RLIMIT_DATA",
    resource.RLIMIT_FSIZE: "RLIMIT_FSIZE",
    resource.RLIMIT_NOFILE: "RLIMIT_NOFILE",
    resource.RLIMIT_CPU: "RLIMIT_CPU",
    resource.RLIMIT_CORE: "RLIMIT_CORE",
}
_FINDINGS: Final = TypeAdapter(Findings)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The level that bots are to run at, and one line on why it is that one, and how to get a better."""

    level: Level
    why: str


def probe_host() -> HostReport:
    """Look at this host, and try every level. Raises KeyboardInterrupt. Takes less than a second."""
    host = examine()
    return HostReport(host, tuple(probe_level(level, host) for level in Level))


def examine() -> Host:
    """The facts of this host, without trying a level."""
    if sys.platform != "linux":
        return look_at_host(user_namespaces=False, bubblewrap=None, bubblewrap_version=None)
    bwrap = find_bubblewrap()
    return look_at_host(
        user_namespaces=has_user_namespaces(),
        bubblewrap=bwrap,
        bubblewrap_version=None if bwrap is None else _version(bwrap),
    )


def _version(bwrap: str) -> str | None:
    try:
        done = subprocess.run((bwrap, "--version"), capture_output=True, check=True, timeout=5)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace").strip().removeprefix("bubblewrap ")


def choose_by_name(request: str | None, required: str | None) -> Chosen:
    """``choose`` for what a command line gives; without a request, the best level that works."""
    return choose(
        LevelChoice.AUTO if request is None else LevelChoice(request),
        None if required is None else Level(required),
    )


def choose(request: LevelChoice, required: Level | None = None) -> Chosen:
    """The level for ``request`` on this host: that asked for, or the best that works.

    Raises SandboxUnavailableError, saying what helps, where that level doesn't work, or is below ``required``.
    """
    asked = request.level
    if asked is not None and required is not None and not asked.reaches(required):
        raise SandboxUnavailableError(
            f"sandbox {asked} was asked for, but {required} is required; ask for {required} or auto"
        )
    if asked is Level.OFF:
        return Chosen(Level.OFF, "off: bots run as you, and can read and change all that you can")
    host = examine()
    if asked is not None:
        report = probe_level(asked, host)
        if not report.works:
            raise SandboxUnavailableError(_unavailable(report))
        return Chosen(asked, report.reason)
    return _best(host, required)


def _best(host: Host, required: Level | None) -> Chosen:
    missed: list[LevelReport] = []
    for level in reversed(Level):
        report = probe_level(level, host)
        if report.works:
            return Chosen(level, "; ".join([report.reason, *map(_unavailable, missed[:1])]))
        if level is required:
            raise SandboxUnavailableError(f"{_unavailable(report)} (arena doctor tells more)")
        missed.append(report)
    raise SandboxUnavailableError("no level works here")


def _unavailable(report: LevelReport) -> str:
    return f"{report.level} isn't available: {report.reason}. To get it: {report.advice}"


def probe_level(level: Level, host: Host) -> LevelReport:
    """Whether a level works here, by what a canary at that level could do."""
    if level is Level.OFF:
        reason = "off: limits and cleaning up, nothing else; for bots that you trust"
        return LevelReport(level, works=True, reason=reason, advice="")
    lack = what_lacks(level, host)
    if lack is not None:
        return LevelReport(level, works=False, reason=lack[0], advice=lack[1])
    try:
        wrong = breaches(level, send_canary(level))
    except (OSError, subprocess.SubprocessError, BotStartError) as error:
        return LevelReport(
            level,
            works=False,
            reason=error.strerror or str(error) if isinstance(error, OSError) else str(error),
            advice=what_helps(level, host),
        )
    if wrong:
        reason = "; ".join(wrong[:SHOWN_BREACHES])
        return LevelReport(level, works=False, reason=reason, advice=what_helps(level, host))
    return LevelReport(level, works=True, reason=_means(level, host), advice="")


def _means(level: Level, host: Host) -> str:
    if level is Level.STRICT:
        return f"strict: bubblewrap {host.bubblewrap_version}, seccomp"
    if host.root:
        more = "a user of its own for each bot"
    elif host.user_namespaces:
        more = "own users and mounts"
    else:
        more = "but no user namespaces (docs/security.md tells what that leaves open)"
    return f"standard: Landlock ABI {host.landlock_abi}, seccomp, {more}"


def send_canary(level: Level) -> Findings:
    """Run a canary at a level: what it could do. Raises OSError or BotStartError where it can't be run."""
    with ExitStack() as stack:
        folder = stack.enter_context(scratch_folder("canary"))
        bot, rival = folder / "bot", folder / "rival"
        for place in (bot, rival):
            place.mkdir()
        text = Path(canary.__file__).read_text(encoding="utf-8")
        (bot / "bot.py").write_text(text, encoding="utf-8")
        secret = folder / "secret"
        secret.write_text("secret", encoding="ascii")
        places = [Path(place, f"{folder.name}.outside") for place in SHARED]
        places.append(folder / "outside")
        _open_to_read(bot)
        plan = plan_launch(("python3", "bot.py"), bot, level)
        told = {
            "arena": os.getpid(),
            "secret": str(secret),
            "rival": str(rival),
            "home": str(Path.home()),
            "home_names": _private_names(Path.home(), plan.readable),
            "places": [str(place) for place in places],
            "limits": {
                _NAMES[which]: hard
                for which, _, hard in rlimits.values(DEFAULT_LIMITS, None)
                if which in _NAMES
            },
        }
        plan = replace(plan, argv=(*plan.argv, json.dumps(told)))
        findings = trio.run(_listen, plan)
        return _with_places(findings, places)


def _private_names(home: Path, readable: Iterable[str]) -> list[str]:
    """Some of what is in a home, but for what leads to a runtime in there."""
    known = [
        Path(path).relative_to(home).parts for path in readable if Path(path).is_relative_to(home)
    ]
    on_the_way = {parts[0] for parts in known if parts}
    try:
        names = sorted(path.name for path in home.iterdir())
    except OSError:
        return []
    return [name for name in names if name not in on_the_way][:HOME_NAMES]


def _open_to_read(folder: Path) -> None:
    """As the frozen copy of a bot is: everybody may read it."""
    for path in (folder, *folder.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)


def _with_places(findings: Findings, places: Iterable[Path]) -> Findings:
    """What it wrote that can be seen from here, it wrote outside; what was written is removed."""
    seen = [place for place in places if place.exists()]
    for place in seen:
        place.unlink()
    return Findings((*findings.did, "outside"), findings.failed) if seen else findings


async def _listen(plan: LaunchPlan) -> Findings:
    sweep.become_subreaper()
    bot = BotProcess.start(plan)
    said = b""
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bot.drain_stderr)
            with trio.move_on_after(CANARY_S):
                while not said.endswith(b"\n"):
                    await bot.wait_readable()
                    data = bot.read()
                    if data == b"":
                        break
                    said += data or b""
            nursery.cancel_scope.cancel()
    finally:
        bot.kill()
        with trio.CancelScope(shield=True):
            await bot.bury()
    try:
        return _FINDINGS.validate_json(said)
    except ValidationError:
        words = bot.stderr.kept.decode("utf-8", "replace").strip().splitlines()
        raise OSError(f"a bot can't run: {words[-1] if words else 'it said nothing'}") from None
