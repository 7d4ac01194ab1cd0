"""Opens the programs of the arena and of the interpreter for writing."""

import json
import os
import sysconfig
from pathlib import Path

from attack import each, solo


def attack():
    folders = (Path(json.__file__).parent, Path(sysconfig.get_paths()["purelib"]))
    files = [next(it for it in folder.rglob("*.py") if it.is_file()) for folder in folders]
    return each(files, lambda path: os.close(os.open(path, os.O_RDWR)))


solo(attack)
