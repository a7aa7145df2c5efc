"""Spaces of Gymnasium for an encoding, and the arrays that belong to them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from farmstead.engine.contract import BadSetup, Seat, State
from farmstead.engine.encoding import Encoding, Field

Numbers = np.ndarray[Any, np.dtype[np.int16]]
Mask = np.ndarray[Any, np.dtype[np.int8]]
FORMS: Final = ("flat", "dict", "masked")


class LegalActions(spaces.Discrete):
    """The actions of an encoding. Without a mask, `sample` takes one that is legal now."""

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.legal: Mask | None = None  # kept up to date by the environment

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """One action: of those that `mask` has, or `probability`, or that are legal now."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask=mask, probability=probability)


class ManyLegalActions(spaces.MultiDiscrete):
    """The actions of many games at once. Without a mask, `sample` takes some that are legal now."""

    def __init__(self, many: int, actions: int) -> None:
        super().__init__([actions] * many)
        self.legal: Mask | None = None  # a row for each game; kept up to date by the environment

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An action for each game: as `MultiDiscrete` does with a mask or a probability, or legal now."""
        if mask is not None or probability is not None or self.legal is None:
            return super().sample(mask=mask, probability=probability)
        games, actions = np.nonzero(self.legal)  # in the order of the games
        each = np.bincount(games, minlength=len(self.legal))
        first = np.cumsum(each) - each
        return actions[first + self.np_random.integers(each)].astype(self.dtype)


def check_form(form: str) -> None:
    """BadSetup unless there is such a form of observations."""
    if form not in FORMS:
        raise BadSetup(f"there is no form {form!r} of observations; there are {', '.join(FORMS)}", "form")


def observation_space(encoding: Encoding, form: str) -> spaces.Space[Any]:
    """One vector (`flat`), an array for each field (`dict`), or vector and mask together (`masked`)."""
    check_form(form)
    if form == "dict":
        return spaces.Dict({field.name: _box(field) for field in encoding.fields})
    low = np.concatenate([_box(field).low.ravel() for field in encoding.fields])
    high = np.concatenate([_box(field).high.ravel() for field in encoding.fields])
    flat = spaces.Box(low, high, dtype=np.int16)
    if form == "flat":
        return flat
    return spaces.Dict({"observation": flat, "action_mask": spaces.MultiBinary(encoding.actions)})


def batched(space: spaces.Space[Any], many: int) -> spaces.Space[Any]:
    """As `batch_space` of Gymnasium, but all rows share their bounds, which would outweigh the games."""
    if isinstance(space, spaces.Dict):
        parts = {name: batched(part, many) for name, part in space.items()}
        return spaces.Dict(parts, sort_keys=space.sort_keys)
    if isinstance(space, spaces.MultiBinary):
        space = spaces.Box(0, 1, space.shape, np.int8)
    assert isinstance(space, spaces.Box)
    found = spaces.Box(space.low, space.high, dtype=space.low.dtype.type)
    found._shape = (many, *space.shape)
    for name in ("low", "high", "bounded_below", "bounded_above"):
        setattr(found, name, np.broadcast_to(getattr(space, name), found.shape))
    return found


def _box(field: Field) -> spaces.Box:
    """The bounds of a field; one that has a single value gets room above, since a Box must have some."""
    return spaces.Box(field.low, max(field.high, field.low + 1), field.shape, np.int16)


def numbers_of(encoding: Encoding, state: State, seat: Seat) -> Numbers:
    """The flat vector of what a seat sees."""
    numbers = np.empty(encoding.size, np.int16)
    encoding.write_observation(state, seat, numbers.data, 0)
    return numbers


def mask_of(encoding: Encoding, state: State, seat: Seat) -> Mask:
    """1 for each action that is legal now."""
    flags = np.empty(encoding.actions, np.uint8)
    encoding.write_mask(state, seat, flags.data, 0)
    return flags.view(np.int8)


def formed(encoding: Encoding, form: str, numbers: Numbers, mask: Mask) -> Any:
    """A flat vector in the form that an environment was asked for; a leading axis is kept."""
    if form == "flat":
        return numbers
    if form == "masked":
        return {"observation": numbers, "action_mask": mask}
    found: dict[str, Numbers] = {}
    at = 0
    for field in encoding.fields:
        part = numbers[..., at : at + field.size]
        found[field.name] = part.reshape(*numbers.shape[:-1], *field.shape)
        at += field.size
    return found
