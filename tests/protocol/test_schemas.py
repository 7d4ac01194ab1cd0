"""The JSON Schemas: current, valid, and of one mind with the models."""

import json
import subprocess
import sys

import jsonschema
import pytest

from protocol import schemas
from protocol.schemas import MODELS, SCHEMA_FOLDER


@pytest.fixture(scope="module")
def validators() -> dict[str, jsonschema.Draft202012Validator]:
    found = {}
    for path in SCHEMA_FOLDER.glob("*.json"):
        schema = json.loads(path.read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        found[path.stem] = jsonschema.Draft202012Validator(schema)
    return found


@pytest.fixture
def examples(spec) -> dict[str, dict[str, object]]:
    """Schema's name to a message or reply that SPEC.md shows."""
    lines = {**spec.messages, **{f"{name}_reply": line for name, line in spec.replies.items()}}
    return {name: json.loads(line) for name, line in lines.items()}


def test_the_published_schemas_are_current():
    """If not: python -m protocol.schemas."""
    assert [] == schemas.outdated()
    command = [sys.executable, "-m", "protocol.schemas", "--check"]
    assert 0 == subprocess.run(command, timeout=30, check=False).returncode


def test_every_message_and_reply_has_a_schema_named_by_its_type(validators):
    names = ["hello", "deal", "play", "deal_end", "fault", "bye", "hello_reply", "play_reply"]
    assert names == list(MODELS)
    assert sorted(names) == sorted(validators)


@pytest.mark.parametrize("name", MODELS)
def test_examples_are_valid(name, validators, examples):
    validators[name].validate(examples[name])


@pytest.mark.parametrize("name", MODELS)
def test_an_example_without_one_of_its_needed_fields_is_not_valid(name, validators, examples):
    needed = validators[name].schema["required"]
    assert ("id" if name.endswith("_reply") else "type") == needed[0]
    for field in needed:
        less = {key: value for key, value in examples[name].items() if key != field}
        assert not validators[name].is_valid(less), field


@pytest.mark.parametrize("name", MODELS)
def test_a_field_of_a_later_version_does_not_make_a_message_invalid(name, validators, examples):
    assert validators[name].is_valid({**examples[name], "from_a_later_version": 1})


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("play", {"seat": 4}),
        ("play", {"type": "deal"}),
        ("play", {"legal": ["10H"]}),
        ("play", {"table": [["2H", 3]]}),
        ("play", {"history": [[0, ["6D", "KD", "AD"]]]}),
        ("deal", {"hand": ["AH"]}),
        ("deal_end", {"hands": None}),
        ("fault", {"code": "rude"}),
        ("hello", {"seed": 2**53}),
        ("play_reply", {"card": "ah"}),
        ("play_reply", {"id": "7"}),
        ("hello_reply", {"name": "x" * 65}),
    ],
)
def test_what_the_models_refuse_is_not_valid(name, change, validators, examples):
    assert not validators[name].is_valid({**examples[name], **change})


def test_hands_may_be_shown_or_left_out(validators, examples):
    shown = {**examples["deal_end"], "hands": [["AH"], ["2C"], ["3D"], ["4S"]]}
    validators["deal_end"].validate(shown)


@pytest.mark.parametrize("name", MODELS)
def test_every_field_is_described(name, validators):
    schema = validators[name].schema
    parts = [schema, *schema.get("$defs", {}).values()]
    fields = {key: value for part in parts for key, value in part.get("properties", {}).items()}
    mute = [key for key, value in fields.items() if not {"description", "$ref"} & value.keys()]
    assert ([] if name.endswith("_reply") else ["type"]) == mute


def test_writing_makes_the_folder_hold_exactly_the_schemas(tmp_path, capsys):
    folder = tmp_path / "schema"
    assert 0 == schemas.main([], folder)
    (folder / "gone.json").write_text("{}")
    (folder / "play.json").write_text("{}")
    (folder / "bye.json").unlink()
    assert ["bye.json", "gone.json", "play.json"] == schemas.outdated(folder)
    assert 1 == schemas.main(["--check"], folder)
    assert "play.json isn't current: run python -m protocol.schemas\n" in capsys.readouterr().err
    assert 0 == schemas.main([], folder)
    assert 0 == schemas.main(["--check"], folder)
    published = {path.name: path.read_bytes() for path in SCHEMA_FOLDER.glob("*.json")}
    assert published == {path.name: path.read_bytes() for path in folder.iterdir()}


def test_an_unknown_option_is_refused_with_the_usage(capsys):
    assert 2 == schemas.main(["--chek"])
    assert "usage: python -m protocol.schemas [--check]\n" == capsys.readouterr().err
