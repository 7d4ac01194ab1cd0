"""How cards and words look on a terminal."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.engine import CARDS, SEATS, Card, mask_of, parse_cards
from arena.transcript.style import COLUMNS, Style, pad, width, wrap

PLAIN, COLOUR, ASCII = Style(), Style(colour=True), Style(ascii=True)


def test_suits_are_told_apart_without_colour():
    """Forty cards look like forty cards, with symbols and with letters."""
    for style in (PLAIN, ASCII):
        assert 40 == len({style.card(card) for card in CARDS})
        assert 4 == len({style.suit(card.suit) for card in CARDS})


def test_red_suits_are_red():
    """Where colours are on."""
    assert ["A♣", "\x1b[31mA♦\x1b[0m", "\x1b[31mA♥\x1b[0m", "A♠"] == [
        COLOUR.card(Card.parse(name)) for name in ("AC", "AD", "AH", "AS")
    ]
    assert "\x1b[31m♥\x1b[0m" == COLOUR.suit(Card.parse("2H").suit)


def test_a_hand_stands_suit_by_suit_highest_first():
    """In Sueca's order: the seven next to the ace, the jack above the queen."""
    hand = mask_of(parse_cards("2C AC 7C QH JH KH"))
    assert ["♠", "♥ K J Q", "♦", "♣ A 7 2"] == PLAIN.hand(hand)
    assert "K♥ J♥ Q♥ A♣ 7♣ 2♣" == PLAIN.cards(hand)
    assert "KH JH QH AC 7C 2C" == ASCII.cards(hand)


def test_emphasis_goes_on_behind_a_red_card():
    """A colour within a bold text doesn't end the bold."""
    assert "\x1b[1m\x1b[31m2♥\x1b[0m\x1b[1m*\x1b[0m" == COLOUR.strong(
        f"{COLOUR.card(Card.parse('2H'))}*"
    )
    assert "\x1b[2mhm\x1b[0m" == COLOUR.faint("hm")
    assert "\x1b[1;31moh\x1b[0m" == COLOUR.alarm("oh")
    assert ["x", "x", "x"] == [PLAIN.strong("x"), PLAIN.faint("x"), PLAIN.alarm("x")]


def test_a_rule_goes_across_the_terminal():
    """Light or heavy, in symbols or ASCII."""
    assert "─── Deal 1 " + "─" * 69 == PLAIN.rule("Deal 1")
    assert "=== Half 1 " + "=" * 69 == ASCII.rule("Half 1", heavy=True)
    assert [COLUMNS] * 4 == [
        len(style.rule("x", heavy=heavy)) for style in (PLAIN, ASCII) for heavy in (True, False)
    ]


@given(text=st.text())
def test_ascii_is_ascii_whatever_a_bot_says(text):
    """Also its comments, and never anything that moves the cursor."""
    quoted = ASCII.quote(text)
    assert quoted.isascii()
    assert quoted.isprintable()
    assert PLAIN.quote(text).replace(" ", "x").isprintable()


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("olá", 3), ("ola\u0301", 3), ("日本", 4), ("\x1b[31m2♥\x1b[0m", 2), ("", 0)],
)
def test_columns_are_counted_as_a_terminal_does(text, columns):
    """Colours and combining marks take none, wide characters two."""
    assert columns == width(text)
    assert 6 == width(pad(text, 6))
    assert pad(text, columns - 1) == text


@given(text=st.text(st.sampled_from("ab 日é\u0301"), max_size=300))
@example(text="日" * 100 + " a")
def test_wrapped_text_fits_and_loses_no_word(text):
    """Lines are at most 80 columns wide; words come in order, long ones in parts."""
    lines = wrap(text, "  first: ", "    ")
    assert all(width(line) <= COLUMNS for line in lines)
    assert all(line.startswith("    ") for line in lines[1:])
    joined = "".join(["".join(lines[0].removeprefix("  first: ").split()), *lines[1:]])
    assert "".join(text.split()) == "".join(joined.split())


def test_seats_print_as_letters():
    """The heading above the tricks relies on it."""
    assert "NESW" == "".join(map(str, SEATS))
