"""A second, slow way to score a Walnut Grove farm in the notation of WG 11.

It shares no code with the game, only the edition's data file. Everything is done the plainest way:
districts by flooding, enclosed areas once as a graph and once by filling a picture of the fences.
`random_farm` makes farms, some of them impossible, to hold against a faster scorer.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

Cell = tuple[int, int]  # column, row
Point = tuple[int, int]  # in half cells, so that midpoints and centres are whole numbers
Line = tuple[Point, Point]
Drawing = dict[Cell, list[str]]  # "N-E" a line, "S-W-N" a T, as in the edition file
Land = dict[Cell, dict[str, str]]  # what terrain each side of a cell shows
Fault = tuple[str, str]  # paragraph, sentence

SOURCES = Path(__file__).resolve().parents[3] / "src" / "farmstead"
EDITION = SOURCES / "games" / "walnut_grove" / "rules" / "data" / "edition.toml"
TERRAIN = {"y": "grain", "b": "fish", "w": "dairy", "r": "wood", "g": "stone"}
GOODS = ("grain", "fish", "dairy", "wood", "stone")
COIN_POINTS = {"copper": 0, "silver": 1, "gold": 2}
COLOURS = ("yellow", "blue", "white")
IMPROVEMENTS = ("tent", "ladder", "safe", "store", "paddock", "horses", "well")
SIDES = "NESW"
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
RULES = 2  # the revision of the rules page; the notation of WG 11 is of this revision
SWITCHES = {  # the values of each (WG 10)
    "enter_unpayable": ("off", "on"),
    "jokers": ("any", "buildings"),
    "open_help_costs": ("on", "off"),
    "beside": ("on", "off"),
    "huts_free_wagons": ("on", "off"),
}
PRESETS = {
    "german": {"enter_unpayable": "off", "jokers": "any", "open_help_costs": "on"},
    "french": {"enter_unpayable": "on", "jokers": "buildings", "open_help_costs": "off"},
}
NEW_IN_2 = ("beside", "huts_free_wagons")  # on in both presets; revision 1 plays as both off
LISTS: dict[str, tuple[str, ...]] = {
    "barn": GOODS + tuple(COIN_POINTS),
    "labourers": COLOURS,
    "recruits": COLOURS,
    "improvements": IMPROVEMENTS,
}
TALLIES: dict[str, tuple[str, ...]] = {"land": GOODS, "help": ("open", "turned")}
COUNTS = ("huts", "barns")
KEYS = ("board", "tiles", "options", *LISTS, *TALLIES, *COUNTS)


# ---- the edition -------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def edition() -> dict[str, Any]:
    """The packaged edition, as it stands in its file (WG 9.1)."""
    return tomllib.loads(EDITION.read_text(encoding="utf-8"))


def board_of(farm: dict[str, Any]) -> dict[str, Any]:
    """The player board a farm names."""
    return next(board for board in edition()["board"] if board["kind"] == farm["board"])


@lru_cache(maxsize=1)
def tiles_by_number() -> dict[int, dict[str, Any]]:
    """The land tiles by their number."""
    return {tile["id"]: tile for tile in edition()["tile"]}


# ---- the answer --------------------------------------------------------------------------------------


def score(farm: Any, rules: int = RULES) -> dict[str, Any]:
    """The points of a farm, or `error` and `rule` of an impossible one (WG 11)."""
    faults = all_faults(farm, rules)
    if faults:
        paragraph, sentence = faults[0]
        return {"error": sentence, "rule": f"WG {paragraph}"}
    points = {
        "fences": enclosed_areas(drawing(farm)),
        "figures": 2 * figures(farm),
        "buildings": buildings(farm),
        "coins": sum(COIN_POINTS[thing] for thing in coins(farm)),
        "improvements": sum(worth(name, farm) for name in farm.get("improvements", [])),
        "help": -2 * costly_help(farm, read_options(farm.get("options", []), rules)),
    }
    return {**points, "total": sum(points.values())}


def figures(farm: dict[str, Any]) -> int:
    """The farmer, the labourers and the recruits, who join at the end (WG 8.1, 8.3)."""
    return 1 + len(farm.get("labourers", [])) + len(farm.get("recruits", []))


def buildings(farm: dict[str, Any]) -> int:
    """Huts and barns with the printed house and the printed barn (WG 8.4)."""
    return int(farm.get("huts", 0)) + int(farm.get("barns", 0)) + 2


def coins(farm: dict[str, Any]) -> list[str]:
    """The coins in the barn."""
    return [thing for thing in farm.get("barn", []) if thing in COIN_POINTS]


def costly_help(farm: dict[str, Any], switches: dict[str, str]) -> int:
    """The help tiles that cost points (WG 7.4, R4)."""
    tiles = farm.get("help", {})
    turned = int(tiles.get("turned", 0))
    if switches["open_help_costs"] == "off":
        return turned
    return turned + int(tiles.get("open", 0))


def worth(name: str, farm: dict[str, Any]) -> int:
    """What one copy of an improvement scores (WG 8.6)."""
    if name == "tent":
        return 2 * len(farm["improvements"])
    if name == "ladder":
        return buildings(farm)
    if name == "safe":
        return len(coins(farm))
    if name == "store":
        return stored(farm)
    if name == "paddock":
        return max(len(district) for district in districts(land_of(farm)))
    return enclosed_areas(drawing(farm)) if name == "horses" else figures(farm)


def stored(farm: dict[str, Any]) -> int:
    """Goods in the barn once its free spaces are filled from land, one by one (WG 8.10)."""
    barn = list(farm.get("barn", []))
    waiting = list(Counter(farm.get("land", {})).elements())
    while waiting and len(barn) < barn_spaces(farm):
        barn.append(waiting.pop())
    return sum(1 for thing in barn if thing in GOODS)


def barn_spaces(farm: dict[str, Any]) -> int:
    """Printed spaces and those of the barn tiles (WG 5.10)."""
    board = board_of(farm)
    return int(board["barn_spaces"]) + int(board["barn_tile_adds"]) * int(farm.get("barns", 0))


# ---- districts ---------------------------------------------------------------------------------------


def turned(side: str, turns: int) -> str:
    """Where a side of a tile comes to lie after clockwise quarter turns."""
    return SIDES[(SIDES.index(side) + turns) % 4]


def land_of(farm: dict[str, Any]) -> Land:
    """All cells and the terrains at their sides; landscapes have some at their open edges only (WG 3.7).

    With `beside` off nothing lies west or east of the board that those two edges could join.
    """
    landscapes = board_of(farm)["landscapes"]
    land: Land = {(column, 0): {"N": kind} for column, kind in enumerate(landscapes)}
    land[0, 0]["W"] = landscapes[0]
    land[len(landscapes) - 1, 0]["E"] = landscapes[-1]
    for number, column, row, turns in farm.get("tiles", []):
        edges = tiles_by_number()[number]["edges"]
        land[column, row] = {turned(side, turns): TERRAIN[edges[i]] for i, side in enumerate(SIDES)}
    return land


def districts(land: Land) -> list[set[tuple[Cell, str]]]:
    """The largest sets of joined patches, a patch being a cell and one terrain on it (WG 4.1)."""
    left = {(cell, kind) for cell, sides in land.items() for kind in sides.values()}
    found = []
    while left:
        district = {left.pop()}
        edge = list(district)
        while edge:
            near = [patch for patch in joined(land, edge.pop()) if patch in left]
            left.difference_update(near)
            district.update(near)
            edge.extend(near)
        found.append(district)
    return found


def joined(land: Land, patch: tuple[Cell, str]) -> list[tuple[Cell, str]]:
    """The patches beside one, across edges that show its terrain on both sides."""
    (column, row), kind = patch
    found = []
    for side in [side for side in SIDES if land[column, row].get(side) == kind]:
        there = (column + STEP[side][0], row + STEP[side][1])
        if land.get(there, {}).get(OPPOSITE[side]) == kind:
            found.append((there, kind))
    return found


# ---- fences ------------------------------------------------------------------------------------------


def drawing(farm: dict[str, Any]) -> Drawing:
    """The fences of each laid tile as they lie."""
    drawn: Drawing = {}
    for number, column, row, turns in farm.get("tiles", []):
        fences = tiles_by_number()[number]["fences"]
        drawn[column, row] = ["-".join(turned(side, turns) for side in fence.split("-")) for fence in fences]
    return drawn


def enclosed_areas(drawn: Drawing, rim: int = 5) -> int:
    """Areas with fence all round (WG 8.2, 9.4); the rim runs round `rim` landscapes."""
    lines = [line for cell, fences in drawn.items() for fence in fences for line in fence_lines(cell, fence)]
    by_graph = areas_by_graph(lines, rim)
    by_picture = areas_by_picture(lines, rim)
    assert by_graph == by_picture, f"graph {by_graph}, picture {by_picture}: {drawn}"
    return by_graph


def fence_lines(cell: Cell, fence: str) -> list[Line]:
    """A fence as lines: between two midpoints, or for a T from three midpoints to the centre (WG 9.3)."""
    x, y = 2 * cell[0] + 1, 2 * cell[1] + 1
    ends = [(x + STEP[side][0], y + STEP[side][1]) for side in fence.split("-")]
    if len(ends) == 2:
        return [(ends[0], ends[1])]
    return [(end, (x, y)) for end in ends]


def rim_midpoints(rim: int) -> set[Point]:
    """The midpoints of the landscapes' open edges: one in the west, all in the north, one in the east."""
    return {(0, 1), *((2 * column + 1, 2) for column in range(rim)), (2 * rim, 1)}


