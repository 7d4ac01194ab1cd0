"""How to install what stands behind an extra: from where the arena itself came, and from no index of packages.

No index has a package of this project's own, so that no hint may name one: somebody else could put one there.
"""

import json
import shlex
from importlib import metadata
from typing import cast
from urllib.parse import unquote, urlsplit

DISTRIBUTION = "sueca-arena"


def install_hint(extra: str) -> str:
    """A command that installs an extra of the arena, or what to do where nothing tells where it came from."""
    place = _origin()
    if place is None:
        return (
            f"install the arena again from the folder or file that it came from, with the extra {extra!r}: "
            f"pip install 'PLACE[{extra}]'"
        )
    return f"pip install {shlex.quote(f'{place}[{extra}]')}"


def _origin() -> str | None:
    """The folder or file that pip installed the arena from; None where it doesn't tell (PEP 610)."""
    try:
        text = metadata.distribution(DISTRIBUTION).read_text("direct_url.json")
        url = urlsplit(str(cast("dict[str, object]", json.loads(text or "{}")).get("url", "")))
    except (metadata.PackageNotFoundError, ValueError):
        return None
    return unquote(url.path) if url.scheme == "file" and url.path else None
