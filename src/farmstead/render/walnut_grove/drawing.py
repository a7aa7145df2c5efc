"""Walnut Grove in a terminal: what is shown at each decision, and how long menus are taken apart."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from farmstead.engine.contract import Game, Seat
from farmstead.engine.square import column_of, parse_cell, row_of
from farmstead.render import ENDLESS, Drawing, ScoreLines, View
from farmstead.render.shared import DIM, capital, framed, key_of, many, meant, seat_chip
from farmstead.render.walnut_grove.about import about, legend
from farmstead.render.walnut_grove.components import GroveComponents
from farmstead.render.walnut_grove.land import FarmPicture, tile_canvas
from farmstead.render.walnut_grove.notes import note
from farmstead.render.walnut_grove.panels import (
    COINS_LEGEND,
    called,
    counted,
    household,
    seats_panel,
    town_panel,
    year_panel,
)
from farmstead.render.walnut_grove.view import FarmView, TableView, table_view
from farmstead.walnut_grove.components import Disc
from farmstead.walnut_grove.game import WalnutGroveGame
from farmstead.walnut_grove.names import BUILDING_TILES, BUILDINGS, COLOURS, GOODS, IMPROVEMENTS
from farmstead.walnut_grove.scoring import grade

TOWN_WIDTH: Final = 60  # what the town needs; it takes more where there is more
WIDEST_TOWN: Final = 76
IN_TOWN: Final = ("placing", "autumn")
TURN_LABELS: Final = ["not turned", "once", "twice", "three times"]
STEP_QUESTIONS: Final = {"at": "Where?", "turn": "How turned?"}
GRADES: Final[dict[str, str]] = {
    "lost": "25 points would have won (WG 8.9). The grove will be there next year.",
    "won": "25 points win: well farmed (WG 8.9).",
    "experienced": "30 points and more: an experienced farmer (WG 8.9).",
    "expert": "35 points and more: an expert (WG 8.9).",
}
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

    def __init__(self, game: WalnutGroveGame, edition_text: str | None) -> None:
        super().__init__(game, GroveComponents(game.edition, edition_text))
        self.edition = game.edition

    # ---- what is shown ---------------------------------------------------------------------------------

    def sheet(
        self, view: View, legal: Sequence[str], scores: ScoreLines, width: int, height: int = ENDLESS
    ) -> RenderableType:
        table = table_view(view)
        if len(table["farms"]) < table["seats"]:
            return Text("The boards are being dealt.")
        seat = table["seat"] if table["seat"] is not None else 0
        free = _free_cells(legal)
        land_width = FarmPicture(self.edition, table["farms"][seat], free).width()
        if width > land_width + TOWN_WIDTH:
            town_width = min(width - land_width - 1, WIDEST_TOWN)
            return self._wide_sheet(table, seat, legal, scores, (width - town_width - 1, town_width), free)
        parts: list[RenderableType] = [*self._year(table)]
        if table["season"] in IN_TOWN:
            parts.append(town_panel(self.edition, table, seat, min(width, WIDEST_TOWN), legal))
        parts.append(self._farm(table, seat, scores, width, free))
        parts += self._drawn(table, seat, width)
        if table["seats"] > 1:
            parts.append(seats_panel(self.edition, table, width))
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
            town_panel(self.edition, table, seat, right_width, legal),
            self._household(table, seat, scores),
        ]
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(width=left_width)
        grid.add_column(width=right_width)
        grid.add_row(left, Group(*right))
        if table["seats"] == 1:
            return grid
        return Group(grid, seats_panel(self.edition, table, left_width + right_width + 1))

    def look(self, what: str, view: View, seat: Seat, scores: ScoreLines, width: int) -> RenderableType:
        table = table_view(view)
        if what == "town":
            return town_panel(self.edition, table, table["seat"], min(width, WIDEST_TOWN))
        if what == "seats":
            return seats_panel(self.edition, table, width)
        if what == "year":
            left = ", ".join(table["discs_left"]) or "none"
            return Group(
                *self._year(table), Text(f"Discs still to come: {left}. The A discs lie above the B discs.")
            )
        return legend(width) if what == "key" else self._farm(table, seat, scores, width, [])

    def _disc(self, table: TableView) -> Disc | None:
        return None if table["disc"] is None else self.edition.disc(table["disc"])

    def _year(self, table: TableView) -> list[RenderableType]:
        disc = self._disc(table)
        return [] if disc is None else [year_panel(disc, table["year"], table["season"], table["options"])]

    def _farm(
        self, table: TableView, seat: Seat, scores: ScoreLines, width: int, free: list[tuple[int, int]]
    ) -> RenderableType:
        return Group(self._land(table, seat, width, free), self._household(table, seat, scores))

    def _land(self, table: TableView, seat: Seat, width: int, free: list[tuple[int, int]]) -> RenderableType:
        picture = FarmPicture(self.edition, table["farms"][seat], free)
        caption = Text.assemble(
            seat_chip(seat),
            (f" Land of seat {seat + 1}", "bold"),
            ("  □ free  ■ filled  @ at work  ═ fence", DIM),
        )
        return Group(caption, *picture.pieces(width))

    def _household(self, table: TableView, seat: Seat, scores: ScoreLines) -> Panel:
        disc = self._disc(table) if table["season"] in ("spring", "summer", "autumn") else None
        over = table["season"] == "over"
        lines = household(self.edition, table["farms"][seat], disc, scores.get(seat), over)
        return framed(lines, f"Household of seat {seat + 1}", legend=_coins_legend(table["farms"][seat]))

    def _drawn(self, table: TableView, seat: Seat, width: int) -> list[RenderableType]:
        drawn = table["farms"][seat]["drawn"]
        if not drawn:
            return []
        tiles = [(f"tile {tile}", self._tile(tile, 0)) for tile in drawn]
        return [framed(row_of_pictures(tiles), f"Drawn by seat {seat + 1}")]

    def _tile(self, tile: int, turn: int) -> Text:
        return tile_canvas(self.edition.tiles[tile].turned[turn]).text()

    # ---- what is asked ---------------------------------------------------------------------------------

    def part(self, view: View) -> str:
        table = table_view(view)
        if table["season"] == "over":
            return "The end"
        season = called(table["season"], "season")
        return f"Year {table['year']}, {season}" if table["year"] else capital(season)

    def question(self, view: View) -> str:
        table = table_view(view)
        if table["seat"] is None or table["seat"] not in table["to_act"]:
            return ""
        farm = table["farms"][table["seat"]]
        agenda = farm["pending"]["agenda"]
        return _question(agenda[-1], farm, self._visited(farm)) if agenda else ""

    def _visited(self, farm: FarmView) -> str:
        visiting = farm["pending"]["visiting"]
        return "" if visiting is None else self.edition.buildings[BUILDINGS.index(visiting)].name

    def steps(self, move: str) -> tuple[str, ...]:
        words = move.split()
        if words[0] != "lay":
            return (move,)
        return tuple(" ".join(words[n : n + 2]) for n in range(0, len(words), 2))

    def step_words(self, step: str) -> str:
        verb, _, rest = step.partition(" ")
        if verb == "lay":
            return f"tile {rest}"
        if verb == "at":
            cell = parse_cell(rest)
            return f"column {column_of(cell)}, row {row_of(cell)}"
        return called(rest, "turned") if verb == "turn" else step

    def step_question(self, step: str) -> str:
        return STEP_QUESTIONS[step.split()[0]]

    def decision(self, view: View) -> str:
        return _decision(view)

    def preview(self, view: View, chosen: Sequence[str], steps: Sequence[str]) -> RenderableType | None:
        if not steps or not steps[0].startswith("turn "):
            return None
        tile = int(chosen[0].split()[1])
        turns = [int(step.split()[1]) for step in steps]
        labels = [f"{n}) {TURN_LABELS[turn]}" for n, turn in enumerate(turns, start=1)]
        return row_of_pictures(
            [(label, self._tile(tile, turn)) for label, turn in zip(labels, turns, strict=True)]
        )

    def note(self, view: View, move: str) -> str:
        return note(self.edition, table_view(view), move)

    def doubt(self, view: View, move: str, legal: Sequence[str]) -> str:
        table = table_view(view)
        gain = note(self.edition, table, "repay") if "repay" in legal else ""
        if move != "done" or _decision(view) != "last" or "saves" not in gain:
            return ""
        return f"Your open help tile could still be bought off (`repay`), which {gain}. End all the same?"

    def about(self, view: View, words: str) -> str:
        return about(self.edition, table_view(view), key_of(words))

    def closed(self, view: View, legal: Sequence[str]) -> list[str]:
        return [move for move in MENUS.get(_decision(view), []) if move not in legal]

    def guess(self, view: View, words: str) -> list[str]:
        moves = {move.split()[-1]: move for menu in reversed(MENUS.values()) for move in menu}
        moves |= {move.split()[-1]: move for move in MENUS.get(_decision(view), [])}
        return [moves[name] for name in meant(key_of(words), moves, most=3)]

    # ---- the end ----------------------------------------------------------------------------------------

    def verdict(self, scores: Sequence[int], places: Sequence[int], view: View) -> list[str]:
        if len(scores) == 1:
            return [f"{many(scores[0], 'point')}. {GRADES[grade(scores[0])]}"]
        sentences = super().verdict(scores, places, view)
        if scores.count(max(scores)) > places.count(1):
            sentences.append("The tie is broken by the goods on land and in the barn (WG 8.8).")
        return sentences


def drawing(game: Game, edition_text: str | None = None) -> WalnutGroveDrawing:
    """The drawing of a game with its own components."""
    assert isinstance(game, WalnutGroveGame)
    return WalnutGroveDrawing(game, edition_text)


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


def _question(decision: str, farm: FarmView, visited: str) -> str:
    pending = farm["pending"]
    coins = counted(pending["coins_drawn_values"] or {})
    tiles, figures = many(pending["to_lay"], "tile"), many(pending["figures"], "figure")
    return {
        "row": "Where does your figure wait for the first autumn?",
        "land": f"Spring: lay {tiles} of {len(farm['drawn'])}. Which, where, and how turned?",
        "work": f"Summer: {figures} still to be sent to work. To which district?",
        "surplus": f"The harvest has {pending['surplus']} more than there are free squares{_source(farm)}.",
        "visit": "Autumn: to which building do you walk?",
        "toll": f"On the way to {called(str(pending['visiting']))}: {_tolls(farm)}.",
        "cost": f"{visited}: still to pay {counted(pending['owed'])}.",
        "goods": f"{visited}: take {many(pending['to_take'], 'good')} into the barn.",
        "labourer": f"{visited}: whom do you hire?",
        "building": f"{visited}: what do you build?",
        "improvement": f"{visited}: which improvement do you take?",
        "sale": f"{visited}: what do you sell? One of each at most.",
        "coins": f"{visited}: you drew {coins}, and the barn has no room for all of them.",
        "winter": f"Winter: still owed {counted(pending['owed'])}.{_food_first(pending['owed'])}",
        "repay": f"Buying off the open help tile: {many(pending['repaying'], 'good')} still to give.",
        "last": "Before scoring: anything to bring in, throw away or buy off?",
    }[decision]


def _source(farm: FarmView) -> str:
    source = farm["pending"]["surplus_from"]
    return "" if source is None else f" ({source[0]} at {source[1]},{source[2]})"


def _coins_legend(farm: FarmView) -> str:
    return COINS_LEGEND if farm["barn"]["values"] is not None else "¢ a coin"


def _tolls(farm: FarmView) -> str:
    """WG 5.6: the lines still to be crossed, and the cost at the end of the way."""
    lines = f"{many(farm['pending']['tolls'], 'toll line')} still to cross"
    owed = farm["pending"]["owed"]
    return f"{lines}, then {counted(owed)} to pay" if any(owed.values()) else lines


def _food_first(owed: Mapping[str, int]) -> str:
    """WG 6.3: worth saying only where both are owed."""
    food = any(count for good, count in owed.items() if good != "wood")
    return " Food comes before fire." if food and owed["wood"] else ""
