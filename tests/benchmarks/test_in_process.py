"""How much is done for a play between functions: an exact count, for times tell nothing here."""

import importlib
import sys
from pathlib import Path

import pytest


def test_a_play_takes_so_many_calls_and_no_more(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    script = importlib.import_module("in_process")
    calls = script.calls_of_a_play()
    assert 0 < calls <= 131
    assert calls == pytest.approx(script.calls_of_a_play())
    assert sys.getprofile() is None
