"""A program that can't start is told before anything is played, with what to do."""

import sys

import pytest

from arena.errors import BotStartError
from arena.runner.bots.programs import check_program
from arena.sandbox.launch import plan_launch


@pytest.fixture
def check(tmp_path):
    """Checks an executable file of this content, as the bot's own program."""

    def run(content):
        (tmp_path / "bot").write_bytes(content)
        (tmp_path / "bot").chmod(0o755)
        check_program("ana", "./bot", plan_launch(("./bot",), tmp_path))

    return run


@pytest.mark.parametrize(
    "content",
    [
        b"#!/bin/sh\n",
        b"#! /bin/sh -e\necho",
        b"#!/bin/sh",
        b"#!./bot\n",
        b"#!/usr/bin/env sh\n",
        b"#!/usr/bin/env\n",
        b"#!/usr/bin/env -S sh -e\n",
        b"\x7fELF\x02\x01",
    ],
)
def test_a_binary_or_a_script_whose_interpreter_is_there_may_start(check, content):
    check(content)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"print()\n", r"runs '\./bot', which is not a program: it has no #! line"),
        (b"", "which is not a program: it has no #! line"),
        (b"#!/bin/sh\r\necho\r\n", r"which has Windows line ends \(CRLF\)"),
        (b"#!/no/such\n", "needs '/no/such' by its #! line, and that isn't there"),
        (b"#!\n", "needs '' by its #! line"),
        (
            b"#!/usr/bin/env no-such-9.1\n",
            "needs 'no-such-9.1', which isn't installed; install",
        ),
    ],
)
def test_what_cant_start_is_told_with_its_reason(check, content, expected):
    with pytest.raises(BotStartError, match=f"^bot 'ana' .*{expected}"):
        check(content)


def test_the_arenas_own_python_is_taken_as_it_is(tmp_path, monkeypatch):
    python = tmp_path / "python"
    python.write_bytes(b"a wrapper of another kind")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    check_program("ana", "python3", plan_launch(("python3",), tmp_path))
