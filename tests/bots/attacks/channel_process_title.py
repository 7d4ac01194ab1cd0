"""Tells its partner by what /proc shows of itself: the name of its process."""

from pathlib import Path

from attack import MARK, pair, pids

TAG = f"s{MARK[:6]}"


def send(token):
    Path("/proc/self/comm").write_text(f"{TAG}{token:04x}")


def receive():
    for pid in pids():
        try:
            name = Path(f"/proc/{pid}/comm").read_text().strip()
        except OSError:
            continue
        if name.startswith(TAG):
            return int(name[-4:], 16)
    return None


pair(send, receive)
