"""TOML files: what can't be read is shown at its place."""

import pytest

from arena.errors import ConfigErrors
from arena.tournament.toml_file import MAX_BYTES, TomlFile, in_order, show_key, show_value, suggest


def complaint(path):
    with pytest.raises(ConfigErrors) as caught:
        TomlFile.read(path)
    return str(caught.value).replace(str(path), "x.toml")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"a = 1\nb = ]", "x.toml:2:5"),
        (b"a = 1\r\na = 2", "x.toml:2:6"),
        (b"a = 1\nb = [1,", "x.toml:2:8"),
        (b'a = """b\nc', "x.toml:2:2"),
    ],
)
def test_bad_syntax_is_shown_at_its_place_in_tomllibs_words(tmp_path, content, expected):
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    place, message = complaint(path).split(": ")
    assert expected == place
    assert " (at " not in message


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"a = 1\nb = ]", "x.toml:2:5: Invalid value"),
        (b"a = 1\r\na = 2", "x.toml:2:6: Cannot overwrite a value"),
        (b"a = 1\nb = [1,", "x.toml:2:8: Invalid value"),
        (b"a = 1\nb = '\xff'", "x.toml:2:6: not UTF-8 text"),
        (b"\xef\xbb\xbfa = '\xff'", "x.toml:1:6: not UTF-8 text"),
        (b"a = " + b"[" * 9000, "x.toml: nested too deeply, or a number of thousands of digits"),
        (
            b"a = " + b"[" * 33 + b"]" * 33,
            "x.toml: nested too deeply, or a number of thousands of digits",
        ),
        (
            b"a" + b".a" * 32 + b" = 1",
            "x.toml: nested too deeply, or a number of thousands of digits",
        ),
        (
            b"[a" + b".a" * 32 + b"]",
            "x.toml: nested too deeply, or a number of thousands of digits",
        ),
        (b"a = " + b"1" * 9000, "x.toml: nested too deeply, or a number of thousands of digits"),
        (b"#" * MAX_BYTES + b"#", "x.toml: longer than 1,024 KiB"),
    ],
)
def test_a_text_that_is_no_toml_is_refused_at_its_place(tmp_path, content, expected):
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    assert expected == complaint(path)


def test_a_file_that_is_not_there_is_refused_with_the_systems_reason(tmp_path):
    assert "x.toml: can't be read: No such file or directory" == complaint(tmp_path / "y.toml")


def test_32_levels_are_not_too_deep(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("a = " + "[" * 31 + "1" + "]" * 31 + "\nb" + ".b" * 31 + " = 1")
    assert ["a", "b"] == list(TomlFile.read(path).values)


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1")
    assert {"a": 1} == TomlFile.read(path).values


def test_an_error_about_what_is_missing_is_at_the_table_that_should_hold_it(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("[[e]]\nn = 1\n [[e]]\n")
    file = TomlFile.read(path)
    errors = [file.error(("e", 1, "n"), "second"), file.error(("z",), "top")]
    assert [f"{path}:1:1: top", f"{path}:3:4: second"] == list(map(str, in_order(errors)))
    assert ["e[2].n", "z"] == [error.key for error in errors]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, "true"),
        (False, "false"),
        (7, "7"),
        (1.5, "1.5"),
        ("it's", '"it\'s"'),
        ("x" * 50, "'" + "x" * 40 + "…'"),
        ([1, 2], "a list of 2"),
        ({"a": 1}, "a table"),
        (10**39, "1" + "0" * 39),
        (-(10**50), "a number of about 50 digits"),
    ],
)
def test_a_value_is_quoted_briefly(value, expected):
    assert expected == show_value(value)


def test_a_suggestion_is_made_for_what_comes_close_alone():
    assert ["; did you mean 'boards'?", ""] == [
        suggest("bords", ["boards"]),
        suggest("x", ["boards"]),
    ]


def test_arrays_are_counted_from_one_in_keys():
    assert "entrants[2].bots[1]" == show_key(("entrants", 1, "bots", 0))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("unit = board\n", 'x.toml:1:8: Invalid value: a text needs quotes: unit = "board"'),
        ("a = 1\nseed = 5eca\n", "x.toml:2:9: "),
        (".".join(["a"] * 20_000) + " = 1\n", "x.toml:1:1: a key of more than 50 parts"),
        (
            "b = 1\n[" + " . ".join(["'a'"] * 20_000) + "]\n",
            "x.toml:2:2: a key of more than 50 parts",
        ),
        (
            "b = {" + ".".join(['"a"'] * 5_000) + " = 1}\n",
            "x.toml:1:6: a key of more than 50 parts",
        ),
    ],
    ids=["bare word", "bare number", "long key", "long table", "long inline key"],
)
def test_slips_that_are_common_or_costly_are_told_at_once(tmp_path, content, expected):
    path = tmp_path / "x.toml"
    path.write_text(content)
    with pytest.raises(ConfigErrors) as error:
        TomlFile.read(path)
    assert str(error.value).removeprefix(f"{tmp_path}/").startswith(expected)


def test_a_number_of_any_length_is_shown_in_few_words():
    assert "a number of about 120,000 digits" == show_value(int("f" * 100_000, 16))
    assert "100000000000" == show_value(10**11)


def test_a_long_word_takes_no_longer_than_its_length(tmp_path):
    """A million letters, in and out of quotes: no search goes over them more than once."""
    path = tmp_path / "x.toml"
    path.write_text("a = '" + "x" * 500_000 + "'\n# " + "y" * 400_000 + "\n")
    assert 500_000 == len(TomlFile.read(path).values["a"])
