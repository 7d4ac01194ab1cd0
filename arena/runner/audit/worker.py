"""A process that checks one log after another: ``python -m arena.runner.audit.worker``.

The first line on stdin is the run's ``RunFacts``, each further one a ``LogCheck``; each is answered by one
line, a ``Found``. It ends with its stdin, so it outlives nobody.
"""

import sys

from arena.runner.audit.match import FACTS, FOUND, LOG_CHECK, check_log


def main() -> None:
    """Serve whoever started this process."""
    lines, out = sys.stdin.buffer, sys.stdout.buffer
    facts = FACTS.validate_json(lines.readline())
    for line in lines:
        out.write(FOUND.dump_json(check_log(facts, LOG_CHECK.validate_json(line))) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
