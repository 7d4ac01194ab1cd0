"""The protocol's JSON Schemas, generated from the models: ``python -m protocol.schemas [--check]``.

One file per message and reply in ``protocol/schema/``, for bots in typed languages and for validators.
"""

import json
import sys
from pathlib import Path
from typing import Final

from protocol.messages import MESSAGES, REPLIES

SCHEMA_FOLDER: Final = Path(__file__).parent / "schema"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, str]:
    """File name to JSON text, as the files should be."""
    texts: dict[str, str] = {}
    for model in (*MESSAGES, *REPLIES):
        schema = {"$schema": DIALECT, **model.model_json_schema()}
        texts[f"{model.__name__}.json"] = json.dumps(schema, indent=2) + "\n"
    return texts


def outdated(folder: Path = SCHEMA_FOLDER) -> list[str]:
    """The names of files in ``folder`` that are missing, stale, or of no message."""
    wanted = schemas()
    found = {path.name: path.read_text("utf-8") for path in folder.glob("*.json")}
    return sorted(
        name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)
    )


def write(folder: Path = SCHEMA_FOLDER) -> None:
    """Make ``folder`` hold exactly the current schemas."""
    folder.mkdir(exist_ok=True)
    wanted = schemas()
    for path in folder.glob("*.json"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, "utf-8")


def main(arguments: list[str]) -> int:
    """Write the schemas, or with ``--check`` say which aren't current and return 1."""
    if arguments == ["--check"]:
        stale = outdated()
        for name in stale:
            sys.stderr.write(
                f"{SCHEMA_FOLDER / name} isn't current: run python -m protocol.schemas\n"
            )
        return 1 if stale else 0
    if arguments:
        sys.stderr.write("usage: python -m protocol.schemas [--check]\n")
        return 2
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
