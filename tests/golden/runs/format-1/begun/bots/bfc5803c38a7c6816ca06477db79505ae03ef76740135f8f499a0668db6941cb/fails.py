# Plays ten cards, then exits: so the log has faults in it.
import json, sys  # noqa: E401, I001

cards = 0
print("a note", file=sys.stderr)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"id": message["id"], "protocol": 1}), flush=True)
    elif message["type"] == "play":
        cards += 1
        if cards > 10:
            sys.exit(3)
        print(json.dumps({"id": message["id"], "card": message["legal"][0], "comment": "olé"}), flush=True)
