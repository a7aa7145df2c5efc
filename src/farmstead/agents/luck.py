"""Luck told apart from skill: what chance gave each seat of a game, and what is left without it.

The luck of a chance event is what the evaluator says after it, less the mean over all that could have come,
each with its exact odds. Whatever the evaluator says, that mean is nothing; so points less luck have the mean
that points have, and where the evaluator is right they are less scattered.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, TypeAlias

from farmstead import shelf
from farmstead.agents.learned.weights import learned_evaluator_for
from farmstead.engine.contract import CHANCE, Action, State
from farmstead.engine.table import Table
from farmstead.evaluators.base import Evaluator
from farmstead.evaluators.chance import values_after_each

NUMBERED: Final = re.compile(r"\w*\d\w*")
MOST_OUTCOMES: Final = 100  # of an event that is looked at outcome by outcome; with more it is left out

ValuesAfter: TypeAlias = Callable[[State], list[list[float]]]  # by outcome as in `odds`, then by seat


@cache
def values_after(game: str) -> ValuesAfter:
    """What the best evaluator of a game says after each outcome of a chance event."""
    judge = learned_evaluator_for(game)
    own: Callable[[Evaluator, State], list[list[float]]] | None = shelf.part(game, "values_after_chance")
    if own is not None:
        return lambda state: own(judge, state)
    return lambda state: values_after_each(judge, state) if len(state.odds()) <= MOST_OUTCOMES else []


def weighted_mean(values: Iterable[tuple[Sequence[float], int]]) -> list[float]:
    """By seat, over outcomes with their weights."""
    sums: list[float] = []
    whole = 0
    for by_seat, weight in values:
        sums = sums or [0.0] * len(by_seat)
        sums = [total + weight * value for total, value in zip(sums, by_seat, strict=True)]
        whole += weight
    return [total / whole for total in sums]


def luck_of(state: State, came: Action, judged: ValuesAfter) -> list[float]:
    """What each seat has won or lost by what came; nothing where the event is left out."""
    odds = state.odds()
    values = judged(state) if len(odds) > 1 else []
    if not values:
        return []
    mean = weighted_mean([(found, weight) for found, (_, weight) in zip(values, odds, strict=True)])
    own = values[[move for move, _ in odds].index(came)]
    return [value - expected for value, expected in zip(own, mean, strict=True)]


def kind_of(event: str) -> str:
    """The name of a chance event without its numbers: `year 3 spring seat 2 tile 1` is a `tile` of spring."""
    return " ".join(NUMBERED.sub("", event).split())


def luck_of_game(table: Table, judged: ValuesAfter) -> list[dict[str, float]]:
    """All luck of a game by seat and kind of event: points less luck are its luck-adjusted result."""
    state = Table(table.game, table.setup).state
    found: list[dict[str, float]] = [{} for _ in range(table.setup.seats)]
    for seat, text in table.moves():
        move = table.game.parse(text)
        if seat == CHANCE:
            kind = kind_of(state.chance_name())
            for own, luck in zip(found, luck_of(state, move, judged), strict=False):
                own[kind] = own.get(kind, 0.0) + luck
        state.apply(seat, move)
    return found
