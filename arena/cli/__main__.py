"""``python -m arena.cli`` is the ``arena`` command."""

from arena.cli.main import main

if __name__ == "__main__":
    main(prog_name="arena")
