"""Exports: whole, the same each time, as documented, and safe to open."""

import csv
import re
import resource
import sqlite3
from importlib import import_module
from pathlib import Path

import pytest

from arena.engine import PRESETS, parse_deal
from arena.errors import ReplayMismatchError, RunError
from arena.runner.export import parquet as parquet_form
from arena.runner.export import sqlite
from arena.runner.export.csv import _guarded
from arena.runner.export.run import Target, export_run
from arena.runner.export.tables import TABLES, Kind
from arena.runner.play.tournament import RunOptions, run_tournament
from arena.runner.runs.decisions import annul, disqualify, withdraw
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.plays import plays_of
from arena.transcript.reader import read_log

SEED = "0123456789abcdef0123456789abcdef"
DOCUMENT = (Path(__file__).parents[3] / "docs" / "export.md").read_text(encoding="utf-8")


def play(contest, **settings):
    options = RunOptions(seed=SEED, jobs=1)
    end = run_tournament(contest(**settings), options, lambda _event: None)
    return RunDirectory(end.directory)


@pytest.fixture
def run(office, contest):
    """Three entrants, of which one answers with garbage."""
    return play(contest, entrants="ana rui bad")


def export(run, target, out=None, **options):
    return export_run(run, Target(target), out, lambda _done, _of: None, **options)


def read_csv(folder, table):
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_sqlite(path, query):
    file = sqlite3.connect(path)
    try:
        return file.execute(query).fetchall()
    finally:
        file.close()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_column_is_documented(table):
    """No more and no fewer, and the key as it is."""
    part = DOCUMENT.split(f"## Table `{table.name}`\n", 1)[1].split("\n## ")[0]
    cells = re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)
    names = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(column.name for column in table.columns) == sorted(names)
    assert f"Its key is ({', '.join(f'`{name}`' for name in table.key)})" in part


def test_a_run_is_exported_as_csv(run, tmp_path):
    exported = export(run, "csv", tmp_path / "out")
    assert (tmp_path / "out", 3) == (exported.path, exported.matches)
    rows = {table.name: read_csv(exported.path, table.name) for table in TABLES}
    assert [play.entry.match_id for play in plays_of(run)] == [
        row["match_id"] for row in rows["matches"]
    ]
    assert ["ana", "ana", "rui", "rui", "bad", "bad"] == [
        row["entrant"] for row in rows["entrants"]
    ]
    assert 3 == len(rows["standings"])
    assert 3 * 2 * 2 == len(rows["deals"])
    assert {"bad"} == {row["entrant"] for row in rows["faults"]}
    whole = [row for row in rows["deals"] if row["ending"] == "played"]
    assert 4 == len(whole)
    for deal in whole:
        plays = [row for row in rows["plays"] if row["match_id"] == deal["match_id"]]
        here = [row for row in plays if (row["half"], row["deal"]) == (deal["half"], deal["deal"])]
        assert 40 == len({row["card"] for row in here})
        assert all(row["card"] in row["legal"].split() for row in here)
        assert all(int(row["choices"]) == len(row["legal"].split()) for row in here)


def test_a_run_is_exported_as_sqlite_with_keys_that_hold(run):
    exported = export(run, "sqlite")
    assert run.path.with_name("cup.sqlite") == exported.path
    for table in TABLES:
        name = table.name
        assert [] == read_sqlite(exported.path, f"PRAGMA foreign_key_check({name})")
        columns = [row[1] for row in read_sqlite(exported.path, f"PRAGMA table_info({name})")]
        assert [column.name for column in table.columns] == columns
    ((plays,),) = read_sqlite(exported.path, "SELECT count(*) FROM plays")
    logged = [event for play in plays_of(run) for event in events(play.log)]
    assert sum(type(event).__name__ == "CardPlayed" for event in logged) == plays
    ((net,),) = read_sqlite(
        exported.path,
        "SELECT sum(net_games) FROM matches WHERE entrant0 = 'ana' OR entrant1 = 'ana'",
    )
    assert isinstance(net, int)


