"""Is root, or becomes it."""

from pathlib import Path

from attack import solo


def attack():
    """Effective capabilities are what makes root; a user id of 0 alone reads what root owns."""
    status = Path("/proc/self/status").read_text()
    line = next(it for it in status.splitlines() if it.startswith("CapEff"))
    return int(line.split()[1], 16) and "has capabilities"


solo(attack)
