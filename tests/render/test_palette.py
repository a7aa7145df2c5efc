"""The colours of the seats: as many as any game needs, and easily told apart."""

from itertools import combinations

import pytest
from rich.color_triplet import ColorTriplet
from rich.style import Style

from farmstead import shelf
from farmstead.render.palette import SEATS, seat_style


def rgb(style: Style) -> ColorTriplet:
    assert style.bgcolor is not None and style.bgcolor.triplet is not None
    return style.bgcolor.triplet


def luminance(colour: ColorTriplet) -> float:
    """As WCAG 2 defines it."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_seat_of_every_game_has_a_colour_of_its_own() -> None:
    most = max(shelf.game(name).most for name in shelf.names())
    assert len({rgb(seat_style(seat)) for seat in range(most)}) == most == len(SEATS)


@pytest.mark.parametrize("style", SEATS, ids=str)
def test_white_can_be_read_on_every_seat(style: Style) -> None:
    assert 1.05 / (luminance(rgb(style)) + 0.05) >= 4.5


def test_no_two_seats_look_alike() -> None:
    for one, other in combinations(map(rgb, SEATS), 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 90
