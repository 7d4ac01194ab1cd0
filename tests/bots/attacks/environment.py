"""Looks for secrets in its environment."""

import os

from attack import solo

solo(lambda: [name for name in os.environ if "SECRET" in name])
