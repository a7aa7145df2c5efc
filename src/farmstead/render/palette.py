"""Colours that all games share: ink and paper, and the colours of the seats."""

from typing import Final

from rich.style import Style
from rich.terminal_theme import TerminalTheme

KEY: Final = "#2b1d12"
PAPER: Final = "#fbf4e3"
SEATS: Final = [
    Style(color="#ffffff", bgcolor=ground, bold=True)
    for ground in ("#a8321f", "#16695f", "#6a3b7c", "#80560a", "#1f4a9e")
]

# The picture that is exported: paper and ink.
PAPER_THEME: Final = TerminalTheme(
    (251, 244, 227),
    (43, 29, 18),
    [
        (43, 29, 18),
        (162, 52, 31),
        (47, 106, 63),
        (128, 86, 10),
        (36, 75, 138),
        (106, 59, 124),
        (22, 105, 95),
        (101, 80, 58),
    ],
)


def seat_style(seat: int) -> Style:
    return SEATS[seat % len(SEATS)]
