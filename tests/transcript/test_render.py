"""A match in the terminal: whole, by half, deal and trick, and through one seat's eyes."""

import json
import re

import pytest

from arena.engine import PRESETS, SEATS, Ruleset, Seat, mask_of, view_of
from arena.errors import NotationError
from arena.referee.events import CardPlayed
from arena.referee.spec import Clock, OnFault, Unit
from arena.transcript.deal_log import deals_of
from arena.transcript.reader import read_log
from arena.transcript.render import Focus, render_match
from arena.transcript.render_deal import milliseconds
from arena.transcript.style import Style, width

PLAIN = Style()

VIEWS = {
    "boards": ("boards", Focus(), PLAIN),
    "rubbers": ("rubbers", Focus(half=2), PLAIN),
    "anticlockwise": ("anticlockwise", Focus(half=1), PLAIN),
    "forfeits": ("forfeits", Focus(), PLAIN),
    "crash": ("crash", Focus(), PLAIN),
    "substitutes": ("substitutes", Focus(half=1), PLAIN),
    "lost": ("lost late", Focus(half=2), PLAIN),
    "no-start": ("no start", Focus(), PLAIN),
    "nobody-starts": ("nobody starts", Focus(), PLAIN),
    "void": ("void", Focus(), PLAIN),
    "ascii": ("crash", Focus(half=1, deal=1), Style(ascii=True)),
    "colour": ("substitutes", Focus(deal=1), Style(colour=True)),
    "deal": ("rubbers", Focus(half=1, deal=2), PLAIN),
    "trick": ("reserve", Focus(half=2, deal=2, trick=4), PLAIN),
    "trick-substituted": ("substitutes", Focus(deal=1, trick=2), PLAIN),
    "trick-forfeited": ("crash", Focus(deal=1, trick=3), PLAIN),
    "seat": ("substitutes", Focus(half=1, seat=Seat.NORTH), PLAIN),
    "seat-trick": ("boards", Focus(deal=2, trick=2, seat=Seat.WEST), PLAIN),
}
"""Golden files: which log, what of it, how."""


@pytest.mark.parametrize("view", VIEWS)
def test_a_match_looks_as_in_the_golden_file(every_log, golden, view):
    """Whoever changes the look reads the difference."""
    kind, focus, style = VIEWS[view]
    golden(f"replay/{view}.txt", render_match(read_log(every_log[kind]), focus, style))


@pytest.mark.parametrize("style", [PLAIN, Style(colour=True), Style(ascii=True)], ids=str)
def test_every_line_of_every_log_fits_on_a_terminal(every_log, style):
    """Eighty columns, no blanks at the end, and nothing that isn't to be printed but colours."""
    for path in every_log.values():
        for seat in (None, Seat.EAST):
            for line in render_match(read_log(path), Focus(seat=seat), style):
                assert width(line) <= 80
                assert line == line.rstrip()
                plain = re.sub("\x1b\\[[0-9;]*m", "", line)
                assert plain.isprintable()
                assert plain.isascii() or not style.ascii
                assert plain == line or style.colour


def test_colour_changes_nothing_but_colours(every_log):
    """The text is the same without it."""
    match = read_log(every_log["substitutes"])
    coloured = render_match(match, Focus(), Style(colour=True))
    assert render_match(match, Focus(), PLAIN) == [
        re.sub("\x1b\\[[0-9;]*m", "", line) for line in coloured
    ]