def events(log):
    return [logged.event for half in read_log(log).halves for logged in half.events]


def test_sqlite_and_csv_and_parquet_say_the_same(run, tmp_path):
    parquet = import_module("pyarrow.parquet")
    of_csv = export(run, "csv").path
    of_sqlite = export(run, "sqlite").path
    of_parquet = export(run, "parquet").path
    for table in TABLES:
        key = ", ".join(table.key)
        rows = read_sqlite(of_sqlite, f"SELECT * FROM {table.name} ORDER BY {key}")
        arrow = parquet.read_table(of_parquet / f"{table.name}.parquet").to_pylist()
        assert rows == sorted(
            (tuple(row.values()) for row in arrow), key=lambda row: row_key(table, row)
        )
        kinds = {column.name: column.kind for column in table.columns}
        cells = [
            tuple(cell(kinds[name], text) for name, text in row.items())
            for row in read_csv(of_csv, table.name)
        ]
        assert rows == sorted(cells, key=lambda row: row_key(table, row))


def row_key(table, row):
    names = [column.name for column in table.columns]
    return [row[names.index(name)] for name in table.key]


def cell(kind, text):
    if text == "":
        return None
    if kind in {Kind.INTEGER, Kind.FLAG}:
        return int(text)
    return float(text) if kind is Kind.REAL else text


def test_a_run_is_exported_as_notation_that_can_be_read(run):
    header, *lines = export(run, "notation").path.read_text().splitlines()
    assert "match\thalf\tboard\tdeal" == header
    assert 12 == len(lines)
    results = [parse_deal(line.split("\t")[3], PRESETS["seed"]).result for line in lines]
    assert 4 == sum(result is not None for result in results)


@pytest.mark.parametrize("target", list(Target))
def test_the_same_run_gives_the_same_bytes(run, tmp_path, target):
    def content(path):
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        return [file.read_bytes() for file in files]

    first, second = (export(run, target, tmp_path / name).path for name in "ab")
    assert content(first) == content(second)


@pytest.mark.parametrize("target", list(Target))
def test_an_earlier_export_is_replaced_only_when_asked(run, target):
    path = export(run, target).path
    with pytest.raises(RunError, match="is there already; --force replaces it"):
        export(run, target)
    assert path == export(run, target, force=True).path
    assert [] == list(path.parent.glob("*.part"))


@pytest.mark.parametrize("target", list(Target))
def test_what_is_no_export_of_that_kind_stays(run, tmp_path, target):
    path = tmp_path / "mine"
    path.mkdir()
    (path / "thesis.txt").write_text("years of work")
    with pytest.raises(RunError, match="isn't an export of this kind; name another --out"):
        export(run, target, path, force=True)
    link, text = tmp_path / "link", tmp_path / "text"
    link.symlink_to(path)
    text.write_text("years of work")
    for other in (link, text):
        with pytest.raises(RunError, match="isn't an export of this kind"):
            export(run, target, other, force=True)
    assert "years of work" == (path / "thesis.txt").read_text()


def test_an_export_isnt_written_into_the_run_or_nowhere(run, tmp_path):
    with pytest.raises(RunError, match="is within the run"):
        export(run, "csv", run.path / "csv")
    with pytest.raises(RunError, match="isn't a folder"):
        export(run, "csv", tmp_path / "no" / "such")


def test_only_what_is_in_force_is_exported(run, tmp_path):
    """An annulled match is left out; one of a disqualified entrant is in, but doesn't count."""
    annul(run, next(plays_of(run)).entry.match_id, "a power cut")
    disqualify(run, "ana", "=cmd()")
    exported = export(run, "csv")
    assert 2 == exported.matches
    for row in read_csv(exported.path, "matches"):
        assert ("0" if "ana" in {row["entrant0"], row["entrant1"]} else "1") == row["counts"]
    first = read_csv(exported.path, "entrants")[0]
    assert ("disqualified", "'=cmd()") == (first["status"], first["reason"])


