"""Sueca bot arena: run honest contests between Sueca-playing programs."""
