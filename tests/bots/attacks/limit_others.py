"""Takes away the right to open files from the referee, or from its rivals, as argument 2 says."""

import resource
import sys

from attack import each, solo, victims


def attack():
    def limit(pid):
        soft, hard = resource.prlimit(pid, resource.RLIMIT_CORE)
        resource.prlimit(pid, resource.RLIMIT_CORE, (soft, hard))

    return each(victims(sys.argv[2]), limit)


solo(attack)