def areas_by_graph(lines: list[Line], rim: int) -> int:
    """Edges − nodes + connected parts, the whole rim being one node (WG 9.4)."""
    on_rim = rim_midpoints(rim)
    edges = [tuple("rim" if point in on_rim else point for point in line) for line in lines]
    part = {node: node for edge in edges for node in edge}
    for one, other in edges:
        old, new = part[one], part[other]
        part = {node: new if name == old else name for node, name in part.items()}
    return len(edges) - len(part) + len(set(part.values()))


def areas_by_picture(lines: list[Line], rim: int) -> int:
    """Draw every line and the rim in ink on squared paper and count the white regions but the outermost.

    Four squares to the half cell. The ink may run diagonally, the flood may not. To make a line of the
    rim's midpoints cannot add or take away a region: the graph's one node is this line drawn together.
    The rim is drawn up the board's west side, along its north side and down its east side (WG 9.3).
    """
    corners = [(0, 0), (0, 2), (2 * rim, 2), (2 * rim, 0)]
    ink: set[Point] = set()
    for start, end in [*pairwise(corners), *lines]:
        ink.update(pixels(start, end))
    xs, ys = [x for x, _ in ink], [y for _, y in ink]
    paper = {(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)}
    white, regions = paper - ink, 0
    while white:
        flood(white, white.pop())
        regions += 1
    return regions - 1


