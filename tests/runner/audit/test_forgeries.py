"""A forger's list: an organiser who changes a finished run and mends all that follows from the change.

Each chain, each seal, each noted hash, the record's hash and the standings are made anew. What is then still found is
found by what can't be mended; the rest is found by a hash that was published in time, and by nothing else, which
``docs/verify.md`` says.
"""

import hashlib
import json
import re
import shutil
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from arena.errors import TranscriptError
from arena.runner.audit.run import audit_run
from arena.runner.play.tournament import RunOptions, run_tournament
from arena.runner.runs.decisions import disqualify
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import hash_of, read_record, read_standings
from arena.runner.workers.pool import run_pool
from arena.tournament.report import show_json, show_markdown
from arena.transcript.chain import GENESIS, Line, chain_value, split

SEED = "0123456789abcdef0123456789abcdef"
DOCUMENT = (Path(__file__).parents[3] / "docs" / "verify.md").read_text(encoding="utf-8")
PUBLISHED = None
"""What only a hash that was published tells."""


@pytest.fixture(scope="module")
def honest(tmp_path_factory, paper_office):
    """A run that is over: three entrants, two matches each, a void match, a disqualification in its course."""
    folder = tmp_path_factory.mktemp("honest")
    lines = ['unit = "board"', "boards = 2", 'sandbox = "off"']
    for name in ("ana", "rui", "eva", "bad"):
        (folder / f"{name}.py").write_text(f"# {name}\nprint()\n")
        lines += ["[[entrants]]", f'name = "{name}"', f'bot = "{name}.py"']
    path = folder / "cup.toml"
    path.write_text("\n".join(lines) + "\n")

    def play(office):
        with pytest.MonkeyPatch.context() as patch:
            hired = partial(run_pool, hire=office.hire)
            patch.setattr("arena.runner.workers.session.run_pool", hired)
            run_tournament(path, RunOptions(seed=SEED, jobs=1), lambda _event: None)

    office = paper_office(signal_after=7)
    office.void = {1, 2, 3}
    play(office)
    disqualify(RunDirectory(folder / "cup"), "bad", "two accounts")
    play(paper_office())
    return folder / "cup"


class Forger:
    """A copy of the run, its ledger as values, and the craft to make all agree again."""

    def __init__(self, path):
        self.run = RunDirectory(path)
        lines = self.run.ledger.read_bytes().splitlines()
        self.lines = [line.rpartition(b',"prev":"')[0] + b"}" for line in lines]

    def of(self, kind, nth=0):
        """The place of the n-th line of a kind."""
        places = [
            at
            for at, line in enumerate(self.lines)
            if line.startswith(b'{"type":"%s"' % kind.encode())
        ]
        return places[nth]

    def entry(self, kind, nth=0):
        return json.loads(self.lines[self.of(kind, nth)])

    def change(self, kind, old, new, nth=0):
        at = self.of(kind, nth)
        changed = re.sub(old, new, self.lines[at].decode(), count=1)
        assert changed != self.lines[at].decode()
        self.lines[at] = changed.encode()

    def insert(self, place, /, **fields):
        self.lines.insert(place, json.dumps(fields, separators=(",", ":")).encode())

    def mend(self):
        """Chain the ledger anew, note its hash, and write the standings that it comes to."""
        run, previous, whole = self.run, "0" * 64, b""
        for line in self.lines:
            raw = line[:-1] + b',"prev":"' + previous.encode() + b'"}\n'
            previous = hashlib.sha256(raw).hexdigest()
            whole += raw
        run.ledger.write_bytes(whole)
        run.ledger_hash.write_text(f"{hashlib.sha256(whole).hexdigest()}  ledger.jsonl\n")
        with suppress(TranscriptError):  # of such a ledger there are none
            value = read_standings(run)
            run.standings_json.write_text(show_json(value))
            run.standings_markdown.write_text(show_markdown(value))

    def mend_record(self):
        """Have the ledger's first line name the record as it is now."""
        self.change(
            "run", r'"config_sha256":"\w+"', f'"config_sha256":"{hash_of(self.run.record)}"'
        )

    def record(self, old, new):
        text = self.run.record.read_text()
        changed = re.sub(old, new, text, count=1, flags=re.MULTILINE)
        assert changed != text
        self.run.record.write_text(changed)
        self.mend_record()
        read_record(self.run.record)

    def log(self, nth=0):
        return self.run.log_of(self.entry("match", nth)["match_id"])

    def change_log(self, old, new, nth=0, log=None):
        """Change the first line of a log that has it, and mend its chain, its seal, and its hash in the ledger."""
        path = log or self.log(nth)
        bodies = [split(raw).body.decode() for raw in path.read_bytes().splitlines(keepends=True)]
        changed = [re.sub(old, new, body, count=1) for body in bodies]
        at = next(n for n, body in enumerate(bodies) if body != changed[n])
        bodies[at] = changed[at]
        chain, whole = GENESIS, b""
        for body in bodies[:-1]:
            chain = chain_value(chain, body.encode())
            whole += Line(body.encode(), chain).raw
        seal = re.sub(
            r'"sha256":"\w+"', f'"sha256":"{hashlib.sha256(whole).hexdigest()}"', bodies[-1]
        )
        whole += Line(seal.encode(), chain_value(chain, seal.encode())).raw
        path.write_bytes(whole)
        self.take_log(nth, whole)

    def take_log(self, nth, data):
        self.change(
            "match",
            r'"log_sha256":"\w+"',
            f'"log_sha256":"{hashlib.sha256(data).hexdigest()}"',
            nth,
        )
        if self.entry("match", nth)["log_bytes"] != len(data):
            self.change("match", r'"log_bytes":\d+', f'"log_bytes":{len(data)}', nth)

    def match_of(self, *names):
        """The n of a match of these two, which counts."""
        entries = [json.loads(line) for line in self.lines if line.startswith(b'{"type":"match"')]
        return next(n for n, entry in enumerate(entries) if set(names) == set(entry["entrants"]))


