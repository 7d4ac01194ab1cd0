"""The system's own Chromium, driven by Playwright. Nothing is downloaded, and no page may ask for anything.

These tests are run by themselves, for they need a browser: ``pytest -m browser``.
"""

import importlib.util
import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from arena.runner.runs.directory import RunDirectory
from arena.web.report import write_report
from arena.web.viewer import write_replay

_SOURCE = Path(__file__).parents[1] / "web" / "conftest.py"
_spec = importlib.util.spec_from_file_location("conftest_of_web", _SOURCE)
_web = importlib.util.module_from_spec(_spec)
sys.modules[_spec.name] = _web
_spec.loader.exec_module(_web)

logs, read_matches, arena = _web.logs, _web.read_matches, _web.arena

PHONE, DESK = (360, 740), (1280, 860)
PATIENCE_MS = 30_000
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
]  # fmt: skip


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests. Without one the tests fail: to skip them would be to pass them."""
    program = shutil.which("chromium")
    if program is None:
        pytest.fail("Chromium isn't installed; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium):
    """Opens pages: ``visit(path, link)``. Whatever they complain of or ask for fails the test."""
    contexts, complaints = [], []

    def hear(page):
        page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: ask(request.url))

    def ask(url):
        if not url.startswith(("file:///", "data:image/svg+xml,")):
            complaints.append(f"asks for {url}")

    def open_page(path, link="", size=DESK, clock=False, **options):
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        if clock:
            page.clock.install()
        hear(page)
        page.goto(f"{path.as_uri()}{link}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [] == complaints


@pytest.fixture(scope="session")
def replays(read_matches, tmp_path_factory):
    """The page of each kind of match."""
    folder = tmp_path_factory.mktemp("replays")
    paths = {}
    for kind, match in read_matches.items():
        paths[kind] = folder / f"{kind.replace(' ', '-')}.html"
        write_replay(match, paths[kind])
    return paths


@pytest.fixture(scope="session")
def data(replays):
    """The data of each page, as its script has them."""
    return {
        kind: json.loads(re.search(r'id="match">(.*?)</script>', path.read_text("utf-8"))[1])
        for kind, path in replays.items()
    }


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The folder of the report that the tests share; its index is there once it is built."""
    return tmp_path_factory.mktemp("shared") / "report"


@pytest.fixture
def report(built, office, contest, arena, tmp_path):
    """The folder of the report of a tournament in which one entrant answers with garbage."""
    if not built.exists():
        contest("ana bad eva a-very-long-name-that-fills-a-ro", boards=6)
        assert 0 == arena("tournament", "cup.toml", "--seed", "0" * 32, "--jobs", 1).status
        write_report(RunDirectory(tmp_path / "cup"), built)
    return built
