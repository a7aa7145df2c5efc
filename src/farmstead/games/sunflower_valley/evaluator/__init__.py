"""Sunflower Valley's evaluator."""

from farmstead.games.sunflower_valley.evaluator.valley_chance import values_after_chance
from farmstead.games.sunflower_valley.evaluator.valley_evaluator import default_weights, evaluator
from farmstead.games.sunflower_valley.evaluator.valley_inputs import ValleyInputs

__all__ = ["default_weights", "evaluator", "inputs", "values_after_chance"]


def inputs() -> ValleyInputs:
    """What a learned evaluator reads."""
    return ValleyInputs(evaluator())
