"""Plays properly, and needs now and then what a bot may need: a thread, a child, a file, some memory."""

import os
import subprocess
import threading
from pathlib import Path

from scripted import card, run


def work(message):
    if message["trick"] in {1, 3, 9}:
        held = [bytearray(8 << 20)]
        thread = threading.Thread(target=held.pop)
        thread.start()
        thread.join()
        Path(os.environ["TMPDIR"], "notes").write_text(str(message["hand"]))
        subprocess.run(["/bin/true"], check=True)
    card(message)


run(work, from_trick=1)
