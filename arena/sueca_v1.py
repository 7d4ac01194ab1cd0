"""Sueca as an environment of PettingZoo, for those who learn to play (extra ``learning``).

::

    from arena import sueca_v1

    env = sueca_v1.env()
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

An episode is one deal. The agents are the seats, "seat_0" to "seat_3" (N E S W), of which 0 and 2 are partners, as are
1 and 3; partners have the same reward, which comes at the end. An action is a
card's place in ``CARDS``. ``observation_of`` makes an observation of a bot's ``View``, so that what has
learnt here can play in any contest of the arena. Rules and boards are those of the arena (``docs/rules.md``,
``docs/boards.md``).
"""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from arena.engine import (
    CARDS as PACK,
)
from arena.engine import (
    PRESETS,
    SEATS,
    Card,
    Deal,
    Layout,
    Ruleset,
    parse_deal,
    result_of,
)
from arena.errors import ConfigError, NotationError
from arena.extras import install_hint
from arena.tournament.boards import SEED_BYTES, board_layout
from protocol.bot import View

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
    from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs]
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise ImportError(
        f"{error.name} is missing: the environment needs an extra, {install_hint('learning')}"
    ) from None

Reward = Literal["games", "points"]
Observation = dict[str, NDArray[Any]]

CARDS: Final = tuple(map(str, PACK))
"""The cards by action: "2C" is 0, "AS" is 39."""

AGENTS: Final = tuple(f"seat_{seat:d}" for seat in SEATS)
"""The agents by seat, N E S W; each turn goes on by one."""

_PLANES: Final = 10
_CARDS: Final = len(CARDS)
_MORE: Final = 6
LENGTH: Final = _PLANES * _CARDS + _MORE
"""Numbers in an observation, each from 0 to 1.

Ten planes of 40, a number for each card: 0 the own hand. 1 to 3 the card of this trick that was played by the
next seat, the partner, and the seat before. 4 to 7 the cards of finished tricks, by who played them: the
observer, the next seat, the partner, the seat before. 8 the trump suit, 9 the trump card that was shown. Then who was
dealt that card, one of four as for planes 4 to 7, and the points of both sides so far, theirs last, of 120.
"""

_TRUMP_SEAT: Final = _PLANES * _CARDS
_POINTS: Final = _TRUMP_SEAT + 4
_ALL_POINTS: Final = 120
_NUMBER: Final = {name: number for number, name in enumerate(CARDS)}


