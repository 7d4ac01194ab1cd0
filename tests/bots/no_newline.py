"""Answers properly, but for the end of the line."""

import json

from scripted import run, write

run(lambda message: write(json.dumps({"id": message["id"], "card": message["legal"][0]})))
