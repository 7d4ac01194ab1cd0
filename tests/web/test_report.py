"""The report of a run: every page, its links, its bytes, and what it says."""

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from arena.engine import Seat
from arena.errors import RunError, TranscriptError
from arena.runner.runs.directory import RunDirectory
from arena.transcript.ledger import (
    _ENTRY,
    AnnulEntry,
    DisqualifyEntry,
    Ledger,
    MatchEntry,
    ReinstateEntry,
    WithdrawEntry,
)
from arena.web import report
from arena.web.addresses import Pages
from arena.web.evidence import MAX_TAILS, Spot, TailSeen, gather
from arena.web.report import write_report
from arena.web.run_facts import read_run

SEED = "0123456789abcdef0123456789abcdef"


class Links(HTMLParser):
    """The addresses and the ids of a page."""

    def __init__(self, text):
        super().__init__()
        self.hrefs, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag == "a":
            self.hrefs.append(values["href"])
        if "id" in values:
            self.ids.add(values["id"])


@pytest.fixture
def run(office, contest, arena):
    """Plays a tournament of three, one of which answers with garbage; returns its directory."""

    def play(entrants="ana bad eva", **settings):
        path = contest(entrants, **settings)
        assert 0 == arena("tournament", path, "--seed", SEED, "--jobs", 1).status
        return RunDirectory(path.with_suffix(""))

    return play


def pages_of(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in files}


def words(page: str) -> str:
    """What a reader sees."""
    body = re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


def test_a_report_has_a_page_for_each_entrant_and_each_match(run):
    directory = run()
    written = write_report(directory, directory.path / "report")
    pages = pages_of(directory.path / "report")
    assert directory.path / "report" / "index.html" == written.index
    assert (8, len(pages)) == (written.pages, 8)
    assert sum(len(page.encode()) for page in pages.values()) == written.bytes
    assert 3 == sum(name.startswith("entrants/") for name in pages)
    assert 3 == sum(name.startswith("matches/") for name in pages)


