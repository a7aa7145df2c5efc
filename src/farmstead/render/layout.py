"""The layout of posters: pictures in rows that fill the width from edge to edge."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from farmstead.render.ink import Box
from farmstead.render.page import Shown

PICTURE_GAP: Final = 16.0
CAPTION: Final = 34.0  # room above a picture that is somebody's
PADDING: Final = 10.0  # within a card, on all sides
MAIN_SHARE: Final = 0.56  # of the width that the main picture should have
MIN_SCALE: Final = 0.75  # scale at which pictures without a name on them can still be read
MAX_SCALE: Final = 1.4
HIGHEST_OF_ROWS: Final = 0.42  # of the width, where all are in rows
ROW_PENALTY: Final = 0.1  # what each row counts in which somebody's board is
HIGHEST_ROW: Final = 0.7  # of the main picture's height that the row below may have


class Panel(NamedTuple):
    """A picture that is to be given a place."""

    shown: Shown
    width: float
    height: float
    captioned: bool

    @property
    def rise(self) -> float:
        """Height by width."""
        return self.height / self.width

    @property
    def rest(self) -> float:
        """What of a card's height does not grow with its width, once that is counted without its padding."""
        return 2 * PADDING + (CAPTION if self.captioned else 0)


class Placed(NamedTuple):
    """A card, and which picture is on it."""

    panel: Panel
    card: Box

    @property
    def frame(self) -> Box:
        """Where on the card the picture is."""
        caption = CAPTION if self.panel.captioned else 0
        left, top, width, height = self.card
        return Box(
            left + PADDING, top + PADDING + caption, width - 2 * PADDING, height - 2 * PADDING - caption
        )


def arranged(main: Panel, sides: Sequence[Panel], others: Sequence[Panel], width: float) -> list[Placed]:
    """The main picture at the left, a column at its right, and what does not go there in a row below."""
    if not [*sides, *others]:
        return row([main], 0, width, math.inf)
    ways = [_one_way(main, [*sides, *others[:n]], others[n:], width) for n in range(len(others) + 1)]
    return min([way for way in ways if way], key=lambda places: _unevenness(places, width))


def _one_way(main: Panel, right: Sequence[Panel], below: Sequence[Panel], width: float) -> list[Placed]:
    if not right:
        return []
    inner = width - PICTURE_GAP - 4 * PADDING  # both columns are equally high
    rest = sum([panel.rest for panel in right]) + PICTURE_GAP * (len(right) - 1) - main.rest
    rises = sum([panel.rise for panel in right])
    left_wide = (inner * rises + rest) / (main.rise + rises)
    right_wide = inner - left_wide
    if min(left_wide, right_wide) <= 0:
        return []
    first = _card(main, 0, 0, left_wide)
    places, top = [first], 0.0
    for panel in right:
        places.append(_card(panel, first.card.width + PICTURE_GAP, top, right_wide))
        top += places[-1].card.height + PICTURE_GAP
    return places + row(below, first.card.height + PICTURE_GAP, width, first.card.height * HIGHEST_ROW)


def _card(panel: Panel, left: float, top: float, wide: float) -> Placed:
    return Placed(panel, Box(left, top, wide + 2 * PADDING, wide * panel.rise + panel.rest))


def rows(panels: Sequence[Panel], width: float, shape: float) -> list[Placed]:
    """Cards in rows, so that the whole comes near a shape and cards with names are about equally large."""
    last = len(panels) - 1
    ways = [[n for n in range(last) if way >> n & 1] for way in range(1 << last)]  # after which a row ends
    highest = width * HIGHEST_OF_ROWS
    found = [_in_rows(panels, [-1, *ends, last], width, highest) for ends in ways]
    return min(found, key=lambda places: _oddness(places, width, shape))


def _in_rows(panels: Sequence[Panel], ends: Sequence[int], width: float, highest: float) -> list[Placed]:
    places: list[Placed] = []
    for before, end in pairwise(ends):
        top = height_of(places) + PICTURE_GAP if places else 0
        places += row(panels[before + 1 : end + 1], top, width, highest)
    return places


def _oddness(places: Sequence[Placed], width: float, shape: float) -> float:
    scales = [place.frame.height / place.panel.height for place in places if place.panel.captioned]
    uneven = math.log(max(scales) / min(scales)) if scales else 0.0
    apart = len({place.card.top for place in places if place.panel.captioned}) * ROW_PENALTY
    return abs(math.log(width / height_of(places) / shape)) + uneven + apart


def row(panels: Sequence[Panel], top: float, width: float, highest: float) -> list[Placed]:
    """Cards of one height from edge to edge; in the middle where they would become too high."""
    if not panels:
        return []
    inner = width - PICTURE_GAP * (len(panels) - 1) - 2 * PADDING * len(panels)
    rest = max([panel.rest for panel in panels])
    high = min(inner / sum([1 / panel.rise for panel in panels]), highest - rest)
    wide = [high / panel.rise for panel in panels]
    left = (inner - sum(wide)) / 2
    places = []
    for panel, each in zip(panels, wide, strict=True):
        places.append(Placed(panel, Box(left, top, each + 2 * PADDING, high + rest)))
        left += places[-1].card.width + PICTURE_GAP
    return places


def _unevenness(places: Sequence[Placed], width: float) -> float:
    """How far a layout is from one that looks well.

    What counts is the main picture's share, room at the foot that is left bare, and what has become so small
    that it cannot be read, or larger than it needs to be.
    """
    main, last = places[0].card, places[-1].card
    bare = 1 - (last.left + last.width) / width
    scales = [place.frame.width / place.panel.width for place in places[1:] if not place.panel.captioned]
    odd = [max(0, math.log(MIN_SCALE / scale), math.log(scale / MAX_SCALE)) for scale in scales]
    return abs(math.log(main.width / width / MAIN_SHARE)) + bare + sum(odd)


def height_of(places: Sequence[Placed]) -> float:
    """The height of all rows together."""
    return max([place.card.top + place.card.height for place in places])
