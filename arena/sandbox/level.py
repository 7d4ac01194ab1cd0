"""The isolation levels by the name of the package that keeps them; they stand in every log's header too."""

from arena.referee.levels import Level, LevelChoice

__all__ = ["Level", "LevelChoice"]