def test_every_link_leads_to_a_page_of_the_report_and_every_deep_link_to_a_card(run):
    directory = run()
    out = directory.path / "report"
    write_report(directory, out)
    followed = 0
    for name, text in pages_of(out).items():
        for href in Links(text).hrefs:
            path, place = urldefrag(unquote(href))
            target = (out / name).parent / path
            assert target.is_file(), f"{name}: {href}"
            if place:
                asked = {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", place)}
                data = re.search(r'id="match">(.*?)</script>', target.read_text("utf-8"))[1]
                deal = json.loads(data)["halves"][asked["half"] - 1]["deals"][asked["deal"] - 1]
                assert 0 <= asked["play"] <= len(deal["c"])
                followed += 1
    assert followed > 10


def test_no_page_asks_for_anything_outside(run):
    directory = run()
    write_report(directory, directory.path / "report")
    for name, text in pages_of(directory.path / "report").items():
        assert not re.search(r"""(src|href)=["'](?!data:|#|[\w./-]+\.html)""", text), name
        assert not re.search(r"@import|url\(|fetch\(|XMLHttp|import\(", text), name
        assert 'content="default-src &#39;none&#39;;' in text


def test_two_reports_of_a_run_have_the_same_bytes(run, tmp_path):
    directory = run()
    write_report(directory, tmp_path / "one")
    write_report(directory, tmp_path / "two")
    assert pages_of(tmp_path / "one") == pages_of(tmp_path / "two")


def test_the_index_says_who_stands_where_and_how_to_check_it(run):
    directory = run()
    write_report(directory, directory.path / "report")
    text = words((directory.path / "report" / "index.html").read_text("utf-8"))
    assert "3 of 3 matches scored; the tournament is over." in text
    for place in read_run(directory, lambda _: None).standings.places:
        assert f"{place.rank} {place.name} " in text
    assert f"seed {SEED} " in text
    assert "session 1 at a time on" in text


def test_the_seed_is_not_told_before_the_end(office, contest, arena, tmp_path):
    contest()
    office.signal_after = 1
    assert 130 == arena("tournament", "cup.toml", "--seed", SEED, "--jobs", 1).status
    write_report(RunDirectory(tmp_path / "cup"), tmp_path / "report")
    pages = pages_of(tmp_path / "report")
    assert "1 of 3 matches scored; the tournament isn&#39;t over." in pages["index.html"]
    assert not [name for name, text in pages.items() if SEED in text]


def test_a_run_without_a_match_has_a_report(office, contest, arena, tmp_path):
    contest()
    office.signal_after = 0
    arena("tournament", "cup.toml", "--seed", SEED, "--jobs", 1)
    write_report(RunDirectory(tmp_path / "cup"), tmp_path / "report")
    assert "No match was played yet." in (tmp_path / "report/index.html").read_text("utf-8")


def test_an_entrants_page_shows_its_faults_where_they_happened(run):
    directory = run(boards=3)
    write_report(directory, directory.path / "report")
    page = next((directory.path / "report" / "entrants").glob("*-bad.html")).read_text("utf-8")
    text = words(page)
    assert "bad_json half 1, deal 1, after card 0" in text
    assert "Ouch!\n\\x1b[31m" in page
    assert "more processes wrote the same" in text
    assert "p50" not in text
    honest = next((directory.path / "report" / "entrants").glob("*-ana.html")).read_text("utf-8")
    assert "Faults None." in words(honest)
    assert re.search(r"p50 1.0 ms p99 1.0 ms max 1.0 ms limit 1,000 ms", words(honest))


def test_many_faults_are_counted_rather_than_shown(run):
    directory = run("ana bad", boards=120)
    write_report(directory, directory.path / "report")
    page = next((directory.path / "report" / "entrants").glob("*-bad.html")).read_text("utf-8")
    assert 100 == page.count('<b class="alarm">bad_json</b>')
    assert "And 140 more, which stand in the replays." in page


def test_matches_come_by_their_greatest_swing(run):
    directory = run("ana rui eva zoe", boards=4)
    facts = read_run(directory, lambda _: None)
    sizes = [swing.size for swing in facts.swings]
    assert sorted(sizes, reverse=True) == sizes
    assert len(sizes) == 24
    assert [match.size for match in facts.matches] == sorted(
        (match.size for match in facts.matches), reverse=True
    )


def test_a_swing_is_shown_where_the_halves_part(run):
    directory = run("ana rui", boards=4)
    matches = []
    facts = read_run(directory, matches.append)
    halves = json.loads(
        re.search(r'id="match">(.*?)</script>', page_of(directory))[1],
    )["halves"]
    for swing in facts.swings:
        first, second = (halves[spot.half - 1]["deals"][spot.deal - 1]["c"] for spot in swing.spots)
        play = swing.spots[0].play
        assert first[: play - 1] == second[: play - 1]
        assert first[play - 1] != second[play - 1]


def page_of(directory):
    write_report(directory, directory.path / "report")
    return next((directory.path / "report" / "matches").iterdir()).read_text("utf-8")


def test_rubbers_have_a_report_too(run):
    directory = run(unit="rubber", rubbers=2)
    write_report(directory, directory.path / "report")
    index = (directory.path / "report" / "index.html").read_text("utf-8")
    assert "won - lost/rubber" not in words(index)
    assert "won-lost/rubber" in words(index)
    assert "Ranked by rubbers won" in words(index)


def test_an_earlier_report_is_replaced_whole(run):
    directory = run()
    out = directory.path / "report"
    write_report(directory, out)
    (out / "matches" / "stale.html").write_text("old")
    write_report(directory, out)
    assert not (out / "matches" / "stale.html").exists()
    assert ["report"] == [path.name for path in directory.path.glob("report*")]


@pytest.mark.parametrize("name", ["", "matches"])
def test_nothing_but_a_report_is_replaced(run, name):
    directory = run()
    with pytest.raises(RunError, match="holds something else than a report; name another"):
        write_report(directory, directory.path / name)
    assert directory.ledger.exists()


def test_a_file_is_not_replaced(run):
    directory = run()
    with pytest.raises(RunError, match="a file is in its place"):
        write_report(directory, directory.record)


def test_a_report_without_room_for_it_says_where_it_was_to_be_and_leaves_nothing(
    run, tmp_path, monkeypatch
):
    directory, out = run(), tmp_path / "site"

    def full(self, data):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match=r"No space left on device: '.*/site'"):
            write_report(directory, out)
    assert [] == list(tmp_path.glob("site*"))


