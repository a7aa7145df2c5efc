"""Walnut Grove in a terminal: what is shown at each decision, and how long menus are taken apart."""

from collections.abc import Mapping, Sequence
from typing import Final

from farmstead.engine.contract import Seat
from farmstead.engine.square import column_of, parse_cell, row_of
from farmstead.games.walnut_grove.pictures import tables, views
from farmstead.games.walnut_grove.pictures.about import about
from farmstead.games.walnut_grove.pictures.farm_map import beside_each_other, farm_map
from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame
from farmstead.games.walnut_grove.rules.names import BUILDING_TILES, BUILDINGS, COLOURS, GOODS, IMPROVEMENTS
from farmstead.games.walnut_grove.rules.scoring import GRADES, grade
from farmstead.render import Drawing, ScoreLines, View
from farmstead.render.components import Components
from farmstead.render.shared import capital, key_of, signed
from farmstead.render.text_board import Map
from farmstead.render.ties import TieBreak, TieBreaks
from farmstead.render.words import LANGUAGE

IN_TOWN: Final = ("placing", "autumn")


class WalnutGroveDrawing(Drawing):
    """Draws one edition of the game."""

    looks = ("farm", "town", "seats", "year", "key")
    menus: Mapping[str, Sequence[str]] = {
        "visit": [f"visit {building}" for building in BUILDINGS],
        "labourer": [f"hire {colour}" for colour in COLOURS],
        "building": [f"build {tile}" for tile in BUILDING_TILES],
        "improvement": [f"buy {improvement}" for improvement in IMPROVEMENTS],
        "winter": [f"help for {good}" for good in GOODS],
    }
    closing = frozenset({"done", "leave", "pass"})
    retold: Mapping[str, str] = {"coin_drawn": "coin_seen"}
    quiet = frozenset({"stocked", "tile_drawn"})

    def __init__(
        self, game: WalnutGroveGame, edition_text: str | None = None, language: str = LANGUAGE
    ) -> None:
        super().__init__(game, Components(edition_text, tables.KINDS), language)
        self.edition = game.edition

    # ---- what is shown ---------------------------------------------------------------------------------

    def boards(
        self, what: str, view: View, seat: Seat, legal: Sequence[str], scores: ScoreLines
    ) -> list[Mapping[str, object]]:
        table, words, edition = views.table_view(view), self.words, self.edition
        if what == "key":
            return [tables.legend(words)]
        if len(table["farms"]) < table["seats"]:
            return []
        disc = None if table["disc"] is None else edition.disc(table["disc"])
        year = tables.year_table(words, disc, table)
        town = {words.say("sheet", "street"): tables.town_table(words, edition, table, table["seat"], legal)}
        if what == "year":
            return [year, tables.bags_table(words, table)]
        if what == "town":
            return [town]
        everybody = {words.say("sheet", "everybody"): tables.seats_table(words, edition, table, scores)}
        if what == "seats":
            return [everybody]
        land = self._land(table, seat, legal)
        if what == "farm":
            own = tables.seats_table(words, edition, table, scores, [seat])
            return [land, {words.say("sheet", "household", seat=seat + 1): own}]
        return [year, *([town] if table["season"] in IN_TOWN else []), land, everybody]

    def _land(self, table: views.TableView, seat: Seat, legal: Sequence[str]) -> dict[str, object]:
        """The map of a farm, its districts, and the tiles that are drawn."""
        words, farm, tiles = self.words, table["farms"][seat], self.edition.tiles
        found: dict[str, object] = {
            words.say("sheet", "land", seat=seat + 1): farm_map(
                words, self.edition, farm, _free_cells(legal), beside=views.switches_of(table).beside
            ),
            "districts": tables.districts_table(words, farm),
        }
        if farm["drawn"]:
            drawn = [(words.say("sheet", "tile", tile=n), tiles[n].turned[0]) for n in farm["drawn"]]
            found[words.say("sheet", "drawn", seat=seat + 1)] = beside_each_other(words, drawn)
        return found

    def pictured(self, kind: str, name: str) -> dict[str, object]:
        if kind == "tile":
            tile = self.edition.tiles[int(name)]
            turns = [(f"turn {turned.turn}", turned) for turned in tile.turned]
            return {f"tile {name}": beside_each_other(self.words, turns), "": [Names(self.words).tile(tile)]}
        if kind == "board":
            bare = views.LandView(board=name, tiles=[], districts=[])
            return {f"board {name}": farm_map(self.words, self.edition, bare, beside=True)}
        return {}

    # ---- what is asked ---------------------------------------------------------------------------------

    def part(self, view: View) -> str:
        table = views.table_view(view)
        if table["season"] == "over":
            return self.words.say("sheet", "end")
        if not table["year"]:
            return capital(self.words.called(table["season"], "season_name"))
        return self.words.say("sheet", "part", year=table["year"], season=table["season"])

    def question(self, view: View) -> str:
        table = views.table_view(view)
        if (found := views.asked(table, lambda counts: tables.counted(self.words, counts))) is None:
            return ""
        pending, (key, fields) = table["farms"][self.own(view)]["pending"], found
        building, (good, *at) = pending["visiting"], pending["surplus_from"] or [""]
        visited = building and tables.building_name(
            self.words, self.edition.buildings[BUILDINGS.index(building)]
        )
        fields |= {"building": str(building), "visited": visited or "", "good": good}
        fields["at"] = ",".join(map(str, at))
        return self.words.say("question", f"{key}_from" if at and key == "surplus" else key, **fields)

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
        return views.decision_of(views.table_view(view))

    def preview(self, view: View, chosen: Sequence[str], steps: Sequence[str]) -> Map | None:
        if not steps or not steps[0].startswith("turn "):
            return None
        turned = self.edition.tiles[int(chosen[0].split()[1])].turned
        turns = [step.split()[1] for step in steps]
        labels = [f"{n}) {self.words.called(turn, 'turn_label')}" for n, turn in enumerate(turns, start=1)]
        tiles = [turned[int(turn)] for turn in turns]
        return beside_each_other(self.words, list(zip(labels, tiles, strict=True)))

    def note(self, view: View, move: str) -> str:
        """WG 5.5, 5.11: of a visit the price and what waits there, of an improvement its worth."""
        verb, _, rest = move.partition(" ")
        own = self.words.called(rest, "worth") if verb == "buy" else ""
        if verb == "visit":
            building = self.edition.buildings[BUILDINGS.index(rest)]
            stock = views.table_view(view)["town"].get(rest)
            there = "" if stock is None else tables.stock_text(self.words, stock)
            own = self.words.clauses([tables.price(self.words, building), there])
        return self.words.clauses([own, super().note(view, move)])

    def doubt(self, view: View, move: str, legal: Sequence[str]) -> str:
        ends = move == "done" and self.decision(view) == "last"
        if not ends or "repay" not in legal or not views.switches_of(views.table_view(view)).open_help_costs:
            return ""
        return self.words.say("question", "end_in_debt")

    def about(self, view: View, words: str) -> str:
        return about(self.words, self.edition, views.table_view(view), key_of(words))

    # ---- the end ----------------------------------------------------------------------------------------

    def winning(self, scores: Sequence[int], places: Sequence[int], names: Sequence[str] | None) -> str:
        if len(scores) == 1:
            points = self.words.say("verdict", "points", points=signed(scores[0]))
            return f"{points} {self.words.say('grade', grade(scores[0]))}"
        return super().winning(scores, places, names)

    def ribbon(self, scores: Sequence[int]) -> int:
        """WG 8.9."""
        return next((least for least, _ in GRADES if len(scores) == 1 and scores[0] >= least), 0)

    def tie_breaks(self, view: View) -> TieBreaks:
        """WG 8.8."""
        goods = [sum(tables.all_goods(farm).values()) for farm in views.table_view(view)["farms"]]
        return TieBreaks("WG 8.8", [TieBreak("goods", goods)])


drawing = WalnutGroveDrawing  # as the shelf knows it


def _free_cells(legal: Sequence[str]) -> list[tuple[int, int]]:
    """The cells named by the moves that lay a tile."""
    cells = sorted({parse_cell(move.split()[3]) for move in legal if move.startswith("lay ")})
    return [(column_of(cell), row_of(cell)) for cell in cells]
