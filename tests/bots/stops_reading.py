"""Makes its stdin's pipe as small as it can be, and stops reading."""

import fcntl
import time

from scripted import run

F_SETPIPE_SZ = 1031


def sulk(message):
    fcntl.fcntl(0, F_SETPIPE_SZ, 4096)
    time.sleep(600)


run(sulk)
