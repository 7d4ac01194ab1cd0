"""Places of keys in TOML texts."""

import tomllib
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.toml_locator import Position, locate


def paths_in(value, path=()):
    """Every way into what tomllib read."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths_in(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths_in(item, (*path, index))


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("", (), Position(1, 1)),
        ("a = 1\n  b = 2", ("b",), Position(2, 3)),
        ("\r\na = 1\r\nb = 2", ("b",), Position(3, 1)),
        ("# c\n\n\tb=2 # x = 1\n", ("b",), Position(3, 2)),
        ("[clock]\nmove_ms = 5", ("clock",), Position(1, 2)),
        ("[clock]\nmove_ms = 5", ("clock", "move_ms"), Position(2, 1)),
        ("[ a . b ]\nx=1", ("a", "b", "x"), Position(2, 1)),
        ("[ a . b ]\nx=1", ("a", "b"), Position(1, 7)),
        ("[[e]]\nn=1\n[[ e ]]\nn=2", ("e", 1), Position(3, 4)),
        ("[[e]]\nn=1\n[[ e ]]\nn=2", ("e",), Position(1, 3)),
        ("[[e]]\nn=1\n[[ e ]]\nn=2", ("e", 1, "n"), Position(4, 1)),
        ("[[e]]\n[[e]]\n[e.t]\nx=1\n[[e.u]]\ny=1", ("e", 1, "t", "x"), Position(4, 1)),
        ("[[e]]\n[[e]]\n[e.t]\nx=1\n[[e.u]]\ny=1", ("e", 1, "u", 0, "y"), Position(6, 1)),
        ("a.b . c = 1", ("a", "b", "c"), Position(1, 7)),
        ("a.b = 1\na.c = 2", ("a",), Position(1, 1)),
        ("a.b = 1\na.c = 2", ("a", "c"), Position(2, 3)),
        ("\"q.\\\"k\" = 1\n'l.k' = 2", ('q."k',), Position(1, 1)),
        ("\"q.\\\"k\" = 1\n'l.k' = 2", ("l.k",), Position(2, 1)),
        ('a = {b = 1, "c d" = {e = 2}, f = 3}', ("a", "c d", "e"), Position(1, 22)),
        ('a = {b = 1, "c d" = {e = 2}, f = 3}', ("a", "f"), Position(1, 30)),
        ("a = {}\nb = []\nc = 1", ("c",), Position(3, 1)),
        ("a = [\n  1, # one ]\n  [2, 3],\n]\nb = 1", ("a", 1, 1), Position(3, 7)),
        ("a = [\n  1, # one ]\n  [2, 3],\n]\nb = 1", ("b",), Position(5, 1)),
        ("a = [{x = 1}, {x = 2}]", ("a", 1, "x"), Position(1, 16)),
        ('a = """\nb = 1\n\\""" c""""\nd = 1', ("d",), Position(4, 1)),
        ("a = '''\nb = 1\n'''''\nd = 1", ("d",), Position(4, 1)),
        ('a = """"""\nb = \'\'\nc = ""\nd = 1', ("d",), Position(4, 1)),
        ('a = "x # \\" = 1"\nb = 1', ("b",), Position(2, 1)),
        ("a = 1979-05-27 07:32:00 # day\nb = [1979-05-27 07:32:00, 2]", ("b", 1), Position(2, 27)),
        ("a = true\nb = 1e3", ("b",), Position(2, 1)),
        ("é = 'ü'\n".replace("é", '"é"') + "x=1", ("x",), Position(2, 1)),
    ],
)  # fmt: skip
def test_a_key_is_found_where_its_name_begins(text, path, expected):
    tomllib.loads(text)
    assert expected == locate(text)[path]


NAMES = st.text(st.sampled_from("abc.#=\"'[]é \\\n"), min_size=1, max_size=4) | st.text(
    st.sampled_from("abcxyz_-7"), min_size=1, max_size=3
)
SCALARS = st.sampled_from(
    [
        "1", "0x1F", "1_000.5e-3", "inf", "true", "1979-05-27", "1979-05-27T07:32:00Z",
        "1979-05-27 07:32:00.5", '"plain"', '""', "''", '"es\\"c # \\\\"', "'lit\\'", "'a]}#,'",
        '"""multi\nx = 1 \\"""\n"""', "'''\n[t]\nx = 1\n'''", '"""q""""', "'''q'''''",
    ]
)  # fmt: skip
BLANKS = st.sampled_from(["", " ", "\t "])
GAPS = st.sampled_from(["", " ", "\n", ' # a = [1, {b = 2}] "\n', "\r\n\t"])
LINE_ENDS = st.sampled_from(["\n", "\r\n", " # x = '''\n", "\n\n  "])


