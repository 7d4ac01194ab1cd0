"""The laws of every format: whoever adds one adds a line to ``CASES``, and nothing else."""

import hashlib
from collections import Counter
from itertools import combinations, islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournament.course import Course
from arena.tournament.draw import format_of, members_of, scheduled_of, setting_of, sides_of
from arena.tournament.format_keys import Partners, usual_rounds
from arena.tournament.formats import FORMATS, MIXED
from arena.tournament.schedule import count_matches
from arena.transcript.ledger import WithdrawEntry

CASES = {
    "round-robin": {},
    "gauntlet": {"format": "gauntlet", "challenger": "e1"},
    "swiss": {"format": "swiss"},
    "mixed": {"partners": Partners.ALL},
    "separated": {"max_boards": 900},
}
"""Settings that ask for each format."""

FEWEST = {"mixed": 4}
BOARDS = {"separated": 25}
STATIC = ("round-robin", "gauntlet", "mixed")

every_format = pytest.mark.parametrize("case", CASES)
sizes = st.tuples(st.integers(0, 4), st.integers(1, 2), st.sampled_from([1, 2, 3]))
"""Entrants beyond the fewest, rounds, and the matches of each meeting."""

quick = settings(max_examples=8)


def make(paper, case, size):
    """A tournament of the fewest entrants that there can be and some more, with so many rounds and matches."""
    more, rounds, matches = size
    entrants = FEWEST.get(case, 2) + more
    if case == "swiss":
        rounds = min(rounds + 2, entrants - 1 + entrants % 2)
    settings = {"rounds": rounds, "matches_per_pairing": matches, **CASES[case]}
    return paper(entrants, BOARDS.get(case, 4), settings=settings)


def all_of(tournament):
    """Every fixture of a tournament that was played to its end."""
    return list(tournament.course(tournament.play()).known())


def names_in(fixture):
    return tuple(entrant.name for entrant in fixture.outline.entrants)


def people_in(fixture):
    return [name for side in names_in(fixture) for name in members_of(side)]


def test_every_format_has_its_laws_tested():
    assert set(FORMATS) <= set(CASES)
    assert {*FORMATS.values(), MIXED} <= {format_of_case(case) for case in CASES}


def format_of_case(case):
    return MIXED if case == "mixed" else FORMATS.get(case)


@every_format
@quick
@given(size=sizes)
def test_nobody_plays_twice_on_a_day_or_against_itself(paper, case, size):
    playing = Counter(
        (fixture.pairing.day, name)
        for fixture in all_of(make(paper, case, size))
        for name in people_in(fixture)
    )
    assert {size[2]} == set(playing.values())


@every_format
@quick
@given(size=sizes)
def test_days_come_in_order_and_meetings_are_counted(paper, case, size):
    fixtures = all_of(make(paper, case, size))
    if case != "separated":  # there neighbours of neighbours share a round, of two days
        assert all(one.pairing.day <= other.pairing.day for one, other in pairwise(fixtures))
    met = Counter()
    for fixture in fixtures:
        pair = frozenset(names_in(fixture))
        assert met[pair] // size[2] == fixture.pairing.meeting
        met[pair] += 1