def drop(kind, nth=0):
    return lambda f: f.lines.pop(f.of(kind, nth))


def double(kind):
    return lambda f: f.lines.insert(f.of(kind) + 1, f.lines[f.of(kind)])


def change(kind, old, new, nth=0):
    return lambda f: f.change(kind, old, new, nth)


def after_end(reopen, **fields):
    def forge(f):
        if reopen:
            f.insert(len(f.lines), type="reopen", at=reopen)
        f.insert(len(f.lines), **fields)

    return forge


def annul_late(reopen, *, move):
    def forge(f):
        match_id = f.entry("match", f.match_of("ana", "rui"))["match_id"]
        after_end(reopen, type="annul", match_id=match_id, reason="a power cut")(f)
        if move:
            f.run.annulled.mkdir()
            f.run.log_of(match_id).rename(f.run.annulled_log_of(match_id, 1))

    return forge


def swap_entrants(f):
    f.change("match", r'"entrants":\["(\w+)","(\w+)"\]', r'"entrants":["\2","\1"]')


def made_up_match(f):
    at = f.of("match", -1)
    f.lines.insert(at + 1, re.sub(rb'"match_id":"\w{4}', b'"match_id":"beef', f.lines[at]))


def exchanged_logs(f):
    one, other = f.log(0).read_bytes(), f.log(1).read_bytes()
    f.log(0).write_bytes(other), f.log(1).write_bytes(one)
    f.take_log(0, other), f.take_log(1, one)


def older_standings(f):
    """As they were two lines before the end, with the hash of then."""
    kept = list(f.lines)
    f.lines = kept[: f.of("match", -2)]
    f.mend()
    texts = {
        path: path.read_bytes()
        for path in (f.run.standings_json, f.run.standings_markdown, f.run.ledger_hash)
    }
    f.lines = kept
    f.mend()
    for path, text in texts.items():
        path.write_bytes(text)


def write(name, text):
    def forge(f):
        path = f.run.path / name
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_text(text)

    return forge


def bot_of(f):
    return min(path for path in f.run.bots.iterdir() if path.is_dir())


def other_bot(f):
    folder = bot_of(f)
    folder.chmod(0o755)
    file = next(path for path in folder.iterdir() if path.is_file())
    file.chmod(0o644)
    file.write_text("# stronger\n")


def bot_beside(f):
    shutil.copytree(bot_of(f), f.run.bots / hashlib.sha256(b"").hexdigest())


def folder_beside(f):
    (f.run.bots / "old").mkdir()


def file_in_bot(f):
    bot_of(f).chmod(0o755)
    (bot_of(f) / "weights").write_text("1")


def swapped_bots(f):
    text = f.run.record.read_text()
    one, other = re.findall(r"sha256 = (\[.*\])", text)[:2]
    f.run.record.write_text(text.replace(one, "X").replace(other, one).replace("X", other))
    f.mend_record()


def other_seed(f):
    f.change("end", r'"seed":"\w+"', '"seed":"' + "1" * 32 + '"')
    write("seed", "1" * 32 + "\n")(f)


def cut(f):
    f.lines = f.lines[: f.of("match", -2)]
    for path in list(f.run.matches.iterdir()):
        if path.stem not in {json.loads(line).get("match_id") for line in f.lines}:
            path.unlink()


