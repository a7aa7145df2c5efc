"""Farms written down by themselves, e.g. from a photo of a real table, and their scores (WG 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from farmstead.engine.contract import BadSetup, Game
from farmstead.engine.documents import short
from farmstead.engine.sheets import BadSheet, parse_line
from farmstead.engine.square import FARTHEST, cell_at
from farmstead.games.walnut_grove.rules import scoring
from farmstead.games.walnut_grove.rules.components import Board, Edition
from farmstead.games.walnut_grove.rules.editions import MAX_PLAYERS
from farmstead.games.walnut_grove.rules.farm import Farm, new_farm
from farmstead.games.walnut_grove.rules.game import RULES, WalnutGroveGame, read_options
from farmstead.games.walnut_grove.rules.names import COLOURS, GOODS, IMPROVEMENTS, ITEMS
from farmstead.games.walnut_grove.rules.position import Switches

KEYS: Final[tuple[str, ...]] = (
    "board",
    "tiles",
    "barn",
    "land",
    "labourers",
    "recruits",
    "huts",
    "barns",
    "improvements",
    "help",
    "options",
)
MANY: Final = 1_000_000_000  # more turned help tiles than can be counted
DISTRICTS: Final = 250  # as many as a Land can number
NONE: Final[list[object]] = []


def need(holds: bool, paragraph: str, sentence: str) -> None:
    if not holds:
        raise BadSheet("WG " + paragraph, sentence)


def switch_values(options: Sequence[str], rules: int = RULES) -> dict[str, str]:
    """WG 10: what each switch stands at under these options; BadSetup when one is not known."""
    switches = read_options(options, MAX_PLAYERS, rules)
    return {
        "enter_unpayable": "on" if switches.enter_unpayable else "off",
        "jokers": "any" if switches.jokers_anywhere else "buildings",
        "open_help_costs": "on" if switches.open_help_costs else "off",
        "beside": "on" if switches.beside else "off",
        "huts_free_wagons": "on" if switches.huts_free_wagons else "off",
    }


def contents(game: Game) -> dict[str, int]:
    """What is in the box (WG 9.1)."""
    assert isinstance(game, WalnutGroveGame)
    edition = game.edition
    return {
        "land tiles": len(edition.tiles),
        "year discs": len(edition.discs),
        "coins": sum(edition.coins),
        "labourers": sum(edition.labourers),
        "huts and barns": sum(edition.building_tiles),
        "improvements": sum(edition.improvements),
        "player boards": sum([board.copies for board in edition.boards]),
        "buildings": len(edition.ring),
    }


# ---- one line in, one answer out --------------------------------------------------------------------------


def score_line(game: Game, line: bytes) -> dict[str, object]:
    """The score of a farm on a line of JSON, or `error` and `rule`."""
    assert isinstance(game, WalnutGroveGame)
    try:
        points = score_sheet(parse_sheet(line), game.edition)
    except BadSheet as error:
        return error.answer()
    return {name: points[name] for name in points}


def parse_sheet(line: bytes) -> object:
    return parse_line(line, "WG 11")


def score_sheet(document: object, edition: Edition) -> dict[str, int]:
    """WG 8, 11: the points of a farm line by line, `total` last; BadSheet says why it cannot be."""
    sheet = Sheet(document, edition)
    return scoring.lines(sheet.farm(), sheet.switches.open_help_costs)


class Sheet:
    """What a document says, read and not yet judged; what cannot be read is refused at once (WG 11)."""

    def __init__(self, document: object, edition: Edition) -> None:
        if not isinstance(document, dict):
            raise BadSheet("WG 11", "a farm is a JSON object, written in braces")
        for key in document:
            need(key in KEYS, "11", f"a farm has no {short(key)}; its keys are {', '.join(KEYS)}")
        self.edition = edition
        self.board = _board(document, edition)
        self.barn = _names(document, "barn", ITEMS)
        self.labourers = _names(document, "labourers", COLOURS)
        self.recruits = _names(document, "recruits", COLOURS)
        self.improvements = _names(document, "improvements", IMPROVEMENTS)
        self.huts = _count(document.get("huts", 0), "huts")
        self.barns = _count(document.get("barns", 0), "barns")
        self.land = _counts(document, "land", GOODS)
        self.help = _counts(document, "help", ("open", "turned"))
        self.tiles = _tiles(document, edition)
        self.switches = _switches(document)

    def farm(self) -> Farm:
        """The farm itself, each thing put where it belongs if it finds a place there."""
        farm = new_farm(self.board, self.switches.beside)
        farm.stored = [0] * len(self.board.landscapes)
        self._lay_tiles(farm)
        self._fill_land(farm)
        self._fill_barn(farm)
        self._take_help(farm)
        self._house(farm)
        self._build(farm)
        return farm

    def _lay_tiles(self, farm: Farm) -> None:
        laid: list[int] = []
        for number, column, row, turns in self.tiles:
            need(number not in laid, "3.3", f"tile {number} is there twice")
            sentence = f"tile {number}: a tile has four rotations, 0 to 3, and no {short(turns)}"
            need(0 <= turns <= 3, "3.3", sentence)
            self._need_land(farm, number, column, row)
            self._lay(farm, number, column, row, turns)
            laid.append(number)

    def _need_land(self, farm: Farm, number: int, column: int, row: int) -> None:
        """WG 3.7."""
        if not self.switches.beside:
            need(row >= 1, "3.7", f"tile {number}: land is laid in row 1 and above, not in row {short(row)}")
            return
        need(row >= 0, "3.7", f"tile {number}: land is laid in row 0 and above, not in row {short(row)}")
        on_board = row == 0 and 0 <= column < farm.land.columns
        need(not on_board, "3.7", f"tile {number} at {column},{row} lies on the board")

    def _lay(self, farm: Farm, number: int, column: int, row: int, turns: int) -> None:
        near = -FARTHEST <= column <= FARTHEST and row <= FARTHEST
        where = f"tile {number} at {short(column)},{short(row)}"
        if near and cell_at(column, row) in farm.land.cells:
            raise BadSheet("WG 3.3", f"{where} lies on another")
        touches = near and cell_at(column, row) in farm.land.frontier
        need(touches, "3.3", f"{where} touches neither the board nor a tile laid before")
        need(len(farm.land.parent) < DISTRICTS, "11", "there is more land than can be written down")
        farm.lay(self.edition.tiles[number].turned[turns], cell_at(column, row))

    def _fill_land(self, farm: Farm) -> None:
        """WG 4.5: goods lie on squares of their kind, it does not matter which."""
        farm.goods = [0] * len(GOODS)
        land = farm.land
        for good in range(len(GOODS)):
            left = self.land[good]
            kind = [district for district in land.live if land.terrain[district] == good]
            squares = sum([land.squares[district] for district in kind])
            sentence = f"{short(left)} {GOODS[good]} on land, where there are {squares} squares"
            need(left <= squares, "4.5", sentence)
            farm.goods[good] = left
            for district in kind:
                farm.stored[district] = min(left, land.squares[district])
                left -= farm.stored[district]

    def _fill_barn(self, farm: Farm) -> None:
        """WG 4.6, 5.10."""
        spaces = self._spaces()
        need(len(self.barn) <= spaces, "4.6", f"{len(self.barn)} things in a barn of {spaces} spaces")
        farm.barn = [0] * len(ITEMS)
        farm.room = len(self.barn)
        for item in self.barn:
            farm.put(item)

    def _spaces(self) -> int:
        return self.board.barn_spaces + self.barns * self.board.barn_tile_adds

    def _take_help(self, farm: Farm) -> None:
        """WG 7.2."""
        free, turned = self.help
        need(free <= 1, "7.2", f"{short(free)} open help tiles, where one at most is repayable")
        need(turned <= MANY, "11", f"{short(turned)} turned help tiles are too many to count")
        farm.help_open = free
        farm.help_turned = turned

    def _house(self, farm: Farm) -> None:
        """WG 5.9."""
        hands = len(self.labourers) + len(self.recruits)
        wagons = self.board.wagons
        who = f"{hands} labourers and recruits"
        if self.switches.huts_free_wagons:
            homes = f"{wagons} wagons and {short(self.huts)} huts"
            need(hands <= wagons + self.huts, "5.9", f"{who}, where there are {homes}")
        else:
            need(hands <= wagons, "5.9", f"{who}, where the board has {wagons} wagons, huts or no huts")
        farm.labourers = _tally(self.labourers, len(COLOURS))
        farm.recruits = _tally(self.recruits, len(COLOURS))

    def _build(self, farm: Farm) -> None:
        """WG 5.10, 5.11."""
        board = self.board
        need(self.huts <= board.hut_sites, "5.10", f"{short(self.huts)} huts on {board.hut_sites} sites")
        need(self.barns <= board.barn_sites, "5.10", f"{short(self.barns)} barns on {board.barn_sites} sites")
        count, sites = len(self.improvements), board.improvement_sites
        need(count <= sites, "5.11", f"{count} improvements on {sites} sites")
        farm.huts = self.huts
        farm.barns = self.barns
        farm.room = self._spaces() - len(self.barn)
        farm.improvements = _tally(self.improvements, len(IMPROVEMENTS))


# ---- the parts of a document -----------------------------------------------------------------------------


def _board(document: Mapping[str, object], edition: Edition) -> Board:
    kind = document.get("board")
    board = edition.board(kind) if isinstance(kind, str) else None
    if board is None:
        known = ", ".join([other.kind for other in edition.boards])
        what = "no board is named" if kind is None else f"there is no board {short(kind)}"
        raise BadSheet("WG 11", f"{what}; boards are {known}")
    return board


def _names(document: Mapping[str, object], key: str, known: tuple[str, ...]) -> list[int]:
    """A list of names as their numbers."""
    value = document.get(key, NONE)
    if not isinstance(value, list):
        raise BadSheet("WG 11", f"{key} must be a list of names")
    found: list[int] = []
    for name in value:
        if not isinstance(name, str) or name not in known:
            raise BadSheet("WG 11", f"{key} cannot hold {short(name)}, only {', '.join(known)}")
        found.append(known.index(name))
    return found


def _count(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadSheet("WG 11", f"{what} must be a whole number from 0, not {short(value)}")
    return value


def _counts(document: Mapping[str, object], key: str, known: tuple[str, ...]) -> list[int]:
    """Numbers by name."""
    found = [0] * len(known)
    value = document.get(key, {})
    if not isinstance(value, dict):
        raise BadSheet("WG 11", f"{key} must be an object with numbers for {', '.join(known)}")
    for name, number in value.items():
        need(name in known, "11", f"{key} knows no {short(name)}, only {', '.join(known)}")
        found[known.index(name)] = _count(number, f"{key}: {name}")
    return found


def _tiles(document: Mapping[str, object], edition: Edition) -> list[tuple[int, int, int, int]]:
    value = document.get("tiles", NONE)
    if not isinstance(value, list):
        raise BadSheet("WG 11", "tiles must be a list of [tile, column, row, clockwise quarter turns]")
    return [_tile(item, edition) for item in value]


def _tile(item: object, edition: Edition) -> tuple[int, int, int, int]:
    numbers: list[int] = []
    if isinstance(item, list):
        for number in item:
            if isinstance(number, int) and not isinstance(number, bool):
                numbers.append(number)
    if not isinstance(item, list) or len(numbers) != 4 or len(item) != 4:
        raise BadSheet("WG 11", f"a tile is [tile, column, row, clockwise quarter turns], not {short(item)}")
    need(numbers[0] in edition.tiles, "11", f"there is no tile {short(numbers[0])}")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _switches(document: Mapping[str, object]) -> Switches:
    """WG 11: a preset or switches, as a text, a list of words or an object."""
    options = option_words(document.get("options", NONE))
    for word in options:
        need(not word.startswith("start="), "11", "who begins is no option of a farm")
    try:
        return read_options(options, MAX_PLAYERS)
    except BadSetup as error:
        raise BadSheet("WG 11", str(error)) from None


def option_words(options: object) -> list[str]:
    """As they are typed at a table."""
    if isinstance(options, str):
        return options.split()
    words: list[str] = []
    if isinstance(options, dict):
        for name, value in options.items():
            need(isinstance(value, str), "11", f"options: {short(name)} must be a text")
            words.append(f"{name}={value}")
        return words
    if not isinstance(options, list):
        raise BadSheet("WG 11", "options must name a preset or switches")
    for word in options:
        if not isinstance(word, str):
            raise BadSheet("WG 11", f"options must be words, not {short(word)}")
        words.append(word)
    return words


def _tally(things: list[int], kinds: int) -> list[int]:
    return [things.count(kind) for kind in range(kinds)]
