"""Functions of this process as bots of a match that another process plays.

Each function stands in for a program: a small bot (``relay``) that hands every line of the referee on to
this process, and the function's reply back. All functions are called in one thread, one after the other.
"""

import json
import os
import selectors
import socket
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Self

from arena.errors import RunError
from arena.library import relay
from arena.library.bots import Partners, PythonBot
from arena.library.table import Crash, Player
from arena.runner.files.scratch import scratch_folder
from arena.runner.files.toml import Document

_RECEIVED_BYTES: Final = 64 * 1024


class Switchboard:
    """Connects functions with the bots that stand in for them. A context manager.

    Between its ends ``bot`` makes a bot's folder, which any process of this user can start; ``serve`` answers
    until a process ends.
    """

    def __init__(self) -> None:
        self._functions: list[PythonBot] = []
        self._folders: dict[int, Path] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._folder = stack.enter_context(scratch_folder("functions"))
            self._address = self._folder / "socket"
            self._listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            try:
                self._listener.bind(str(self._address))
            except OSError as error:
                message = (
                    f"{self._address} can't be a socket: {error}; set TMPDIR to a shorter path"
                )
                raise RunError(message) from None
            self._listener.listen()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def bot(self, function: PythonBot) -> Path:
        """The folder of a bot that asks ``function``; the same one for the same object."""
        if id(function) not in self._folders:
            number = len(self._functions)
            self._functions.append(function)
            folder = self._folder / str(number)
            folder.mkdir()
            manifest = Document({"name": function.name, "run": ("python3", "relay.py")})
            (folder / "bot.toml").write_text(manifest.to_toml(), encoding="utf-8")
            text = Path(relay.__file__).read_text(encoding="utf-8")
            (folder / "relay.py").write_text(text, encoding="utf-8")
            (folder / "function").write_text(f"{self._address}\n{number}\n", encoding="utf-8")
            self._folders[id(function)] = folder
        return self._folders[id(function)]

    def serve(self, pid: int) -> None:
        """Answer the bots until process ``pid``, a child of this one, has ended; it isn't reaped.

        Whatever a function raises that isn't a bot's fault ends it too: KeyboardInterrupt, say.
        """
        with ExitStack() as stack:
            ended = os.pidfd_open(pid)
            stack.callback(os.close, ended)
            selector = stack.enter_context(selectors.DefaultSelector())
            selector.register(ended, selectors.EVENT_READ, None)
            selector.register(self._listener, selectors.EVENT_READ, None)
            while True:
                for key, _ in selector.select():
                    if key.fd == ended:
                        return
                    if key.fileobj is self._listener:
                        connection = stack.enter_context(self._listener.accept()[0])
                        selector.register(
                            connection, selectors.EVENT_READ, _Line(connection, self._functions)
                        )
                    elif not key.data.hear():
                        selector.unregister(key.fileobj)
                        key.data.close()


class _Line:
    """The connection with one bot: the first line says which function it asks for."""

    def __init__(self, connection: socket.socket, functions: list[PythonBot]) -> None:
        self._connection = connection
        self._functions = functions
        self._player: Player | None = None
        self._bytes = b""

    def close(self) -> None:
        """Nothing more will be said."""
        self._connection.close()

    def hear(self) -> bool:
        """Take in what has come, and answer each whole line; whether the bot is still there."""
        try:
            data = self._connection.recv(_RECEIVED_BYTES)
            if not data:
                return False
            *lines, self._bytes = (self._bytes + data).split(b"\n")
            return all(self._answer(line) for line in lines)
        except OSError:  # it was ended in the midst of it
            return False

    def _answer(self, line: bytes) -> bool:
        if self._player is None:
            self._player = Player(self._functions[int(line)])
            return True
        try:
            reply = self._player.hear(line)
        except Crash as crash:
            said = json.dumps([crash.status, crash.words]).encode("ascii")
            self._connection.sendall(relay.CRASH + said + b"\n")
            return False
        self._connection.sendall(relay.NO_REPLY + b"\n" if reply is None else relay.REPLY + reply)
        return True


def folders_of(
    switchboard: Switchboard, sides: Mapping[str, Partners]
) -> dict[str, tuple[Path, Path]]:
    """The bots of each side as absolute paths: those of functions are made."""

    def path(bot: PythonBot | Path) -> Path:
        return switchboard.bot(bot) if isinstance(bot, PythonBot) else bot.absolute()

    return {name: (path(one), path(two)) for name, (one, two) in sides.items()}
