"""Where marks stand in charts."""

from hypothesis import given
from hypothesis import strategies as st

from arena.web.charts import axis_over, histogram


def test_an_axis_holds_zero_and_all_values():
    axis = axis_over([0.1, 0.62])
    assert (axis.low < 0, axis.high > 0.62) == (True, True)
    assert ["0.0", "+0.2", "+0.4", "+0.6"] == [tick.text for tick in axis.ticks]
    assert [True, False, False, False] == [tick.is_zero for tick in axis.ticks]
    assert axis.ticks[0].at == axis.at(0)


def test_an_axis_without_values_still_has_its_zero():
    assert "50.00" == axis_over([]).at(0)
    assert ("0.00", "100.00") == (axis_over([]).at(-9), axis_over([]).at(9))


@given(st.lists(st.floats(-1e6, 1e6).filter(lambda value: abs(value) > 1e-6 or not value)))
def test_an_axis_has_few_lines_whatever_the_values(values):
    assert 2 <= len(axis_over(values).ticks) <= 12


def test_a_histogram_counts_every_time_and_shows_the_rarest():
    chart = histogram([5, 12, 13] * 1_000 + [400_000], [("limit", 1_000_000)])
    assert ["3,000", "1"] == [bar.text for bar in chart.bars]
    assert ["100.0", "2.0"] == [bar.height for bar in chart.bars]
    assert ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"] == [
        each.text for each in chart.ticks
    ]
    assert [("100.00", "limit")] == [(mark.at, mark.text) for mark in chart.marks]


def test_a_histogram_of_nothing_has_only_its_scale():
    chart = histogram([], [("limit", 50)])
    assert ((), 2) == (chart.bars, len(chart.ticks))
