"""The addresses of a report's pages."""

from arena.web.run_facts import RunFacts
from arena.web.shown import file_name


class Pages:
    """The addresses of a report's pages: file names that no name of a bot can lead astray."""

    def __init__(self, facts: RunFacts) -> None:
        self._entrants = {
            name: f"entrants/{number}-{file_name(name)}.html"
            for number, name in enumerate(facts.names, 1)
        }

    def entrant(self, name: str) -> str:
        """The page of an entrant, from the report's folder."""
        return self._entrants[name]

    @staticmethod
    def match(match_id: str) -> str:
        """The page of a match, from the report's folder."""
        return f"matches/{file_name(match_id)}.html"
