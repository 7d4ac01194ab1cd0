"""Deals as text: they read back, and what is wrong is refused by its own words."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine import (
    CARDS,
    SEATS,
    Card,
    Deal,
    DealResult,
    Direction,
    Layout,
    NotedDeal,
    Partnership,
    Ruleset,
    SweepBy,
    Tie,
    cards_in,
    forfeited,
    parse_cards,
    parse_deal,
    replay,
    result_of,
    show_deal,
)
from arena.errors import ArenaError, IllegalPlayError, NotationError

RULES = Ruleset()
VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "rules.json").read_text())

# North holds clubs, east diamonds, south hearts, west spades; west deals.
LAYOUT = Layout.from_pack(CARDS, SEATS[3], Direction.CLOCKWISE)
START = "dealer W trump AS"
HANDS = (
    "N:2C3C4C5C6CQCJCKC7CAC E:2D3D4D5D6DQDJDKD7DAD S:2H3H4H5H6HQHJHKH7HAH W:2S3S4S5S6SQSJSKS7SAS"
)
RANKS = "23456QJK7A"
TRICKS = " ".join(["N:2C2D2H2S", *(f"W:{rank}S{rank}C{rank}D{rank}H" for rank in RANKS[1:])])
RESULT = "0-120 0-10 EW+4"
TEXT = f"{START} | {HANDS} | {TRICKS} | {RESULT}"


@st.composite
def noted_deals(draw):
    """A layout and some legal plays on it; a whole deal often enough."""
    layout = draw(st.from_type(Layout))
    count = draw(st.one_of(st.just(40), st.integers(0, 40)))
    choices = draw(st.randoms(use_true_random=False))
    deal, plays = Deal.start(layout), []
    while len(plays) < count:
        plays.append(choices.choice(cards_in(deal.legal)))
        deal = deal.play(deal.to_play, plays[-1])
    return layout, tuple(plays), deal


def test_a_whole_deal_is_one_line_that_reads_like_the_play():
    plays = tuple(map(Card.parse, ["2C", "2D", "2H", "2S"]))
    plays += parse_cards(" ".join(f"{r}S{r}C{r}D{r}H" for r in RANKS[1:]))
    result = result_of(replay(LAYOUT, plays), RULES)
    assert TEXT == show_deal(LAYOUT, plays, result)
    assert NotedDeal(LAYOUT, plays, result) == parse_deal(TEXT, RULES)


@pytest.mark.parametrize(
    ("text", "plays", "result"),
    [
        (f"{START} | {HANDS} | ...", 0, None),
        (f"{START} | {HANDS} | N:2C ...", 1, None),
        (f"{START} | {HANDS} | N:2C2D2H2S ...", 4, None),
        (f"{START} | {HANDS} | N:2C2D2H2S W:3S3C ...", 6, None),
        (f"{START} | {HANDS} | {TRICKS[:-2]} ...", 39, None),
        (f"{START} | {HANDS} | {TRICKS}", 40, None),
        (TEXT, 40, forfeited(Partnership.NS, RULES)),
    ],
)
def test_dots_mark_a_deal_in_play_and_the_result_may_be_missing(text, plays, result):
    noted = parse_deal(text, RULES)
    assert (plays, result) == (len(noted.plays), noted.result)
    assert text == show_deal(noted.layout, noted.plays, noted.result)


@given(noted=noted_deals(), rules=...)
def test_every_deal_reads_back(noted, rules: Ruleset):
    layout, plays, deal = noted
    result = result_of(deal, rules) if deal.finished else None
    text = show_deal(layout, plays, result)
    assert "\n" not in text
    assert NotedDeal(layout, plays, result) == parse_deal(text, rules)
    assert NotedDeal(layout, plays, None) == parse_deal(show_deal(layout, plays), rules)


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["name"]) for case in VECTORS["deals"] if "pack" in case]
)
def test_the_vectors_deals_read_back(case):
    pack = tuple(map(Card.parse, case["pack"]))
    layout = Layout.from_pack(pack, SEATS[case["dealer"]], Direction.CLOCKWISE)
    plays = tuple(map(Card.parse, case["plays"]))
    result = result_of(replay(layout, plays), RULES)
    noted = parse_deal(show_deal(layout, plays, result), RULES)
    assert NotedDeal(layout, plays, result) == noted


def test_a_tie_is_stated_as_one():
    case = next(case for case in VECTORS["deals"] if case["points"] == [60, 60])
    layout = Layout.from_pack(
        tuple(map(Card.parse, case["pack"])), SEATS[case["dealer"]], Direction.CLOCKWISE
    )
    plays = tuple(map(Card.parse, case["plays"]))
    tie = DealResult((60, 60), (5, 5), None, 0)
    assert show_deal(layout, plays, tie).endswith(" | 60-60 5-5 tie")


def test_a_text_that_was_wrapped_reads_as_well():
    assert parse_deal(TEXT, RULES) == parse_deal(TEXT.replace(" ", "\n    ") + "\n", RULES)
    assert parse_deal(TEXT, RULES) == parse_deal(TEXT.replace(" | ", "|"), RULES)


def test_a_result_is_scored_by_the_rules_given():
    three = Ruleset(sweep_games=3, sweep_by=SweepBy.POINTS, tie=Tie.VOID)
    with pytest.raises(NotationError, match=r"'EW\+4' is not the result of these plays, .* EW\+3"):
        parse_deal(TEXT, three)
    assert 3 == parse_deal(TEXT.replace("EW+4", "EW+3"), three).result.games


@pytest.mark.parametrize(
    ("wrong", "culprit"),
    [
        ("", ""),
        ("dealer", "dealer"),
        (START, START),
        (f"{TEXT} | more", f"{TEXT} | more"),
        (f"{START} | {HANDS}", f"{START} | {HANDS}"),
        (f"{START} | {HANDS} | ", f"{START} | {HANDS} | "),
        (f"{START} | | {TRICKS}", f"{START} | | {TRICKS}"),
        (TEXT.replace("dealer", "Dealer"), "Dealer W trump AS"),
        (TEXT.replace("trump AS", "trump"), "dealer W trump"),
        (TEXT.replace("trump AS", "trump AS AS"), "dealer W trump AS AS"),
        (TEXT.replace("trump AS", "trump AS dealer W"), "dealer W trump AS dealer W"),
        (TEXT.replace("dealer W", "dealer w"), "w"),
        (TEXT.replace("trump AS", "trump 8S"), "8S"),
        (TEXT.replace("trump AS", "trump AC"), "AC"),
        (TEXT.replace("N:2C3C", "N2C3C"), "N2C3C4C5C6CQCJCKC7CAC"),
        (TEXT.replace("N:2C3C", "X:2C3C"), "X"),
        (TEXT.replace("N:2C3C", "N:xx3C"), "xx"),
        (TEXT.replace("N:2C3C", "N:2C3C4"), "44"),
        (TEXT.replace("N:2C3C", "N:3C"), "N:3C4C5C6CQCJCKC7CAC"),
        (TEXT.replace("N:2C3C", "E:2C3C"), "E:2C3C4C5C6CQCJCKC7CAC"),
        (TEXT.replace("N:2C3C", "N:3C3C"), "3C"),
        (TEXT.replace("E:2D3D", "E:2C3D"), "2C"),
        (f"{START} | {HANDS[:22]} | ...", "N:2C3C4C5C6CQCJCKC7CAC"),
        (TEXT.replace("N:2C2D2H2S", "E:2C2D2H2S"), "E:2C2D2H2S"),
        (TEXT.replace("N:2C2D2H2S", "N:"), "N:"),
        (TEXT.replace("N:2C2D2H2S", "N:2C2D2H"), "N:2C2D2H"),
        (TEXT.replace("N:2C2D2H2S", "N:2C2D2H2S3S"), "N:2C2D2H2S3S"),
        (f"{START} | {HANDS} | N:2C2D2H2S W:3S3C", "W:3S3C"),
        (f"{START} | {HANDS} | N:2C2D2H2S W:3S3C3D3H", "W:3S3C3D3H"),
        (f"{START} | {HANDS} | ... N:2C2D2H2S", "..."),
        (f"{START} | {HANDS} | {TRICKS} ...", "..."),
        (f"{START} | {HANDS} | N:2C2D2H2S | 0-120 0-10 EW+4", "N:2C2D2H2S"),
        (f"{START} | {HANDS} | N:2C2D2H2S ... | 0-120 0-10 EW+4", "0-120 0-10 EW+4"),
        (TEXT.replace("0-120", "1-119"), "1-119"),
        (TEXT.replace("0-120", "0:120"), "0:120"),
        (TEXT.replace("0-10 ", "1-9 "), "1-9"),
        (TEXT.replace("EW+4", "NS+4"), "NS+4"),
        (TEXT.replace("EW+4", "EW+2"), "EW+2"),
        (TEXT.replace("EW+4", "tie"), "tie"),
        (TEXT.replace(" EW+4", ""), "0-120 0-10"),
        (TEXT + " sweep", "sweep"),
    ],
)
def test_what_is_no_deal_is_refused_by_the_part_that_is_wrong(wrong, culprit):
    with pytest.raises(NotationError) as refused:
        parse_deal(wrong, RULES)
    assert culprit == refused.value.text


def test_a_card_that_cannot_be_played_is_refused_as_in_play():
    with pytest.raises(IllegalPlayError, match="seat E can't play 2H: it doesn't hold that card"):
        parse_deal(TEXT.replace("N:2C2D2H2S", "N:2C2H2D2S"), RULES)
    with pytest.raises(IllegalPlayError, match="seat W can't play AS: the deal is over"):
        parse_deal(f"{START} | {HANDS} | {TRICKS} W:ASACADAH", RULES)
    with pytest.raises(IllegalPlayError, match="seat N can't play AD"):
        show_deal(LAYOUT, [Card.parse("AD")])


def test_only_text_is_read():
    with pytest.raises(NotationError, match="is not a str, but of type bytes"):
        parse_deal(TEXT.encode(), RULES)


@pytest.mark.parametrize(
    ("plays", "result"),
    [
        (39, forfeited(Partnership.NS, RULES)),
        (40, forfeited(Partnership.EW, RULES)),
        (40, DealResult((0, 120), (0, 10), Partnership.NS, 4)),
        (40, DealResult((60, 60), (5, 5), None, 0)),
    ],
)
def test_a_result_that_is_not_that_of_the_plays_is_not_shown(plays, result):
    noted = parse_deal(TEXT, RULES)
    with pytest.raises(NotationError, match="is not the result of these plays"):
        show_deal(LAYOUT, noted.plays[:plays], result)


@given(
    noted=noted_deals(),
    at=st.integers(0, 400),
    length=st.integers(0, 12),
    inserted=st.text(alphabet="NESW:|-+. 0A7K2CDHSdealertrumpie\n\x00é", max_size=6),
)
def test_a_spoilt_text_is_read_or_refused_but_never_breaks(noted, at, length, inserted):
    layout, plays, deal = noted
    text = show_deal(layout, plays, result_of(deal, RULES) if deal.finished else None)
    at %= len(text)
    spoilt = text[:at] + inserted + text[at + length :]
    try:
        read = parse_deal(spoilt, RULES)
    except ArenaError as error:
        assert isinstance(error, NotationError | IllegalPlayError)  # noqa: PT017 - which kind
    else:
        assert read == parse_deal(show_deal(read.layout, read.plays, read.result), RULES)


@given(st.text())
def test_any_other_text_is_refused(text):
    with pytest.raises(NotationError):
        parse_deal(text, RULES)
