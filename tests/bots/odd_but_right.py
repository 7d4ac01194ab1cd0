"""Everything that a bot may do beside a plain line: byte-order mark, CRLF, blanks, blank lines."""

import json

from scripted import run, write


def hello(message):
    write("\ufeff" + json.dumps({"id": message["id"], "protocol": 1, "mood": "fine"}) + "\r\n")


def card(message):
    answer = json.dumps(
        {"id": message["id"], "card": message["legal"][0], "comment": "♣!"}, ensure_ascii=False
    )
    write("\n \n\r\n")
    write(answer[:9])
    write(answer[9:] + "  \r\n\n")


run(card, hello)
