"""Weights of learned evaluators: a file beside each game's evaluator, checked before it is used."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from farmstead import shelf
from farmstead.agents.evaluators import Evaluator, evaluator_for
from farmstead.agents.learned.learned_evaluator import LearnedEvaluator
from farmstead.engine.contract import FarmsteadError
from farmstead.evaluators.inputs import Inputs

PLACE: Final = "evaluator/learned.json"
FORMAT: Final = 1
MAX_BYTES: Final = 2_000_000
MAX_WEIGHT: Final = 1 << 40  # sums of so large ones still fit a machine word
MAX_POWERS: Final = 4
WHOLE: Final = ("steps", "unit", "horizon", "trust")


class BadWeights(FarmsteadError):
    """A file of weights that cannot be used; the message says why, and what would do."""


class LearnedWeights(NamedTuple):
    """What a file of weights says."""

    game: str
    names: tuple[str, ...]  # of the numbers they belong to
    steps: int
    unit: int  # so many are a point
    horizon: int  # how far a search looks ahead with them, by the clock of the game
    trust: int  # how many of its tries one look is worth
    powers: list[list[int]]  # by power of the time left, then by number
    card: Mapping[str, Any]  # how they came about


@cache
def learned_evaluator_for(game: str) -> Evaluator:
    """The learned evaluator of a game; where nothing was learned yet, the game's own one."""
    inputs = inputs_of(game)
    file = shelf.folder(game).joinpath(PLACE)
    if inputs is None or not file.is_file():
        return evaluator_for(game)
    return evaluator_with(read_weights(file.read_bytes(), game, inputs), inputs)


def inputs_of(game: str) -> Inputs | None:
    """What can be learned from in a game; None where it says nothing of that."""
    build = shelf.part(game, "inputs")
    found: Inputs | None = None if build is None else build()
    return found


def evaluator_with(weights: LearnedWeights, inputs: Inputs) -> LearnedEvaluator:
    return LearnedEvaluator(inputs, weights.powers, weights.unit, weights.horizon, weights.trust)


# ---- files -----------------------------------------------------------------------------------------------


def read_weights(data: bytes, game: str, inputs: Inputs) -> LearnedWeights:
    """The weights in a file; BadWeights says what is wrong with it."""
    if len(data) > MAX_BYTES:
        raise BadWeights(
            f"the learned weights of {game} have {len(data):,} bytes; at most {MAX_BYTES:,} are read"
        )
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        raise damaged(game) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadWeights(f"these are no learned weights of format {FORMAT}; `farmstead train` writes such")
    said = document.get("game")
    if said != game:
        raise BadWeights(f"these weights are for {str(said)[:60]!r}, not for {game}")
    if document.get("digest") != digest_of(document):
        raise damaged(game)
    found = checked(document, game)
    if found.names != inputs.names or found.steps != inputs.steps:
        raise BadWeights(
            f"the learned weights of {game} belong to other numbers than this version reads of a position;"
            f" `farmstead train {game}` makes new ones"
        )
    return found


def checked(document: Mapping[str, Any], game: str) -> LearnedWeights:
    """The parts of a document whose digest is right, which somebody may still have made wrong on purpose."""
    names, powers, card = document.get("names"), document.get("weights"), document.get("card")
    whole = [document.get(key) for key in WHOLE]
    if (
        not isinstance(names, list)
        or not all(isinstance(name, str) for name in names)
        or not isinstance(powers, list)
        or not 1 <= len(powers) <= MAX_POWERS
        or not all(are_whole(row, len(names)) for row in powers)
        or not are_whole(whole, len(WHOLE))
        or not all(0 <= number <= 1 << 20 for number in whole if number is not None)
        or not isinstance(card, dict)
    ):
        raise damaged(game)
    if not whole[0] or not whole[1] or not whole[2]:
        raise damaged(game)
    steps, unit, horizon, trust = (int(number) for number in whole if number is not None)
    return LearnedWeights(game, tuple(names), steps, unit, horizon, trust, powers, card)


def are_whole(numbers: object, many: int) -> bool:
    return (
        isinstance(numbers, list)
        and len(numbers) == many
        and all(type(number) is int and abs(number) <= MAX_WEIGHT for number in numbers)
    )


def damaged(game: str) -> BadWeights:
    return BadWeights(
        f"the learned weights of {game} are damaged; install farmstead again,"
        f" or make new ones with `farmstead train {game}`"
    )


def write_weights(weights: LearnedWeights) -> bytes:
    """The file of these weights."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "game": weights.game,
        "card": dict(weights.card),
        "steps": weights.steps,
        "unit": weights.unit,
        "horizon": weights.horizon,
        "trust": weights.trust,
        "names": list(weights.names),
        "weights": weights.powers,
    }
    document["digest"] = digest_of(document)
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def digest_of(document: Mapping[str, Any]) -> str:
    """Of all that changes what is played: not of the card."""
    keys: Sequence[str] = ("game", *WHOLE, "names", "weights")
    text = json.dumps([document.get(key) for key in keys], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
