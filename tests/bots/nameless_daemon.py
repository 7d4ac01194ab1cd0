"""As daemon.py, but the daemon also throws away the environment it could be known by."""

import os

from scripted import hello, run


def daemonize(message):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 3)
            os.execve("/bin/sleep", ["sleep", f"600.{os.environ['MARK']}"], {})
        os._exit(0)
    hello(message)


run(on_hello=daemonize)