@every_format
@quick
@given(size=sizes)
def test_the_matches_of_a_meeting_share_its_boards_and_partners_change_places(paper, case, size):
    """Each has one of their boards less at most than any other, and all have what the file says a meeting has."""
    tournament = make(paper, case, size)
    fixtures, met = all_of(tournament), {}
    for at in range(0, len(fixtures), size[2]):
        meeting = fixtures[at : at + size[2]]
        assert {meeting[0].pairing} == {fixture.pairing for fixture in meeting}
        boards = [len(fixture.outline.units) for fixture in meeting]
        assert tournament.units == sum(boards)
        assert max(boards) - min(boards) <= 1
        for fixture in meeting:
            met.setdefault(frozenset(names_in(fixture)), []).append(fixture.outline.seatings)
    for seatings in met.values():
        bots = [[place.bot for place in half] for half, _ in seatings]
        assert [[0, 0, 1, 1], [1, 1, 0, 0]] * (len(bots) // 2) == bots[: len(bots) // 2 * 2]


@every_format
@quick
@given(size=sizes)
def test_in_how_many_matches_a_meeting_is_played_changes_neither_pairs_nor_boards(
    paper, case, size
):
    """The same cards are played by the same sides, as long as results don't decide who meets."""
    one, many = (make(paper, case, (*size[:2], matches)) for matches in (1, 3))
    first = [_played(it.course().known()) for it in (one, many)]
    assert first[0] == first[1]


def _played(fixtures):
    return Counter((names_in(it), board) for it in fixtures for board in it.outline.units)


@every_format
@quick
@given(size=sizes)
def test_there_are_as_many_matches_as_were_planned(paper, case, size):
    tournament = make(paper, case, size)
    before, ledger = tournament.course().planned, tournament.play()
    after = tournament.course(ledger)
    assert (len(ledger), len(ledger), True) == (after.scored, after.planned, after.over)
    if case == "separated":
        assert before <= len(ledger) <= 900 // tournament.units * size[2]
    else:
        assert before == len(ledger)


@every_format
@quick
@given(size=sizes)
def test_no_board_and_no_id_is_used_twice(paper, case, size):
    fixtures = all_of(make(paper, case, size))
    boards = [board for fixture in fixtures for board in fixture.outline.units]
    assert list(range(len(boards))) == sorted(boards)
    assert len(fixtures) == len({fixture.outline.match_id for fixture in fixtures})


@every_format
@quick
@given(size=sizes, jobs=st.integers(1, 5), dice=st.randoms())
def test_the_order_of_finishing_changes_no_match(paper, case, size, jobs, dice):
    tournament = make(paper, case, size)
    ledger = tournament.play(jobs=jobs, dice=dice)
    assert all_of(tournament) == list(tournament.course(ledger).known())


@every_format
@quick
@given(size=sizes, kept=st.integers(0, 40), dice=st.randoms())
def test_a_run_that_was_cut_anywhere_goes_on_to_the_same_matches(paper, case, size, kept, dice):
    """What was in play is lost; what is in the ledger stays; and a prefix knows a prefix."""
    tournament = make(paper, case, size)
    whole = all_of(tournament)
    cut = tournament.play(jobs=3, dice=dice, most=kept)
    known = list(tournament.course(cut).known())
    assert whole[: len(known)] == known
    ledger = tournament.play(cut, jobs=2, dice=dice)
    assert whole == list(tournament.course(ledger).known())
    assert len(whole) == len({entry.match_id for entry in ledger}) == len(ledger)


@every_format
@quick
@given(size=sizes, number=st.integers(1, 30))
def test_a_match_that_the_host_cant_play_holds_nobody_up_and_is_tried_again(
    paper, case, size, number
):
    tournament = make(paper, case, size)
    ledger = tournament.play(voids={number})
    course = tournament.course(ledger)
    lacking = len(ledger) >= number
    assert lacking == (not course.over)
    assert (len(ledger) - lacking, course.planned - lacking) == (course.scored, course.scored)
    assert tournament.course(tournament.play(ledger)).over


@every_format
@quick
@given(size=sizes, when=st.integers(0, 12), who=st.integers(0, 8))
def test_who_withdraws_plays_no_more_and_the_others_play_on(paper, case, size, when, who):
    tournament = make(paper, case, size)
    name = f"e{who % tournament.entrants}"
    ruling = WithdrawEntry(entrant=name, reason="ill")
    ledger = tournament.play(rulings={when: ruling})
    course = tournament.course(ledger)
    if ruling in ledger:
        after = ledger[ledger.index(ruling) + 1 :]
        assert name not in {
            part for it in after for side in it.entrants for part in members_of(side)
        }
    assert course.over
    assert len(ledger) - (ruling in ledger) == course.planned == course.scored


@every_format
@given(size=sizes, data=st.data())
def test_the_matches_between_those_who_stay_are_counted_right(paper, case, size, data):
    tournament = make(paper, case, size)
    gone = frozenset(data.draw(st.sets(st.integers(0, tournament.entrants - 1))))
    form, setting = format_of(tournament.config), setting_of(tournament.config, "")
    sides = list(form.sides(tournament.entrants))
    left = [
        it
        for it in form.opening(setting)
        if gone.isdisjoint(sides[it.first]) and gone.isdisjoint(sides[it.second])
    ]
    assert len(left) == form.count(setting, gone)
    assert size[2] * form.count(setting, frozenset()) == (
        0 if case == "swiss" else count_matches(tournament.config)
    )


@every_format
def test_matches_are_made_one_by_one(paper, case):
    """A million of them take no memory, and to count them no time."""
    tournament = paper(
        100 if case == "mixed" else 300, units=3, settings={**CASES[case], "rounds": 200}
    )
    course: Course = tournament.course()
    assert course.planned >= 200 * 150 if case != "gauntlet" else 200 * 299 == course.planned
    assert 3 == len(list(islice(course.walk(), 3)))


@pytest.mark.parametrize("case", STATIC)
@quick
@given(size=sizes)
def test_more_rounds_leave_the_earlier_matches_as_they_were(paper, case, size):
    fewer = all_of(make(paper, case, size))
    assert fewer == all_of(make(paper, case, (size[0], size[1] + 1, size[2])))[: len(fewer)]


# What each of them promises.


def meetings(fixtures):
    """How many matches each two play."""
    return Counter(frozenset(names_in(fixture)) for fixture in fixtures)


@quick
@given(size=sizes)
def test_in_a_round_robin_everybody_meets_everybody_else_once_a_round(paper, size):
    tournament = make(paper, "round-robin", size)
    names = [entrant.name for entrant in tournament.field]
    expected = {frozenset(pair): size[1] * size[2] for pair in combinations(names, 2)}
    assert expected == meetings(all_of(tournament))


@quick
@given(size=sizes)
def test_byes_of_a_round_robin_are_shared_evenly(paper, size):
    tournament = make(paper, "round-robin", size)
    days = {}
    for fixture in all_of(tournament):
        days.setdefault(fixture.pairing.day, set()).update(names_in(fixture))
    names = {entrant.name for entrant in tournament.field}
    byes = Counter(name for playing in days.values() for name in names - playing)
    assert (dict.fromkeys(names, size[1]) if len(names) % 2 else {}) == byes


@pytest.mark.parametrize("case", ["round-robin", "mixed", "swiss"])
@quick
@given(size=sizes)
def test_being_first_is_shared_evenly(paper, case, size):
    first, second = Counter(), Counter()
    for fixture in all_of(make(paper, case, size)):
        one, other = names_in(fixture)
        first[one] += 1
        second[other] += 1
    spread = size[2] * (2 if case == "swiss" else size[1])
    assert all(abs(first[name] - second[name]) <= spread for name in {*first, *second})


@quick
@given(size=sizes)
def test_in_a_gauntlet_the_challenger_meets_all_others_and_they_nobody_else(paper, size):
    tournament = make(paper, "gauntlet", size)
    others = [entrant.name for entrant in tournament.field if entrant.name != "e1"]
    fixtures = all_of(tournament)
    expected = {frozenset({"e1", other}): size[1] * size[2] for other in others}
    assert expected == meetings(fixtures)
    first = sum(names_in(fixture)[0] == "e1" for fixture in fixtures)
    assert abs(2 * first - len(fixtures)) <= size[2]


@quick
@given(size=sizes)
def test_mixed_bots_are_everybodys_partner_and_opponent_equally_often(paper, size):
    tournament = make(paper, "mixed", size)
    partners, opponents = Counter(), Counter()
    for fixture in all_of(tournament):
        one, other = (members_of(side) for side in names_in(fixture))
        partners.update([frozenset(one), frozenset(other)])
        opponents.update(frozenset({mine, yours}) for mine in one for yours in other)
    pairs = {frozenset(pair) for pair in combinations([it.name for it in tournament.field], 2)}
    assert pairs == set(partners) == set(opponents)
    assert 1 == len(set(partners.values())) == len(set(opponents.values()))


def test_a_mixed_bot_is_the_first_of_about_half_of_its_partnerships(paper):
    tournament = paper(9, settings=CASES["mixed"])
    sides = sides_of(tournament.config, tournament.field)
    first = Counter(members_of(side.name)[0] for side in sides)
    assert (36, {4}) == (len(sides), set(first.values()))
    assert all(side.bots[0].name == "b" + side.name[1] for side in sides)


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (3, 2), (8, 3), (9, 4), (40, 6)])
def test_a_swiss_has_rounds_enough_to_leave_one_unbeaten(entrants, rounds):
    assert rounds == usual_rounds("swiss", entrants)
    assert 1 == usual_rounds("round-robin", entrants)


