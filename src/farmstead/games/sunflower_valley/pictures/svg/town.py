"""The foot of a sheet: which town it is, and a box for every villager."""

from typing import Final

from farmstead.games.sunflower_valley.pictures.svg.pen import Pen
from farmstead.games.sunflower_valley.rules.names import TOWNS
from farmstead.render.ink import Box, Point, g, path, picture, rect, text

ACROSS: Final = 15  # boxes in a row
BOXES: Final = 30  # as many as are printed; more are added where more villagers come
SIZE: Final = 20.0
APART: Final = 24.0

# The five town pictures (SV 1.3), engraved: outlines, then what is dark. Each stands on the line y = 0.
OUTLINES: Final[dict[str, str]] = {
    "T1": "M-20 0V-17L-9-27 2-17V0zM2-9a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM11-18V0M2-9H20M5-15L17-3M17-15L5-3",
    "T2": "M-20 0V-13H0V0zM0 0V-20L6-31 12-20V0zM6-31V-36M3-34H9M-20-13L-15-20H0M12 0V-10H20V0",
    "T3": "M-27-2C-19-18-8-18 0-3 8-18 19-18 27-2M-29-14H29M-29-19H29"
    "M-24-19V-14M-12-19V-14M0-19V-3M12-19V-14M24-19V-14",
    "T4": "M-9 0L-6-22H6L9 0zM-6-22C-4-29 4-29 6-22M0-24L-17-36M0-24L15-38M0-24L17-9M0-24L-16-9"
    "M-17-36l-3 5 14 8M15-38l6 3-13 11",
    "T5": "M-22 0V-26H-10V0zM10 0V-26H22V0zM-10-18H10V0M-22-26V-30H-18V-27H-14V-30H-10V-26"
    "M10-26V-30H14V-27H18V-30H22V-26",
}
DARK: Final[dict[str, str]] = {
    "T1": "M-13 0V-8H-6V0zM-12-14H-7V-18H-12z",
    "T2": "M4 0V-7H8V0zM-16-4V-9H-13V-4zM-9-4V-9H-6V-4z",
    "T3": "M-18-4Q-9-14-2-4zM2-4Q9-14 18-4z",
    "T4": "M-2.5 0V-8H2.5V0zM-2-16H2V-19H-2z",
    "T5": "M-6 0V-8Q0-15 6-8V0zM-18-14H-15V-19H-18zM15-14H18V-19H15z",
}


def town_picture(town: str, name: str) -> str:
    """An engraving on a plate of 96 × 56, and the town's number; 0,0 is the middle of the foot."""
    return g(
        rect(-48, -52, 96, 56, "canvas", "key", 1.3, 6),
        rect(-45, -49, 90, 50, "none", "edge", 0.8, 4),
        path("M-40-6H30", width=1.4),
        path("M-36-2H-14M-6-2H22", stroke="edge", width=1),
        g(
            path(OUTLINES[town], "whitewash", width=1.3),
            path(DARK[town], "key", None),
            at=(-9, -6),
            scale=1.15,
        ),
        text(TOWNS.index(town) + 1, (36, -8), 19, fill="key", weight=700),
        role="img",
        aria_label=name,
    )


def rows_of_boxes(villagers: int) -> int:
    return max(BOXES, villagers + ACROSS - 1) // ACROSS


def villager_boxes(villagers: int, name: str, *seed: object) -> str:
    """Boxes from 0,0 to the right and down, and a person drawn in each that is filled."""
    many = ACROSS * rows_of_boxes(villagers)
    pen = Pen("villagers", *seed)
    for n in range(villagers):
        _villager(pen, _box_at(n))
        pen.lift()
    corners = [_box_at(n) for n in range(many)]
    boxes = [f"M{x:g} {y:g}h{SIZE:g}v{SIZE:g}h{-SIZE:g}z" for x, y in corners]
    frame = path("".join(boxes), "sheet", "edge", 1.2)
    drawn = g(pen.drawing(class_="drawn"), data_key="v" + "".join([str(each) for each in seed]))
    return g(frame, drawn, class_="villagers", role="img", aria_label=name)


def _box_at(n: int) -> Point:
    return (APART * (n % ACROSS), APART * (n // ACROSS))


def _villager(pen: Pen, at: Point) -> None:
    """A head and shoulders."""
    x, y = at[0] + SIZE / 2, at[1] + SIZE / 2
    pen.ring((x, y - 4), 3.1, width=1.8)
    pen.stroke([(x - 6, y + 7), (x - 4.5, y + 1), (x, y), (x + 4.5, y + 1), (x + 6, y + 7)], 1.8)


def villagers_picture(villagers: int, name: str, *seed: object) -> str:
    """The boxes by themselves."""
    box = Box(-2, -2, APART * ACROSS, APART * rows_of_boxes(villagers))
    return picture(box, villager_boxes(villagers, name, *seed), name=name, class_="villager-boxes")
