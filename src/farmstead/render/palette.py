"""Colours that all games share: ink and paper, and the colours of the seats."""

from typing import Final

from rich.style import Style

KEY: Final = "#2b1d12"
PAPER: Final = "#fbf4e3"
SEATS: Final = [
    Style(color="#ffffff", bgcolor=ground, bold=True)
    for ground in ("#a8321f", "#16695f", "#6a3b7c", "#80560a", "#1f4a9e")
]


def seat_style(seat: int) -> Style:
    return SEATS[seat % len(SEATS)]