def env(**settings: Any) -> AECEnv[str, Observation, int]:  # noqa: ANN401 - those of raw_env
    """The environment as it is usually wanted: a card that can't be played ends the episode with a loss.

    settings: as ``raw_env`` takes them.
    """
    made: AECEnv[str, Observation, int] = raw_env(**settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801 - PettingZoo's custom
    """The environment without wrappers; ``step`` raises IllegalPlayError for a card that can't be played.

    rules: a ruleset or the name of one. reward: "games", those that the deal is worth (-4 to 4), or "points", the
    difference of card points (-1 to 1, of 120). render_mode: "ansi" for text from ``render``, "human" to print.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's custom
        "name": "sueca_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        *,
        rules: Ruleset | str = "seed",
        reward: Reward = "games",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if reward not in {"games", "points"}:
            raise ConfigError(f'reward must be "games" or "points", not {reward!r}')
        if render_mode not in {None, "ansi", "human"}:
            raise ConfigError(f'render_mode must be "ansi" or "human", not {render_mode!r}')
        if isinstance(rules, str) and rules not in PRESETS:
            raise ConfigError(f"rules must be one of {', '.join(PRESETS)}, not {rules!r}")
        self._rules = PRESETS[rules] if isinstance(rules, str) else rules
        self._in_points = reward == "points"
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: _observations() for agent in AGENTS}
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(_CARDS) for agent in AGENTS}
        self._key = secrets.token_bytes(SEED_BYTES)
        self._board = 0

    def observation_space(self, agent: str) -> Any:  # noqa: ANN401 - gymnasium's own type is generic
        """A dictionary of ``observation`` (``LENGTH`` numbers) and ``action_mask`` (40 flags)."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:  # noqa: ANN401 - as above
        """The cards."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal. seed: begins with the boards of that seed; without one, the next board is dealt.

        options: {"deal": TEXT} plays a deal of one's own, in the notation of ``docs/notation.md``. Raises
        ConfigError for a seed that is negative or too long, NotationError for a deal that isn't one.
        """
        if seed is not None:
            self._key, self._board = _key_of(seed), 0
        text = (options or {}).get("deal")
        if text is None:
            self._layout = board_layout(self._key, self._board, self._rules)
            self._board += 1
        else:
            self._layout = _layout_of(text, self._rules)
        self._deal = Deal.start(self._layout)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: dict[str, Any]() for agent in AGENTS}
        self.agent_selection = AGENTS[self._deal.to_play]

    def observe(self, agent: str) -> Observation:
        """What the seat sees; its mask is empty unless it is its turn."""
        seat, deal, layout = SEATS[AGENTS.index(agent)], self._deal, self._layout
        turn = deal.to_play is seat and not deal.finished
        seen = np.zeros(LENGTH, np.float32)
        _fill(
            seen,
            seat,
            _numbers(deal.hands[seat]),
            (((deal.leader + turn) & 3, card) for turn, card in enumerate(deal.table)),
            ((trick.leader, trick.cards) for trick in deal.tricks),
            layout.trump_card,
            layout.trump_seat,
            (deal.points[seat & 1], deal.points[1 - (seat & 1)]),
        )
        return {"observation": seen, "action_mask": _mask(_numbers(deal.legal) if turn else ())}

    def step(self, action: int | None) -> None:
        """Play the card, for the agent whose turn it is. Raises IllegalPlayError; then nothing changes."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType] - None, as it must be
            return
        if action is None:
            raise NotationError(action, f"a card's number, 0 to {_CARDS - 1}")
        deal = self._deal.play(SEATS[AGENTS.index(agent)], Card(int(action)))
        self._deal = deal
        self._cumulative_rewards[agent] = 0.0
        if deal.finished:
            self._end()
        self.agent_selection = AGENTS[deal.to_play]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        deal = self._deal
        if self._in_points:
            ahead = (deal.points[0] - deal.points[1]) / _ALL_POINTS
            worth = (ahead, -ahead)
        else:
            worth = result_of(deal, self._rules).net_games
        for seat, agent in enumerate(AGENTS):
            self.rewards[agent] = float(worth[seat & 1])
            self.terminations[agent] = True

    def render(self) -> str | None:
        """The table as text: returned, or printed, as ``render_mode`` says."""
        deal, layout = self._deal, self._layout
        lines = [f"trump {layout.trump_card} (held by {AGENTS[layout.trump_seat]})"]
        for seat in SEATS:
            held = " ".join(str(PACK[number]) for number in _numbers(deal.hands[seat]))
            lines.append(f"{AGENTS[seat]:5} {held}")
        table = " ".join(map(str, deal.table)) or "-"
        lines.append(f"table {table}, led by {AGENTS[deal.leader]}; points {deal.points}")
        text = "\n".join(lines)
        if self.render_mode == "human":
            print(text)  # noqa: T201 - what it is asked for
            return None
        return text

    def close(self) -> None:
        """Nothing is held."""


def observation_of(view: View) -> Observation:
    """What a bot is shown, as an agent at its seat would have observed it."""
    seen = np.zeros(LENGTH, np.float32)
    _fill(
        seen,
        view.seat,
        (_NUMBER[card] for card in view.hand),
        ((seat, _NUMBER[card]) for seat, card in view.table),
        ((leader, tuple(_NUMBER[card] for card in cards)) for leader, cards in view.history),
        _NUMBER[view.trump],
        view.trump_seat,
        view.points,
    )
    return {"observation": seen, "action_mask": _mask(_NUMBER[card] for card in view.legal)}


def _fill(  # noqa: PLR0917 - what an observation consists of
    seen: NDArray[Any],
    seat: int,
    hand: Iterable[int],
    table: Iterable[tuple[int, int]],
    history: Iterable[tuple[int, tuple[int, ...]]],
    trump: int,
    trump_seat: int,
    points: tuple[int, int],
) -> None:
    """Write an observation: seats as they are numbered at the table, cards by their numbers."""
    ones = list(hand)
    ones += [((who - seat) & 3) * _CARDS + card for who, card in table]
    for leader, cards in history:
        for turn, card in enumerate(cards):
            ones.append((4 + ((leader + turn - seat) & 3)) * _CARDS + card)
    suit = trump // 10 * 10
    ones += range(8 * _CARDS + suit, 8 * _CARDS + suit + 10)
    ones += [9 * _CARDS + trump, _TRUMP_SEAT + ((trump_seat - seat) & 3)]
    seen[ones] = 1
    seen[_POINTS] = points[0] / _ALL_POINTS
    seen[_POINTS + 1] = points[1] / _ALL_POINTS


def _mask(cards: Iterable[int]) -> NDArray[Any]:
    mask = np.zeros(_CARDS, np.int8)
    mask[list(cards)] = 1
    return mask


def _numbers(held: int) -> list[int]:
    numbers: list[int] = []
    while held:
        lowest = held & -held
        numbers.append(lowest.bit_length() - 1)
        held ^= lowest
    return numbers


def _observations() -> Any:  # noqa: ANN401 - gymnasium's own type is generic
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (LENGTH,), np.float32),
            "action_mask": spaces.Box(0, 1, (_CARDS,), np.int8),
        }
    )


def _key_of(seed: int) -> bytes:
    try:
        return int(seed).to_bytes(SEED_BYTES)
    except OverflowError:
        raise ConfigError(
            f"a seed is a number from 0 to 2**{8 * SEED_BYTES} - 1, not {seed}"
        ) from None


def _layout_of(text: object, rules: Ruleset) -> Layout:
    if not isinstance(text, str):
        raise NotationError(text, "a deal in the arena's notation")
    return parse_deal(text, rules).layout