def pixels(start: Point, end: Point) -> list[Point]:
    """The squares of a level, upright or diagonal line."""
    way = [(b > a) - (b < a) for a, b in zip(start, end, strict=True)]
    length = 4 * max(abs(b - a) for a, b in zip(start, end, strict=True))
    return [(4 * start[0] + way[0] * i, 4 * start[1] + way[1] * i) for i in range(length + 1)]


def flood(white: set[Point], start: Point) -> None:
    """Take away all white that can be reached."""
    wet = [start]
    while wet:
        x, y = wet.pop()
        near = [(x + dx, y + dy) for dx, dy in STEP.values() if (x + dx, y + dy) in white]
        white.difference_update(near)
        wet.extend(near)


# ---- options -----------------------------------------------------------------------------------------


def read_options(options: Any, rules: int = RULES) -> dict[str, str]:
    """The switches from a string or list of words or an object; ValueError if they make no sense.

    Words are read from left to right: a preset sets all switches, also those set before it. Revision 1
    does not know the names of the switches that came with revision 2, and plays as both off.
    """
    chosen = preset("german", rules)
    for word in option_words(options):
        name, equals, value = word.partition("=")
        if word in PRESETS:
            chosen = preset(word, rules)
        elif equals and value in SWITCHES.get(name, ()) and not (rules == 1 and name in NEW_IN_2):
            chosen[name] = value
        else:
            raise ValueError(f"there is no option {word!r}")
    return chosen


def preset(name: str, rules: int) -> dict[str, str]:
    """All switches as one of the two presets sets them (WG 10)."""
    if rules not in (1, RULES):
        raise ValueError(f"there is no revision {rules} of the rules")
    return {**PRESETS[name], **dict.fromkeys(NEW_IN_2, "off" if rules == 1 else "on")}


