"""A bot that computes for two milliseconds before it plays the first legal card."""

import json
import sys
import time

THINK_S = 0.002

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"id": message["id"], "protocol": 1}), flush=True)
    elif message["type"] == "play":
        done = time.process_time() + THINK_S
        while time.process_time() < done:
            pass
        print(json.dumps({"id": message["id"], "card": message["legal"][0]}), flush=True)
