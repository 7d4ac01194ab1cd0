"""The result of a check as a list for people, as JSON, and as JUnit XML."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Final
from xml.etree import ElementTree as ET

import click

from arena.runner.conformance.findings import (
    Check,
    Code,
    Finding,
    Severity,
    Spread,
    StepResult,
    StepVerdict,
)
from arena.transcript.escapes import safe_text
from arena.transcript.style import wrap

_MARKS: Final = {
    StepVerdict.PASSED: ("ok", "green"),
    StepVerdict.ADVISED: ("advice", "yellow"),
    StepVerdict.FAILED: ("FAILED", "red"),
    StepVerdict.NOT_RUN: ("not run", "bright_black"),
}
_REQUEST_SHOWN: Final = 2_000
"""As much of a request as an ordinary one has: it can be copied whole."""


def show_check(check: Check) -> str:
    """A line for each step, what was found under it, and a summary."""
    return "\n".join(_lines(check)) + "\n"


def _lines(check: Check) -> Iterator[str]:
    name = safe_text(check.name or check.source)
    limits = check.conditions
    yield (
        f"{name}: {limits['start_ms']} ms to start, {limits['move_ms']} ms a move, "
        f"sandbox {limits['sandbox']}"
    )
    yield ""
    known: set[Code] = set()
    for step in check.steps:
        mark, colour = _MARKS[step.verdict]
        shown = click.style(mark.ljust(7), fg=colour, bold=step.verdict is StepVerdict.FAILED)
        yield f"{step.number:>3}  {shown}  {step.title}"
        if step.note:
            yield from _indented(safe_text(step.note), 14)
        for finding in step.findings:
            yield from _finding_lines(finding, known=finding.code in known)
            known.add(finding.code)
    yield ""
    yield _summary(check)


def _finding_lines(finding: Finding, *, known: bool = False) -> Iterator[str]:
    """known: it was told of before, so that its cause is enough."""
    colour = "red" if finding.severity is Severity.FAULT else "yellow"
    times = f" ({finding.times} times)" if finding.times > 1 else ""
    first, *rest = _indented(f"{finding.code}{times}: {finding.cause}", 14)
    yield click.style(first, fg=colour)
    yield from (click.style(line, fg=colour) for line in rest)
    if known:
        return
    yield from _indented(f"to do: {finding.fix}", 16)
    if finding.received:
        yield from _indented(f"it sent: {finding.received}", 16)
    if finding.request:
        yield f"{'':16}it was asked: {finding.request[:_REQUEST_SHOWN]}"
    if finding.stderr:
        yield f"{'':16}its stderr:"
        yield from (f"{'':18}{line}" for line in finding.stderr)


def _indented(text: str, columns: int) -> list[str]:
    lead = " " * columns
    return [line for part in text.splitlines() for line in wrap(part, lead, f"{lead}  ")]


def _summary(check: Check) -> str:
    counts = [(verdict, check.count(verdict)) for verdict in StepVerdict]
    words = {
        StepVerdict.PASSED: "passed",
        StepVerdict.ADVISED: "with advice",
        StepVerdict.FAILED: "failed",
        StepVerdict.NOT_RUN: "not run",
    }
    told = ", ".join(f"{count} {words[verdict]}" for verdict, count in counts if count)
    ending = "ready to play" if check.passed else "not ready to play"
    colour = "green" if check.passed else "red"
    return f"{click.style(ending, fg=colour, bold=True)}: {len(check.steps)} steps, {told}"


def show_check_json(check: Check) -> str:
    """All of it; times in microseconds."""
    fields = {
        "source": check.source,
        "name": check.name,
        "sha256": check.sha256,
        "passed": check.passed,
        "conditions": dict(check.conditions),
        "times_us": {
            what: None if spread is None else _spread_fields(spread)
            for what, spread in (("start", check.start), ("move", check.move), ("exit", check.exit))
        },
        "steps": [_step_fields(step) for step in check.steps],
    }
    return json.dumps(fields, indent=2) + "\n"


def _spread_fields(spread: Spread) -> dict[str, int]:
    return {
        "count": spread.count,
        "p50": spread.p50_us,
        "p99": spread.p99_us,
        "max": spread.max_us,
    }


def _step_fields(step: StepResult) -> dict[str, object]:
    findings = [asdict(finding) | {"fix": finding.fix} for finding in step.findings]
    return {**asdict(step), "findings": findings}


def show_junit(check: Check) -> str:
    """A test suite with a test case for each step; advice stands in a case's ``system-out``."""
    name = f"arena check {safe_text(check.name or check.source)}"
    took_ms = sum(step.took_ms for step in check.steps)
    suite = ET.Element(
        "testsuite",
        name=name,
        tests=str(len(check.steps)),
        failures=str(check.count(StepVerdict.FAILED)),
        errors="0",
        skipped=str(check.count(StepVerdict.NOT_RUN)),
        time=f"{took_ms / 1000:.3f}",
    )
    for step in check.steps:
        case = ET.SubElement(
            suite, "testcase",
            classname=name, name=f"{step.number}. {step.title}", time=f"{step.took_ms / 1000:.3f}",
        )  # fmt: skip
        if step.verdict is StepVerdict.NOT_RUN:
            ET.SubElement(case, "skipped", message="an earlier step failed")
        faults = [it for it in step.findings if it.severity is Severity.FAULT]
        if faults:
            codes = ", ".join(dict.fromkeys(str(it.code) for it in faults))
            failure = ET.SubElement(case, "failure", type=codes, message=_one_line(faults[0].cause))
            failure.text = _plain(faults)
        advice = [it for it in step.findings if it.severity is Severity.ADVICE]
        if step.note or advice:
            ET.SubElement(case, "system-out").text = safe_text(step.note) + "\n" + _plain(advice)
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _plain(findings: list[Finding]) -> str:
    lines = [line for finding in findings for line in _finding_lines(finding)]
    return "\n".join(click.unstyle(line).removeprefix(" " * 14) for line in lines)
