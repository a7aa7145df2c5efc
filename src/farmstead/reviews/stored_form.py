"""The stored form of a review: a text from which the review is read again."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from farmstead.agents.review import Decision, Luck, Measure, Point, Review, Turning


def to_text(review: Review) -> str:
    """A review as text; equal reviews give equal texts."""
    return json.dumps(asdict(review), separators=(",", ":"))


def from_text(text: str) -> Review:
    """What `written` wrote. `Any`: whatever JSON can say; it is our own."""
    found: dict[str, Any] = json.loads(text)
    lists: dict[str, Any] = {
        "of": tuple(found["of"]),
        "decisions": tuple([_decision(one) for one in found["decisions"]]),
        "lucks": tuple([Luck(**_with_tuples(one)) for one in found["lucks"]]),
        "curve": tuple([Point(**_with_tuples(one)) for one in found["curve"]]),
        "turnings": tuple([_turning(one) for one in found["turnings"]]),
        "own": tuple([tuple(map(_turning, each)) for each in found.get("own", [])]),
        "scores": None if found["scores"] is None else tuple(found["scores"]),
    }
    return Review(**{**found, **lists})


def _decision(found: dict[str, Any]) -> Decision:
    return Decision(**{**_with_tuples(found), "measure": Measure(**found["measure"])})


def _turning(found: dict[str, Any]) -> Turning:
    return Turning(_decision(found["decision"]), Measure(**found["measure"]))


def _with_tuples(found: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in found.items()}