@pytest.mark.parametrize("seat", SEATS, ids=str)
def test_a_seat_never_sees_a_hidden_card_or_word(every_log, seat):
    """Of the others' hands it sees how many cards there are; of their times and comments nothing."""
    match = read_log(every_log["boards"])
    for deal in deals_of("path", match.halves[0]):
        for trick in range(1, 11):
            focus = Focus(1, deal.started.deal, trick, seat)
            lines = render_match(match, focus, Style(ascii=True))
            sees = view_of(seat, deal.started.layout, deal.before_trick(trick))
            start = next(n for n, line in enumerate(lines) if "Before trick" in line) + 1
            end = next(n for n, line in enumerate(lines) if " leads " in line and n > start)
            own = " ".join(Style(ascii=True).hand(mask_of(sees.hand))).split()
            count = f"({len(sees.hand)} card{'s' if len(sees.hand) > 1 else ''})"
            words = [
                *own,
                "dealer",
                *["N", "E", "S", "W", "ant", "ape", "bee", "bat"],
                *[*count.split()] * 3,
            ]
            held = deal.before_trick(trick).hands[sees.trump_seat] >> sees.trump_card & 1
            if held and sees.trump_seat is not seat:
                words += ["one", "is", str(sees.trump_card)]
            assert sorted(words) == sorted(" ".join(lines[start:end]).split())
            assert all(
                (" of " in line) == (f" {seat} " in line)
                for line in lines[end : end + 4]
                if " ms" in line
            )
            plays = [step.logged.event for step in deal.steps if step.trick == trick]
            comments = [
                play.comment
                for play in plays
                if isinstance(play, CardPlayed) and play.seat is seat and play.comment
            ]
            assert len(comments) == "\n".join(lines).count('"I hold')


def test_a_seat_does_not_see_the_result_of_the_match(every_log):
    """Nobody at the table is told."""
    shown = render_match(read_log(every_log["boards"]), Focus(seat=Seat.WEST), PLAIN)
    assert not any("Result" in line for line in shown)


def test_an_anticlockwise_table_is_the_mirror_image(matches):
    """East sits where west does on a clockwise table."""

    def names(rules: Ruleset) -> list[str]:
        match = read_log(matches.play(rules=rules, units=(0,)))
        lines = render_match(match, Focus(half=1, deal=1), PLAIN)
        return next(line.split() for line in lines if "E bee" in line and "W bat" in line)

    assert ["W", "bat", "E", "bee"] == names(PRESETS["seed"])
    assert ["E", "bee", "W", "bat"] == names(PRESETS["portugal"])


@pytest.mark.parametrize(
    ("focus", "message"),
    [
        (Focus(half=3), "'3' is not a half of this match (1 to 2)"),
        (Focus(half=0), "'0' is not a half of this match (1 to 2)"),
        (Focus(deal=4), "'4' is not a deal of half 1 (1 to 3)"),
        (Focus(trick=11), "'11' is not a trick that was begun in deal 1"),
    ],
    ids=str,
)
def test_what_is_not_there_is_not_shown(every_log, focus, message):
    """The error says what there is."""
    with pytest.raises(NotationError) as caught:
        render_match(read_log(every_log["boards"]), focus, PLAIN)
    assert message == str(caught.value)


def test_a_trick_without_a_deal_is_the_first_deals(every_log):
    """And a deal without a half the first half's."""
    match = read_log(every_log["boards"])
    assert render_match(match, Focus(1, 1, 5), PLAIN) == render_match(match, Focus(trick=5), PLAIN)
    assert render_match(match, Focus(1, 2), PLAIN) == render_match(match, Focus(deal=2), PLAIN)


def test_a_void_match_shows_the_trick_that_it_broke_off_in(every_log):
    """But not one that was never begun."""
    match = read_log(every_log["void"])
    shown = render_match(match, Focus(trick=6), PLAIN)
    assert "The match is void: no memory left to spawn a bot." == shown[-1]
    with pytest.raises(NotationError):
        render_match(match, Focus(trick=7), PLAIN)


def heading(matches, **spec) -> list[str]:
    lines = render_match(read_log(matches.play(units=(0,), **spec)), Focus(), PLAIN)
    return lines[: lines.index("")]


def test_the_heading_tells_the_conditions(matches):
    """Rules by their preset and how they differ, clocks, what a fault costs."""
    lines = heading(matches)
    assert (
        "  1 board, each played twice · rules: seed · 100 ms a move · on a fault: forfeit" in lines
    )
    changed = Ruleset.from_mapping({"preset": "copag", "double_above": 80})
    clock = Clock(1_000, 250, 4_000)
    lines = heading(matches, rules=changed, clock=clock, on_fault=OnFault.SUBSTITUTE)
    assert "  1 board, each played twice · rules: copag, double_above 80" in lines
    assert "  250 ms a move and 4000 ms in reserve · on a fault: substitute" in lines


