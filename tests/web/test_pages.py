"""Pages that stand alone: nothing from outside, nothing but their own script, the same bytes each time."""

import base64
import hashlib
import re
import sys
from pathlib import Path

import pytest

from arena.errors import RunError
from arena.web import pages
from arena.web.match_data import match_json
from arena.web.pages import asset, join_modules, render_page
from arena.web.viewer import SCRIPTS, replay_page, write_replay

TOP_LEVEL = re.compile(r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
ADDRESS = re.compile(r"""(?:https?:)?//[\w.-]+\.\w""")


@pytest.fixture(scope="module", params=["hostile", "named"])
def match(request, read_matches):
    return read_matches[request.param]


@pytest.fixture(scope="module")
def page(match):
    return replay_page(match)


def test_no_page_names_an_address_outside(page):
    allowed = {"http://www.w3"}
    assert set() == {found for found in ADDRESS.findall(page) if found[:13] not in allowed}


def test_the_policy_lets_in_this_script_and_this_style_alone(page):
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src &#39;none&#39;; ")
    for tag, source in (("style", "style-src"), ('script type="module"', "script-src")):
        text = re.search(f"<{tag}>(.*?)</{tag.split()[0]}>", page, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{source} &#39;sha256-{digest}&#39;;" in policy.replace("&#43;", "+")
    assert not re.search(
        r"\son\w+=|\sstyle=", re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    )


def test_hostile_words_open_no_element(page):
    assert 2 == page.count("<script")
    assert "<!--" not in page
    assert 2 == page.count("</script>")
    assert 1 == page.count("</title>")
    assert not re.search("[\u202e\u2066\x1b]", page)
    assert "W" * 65 not in re.sub('"m":{.*?}', "", page)


def test_a_page_has_the_same_bytes_each_time(match, page):
    assert page == replay_page(match)


def test_a_page_is_of_modest_size(read_matches):
    match = read_matches["boards"]
    deals = sum(len(half.events) for half in match.halves) // 42
    frame = len(replay_page(match).encode()) - len(match_json(match))
    assert frame < 64_000
    assert len(match_json(match)) / deals < 1_300


def test_a_way_back_is_shown_where_there_is_one(read_matches):
    match = read_matches["boards"]
    assert '<a class="back" href="../index.html">← spring</a>' in replay_page(
        match, "../index.html"
    )
    assert "<a " not in replay_page(match)


def test_a_replay_is_written_whole(read_matches, tmp_path):
    path = tmp_path / "match.html"
    write_replay(read_matches["boards"], path)
    assert path.read_text(encoding="utf-8").endswith("</html>\n")


def test_a_replay_without_room_for_it_says_where_it_was_to_be(read_matches):
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_replay(read_matches["boards"], Path("/dev/full"))


def test_modules_are_joined_without_their_ties():
    script = join_modules(SCRIPTS)
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)
    assert "</" not in script


def test_no_two_modules_use_one_name():
    names = [
        name for module in (*SCRIPTS, "report.js") for name in TOP_LEVEL.findall(asset(module))
    ]
    assert [] == sorted({name for name in names if names.count(name) > 1})


def test_each_module_stands_below_those_that_it_imports():
    for index, module in enumerate(SCRIPTS):
        for imported in re.findall(r'from "\./([\w.]+)"', asset(module)):
            assert imported in SCRIPTS[:index]


def test_text_is_escaped_and_a_missing_value_is_an_error():
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        render_page("replay.html", ("base.css",), ("report.js",), {})


def test_without_jinja_one_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    pages._environment.cache_clear()
    with pytest.raises(RunError, match=r"pip install '.*\[report\]'"):
        render_page("replay.html", (), (), {})
