"""What is kept of a stream of any length."""

import os

import pytest
import trio
import trio.testing

from arena.runner.process.stderr import HEAD_BYTES, READ_BYTES, TAIL_BYTES, StderrBuffer


def test_a_short_text_is_kept_as_it_is():
    """Nothing is cut, and nothing added."""
    buffer = StderrBuffer()
    buffer.feed(b"warning: ")
    buffer.feed(b"no opening book\n")
    assert (25, b"warning: no opening book\n") == (buffer.total_bytes, buffer.kept)


@pytest.mark.parametrize("chunk", [1, 100, 5000, 50_000])
def test_of_a_long_text_the_head_and_the_tail_are_kept(chunk):
    """However it comes in, the middle is left out, and it says how much that was."""
    text = b"".join(b"%06d\n" % line for line in range(5000))
    buffer = StderrBuffer()
    for start in range(0, len(text), chunk):
        buffer.feed(text[start : start + chunk])
    dropped = len(text) - HEAD_BYTES - TAIL_BYTES
    middle = b"\n[... %d bytes ...]\n" % dropped
    assert text[:HEAD_BYTES] + middle + text[-TAIL_BYTES:] == buffer.kept
    assert len(text) == buffer.total_bytes


def test_exactly_as_much_as_fits_is_not_cut():
    """The caps are inclusive."""
    buffer = StderrBuffer()
    buffer.feed(b"x" * (HEAD_BYTES + TAIL_BYTES))
    assert b"x" * (HEAD_BYTES + TAIL_BYTES) == buffer.kept


def test_a_pipe_is_drained_to_its_end():
    """All that comes is read, a full pipe at a time."""
    buffer = StderrBuffer()

    async def main() -> None:
        reader, writer = os.pipe2(os.O_NONBLOCK)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(buffer.drain, reader)
            for _ in range(3):
                await trio.lowlevel.wait_writable(writer)
                os.write(writer, b"y" * READ_BYTES)
                await trio.testing.wait_all_tasks_blocked()
            os.close(writer)
        os.close(reader)

    trio.run(main)
    assert 3 * READ_BYTES == buffer.total_bytes


def test_reading_now_does_not_wait():
    """None where nothing is there yet, 0 at the end."""
    reader, writer = os.pipe2(os.O_NONBLOCK)
    buffer = StderrBuffer()
    found = [buffer.read_now(reader)]
    os.write(writer, b"abc")
    found.append(buffer.read_now(reader))
    os.close(writer)
    found.append(buffer.read_now(reader))
    os.close(reader)
    assert [None, 3, 0] == found