def option_words(options: Any) -> list[str]:
    """`french`, or `switch=value`, one after the other."""
    if isinstance(options, str):
        return options.split()
    if isinstance(options, dict):
        options = [f"{name}={value}" if isinstance(value, str) else value for name, value in options.items()]
    if not isinstance(options, list) or not all(isinstance(word, str) for word in options):
        raise ValueError("options are a preset or switches")
    return list(options)


# ---- impossible farms --------------------------------------------------------------------------------


def all_faults(farm: Any, rules: int = RULES) -> list[Fault]:
    """Everything wrong with a farm; what cannot be read at all comes first and alone."""
    unreadable = list(shape_faults(farm, rules))
    if unreadable:
        return unreadable
    switches = read_options(farm.get("options", []), rules)
    return [*laying_faults(farm, switches), *room_faults(farm), *site_faults(farm, switches)]


def shape_faults(farm: Any, rules: int) -> Iterator[Fault]:
    """Unknown names and wrong kinds of values (WG 11)."""
    if not isinstance(farm, dict):
        yield "11", "a farm is a JSON object"
        return
    yield from (("11", f"a farm has no {key!r}") for key in farm if key not in KEYS)
    if farm.get("board") not in [board["kind"] for board in edition()["board"]]:
        yield "11", f"there is no board {farm.get('board')!r}"
    yield from list_faults(farm)
    yield from number_faults(farm)
    yield from tile_faults(farm.get("tiles", []))
    try:
        read_options(farm.get("options", []), rules)
    except ValueError as fault:
        yield "11", str(fault)


def list_faults(farm: dict[str, Any]) -> Iterator[Fault]:
    """Lists of names: barn, labourers, recruits, improvements."""
    for key, known in LISTS.items():
        names = farm.get(key, [])
        if not isinstance(names, list):
            yield "11", f"{key} is a list of names"
        else:
            yield from (("11", f"{key} cannot hold {name!r}") for name in names if name not in known)


def number_faults(farm: dict[str, Any]) -> Iterator[Fault]:
    """Counts, and counts by name: huts, barns, land, help."""
    for key in COUNTS:
        if not is_count(farm.get(key, 0)):
            yield "11", f"{key} is a number from 0"
    for key, known in TALLIES.items():
        tally = farm.get(key, {})
        if not isinstance(tally, dict):
            yield "11", f"{key} is an object of numbers"
        elif not all(name in known and is_count(number) for name, number in tally.items()):
            yield "11", f"{key} gives numbers from 0 for {', '.join(known)}"


def is_count(value: Any) -> bool:
    """A whole number from 0; true and 1.0 are none."""
    return type(value) is int and value >= 0


def tile_faults(tiles: Any) -> Iterator[Fault]:
    """Tiles are four whole numbers each, of a known tile."""
    if not isinstance(tiles, list):
        yield "11", "tiles is a list"
        return
    for tile in tiles:
        if not isinstance(tile, list) or len(tile) != 4 or not all(type(number) is int for number in tile):
            yield "11", "a tile is [tile, column, row, clockwise quarter turns]"
        elif tile[0] not in tiles_by_number():
            yield "11", f"there is no tile {tile[0]}"


def laying_faults(farm: dict[str, Any], switches: dict[str, str]) -> Iterator[Fault]:
    """The first tile that could not have been laid (WG 3)."""
    board = {(column, 0) for column in range(len(board_of(farm)["landscapes"]))}
    lowest = lowest_row(switches)
    laid: dict[Cell, int] = {}
    for number, column, row, turns in farm.get("tiles", []):
        if number in laid.values():
            fault = "3.3", f"tile {number} is there twice"
        elif turns not in range(4):
            fault = "3.3", f"tile {number} has four rotations, 0 to 3"
        elif (column, row) in board:
            fault = "3.7", f"tile {number} lies on the board"
        elif row < lowest:
            fault = "3.7", f"tile {number} lies in row {row}, land begins in row {lowest}"
        elif (column, row) in laid:
            fault = "3.3", f"tile {number} lies on another"
        elif not any((column + dx, row + dy) in {*board, *laid} for dx, dy in STEP.values()):
            fault = "3.3", f"tile {number} touches neither the board nor a tile laid before"
        else:
            laid[column, row] = number
            continue
        yield fault
        return


def lowest_row(switches: dict[str, str]) -> int:
    """Where land begins. From there on up, whatever touches a landscape touches an open edge (WG 3.7)."""
    return 0 if switches["beside"] == "on" else 1


