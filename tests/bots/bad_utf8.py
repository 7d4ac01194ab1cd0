"""Sends bytes that are no UTF-8."""

from scripted import run, write

run(lambda message: write(b'{"id": 1, "card": "\xff\xfe\xc0\xaf"}\n'))
