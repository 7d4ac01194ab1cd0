"""The first program inside bubblewrap: sets limits, tells the arena who it is, and becomes the bot.

It is passed as text to a bare Python (``python -I -S -c``), so it may import nothing of the arena. Its arguments:
three descriptors (the arena's socket, and what are to be stdin and stdout), limits, the bot's command.
"""

import os
import resource
import sys


def main() -> None:
    """Run as told by ``sys.argv``."""
    arena, stdin, stdout = map(int, sys.argv[1].split(","))
    command = sys.argv[3:]
    try:
        for one in sys.argv[2].split(","):
            which, soft, hard = map(int, one.split(":"))
            _, most = resource.getrlimit(which)
            if most != resource.RLIM_INFINITY:
                hard = min(hard, most)
            resource.setrlimit(which, (min(soft, hard), hard))
        os.dup2(stdin, 0)
        os.dup2(stdout, 1)
        os.close(stdin)
        os.close(stdout)
        os.set_inheritable(arena, False)  # noqa: FBT003 - the builtin's own signature
    except OSError as error:
        os.write(arena, f"!{error}".encode())
        return
    # The socket tells the arena this process's id, as the arena's own system counts.
    os.write(arena, b".")
    try:
        os.execvp(command[0], command)  # noqa: S606 - there is no shell, and none is wanted
    except OSError as error:
        os.write(arena, str(error.errno).encode())


if __name__ == "__main__":
    main()