def room_faults(farm: dict[str, Any]) -> Iterator[Fault]:
    """Goods without a square, a barn too full (WG 4.5, 4.6)."""
    board = board_of(farm)
    squares = Counter(dict(zip(board["landscapes"], board["storage"], strict=True)))
    for tile in farm.get("tiles", []):
        squares.update(tiles_by_number()[tile[0]]["storage"])
    for good, number in farm.get("land", {}).items():
        if number > squares[good]:
            yield "4.5", f"{number} {good} on land, but {squares[good]} squares"
    if len(farm.get("barn", [])) > barn_spaces(farm):
        yield "4.6", f"the barn has {barn_spaces(farm)} spaces"


def site_faults(farm: dict[str, Any], switches: dict[str, str]) -> Iterator[Fault]:
    """Too much open help, too many labourers, huts, barns or improvements (WG 7.2, 5.9–5.11)."""
    board = board_of(farm)
    if farm.get("help", {}).get("open", 0) > 1:
        yield "7.2", "at most one help tile is repayable"
    homes = board["wagons"] + (farm.get("huts", 0) if switches["huts_free_wagons"] == "on" else 0)
    if figures(farm) - 1 > homes:
        yield "5.9", f"there is room for {homes} labourers and recruits together"
    for kind in ("hut", "barn"):
        if farm.get(f"{kind}s", 0) > board[f"{kind}_sites"]:
            yield "5.10", f"a board has {board[f'{kind}_sites']} {kind} sites"
    if len(farm.get("improvements", [])) > board["improvement_sites"]:
        yield "5.11", f"a board has {board['improvement_sites']} improvement sites"


# ---- random farms ------------------------------------------------------------------------------------


def random_farm(rng: Random) -> dict[str, Any]:
    """A farm as a game might leave it; about one in four is spoilt in one way."""
    farm: dict[str, Any] = {"board": rng.choice(("yellow", "blue"))}
    farm["options"] = random_options(rng)
    switches = read_options(farm["options"])
    number = rng.choice((0, 1, 3, 6, 10, 10, 10, 14, 20, 30))
    farm["tiles"] = random_tiles(rng, number, lowest_row(switches))
    farm["huts"], farm["barns"] = rng.randint(0, 4), rng.randint(0, 2)
    farm["barn"] = rng.choices(LISTS["barn"], k=rng.randint(0, 4 + 2 * farm["barns"]))
    homes = 4 + (farm["huts"] if switches["huts_free_wagons"] == "on" else 0)
    hands = rng.choices(COLOURS, k=rng.randint(0, homes))
    cut = rng.randint(0, len(hands))
    farm["labourers"], farm["recruits"] = hands[:cut], hands[cut:]
    farm["improvements"] = rng.choices(IMPROVEMENTS, k=rng.randint(0, 3))
    farm["help"] = {"open": rng.randint(0, 1), "turned": rng.choice((0, 0, 1, 2, 5))}
    farm["land"] = random_land(rng, farm)
    kept = {key: value for key, value in farm.items() if key == "board" or (value and rng.random() < 0.95)}
    farm = farm if all_faults(kept) else kept
    return spoilt(rng, farm) if rng.random() < 0.25 else farm


def random_tiles(rng: Random, number: int, lowest: int) -> list[list[int]]:
    """Tiles laid one by one, in half of the farms so that fences like to join."""
    numbers = rng.sample(sorted(tiles_by_number()), number)
    tries = rng.choice((1, 30))
    tiles: list[list[int]] = []
    laid: set[Cell] = {(column, 0) for column in range(5)}
    while len(tiles) < number:
        steps = [(c + dx, r + dy) for c, r in laid for dx, dy in STEP.values()]
        cells = sorted({(c, r) for c, r in steps if r >= lowest and (c, r) not in laid})
        offers = [[numbers[len(tiles)], *rng.choice(cells), rng.randrange(4)] for _ in range(tries)]
        tiles.append(max(offers, key=lambda offer: len(joints(tiles, offer))))
        laid.add((tiles[-1][1], tiles[-1][2]))
    return tiles


def joints(tiles: list[list[int]], offer: list[int]) -> list[Point]:
    """The midpoints where a tile's fences would meet the rim or other fences."""
    there = ends(tiles) | rim_midpoints(5)
    return [point for point in ends([offer]) if point in there]


