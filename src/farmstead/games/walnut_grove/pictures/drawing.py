"""Walnut Grove in a terminal: what is shown at each decision, and how long menus are taken apart."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from farmstead.engine.contract import Arg, Game, Seat
from farmstead.engine.square import column_of, parse_cell, row_of
from farmstead.games.walnut_grove.pictures.about import about, legend
from farmstead.games.walnut_grove.pictures.chips import building_name, coins_legend, counted
from farmstead.games.walnut_grove.pictures.components import GroveComponents
from farmstead.games.walnut_grove.pictures.land import FarmPicture, letters_in, tile_canvas
from farmstead.games.walnut_grove.pictures.notes import note, open_help_costs
from farmstead.games.walnut_grove.pictures.panels import household, seats_panel, town_panel
from farmstead.games.walnut_grove.pictures.view import FarmView, TableView, switches_of, table_view
from farmstead.games.walnut_grove.pictures.year import year_panel
from farmstead.games.walnut_grove.rules.components import Disc
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame
from farmstead.games.walnut_grove.rules.names import BUILDING_TILES, BUILDINGS, COLOURS, GOODS, IMPROVEMENTS
from farmstead.games.walnut_grove.rules.scoring import grade
from farmstead.render import ENDLESS, Drawing, ScoreLines, View
from farmstead.render.shared import DIM, capital, framed, key_of, meant, seat_chip, signed
from farmstead.render.ties import TieBreak, TieBreaks
from farmstead.render.words import LANGUAGE, Words

TOWN_WIDTH: Final = 60  # what the town needs; it takes more where there is more
WIDEST_TOWN: Final = 76
IN_TOWN: Final = ("placing", "autumn")
MENUS: Final[dict[str, list[str]]] = {  # what a player would look for at a decision
    "visit": [f"visit {building}" for building in BUILDINGS],
    "labourer": [f"hire {colour}" for colour in COLOURS],
    "building": [f"build {tile}" for tile in BUILDING_TILES],
    "improvement": [f"buy {improvement}" for improvement in IMPROVEMENTS],
    "winter": [f"help for {good}" for good in GOODS],
}


class WalnutGroveDrawing(Drawing):
    """Draws one edition of the game."""

    welcome = "eight years on a homestead: lay land, harvest, trade in town; 1 to 4 players, also alone"
    part_name = "season"
    looks: Mapping[str, str] = {
        "farm": "a farm: `farm` for yours, `farm 2` for seat 2's",
        "town": "the street with prices, places and what waits there",
        "seats": "all seats in one table",
        "year": "the year's disc, and the discs still to come",
        "key": "what the letters and signs mean",
    }
    example = "tent"
    closing = frozenset({"done", "leave", "pass"})
    retold: Mapping[str, str] = {"coin_drawn": "coin_seen"}
    quiet = frozenset({"stocked", "tile_drawn"})

    def __init__(self, game: WalnutGroveGame, edition_text: str | None, language: str = LANGUAGE) -> None:
        super().__init__(game, GroveComponents(game.edition, edition_text), language)
        self.edition = game.edition
        self.letters = letters_in(self.words)

    # ---- what is shown ---------------------------------------------------------------------------------

    def sheet(
        self, view: View, legal: Sequence[str], scores: ScoreLines, width: int, height: int = ENDLESS
    ) -> RenderableType:
        table = table_view(view)
        if len(table["farms"]) < table["seats"]:
            return Text(self.words.say("sheet", "dealing"))
        seat = table["seat"] if table["seat"] is not None else 0
        free = _free_cells(legal)
        land_width = self._picture(table, seat, free).width()
        if width > land_width + TOWN_WIDTH:
            town_width = min(width - land_width - 1, WIDEST_TOWN)
            return self._wide_sheet(table, seat, legal, scores, (width - town_width - 1, town_width), free)
        parts: list[RenderableType] = [*self._year(table)]
        if table["season"] in IN_TOWN:
            parts.append(town_panel(self.words, self.edition, table, seat, min(width, WIDEST_TOWN), legal))
        parts.append(self._farm(table, seat, scores, width, free))
        parts += self._drawn(table, seat, width)
        if table["seats"] > 1:
            parts.append(seats_panel(self.words, self.edition, table, width))
        return Group(*parts)

    def _wide_sheet(
        self,
        table: TableView,
        seat: Seat,
        legal: Sequence[str],
        scores: ScoreLines,
        widths: tuple[int, int],
        free: list[tuple[int, int]],
    ) -> RenderableType:
        """Land on the left; year, town and household on the right."""
        left_width, right_width = widths
        left = Group(self._land(table, seat, left_width, free), *self._drawn(table, seat, left_width))
        right: list[RenderableType] = [
            *self._year(table),
            town_panel(self.words, self.edition, table, seat, right_width, legal),
            self._household(table, seat, scores),
        ]
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(width=left_width)
        grid.add_column(width=right_width)
        grid.add_row(left, Group(*right))
        if table["seats"] == 1:
            return grid
        return Group(grid, seats_panel(self.words, self.edition, table, left_width + right_width + 1))

    def look(self, what: str, view: View, seat: Seat, scores: ScoreLines, width: int) -> RenderableType:
        table = table_view(view)
        if what == "town":
            return town_panel(self.words, self.edition, table, table["seat"], min(width, WIDEST_TOWN))
        if what == "seats":
            return seats_panel(self.words, self.edition, table, width)
        if what == "year":
            left = ", ".join(table["discs_left"]) or self.words.say("sheet", "none")
            return Group(*self._year(table), Text(self.words.say("sheet", "discs_left", discs=left)))
        return legend(self.words) if what == "key" else self._farm(table, seat, scores, width, [])

    def _disc(self, table: TableView) -> Disc | None:
        return None if table["disc"] is None else self.edition.disc(table["disc"])

    def _year(self, table: TableView) -> list[RenderableType]:
        disc = self._disc(table)
        return [] if disc is None else [year_panel(self.words, disc, table)]

    def _farm(
        self, table: TableView, seat: Seat, scores: ScoreLines, width: int, free: list[tuple[int, int]]
    ) -> RenderableType:
        return Group(self._land(table, seat, width, free), self._household(table, seat, scores))

    def _land(self, table: TableView, seat: Seat, width: int, free: list[tuple[int, int]]) -> RenderableType:
        picture = self._picture(table, seat, free)
        caption = Text.assemble(
            seat_chip(seat),
            (f" {self.words.say('sheet', 'land', seat=seat + 1)}", "bold"),
            (f"  {self.words.say('sheet', 'land_legend')}", DIM),
        )
        return Group(caption, *picture.pieces(width))

    def _picture(self, table: TableView, seat: Seat, free: list[tuple[int, int]]) -> FarmPicture:
        farm, beside = table["farms"][seat], switches_of(table).beside
        return FarmPicture(self.words, self.edition, farm, free, beside=beside)

    def _household(self, table: TableView, seat: Seat, scores: ScoreLines) -> Panel:
        disc = self._disc(table) if table["season"] in ("spring", "summer", "autumn") else None
        over = table["season"] == "over"
        lines = household(self.words, self.edition, table["farms"][seat], disc, scores.get(seat), over)
        title = self.words.say("sheet", "household", seat=seat + 1)
        return framed(lines, title, legend=_coins_legend(self.words, table["farms"][seat]))

    def _drawn(self, table: TableView, seat: Seat, width: int) -> list[RenderableType]:
        drawn = table["farms"][seat]["drawn"]
        if not drawn:
            return []
        tiles = [(self.words.say("sheet", "tile", tile=tile), self._tile(tile, 0)) for tile in drawn]
        return [framed(row_of_pictures(tiles), self.words.say("sheet", "drawn", seat=seat + 1))]

    def _tile(self, tile: int, turn: int) -> Text:
        return tile_canvas(self.edition.tiles[tile].turned[turn], letters=self.letters).text()

    # ---- what is asked ---------------------------------------------------------------------------------

    def part(self, view: View) -> str:
        table = table_view(view)
        if table["season"] == "over":
            return self.words.say("sheet", "end")
        if not table["year"]:
            return capital(self.words.called(table["season"], "season_name"))
        return self.words.say("sheet", "part", year=table["year"], season=table["season"])

    def question(self, view: View) -> str:
        table = table_view(view)
        if table["seat"] is None or table["seat"] not in table["to_act"]:
            return ""
        farm = table["farms"][table["seat"]]
        agenda = farm["pending"]["agenda"]
        return _question(self.words, agenda[-1], farm, self._visited(farm)) if agenda else ""

    def _visited(self, farm: FarmView) -> str:
        visiting = farm["pending"]["visiting"]
        if visiting is None:
            return ""
        return building_name(self.words, self.edition.buildings[BUILDINGS.index(visiting)])

    def steps(self, move: str) -> tuple[str, ...]:
        words = move.split()
        if words[0] != "lay":
            return (move,)
        return tuple(" ".join(words[n : n + 2]) for n in range(0, len(words), 2))

    def step_words(self, step: str) -> str:
        verb, _, rest = step.partition(" ")
        if verb == "lay":
            return self.words.say("sheet", "tile", tile=rest)
        if verb == "at":
            cell = parse_cell(rest)
            return self.words.say("sheet", "cell", column=column_of(cell), row=row_of(cell))
        return self.words.called(rest, "turned") if verb == "turn" else step

    def step_question(self, step: str) -> str:
        return self.words.say("question", step.split()[0])

    def decision(self, view: View) -> str:
        return _decision(view)

    def preview(self, view: View, chosen: Sequence[str], steps: Sequence[str]) -> RenderableType | None:
        if not steps or not steps[0].startswith("turn "):
            return None
        tile = int(chosen[0].split()[1])
        turns = [int(step.split()[1]) for step in steps]
        names = [self.words.called(str(turn), "turn_label") for turn in turns]
        labels = [f"{n}) {name}" for n, name in enumerate(names, start=1)]
        return row_of_pictures(
            [(label, self._tile(tile, turn)) for label, turn in zip(labels, turns, strict=True)]
        )

    def note(self, view: View, move: str) -> str:
        return note(self.words, self.edition, table_view(view), move)

    def doubt(self, view: View, move: str, legal: Sequence[str]) -> str:
        ends = move == "done" and _decision(view) == "last"
        if not ends or "repay" not in legal or not open_help_costs(table_view(view)):
            return ""
        return self.words.say("question", "end_in_debt")

    def about(self, view: View, words: str) -> str:
        return about(self.words, self.edition, table_view(view), key_of(words))

    def closed(self, view: View, legal: Sequence[str]) -> list[str]:
        return [move for move in MENUS.get(_decision(view), []) if move not in legal]

    def guess(self, view: View, words: str) -> list[str]:
        moves = {move.split()[-1]: move for menu in reversed(MENUS.values()) for move in menu}
        moves |= {move.split()[-1]: move for move in MENUS.get(_decision(view), [])}
        return [moves[name] for name in meant(key_of(words), moves, most=3)]

    # ---- the end ----------------------------------------------------------------------------------------

    def winning(self, scores: Sequence[int], places: Sequence[int], names: Sequence[str] | None) -> str:
        if len(scores) == 1:
            points = self.words.say("verdict", "points", points=signed(scores[0]))
            return f"{points} {self.words.say('grade', grade(scores[0]))}"
        return super().winning(scores, places, names)

    def tie_breaks(self, view: View) -> TieBreaks:
        """WG 8.8."""
        goods = [goods_on(farm) for farm in table_view(view)["farms"]]
        return TieBreaks("WG 8.8", [TieBreak("goods", goods)])


def drawing(game: Game, edition_text: str | None = None, language: str = LANGUAGE) -> WalnutGroveDrawing:
    """The drawing of a game with its own components."""
    assert isinstance(game, WalnutGroveGame)
    return WalnutGroveDrawing(game, edition_text, language)


def goods_on(farm: FarmView) -> int:
    """On land and in the barn."""
    return sum([district["goods"] for district in farm["districts"]]) + sum(farm["barn"]["goods"].values())


def row_of_pictures(pictures: Sequence[tuple[str, Text]]) -> Table:
    """Small pictures side by side, a caption over each."""
    grid = Table.grid(padding=(0, 3, 0, 0))
    for _ in pictures:
        grid.add_column()
    grid.add_row(*[Text(caption, "bold") for caption, _ in pictures])
    grid.add_row(*[picture for _, picture in pictures])
    return grid


def _decision(view: View) -> str:
    table = table_view(view)
    if table["seat"] is None or table["seat"] >= len(table["farms"]):
        return ""
    agenda = table["farms"][table["seat"]]["pending"]["agenda"]
    return agenda[-1] if agenda else ""


def _free_cells(legal: Sequence[str]) -> list[tuple[int, int]]:
    """The cells named by the moves that lay a tile."""
    cells = sorted({parse_cell(move.split()[3]) for move in legal if move.startswith("lay ")})
    return [(column_of(cell), row_of(cell)) for cell in cells]


def _question(words: Words, decision: str, farm: FarmView, visited: str) -> str:
    pending = farm["pending"]
    counts = {
        "land": pending["to_lay"],
        "work": pending["figures"],
        "toll": pending["tolls"],
        "goods": pending["to_take"],
        "repay": pending["repaying"],
    }
    good, *at = pending["surplus_from"] or [""]
    fields: dict[str, Arg] = {
        "count": counts.get(decision, 0),
        "of": len(farm["drawn"]),
        "surplus": pending["surplus"],
        "good": good,
        "at": ",".join(map(str, at)),
        "building": str(pending["visiting"]),
        "visited": visited,
        "owed": counted(words, pending["owed"]),
        "coins": counted(words, pending["coins_drawn_values"] or {}),
    }
    return words.say("question", f"{decision}{_more(decision, farm)}", **fields)


def _more(decision: str, farm: FarmView) -> str:
    """What else is worth saying: where a harvest is from, the cost at the end of a way, what comes first."""
    pending = farm["pending"]
    owed = pending["owed"]
    if decision == "surplus":
        return "_from" if pending["surplus_from"] is not None else ""
    if decision == "toll":  # WG 5.6
        return "_cost" if any(owed.values()) else ""
    food = any(count for good, count in owed.items() if good != "wood")
    return "_both" if decision == "winter" and food and owed["wood"] else ""  # WG 6.3


def _coins_legend(words: Words, farm: FarmView) -> str:
    return coins_legend(words) if farm["barn"]["values"] is not None else words.say("sheet", "a_coin")
