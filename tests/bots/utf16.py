"""Answers properly in UTF-16."""

import json

from scripted import run, write

run(
    lambda message: write(
        (json.dumps({"id": message["id"], "card": message["legal"][0]}) + "\n").encode("utf-16-le")
    )
)
