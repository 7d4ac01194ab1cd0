"""Errors of the system say where."""

import errno
from pathlib import Path

import pytest

from arena.runner.files.located import located, resolved


@pytest.mark.parametrize(("named", "shown"), [(None, "here"), ("there", "there")])
def test_an_error_that_names_no_file_is_given_the_place(named, shown):
    with pytest.raises(OSError, match="full") as caught, located(Path("here")):
        raise OSError(errno.ENOSPC, "full", named)
    assert shown == caught.value.filename


def test_an_error_of_words_alone_keeps_them():
    with pytest.raises(OSError, match="odd: 'here'") as caught, located(Path("here")):
        raise OSError("odd")
    assert ("odd", "here") == (caught.value.strerror, caught.value.filename)


def test_a_path_is_resolved_unless_links_lead_in_a_circle(tmp_path):
    link, circle = tmp_path / "link", tmp_path / "circle"
    link.symlink_to(tmp_path / "log")
    circle.symlink_to("circle")
    assert tmp_path.resolve() / "log" == resolved(link)
    with pytest.raises(OSError, match="Too many levels of symbolic links") as caught:
        resolved(circle)
    assert str(circle) == caught.value.filename