def test_the_heading_tells_that_bots_are_frozen(matches):
    """A condition of play like the clock."""
    assert "frozen between turns" in " ".join(heading(matches, freeze=True))
    assert "frozen" not in " ".join(heading(matches))


def test_a_bot_that_worked_off_turn_is_told_of(matches):
    """After the half's times, and to nobody who sees another seat alone."""
    log = read_log(matches.play({"bee": matches.moonlight}))
    lines = [line for line in render_match(log, Focus(), PLAIN) if "off turn" in line]
    assert ["CPU off turn" in line for line in lines] == [True, True]
    assert all("bee" in line and "in 20 turns" in line for line in lines)
    as_north = render_match(log, Focus(half=1, seat=Seat.NORTH), PLAIN)
    assert [] == [line for line in as_north if "off turn" in line]


def test_a_fact_longer_than_a_line_is_wrapped(every_log, scratch, forge):
    """A platform's name may be of any length."""

    def change(record: dict) -> None:
        if record["type"] == "match":
            record["provenance"] = {"platform": "Linux " * 20, "cores": 2}

    lines = render_match(edited(every_log, "void", scratch, forge, change), Focus(), PLAIN)
    assert ["  platform" + " Linux" * 11, "    " + "Linux " * 8 + "Linux"] == lines[4:6]
    assert "  cores 2" == lines[6]


def test_the_longest_names_fit_too(every_log, scratch, forge):
    """Thirty-two characters for each entrant and bot."""

    def change(record: dict) -> None:
        if record["type"] == "match":
            for entrant in record["entrants"]:
                entrant["name"] = entrant["name"].ljust(32, "x")
                for bot in entrant["bots"]:
                    bot["name"] = bot["name"].ljust(32, "x")

    for kind in ("rubbers", "substitutes", "lost late"):
        match = edited(every_log, kind, scratch, forge, change)
        lines = render_match(match, Focus(), PLAIN)
        assert [] == [line for line in lines if width(line) > 80]


def edited(every_log, kind: str, scratch, forge, change):
    """A log with some lines changed, sealed again: to be shown, though not to be proved."""
    lines = [json.loads(line) for line in every_log[kind].read_bytes().splitlines()]
    for record in lines:
        change(record)
    return read_log(forge([json.dumps(record).encode() for record in lines], scratch))


def test_what_bots_say_is_made_harmless(every_log, scratch, forge):
    """Control and direction characters become blanks, in comments, names and stderr."""

    def change(record: dict) -> None:
        if record["type"] == "hello":
            record |= {"name": "\x1b[2Jevil", "version": "\u202e1", "author": "me\n\x07"}
        if record["type"] == "play":
            record["comment"] = "\x1b]0;title\x07 \u2066x"
        if record["type"] == "stderr":
            record["tail"] = "\\x1b[31mred\\n\\x07"

    match = edited(every_log, "crash", scratch, forge, change)
    lines = render_match(match, Focus(), PLAIN)
    assert all(line.isprintable() for line in lines)
    text = "\n".join(lines)
    assert 'calls itself "[2Jevil 1 by me"' in text
    assert "stderr:  [31mred" in text


def test_a_bot_that_says_nothing_of_itself_is_only_ready(every_log, scratch, forge):
    """Name, version and author are optional."""

    def change(record: dict) -> None:
        if record["type"] == "hello":
            record |= {
                "name": None,
                "version": None,
                "author": "Rita" if record["seat"] == "S" else None,
            }

    lines = render_match(edited(every_log, "void", scratch, forge, change), Focus(), PLAIN)
    assert "  N ant: ready after 1 ms" in lines
    assert '  S ape: ready after 1 ms, calls itself "by Rita"' in lines


