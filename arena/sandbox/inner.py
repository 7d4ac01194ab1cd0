"""The first program inside bubblewrap: takes the bot's limits, tells the arena who it is, and becomes the bot.

Bubblewrap's own first process has the bot's user. So that the bot can't reach into it, this program enters a Landlock
domain of its own: from there nobody outside can be traced, signalled, or have their memory opened.

It is passed as text to a bare Python (``python -I -S -c``), so it may import nothing of the arena. Its arguments:
three descriptors (the arena's socket, and what are to be stdin and stdout), the domain's attributes, limits, the command.
"""

import ctypes
import os
import resource
import struct
import sys

CREATE_RULESET = 444
ADD_RULE = 445
RESTRICT_SELF = 446
PATH_BENEATH = 1
REFER = 1 << 13


def enter_domain(attributes: bytes) -> None:
    """Hold this process, and all that it starts, to what a struct landlock_ruleset_attr refuses."""
    ruleset = call(CREATE_RULESET, attributes, len(attributes), 0)
    if int.from_bytes(attributes[:8], sys.byteorder) & REFER:
        root = os.open("/", os.O_PATH)
        call(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", REFER, root), 0)
        os.close(root)
    call(RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def call(number: int, *arguments: int | bytes) -> int:
    """Make a call of Landlock. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    wide = [ctypes.c_long(it) if isinstance(it, int) else it for it in (number, *arguments)]
    result = int(libc.syscall(*wide))
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock refused the bot a domain")
    return result


def main() -> None:
    """Run as told by ``sys.argv``."""
    arena, stdin, stdout = map(int, sys.argv[1].split(","))
    command = sys.argv[4:]
    try:
        if sys.argv[2]:
            enter_domain(bytes.fromhex(sys.argv[2]))
        for one in sys.argv[3].split(","):
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
