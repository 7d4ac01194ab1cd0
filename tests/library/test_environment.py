"""The environment of PettingZoo: its own tests, and that it is the arena's game."""

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import arena
from arena import sueca_v1
from arena.engine import SEATS, parse_deal
from arena.errors import ConfigError, IllegalPlayError, NotationError
from arena.tournament.boards import board_layout


@pytest.mark.parametrize("reward", ["games", "points"])
@pytest.mark.parametrize("make", [sueca_v1.env, sueca_v1.raw_env])
def test_it_passes_the_test_of_its_interface(make, reward):
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", UserWarning
        )  # it warns of what has a mask, as all card games have
        api_test(make(reward=reward), num_cycles=400)


def test_the_same_seed_is_the_same_game():
    seed_test(sueca_v1.env, num_cycles=200)


def episode(env, choose):
    """Play one out; give what each agent observed when it was asked, with its action."""
    asked = []
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        action = None if terminated or truncated else choose(seen)
        if action is not None:
            asked.append((agent, seen, action))
        env.step(action)
    return asked


def any_card(dice):
    return lambda seen: int(dice.choice(np.flatnonzero(seen["action_mask"])))


def test_boards_are_those_of_the_arena_one_after_the_other():
    env = sueca_v1.raw_env()
    env.reset(seed=7)
    key = (7).to_bytes(16)
    for number in range(3):
        layout = board_layout(key, number, arena.Ruleset())
        assert layout == env._layout
        assert sueca_v1.AGENTS[layout.leader] == env.agent_selection
        env.reset()


def test_what_an_agent_observes_is_what_a_bot_would_be_shown():
    """The same deals as a match of functions: view by view the same observation."""
    asked = []

    def keeping(view):
        asked.append(
            (view.seat, sueca_v1.observation_of(view), view.legal[view.trick % len(view.legal)])
        )
        return asked[-1][2]

    arena.play_match(keeping, keeping, boards=3, seed=7)
    env = sueca_v1.raw_env()
    env.reset(seed=7)
    cards = iter(asked[: len(asked) // 2])  # the first half; in the second the seats are exchanged
    for number in range(3):
        if number:
            env.reset()
        for _ in range(40):
            seat, shown, card = next(cards)
            assert sueca_v1.AGENTS[seat] == env.agent_selection
            seen = env.observe(env.agent_selection)
            assert env.observation_space(env.agent_selection).contains(seen)
            for key in ("observation", "action_mask"):
                assert np.array_equal(shown[key], seen[key])
            env.step(sueca_v1.CARDS.index(card))


def test_nobody_observes_another_hand():
    """Two deals that differ only in what the others hold look the same to a seat until a card shows it."""
    dice = random.Random(3)
    env = sueca_v1.raw_env()
    for number in range(20):
        env.reset(seed=number)
        layout = env._layout
        me = layout.leader
        others = [seat for seat in SEATS if seat not in (me, layout.trump_seat)]
        hands = list(layout.hands)
        hands[others[0]], hands[others[1]] = hands[others[1]], hands[others[0]]
        before = env.observe(sueca_v1.AGENTS[me])["observation"]
        object.__setattr__(env._deal, "hands", tuple(hands))
        assert np.array_equal(before, env.observe(sueca_v1.AGENTS[me])["observation"])
        assert dice


def test_partners_share_their_reward_and_sides_are_opposed():
    dice = random.Random(1)
    for reward, most in (("games", 4), ("points", 1)):
        env = sueca_v1.raw_env(reward=reward)
        worths = set()
        env.reset(seed=5)
        for _ in range(30):
            turns = 0
            while not any(env.terminations.values()):
                env.step(any_card(dice)(env.observe(env.agent_selection)))
                turns += 1
            assert 40 == turns
            one, two, three, four = env.rewards.values()
            assert (one, two) == (three, four)
            assert one == -two
            assert abs(one) <= most
            worths.add(one)
            env.reset()
        assert len(worths) > 2


def test_a_card_that_can_not_be_played_loses_or_is_refused():
    env = sueca_v1.env()
    env.reset(seed=2)
    agent = env.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(int(np.flatnonzero(1 - env.observe(agent)["action_mask"])[0]))
    assert -1 == env.rewards[agent]
    assert all(env.terminations.values())
    raw = sueca_v1.raw_env()
    raw.reset(seed=2)
    with pytest.raises(IllegalPlayError):
        raw.step(int(np.flatnonzero(1 - raw.observe(raw.agent_selection)["action_mask"])[0]))
    with pytest.raises(NotationError):
        raw.step(None)
    with pytest.raises(NotationError):
        raw.step(40)
    episode(raw, any_card(random.Random(1)))


def test_a_deal_of_ones_own_is_played():
    text = (
        arena.play_match(lambda view: view.legal[0], lambda view: view.legal[0], boards=1, seed=3)
        .deals[0]
        .notation
    )
    env = sueca_v1.raw_env()
    env.reset(options={"deal": text})
    assert parse_deal(text, arena.Ruleset()).layout == env._layout
    with pytest.raises(NotationError):
        env.reset(options={"deal": "nonsense"})
    with pytest.raises(NotationError):
        env.reset(options={"deal": 7})


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: sueca_v1.env(rules="tute"), "rules must be one of seed, "),
        (lambda: sueca_v1.env(reward="fame"), "reward must be"),
        (lambda: sueca_v1.env(render_mode="rgb_array"), "render_mode must be"),
        (lambda: sueca_v1.env().reset(seed=-1), "a seed is a number from 0"),
        (lambda: sueca_v1.env().reset(seed=1 << 128), "a seed is a number from 0"),
    ],
    ids=["rules", "reward", "render mode", "seed below", "seed above"],
)
def test_what_it_can_not_be_made_of_is_told(make, why):
    with pytest.raises(ConfigError, match=why):
        make()


def test_other_rules_deal_and_score_otherwise():
    rules = arena.Ruleset.from_mapping({"preset": "portugal"})
    env = sueca_v1.raw_env(rules="portugal")
    env.reset(seed=7)
    assert board_layout((7).to_bytes(16), 0, rules) == env._layout
    also = sueca_v1.raw_env(rules=rules)
    also.reset(seed=7)
    assert env._layout == also._layout


def test_the_table_is_shown_as_text(capsys):
    env = sueca_v1.raw_env(render_mode="ansi")
    env.reset(seed=7)
    text = env.render()
    assert text.startswith("trump ")
    assert 4 == text.count("seat_") - 2
    human = sueca_v1.raw_env(render_mode="human")
    human.reset(seed=7)
    human.step(int(np.flatnonzero(human.observe(human.agent_selection)["action_mask"])[0]))
    assert "table " in capsys.readouterr().out
    human.close()
