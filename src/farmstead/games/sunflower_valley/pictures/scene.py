"""The table of Sunflower Valley as a whole: sheets, dice, colours and score, by the room there is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from farmstead.engine.contract import Seat
from farmstead.games.sunflower_valley.pictures.hexes import (
    NAMED_WIDTH,
    SHEET_WIDTH,
    SMALL_WIDTH,
    NamedSheet,
    SheetPicture,
    SmallSheet,
    regions_of,
)
from farmstead.games.sunflower_valley.pictures.notes import ends_of, way_gain
from farmstead.games.sunflower_valley.pictures.panels import (
    band,
    band_line,
    bloom_counts,
    blooms_text,
    caption,
    free_by_colour,
    headline,
    ledger,
)
from farmstead.games.sunflower_valley.pictures.view import (
    TableView,
    chosen_hex,
    layout_of,
    open_colours,
    valleys_of,
)
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.hexes import listed, parse_hex
from farmstead.games.sunflower_valley.rules.names import COLOURS, NOTHING, TOKENS
from farmstead.games.sunflower_valley.rules.scoring import score_lines
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render import ENDLESS
from farmstead.render.words import Words

GAP: Final = 1
BESIDE: Final = SHEET_WIDTH + GAP + SMALL_WIDTH  # one's own sheet, the others small
THREE: Final = BESIDE + GAP + SMALL_WIDTH  # and the score in a column of its own
LARGE: Final = THREE + SHEET_WIDTH - SMALL_WIDTH  # and room for another large sheet
IN_LINE: Final = 38  # points, villagers and sunflowers of a seat in one line
FEW: Final = 2  # small sheets that are no higher than a large one, with the score below them


class Scene:
    """What a seat sees, ready to be laid out."""

    def __init__(self, words: Words, edition: Edition, table: TableView) -> None:
        self.words = words
        self.table = table
        self.valleys = valleys_of(edition, table)
        self.regions = regions_of(layout_of(edition, table))

    def whole(
        self, seat: Seat, legal: Sequence[str], lines: Mapping[str, int] | None, width: int, height: int
    ) -> Group:
        """Dice and colours above; below one's own sheet, the others and the score beside it if they fit.

        Where there are too few lines, the others are told in words, and then one's own sheet gets small.
        """
        may = open_hexes(self.table, self.valleys[seat], legal)
        layouts = self._layouts(seat, may, self.lines(seat, lines), width)
        lowest = next(layouts)
        while not fits(lowest, width, height):
            lower = next(layouts, None)
            if lower is None:
                break
            lowest = lower
        return lowest

    def _layouts(
        self, seat: Seat, may: Sequence[int], lines: Mapping[str, int], width: int
    ) -> Iterator[Group]:
        """From the highest to the lowest."""
        others = [other % len(self.valleys) for other in range(seat + 1, seat + len(self.valleys))]
        own, top = self.large(seat, width, may), self.top(seat, width)
        yield Group(top, self._below(own, others, lines, width))
        if width >= BESIDE:
            told = Group(*[self.told(other) for other in others], ledger(self.words, self.table, lines))
            yield Group(top, beside([own, told], [SHEET_WIDTH, SMALL_WIDTH]))
        low = self._low(seat, may, others, width)
        yield Group(top, low)
        yield Group(
            headline(self.words, self.table),
            band_line(self.words, self.table, free_by_colour(self.valleys[seat])),
            low,
        )

    def _low(self, seat: Seat, may: Sequence[int], others: Sequence[Seat], width: int) -> RenderableType:
        """One's own sheet in few lines; the others in words if there is room beside it."""
        title = caption(self.words, self.table, self.valleys, seat, short=width < SHEET_WIDTH)
        if width < NAMED_WIDTH:
            return Group(title, self._small(seat))
        deciding, symbols = self.table["decision"] == "hex", self.valleys[seat].symbols
        picture = NamedSheet(self.regions, symbols, may, deciding, self._chosen(seat))
        rest = width - NAMED_WIDTH - GAP
        if rest < SMALL_WIDTH:
            return Group(title, picture)
        told = Group(*[self.told(other, in_line=rest >= IN_LINE) for other in others])
        return Group(title, beside([picture, told], [NAMED_WIDTH, rest]))

    def one(self, seat: Seat, lines: Mapping[str, int] | None, width: int) -> RenderableType:
        """A sheet by itself and what it scores."""
        picture = self.large(seat, width)
        points = ledger(self.words, self.table, self.lines(seat, lines))
        if width < BESIDE:
            return Group(picture, points)
        return beside([picture, points], [SHEET_WIDTH, SMALL_WIDTH])

    def ways(self, seat: Seat, tokens: Sequence[str]) -> Table:
        """A track in each of its ways, with what it would run into and bring."""
        valley, place = self.valleys[seat], chosen_hex(self.table)
        ends = [ends_of(valley, place, token) for token in tokens]
        gains = [way_gain(valley, place, token) for token in tokens]
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_row(*[Text(f"{n}) {token}", "bold") for n, token in enumerate(tokens, start=1)])
        grid.add_row(*[self._way(valley, place, token) for token in tokens])
        grid.add_row(*[Text("\n".join([end.short(self.words) for end in pair])) for pair in ends])
        if any(gains):
            grid.add_row(*[Text(gain, "bold") for gain in gains])
        return grid

    def _way(self, valley: Valley, place: int, token: str) -> SheetPicture:
        symbols = valley.symbols[:]
        symbols[place] = TOKENS.index(token)
        return SheetPicture(self.regions, symbols, window=place)

    def top(self, seat: Seat, width: int) -> Group:
        return Group(
            headline(self.words, self.table),
            band(self.words, self.table, free_by_colour(self.valleys[seat]), width),
        )

    def lines(self, seat: Seat, given: Mapping[str, int] | None) -> Mapping[str, int]:
        """The lines of the score; nothing is hidden, so they can be counted where they are not given."""
        return score_lines(self.valleys, seat) if given is None else given

    def _below(
        self, own: RenderableType, others: Sequence[Seat], lines: Mapping[str, int], width: int
    ) -> RenderableType:
        small = [self.small(seat) for seat in others]
        if width < BESIDE:
            across = max(1, (width + GAP) // (SMALL_WIDTH + GAP))
            return Group(
                own, *in_rows(small, across), ledger(self.words, self.table, lines, min(width, SHEET_WIDTH))
            )
        if width < THREE and len(others) > FEW:
            left = Group(own, ledger(self.words, self.table, lines, SHEET_WIDTH))
            return beside([left, Group(*small)], [SHEET_WIDTH, SMALL_WIDTH])
        if width < THREE:
            return beside(
                [own, Group(*small, ledger(self.words, self.table, lines))], [SHEET_WIDTH, SMALL_WIDTH]
            )
        if width < LARGE:
            return beside(
                [own, Group(*small), ledger(self.words, self.table, lines)],
                [SHEET_WIDTH, SMALL_WIDTH, SMALL_WIDTH],
            )
        second = self.large(others[0], width) if len(others) == 1 else Group(*in_rows(small, 2))
        return beside(
            [own, second, ledger(self.words, self.table, lines)], [SHEET_WIDTH, SHEET_WIDTH, SMALL_WIDTH]
        )

    def large(self, seat: Seat, width: int, open_to: Sequence[int] = ()) -> Group:
        """A sheet as large as can be; `open_to` are the hexes that may be drawn in."""
        title = caption(self.words, self.table, self.valleys, seat, short=width < SHEET_WIDTH)
        symbols, chosen = self.valleys[seat].symbols, self._chosen(seat)
        if width < SHEET_WIDTH:
            return Group(title, self._small(seat))
        deciding = self.table["decision"] == "hex"
        return Group(title, SheetPicture(self.regions, symbols, open_to, deciding, chosen))

    def small(self, seat: Seat) -> Group:
        title = caption(self.words, self.table, self.valleys, seat, short=True)
        return Group(title, self._small(seat), bloom_counts(self.valleys[seat]))

    def _small(self, seat: Seat) -> SmallSheet:
        return SmallSheet(self.regions, self.valleys[seat].symbols, self._chosen(seat))

    def told(self, seat: Seat, in_line: bool = False) -> RenderableType:
        """A seat without its sheet."""
        title, blooms = (
            caption(self.words, self.table, self.valleys, seat, short=True),
            blooms_text(self.valleys[seat]),
        )
        if in_line:
            return Text.assemble(title, " ", blooms.plain.replace(" ", ""), no_wrap=True)
        return Group(title, Text.assemble("✿ ", blooms))

    def _chosen(self, seat: Seat) -> int:
        return chosen_hex(self.table) if seat in self.table["to_act"] else NOTHING


def fits(thing: RenderableType, width: int, height: int) -> bool:
    """Whether it is not higher than that."""
    return height >= ENDLESS or len(Console(width=width, color_system=None).render_lines(thing)) <= height


def beside(parts: Sequence[RenderableType], widths: Sequence[int]) -> Table:
    """Things side by side."""
    grid = Table.grid(padding=(0, GAP, 0, 0))
    for width in widths:
        grid.add_column(width=width)
    grid.add_row(*parts)
    return grid


def in_rows(pictures: Sequence[RenderableType], across: int) -> list[Table]:
    """Small sheets side by side, so many in a row."""
    rows = [pictures[n : n + across] for n in range(0, len(pictures), across)]
    return [beside(row, [SMALL_WIDTH] * len(row)) for row in rows]


def open_hexes(table: TableView, valley: Valley, legal: Sequence[str]) -> list[int]:
    """Where one may still draw this turn, as far as it is decided."""
    if table["decision"] == "hex":
        return [parse_hex(move.removeprefix("draw ")) for move in legal if move.startswith("draw ")]
    if not legal or table["decision"] == "way":
        return []
    if table["blocked"]:
        return listed(valley.free)
    return [
        place
        for colour in open_colours(table)
        for place in listed(valley.free & valley.layout.colours[COLOURS.index(colour)])
    ]
