"""The report of a run: a folder of pages that can be read as files, copied and published as they are."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import RunError
from arena.runner.files.located import located
from arena.runner.files.removal import discard
from arena.runner.runs.directory import PART_SUFFIX, RunDirectory
from arena.transcript.reader import LoggedMatch
from arena.web import entrant_values, match_values, standing_values
from arena.web.addresses import Pages
from arena.web.evidence import Evidence
from arena.web.pages import GENERATOR, render_page
from arena.web.run_facts import RunFacts, Tell, read_run, say_nothing
from arena.web.shown import name_of
from arena.web.viewer import replay_page

INDEX: Final = "index.html"
_STYLES: Final = ("base.css", "report.css")
_SCRIPTS: Final = ("dom.js", "theme.js", "report.js")
_OLD_SUFFIX: Final = ".old.part"


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """What was written: the page to begin with, how many pages, how many bytes."""

    index: Path
    pages: int
    bytes: int


def write_report(directory: RunDirectory, out: Path, tell: Tell = say_nothing) -> WrittenReport:
    """Write the report of a run to the folder ``out``; an earlier report there is replaced whole.

    Raises RunError for a folder that holds something else, and where Jinja2 is missing; TranscriptError
    for a ledger or a log that is damaged or lost.
    """
    _check_free(out)
    part = out.with_name(out.name + PART_SUFFIX)
    discard(part)
    site = _Site(part)
    try:
        with located(out):
            facts = read_run(directory, site.match, tell)
            _write_pages(site, facts)
            _put_in_place(part, out)
    except BaseException:
        discard(part)
        raise
    return WrittenReport(out / INDEX, site.pages, site.bytes)


@dataclass(slots=True)
class _Site:
    """The folder being written."""

    root: Path
    pages: int = 0
    bytes: int = 0

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode("utf-8", "backslashreplace")
        path.write_bytes(data)
        self.pages += 1
        self.bytes += len(data)

    def match(self, match: LoggedMatch) -> None:
        """The page of one match."""
        self.write(Pages.match(match.spec.match_id), replay_page(match, f"../{INDEX}"))


def _write_pages(site: _Site, facts: RunFacts) -> None:
    pages = Pages(facts)
    for name in facts.names:
        site.write(pages.entrant(name), _entrant_page(facts, pages, name))
    site.write("matches.html", _matches_page(facts, pages))
    site.write(INDEX, _index_page(facts, pages))


def _index_page(facts: RunFacts, pages: Pages) -> str:
    axis, rows = standing_values.standing_rows(facts, pages)
    bot_axis, bots = standing_values.bot_rows(facts)
    standings = facts.standings
    return _page(
        "index.html",
        facts,
        axis=axis,
        rows=rows,
        cross=standing_values.cross_table(facts),
        swings=[
            match_values.swing_row(swing, pages)
            for swing in facts.swings[: match_values.SHOWN_SWINGS]
        ],
        scored=standings.scored,
        planned=standings.contest.planned,
        unit=standing_values.unit_words(standings.contest.unit),
        intervals=any(row.interval and row.interval.radius for row in rows),
        reasons=standings.not_rankable,
        signs=[sign.words for sign in standings.signs],
        outside=standing_values.outside_table(facts, pages),
        bot_axis=bot_axis,
        bots=bots,
        notes=facts.notes,
        provenance=facts.provenance,
        settings=facts.settings,
        ended=facts.ended,
        played=len(facts.matches),
    )


def _matches_page(facts: RunFacts, pages: Pages) -> str:
    rows = [match_values.match_row(match, pages) for match in facts.matches]
    return _page("matches.html", facts, rows=rows)


def _entrant_page(facts: RunFacts, pages: Pages, name: str) -> str:
    evidence = facts.evidence.get(name, Evidence())
    axis, opponents = standing_values.opponent_rows(facts, pages, name)
    _, standings = standing_values.standing_rows(facts, pages)
    page = pages.entrant(name)
    mine = [
        match_values.match_row(each, pages, name) for each in facts.matches if name in each.entrants
    ]
    return _page(
        "entrant.html",
        facts,
        name=name_of(name),
        place=next((row for row in standings if row.page == page), None),
        axis=axis,
        opponents=opponents,
        unit=standing_values.unit_words(facts.standings.contest.unit),
        latencies=list(entrant_values.latencies(evidence, facts.record.config.terms.clock.move_ms)),
        work=entrant_values.work_words(evidence),
        noticed=evidence.work.noticeable,
        faults=entrant_values.fault_rows(evidence, pages),
        more_faults=evidence.more_faults,
        tails=entrant_values.tail_rows(evidence, pages),
        more_tails=evidence.more_tails,
        matches=mine,
    )


def _page(template: str, facts: RunFacts, **more: object) -> str:
    frame: dict[str, object] = {
        "tournament": name_of(facts.record.config.name),
        "measure": standing_values.measure(facts.standings.contest),
    }
    return render_page(template, _STYLES, _SCRIPTS, frame | more)


def _check_free(out: Path) -> None:
    """Only an earlier report is replaced, whatever else somebody may have typed."""
    if not out.exists():
        return
    if not out.is_dir():
        raise RunError(f"{out} can't be the report's folder: a file is in its place")
    index = out / INDEX
    is_report = index.is_file() and f'content="{GENERATOR}"'.encode() in index.read_bytes()
    if not is_report and any(out.iterdir()):
        raise RunError(f"{out} holds something else than a report; name another with --out")


def _put_in_place(part: Path, out: Path) -> None:
    old = out.with_name(out.name + _OLD_SUFFIX)
    discard(old)
    if out.exists():
        out.replace(old)
    part.replace(out)
    discard(old)
