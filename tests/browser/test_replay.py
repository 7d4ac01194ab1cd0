"""The replay viewer in a browser: moving through a match, what is seen, what is heard."""

import pytest

pytestmark = pytest.mark.browser

KINDS = [
    "rubbers", "anticlockwise", "forfeits", "rubber forfeits", "substitutes", "lost late",
    "no start", "nobody starts", "void", "hostile",
]  # fmt: skip


def text(page, selector):
    return page.locator(selector).inner_text()


def points(page):
    return [int(text(page, f"#points-{side}")) for side in ("NS", "EW")]


def place(page):
    return page.evaluate("location.hash")


def test_stepping_by_key_shows_each_card_and_ends_at_the_recorded_result(visit, replays, data):
    page = visit(replays["boards"])
    deal = data["boards"]["halves"][0]["deals"][0]
    for count in range(1, 41):
        page.keyboard.press("ArrowRight")
        assert f"{count} / 40" == text(page, "#count")
        assert 1 == page.locator("#tricks [aria-current=step]").count()
        assert (count - 1) % 4 + 1 == page.locator(".spot .card").count()
        assert 40 - count == page.locator(".hand .card").count()
    assert deal["r"][1:3] == points(page)
    assert f"NS {deal['r'][1]}, EW {deal['r'][2]}: " in text(page, "#result")
    page.keyboard.press("ArrowRight")
    assert "#half=1&deal=1&play=40" == place(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert "#half=1&deal=1&play=36" == place(page)


@pytest.mark.parametrize("kind", KINDS)
def test_every_deal_of_every_kind_of_match_ends_as_recorded(visit, replays, data, kind):
    page = visit(replays[kind])
    for half, played in enumerate(data[kind]["halves"]):
        for number, deal in enumerate(played["deals"]):
            page.evaluate(f"location.hash = '#half={half + 1}&deal={number + 1}&play=999'")
            page.wait_for_function(
                f"document.title.startsWith('Deal {number + 1}, half {half + 1}')"
            )
            said = text(page, "#result")
            if deal["r"] is None:
                assert said == "The deal has no result: the match ended before."
                continue
            ending, north, east, _, _, winner, won, *_ = deal["r"]
            if ending == "played":
                assert [north, east] == points(page)
                assert said.startswith(f"NS {north}, EW {east}: ")
            if ending == "forfeit":
                assert said.startswith(f"Forfeited: {['NS', 'EW'][winner]} win by a sweep, {won}")


def test_a_deep_link_lands_on_its_card(visit, replays, data):
    page = visit(replays["boards"], "#half=2&deal=3&play=27")
    assert "27 / 40" == text(page, "#count")
    assert "Trick 7, card 3 of 4" == text(page, "#now .where")
    assert "true" == page.get_by_role("button", name="Half 2").get_attribute("aria-pressed")
    assert "2" == page.locator("#deal").input_value()
    letter = data["boards"]["halves"][1]["deals"][2]["c"][26]
    card = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn".index(letter)
    shown = "23456QJK7A"[card % 10] + "♣♦♥♠"[card // 10]
    assert text(page, "#now .card-mark") == shown
    page.evaluate("location.hash = '#deal=2&play=4'")
    page.wait_for_function("document.title.startsWith('Deal 2, half 1')")
    assert "4 / 40" == text(page, "#count")


@pytest.mark.parametrize("link", ["#half=9&deal=99&play=999", "#deal=x&play=-1", "#<b>", "#view=X"])
def test_a_link_that_leads_nowhere_stays_within_the_match(visit, replays, link):
    page = visit(replays["boards"], link)
    assert page.locator("#felt").is_visible()
    assert 0 <= int(text(page, "#count").split("/")[0]) <= 40


def test_keys_lead_to_tricks_deals_halves_and_faults(visit, replays, data):
    page = visit(replays["substitutes"])
    steps = [
        ("3", "#half=1&deal=1&play=9"),
        ("0", "#half=1&deal=1&play=37"),
        ("End", "#half=1&deal=1&play=40"),
        ("Home", "#half=1&deal=1&play=0"),
        ("ArrowDown", "#half=1&deal=1&play=4"),
        ("n", "#half=1&deal=2&play=0"),
        ("h", "#half=2&deal=2&play=0"),
        ("p", "#half=2&deal=1&play=0"),
        ("p", "#half=2&deal=1&play=0"),
        ("v", "#half=2&deal=1&play=0&view=closed"),
    ]
    for key, expected in steps:
        page.keyboard.press(key)
        assert expected == place(page), key
    page.evaluate("location.hash = ''")
    page.wait_for_function("document.title.startsWith('Deal 1, half 1')")
    fault = next(
        note for note in data["substitutes"]["halves"][0]["deals"][0]["e"] if note[1] == "fault"
    )
    page.keyboard.press("f")
    assert f"#half=1&deal=1&play={fault[0]}" == place(page)
    assert fault[3] in text(page, "#now")
    assert fault[3] in page.locator("#live").text_content()


def test_buttons_slider_and_lists_lead_there_too(visit, replays):
    page = visit(replays["boards"])
    page.get_by_role("button", name="A card on").click()
    page.get_by_role("button", name="A trick on").click()
    assert "#half=1&deal=1&play=4" == place(page)
    page.locator("#tricks button").nth(20).click()
    assert page.locator("#tricks button").nth(20).get_attribute("aria-current") == "step"
    page.locator("#at").focus()
    page.keyboard.press("Home")
    assert "#half=1&deal=1&play=0" == place(page)
    page.locator("#deal").select_option("2")
    page.locator("#view").select_option("S")
    assert "#half=1&deal=3&play=0&view=S" == place(page)


def test_space_plays_and_pauses(visit, replays):
    page = visit(replays["boards"], "#play=35", clock=True)
    page.keyboard.press(" ")
    page.clock.run_for(8_000)
    assert "40 / 40" == text(page, "#count")
    assert "Play" == page.locator("#play").get_attribute("aria-label")
    page.keyboard.press(" ")
    page.clock.run_for(2_000)
    assert "Pause" == page.locator("#play").get_attribute("aria-label")
    page.keyboard.press(" ")
    stopped = text(page, "#count")
    page.clock.run_for(5_000)
    assert stopped == text(page, "#count") != "40 / 40"


def test_closed_hands_show_no_card_but_trump(visit, replays):
    page = visit(replays["boards"], "#view=closed")
    assert (39, 1) == (
        page.locator(".hand .back").count(),
        page.locator(".hand .trump-card").count(),
    )
    page.locator("#view").select_option("W")
    assert 0 == page.locator("#hand-W .back").count()
    labels = [page.locator(f"#hand-{seat}").get_attribute("aria-label") for seat in "NESW"]
    assert labels[3].startswith("West holds ")
    assert [True, True, True, False] == [
        "face down" in label or "10 cards" in label for label in labels
    ]
    assert not page.locator("#tricks button").first.is_visible()


def test_one_seat_sees_neither_times_nor_comments_nor_faults_of_others(visit, replays, data):
    deal = data["hostile"]["halves"][0]["deals"][0]
    play = 1 + next(int(index) for index, said in deal["m"].items() if "www" in said)
    page = visit(replays["hostile"], f"#play={play}")
    assert 1 == page.locator("#now .comment").count()
    assert 1 == page.locator("#now .facts").count()
    seat = text(page, "#now .who").split()[0][0]
    other = "NESW"["NESW".index(seat) - 1]
    page.locator("#view").select_option(other)
    assert 0 == page.locator("#now .comment, #now .facts").count()
    assert not [
        note for note in page.locator("#notes .note b").all_inner_texts() if note[0] != other
    ]


def test_hostile_words_are_text(visit, replays, data):
    page = visit(replays["hostile"])
    words = {
        said: int(index) + 1
        for index, said in data["hostile"]["halves"][0]["deals"][0]["m"].items()
    }
    assert len(words) >= 6
    for said, play in words.items():
        page.evaluate(f"location.hash = '#play={play}'")
        page.wait_for_function(f"document.getElementById('at').value === '{play}'")
        assert said == page.locator("#now .comment").text_content()
    page.keyboard.press("f")
    page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    assert "<script>document.title='owned'</script>" in text(page, "#stderr")
    page.goto(replays["named"].as_uri())
    assert text(page, "h1").startswith("<script>document.title='owned'</script>alpha")
    assert page.title().startswith("Deal 1, half 1: <script>")
    assert 2 == page.locator("script").count()
    assert 0 == page.locator("img, iframe, object, [onload], [onerror]").count()


def test_what_the_policy_does_not_know_does_not_run(chromium, replays):
    page = chromium.new_page()
    page.goto(replays["boards"].as_uri())
    page.evaluate(
        "() => { const bad = document.createElement('script');"
        " bad.textContent = 'document.title = \"owned\"'; document.body.append(bad); }"
    )
    assert "owned" != page.title()
    page.close()


def test_a_half_without_a_deal_says_why(visit, replays):
    page = visit(replays["no deal"])
    assert page.locator("#nothing").is_visible()
    assert not page.locator("#stage").is_visible()
    assert "The match is void: no memory left to spawn a bot." in text(page, "#notes")


def test_the_table_is_mirrored_where_play_goes_the_other_way(visit, replays):
    def east(kind):
        page = visit(replays[kind])
        boxes = [page.locator(f"#hand-{seat}").bounding_box() for seat in "EW"]
        return boxes[0]["x"] - boxes[1]["x"]

    assert east("boards") > 0 > east("anticlockwise")


def test_the_help_opens_by_key_and_lists_every_key(visit, replays):
    page = visit(replays["boards"])
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    assert 11 == page.locator("#help tr").count()
    page.keyboard.press("ArrowRight")
    assert "#half=1&deal=1&play=0" == place(page)
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()


def test_letters_can_be_switched_off_as_keys(visit, replays):
    page = visit(replays["boards"])
    page.locator("#keys").click()
    page.locator("#letters").uncheck()
    page.keyboard.press("Escape")
    for key in "n3fh?":
        page.keyboard.press(key)
    assert "#half=1&deal=1&play=0" == place(page)
    page.keyboard.press("ArrowRight")
    assert "#half=1&deal=1&play=1" == place(page)


def test_choices_of_theme_and_colours_change_what_is_drawn(visit, replays):
    page = visit(replays["boards"], color_scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.keyboard.press("t")
    dark = page.evaluate(paper)
    assert light != dark == visit(replays["boards"], color_scheme="dark").evaluate(paper)
    colours = "new Set([...document.querySelectorAll('.hand .card')].map((c) => getComputedStyle(c).color)).size"
    assert 2 == page.evaluate(colours)
    page.keyboard.press("c")
    assert 4 == page.evaluate(colours)


def test_nothing_moves_where_less_motion_is_wished(visit, replays):
    def motion(**options):
        page = visit(replays["boards"], **options)
        page.keyboard.press("ArrowRight")
        return page.evaluate("getComputedStyle(document.querySelector('.fresh')).animationName")

    assert ("arrive", "none") == (motion(), motion(reduced_motion="reduce"))
