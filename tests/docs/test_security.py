"""The table of attacks in ``docs/security.md`` is the one that the hostile bots are played by."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/security.md"
ATTACKS = ROOT / "tests/hostile/attacks.toml"
BEGIN, END = "<!-- table of attacks: begin -->\n", "<!-- table of attacks: end -->"
LEVELS = ("off", "standard", "strict")
WORDS = {"open": "**open**", "may": "may be open", "untried": "**open** (not tried)"}


def in_words(outcome: str | dict[str, str]) -> str:
    """A cell: what is open is shown as such, everything else is what stops it."""
    if isinstance(outcome, dict):
        root, user = (in_words(outcome[who]) for who in ("root", "user"))
        return f"root: {root}; user: {user}"
    kind, _, why = outcome.partition(": ")
    if kind in WORDS:
        return f"{WORDS[kind]}: {why}" if why else WORDS[kind]
    return outcome


def table() -> str:
    """The groups of attacks, each as a table of Markdown."""
    lines = []
    for group in tomllib.loads(ATTACKS.read_text(encoding="utf-8"))["group"]:
        lines += ["", f"| {group['title']} | off | standard | strict |", "|---|---|---|---|"]
        for attack in group["attacks"]:
            cells = [attack["does"], *(in_words(attack[level]) for level in LEVELS)]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", ""])


def test_the_page_shows_the_table_that_is_tested(request):
    """Written anew by ``pytest --update-golden``."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    current = f"{before}{BEGIN}{table()}{END}{after}"
    if request.config.getoption("--update-golden"):
        PAGE.write_text(current, encoding="utf-8")
        text = current
    assert current == text, "bring it up to date with: pytest --update-golden tests/docs"


def test_every_attack_is_a_program_that_is_there():
    """And every program is used by a row."""
    rows = [
        attack
        for group in tomllib.loads(ATTACKS.read_text(encoding="utf-8"))["group"]
        for attack in group["attacks"]
    ]
    folder = ROOT / "tests/bots/attacks"
    programs = {path.stem for path in folder.glob("*.py")} - {"attack", "honest", "needs_much"}
    assert programs == {attack.get("bot", attack["name"]) for attack in rows}
