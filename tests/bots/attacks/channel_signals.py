"""Tells its partner by real-time signals, one for each bit that is set."""

import os
import signal
from pathlib import Path

from attack import TOKEN_BITS, bits, each, pair, processes_of_table, token_of

KNOWN = range(signal.SIGRTMIN + 2, signal.SIGRTMIN + 3 + TOKEN_BITS)
signal.pthread_sigmask(signal.SIG_BLOCK, KNOWN)
sent = []


def send(token):
    partners = processes_of_table(Path(__file__).name)

    def signal_to(pid):
        for bit in [*bits(token), TOKEN_BITS]:
            os.kill(pid, KNOWN[bit])

    each([pid for pid in partners if ready(pid)], signal_to)


def ready(pid):
    """Whether it blocks the signals by now, and so won't be killed by them."""
    status = Path(f"/proc/{pid}/status").read_text()
    blocked = next(line for line in status.splitlines() if line.startswith("SigBlk"))
    return int(blocked.split()[1], 16) >> KNOWN[0] - 1 & 1


def receive():
    pending = signal.sigpending()
    if KNOWN[-1] in pending:
        return token_of(bit for bit in range(TOKEN_BITS) if KNOWN[bit] in pending)
    return None


pair(send, receive)
