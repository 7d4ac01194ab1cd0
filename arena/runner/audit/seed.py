"""Checking a run's seed: published or kept, it must be the one that the run committed itself to."""

from arena.errors import ArenaError
from arena.runner.audit.ledger import LedgerFacts
from arena.runner.runs.directory import RunDirectory
from arena.runner.runs.record import RunRecord
from arena.tournament.boards import commitment, parse_seed, show_seed


def check_seed(
    directory: RunDirectory, record: RunRecord | None, ledger: LedgerFacts
) -> tuple[bytes | None, list[str]]:
    """The seed where it is known and true, and what is wrong with either place where it stands."""
    promises = (each.seed_commitment for each in (record, ledger.first) if each is not None)
    promised = next(promises, None)
    problems: list[str] = []
    kept = _read(directory, problems)
    if kept is None and ledger.ended and not problems:
        problems.append(f"{directory.seed_file}: is missing, though the run is over")
    seed: bytes | None = None
    for place, text in ((directory.ledger, ledger.seed), (directory.seed_file, kept)):
        if text is None:
            continue
        try:
            found = parse_seed(text)
        except ArenaError as error:
            problems.append(f"{place}: {error}")
            continue
        if commitment(found) != promised:
            problems.append(f"{place}: the seed isn't the one that the run committed itself to")
        elif text != show_seed(found):
            problems.append(f"{place}: the seed isn't written as the arena writes it")
        else:
            seed = found
    return seed, problems


def _read(directory: RunDirectory, problems: list[str]) -> str | None:
    """What the seed's file holds, without its line end."""
    try:
        text = directory.seed_file.read_bytes().decode("ascii")
    except FileNotFoundError:
        return None
    except PermissionError:  # not yet published, and not ours
        return None
    except (OSError, UnicodeDecodeError):
        problems.append(f"{directory.seed_file}: doesn't hold a seed")
        return None
    if not text.endswith("\n"):
        problems.append(f"{directory.seed_file}: its line is cut off")
    return text.removesuffix("\n")
