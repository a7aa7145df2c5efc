"""Walnut Grove counted at a real table: farms put in tap by tap, and what they score (WG 8, 11)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from farmstead.engine.sheets import BadSheet
from farmstead.engine.square import cell_text
from farmstead.games.walnut_grove.pictures import tally_edits
from farmstead.games.walnut_grove.pictures.page import GrovePage
from farmstead.games.walnut_grove.pictures.svg.plan import corner
from farmstead.games.walnut_grove.pictures.svg.tiles import SIDE
from farmstead.games.walnut_grove.pictures.tally_best import best_end
from farmstead.games.walnut_grove.pictures.tally_tools import FarmTools
from farmstead.games.walnut_grove.pictures.tally_words import PARAGRAPHS, FarmWords
from farmstead.games.walnut_grove.rules import scoring
from farmstead.games.walnut_grove.rules.editions import MAX_PLAYERS
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.game import RULES as REVISION
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame, read_options
from farmstead.games.walnut_grove.rules.names import GOODS
from farmstead.games.walnut_grove.rules.notation import farm_json
from farmstead.games.walnut_grove.rules.position import Switches
from farmstead.games.walnut_grove.rules.sheets import option_words
from farmstead.render import View, drawing_for
from farmstead.render.ink import g, part, rect
from farmstead.render.tally import (
    Impossible,
    ResultRow,
    ScoreLine,
    SheetFault,
    Sheets,
    Tally,
    TallyResult,
    TallySetting,
    places_of,
)

MAX_HELP_TILES_DRAWN: Final = 99  # turned help tiles that are drawn; nobody takes as many
PRESETS: Final = ("german", "french")
TIES: Final = "WG 8.8"
READINGS: Final = (*PRESETS, "german jokers=buildings", "german open_help_costs=off")  # all that differ


class GroveTally(Tally):
    """Counts tables with one set of components."""

    most = MAX_PLAYERS

    def __init__(self, game: WalnutGroveGame, language: str, names: tuple[str, ...]) -> None:
        self.edition = game.edition
        self.page = GrovePage(game, language, names)
        self.words = self.page.words
        self.drawing = drawing_for(game, None, language)
        self.names = names
        self.said = FarmWords(self.words, self.page.pictures.names, game.edition)
        self.tools = FarmTools(self.words, self.page.pictures.names, game.edition)

    def symbols(self) -> Mapping[str, str]:
        """With a picture of every tile, drawn when a page asks for it."""
        drawn = {f"tile-{n}": self.page.pictures.tile_symbol(f"tile-{n}", n) for n in self.edition.tiles}
        return {**self.page.symbols, **drawn}

    # ---- what is done --------------------------------------------------------------------------------------

    def too_many(self) -> SheetFault:
        return SheetFault("WG 1.1", self.words.say("tally", "full"))

    def blank(self) -> Sheets:
        return [tally_edits.blank_farm(self.edition)]

    def ties(self) -> tuple[tuple[str, str], ...]:
        return ((self.words.say("tally", "goods_left"), TIES),)

    def went(self, before: Sheets, after: Sheets, seat: int) -> tuple[SheetFault, ...]:
        """WG 4.5: cubes that have no square any more where the land has changed."""
        if len(before) != len(after) or not tally_edits.changes_land(before[seat], after[seat]):
            return ()
        count_of = tally_edits.count_of
        gone = sum([count_of(before[seat], "land", g) - count_of(after[seat], "land", g) for g in GOODS])
        said = self.words.say("tally", "cubes_went", count=gone)
        return (SheetFault("WG 4.5", said, seat),) if gone else ()

    def seats(self, sheets: Sheets) -> int:
        if len(sheets) > MAX_PLAYERS:
            raise Impossible(self.too_many())
        return len(sheets)

    def done(self, sheets: Sheets, seat: int, deed: str) -> tuple[Sheets, int]:
        verb, *rest = deed.split()
        self._farm(sheets[seat], seat)
        if verb == "add":
            return self._added(sheets)
        if verb == "remove":
            left = [*sheets[:seat], *sheets[seat + 1 :]] or self.blank()
            return left, min(seat, len(left) - 1)
        if verb == "set" and rest[:1] == ["options"]:
            changed = [self._with_options(sheet, rest[1:]) for sheet in sheets]
            self._farm(changed[seat], seat)
            return changed, seat
        try:
            farm = self._changed(sheets[seat], verb, rest)
        except tally_edits.NoneThere:
            raise Impossible(SheetFault("WG 11", self.words.say("tally", "none_there"), seat)) from None
        except ValueError:
            said = self.words.say("tally", "no_deed", choices=tally_edits.edits(self.edition, verb))
            raise Impossible(SheetFault("WG 11", said, seat)) from None
        except BadSheet as error:
            raise Impossible(self.said.fault(error, sheets[seat], seat)) from None
        self._farm(farm, seat)
        return [*sheets[:seat], farm, *sheets[seat + 1 :]], seat

    def _added(self, sheets: Sheets) -> tuple[Sheets, int]:
        if len(sheets) >= MAX_PLAYERS:
            raise Impossible(self.too_many())
        kinds = [str(sheet.get("board")) for sheet in sheets]
        kind = min(self.edition.boards, key=lambda board: kinds.count(board.kind) // board.copies).kind
        farm = tally_edits.blank_farm(self.edition, kind)
        if "options" in sheets[0]:
            farm["options"] = sheets[0]["options"]
        return [*sheets, farm], len(sheets)

    def _with_options(self, sheet: tally_edits.FarmSheet, words: Sequence[str]) -> tally_edits.FarmSheet:
        rest = {key: value for key, value in sheet.items() if key != "options"}
        return rest if list(words) == [PRESETS[0]] else {**rest, "options": " ".join(words)}

    def _changed(self, sheet: tally_edits.FarmSheet, verb: str, rest: Sequence[str]) -> tally_edits.FarmSheet:
        sheet = tally_edits.joined(sheet)
        if verb in ("more", "less") and rest:
            by = 1 if verb == "more" else -1
            return tally_edits.stepped(sheet, rest[0], rest[1] if rest[1:] else "", by)
        if verb == "set" and rest[:1] == ["board"] and rest[1:]:
            return tally_edits.with_board(sheet, self.edition, rest[1])
        if verb == "tap" and rest:
            return tally_edits.tapped(sheet, self.edition, rest[0], rest[1] if rest[1:] else "")
        raise tally_edits.NotAnEdit(verb)

    # ---- what it is worth ----------------------------------------------------------------------------------

    def counted(self, sheets: Sheets, seat: int, tool: str, heed: int | None) -> TallyResult:
        farms = [self._farm(sheet, n) for n, sheet in enumerate(sheets)]
        switches, tool = self._switches(sheets[0]), _in_hand(tool, farms)
        costs = [self._switches(sheet).open_help_costs for sheet in sheets]
        scores = [scoring.lines(farm, cost) for farm, cost in zip(farms, costs, strict=True)]
        totals = [score["total"] for score in scores]
        goods = [sum(farm.goods) for farm in farms]
        places = places_of(list(zip(totals, goods, strict=True)))
        view = self._view(farms, switches)
        picture = self.page.pictures.farm(view, seat)
        return TallyResult(
            sheets=sheets,
            seat=seat,
            picture=picture.replace("</svg>", f"{self._laid(farms[seat], tool)}</svg>"),
            open=self._open(farms[seat], tool),
            palettes=self.tools.palettes(farms),
            steps=self.tools.steps(tally_edits.joined(sheets[seat])),
            settings=self._settings(sheets[seat]),
            lines=tuple([self._line(line, scores[seat], farms[seat], view, seat) for line in PARAGRAPHS]),
            rows=self.rows(scores[0], scores),
            breaks=(ResultRow("goods", self.ties()[0][0], tuple(goods), TIES),)
            if len(set(totals)) < len(totals)
            else (),
            places=places,
            verdict=tuple(self.drawing.verdict(totals, places, view, self.names)),
            doubts=tuple(self.said.doubts(farms)),
            better=self.said.better(best_end(farms[seat], self._switches(sheets[seat])), totals[seat]),
            scores=tuple(scores),
        )

    def _farm(self, sheet: tally_edits.FarmSheet, seat: int) -> Farm:
        try:
            farm = tally_edits.farm_of(sheet, self.edition)
        except BadSheet as error:
            raise Impossible(self.said.fault(error, sheet, seat)) from None
        if farm.help_turned > MAX_HELP_TILES_DRAWN:
            raise Impossible(
                SheetFault("WG 11", self.words.say("tally", "help_many", most=MAX_HELP_TILES_DRAWN), seat)
            )
        return farm

    def _switches(self, sheet: tally_edits.FarmSheet) -> Switches:
        return read_options(option_words(sheet.get("options", [])), MAX_PLAYERS)

    def _view(self, farms: Sequence[Farm], switches: Switches) -> View:
        """As much of a view as a farm's picture is drawn from."""
        table = {"rules": REVISION, "options": list(switches.options), "seats": len(farms), "seat": None}
        return {**table, "farms": [farm_json(farm, True) for farm in farms]}

    def _line(self, line: str, score: Mapping[str, int], farm: Farm, view: View, seat: int) -> ScoreLine:
        name = self.words.called(line, "line")
        reasons = self.said.reasons(line, farm, score[line])
        overlay = self.page.overlay(view, seat, line)
        return ScoreLine(line, name, PARAGRAPHS[line], score[line], reasons, overlay)

    # ---- what can be tapped --------------------------------------------------------------------------------

    def _open(self, farm: Farm, tool: str) -> tuple[str, ...]:
        shown: Any = farm_json(farm, True)
        if tool in (tally_edits.CUBE, tally_edits.UNCUBE):
            ways = [(each["terrain"], *each["at"]) for each in shown["districts"] if each["squares"]]
            return tuple([f"district:{terrain}:{column},{row}" for terrain, column, row in ways])
        laid = [f"laid:{tile[1]},{tile[2]}" for tile in shown["tiles"]]
        if not tool.startswith(tally_edits.TILE):
            return tuple(laid)
        return (*[f"cell:{cell_text(cell)}" for cell in farm.land.frontier], *laid)

    def _laid(self, farm: Farm, tool: str) -> str:
        """A shape over every tile: what turns, swaps or lifts it. Cubes lie on the districts below."""
        if tool in (tally_edits.CUBE, tally_edits.UNCUBE):
            return ""
        shown: Any = farm_json(farm, True)
        name = "laid_swap" if tool.startswith(tally_edits.TILE) else "laid"
        return g(*[self._cover(name, *tile) for tile in shown["tiles"]], class_="covers")

    def _cover(self, said: str, number: int, column: int, row: int, turn: int) -> str:
        x, y = corner(column, row)
        hit = rect(x + 2, y + 2, SIDE - 4, SIDE - 4, "none", None, r=6, class_="hit", pointer_events="all")
        tile = self.page.pictures.names.tile(self.edition.tiles[number], turn)
        name = self.words.say("tally", said, tile=tile, at=f"{column},{row}")
        return part(f"laid:{column},{row}", name, hit, class_="laid")

    def _settings(self, sheet: tally_edits.FarmSheet) -> tuple[TallySetting, ...]:
        boards = tuple([board.kind for board in self.edition.boards])
        options = " ".join(self._switches(sheet).options) or PRESETS[0]
        known = READINGS if options in READINGS else (*READINGS, options)
        return TallySetting("board", str(sheet["board"]), boards), TallySetting("options", options, known)


def _in_hand(tool: str, farms: Sequence[Farm]) -> str:
    """The tool, unless it is a tile that lies on a farm by now."""
    laid = [f"{tally_edits.TILE}{tile.tile}" for farm in farms for tile in farm.land.tiles]
    return "" if tool in laid else tool


tally = GroveTally  # as the shelf knows it
