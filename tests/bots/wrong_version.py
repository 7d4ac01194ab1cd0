"""Speaks a protocol that isn't spoken yet."""

from scripted import reply, run

run(on_hello=lambda message: reply(id=message["id"], protocol=2))
