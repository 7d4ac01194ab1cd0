"""What a stranger's log or ledger may call things: it is shown, and files are named by it."""

import pytest
from pydantic import ValidationError

from arena.transcript.ledger import AnnulEntry, VoidEntry
from arena.transcript.records import BotRecord, EntrantRecord

TRAPS = ["\x1b[2J", "a\nb", "<script>", "a\u202eb", "", "x" * 66, "../ana"]


@pytest.mark.parametrize("name", TRAPS)
def test_a_name_that_no_bot_can_have_is_no_name(name):
    """Of a bot, an entrant, whoever."""
    with pytest.raises(ValidationError):
        BotRecord(name=name, sha256="0" * 64)
    bot = BotRecord(name="ana", sha256="0" * 64)
    with pytest.raises(ValidationError):
        EntrantRecord(name=name, bots=(bot, bot))
    with pytest.raises(ValidationError):
        VoidEntry(match_id="ab", entrants=("ana", name), attempts=3, reason="x")


@pytest.mark.parametrize("match_id", ["../../etc/passwd", "a/b", ".", "a.b", "", "x" * 65])
def test_the_name_of_a_match_leads_to_no_other_place(match_id):
    """Its log is the file of that name."""
    with pytest.raises(ValidationError):
        AnnulEntry(match_id=match_id, reason="x")


def test_a_mixed_partnership_has_a_name_of_two():
    """Joined as they are."""
    names = ("a" * 32 + "+" + "b" * 32, "ana+rui")
    assert names == VoidEntry(match_id="ab", entrants=names, attempts=3, reason="x").entrants
