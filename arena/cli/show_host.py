"""What ``arena doctor`` says of a host."""

import json
from collections.abc import Iterator
from dataclasses import asdict

from arena.referee.levels import Level
from arena.referee.spec import Limits
from arena.sandbox.host import Host, HostReport

_GOOD_ABI = 6
"""From this ABI on Landlock confines signals and abstract sockets too."""


def show_host(report: HostReport) -> str:
    """The host, its levels from the best, and the limits of a bot, as lines of text."""
    host = report.host
    lines = [
        *_facts(host),
        "",
        *_levels(report),
        "",
        f"auto takes: {_best(report)}",
        "",
        *_limits(host),
    ]
    return "\n".join(lines) + "\n"


def _facts(host: Host) -> Iterator[str]:
    yield f"system           {host.system} {host.kernel}, {host.machine}, {_cores(host)}"
    yield f"you are          {'root' if host.root else 'an ordinary user'}"
    yield f"Landlock         {_landlock(host)}"
    yield f"seccomp          {'yes' if host.seccomp else f'no filter for {host.machine}'}"
    yield f"user namespaces  {'yes' if host.user_namespaces else 'no'}"
    found = f"{host.bubblewrap_version} ({host.bubblewrap})" if host.bubblewrap else "not found"
    yield f"bubblewrap       {found}"


def _cores(host: Host) -> str:
    return f"{host.cores} core{'s' if host.cores > 1 else ''}"


def _landlock(host: Host) -> str:
    if host.landlock_abi == 0:
        return "no"
    old = "" if host.landlock_abi >= _GOOD_ABI else ": signals are confined by the filter instead"
    return f"ABI {host.landlock_abi}{old}"


def _levels(report: HostReport) -> Iterator[str]:
    for level in reversed(report.levels):
        if level.works:
            yield f"{level.level:<16} works: {level.reason.removeprefix(f'{level.level}: ')}"
        else:
            yield f"{level.level:<16} doesn't work: {level.reason}"
            yield f"{'':<16} to get it: {level.advice}"


def _best(report: HostReport) -> Level:
    return next(level.level for level in reversed(report.levels) if level.works)


def _limits(host: Host) -> Iterator[str]:
    limits = Limits()
    yield f"limits of a bot  {limits.memory_mib} MiB of data and {limits.cpu_s} s of CPU for each of its processes,"
    yield f"{'':<16} files of {limits.file_mib} MiB, {limits.open_files} open ones, {limits.processes} processes and threads;"
    yield f"{'':<16} {_processes(host)}"


def _processes(host: Host) -> str:
    if host.root:
        return "at off that on processes isn't kept, for nothing limits root"
    if not host.user_namespaces:
        return "that on processes counts all that you run, for this host has no user namespaces"
    return "at off that on processes counts all that you run"


def show_host_json(report: HostReport) -> str:
    """The same as JSON: ``host``, ``levels`` by name, ``auto``."""
    levels = {
        level.level.value: {"works": level.works, "reason": level.reason, "advice": level.advice}
        for level in report.levels
    }
    value = {"host": asdict(report.host), "levels": levels, "auto": _best(report).value}
    return json.dumps(value, indent=2) + "\n"
