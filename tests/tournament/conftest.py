"""Shared by the tests of ``arena.tournament``."""

from hypothesis import settings

# A busy machine makes a quick example slow; what must not take long is tested elsewhere.
settings.register_profile("tournament", deadline=None, max_examples=60)
settings.load_profile("tournament")