def test_a_log_that_the_ledger_does_not_name_stops_the_report(run, tmp_path):
    directory = run()
    first, second, _ = sorted(directory.matches.iterdir())
    shutil.copy(second, first)
    with pytest.raises(TranscriptError, match="isn't the log that the ledger names"):
        write_report(directory, tmp_path / "report")
    assert not list(tmp_path.glob("report*"))


def test_rulings_are_told(office, contest, arena, tmp_path):
    contest("ana bad eva")
    office.signal_after = 2
    assert 130 == arena("tournament", "cup.toml", "--seed", SEED, "--jobs", 1).status
    directory = RunDirectory(tmp_path / "cup")
    with Ledger(directory.ledger) as ledger:
        played = [each for each in ledger.entries() if isinstance(each, MatchEntry)]
        honest = next(each.match_id for each in played if "bad" not in each.entrants)
        log = directory.log_of(honest)
        ledger.append(AnnulEntry(match_id=log.stem, reason="a <b>power</b> cut"))
        ledger.append(DisqualifyEntry(entrant="bad", reason="cheats"))
        ledger.append(WithdrawEntry(entrant="eva", reason="ill"))
        ledger.append(ReinstateEntry(entrant="eva", reason="well again"))
    log.unlink()
    write_report(directory, directory.path / "report")
    pages = pages_of(directory.path / "report")
    index = words(pages["index.html"])
    assert "was annulled by the organiser: a &lt;b&gt;power&lt;/b&gt; cut" in index
    assert "bad was disqualified: cheats" in index
    assert "eva withdrew: ill" in index
    assert "eva was reinstated: well again" in index
    assert "doesn't count" in words(pages["matches.html"])


def test_the_command_writes_beside_the_run_or_where_it_is_told(run, arena):
    run("ana rui eva")
    said = arena("report", "cup.toml")
    assert (0, "cup/report/index.html\n") == (said.status, said.out)
    assert re.fullmatch(r"8 pages, \d\.\d MB\n", said.err)
    said = arena("report", "cup", "--out", "public/cup")
    assert (0, "public/cup/index.html\n") == (said.status, said.out)
    assert 0 == arena("verify", "cup").status


def test_a_match_is_written_as_a_page(run, arena):
    log = min(run().matches.iterdir())
    said = arena("replay", log, "--html", "match.html")
    assert (0, "", "match.html: open it in a browser\n") == (said.status, said.out, said.err)
    assert "ana" in Path("match.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--deal", 1], "--html writes the whole log: no --half, --deal"),
        (["--verify"], "not both of --verify and --html"),
    ],
)
def test_a_page_holds_the_whole_match(run, arena, options, complaint):
    log = min(run().matches.iterdir())
    said = arena("replay", log, "--html", "match.html", *options)
    assert 2 == said.status
    assert complaint in " ".join(said.err.split())


def test_a_run_is_no_match(run, arena):
    run()
    said = arena("replay", "cup", "--html", "match.html")
    assert (2, True) == (said.status, "arena report cup" in said.err)


def test_intervals_are_drawn_and_who_is_not_separated_is_told(run):
    directory = run("ana rui eva", boards=12)
    write_report(directory, directory.path / "report")
    index = (directory.path / "report" / "index.html").read_text("utf-8")
    standings = read_run(directory, lambda _: None).standings
    assert 3 == len(re.findall(r'aria-label="[^"]+, 95 % interval [^"]+ to [^"]+"', index))
    assert 9 == index.count('class="reach"')
    assert "Bars are 95 % intervals of net games per deal" in words(index)
    alike = sum(bool(place.not_separated) for place in standings.places)
    assert alike == index.count("not separated from place")
    assert alike > 0
    assert re.search(r"±0\.\d\d", words(index))


