"""Pages that stand alone: template, style and script in one file, with a policy that lets nothing else in."""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from arena.errors import RunError
from arena.extras import install_hint

if TYPE_CHECKING:
    from jinja2 import Environment

GENERATOR: Final = "Sueca bot arena"
"""Every page says that it was made by the arena: so a report is known again, and only a report is replaced."""

_PACKAGE: Final = "arena.web"
_IMPORT: Final = re.compile(r"^import [^;]*?;\n", re.MULTILINE | re.DOTALL)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)
_COMMENT_LINE: Final = re.compile(r"^\s*//.*\n", re.MULTILINE)
_STYLE_COMMENT: Final = re.compile(r"/\*.*?\*/\n?", re.DOTALL)


def render_page(
    template: str, styles: tuple[str, ...], scripts: tuple[str, ...], values: Mapping[str, object]
) -> str:
    """A page from ``template``, with style sheets and script modules (names of assets) put into it.

    Text among ``values`` is escaped by the template. Raises RunError where Jinja2 isn't installed.
    """
    style, script = _join_styles(styles), join_modules(scripts)
    frame: dict[str, object] = {
        "policy": _policy(style, script),
        "generator": GENERATOR,
        "style": trusted(style),
        "script": trusted(script),
    }
    return _environment().get_template(template).render(dict(values) | frame)


def trusted(markup: str) -> object:
    """``markup`` of our own making, which a template takes as it is. Raises RunError without Jinja2."""
    _environment()
    from markupsafe import Markup  # noqa: PLC0415 - comes with Jinja2, which may be missing

    return Markup(markup)  # noqa: S704 - our own assets, and JSON in which no markup is left


def join_modules(names: tuple[str, ...]) -> str:
    """Script modules as one: in an order in which each stands below those that it imports.

    A page that is opened as a file can't import others, so imports and exports go; names must differ
    between the modules (a test sees to it).
    """
    texts = (_EXPORT.sub("", _IMPORT.sub("", asset(name))) for name in names)
    return _COMMENT_LINE.sub("", "\n".join(text.strip() for text in texts)) + "\n"


def asset(name: str) -> str:
    """A file of ``arena/web/assets``."""
    return resources.files(_PACKAGE).joinpath("assets", name).read_text(encoding="utf-8")


def _join_styles(names: tuple[str, ...]) -> str:
    return _STYLE_COMMENT.sub("", "".join(map(asset, names)))


def _policy(style: str, script: str) -> str:
    """What the page may do: run this script, use this style, show its own icon, and nothing else."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def _environment() -> "Environment":
    try:
        from jinja2 import (  # noqa: PLC0415 - an extra, which may be missing
            Environment,
            PackageLoader,
            StrictUndefined,
        )
    except ModuleNotFoundError:
        message = (
            "pages for the browser are made with Jinja2, which isn't installed; install it with: "
            f"{install_hint('report')}"
        )
        raise RunError(message) from None
    return Environment(
        loader=PackageLoader(_PACKAGE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
