"""Sunflower Valley's evaluator."""

from farmstead.games.sunflower_valley.evaluator.valley_evaluator import default_weights, evaluator

__all__ = ["default_weights", "evaluator"]
