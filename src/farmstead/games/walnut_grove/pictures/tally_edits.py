"""What is done to a farm that is put in tap by tap (WG 11): tiles laid and turned, cubes, pieces, coins."""

from typing import Any, Final

from farmstead.engine.contract import is_number
from farmstead.engine.sheets import BadSheet
from farmstead.engine.square import cell_at, cell_text, column_of, parse_cell, row_of
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import COLOURS, GOODS, IMPROVEMENTS, ITEMS
from farmstead.games.walnut_grove.rules.sheets import Sheet

LISTED: Final = {"labourers": COLOURS, "improvements": IMPROVEMENTS, "barn": ITEMS}  # lists of names
COUNTED: Final = {"land": GOODS, "help": ("open", "turned")}  # numbers by name
PLAIN: Final = ("huts", "barns")
CUBE, UNCUBE, LIFT = "cube", "uncube", "lift"  # tools besides tiles
TILE: Final = "tile:"  # the tool that lays one, with its number behind it

# `Any`: a document as it was read. Sheet is what judges it.
FarmSheet = dict[str, Any]


class NotAnEdit(ValueError):
    """Nothing that can be done to a farm."""


class NoneThere(ValueError):
    """What was to be taken away, turned or filled is not there."""


def edits(edition: Edition, verb: str) -> str:
    """What can be done to a farm with a verb, as deeds are written."""
    if verb == "set":
        return f"set board {'|'.join([board.kind for board in edition.boards])}, set options german|french"
    if verb in ("more", "less"):
        named = [f"{verb} {what} {'|'.join(names)}" for what, names in {**LISTED, **COUNTED}.items()]
        return ", ".join([*named, *[f"{verb} {what}" for what in PLAIN]])
    tile = f"{TILE}{min(edition.tiles)}…{max(edition.tiles)}"
    return (
        f"tap cell:COLUMN,ROW {tile}, tap laid:COLUMN,ROW [{tile}|{LIFT}], "
        f"tap district:{'|'.join(GOODS)}:COLUMN,ROW {CUBE}|{UNCUBE}"
    )


def blank_farm(edition: Edition, board: str = "") -> FarmSheet:
    """WG 1.2: a board and the labourer of its first wagon, which no farm ever loses."""
    found = edition.board(board) or edition.boards[0]
    return {"board": found.kind, "tiles": [], "labourers": [COLOURS[found.first_wagon]]}


def farm_of(sheet: FarmSheet, edition: Edition) -> Farm:
    """BadSheet says why it cannot be."""
    return Sheet(sheet, edition).farm()


def joined(sheet: FarmSheet) -> FarmSheet:
    """The recruits of the last autumn have joined (WG 8.1)."""
    if not sheet.get("recruits"):
        return {key: value for key, value in sheet.items() if key != "recruits"}
    rest = {key: value for key, value in sheet.items() if key != "recruits"}
    return {**rest, "labourers": sorted([*sheet.get("labourers", []), *sheet["recruits"]], key=COLOURS.index)}


# ---- numbers ---------------------------------------------------------------------------------------------


def count_of(sheet: FarmSheet, what: str, name: str) -> int:
    if what in LISTED:
        return int(sheet.get(what, []).count(name))
    if what in COUNTED:
        return int(sheet.get(what, {}).get(name, 0))
    if what in PLAIN:
        return int(sheet.get(what, 0))
    raise NotAnEdit(what)


def stepped(sheet: FarmSheet, what: str, name: str, by: int) -> FarmSheet:
    """One more or one fewer; NoneThere where there is none to take away."""
    if not _is_counted(what, name):
        raise NotAnEdit(f"{what} {name}")
    if (count := count_of(sheet, what, name) + by) < 0:
        raise NoneThere(f"{what} {name}")
    if what in PLAIN:
        return {**sheet, what: count}
    if what in COUNTED:
        return {**sheet, what: {**sheet.get(what, {}), name: count}}
    found = list(sheet.get(what, []))
    if by > 0:
        found.append(name)
    else:
        found.remove(name)
    return {**sheet, what: sorted(found, key=LISTED[what].index)}


def _is_counted(what: str, name: str) -> bool:
    """Whether there is a number of it; other keys of a sheet hold something else."""
    if what in PLAIN:
        return not name
    return name in COUNTED.get(what, ()) or name in LISTED.get(what, ())


def with_board(sheet: FarmSheet, edition: Edition, kind: str) -> FarmSheet:
    """On another board; a household that nobody has joined yet is that of the new board."""
    before, after = edition.board(sheet["board"]), edition.board(kind)
    if after is None:
        raise NotAnEdit(kind)
    found = {**sheet, "board": kind}
    if before is not None and sheet.get("labourers") == [COLOURS[before.first_wagon]]:
        found["labourers"] = [COLOURS[after.first_wagon]]
    return fitting(found, edition)


# ---- land ------------------------------------------------------------------------------------------------


