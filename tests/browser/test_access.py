"""All pages on a phone and on a desk, light and dark: nothing cut off, nothing that keeps anybody out."""

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser

PHONE, DESK = (360, 740), (1280, 860)

CUT_OFF = """() => {
  const aside = ".scroll, .unseen, .symbols, .stack thead, .caption, dialog:not([open]), svg *";
  const seen = [...document.body.querySelectorAll("*")].filter((element) => !element.closest(aside)
    && element.getClientRects().length);
  const wide = document.documentElement.clientWidth;
  const out = seen.filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width && (box.right > wide + 0.5 || box.left < -0.5);
  });
  const clipped = seen.filter((element) => element.scrollWidth > element.clientWidth + 1
    && ["hidden", "clip"].includes(getComputedStyle(element).overflowX));
  const page = document.documentElement.scrollWidth > wide ? ["the page"] : [];
  return [...page, ...[...out, ...clipped].map((each) => each.outerHTML.slice(0, 120))];
}"""

CARDS_OUT = """() => {
  const felt = document.getElementById("felt").getBoundingClientRect();
  return [...document.querySelectorAll("#felt .card, #felt .plate")].filter((card) => {
    const box = card.getBoundingClientRect();
    return box.left < felt.left || box.right > felt.right || box.top < felt.top || box.bottom > felt.bottom;
  }).length;
}"""


def faults_of(page):
    """What axe finds, but for what it calls minor."""
    found = Axe().run(page).response["violations"]
    return [
        (each["id"], [node["target"] for node in each["nodes"]][:3])
        for each in found
        if each["impact"] != "minor"
    ]


def report_pages(report):
    return [
        report / "index.html", report / "matches.html", *sorted((report / "entrants").iterdir()),
        min((report / "matches").iterdir()),
    ]  # fmt: skip


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_no_page_of_a_report_is_cut_off(visit, report, size):
    first, *others = report_pages(report)
    page = visit(first, size=size)
    assert [] == page.evaluate(CUT_OFF), first.name
    for path in others:
        page.goto(path.as_uri())
        page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        assert [] == page.evaluate(CUT_OFF), path.name


@pytest.mark.parametrize("size", [PHONE, DESK, (740, 360)])
@pytest.mark.parametrize("kind", ["named", "substitutes"])
def test_no_replay_is_cut_off(visit, replays, size, kind):
    page = visit(replays[kind], size=size)
    for play in (0, 2, 13, 40):
        page.evaluate(f"location.hash = '#half=2&deal=2&play={play}'")
        page.wait_for_function(
            f"document.getElementById('count').textContent.startsWith('{play} /')"
        )
        assert [] == page.evaluate(CUT_OFF)
        assert 0 == page.evaluate(CARDS_OUT)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_in_a_report_keeps_anybody_out(visit, report, scheme):
    index, matches = report / "index.html", report / "matches.html"
    entrant = next((report / "entrants").glob("*-bad.html"))
    page = visit(index, color_scheme=scheme)
    assert [] == faults_of(page)
    for path in (entrant, matches) if scheme == "light" else ():
        page.goto(path.as_uri())
        assert [] == faults_of(page), path.name


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_nothing_in_a_replay_keeps_anybody_out(visit, replays, size, scheme):
    page = visit(replays["substitutes"], "#play=9", size=size, color_scheme=scheme)
    page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    assert [] == faults_of(page)
    page.keyboard.press("c")
    page.keyboard.press("?")
    assert [] == faults_of(page)


def test_a_report_is_read_without_its_script(visit, report):
    page = visit(report / "index.html", java_script_enabled=False)
    assert 4 == page.locator(".standings tbody tr").count()
    page.get_by_role("link", name="bad").first.click()
    assert "bad" == page.locator("h1").inner_text()


def test_from_the_index_to_the_card_that_decided(visit, report):
    page = visit(report / "index.html", size=PHONE)
    page.locator(".swings a").first.click()
    page.wait_for_function("document.title.startsWith('Deal ')")
    assert "play=" in page.evaluate("location.hash")
    page.locator("a.back").click()
    assert "cup" == page.locator("h1").inner_text()


def test_a_fault_of_an_entrant_leads_to_the_table_where_it_happened(visit, report):
    page = visit(next((report / "entrants").glob("*-bad.html")))
    page.locator(".faults a").first.click()
    page.wait_for_function("document.title.startsWith('Deal ')")
    assert "bad_json" in page.locator("#now").inner_text()
