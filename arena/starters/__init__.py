"""Working bots to begin with, one folder a language, copied by ``arena new-bot``; nothing to import.

In all of them the bot is called ``my-bot``, which becomes the new bot's name. ``COMMON.md`` ends each README.
"""

from typing import Final

LANGUAGES: Final = ("python", "javascript", "c", "rust", "go", "java", "sh")
"""The languages that there are starters for, each the name of its folder."""
