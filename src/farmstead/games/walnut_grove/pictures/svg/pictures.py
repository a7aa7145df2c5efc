"""Pictures of what a seat sees, for the page, for files and for notebooks. Nothing here meets a position."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from farmstead.engine.contract import Game, Seat
from farmstead.games.walnut_grove.pictures.svg import town, upright
from farmstead.games.walnut_grove.pictures.svg.disc import RADIUS, SEASONS, disc_art, disc_name, season_line
from farmstead.games.walnut_grove.pictures.svg.farmyard import YARD
from farmstead.games.walnut_grove.pictures.svg.fronts import FRONT_SYMBOLS
from farmstead.games.walnut_grove.pictures.svg.ground import SQUARES, storage, tile_fences, tile_ground
from farmstead.games.walnut_grove.pictures.svg.hand import (
    TILE,
    HandItem,
    HandRequest,
    groups,
    laid_out,
    stores,
)
from farmstead.games.walnut_grove.pictures.svg.household import BOARD, WIDTH, household, room_for_recruits
from farmstead.games.walnut_grove.pictures.svg.land import MARGIN, land, land_box
from farmstead.games.walnut_grove.pictures.svg.landmarks import LANDMARKS
from farmstead.games.walnut_grove.pictures.svg.landscapes import SCENES, STRIP
from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.pictures.svg.patterns import TERRAINS
from farmstead.games.walnut_grove.pictures.svg.pieces import PIECES
from farmstead.games.walnut_grove.pictures.svg.plan import FarmLayout, farm_layout_of
from farmstead.games.walnut_grove.pictures.svg.start_rows import start_rows
from farmstead.games.walnut_grove.pictures.svg.tiles import SIDE, shape
from farmstead.games.walnut_grove.pictures.views import (
    FarmView,
    TableView,
    decision_of,
    farm_of,
    switches_of,
    table_view,
)
from farmstead.games.walnut_grove.rules.components import Board, Disc, Edition, Tile
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame
from farmstead.games.walnut_grove.rules.names import GOODS
from farmstead.games.walnut_grove.rules.notation import NAME
from farmstead.render import View
from farmstead.render.ink import Box, g, hit, part, picture, rect, symbol
from farmstead.render.words import Words, words_for

SYMBOLS: Final = TERRAINS | PIECES | SQUARES | SCENES | YARD | FRONT_SYMBOLS | LANDMARKS
CACHED_TILES: Final = 2048  # of all editions and languages
GAP: Final = 14.0  # between the land and a board that lies below it
MAX_BOARD_SCALE: Final = 2.2  # how much larger than the land that board may be drawn
CHIP: Final = Box(0, 0, 78, 44)  # of a season in the year's strip


class GrovePictures:
    """Draws one edition, with names in one language.

    Every picture is SVG as text, and the same view gives the same bytes. What can be chosen has the class
    `part` and says in `data-part` how it is called, see `parts_of`. Pages show these pictures as they are,
    once they have the shared symbols and those here; `standalone` of `render.ink` makes files of them.
    """

    symbols: Final[Mapping[str, str]] = SYMBOLS

    def __init__(self, edition: Edition, names: Names, players: Sequence[str] = ()) -> None:
        """`players` are their names, empty where there is none."""
        self.edition = edition
        self.names = names
        self._players = [names.words.who(seat, players) for seat in range(len(edition.per_building))]

    # ---- farms -----------------------------------------------------------------------------------------

    def farm(self, view: View, seat: Seat, narrow: bool = False) -> str:
        """A whole farm, as large as its cells and those that are free; nothing before its board is dealt.

        For narrow screens the board lies below the land, as wide as this is: else it gets smaller and smaller
        as the land grows beside it.
        """
        table = table_view(view)
        if (farm := farm_of(table, seat)) is None:
            return ""
        plan = self._plan_of(table, farm)
        ground = g(land(plan, farm, self.names), class_="land")
        people = household(self._board(farm["board"]), farm, self.names)
        if narrow:
            box, content = _stacked(land_box(plan), room_for_recruits(farm), ground, people)
        else:
            whole = land_box(plan, BOARD)
            left = min(whole.left, -room_for_recruits(farm))
            box = whole._replace(left=left, width=whole.left + whole.width - left)
            flush = Box(0, 0, WIDTH, STRIP + BOARD + 3)  # where tiles lie beside the landscapes
            paper = _sheet_of_paper(flush) if switches_of(table).beside else _paper(-3, STRIP + BOARD + 6)
            content = paper + ground + g(people, at=(0, STRIP), class_="household")
        return self._picture("farm", seat, box, content)

    def land(self, view: View, seat: Seat) -> str:
        """The land alone, with the landscapes at its foot."""
        table = table_view(view)
        if (farm := farm_of(table, seat)) is None:
            return ""
        plan = self._plan_of(table, farm)
        return self._picture("land", seat, land_box(plan), g(land(plan, farm, self.names), class_="land"))

    def household(self, view: View, seat: Seat) -> str:
        """The player board alone."""
        if (farm := farm_of(table_view(view), seat)) is None:
            return ""
        left = room_for_recruits(farm)
        box = Box(-left, -MARGIN, WIDTH + left + MARGIN, BOARD + 2 * MARGIN)
        content = _paper(-3, BOARD + 6) + household(self._board(farm["board"]), farm, self.names)
        return self._picture("household", seat, box, content)

    def _picture(self, kind: str, seat: Seat, box: Box, content: str) -> str:
        name = self.names.part(kind, who=self._players[seat])
        return picture(box, content, name=name, class_=f"board {kind}", data_seat=seat)

    # ---- town and year ---------------------------------------------------------------------------------

    def town(self, view: View) -> str:
        """The town with the year disc in its middle, 740 × 702."""
        table = table_view(view)
        art = town.town_art(self.edition, table, self._disc(table["disc"]), self.names, self._players)
        return picture(town.BOX, art, name=self.names.part("town"), class_="board town")

    def town_upright(self, view: View) -> str:
        """The town for narrow screens, 360 × 604."""
        art = upright.upright_art(self.edition, table_view(view), self.names, self._players)
        return picture(upright.BOX, art, name=self.names.part("town"), class_="board town upright")

    def disc(self, view: View) -> str:
        """The year disc by itself."""
        table = table_view(view)
        disc, half = self._disc(table["disc"]), RADIUS + 12
        art = disc_art(disc, table["season"], table["year"], self.names)
        name = disc_name(disc, table["year"], self.names)
        return picture(Box(-half, -half, 2 * half, 2 * half), art, name=name, class_="disc")

    def year(self, view: View) -> str:
        """The four seasons of the year in a strip, for screens without room for the disc."""
        table = table_view(view)
        disc = self._disc(table["disc"])
        chips = [self._chip(disc, season, season == table["season"], n) for n, season in enumerate(SEASONS)]
        box = Box(0, 0, 4 * CHIP.width + 3 * 6 + 4, CHIP.height + 4)
        return picture(box, *chips, name=disc_name(disc, table["year"], self.names), class_="year")

    def _chip(self, disc: Disc | None, season: str, now: bool, place: int) -> str:
        ground = rect(0, 0, CHIP.width, CHIP.height, season, "key" if now else "edge", 2.4 if now else 1, 9)
        facts = "" if disc is None else g(season_line(disc, season, self.names), at=(39, 22))
        return g(ground, facts, at=(2 + place * (CHIP.width + 6), 2), opacity=1 if now else 0.62)

    # ---- tiles and what is chosen from -------------------------------------------------------------------

    def tile(self, number: int, turn: int = 0) -> str:
        """One tile, as it lies after some clockwise quarter turns: for trays, and for ghosts."""
        name = self.names.tile(self.edition.tiles[number], turn)
        return picture(Box(0, 0, SIDE, SIDE), self._tile(number, turn), name=name, class_="tile")

    def tile_symbol(self, name: str, number: int, turn: int = 0) -> str:
        """A tile as a symbol: what its picture shows, without the frame."""
        drawn = self.tile(number, turn).partition(">")[2].removesuffix("</svg>")
        return symbol(name, int(SIDE), int(SIDE), drawn)

    def turns(self, number: int) -> str:
        """A tile in the four ways it may be turned, to choose from."""
        tile = self.edition.tiles[number]
        names = [f"{self.names.turned(turn)}, {self.names.tile(tile, turn)}" for turn in range(4)]
        return picture(
            Box(-2, -2, 4 * TILE + 28, TILE + 4),
            *[
                part(
                    f"turn:{turn}",
                    names[turn],
                    hit(0, 0, TILE, TILE, 8),
                    g(self._tile(number, turn), at=(4, 4), scale=(TILE - 8) / SIDE),
                    at=((TILE + 8) * turn, 0),
                    class_="item",
                )
                for turn in range(4)
            ],
            name=self.names.part("turns", tile=number),
            class_="hand",
        )

    def hand(self, view: View, seat: Seat, width: float | None = None) -> str:
        """What a seat chooses from besides land and town, a pixel a unit; nothing where there is nothing."""
        table = table_view(view)
        farm = farm_of(table, seat)
        if table["season"] == "placing" and view["seat"] == seat and seat in table["to_act"]:
            first, drawn = start_rows(self.edition, seat, self.names, width)
            return picture(first, drawn, name=self.names.part("hand"), class_="hand", data_seat=seat)
        found = groups(HandRequest(table, farm, self.names, self._small_tile)) if farm else []
        if not found:
            return ""
        box, art = laid_out(found, width)
        return picture(box, art, name=self.names.part("hand"), class_="hand", data_seat=seat)

    def stores(self, view: View, seat: Seat, width: float) -> str:
        """What a seat has while it walks to town, where its farm is not in sight; nothing at other times."""
        table = table_view(view)
        farm = farm_of(table, seat)
        if farm is None or decision_of(table) != "visit" or view["seat"] != seat:
            return ""
        box, art = stores(farm, self.names, width)
        return picture(box, art, name=self.names.caption("yours"), class_="hand stores") if art else ""

    def _small_tile(self, number: int) -> HandItem:
        tile = g(self._tile(number, 0), at=(4 - TILE / 2, 4 - TILE / 2), scale=(TILE - 8) / SIDE)
        name = self.names.tile(self.edition.tiles[number])
        return HandItem(f"tile:{number}", name, g(tile, data_key=f"t{number}"), TILE)

    def _tile(self, number: int, turn: int) -> str:
        return _tile_art(self.edition.tiles[number], turn, self.names)

    # ---- components ------------------------------------------------------------------------------------

    def _board(self, kind: str) -> Board:
        board = self.edition.board(kind)
        assert board is not None, f"the view names an unknown board {kind}"
        return board

    def _disc(self, name: str | None) -> Disc | None:
        return None if name is None else self.edition.disc(name)

    def _plan_of(self, table: TableView, farm: FarmView) -> FarmLayout:
        placed = tuple([(tile, column, row, turn) for tile, column, row, turn in farm["tiles"]])
        return farm_layout_of(self.edition, self._board(farm["board"]), placed, switches_of(table).beside)


def pictures(
    game: Game, words: Words | None = None, names: Sequence[str] = (), letters: bool = False
) -> GrovePictures:
    """The pictures of a game with its own components; `names` are those of the players.

    With `letters` goods wear the letters of their names in place of emblems.
    """
    assert isinstance(game, WalnutGroveGame)
    return GrovePictures(game.edition, Names(words or words_for(NAME), letters), names)


@lru_cache(CACHED_TILES)
def _tile_art(tile: Tile, turn: int, names: Names) -> str:
    lying = shape(tile, turn)
    squares = [
        storage(GOODS[patch.terrain], at, False, names.letter(GOODS[patch.terrain]), patch.square)
        for patch in lying.patches
        for at in patch.squares
    ]
    return "".join([tile_ground(lying), tile_fences(tile.fences, turn), *squares])


def _stacked(box: Box, left: float, ground: str, people: str) -> tuple[Box, str]:
    """The board below the land, as wide as that, with `left` of its own room at its left."""
    own = Box(-left, -3, left + WIDTH + MARGIN, BOARD + 6)
    scale = min(max(1.0, box.width / own.width), MAX_BOARD_SCALE)
    top = box.top + box.height - MARGIN + GAP
    left_over = max(0.0, box.width - own.width * scale)
    at = (box.left + left_over / 2 - own.left * scale, top - own.top * scale)
    board = g(_paper(own.top, own.height), people, at=at, scale=scale, class_="household", data_below="")
    height = top + own.height * scale + MARGIN - box.top
    return Box(box.left, box.top, max(box.width, own.width), height), ground + board


def _paper(top: float, height: float) -> str:
    """The printed board below everything."""
    return _sheet_of_paper(Box(-7, top, WIDTH + 14, height))


def _sheet_of_paper(box: Box) -> str:
    return rect(*box, "board", "edge", 1.6, 8) + rect(*box, "url(#p-speckle)", None, r=8)
