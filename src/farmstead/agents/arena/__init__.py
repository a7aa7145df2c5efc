"""Matches between agents: every pairing on the same luck with seats rotated, counted and told."""

from farmstead.agents.arena.match_game import PlayedGame, Result, play
from farmstead.agents.arena.matches import Match

__all__ = ["Match", "PlayedGame", "Result", "play"]