def forged_loss(f):
    f.lines.pop(f.of("disqualify"))
    f.insert(f.of("end"), type="loss", noted="1" * 64)


LATE = "2026-12-01T10:00:00Z"
FORGERIES = {
    # Matches of the ledger.
    "a match is dropped": (drop("match", -1), "missing"),
    "a match is doubled": (double("match"), "is in the ledger twice"),
    "its sides are exchanged": (swap_entrants, "is the log of another match"),
    "its net games are others": (change("match", r'"net_games":-?\d+', '"net_games":9'), "the ledger"),
    "its points are others": (change("match", r'"net_points":-?\d+', '"net_points":99'), "the ledger"),
    "a board's result is another": (change("match", r'"boards":\[\[(\d+),-?\d+', r'"boards":[[\1,3'), "the ledger"),
    "its faults are taken away": (change("match", r'"turns":\[\d+', '"turns":[39'), "the ledger"),
    "its attempt is another": (change("match", '"attempt":1', '"attempt":2'), "the ledger"),
    "its log's hash is another": (change("match", r'"log_sha256":"\w{4}', '"log_sha256":"beef'), "isn't the log"),
    "its log's size is another": (change("match", r'"log_bytes":\d+', '"log_bytes":1'), "isn't the log"),
    "a match is made up": (made_up_match, "can't be read"),
    # Other lines of the ledger.
    "a played match is void": (
        lambda f: f.insert(
            f.of("end"), type="void", match_id=f.entry("match")["match_id"],
            entrants=f.entry("match")["entrants"], attempts=3, reason="?",
        ), "is void, but was played before",
    ),
    "a void match was never void": (drop("void"), PUBLISHED),
    "the reason of a void match is another": (change("void", "out of luck", "a power cut"), PUBLISHED),
    "a disqualification is dropped": (drop("disqualify"), "missing"),
    "one is disqualified in the midst": (
        lambda f: f.insert(f.of("match"), type="disqualify", entrant="eva", reason="?"), PUBLISHED,
    ),
    "the reason of a disqualification is another": (change("disqualify", "two accounts", "a bribe"), PUBLISHED),
    "another is disqualified in its place": (change("disqualify", '"bad"', '"eva"'), "missing"),
    "one withdraws in the midst": (
        lambda f: f.insert(f.of("match"), type="withdraw", entrant="eva", reason="?"), PUBLISHED,
    ),
    "a match is annulled in the midst": (
        lambda f: f.insert(f.of("end"), type="annul", match_id=f.entry("match", f.match_of("ana", "eva"))["match_id"], reason="?"),
        "missing",
    ),
    "one is reinstated that wasn't out": (
        lambda f: f.insert(f.of("end"), type="reinstate", entrant="ana", reason="?"), "wasn't out",
    ),
    "a session has fewer cores than jobs, and doesn't say so": (
        change("session", r'"jobs":\d+,"cores":\d+', '"jobs":8,"cores":2'), "says oversubscribed: false",
    ),
    "a session is said to be oversubscribed, and wasn't": (
        change("session", '"oversubscribed":false', '"oversubscribed":true'), "says oversubscribed: true",
    ),
    "no session is told": (
        lambda f: [f.lines.pop(f.of("session")) for _ in range(2)], "before anybody began to play",
    ),
    "a session is at a better level": (
        lambda f: [f.change("session", '"sandbox":"off"', '"sandbox":"strict"', n) for n in (0, 1)], "which no session had",
    ),
    "a session has more cores": (change("session", r'"cores":\d+', '"cores":64'), PUBLISHED),
    "a second run begins": (double("run"), "has no other"),
    "the run is of another arena": (change("run", r'"arena":"[^"]+"', '"arena":"9.9"'), PUBLISHED),
    "the run is of another contest": (change("run", r'"tournament":"cup"', '"tournament":"gold"'), "is the ledger of another run"),
    "the commitment is another": (change("run", r'"seed_commitment":"\w{4}', '"seed_commitment":"beef'), "another run"),
    "the seed is another": (other_seed, "isn't the one that the run committed itself to"),
    "the end is dropped": (drop("end"), PUBLISHED),
    "the end is in the midst": (
        lambda f: f.lines.insert(f.of("match", -1), f.lines.pop(f.of("end"))), "comes after the end",
    ),
    "the second half was never played": (lambda f: (drop("end")(f), cut(f)), PUBLISHED),
    "a decision is lost by accident": (forged_loss, "missing"),
    # After the end.
    "one is disqualified after the end, without a date": (
        after_end(None, type="disqualify", entrant="ana", reason="?"), "without a line before it that says when",
    ),
    "one is disqualified after the end": (after_end(LATE, type="disqualify", entrant="ana", reason="?"), PUBLISHED),
    "one is reinstated after the end": (after_end(LATE, type="reinstate", entrant="bad", reason="?"), PUBLISHED),
    "a match is annulled after the end": (annul_late(LATE, move=True), PUBLISHED),
    "a match is annulled after the end, without a date": (annul_late(None, move=True), "says when"),
    "the run is reopened before its end": (
        lambda f: f.insert(f.of("end"), type="reopen", at=LATE), "reopens a run that isn't over",
    ),
    # The record.
    "there were fewer boards": (lambda f: f.record(r"^units = \d+", "units = 1"), "match"),
    "another match was to be played": (lambda f: f.record('format = "round-robin"', 'format = "gauntlet"'), "match"),
    "the clock was another": (lambda f: f.record(r"^move_ms = \d+", "move_ms = 1"), "match"),
    "the rules were others": (lambda f: f.record(r"^double_above = \d+", "double_above = 100"), "match"),
    "two bots are exchanged": (swapped_bots, "match"),
    "two entrants are of one author": (lambda f: f.record('^name = "ana"', 'author = "x"\nname = "ana"'), PUBLISHED),
    "the host was another": (lambda f: f.record(r"^cores = \d+", "cores = 64"), PUBLISHED),
    # Logs.
    "a log is lost": (lambda f: f.log().unlink(), "can't be read"),
    "two logs are exchanged": (exchanged_logs, "match"),
    "a log more lies there": (lambda f: shutil.copy(f.log(), f.run.log_of("f" * 24)), "isn't a match of this run's schedule"),
    "a card is another": (lambda f: f.change_log(r'"card":"\w\w"', '"card":"2C"'), "log"),
    "a forfeit is a play": (lambda f: f.change_log('"by":"bot"', '"by":"referee"'), "jsonl"),
    "a move took less": (lambda f: f.change_log(r'"cpu_us":\d+,"delay_us":\d+', '"cpu_us":1,"delay_us":0'), PUBLISHED),
    "a match began earlier": (lambda f: f.change_log(r'"started_at":"\d{4}', '"started_at":"2020'), PUBLISHED),
    # Files beside.
    "older standings are put back with their hash": (older_standings, "isn't the hash of ledger.jsonl"),
    "the standings are others": (write("standings.md", "# ana\n"), "isn't what the ledger comes to"),
    "the noted hash is gone": (lambda f: f.run.ledger_hash.unlink(), "is missing"),
    "a bot is another": (other_bot, "isn't the bot that was frozen"),
    "a bot has a file more": (file_in_bot, "isn't the bot that was frozen"),
    "a bot more lies there": (bot_beside, "is no bot of this run"),
    "a folder lies beside the bots": (folder_beside, "doesn't belong there"),
    "a log lies among the annulled": (write("annulled/x.1.jsonl", "x"), "doesn't belong there"),
    "git may convert line ends": (write(".gitattributes", "* text\n"), "isn't what the arena writes"),
}  # fmt: skip
LEFT_AS_MADE = {
    "older standings are put back with their hash", "the standings are others", "the noted hash is gone",
    "git may convert line ends", "a log is lost",
}  # fmt: skip
"""Those of which something is left as the forger made it."""


@pytest.fixture
def forger(honest, tmp_path):
    return Forger(Path(shutil.copytree(honest, tmp_path / "cup", symlinks=True)))


def audit(run, expect=None):
    return audit_run(run, lambda _done, _of: None, 1, expect)


def test_the_list_is_long_enough_and_the_run_is_true(honest):
    assert len(FORGERIES) >= 45
    assert ((), True) == (
        audit(RunDirectory(honest)).problems,
        audit(RunDirectory(honest)).finished,
    )


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found_or_listed_as_one_that_only_a_published_hash_tells(forger, honest, name):
    forge, found = FORGERIES[name]
    published = RunDirectory(honest).ledger_hash.read_text().split()[0]
    forge(forger)
    if name not in LEFT_AS_MADE:
        forger.mend()
    problems = audit(forger.run).problems
    if found is PUBLISHED:
        assert () == problems
        assert f"- {name}\n" in DOCUMENT
        told = audit(forger.run, published)
        texts = (*told.problems, *told.notes)
        assert any("was published" in text or "were published" in text for text in texts)
    else:
        assert any(found in problem for problem in problems), problems
        assert f"- {name}\n" not in DOCUMENT
