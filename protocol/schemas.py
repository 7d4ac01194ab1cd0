"""The protocol's JSON Schemas, generated from the models: ``python -m protocol.schemas [--check]``.

One file per message and reply in ``protocol/schema/``, for bots in typed languages and for validators. A
message's file is named by its ``type``, a reply's by the type that it answers: ``play.json``,
``play_reply.json``.
"""

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaValue

from protocol import messages
from protocol.messages import DealEnd, HelloReply, Message, PlayReply

SCHEMA_FOLDER: Final = Path(__file__).parent / "schema"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

MODELS: Final[dict[str, type[BaseModel]]] = {
    **{model.model_fields["type"].default: model for model in messages.MESSAGES},
    "hello_reply": HelloReply,
    "play_reply": PlayReply,
}
"""Every message and reply by the name of its schema."""


def schemas() -> dict[str, str]:
    """File name to JSON text, as the files should be."""
    described = dict(_descriptions())
    return {
        f"{name}.json": json.dumps(_publish(model, described), indent=2) + "\n"
        for name, model in MODELS.items()
    }


def _publish(model: type[BaseModel], described: dict[tuple[str, str], str]) -> JsonSchemaValue:
    """A model's schema as others should read it.

    A later minor version may add fields, so unknown ones are allowed, though the referee itself could
    never send one. And the model fills in its ``type``, but on the wire it is always there.
    """
    schema = model.model_json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        part["description"] = _markdown(part["description"])
        part.pop("additionalProperties", None)
        for field, values in part.get("properties", {}).items():
            if (text := described.get((part["title"], field))) is not None:
                values["description"] = text
            values.pop("default", None)
            values.pop("title", None)  # it only says the field's name again
    if issubclass(model, Message):
        schema["required"] = ["type", *schema["required"]]
    if model is DealEnd:  # left out rather than null
        hands = schema["properties"]["hands"]
        hands.update(hands.pop("anyOf")[0])
    return {"$schema": DIALECT, **schema}


def _descriptions() -> Iterator[tuple[tuple[str, str], str]]:
    """(model, field) and the text that stands under the field in the models' source.

    Pydantic can collect them too (``use_attribute_docstrings``), but does it whenever the models are
    imported, which makes that four times as slow.
    """
    for model in ast.parse(inspect.getsource(messages)).body:
        if isinstance(model, ast.ClassDef):
            for field, text in pairwise(model.body):
                if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                    yield (
                        (model.name, ast.unparse(field.target)),
                        _markdown(ast.literal_eval(text.value)),
                    )


def _markdown(text: str) -> str:
    """A docstring as one line of Markdown."""
    return " ".join(text.replace("``", "`").split())


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


def main(arguments: list[str], folder: Path = SCHEMA_FOLDER) -> int:
    """Write the schemas, or with ``--check`` say which aren't current and return 1."""
    if arguments == ["--check"]:
        stale = outdated(folder)
        for name in stale:
            sys.stderr.write(f"{name} isn't current: run python -m protocol.schemas\n")
        return 1 if stale else 0
    if arguments:
        sys.stderr.write("usage: python -m protocol.schemas [--check]\n")
        return 2
    write(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
