"""Sunflower Valley in a terminal: what is shown and asked at each decision."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from farmstead.engine.contract import Game, Seat
from farmstead.render import ScoreLines, View
from farmstead.render.sunflower_valley_about import about, known_name, legend
from farmstead.render.sunflower_valley_components import KINDS, Components
from farmstead.render.sunflower_valley_hexes import (
    SHEET_WIDTH,
    SMALL_WIDTH,
    SheetPicture,
    SmallSheet,
    regions_of,
)
from farmstead.render.sunflower_valley_notes import ends_of, note, way_gain
from farmstead.render.sunflower_valley_panels import (
    band,
    bloom_counts,
    called,
    caption,
    free_by_colour,
    headline,
    ledger,
    many,
    part_words,
    seats_table,
)
from farmstead.render.sunflower_valley_view import (
    TableView,
    chosen_hex,
    is_asked,
    is_dealt,
    open_colours,
    table_view,
    valleys_of,
    whose,
)
from farmstead.sunflower_valley.game import SunflowerValleyGame
from farmstead.sunflower_valley.hexes import HEXES, hex_text, listed, parse_hex
from farmstead.sunflower_valley.names import COLOURS, FACES, NOTHING, TOKENS
from farmstead.sunflower_valley.scoring import score_lines
from farmstead.sunflower_valley.valley import Valley

GAP: Final = 1
BESIDE: Final = SHEET_WIDTH + GAP + SMALL_WIDTH  # own sheet, the others small
THREE: Final = BESIDE + GAP + SMALL_WIDTH  # and the score in a column of its own
LARGE: Final = THREE + SHEET_WIDTH - SMALL_WIDTH  # and room for another large sheet
FEW: Final = 2  # small sheets that are no higher than a large one, with the score below them
TIE_BREAKS: Final = ("houses", "sunflowers", "villagers")  # SV 5.7
MENUS: Final[dict[str, list[str]]] = {  # what a player would look for at a decision
    "die": [*[f"take {face}" for face in FACES], "pass"],
    "colour": [f"reserve {colour}" for colour in COLOURS],
}


class SunflowerValleyDrawing:
    """Draws one edition of the game; see `Drawing`."""

    welcome = "take a die and a colour, draw houses, sheep, sunflowers and tracks in a valley; 2 to 5 players"
    part_name = "round"
    looks: Mapping[str, str] = {
        "sheet": "a sheet: `sheet` for yours, `sheet 2` for seat 2's",
        "seats": "all seats in one table, with the score as it stands",
        "board": "the dice and the colours",
        "key": "what the pictures and signs mean",
    }
    example = "village"
    closing: frozenset[str] = frozenset()
    retold: Mapping[str, str] = {}
    quiet = frozenset({"took", "reserved", "villagers_came"})
    kinds: Sequence[str] = KINDS

    def __init__(self, game: SunflowerValleyGame, edition_text: str | None) -> None:
        self.edition = game.edition
        self.components = Components(game.edition, edition_text)

    # ---- what is shown ---------------------------------------------------------------------------------

    def sheet(self, view: View, legal: Sequence[str], scores: ScoreLines, width: int) -> RenderableType:
        table = table_view(view)
        if not is_dealt(table):
            return Text("Sheets and towns are being dealt.")
        seat, valleys = whose(table), valleys_of(self.edition, table)
        own = Group(*self._large(table, valleys, seat, open_hexes(table, valleys[seat], legal), width))
        others = [other % len(valleys) for other in range(seat + 1, seat + len(valleys))]
        points = scores.get(seat, score_lines(valleys, seat))
        top = Group(headline(table), band(table, free_by_colour(valleys[seat]), width))
        return Group(top, self._laid_out(table, valleys, own, others, points, width))

    def _laid_out(
        self,
        table: TableView,
        valleys: list[Valley],
        own: RenderableType,
        others: list[Seat],
        points: Mapping[str, int],
        width: int,
    ) -> RenderableType:
        """One's own sheet first; the others and the score beside it as far as there is room."""
        small = [Group(*self._small(table, valleys, seat)) for seat in others]
        if width < BESIDE:
            across = max(1, (width + GAP) // (SMALL_WIDTH + GAP))
            return Group(own, *in_rows(small, across), ledger(points, min(width, SHEET_WIDTH)))
        if width < THREE and len(others) > FEW:
            return columns(
                [Group(own, ledger(points, SHEET_WIDTH)), Group(*small)], [SHEET_WIDTH, SMALL_WIDTH]
            )
        if width < THREE:
            return columns([own, Group(*small, ledger(points))], [SHEET_WIDTH, SMALL_WIDTH])
        if width < LARGE:
            return columns([own, Group(*small), ledger(points)], [SHEET_WIDTH, SMALL_WIDTH, SMALL_WIDTH])
        if len(others) == 1:
            beside: RenderableType = Group(*self._large(table, valleys, others[0], [], width))
        else:
            beside = Group(*in_rows(small, 2))
        return columns([own, beside, ledger(points)], [SHEET_WIDTH, SHEET_WIDTH, SMALL_WIDTH])

    def _large(
        self, table: TableView, valleys: list[Valley], seat: Seat, open_to: list[int], width: int
    ) -> list[RenderableType]:
        valley = valleys[seat]
        regions, chosen = regions_of(valley.layout), self._chosen(table, seat)
        title = caption(table, valleys, seat, short=width < SHEET_WIDTH)
        if width < SHEET_WIDTH:
            return [title, SmallSheet(regions, valley.symbols, chosen)]
        return [title, SheetPicture(regions, valley.symbols, open_to, chosen)]

    def _small(self, table: TableView, valleys: list[Valley], seat: Seat) -> list[RenderableType]:
        valley = valleys[seat]
        picture = SmallSheet(regions_of(valley.layout), valley.symbols, self._chosen(table, seat))
        return [caption(table, valleys, seat, short=True), picture, bloom_counts(valley)]

    def _chosen(self, table: TableView, seat: Seat) -> int:
        return chosen_hex(table) if seat in table["to_act"] else NOTHING

    def look(self, what: str, view: View, seat: Seat, scores: ScoreLines, width: int) -> RenderableType:
        table = table_view(view)
        if what == "key":
            return legend()
        if not is_dealt(table):
            return Text("Sheets and towns are being dealt.")
        valleys = valleys_of(self.edition, table)
        if what == "seats":
            return seats_table(table, valleys, width)
        if what == "board":
            return Group(
                headline(table), band(table, free_by_colour(valleys[seat]), width), board_words(table)
            )
        own = Group(*self._large(table, valleys, seat, [], width))
        points = ledger(scores.get(seat, score_lines(valleys, seat)))
        return Group(own, points) if width < BESIDE else columns([own, points], [SHEET_WIDTH, SMALL_WIDTH])

    # ---- what is asked ---------------------------------------------------------------------------------

    def part(self, view: View) -> str:
        return part_words(table_view(view))

    def question(self, view: View) -> str:
        table = table_view(view)
        if not is_asked(table):
            return ""
        return _blocked_question(table) if table["blocked"] else _question(table)

    def steps(self, move: str) -> tuple[str, ...]:
        return (move,)

    def step_words(self, step: str) -> str:
        return step

    def step_question(self, step: str) -> str:
        return "And now?"

    def decision(self, view: View) -> str:
        table = table_view(view)
        return table["decision"] or "" if is_asked(table) else ""

    def preview(self, view: View, chosen: Sequence[str], steps: Sequence[str]) -> RenderableType | None:
        """The ways of a track, each with what it would run into."""
        if not steps or not steps[0].startswith("way "):
            return None
        table = table_view(view)
        seat, place = whose(table), chosen_hex(table)
        valley = valleys_of(self.edition, table)[seat]
        grid = Table.grid(padding=(0, 2, 0, 0))
        tokens = [step.removeprefix("way ") for step in steps]
        grid.add_row(*[Text(f"{n}) {token}", "bold") for n, token in enumerate(tokens, start=1)])
        grid.add_row(*[self._way(valley, place, token) for token in tokens])
        ends = [ends_of(valley, place, token) for token in tokens]
        for n in range(2):
            grid.add_row(*[Text(pair[n].short()) for pair in ends])
        gains = [way_gain(valley, place, token).removesuffix(" as it stands") for token in tokens]
        if any(gains):
            grid.add_row(*[Text(gain, "bold") for gain in gains])
        return grid

    def _way(self, valley: Valley, place: int, token: str) -> SheetPicture:
        symbols = valley.symbols[:]
        symbols[place] = TOKENS.index(token)
        return SheetPicture(regions_of(valley.layout), symbols, window=place)

    def note(self, view: View, move: str) -> str:
        return note(self.edition, table_view(view), move)

    def doubt(self, view: View, move: str, legal: Sequence[str]) -> str:
        return ""

    def about(self, view: View, words: str) -> str:
        return about(self.edition, table_view(view), _key(words))

    def closed(self, view: View, legal: Sequence[str]) -> list[str]:
        return [move for move in MENUS.get(self.decision(view), []) if move not in legal]

    def guess(self, view: View, words: str) -> list[str]:
        asked = _key(words)
        if asked in {hex_text(place) for place in HEXES}:
            return [f"draw {asked}"]
        if asked.upper() in TOKENS and len(asked) == 3:
            return [f"way {asked.upper()}"]
        name = known_name(asked)
        if name in FACES:
            return [f"take {name}"]
        if name in COLOURS:
            return [f"reserve {name}"]
        return ["take straight", "take curve"] if name == "track" else ["pass"] if name == "pass" else []

    # ---- the end ----------------------------------------------------------------------------------------

    def line_words(self, line: str) -> str:
        return called(line, "line")

    def verdict(self, scores: Sequence[int], places: Sequence[int], view: View) -> list[str]:
        winners = [seat for seat, place in enumerate(places) if place == 1]
        names = _and([f"Seat {seat + 1}" for seat in winners])
        best = scores[winners[0]]
        if len(winners) > 1:
            return [
                f"{names} share the victory with {many(best, 'point')}: houses, sunflowers and villagers are"
                " level too (SV 5.7)."
            ]
        level = [seat for seat in range(len(scores)) if scores[seat] == best and seat != winners[0]]
        if level:
            return [f"{names} wins with {many(best, 'point')}.", self._tie_break(winners[0], level, view)]
        second = max([points for seat, points in enumerate(scores) if seat != winners[0]])
        after = [f"Seat {seat + 1}" for seat in range(len(scores)) if scores[seat] == second]
        return [f"{names} wins with {many(best, 'point')}, {best - second} ahead of {_and(after)}."]

    def _tie_break(self, winner: Seat, level: list[Seat], view: View) -> str:
        """SV 5.7: the first count in which the winner is ahead of all that are level."""
        counts = [_tie_counts(valley) for valley in valleys_of(self.edition, table_view(view))]
        rivals = level
        for n, what in enumerate(TIE_BREAKS):
            rivals = [seat for seat in rivals if counts[seat][n] == counts[winner][n]]
            if not rivals:
                numbers = f"{counts[winner][n]} to {max(counts[seat][n] for seat in level)}"
                names = _and([f"Seat {seat + 1}" for seat in level])
                return f"{names} {'has' if len(level) == 1 else 'have'} as many points: {what} decide, {numbers} (SV 5.7)."
        raise AssertionError("a winner alone is ahead in one of the counts")

    # ---- components ---------------------------------------------------------------------------------------

    def names(self, kind: str) -> list[str]:
        return self.components.names(kind)

    def component(self, kind: str, name: str) -> RenderableType:
        return self.components.drawn(kind, name)

    def paragraphs(self, kind: str, name: str) -> list[str]:
        return self.components.paragraphs(kind, name)


def drawing(game: Game, edition_text: str | None = None) -> SunflowerValleyDrawing:
    """The drawing of a game with its own components."""
    assert isinstance(game, SunflowerValleyGame)
    return SunflowerValleyDrawing(game, edition_text)


def columns(parts: Sequence[RenderableType], widths: Sequence[int]) -> Table:
    """Things side by side."""
    grid = Table.grid(padding=(0, GAP, 0, 0))
    for width in widths:
        grid.add_column(width=width)
    grid.add_row(*parts)
    return grid


def in_rows(pictures: Sequence[RenderableType], across: int) -> list[Table]:
    """Small sheets beside each other, so many in a row."""
    rows = [pictures[n : n + across] for n in range(0, len(pictures), across)]
    return [columns(row, [SMALL_WIDTH] * len(row)) for row in rows]


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


def board_words(table: TableView) -> Text:
    """Who reserved what is gone; which colours and dice are left, in words."""
    left = _and([called(face) for face in table["pool"]]) if table["pool"] else "none"
    colours = _and([called(colour, "emblem") for colour in open_colours(table)] or ["none"])
    return Text(f"Dice in the pool: {left}. Colours still open: {colours} (SV 3.1).")


def _key(words: str) -> str:
    """A name as moves write it: `Super sunflower` is `super-sunflower`."""
    return words.strip().lower().replace(" ", "-")


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _tie_counts(valley: Valley) -> list[int]:
    return [valley.house_count(), valley.sunflower_count(), int(valley.villagers)]


def _question(table: TableView) -> str:
    die, colour = called(str(table["die"])).capitalize(), called(str(table["colour"]), "emblem")
    return {
        "die": "Which die do you take?",
        "colour": f"{die}: on which colour?",
        "hex": f"{die} on {colour}: in which hex?",
        "way": f"{die} in {table['hex']} ({colour}): how does it lie?",
    }[str(table["decision"])]


def _blocked_question(table: TableView) -> str:
    """SV 3.4."""
    blocked = "No colour that is left has a free hex on your sheet (SV 3.4)"
    return {
        "die": f"{blocked}: you will draw a plain sunflower in any free hex. Which die do you take all the same?",
        "colour": f"{blocked}: you will draw a plain sunflower in any free hex. On which colour goes the die?",
        "hex": f"{blocked}: draw a plain sunflower instead. In which free hex?",
    }[str(table["decision"])]
