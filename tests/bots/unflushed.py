"""Prints its answers and doesn't flush them, which is the commonest mistake of all."""

import json

from scripted import run

run(lambda message: print(json.dumps({"id": message["id"], "card": message["legal"][0]})))
