"""Learn to play Sueca by playing against oneself, and then beat a bot that plays at random.

    pip install '.[learning]'
    python docs/learning.py

The simplest thing that learns: the worth of a card is a weighted sum of what can be seen of it (``features``),
and the weights are those that told best how past deals ended, by least squares. It takes less than a
minute on one core. What it learnt is a plain function of a ``View``, which plays in any match of the arena.
"""

import random

import numpy as np

import arena
from arena import sueca_v1

ROUNDS, DEALS = 4, 150
POINTS = (
    np.array(
        [{"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}.get(card[0], 0) for card in sueca_v1.CARDS]
    )
    / 11
)


def features(observation, card):
    """What can be seen of a card: its worth, whether it would win the trick as it stands, and for whom."""
    planes = observation[:400].reshape(10, 40)
    trump = planes[8]
    table = {seat: int(np.argmax(planes[seat])) for seat in (1, 2, 3) if planes[seat].any()}
    first = min(
        table, default=0
    )  # who played before stands to the right: 3 is the last, 1 would be the first
    led = card // 10 if not table else table[first] // 10

    def power(one):
        return one % 10 + (20 if trump[one] else 10 if one // 10 == led else 0)

    strongest = max(table, key=lambda seat: power(table[seat]), default=None)
    wins = strongest is None or power(card) > power(table[strongest])
    friend = strongest == 2
    last = len(table) == 3
    higher = [
        one
        for one in range(card + 1, card // 10 * 10 + 10)
        if not planes[[0, 4, 5, 6, 7], one].any()
    ]
    lying = sum(POINTS[one] for one in table.values())
    worth = POINTS[card]
    return np.array([
        1.0, worth, trump[card], trump[card] * worth, not table, (not table) * worth, (not table) * (not higher),
        wins, wins * worth, wins * lying, wins * last * worth, wins * last * lying, wins * trump[card],
        friend * worth, friend * last * worth, friend * wins, friend * (not higher), lying, (not higher) * wins,
    ], dtype=float)  # fmt: skip


def choose(weights, observation, mask, explore, dice):
    """The card of the greatest worth; now and then any. Returns it with its features."""
    cards = np.flatnonzero(mask)
    seen = [features(observation, card) for card in cards]
    best = (
        dice.randrange(len(cards))
        if dice.random() < explore
        else int(np.argmax([weights @ it for it in seen]))
    )
    return int(cards[best]), seen[best]


def learn(seed=1):
    """The weights after ROUNDS times DEALS deals against oneself."""
    env, dice = sueca_v1.raw_env(reward="points"), random.Random(seed)
    weights = np.zeros(len(features(np.zeros(sueca_v1.LENGTH), 0)))
    env.reset(seed=seed)
    rows, ends = [], []
    for number in range(ROUNDS):
        for _ in range(DEALS):
            env.reset()
            played = []
            while not any(env.terminations.values()):
                agent = env.agent_selection
                seen = env.observe(agent)
                card, row = choose(
                    weights,
                    seen["observation"],
                    seen["action_mask"],
                    1.0 if number == 0 else 0.2,
                    dice,
                )
                before = seen["observation"][-2:]
                played.append((agent, row, before[0] - before[1]))
                env.step(card)
            # What a card is worth is what is won from it on: the points won before it are no merit of its own.
            rows += [row for _, row, _ in played]
            ends += [env.rewards[agent] - before for agent, _, before in played]
        table, wanted = np.array(rows), np.array(ends)
        weights = np.linalg.solve(table.T @ table + np.eye(table.shape[1]), table.T @ wanted)
    return weights


def bot_of(weights):
    """A bot that plays by these weights."""
    dice = random.Random(0)

    def learnt(view):
        seen = sueca_v1.observation_of(view)
        return sueca_v1.CARDS[
            choose(weights, seen["observation"], seen["action_mask"], 0.0, dice)[0]
        ]

    return learnt


def at_random(view, dice=random.Random(2)):
    """Any card that may be played."""
    return dice.choice(view.legal)


if __name__ == "__main__":
    run = arena.play_tournament(
        {"learnt": bot_of(learn()), "at_random": at_random},
        boards=120,
        matches_per_pairing=6,
        seed=7,
    )
    print(run.standings)