def test_a_table_that_ranks_nobody_says_so_above_all(run, tmp_path):
    directory = run("ana rui eva")
    lines = directory.ledger.read_bytes().splitlines()
    entries = [json.loads(line) for line in lines]
    directory.ledger.unlink()
    with Ledger(directory.ledger) as ledger:
        for entry in entries:
            entry.pop("prev")
            if entry["type"] == "session":
                entry.update(jobs=9, cores=2, oversubscribed=True)
            if entry["type"] != "end":
                ledger.append(_ENTRY.validate_json(json.dumps(entry)))
    write_report(directory, tmp_path / "report")
    index = words((tmp_path / "report" / "index.html").read_text("utf-8"))
    assert index.index("This table ranks nobody") < index.index("Standings")
    assert "9 matches at a time were played on 2 cores" in index


def test_bots_with_changing_partners_are_rated_each_by_itself(run):
    directory = run("ana rui eva zoe", pairing="all", boards=4)
    write_report(directory, directory.path / "report")
    index = words((directory.path / "report" / "index.html").read_text("utf-8"))
    assert "Bots, each by itself" in index
    for page in (directory.path / "report" / "entrants").iterdir():
        assert "games per deal" in words(page.read_text("utf-8"))


@pytest.mark.parametrize(
    "settings",
    [{"format": "swiss", "rounds": 2}, {"format": "gauntlet", "challenger": "ana"}],
)
def test_every_format_has_a_report(run, settings):
    directory = run("ana rui eva zoe", boards=4, **settings)
    write_report(directory, directory.path / "report")
    index = words((directory.path / "report" / "index.html").read_text("utf-8"))
    assert "the tournament is over" in index
    assert "they allow for what other matches of the same bots would bring" in index
    assert 4 == len(list((directory.path / "report" / "entrants").iterdir()))


def test_a_match_that_the_host_could_not_play_is_told(office, contest, arena, tmp_path):
    contest()
    office.void = {1, 2, 3}
    assert 4 == arena("tournament", "cup.toml", "--jobs", 1).status
    write_report(RunDirectory(tmp_path / "cup"), tmp_path / "report")
    index = words((tmp_path / "report" / "index.html").read_text("utf-8"))
    assert re.search(r"Match \w{12} was void by a fault of the host: out of luck", index)
    assert "2 of 3 matches scored" in index


def test_hostile_words_of_a_bot_are_text_on_its_page(run, read_matches):
    directory = run("ana rui")
    facts = read_run(directory, lambda _: None)
    gather(read_matches["hostile"], {"alpha": facts.evidence["ana"], "beta": facts.evidence["rui"]})
    page = report._entrant_page(facts, Pages(facts), "ana")
    assert "&lt;script&gt;document.title=&#39;owned&#39;&lt;/script&gt;" in page
    assert "&lt;/pre&gt;&lt;/script&gt;\\u202e" in page
    assert 1 == page.count("<script")
    assert not re.search("[\u202e\x1b]", page)


def test_only_so_many_last_words_are_shown(run):
    directory = run("ana rui")
    evidence = read_run(directory, lambda _: None).evidence["ana"]
    for number in range(MAX_TAILS + 3):
        spot = Spot("m", 1, 1, 0)
        evidence.add_tail(TailSeen(spot, Seat.NORTH, "ana", 9, f"word {number}"))
    evidence.add_tail(TailSeen(Spot("m", 2, 1, 0), Seat.SOUTH, "ana", 9, "word 0"))
    assert (MAX_TAILS, 3) == (len(evidence.tails), evidence.more_tails)
    assert 1 == evidence.tails["word 0"].others


def test_how_far_the_reading_is_can_be_told(run, tmp_path):
    said = []
    write_report(run("ana rui eva"), tmp_path / "report", said.append)
    assert [f"reading match {number} of 3" for number in (1, 2, 3)] == said