@pytest.mark.parametrize("entrants", [16, 17, 40])
def test_in_a_swiss_nobody_meets_again_or_has_a_second_bye(paper, entrants):
    rounds = entrants // 2 + 1
    tournament = paper(entrants, settings={"format": "swiss", "rounds": rounds})
    fixtures = all_of(tournament)
    assert {1} == set(meetings(fixtures).values())
    played = Counter(name for fixture in fixtures for name in names_in(fixture))
    assert {rounds - entrants % 2, rounds} == set(played.values()) | {rounds}
    assert rounds * (entrants // 2) == len(fixtures)


def test_a_swiss_finds_the_best(paper):
    """Of 16 the best meets in round 4, if all went by strength, who is second."""
    skills = {n: 9.0 * n for n in range(16)}
    tournament = paper(16, settings={"format": "swiss", "rounds": 4}, skills=skills)
    last = [fixture for fixture in all_of(tournament) if fixture.pairing.day == 3]
    assert "e15" in names_in(last[0])
    assert {"e14", "e13", "e12", "e11", "e10"} & set(names_in(last[0]))


def test_lots_are_drawn_as_the_document_of_seeds_says(paper):
    config, commitment = paper(9).config, "c0ffee"
    places = setting_of(config, commitment).lots
    texts = [f"sueca/lot/1/{commitment}/{entrant.name}" for entrant in config.entrants]
    drawn = sorted(range(9), key=lambda n: hashlib.sha256(texts[n].encode("ascii")).hexdigest())
    assert list(range(9)) == [places[n] for n in drawn]


def test_lots_are_a_permutation_that_follows_from_the_commitment(paper):
    config = paper(20).config
    lots = [setting_of(config, f"{n:064x}").lots for n in (1, 1, 2)]
    assert list(range(20)) == sorted(lots[0])
    assert lots[0] == lots[1]
    assert lots[0] != lots[2]


@every_format
@quick
@given(size=sizes)
def test_each_side_has_as_many_meetings_as_the_format_says(paper, case, size):
    """In a Swiss of an odd number those without a bye have one more."""
    tournament = make(paper, case, size)
    config = tournament.config
    names = [side.name for side in sides_of(config, tournament.field)]
    counts = Counter(name for fixture in tournament.course().known() for name in names_in(fixture))
    if case == "swiss":
        counts = Counter(name for fixture in all_of(tournament) for name in names_in(fixture))
    byes = config.matches_per_pairing * (len(names) % 2) if case == "swiss" else 0
    for name, scheduled in scheduled_of(config, names).items():
        assert scheduled <= counts[name] <= scheduled + byes