def tapped(sheet: FarmSheet, edition: Edition, part: str, tool: str) -> FarmSheet:
    """What a tap on the farm does."""
    kind, _, where = part.partition(":")
    if kind == "cell" and tool.startswith(TILE):
        return _laid(sheet, edition, _number(tool.removeprefix(TILE)), where)
    if kind == "laid" and (tool.startswith(TILE) or tool in ("", LIFT)):
        place = cell_text(parse_cell(where))
        if place not in [_at(tile) for tile in _tiles(sheet)]:
            raise NoneThere(part)
        if tool.startswith(TILE):
            return _swapped(sheet, edition, _number(tool.removeprefix(TILE)), place)
        return _lifted(sheet, edition, place) if tool == LIFT else _turned(sheet, place)
    if kind == "district" and tool in (CUBE, UNCUBE):
        return _stored(sheet, edition, where, 1 if tool == CUBE else -1)
    raise NotAnEdit(f"{part} {tool}")


def _number(text: str) -> int:
    if not is_number(text):
        raise NotAnEdit(text)
    return int(text)


def _stored(sheet: FarmSheet, edition: Edition, where: str, by: int) -> FarmSheet:
    """A cube more or fewer on the district of a good that is named by one of its cells."""
    good, _, place = where.partition(":")
    if good not in GOODS:
        raise NotAnEdit(where)
    if farm_of(sheet, edition).land.anchored(GOODS.index(good), parse_cell(place)) < 0:
        raise NoneThere(where)
    return stepped(sheet, "land", good, by)


def _laid(sheet: FarmSheet, edition: Edition, number: int, where: str) -> FarmSheet:
    """A tile in a free cell, turned so that most of it joins its neighbours; another tap turns it on."""
    at = parse_cell(where)
    column, row = column_of(at), row_of(at)
    if number not in edition.tiles:
        raise NotAnEdit(f"tile {number}")
    land, cell = farm_of(sheet, edition).land, cell_at(column, row)
    turn = 0
    if cell in land.frontier:
        districts = [len(land.lay(turned, cell).live) for turned in edition.tiles[number].turned]
        turn = districts.index(min(districts))
    return {**sheet, "tiles": [*_tiles(sheet), [number, column, row, turn]]}


def _swapped(sheet: FarmSheet, edition: Edition, number: int, where: str) -> FarmSheet:
    """Another tile in the place of one, even if others hang on it; cubes without a square go with the old."""
    if number not in edition.tiles:
        raise NotAnEdit(f"tile {number}")
    ways = [
        [[number, *tile[1:3], turn] if _at(tile) == where else tile for tile in _tiles(sheet)]
        for turn in range(4)
    ]
    lands = [farm_of({**sheet, "tiles": way, "land": {}}, edition).land for way in ways]
    districts = [len(land.live) for land in lands]
    return fitting({**sheet, "tiles": ways[districts.index(min(districts))]}, edition)


def changes_land(before: FarmSheet, after: FarmSheet) -> bool:
    """Whether squares may have gone."""
    return before.get("tiles") != after.get("tiles") or before.get("board") != after.get("board")


def _turned(sheet: FarmSheet, where: str) -> FarmSheet:
    tiles = [[*tile[:3], (tile[3] + 1) % 4] if _at(tile) == where else tile for tile in _tiles(sheet)]
    return {**sheet, "tiles": tiles}


def _lifted(sheet: FarmSheet, edition: Edition, where: str) -> FarmSheet:
    """Off the farm again; cubes that have no square any more go with it."""
    tiles = [tile for tile in _tiles(sheet) if _at(tile) != where]
    return fitting({**sheet, "tiles": in_order(tiles)}, edition)


def _tiles(sheet: FarmSheet) -> list[list[int]]:
    """As they are written; a sheet without any may leave them out."""
    found: list[list[int]] = sheet.get("tiles", [])
    return found


def _at(tile: list[int]) -> str:
    return f"{tile[1]},{tile[2]}"


def in_order(tiles: list[list[int]]) -> list[list[int]]:
    """As they could have been laid (WG 3.3); what touches nothing comes last."""
    waiting, found = list(tiles), list[list[int]]()
    while True:
        cells = {(tile[1], tile[2]) for tile in found} | {(column, 0) for column in range(5)}
        more = [tile for tile in waiting if _beside(tile, cells)]
        if not more:
            return [*found, *waiting]
        found += more[:1]
        waiting.remove(more[0])


def _beside(tile: list[int], cells: set[tuple[int, int]]) -> bool:
    column, row = tile[1], tile[2]
    around = ((column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row))
    return any(cell in cells for cell in around)


def fitting(sheet: FarmSheet, edition: Edition) -> FarmSheet:
    """With no more cubes on land than there are squares (WG 4.5)."""
    try:
        land = farm_of({**sheet, "land": {}}, edition).land
    except BadSheet:
        return sheet  # something else is wrong, and will be said
    squares = dict.fromkeys(GOODS, 0)
    for district in land.live:
        squares[GOODS[land.terrain[district]]] += land.squares[district]
    kept = {good: min(count_of(sheet, "land", good), squares[good]) for good in GOODS}
    return {**sheet, "land": {good: count for good, count in kept.items() if count}}
