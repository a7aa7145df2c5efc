"""Reading and proving an edition (WG 9.1, 9.5): component data as TOML, one entry per component."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from farmstead.engine.editions import (
    MAX_WORD,
    UNSEEN,
    BadEdition,
    Faults,
    as_toml,
    but_is,
    packaged_edition,
    read_toml,
    seats_said,
)
from farmstead.engine.square import SIDES
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.components import LETTERS, Board, Building, Disc, Edition, Tile

Table = Mapping[str, object]
MAX_NAME: Final = 40  # letters of a building's name
MAX_SITES: Final = 20  # or spaces, or wagons, that a board may have in an edition
MAX_PLAYERS: Final = 4  # players
PLAYERS_DRAW: Final = ("one player draws", "two players draw", "three players draw", "four players draw")
MAX_HUT_SITES: Final = 4  # on a board, since each hut may be room for a labourer (WG 5.9, 9.5)
# Discs that are compared with each other; with more than eight an edition is unsound anyway.
MAX_DISCS: Final = 2 * names.YEARS
FIRST_WAGONS: Final = names.COLOURS[:2]  # WG 1.2: yellow or blue


def default_edition() -> Edition:
    """The edition in the package."""
    edition = read_edition(packaged_edition("farmstead.games.walnut_grove.rules"))
    edition.source = ""
    return edition


def read_edition(text: str) -> Edition:
    """A sound edition from TOML; BadEdition says everything that is wrong with it."""
    document, fingerprint = read_toml(text)
    faults = EditionFaults("WG")
    if (edition := faults.edition(document, fingerprint)) is not None and not faults.missing:
        prove(edition, faults)
    if edition is None or faults.found:
        raise BadEdition(faults.found)
    edition.too_many_huts = _too_many_huts(edition)
    edition.source = text
    return edition


def _too_many_huts(edition: Edition) -> list[str]:
    """WG 9.5; no fault under revision 1 of the rules, whose games end with the components they began with."""
    faults = Faults("WG")
    for board in edition.boards:
        few = board.hut_sites <= MAX_HUT_SITES
        faults.need(few, "9.5", f"board {board.kind}: a board has at most {MAX_HUT_SITES} hut sites")
    return faults.found


def _called(value: object) -> str:
    """What a component calls itself, be it what no name can be."""
    if value is None:
        return "without a name"
    return value if isinstance(value, str) else as_toml(value)


def _numbers(value: object, least: int, most: int) -> list[int]:
    """A list of numbers, empty where it is anything else."""
    if isinstance(value, list) and all(type(n) is int and least <= n <= most for n in value):
        return list(value)
    return []


@final
class EditionFaults(Faults):
    """Turns the document into components; anything missing or of the wrong kind becomes a fault."""

    small: bool

    def edition(self, document: Table, fingerprint: str) -> Edition | None:
        name = self.title(document, "walnut-grove", "9.1")
        self.small = "seats" in document  # WG 9.7
        rows = [names.NOTHING] * len(names.ROWS)
        seats = seats_said(document, 1, MAX_PLAYERS, "9.7", self)
        if (ring := self.ring(document, rows, max(seats))) is None:
            return None
        edition = Edition()
        edition.name = name
        edition.digest = fingerprint
        edition.years = names.YEARS
        if "years" in document:
            edition.years = self.number(document, "years", "the edition", 1, names.YEARS)
        edition.fewest, edition.most = min(seats), max(seats)
        edition.coins = self.counts(document, "coins", names.COINS)
        edition.labourers = self.counts(document, "labourers", names.COLOURS)
        edition.building_tiles = self.counts(document, "building_tiles", names.BUILDING_TILES)
        edition.improvements = self.counts(document, "improvements", names.IMPROVEMENTS)
        edition.per_building = self.per_building(document)
        edition.boards = [self.board(board) for board in self.tables(document, "board")]
        edition.lay_out(ring, rows)
        edition.discs = [self.disc(disc) for disc in self.tables(document, "disc")]
        edition.tiles = self.tiles(document)
        return edition

    def tables(self, document: Table, key: str) -> list[Table]:
        found = document.get(key)
        if not isinstance(found, list) or not all(isinstance(item, Mapping) for item in found) or not found:
            self.missing = True
            self.need(False, "9.1", f"there must be [[{key}]] entries")
            return []
        return found

    def number(self, table: Table, key: str, where: str, least: int = 0, most: int = 999) -> int:
        value = table.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.need(False, "9.1", f"{where}: {key} must be a number from {least} to {most}, {but_is(value)}")
        return least

    def word(self, table: Table, key: str, where: str, known: tuple[str, ...]) -> int:
        value = table.get(key)
        if isinstance(value, str) and value in known:
            return known.index(value)
        self.need(False, "9.1", f"{where}: {key} must be one of {', '.join(known)}, {but_is(value)}")
        return 0

    def words(self, table: Table, key: str, where: str, known: tuple[str, ...]) -> list[int]:
        value = table.get(key, [])
        if isinstance(value, list) and all(isinstance(item, str) and item in known for item in value):
            return [known.index(item) for item in value]
        self.need(False, "9.1", f"{where}: {key} must be a list of {', '.join(known)}")
        return []

    def counts(self, document: Table, key: str, known: tuple[str, ...]) -> list[int]:
        table = document.get(key)
        if not isinstance(table, Mapping):
            self.missing = True
            self.need(False, "9.1", f"there must be a [{key}] table")
            return [0] * len(known)
        for other in table:
            self.need(other in known or other in UNSEEN, "9.1", f"[{key}]: {other!r} is not known")
        return [self.number(table, name, f"[{key}]") for name in known]

    def per_building(self, document: Table) -> list[int]:
        table = document.get("stock")
        found = _numbers(table.get("per_building") if isinstance(table, Mapping) else None, 1, 20)
        if len(found) == MAX_PLAYERS:
            return found
        self.need(False, "1.5", "[stock]: per_building must be four numbers, for 1, 2, 3 and 4 players")
        return [1] * MAX_PLAYERS

    def board(self, table: Table) -> Board:
        kind = table.get("kind")
        where = f"board {_called(kind)}"
        good = isinstance(kind, str) and kind.isalpha() and kind.islower() and len(kind) <= MAX_WORD
        self.need(good, "9.1", f"{where}: kind must be a word of small letters")
        squares = _numbers(table.get("storage"), 0, 9)
        self.need(len(squares) == 5, "9.1", f"{where}: storage must be five numbers")
        board = Board()
        board.kind = str(kind)
        board.copies = self.number(table, "copies", where, 1, 8)
        board.first_wagon = self.word(table, "first_wagon", where, FIRST_WAGONS)
        board.landscapes = self.words(table, "landscapes", where, names.GOODS)
        board.storage = squares
        board.barn_spaces = self.number(table, "barn_spaces", where, 0, MAX_SITES)
        board.barn_sites = self.number(table, "barn_sites", where, 0, MAX_SITES)
        board.barn_tile_adds = self.number(table, "barn_tile_adds", where, 0, MAX_SITES)
        board.wagons = self.number(table, "wagons", where, 0, MAX_SITES)
        board.hut_sites = self.number(table, "hut_sites", where, 0, MAX_SITES)
        board.improvement_sites = self.number(table, "improvement_sites", where, 0, MAX_SITES)
        return board

    def ring(self, document: Table, rows: list[int], most: int) -> list[Building] | None:
        ring: list[Building] = []
        for place, table in enumerate(self.tables(document, "building")):
            ring.append(self.building(table))
            if "line" in table:
                where = f"building {_called(table.get('key'))}"
                rows[self.word(table, "line", where, names.ROWS)] = place
                enough = self.number(table, "row_spaces", where) >= most
                self.need(enough, "1.9", f"{where}: its start row needs a space for each of {most} players")
        whole = sorted(building.number for building in ring) == list(range(len(names.BUILDINGS)))
        self.need(whole, "5.1", f"the street must have each of {', '.join(names.BUILDINGS)} once")
        right = rows == [0, len(names.BUILDINGS) // 2]
        self.need(right, "5.1", "the Town Hall line must begin the ring, the Church line halve it")
        return ring if whole else None

    def building(self, table: Table) -> Building:
        number = self.word(table, "key", "building", names.BUILDINGS)
        where = f"building {names.BUILDINGS[number]}"
        cost = table.get("cost", {})
        known = isinstance(cost, Mapping) and all(good in names.GOODS for good in cost)
        self.need(known, "9.5", f"{where}: its cost names a good that is not known")
        amounts = [0] * len(names.GOODS)
        if isinstance(cost, Mapping):
            amounts = [self.number(cost, good, where, 0, 9) if good in cost else 0 for good in names.GOODS]
        free = number in (0, 5, names.GENERAL_STORE)
        right = not free or not any(amounts)
        self.need(right, "5.5", f"{where}: it can always be entered, so it has no cost")
        name = table.get("name")
        good = isinstance(name, str) and name.isprintable() and 0 < len(name.strip()) <= MAX_NAME
        wanted = f"a name of at most {MAX_NAME} letters, all to be seen"
        self.need(good, "9.1", f"{where}: it needs {wanted}")
        building = Building()
        building.number = number
        building.name = str(name)
        building.cost = amounts
        building.sells = self.words(table, "sells", where, names.GOODS)
        building.places = self.number(table, "places", where, 1, 8)
        building.trade = names.TRADE[number]
        return building

    def disc(self, table: Table) -> Disc:
        id = table.get("id")
        where = f"disc {_called(id)}"
        good = (
            isinstance(id, str) and id.isalnum() and id.isascii() and id == id.upper() and len(id) <= MAX_WORD
        )
        self.need(good, "9.1", f"{where}: id must be capital letters and digits")
        doubled = self.word(table, "doubled", where, ("none", *names.COLOURS)) - 1
        disc = Disc()
        disc.id = str(id)
        disc.pile = "AB"[self.word(table, "pile", where, ("A", "B"))]
        disc.draw = self.number(table, "draw", where, 1 if self.small else 2, 4)
        disc.lay = self.number(table, "lay", where, 1, 2)
        disc.summer = self.word(table, "summer", where, names.GOODS)
        disc.autumn = self.word(table, "autumn", where, names.GOODS)
        disc.doubled = doubled
        disc.fires = self.number(table, "fires", where, 0, 9)
        return disc

    def tiles(self, document: Table) -> dict[int, Tile]:
        tiles: dict[int, Tile] = {}
        for table in self.tables(document, "tile"):
            tile = self.tile(table)
            self.need(tile.id not in tiles, "9.5", f"tile {tile.id} is there twice")
            tiles[tile.id] = tile
        return tiles

    def tile(self, table: Table) -> Tile:
        id = self.number(table, "id", f"tile {_called(table.get('id'))}", 1, 999)
        where = f"tile {id}"
        edges = table.get("edges")
        good = isinstance(edges, str) and len(edges) == 4 and all(letter in LETTERS for letter in edges)
        self.need(good, "9.2", f"{where}: edges must be four of the letters {LETTERS}")
        terrains = [LETTERS.index(letter) for letter in str(edges)] if good else [0] * 4
        storage = self.storage(table, where, terrains) if good else [0] * len(names.GOODS)
        return Tile(id, terrains, storage, self.fences(table, where))

    def storage(self, table: Table, where: str, terrains: list[int]) -> list[int]:
        given = table.get("storage", {})
        if not isinstance(given, Mapping):
            given = {"": 0}
        for good in given:
            shown = good in names.GOODS and names.GOODS.index(good) in terrains
            self.need(shown, "9.2", f"{where}: storage for {good!r}, which is no terrain of this tile")
        return [self.number(given, good, where, 0, 9) if good in given else 0 for good in names.GOODS]

    def fences(self, table: Table, where: str) -> list[list[int]]:
        given = table.get("fences", [])
        words = [str(fence) for fence in given] if isinstance(given, list) else ["?"]
        lines = [[_side(side) for side in fence.split("-")] for fence in words]
        self.need(possible_fences(lines), "9.3", f"{where}: fences {words} are none of the forms of 9.3")
        return lines if possible_fences(lines) else []


def _side(letter: str) -> int:
    """The number of a side, or -1 if it is none."""
    return SIDES.index(letter) if len(letter) == 1 and letter in SIDES else -1


def possible_fences(lines: list[list[int]]) -> bool:
    """WG 9.3: none, a corner line, a straight line, a T of three midpoints, or two corner lines."""
    sides = [side for line in lines for side in line]
    if -1 in sides or len(set(sides)) != len(sides):
        return False
    if len(lines) == 2:
        return all(len(line) == 2 and (line[0] - line[1]) % 2 == 1 for line in lines)
    return not lines or (len(lines) == 1 and len(lines[0]) in (2, 3))


# ---- sound or not (WG 9.5) -----------------------------------------------------------------------------


def prove(edition: Edition, faults: Faults) -> None:
    if len(edition.discs) <= MAX_DISCS:
        _prove_tile_bag(edition, faults)
    _prove_counts(edition, faults)
    _prove_boards(edition, faults)
    sells = edition.buildings[names.GENERAL_STORE].sells
    three = len(set(sells)) == 3 == len(sells)
    faults.need(three, "5.12", "the General Store must show three different goods")
    for disc in edition.discs:
        sold = disc.autumn in sells
        faults.need(
            sold, "9.5", f"disc {disc.id}: {names.GOODS[disc.autumn]} is not sold at the General Store"
        )


def _prove_tile_bag(edition: Edition, faults: Faults) -> None:
    """The bag must serve every spring of every disc order at the most players."""
    for disc in edition.discs:
        before = [d for d in edition.discs if d is not disc and (d.pile == disc.pile or disc.pile == "B")]
        left = len(edition.tiles) - edition.most * sum([d.lay for d in before])
        drawing = PLAYERS_DRAW[edition.most - 1]
        sentence = f"disc {disc.id}: only {left} tiles may be left when {drawing} {disc.draw} each"
        faults.need(left >= edition.most * disc.draw, "9.5", sentence)


def _prove_counts(edition: Edition, faults: Faults) -> None:
    need = faults.need
    ids = [disc.id for disc in edition.discs]
    need(len(set(ids)) == len(ids), "1.4", "two year discs have one id")
    piles = [disc.pile for disc in edition.discs]
    below = edition.years // 2
    even = piles.count("A") == edition.years - below and piles.count("B") == below
    words = "four A discs and four B discs"
    if edition.years != names.YEARS:
        words = f"{edition.years - below} A discs and {below} B discs for {edition.years} years"
    need(even, "1.4", f"there must be {words}")
    most = edition.most
    of_all = "four players" if most == MAX_PLAYERS else f"{most} players"
    need(edition.coins[0] >= 2 * most, "9.5", f"there must be two coppers for each of {of_all}")
    boards = sum([board.copies for board in edition.boards])
    need(boards >= most, "1.1", f"there must be a board for each of {most} players")
    for players in range(edition.fewest, most + 1):
        _prove_stock(edition, players, faults)


def _prove_stock(edition: Edition, players: int, faults: Faults) -> None:
    each = edition.per_building[players - 1]
    enough = sum(edition.labourers) - players >= 3 * each
    faults.need(enough, "1.5", f"too few labourers for three lodgings of {each} with {players} players")
    enough = sum(edition.building_tiles) >= 2 * each
    faults.need(enough, "1.6", f"too few huts and barns for two buildings of {each} with {players} players")
    enough = sum(edition.improvements) >= 2 * each
    faults.need(enough, "1.7", f"too few improvements for two buildings of {each} with {players} players")


def _prove_boards(edition: Edition, faults: Faults) -> None:
    wanted = [0] * len(names.COLOURS)
    kinds = [board.kind for board in edition.boards]
    faults.need(len(set(kinds)) == len(kinds), "1.1", "two patterns of boards have one kind")
    for board in edition.boards:
        where = f"board {board.kind}"
        different = sorted(board.landscapes) == list(range(len(names.GOODS)))
        faults.need(different, "9.5", f"{where}: its five landscapes must be five different terrains")
        if different and len(board.storage) == len(names.GOODS):
            forest = board.storage[board.landscapes.index(names.WOOD)]
            faults.need(forest >= 1, "1.2", f"{where}: the forest needs a square for the first wood")
        faults.need(1 <= board.wagons <= 4, "9.5", f"{where}: a board has one to four wagons")
        faults.need(board.barn_spaces >= 2, "1.2", f"{where}: the barn needs room for two coins")
        wanted[board.first_wagon] += min(board.copies, edition.most)
    for colour, count in enumerate(wanted):
        enough = edition.labourers[colour] >= min(count, edition.most)
        faults.need(enough, "1.2", f"too few {names.COLOURS[colour]} labourers for the boards' first wagons")
