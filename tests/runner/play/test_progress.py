"""How far a run has come is told from logs that are being written."""

from arena.runner.play.progress import LegCounter

LEG = b'{"n":1,"type":"unit_end"}\n'


def test_legs_are_counted_as_they_are_added_and_half_a_line_is_none(tmp_path):
    log, counter = tmp_path / "m.jsonl.part", LegCounter()
    assert 0 == counter.count([log])
    log.write_bytes(LEG + LEG[:-1])
    assert 1 == counter.count([log])
    log.write_bytes(LEG + LEG + LEG)
    assert 3 == counter.count([log])


def test_progress_never_goes_back_when_a_log_is_sealed(tmp_path):
    log, counter = tmp_path / "m.jsonl.part", LegCounter()
    log.write_bytes(LEG)
    assert 1 == counter.count([log])
    log.rename(tmp_path / "m.jsonl")
    assert 1 == counter.count([log])


def test_a_log_that_isnt_asked_for_any_more_is_forgotten(tmp_path):
    log, counter = tmp_path / "m.jsonl.part", LegCounter()
    log.write_bytes(LEG)
    assert [1, 0] == [counter.count([log]), counter.count([])]
