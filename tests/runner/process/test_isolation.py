"""Which level is chosen, by what is asked for and what works."""

import pytest

from arena.errors import SandboxUnavailableError
from arena.runner.process import isolation
from arena.runner.process.isolation import choose, choose_by_name, probe_level
from arena.sandbox.host import LevelReport
from arena.sandbox.level import Level, LevelChoice
from arena.sandbox.verdict import Findings


@pytest.fixture
def host(monkeypatch):
    """A host on which only the given levels hold."""

    def with_levels(*levels):
        monkeypatch.setattr(isolation, "what_lacks", lambda _level, _host: None)
        monkeypatch.setattr(
            isolation,
            "send_canary",
            lambda level: Findings((), ()) if level in levels else Findings(("tcp",), ()),
        )

    return with_levels


def test_auto_takes_the_best_that_holds(host):
    host(Level.STANDARD, Level.STRICT)
    chosen = choose(LevelChoice.AUTO)
    assert Level.STRICT is chosen.level
    assert chosen.why.startswith("strict: bubblewrap ")


def test_auto_says_why_it_isnt_a_better_one_and_how_to_get_that(host):
    host(Level.STANDARD)
    chosen = choose(LevelChoice.AUTO)
    assert Level.STANDARD is chosen.level
    assert "; strict isn't available: a bot can open a TCP socket. To get it: " in chosen.why
    assert "\n" not in chosen.why


def test_auto_falls_to_off_where_nothing_holds(host):
    host()
    chosen = choose(LevelChoice.AUTO)
    assert Level.OFF is chosen.level
    assert "strict isn't available" in chosen.why


def test_a_required_level_that_doesnt_hold_is_refused(host):
    host(Level.STANDARD)
    with pytest.raises(SandboxUnavailableError, match=r"^strict isn't available: .* To get it: "):
        choose(LevelChoice.AUTO, Level.STRICT)
    assert Level.STANDARD is choose(LevelChoice.AUTO, Level.STANDARD).level


def test_a_level_that_is_asked_for_is_never_replaced_by_another(host):
    host(Level.STANDARD)
    assert Level.STANDARD is choose(LevelChoice.STANDARD).level
    with pytest.raises(SandboxUnavailableError, match=r"^strict isn't available: "):
        choose(LevelChoice.STRICT)


def test_less_than_is_required_cant_be_asked_for(host):
    with pytest.raises(SandboxUnavailableError, match=r"^sandbox off was asked for, but standard"):
        choose(LevelChoice.OFF, Level.STANDARD)


def test_off_needs_nothing_and_warns():
    chosen = choose_by_name("off", None)
    assert Level.OFF is chosen.level
    assert "bots run as you" in chosen.why


def test_the_best_is_what_is_asked_for_by_default(host):
    host(Level.STRICT)
    assert Level.STRICT is choose_by_name(None, "standard").level


def test_what_a_host_lacks_is_told_without_a_canary(monkeypatch):
    monkeypatch.setattr(isolation, "what_lacks", lambda _level, _host: ("no moat", "dig one"))
    report = probe_level(Level.STRICT, isolation.examine())
    assert LevelReport(Level.STRICT, works=False, reason="no moat", advice="dig one") == report


def test_a_canary_that_cant_be_started_is_a_level_that_doesnt_work(host, monkeypatch):
    host()

    def fail(level):
        raise OSError(1, "unshare: refused")

    monkeypatch.setattr(isolation, "send_canary", fail)
    report = probe_level(Level.STANDARD, isolation.examine())
    assert (False, "unshare: refused") == (report.works, report.reason)
