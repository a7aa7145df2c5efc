"""Matches between agents: every pairing on the same luck with seats rotated, counted and told."""

from farmstead.agents.arena.matches import Match
from farmstead.agents.arena.playing import Played, Result, play

__all__ = ["Match", "Played", "Result", "play"]