@dataclass
class Writer:
    """Writes TOML by chance, and notes where it wrote what."""

    draw: object
    text: str = ""
    expected: dict = field(default_factory=lambda: {(): Position(1, 1)})

    def here(self):
        text = self.text.replace("\r\n", "\n")
        return Position(text.count("\n") + 1, len(text) - text.rfind("\n"))

    def emit(self, text):
        self.text += text

    def key(self, name):
        bare = name.isascii() and all(c.isalnum() or c in "_-" for c in name)
        forms = [name] if bare else []
        if "'" not in name and "\n" not in name:
            forms.append(f"'{name}'")
        escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        forms.append(f'"{escaped}"')
        self.emit(self.draw(st.sampled_from(forms)))

    def pairs(self, path, between, depth=0):
        """Some keys of one table, each ended by ``between``."""
        names = self.draw(st.lists(NAMES, max_size=3, unique=True))
        for index, name in enumerate(names):
            at = path
            dotted = self.draw(st.lists(NAMES, max_size=2))
            for place, part in enumerate([name, *dotted]):
                if place:
                    self.emit(self.draw(BLANKS) + "." + self.draw(BLANKS))
                at = (*at, part)
                self.expected[at] = self.here()
                self.key(part)
            self.emit(self.draw(BLANKS) + "=" + self.draw(BLANKS))
            self.value(at, depth)
            between(last=index == len(names) - 1)

    def value(self, path, depth):
        kind = self.draw(st.sampled_from(["scalar", "array", "inline"])) if depth < 2 else "scalar"
        if kind == "scalar":
            self.emit(self.draw(SCALARS))
        elif kind == "array":
            self.emit("[" + self.draw(GAPS))
            count = self.draw(st.integers(0, 3))
            for index in range(count):
                self.expected[*path, index] = self.here()
                self.value((*path, index), depth + 1)
                comma = index < count - 1 or self.draw(st.booleans())
                self.emit(self.draw(GAPS) + ("," if comma else "") + self.draw(GAPS))
            self.emit("]")
        else:
            self.emit("{" + self.draw(BLANKS))

            def between(*, last):
                self.emit(self.draw(BLANKS) + ("" if last else "," + self.draw(BLANKS)))

            self.pairs(path, between, depth + 1)
            self.emit("}")

    def line_end(self, *, last=False):
        self.emit(self.draw(LINE_ENDS))

    def document(self):
        self.emit(self.draw(GAPS))
        self.pairs((), self.line_end)
        taken = {path[0] for path in self.expected if path}
        for name in self.draw(
            st.lists(NAMES.filter(lambda name: name not in taken), unique=True, max_size=3)
        ):
            if self.draw(st.booleans()):
                self.header("[", [name], [(name,)], "]")
                self.pairs((name,), self.line_end)
                continue
            for index in range(self.draw(st.integers(1, 3))):
                self.header("[[", [name], [(name,), (name, index)], "]]")
                before = set(self.expected)
                self.pairs((name, index), self.line_end)
                inner = self.draw(NAMES)
                if (name, index, inner) not in set(self.expected) - before:
                    self.header("[", [name, inner], [(name, index, inner)], "]")
                    self.pairs((name, index, inner), self.line_end)
        return self.text, self.expected

    def header(self, opening, names, paths, closing):
        self.emit(opening)
        for place, name in enumerate(names):
            self.emit(("." if place else "") + self.draw(BLANKS))
            if place == len(names) - 1:
                for path in paths:
                    self.expected.setdefault(path, self.here())
            self.key(name)
            self.emit(self.draw(BLANKS))
        self.emit(closing)
        self.line_end()


@st.composite
def documents(draw):
    return Writer(draw).document()


@given(documents())
def test_every_key_that_was_written_is_found_where_it_was_written(document):
    text, expected = document
    assert set(paths_in(tomllib.loads(text))) == set(expected)
    assert expected == locate(text)
