"""Hints that nobody has thought about, for tests of what is made of them."""

from collections.abc import Sequence

from farmstead.agents import Advice
from farmstead.agents.hints import Hint, HintReason, Suggestion


def a_hint(
    moves: Sequence[str], why: HintReason, worth: float = 1.0, spread: float = 0.0, step: float = 0.0
) -> Hint:
    """The moves in this order, each `step` points behind the one before it."""
    advice = [Advice(move, worth, spread, {}, (move,), n * step, 0.0) for n, move in enumerate(moves)]
    return Hint(0, tuple([Suggestion(each, {}) for each in advice]), why, len(moves), len(moves), 8)
