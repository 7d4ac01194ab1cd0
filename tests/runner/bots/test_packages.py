"""A bot's packages: wheels in its folder, installed by its build step as the page says; no virtual environment."""

import base64
import hashlib
import re
import tomllib
import zipfile
from pathlib import Path

import pytest

from arena.errors import SubmissionError
from arena.runner.bots.build import run_build
from arena.runner.process.isolation import probe_host
from arena.sandbox.launch import plan_build
from arena.sandbox.level import Level
from arena.tournament.bot_files import list_files

PAGE = Path(__file__).parents[3] / "docs/how-to/use-packages.md"


def make_wheel(folder, name):
    """The least that pip installs."""
    info = f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": "VALUE = 7\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{info}/RECORD,,\n"
    for place, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=")
        record += f"{place},sha256={digest.decode()},{len(text)}\n"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        for place, text in (*files.items(), (f"{info}/RECORD", record)):
            wheel.writestr(place, text)


@pytest.mark.parametrize("level", Level)
def test_the_pages_build_step_installs_a_wheel_at_each_level(tmp_path, level):
    assert probe_host().of(level).works
    (manifest,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (tmp_path / "wheels").mkdir()
    make_wheel(tmp_path / "wheels", "numpy")
    run_build("ana", plan_build(tomllib.loads(manifest)["build"], tmp_path, level))
    assert "VALUE = 7\n" == (tmp_path / "vendor/numpy.py").read_text("utf-8")


@pytest.mark.parametrize("where", [".", ".venv", "lib/env"])
def test_a_virtual_environment_is_refused_with_advice(tmp_path, where):
    """Before its links and its thousands of files are."""
    place = tmp_path / where
    (place / "bin").mkdir(parents=True)
    (place / "bin/python3").symlink_to("/usr/bin/python3")
    (place / "pyvenv.cfg").touch()
    (tmp_path / "bot.py").touch()
    with pytest.raises(SubmissionError, match=r"virtual environment.*wheels.*use-packages\.md"):
        list_files(tmp_path)
