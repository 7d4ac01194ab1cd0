"""Random values of the engine's types: hypothesis makes them wherever a test asks for the type."""

from hypothesis import settings
from hypothesis import strategies as st

from arena.engine import CARDS, SEATS, Card, Deal, Direction, Layout, Ruleset, Seat, cards_in

settings.register_profile("engine", deadline=None, max_examples=60)
settings.load_profile("engine")

packs = st.permutations(CARDS)
layouts = st.builds(
    Layout.from_pack, packs, st.sampled_from(SEATS), st.sampled_from(list(Direction))
)


@st.composite
def positions(draw: st.DrawFn) -> Deal:
    """A deal some legal plays on, 0 to 40 of them."""
    deal = Deal.start(draw(layouts))
    for choice in draw(st.lists(st.integers(0, 9), max_size=40)):
        legal = cards_in(deal.legal)
        deal = deal.play(deal.to_play, legal[choice % len(legal)])
    return deal


st.register_type_strategy(Card, st.sampled_from(CARDS))
st.register_type_strategy(Seat, st.sampled_from(SEATS))
st.register_type_strategy(Layout, layouts)
st.register_type_strategy(Deal, positions())
st.register_type_strategy(
    Ruleset,
    st.fixed_dictionaries(
        {},
        optional={
            "preset": st.sampled_from(["seed", "portugal", "copag"]),
            "games_to_win": st.integers(1, 99),
            "double_above": st.integers(60, 119),
            "sweep_games": st.integers(1, 99),
            "sweep_by": st.sampled_from(["tricks", "points"]),
            "tie": st.sampled_from(["carry", "carry_once", "void"]),
            "deal_direction": st.sampled_from(["clockwise", "anticlockwise"]),
            "table_direction": st.sampled_from(["clockwise", "anticlockwise"]),
        },
    ).map(Ruleset.from_mapping),
)
