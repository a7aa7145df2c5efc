"""How a track may lie in a hex (SV 3.5): a small picture of each way, and where its ends would lead."""

from collections.abc import Sequence
from typing import Final

from farmstead.games.sunflower_valley.pictures.notes import TrackEnd, ends_of, way_gain
from farmstead.games.sunflower_valley.pictures.svg.grid import APOTHEM, RADIUS, hexagon, side
from farmstead.games.sunflower_valley.pictures.svg.ground import SHAPES, region_hex
from farmstead.games.sunflower_valley.pictures.svg.naming import PartNames
from farmstead.games.sunflower_valley.pictures.svg.symbols import BOX
from farmstead.games.sunflower_valley.rules.hexes import SIDES
from farmstead.games.sunflower_valley.rules.names import COLOURS, HOUSE, NOTHING
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render.ink import Box, circle, emblem, g, hit, part, path, picture, text, use

WIDE: Final = 2 * APOTHEM + 16
HIGH: Final = 2 * RADIUS + 10
LABEL: Final = 30.0  # room for the points below


class WaysPicture:
    """The ways of one track; with a hex it also says what each of them joins there."""

    def __init__(self, valley: Valley, place: int, names: PartNames, aids: bool) -> None:
        self.valley = valley
        self.place = place
        self.names = names
        self.aids = aids and place != NOTHING

    def picture(self, tokens: Sequence[str]) -> str:
        ways = [g(self._way(token), at=(WIDE * (n + 0.5), HIGH / 2)) for n, token in enumerate(tokens)]
        box = Box(0, 0, WIDE * len(tokens), HIGH + (LABEL if self.aids else 0))
        return picture(box, *ways, name=self.names.say("ways"), class_="ways")

    def _way(self, token: str) -> str:
        gain = way_gain(self.valley, self.place, token) if self.aids else ""
        name = self.names.say("way_scoring" if gain else "way", way=token, gain=gain)
        content = [self._ground(), use(f"mark-{token}", (0, 0), BOX), path(hexagon(), width=2)]
        if self.aids:
            content += [_meeting(self.valley, end) for end in ends_of(self.valley, self.place, token)]
        if gain:
            content.append(text(gain, (0, HIGH / 2 + LABEL - 6), 26, fill="ink", weight=700, class_="aid"))
        content.append(path(hexagon(RADIUS - 4), "none", None, class_="ring"))
        return part(f"track:{token}", name, *content, hit(-WIDE / 2, -HIGH / 2, WIDE, HIGH), class_="way")

    def _ground(self) -> str:
        if self.place == NOTHING:
            return path(hexagon(), "sheet", None)
        colour = COLOURS[self.valley.layout.colour_at[self.place]]
        badges = [emblem(SHAPES[colour], (0, y), 11, "key", opacity=0.7) for y in (-45, 45)]
        return region_hex(colour) + "".join(badges)


def _meeting(valley: Valley, end: TrackEnd) -> str:
    """A dot at the end of a track: solid where it reaches a house, open where it goes on as a track."""
    reached = end.place != NOTHING and valley.symbols[end.place] == HOUSE
    if not reached and not end.over:
        return ""
    return circle(side(end.side % SIDES), 8, "open" if reached else "sheet", "open", 3, class_="aid")
