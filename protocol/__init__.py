"""The bot protocol: vocabulary, messages and the bot SDK.

A leaf: nothing here imports ``arena``. This module itself imports nothing, so that a bot which does
``from protocol.bot import run`` pays for the standard library alone.
"""