def test_a_tie_is_carried_to_the_next_deal(every_log, scratch, forge):
    """The score before and after it is told."""

    def change(record: dict) -> None:
        if record["type"] == "deal_end" and record["deal"] == 1:
            tie = {"points": [60, 60], "winner": None, "worth": 0, "games_won": 0}
            record |= tie | {"games": [0, 0], "carry": 1}
        if record["type"] == "deal" and record["deal"] == 2:
            record |= {"games": [1, 0], "carry": 1}
        if record["type"] == "deal_end" and record["deal"] == 2:
            record |= {
                "winner": "NS",
                "worth": 4,
                "games_won": 5,
                "games": [6, 0],
                "tricks": [10, 0],
            }
            record |= {"points": [120, 0]}

    lines = render_match(edited(every_log, "rubbers", scratch, forge, change), Focus(half=1), PLAIN)
    assert "NS 60, EW 60: a tie, nobody scores; 1 to carry." in lines
    assert any(line.endswith("games NS 1, EW 0, 1 carried") for line in lines)
    assert (
        "NS 120, EW 0: NS win, all ten tricks, 5 games (1 of them carried); games NS 6, EW 0."
        in lines
    )


def test_every_end_of_a_rubber_is_told(every_log, scratch, forge):
    """Won, forfeited by both sides, or stopped at the limit of deals."""

    def change(record: dict) -> None:
        if record["type"] == "unit_end" and record["unit"] == 1:
            record |= {"ending": "deal_limit", "winner": None, "games": [3, 2], "deals": 100}
        if record["type"] == "unit_end" and record["unit"] == 2:
            record |= {"ending": "both_forfeit", "winner": None, "games": [0, 0], "deals": 0}
        if record["type"] == "outcome":
            record["rubbers"][0][2] = None

    lines = render_match(edited(every_log, "rubbers", scratch, forge, change), Focus(), PLAIN)
    assert "Rubber 1 ends 3-2 in 100 deals, without a winner." in lines
    assert "Rubber 2 is forfeited by both sides." in lines
    assert "     1      1  nobody  5-0" in lines


def test_a_rubber_of_one_deal_is_won_in_one_deal(matches):
    """Not in "1 deals"."""
    rules = Ruleset.from_mapping({"games_to_win": 1})
    match = read_log(matches.play(unit=Unit.RUBBER, units=(0,), rules=rules))
    assert any(line.endswith("in 1 deal.") for line in render_match(match, Focus(), PLAIN))


def test_stderr_of_an_unfaulting_process_is_not_shown(every_log, scratch, forge):
    """What another process at that seat wrote says nothing about this fault."""

    def change(record: dict) -> None:
        if record["type"] == "stderr":
            record["seat"] = "W" if record["seat"] != "W" else "N"

    lines = render_match(edited(every_log, "crash", scratch, forge, change), Focus(deal=1), PLAIN)
    assert not any("stderr" in line for line in lines)


def test_a_void_match_without_a_reason_is_void_all_the_same(every_log, scratch, forge):
    """A log need not say why."""

    def change(record: dict) -> None:
        if record["type"] in {"half_end", "outcome"}:
            record["reason"] = None

    lines = render_match(edited(every_log, "void", scratch, forge, change), Focus(), PLAIN)
    assert "The match is void: no reason is given." in lines


def test_a_long_line_of_stderr_keeps_its_indent_and_its_end(every_log, scratch, forge):
    """A traceback can be read, however long a path is."""
    text = 'Traceback:\n  File "' + "/very/long" * 12 + '", line 9\n' + " " * 70 + "^^^\n"

    def change(record: dict) -> None:
        if record["type"] == "stderr":
            record["tail"] = text.replace("\n", "\\n")

    lines = render_match(edited(every_log, "crash", scratch, forge, change), Focus(deal=1), PLAIN)
    start = next(n for n, line in enumerate(lines) if "stderr: Traceback:" in line)
    assert "       stderr:   File" == lines[start + 1]
    assert lines[start + 3].endswith('long",')
    assert "       stderr: " + " " * 16 + "^^^" == lines[start + 5]


@pytest.mark.parametrize(
    ("time_us", "text"),
    [(0, "0.00"), (44, "0.04"), (994, "0.99"), (995, "1.0"), (9_949, "9.9"), (9_950, "10"), (10**8, "100000")],
)  # fmt: skip
def test_a_time_fits_in_its_column(time_us, text):
    """As many decimals as are worth telling, in six columns."""
    assert text == milliseconds(time_us)
