"""The signals that end the work, and how they do."""

import signal

import pytest

from arena.runner.process.interrupts import ending_signals, interruptible


@pytest.fixture
def hangup():
    """SIGHUP can be handled as the test likes."""
    before = signal.getsignal(signal.SIGHUP)
    yield lambda handler: signal.signal(signal.SIGHUP, handler)
    signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_each_of_them_is_a_keyboard_interrupt_and_what_was_before_comes_back(number, hangup):
    hangup(signal.SIG_DFL)
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt), interruptible():
        signal.raise_signal(number)
    assert before == signal.getsignal(number)


def test_sigterm_ends_what_a_shell_has_put_into_the_background_too():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with pytest.raises(KeyboardInterrupt), interruptible():
            signal.raise_signal(signal.SIGTERM)
        assert signal.SIG_IGN == signal.getsignal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_hangup_that_is_ignored_stays_ignored(hangup):
    hangup(signal.SIG_IGN)
    assert {signal.SIGINT, signal.SIGTERM} == ending_signals()
    with interruptible():
        signal.raise_signal(signal.SIGHUP)