def test_who_has_withdrawn_is_told(office, contest):
    office.signal_after = 1
    run = play(contest)
    withdraw(run, "rui", "no time")
    rows = read_csv(export(run, "csv").path, "entrants")
    assert ["in", "withdrawn", "in"] == [row["status"] for row in rows[::2]]


def test_a_log_that_isnt_the_ledgers_is_refused_and_nothing_left(run):
    log = next(plays_of(run)).log
    log.write_bytes(log.read_bytes().replace(b'"wall_us":1000', b'"wall_us":1001', 1))
    for target in Target:
        with pytest.raises(
            ReplayMismatchError, match="isn't the log that the ledger has the hash of"
        ):
            export(run, target)
    assert [] == list(run.path.parent.glob("*.part"))


def test_a_lost_match_ends_in_the_midst_of_a_deal(office, contest):
    run = play(contest, entrants="ana bad", on_fault="substitute", max_faults=2)
    rows = read_csv(export(run, "csv").path, "deals")
    assert {""} == {row["ending"] for row in rows}
    (match,) = read_csv(run.path.with_name("cup-csv"), "matches")
    assert "match_lost" == match["ending"]
    assert export(run, "notation").path.read_text().endswith("...\n")


@pytest.mark.parametrize(
    ("given", "written"),
    [("=1+1", "'=1+1"), ("-1", "'-1"), ("@x", "'@x"), ("+x", "'+x"), ("x=1", "x=1"), (-1, -1), (None, None)],
)  # fmt: skip
def test_a_text_isnt_taken_for_a_formula(given, written):
    assert written == _guarded(given)


def test_many_rows_are_written_batch_by_batch(run, monkeypatch, tmp_path):
    whole = export(run, "sqlite", tmp_path / "a").path
    monkeypatch.setattr(sqlite, "_BATCH", 7)
    monkeypatch.setattr(parquet_form, "_BATCH", 7)
    again = export(run, "sqlite", tmp_path / "b").path
    query = "SELECT * FROM plays"
    assert read_sqlite(whole, query) == read_sqlite(again, query)
    parquet = import_module("pyarrow.parquet")
    table = parquet.read_table(export(run, "parquet").path / "plays.parquet")
    assert len(read_sqlite(whole, query)) == table.num_rows


def test_without_pyarrow_one_is_told_what_to_install(run, monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(parquet_form, "import_module", missing)
    with pytest.raises(RunError, match=r"Parquet needs pyarrow: .*pip install '.*\[parquet\]'"):
        export(run, "parquet")


def test_a_full_disk_leaves_no_sqlite_file(run, monkeypatch):
    def full(self, statement):
        if statement == "COMMIT":
            raise sqlite3.OperationalError("database or disk is full")
        self._file.execute(statement)

    monkeypatch.setattr(sqlite.SqliteFile, "_run", full)
    with pytest.raises(OSError, match="database or disk is full"):
        export(run, "sqlite")
    assert [] == list(run.path.parent.glob("cup.sqlite*"))


def test_a_full_disk_in_the_midst_leaves_no_sqlite_file(run, monkeypatch):
    monkeypatch.setattr(sqlite, "_create", lambda table: "SELECT 1")
    with pytest.raises(OSError, match="no such table"):
        export(run, "sqlite")
    assert [] == list(run.path.parent.glob("cup.sqlite*"))


def test_a_disk_that_is_full_from_the_first_table_on_is_told_with_the_file(run, monkeypatch):
    monkeypatch.setattr(sqlite, "_create", lambda table: "CREATE")
    with pytest.raises(OSError, match="incomplete input") as caught:
        export(run, "sqlite")
    path = run.path.with_name("cup.sqlite")
    assert str(path) == caught.value.filename
    assert [] == list(path.parent.glob("cup.sqlite*"))


@pytest.mark.parametrize("target", ["csv", "notation", "parquet", "sqlite"])
def test_an_export_without_room_for_it_says_where_it_was_to_be(run, target):
    """The system's own refusal, at a limit on the size of files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        with pytest.raises(OSError, match=r"too large|I/O error|full") as caught:
            export(run, target)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert str(caught.value.filename).startswith(str(run.path))
