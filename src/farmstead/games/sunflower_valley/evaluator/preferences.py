"""What somebody may love in a valley: how much of it is drawn. The points it scores do not matter here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from farmstead.engine.contract import Seat, State
from farmstead.games.sunflower_valley.rules import hexes
from farmstead.games.sunflower_valley.rules.names import SUPER
from farmstead.games.sunflower_valley.rules.state import SunflowerValley
from farmstead.games.sunflower_valley.rules.valley import Valley


def _valley(state: State, seat: Seat) -> Valley:
    assert isinstance(state, SunflowerValley)
    return state.valleys[seat]


def houses(state: State, seat: Seat) -> float:
    return float(hexes.count(_valley(state, seat).houses))


def sheep(state: State, seat: Seat) -> float:
    return float(hexes.count(_valley(state, seat).sheep))


def sunflowers(state: State, seat: Seat) -> float:
    """Plain and super."""
    return float(hexes.count(_valley(state, seat).sunflowers))


def super_sunflowers(state: State, seat: Seat) -> float:
    return float(_valley(state, seat).symbols.count(SUPER))


def tracks(state: State, seat: Seat) -> float:
    return float(hexes.count(_valley(state, seat).tracks))


def mountain_sunflowers(state: State, seat: Seat) -> float:
    """Sunflowers beside a mountain, those beside two twice (SV 5.4)."""
    return float(_valley(state, seat).feeding)


PREFERENCES: Final[dict[str, Callable[[State, Seat], float]]] = {
    "houses": houses,
    "sheep": sheep,
    "sunflowers": sunflowers,
    "super sunflowers": super_sunflowers,
    "tracks": tracks,
    "mountain sunflowers": mountain_sunflowers,
}
