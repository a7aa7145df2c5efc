"""Sunflower Valley's judge."""

from farmstead.games.sunflower_valley.evaluator.judge import hunch, judge

__all__ = ["hunch", "judge"]
