"""A release: the changelog's section, the version and the tag are made together, or nothing is."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHANGELOG = """\
# Changelog

## [Unreleased]

### Added

- `arena dance`.

## [0.1.0] - 2026-01-01

- The first.
"""


@pytest.fixture
def clone(tmp_path):
    """A repository on main with one release, and a change since then."""
    (tmp_path / ".ci").mkdir()
    for script in ("release", "notes"):
        shutil.copy(ROOT / ".ci" / script, tmp_path / ".ci")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\nversion = "0.1.0"\n')
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "config", "user.name", "Ana")
    git(tmp_path, "config", "user.email", "ana@example.org")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "All")
    git(tmp_path, "tag", "v0.1.0")
    return tmp_path


def git(place, *arguments):
    done = subprocess.run(
        ["git", *arguments], cwd=place, capture_output=True, text=True, check=True
    )
    return done.stdout


def script(place, name, *arguments):
    command = ["bash", f".ci/{name}", *arguments]
    return subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)


def test_a_release_is_a_commit_with_a_tag_that_tells_what_changed(clone):
    done = script(clone, "release", "0.2.0")
    assert (0, "") == (done.returncode, done.stderr)
    assert "Release 0.2.0\n" == git(clone, "log", "-1", "--format=%s", "v0.2.0")
    assert "0.2.0\n\n### Added\n\n- `arena dance`." == git(
        clone, "tag", "--list", "--format=%(contents)", "v0.2.0"
    ).rstrip("\n")
    assert 'version = "0.2.0"' in (clone / "pyproject.toml").read_text()
    assert "" == git(clone, "status", "--porcelain")


def test_what_was_unreleased_becomes_the_versions_section(clone):
    script(clone, "release", "0.2.0")
    assert "### Added\n\n- `arena dance`.\n" == script(clone, "notes", "0.2.0").stdout
    assert "- The first.\n" == script(clone, "notes", "0.1.0").stdout
    assert 1 == script(clone, "notes", "Unreleased").returncode


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ("", "usage"),
        ("v0.2.0", "usage"),
        ("0.2", "usage"),
        ("0.1.0", "0.1.0 is released already"),
        ("0.0.9", "0.0.9 is older than 0.1.0"),
    ],
)
def test_a_version_that_is_none_or_no_new_one_is_refused(clone, version, says):
    before = git(clone, "rev-parse", "HEAD")
    done = script(clone, "release", version)
    assert (1, True) == (done.returncode, says in done.stderr)
    assert before == git(clone, "rev-parse", "HEAD")
    assert "" == git(clone, "status", "--porcelain")


def test_what_is_not_committed_or_not_on_main_is_not_released(clone):
    (clone / "new").touch()
    assert "commit or stash first: ?? new" in script(clone, "release", "0.2.0").stderr
    (clone / "new").unlink()
    git(clone, "switch", "--quiet", "--create", "side")
    assert "on main, not on side" in script(clone, "release", "0.2.0").stderr


def test_nothing_is_released_without_a_change(clone):
    script(clone, "release", "0.2.0")
    done = script(clone, "release", "0.3.0")
    assert (1, "CHANGELOG.md says nothing of Unreleased\n") == (done.returncode, done.stderr)


def test_the_changelog_of_this_project_has_the_form_that_releases_need():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert 1 == text.splitlines().count("## [Unreleased]")
