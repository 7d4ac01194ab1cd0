"""The rules of thumb in C against the bot that they were taken from, and what the rollouts choose."""

from random import Random

from arena.engine import Suit, cards_in
from arena.solver.compiled import Program
from arena.solver.trump_first import exchange, exchange_card
from protocol.bot import View

ROOM = 1 << 12


def put(program, start, deal, trump_card, dealer):
    """One seat's knowledge, in the program's block."""
    seat = deal.to_play
    played = [card for trick in deal.tricks for card in trick.cards] + list(deal.table)
    hands = [0, 0, 0, 0]
    hands[seat] = exchange(deal.hands[seat], deal.trump)
    program.write("hands", *hands)
    program.write(
        "leader", start.leader, len(played), seat, exchange_card(trump_card, deal.trump), dealer
    )
    program.write("cards", *(exchange_card(card, deal.trump) for card in played))


def view(deal, seat, trump_card, dealer):
    """The same as a bot is asked it."""
    return View(
        {
            "id": 1, "deal": 1, "trick": len(deal.tricks) + 1, "seat": seat,
            "hand": [str(card) for card in cards_in(deal.hands[seat])],
            "legal": [str(card) for card in cards_in(deal.legal)],
            "trump": str(trump_card), "trump_seat": dealer, "leader": deal.leader,
            "table": [[(deal.leader + at) % 4, str(card)] for at, card in enumerate(deal.table)],
            "history": [[trick.leader, [str(card) for card in trick.cards]] for trick in deal.tricks],
            "points": [0, 0], "games": [0, 0], "carry": 0, "clock": {"move_ms": 1000, "bank_ms": 0},
        }
    )  # fmt: skip


def questions(whole_deal, chance, deals):
    """Each turn of deals played at random: the start, the deal, the trump card and its dealer."""
    for _ in range(deals):
        start = deal = whole_deal(chance)
        dealer = (start.leader + 3) % 4
        trump_card = next(card for card in cards_in(start.hands[dealer]) if card.suit is deal.trump)
        while not deal.finished:
            yield start, deal, trump_card, dealer
            deal = deal.play(deal.to_play, chance.choice(cards_in(deal.legal)))


def test_the_rules_of_thumb_are_those_of_counter(whole_deal, load_counter):
    """The same card at each of some 2,000 turns with clubs as trumps; with others, whose place clubs then take,
    equally good cards of two suits may come in another order.
    """
    program = Program(ROOM)
    for start, deal, trump_card, dealer in questions(whole_deal, Random(1), 200):
        if deal.trump is not Suit.CLUBS:
            continue
        seat = deal.to_play
        put(program, start, deal, trump_card, dealer)
        card = exchange_card(program.call("rules"), deal.trump)
        assert load_counter.choose(view(deal, seat, trump_card, dealer)) == str(card)


def test_rollouts_choose_a_legal_card_and_the_same_one_again(whole_deal):
    """All chance comes from the seed; trust in the plays seen changes worlds, never the law."""
    program = Program(ROOM)
    for start, deal, trump_card, dealer in questions(whole_deal, Random(2), 3):
        for trust in ([0.0] * 12, [0.4, 0.3, 0.3] * 4):
            put(program, start, deal, trump_card, dealer)
            program.write("seed", 7)
            program.write("budget", 10_000)
            program.write("trust", *trust)
            program.write("candidates", 200, 50, 0, 0)
            chosen = [exchange_card(program.call("choose"), deal.trump) for _ in range(2)]
            assert chosen[0] == chosen[1]
            assert deal.legal >> chosen[0] & 1
