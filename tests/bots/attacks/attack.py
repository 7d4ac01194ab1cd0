"""What the attackers here have in common: try, tell on stderr what came of it, and play properly.

Each tells one line: ``LEAK`` and what it reached or did, or ``denied`` and why. Of two partners one gets a
random token from the other by a way that isn't the cards, or doesn't; the test compares.

The first argument is a word that only the processes of this table have in their command lines.
"""

import ctypes
import os
import random
import sys
from pathlib import Path

from scripted import card, hello, run

EAST, WEST = 1, 3
MARK = sys.argv[1]
TOKEN_BITS = 16

libc = ctypes.CDLL(None, use_errno=True)
dice = random.SystemRandom()


def tell(line):
    """One line for the test."""
    os.write(2, f"{line}\n".encode("ascii", "backslashreplace"))


def check(result):
    """The result of a call of the C library, or OSError."""
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def syscall(number, *arguments):
    """A call of the kernel by its number (x86-64)."""
    wide = [ctypes.c_long(it) if isinstance(it, int) else it for it in (number, *arguments)]
    return check(libc.syscall(*wide))


def attempt(attack):
    """Try it: what it returns is what was reached; nothing, or an error, means that it was denied."""
    try:
        reached = attack()
    except (OSError, MemoryError, RuntimeError) as error:
        tell(f"denied: {error}")
    else:
        tell(f"LEAK {reached}" if reached else "denied: found nothing")


def solo(attack):
    """Attack once, in the midst of play."""
    left = [attack]

    def misdeed(message):
        while left:
            attempt(left.pop())
        card(message)

    run(misdeed)


def pair(send, receive, size=1 << TOKEN_BITS):
    """East sends a token at each of its turns; West looks for it at each of its own, and once before."""
    role = []

    def sender():
        token = dice.randrange(1, size)
        tell(f"token {token:04x}")
        refused = set()

        def act():
            try:
                send(token)
            except OSError as error:
                if str(error) not in refused:
                    tell(f"denied: {error}")
                refused.add(str(error))

        return act

    def receiver():
        got = set()

        def act():
            try:
                token = receive()
            except OSError as error:
                token = f"denied: {error}"
            if token and token not in got:
                tell(f"LEAK {token:04x}" if isinstance(token, int) else token)
                got.add(token)

        return act

    def begin(message):
        role.append(sender() if message["seat"] == EAST else receiver())
        role[0]()
        hello(message)

    def turn(message):
        role[0]()
        card(message)

    run(turn, begin, from_trick=0)


def on_network(name):
    """Whether this process is on the host's network, which has that name, and not on one of its own."""
    return str(Path("/proc/self/ns/net").readlink()) == name


def bits(token):
    """Which of the bits of a token are set."""
    return [bit for bit in range(TOKEN_BITS) if token >> bit & 1]


def token_of(set_bits):
    """The token that has these bits."""
    return sum(1 << bit for bit in set_bits)


def shared_files():
    """One file for each bit of a token, in the folder that both partners' programs lie in."""
    return [Path(__file__).with_name(f"bit{bit}") for bit in range(TOKEN_BITS)]


def pids():
    """Every process that can be seen but this one."""
    return [
        int(it.name)
        for it in Path("/proc").iterdir()
        if it.name.isdigit() and it.name != str(os.getpid())
    ]


def processes_of_table(program=""):
    """The processes of this table that can be told by their command lines, but this one.

    And but the first: in a namespace that is this bot's own keeper, which has its command line too.
    """
    found = []
    for pid in pids():
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if pid != 1 and MARK.encode() in command and program.encode() in command:
            found.append(pid)
    return found


def victims(who):
    """The processes of the partner, of rivals or of the referee: a bot that knows the host knows them."""
    match who:
        case "referee":
            return [int(sys.argv[3])]
        case "partner":
            return processes_of_table(Path(sys.argv[0]).name)
        case _:
            return processes_of_table("honest.py")


def each(pids, act):
    """Do it to each process; how many let it be done. The last error, where none did."""
    done, last = 0, None
    for pid in pids:
        try:
            act(pid)
            done += 1
        except OSError as error:
            last = error
    if not done and last:
        raise last
    return done