def ends(tiles: list[list[int]]) -> set[Point]:
    """All points at which fences of these tiles end."""
    drawn = drawing({"tiles": tiles}).items()
    lines = [line for cell, fences in drawn for fence in fences for line in fence_lines(cell, fence)]
    return {point for line in lines for point in line}


def random_land(rng: Random, farm: dict[str, Any]) -> dict[str, int]:
    """Goods on land, never more than squares."""
    board = board_of(farm)
    squares = Counter(dict(zip(board["landscapes"], board["storage"], strict=True)))
    for tile in farm["tiles"]:
        squares.update(tiles_by_number()[tile[0]]["storage"])
    full = rng.random() < 0.2
    goods = {good: squares[good] if full else rng.randint(0, squares[good]) for good in GOODS}
    return {good: number for good, number in goods.items() if number or rng.random() < 0.3}


def random_options(rng: Random) -> Any:
    """No options in most farms, or a preset or switches in one of their forms."""
    if rng.random() < 0.6:
        return []
    switch = rng.choice(sorted(SWITCHES))
    value = rng.choice(SWITCHES[switch])
    word = f"{switch}={value}"
    name = rng.choice(("german", "french"))
    return rng.choice((name, [name], word, [word], {switch: value}, [name, word], f"{name} {word}"))


def spoilt(rng: Random, farm: dict[str, Any]) -> dict[str, Any]:
    """The farm with one thing wrong, or at least odd."""
    tiles = farm.get("tiles", [])
    board = farm["board"]
    key, value = rng.choice((*wrong_tiles(rng, tiles), *wrong_numbers(board), *wrong_names(farm)))
    changed = {**farm, key: value}
    if value is None:
        del changed[key]
    return changed


def wrong_tiles(rng: Random, tiles: list[list[int]]) -> list[tuple[str, Any]]:
    """Ways to lay tiles wrongly; mixing up their order, or one beside the board, may happen to be right."""
    free = min(set(range(1, 51)) - {tile[0] for tile in tiles})
    additions = [[free, 0, 0, 0], [free, 2, -1, 0], [free, 70, 70, 0], [free, 0, 1, 4], [free, 5, 0, 0]]
    additions += [[free, 30, 1, 0], [51, 0, 1, 0], [0, 0, 1, 0], [free, 0, 1], [free, 0, 1, -1]]
    additions += [[free, -1, 0, 0], [free, -40, 0, 0], [free, -1, -1, 0]]
    if tiles:
        number, column, row, turns = rng.choice(tiles)
        additions += [[number, column, row + 1, turns], [free, column, row, turns]]
        additions += [[number, column, row, turns]]
    wrong = [("tiles", [*tiles, addition]) for addition in additions]
    return [*wrong, ("tiles", tiles[::-1]), ("tiles", rng.sample(tiles, len(tiles))), ("tiles", 3)]


def wrong_numbers(board: str) -> list[tuple[str, Any]]:
    """Too much of something; five labourers may have room. Too many barns leave the barn's contents alone."""
    return [
        ("land", {"wood": 80}),
        ("land", {"grain": -1}),
        ("barn", ["grain"] * 9),
        ("barn", ["wood", "gold"] * 5),
        ("help", {"open": 2}),
        ("labourers", [board] * 5),
        ("recruits", [board] * 5),
        ("recruits", [board] * 9),
        ("huts", 5),
        ("huts", True),
        ("barns", 3),
        ("improvements", ["tent"] * 4),
        ("help", {"turned": "1"}),
    ]


def wrong_names(farm: dict[str, Any]) -> list[tuple[str, Any]]:
    """Names, keys and types nobody knows, and two switches under which the farm may be wrong."""
    return [
        ("board", None),
        ("board", "white"),
        ("wagons", 2),
        ("barn", ["gravel"]),
        ("barn", {"grain": 1}),
        ("land", {"silver": 1}),
        ("labourers", ["black"]),
        ("recruits", "white"),
        ("improvements", [*farm.get("improvements", [])[:1], "sauna"]),
        ("help", 2),
        ("options", "swedish"),
        ("options", {"jokers": "none"}),
        ("options", "beside=off"),
        ("options", "huts_free_wagons=off"),
        ("rules", 1),
    ]
