"""A whole check of one bot: prepared as for a tournament, tried in every step, measured."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import trio

from arena.errors import BotStartError, ConfigErrors, SubmissionError
from arena.referee.spec import Terms
from arena.runner.bots.prepare import FoundBot, PreparedBot, TellBuild, find_bot, prepare_bot
from arena.runner.conformance.bench import Bench, Notebook
from arena.runner.conformance.corpus import Mishap, replay_corpus
from arena.runner.conformance.findings import (
    Check,
    Flaw,
    StepResult,
    StepVerdict,
    verdict_of,
)
from arena.runner.conformance.measured import (
    Spreads,
    judge_memory,
    judge_partings,
    judge_stderr,
    judge_times,
)
from arena.runner.conformance.steps import STEPS, Step
from arena.runner.conformance.talk import Opener
from arena.runner.files.scratch import scratch_folder
from arena.runner.process import sweep
from arena.runner.process.groups import first_leaf
from arena.runner.process.interrupts import interruptible
from arena.runner.process.seat import BotProcess
from arena.sandbox.level import Level

FILES: Final = ("files", "can be read, built and started")
TIME: Final = ("time", "starts and moves in time")
STDERR: Final = ("stderr", "writes little to stderr")
MEMORY: Final = ("memory", "takes little memory")
CORPUS: Final = ("corpus", "does better where others failed")

Watch = Callable[[int, int, str], None]
"""Told which step begins, how many there are, and its title."""


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """What to hold a bot to: terms of play, and positions where others failed.

    level: how it is isolated, which this host must be able to.
    """

    terms: Terms = field(default_factory=Terms)
    mishaps: tuple[Mishap, ...] = ()
    level: Level = Level.OFF


@interruptible()
def check_bot(source: Path, plan: CheckPlan, tell_build: TellBuild, watch: Watch) -> Check:
    """Check the bot at ``source``. What is wrong with it, its files too, is in what is returned.

    Raises OSError where this host can't start processes, KeyboardInterrupt when interrupted by SIGINT,
    SIGTERM or SIGHUP. No process is left either way.
    """
    with ExitStack() as stack:
        scratch = stack.enter_context(scratch_folder("check"))
        course = _Course(plan, watch)
        found, prepared = course.files(source, scratch / "bots", tell_build)
        if prepared is not None:
            launch = prepared.launch
            try:
                trio.run(course.run, lambda: BotProcess.start(launch))
            except BaseExceptionGroup as group:
                raise first_leaf(group) from None
        course.skip_rest()
    return course.result(source, found, plan)


class _Course:
    """The steps of one check, in order, and their results so far."""

    def __init__(self, plan: CheckPlan, watch: Watch) -> None:
        self._plan = plan
        self._watch = watch
        replay = partial(replay_corpus, mishaps=plan.mishaps)
        corpus = (Step(*CORPUS, replay),) if plan.mishaps else ()
        self._scripts = (*STEPS, *corpus)
        self._measured = (TIME, STDERR, MEMORY)
        self._results: list[StepResult] = []
        self._spreads = Spreads(None, None, None)

    @property
    def _titles(self) -> list[tuple[str, str]]:
        return [FILES, *((it.name, it.title) for it in self._scripts), *self._measured]

    def files(
        self, source: Path, folder: Path, tell_build: TellBuild
    ) -> tuple[FoundBot | None, PreparedBot | None]:
        """The first step: read the bot, and make it ready."""
        notebook = Notebook()
        found: FoundBot | None = None
        prepared: PreparedBot | None = None
        began = self._begin(FILES)
        try:
            found = find_bot(source)
            plan = self._plan
            prepared = prepare_bot(found, folder, tell_build, plan.level, plan.terms.limits)
        except (ConfigErrors, SubmissionError, BotStartError) as error:
            notebook.flaw(Flaw.NOT_ACCEPTED, str(error))
        if found is not None:
            count = len(found.manifest.files)
            notebook.note = f"{count} file{'' if count == 1 else 's'}" + (
                ", built" if found.manifest.build else ""
            )
        self._end(FILES, notebook, began)
        return found, prepared

    async def run(self, open_process: Opener) -> None:
        """All other steps; after a failed start, none of them."""
        sweep.become_subreaper()
        spare = frozenset(it.pid for it in sweep.strangers(sweep.relatives_now()))
        bench = Bench(open_process, self._plan.terms, spare)
        for step in self._scripts:
            notebook = Notebook()
            began = self._begin((step.name, step.title))
            await step.run(bench, notebook)
            if step.name == "bye":
                judge_partings(bench.measures.partings, bench.measures.left_behind, notebook)
            self._end((step.name, step.title), notebook, began)
            if bench.measures.hello is None:
                return
        self._measure(bench)

    def _measure(self, bench: Bench) -> None:
        measures, terms = bench.measures, self._plan.terms
        self._spreads = Spreads.of(measures)
        times, stderr, memory = Notebook(), Notebook(), Notebook()
        judge_times(self._spreads, terms, measures.overloaded, times)
        judge_stderr(measures, stderr)
        judge_memory(measures, terms, memory)
        for title, notebook in zip(self._measured, (times, stderr, memory), strict=True):
            self._end(title, notebook, time.monotonic())

    def skip_rest(self) -> None:
        """Note the steps that couldn't be run."""
        for name, title in self._titles[len(self._results) :]:
            number = len(self._results) + 1
            self._results.append(StepResult(number, name, title, StepVerdict.NOT_RUN))

    def result(self, source: Path, found: FoundBot | None, plan: CheckPlan) -> Check:
        """All of it."""
        clock = plan.terms.clock
        return Check(
            source=str(source),
            name=None if found is None else found.manifest.name,
            sha256=None if found is None else found.ref.sha256,
            conditions={
                "sandbox": plan.level,
                "start_ms": clock.start_ms,
                "move_ms": clock.move_ms,
                "bank_ms": clock.bank_ms,
                "memory_mib": plan.terms.limits.memory_mib,
            },
            steps=tuple(self._results),
            start=self._spreads.start,
            move=self._spreads.move,
            exit=self._spreads.exit,
        )

    def _begin(self, step: tuple[str, str]) -> float:
        self._watch(len(self._results) + 1, len(self._titles), step[1])
        return time.monotonic()

    def _end(self, step: tuple[str, str], notebook: Notebook, began: float) -> None:
        findings = notebook.findings()
        took_ms = round(1000 * (time.monotonic() - began))
        number = len(self._results) + 1
        self._results.append(
            StepResult(number, *step, verdict_of(findings), notebook.note, findings, took_ms)
        )
