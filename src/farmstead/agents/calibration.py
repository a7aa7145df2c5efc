"""What tries leave out: good players do better than the quick play with which a search carries on.

The correction is a straight line in the time that is left. `scripts/calibrate.py` finds it from games of the
top level; `make strength` reports how far hints are off with it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from farmstead import shelf
from farmstead.agents.evaluators import evaluator_for
from farmstead.engine.contract import State


@dataclass(frozen=True, slots=True)
class Correction:
    """Points to add at a time of a game; none at its end, where tries say what really comes."""

    points: float  # when the whole game is still to come
    length: int  # what the evaluator's clock says when a game is over

    def at(self, clock: int) -> float:
        return self.points * min(1.0, max(0.0, 1 - clock / self.length))


@cache
def correction_for(game: str) -> Correction:
    """The packaged one of a game; nothing where there is none."""
    file = shelf.folder(game).joinpath("evaluator/calibration.json")
    if not file.is_file():
        return Correction(0.0, 1)
    document = json.loads(file.read_text(encoding="utf-8"))
    return Correction(float(document["points"]), int(document["length"]))


def correction_at(game: str, state: State) -> float:
    """The points to add to what tries from this position say."""
    return correction_for(game).at(evaluator_for(game).clock(state))


def corrected(lines: Mapping[str, float], points: float, like: Mapping[str, float]) -> dict[str, float]:
    """The lines of a score with so many points more, divided in proportion to those of another score."""
    whole = sum(abs(value) for value in like.values())
    if whole == 0.0:
        return dict(lines)
    return {line: value + points * abs(like[line]) / whole for line, value in lines.items()}
