# The whole protocol in ten lines: no SDK, nothing but json. Plays the first legal card.
import json, sys  # noqa: E401, I001 - ten lines are ten lines

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"id": message["id"], "protocol": 1, "name": "bare"}), flush=True)
    elif message["type"] == "play":
        print(json.dumps({"id": message["id"], "card": message["legal"][0]}), flush=True)
