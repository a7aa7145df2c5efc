"""Walnut Grove's evaluator."""

from farmstead.engine.contract import State
from farmstead.evaluators.base import Evaluator, Numbers, read_numbers
from farmstead.games.walnut_grove.evaluator import grove_chance
from farmstead.games.walnut_grove.evaluator.grove_evaluator import GroveEvaluator
from farmstead.games.walnut_grove.evaluator.grove_inputs import GroveInputs
from farmstead.games.walnut_grove.evaluator.prices import HUNCH


def evaluator(weights: Numbers | None = None) -> GroveEvaluator:
    """The evaluator with these weights, or with those in the package."""
    return GroveEvaluator(read_numbers(__name__) if weights is None else weights)


def default_weights() -> Numbers:
    """Weights that somebody guessed."""
    return dict(HUNCH)


def inputs() -> GroveInputs:
    """What a learned evaluator reads."""
    return GroveInputs(evaluator())


def values_after_chance(judge: Evaluator, state: State) -> list[list[float]]:
    """What each seat may expect after every outcome of a chance event."""
    return grove_chance.values_after_chance(evaluator(), judge, state)
