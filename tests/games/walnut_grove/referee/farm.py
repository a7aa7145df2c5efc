"""One farm as it lies on the table: land, barn, household. Everything is worked out anew when asked for."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.games.walnut_grove.slow_scorer import edition, tiles_by_number

Cell = tuple[int, int]  # column, row
Patch = tuple[Cell, str]  # all of one terrain on one cell (WG 4.1)

GOODS = ("grain", "fish", "dairy", "wood", "stone")
COINS = ("copper", "silver", "gold")
LETTERS = {"y": "grain", "b": "fish", "w": "dairy", "r": "wood", "g": "stone"}
AROUND = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
CLOCKWISE = ("north", "east", "south", "west")
FACING = {"north": "south", "south": "north", "east": "west", "west": "east"}


@dataclass
class Farm:
    board: dict[str, Any]
    tiles: list[tuple[int, int, int, int]] = field(default_factory=list)  # tile, column, row, turns
    drawn: list[int] = field(default_factory=list)
    barn: list[str] = field(default_factory=list)
    land: Counter[Patch] = field(default_factory=Counter)  # goods lying on each patch
    labourers: list[str] = field(default_factory=list)
    recruits: list[str] = field(default_factory=list)
    huts: int = 0
    barns: int = 0
    improvements: list[str] = field(default_factory=list)
    open_help: int = 0
    turned_help: int = 0
    spot: str = ""  # where the town figure stands
    came: int = 0  # and as the how-manieth figure it came there


def new_farm(kind: str) -> Farm:
    """What a player starts with (WG 1.2)."""
    board = next(board for board in edition()["board"] if board["kind"] == kind)
    farm = Farm(board, barn=["copper", "copper"], labourers=[board["first_wagon"]])
    farm.land[(board["landscapes"].index("wood"), 0), "wood"] = 1
    return farm


# ---- land --------------------------------------------------------------------------------------------


def terrains(farm: Farm) -> dict[Cell, dict[str, str]]:
    """What each side of each cell shows; of the landscapes, the open edges (WG 3.7).

    With `beside` off no tile lies in row 0, so it makes no difference that the sides are shown then, too.
    """
    landscapes = farm.board["landscapes"]
    shown = {(column, 0): {"north": good} for column, good in enumerate(landscapes)}
    shown[0, 0] |= {"west": landscapes[0]}
    shown[len(landscapes) - 1, 0] |= {"east": landscapes[-1]}
    for tile, column, row, turns in farm.tiles:
        letters = tiles_by_number()[tile]["edges"]
        shown[column, row] = {CLOCKWISE[(n + turns) % 4]: LETTERS[letter] for n, letter in enumerate(letters)}
    return shown


def districts(farm: Farm) -> list[list[Patch]]:
    """All districts, each as its patches, the one it is named by first (WG 4.1)."""
    shown = terrains(farm)
    unseen = {(cell, good) for cell, sides in shown.items() for good in sides.values()}
    found = []
    while unseen:
        district = [unseen.pop()]
        for patch in district:  # grows while we walk along it
            for other in beside(shown, patch):
                if other in unseen:
                    unseen.remove(other)
                    district.append(other)
        found.append(sorted(district, key=lambda patch: (patch[0][1], patch[0][0])))
    return found


def beside(shown: dict[Cell, dict[str, str]], patch: Patch) -> list[Patch]:
    (column, row), good = patch
    found = []
    for side, (dx, dy) in AROUND.items():
        there = (column + dx, row + dy)
        if shown[column, row].get(side) == good == shown.get(there, {}).get(FACING[side]):
            found.append((there, good))
    return found


def named(district: list[Patch]) -> str:
    """`0,1`: the first cell, by row and then by column; beside the board `-1,0` comes before `0,0`."""
    column, row = district[0][0]
    return f"{column},{row}"


def squares(farm: Farm, patch: Patch) -> int:
    """The storage squares of one patch."""
    cell, good = patch
    if cell in landscapes_of(farm):
        return int(farm.board["storage"][cell[0]])
    tile = next(tile for tile, column, row, _ in farm.tiles if (column, row) == cell)
    return int(tiles_by_number()[tile]["storage"].get(good, 0))


def landscapes_of(farm: Farm) -> list[Cell]:
    return [(column, 0) for column in range(len(farm.board["landscapes"]))]


def put_on_land(farm: Farm, district: list[Patch], number: int) -> int:
    """Put goods on free squares of their district, one by one; how many find none (WG 4.5)."""
    for patch in district:
        while number and farm.land[patch] < squares(farm, patch):
            farm.land[patch] += 1
            number -= 1
    return number


def take_from_land(farm: Farm, good: str, name: str) -> None:
    for district in districts(farm):
        if district[0][1] == good and named(district) == name:
            patch = next(patch for patch in district if farm.land[patch])
            farm.land[patch] -= 1
            return
    raise AssertionError(f"no {good} at {name}")


def places_to_lay(farm: Farm, beside_the_board: bool) -> list[Cell]:
    """Free cells edge to edge with an open edge of a landscape or with a tile (WG 3.3, 3.4, 3.7)."""
    board = landscapes_of(farm)
    tiles = [(column, row) for _, column, row, _ in farm.tiles]
    cells = {(column, 1) for column, _ in board}
    if beside_the_board:
        cells |= {(board[0][0] - 1, 0), (board[-1][0] + 1, 0)}
    cells |= {(column + dx, row + dy) for column, row in tiles for dx, dy in AROUND.values()}
    lowest = 0 if beside_the_board else 1
    return [cell for cell in cells if cell[1] >= lowest and cell not in board and cell not in tiles]


# ---- barn --------------------------------------------------------------------------------------------


def room(farm: Farm) -> int:
    """Free spaces of the barn (WG 4.6, 5.10)."""
    spaces = farm.board["barn_spaces"] + farm.board["barn_tile_adds"] * farm.barns
    return int(spaces) - len(farm.barn)


def coins(farm: Farm) -> list[str]:
    return [thing for thing in farm.barn if thing in COINS]


def sources(farm: Farm, good: str) -> set[str]:
    """All places a good can come from: `grain` for the barn, `grain from 0,1` for land (WG 4.8)."""
    found = {good} if good in farm.barn else set()
    for district in districts(farm):
        if district[0][1] == good and any(farm.land[patch] for patch in district):
            found.add(f"{good} from {named(district)}")
    return found


def all_sources(farm: Farm) -> set[str]:
    return {source for good in GOODS for source in sources(farm, good)}


def throwable(farm: Farm) -> set[str]:
    return {f"throw {thing}" for thing in farm.barn}


def held(farm: Farm) -> Counter[str]:
    """Goods on land and in the barn together, and coins as `coin`."""
    count = Counter(thing if thing in GOODS else "coin" for thing in farm.barn)
    for (_, good), number in farm.land.items():
        count[good] += number
    return count


# ---- payments ----------------------------------------------------------------------------------------


def can_be_paid(purse: Counter[str], needs: list[str], jokers: str) -> bool:
    """Whether there is some way to pay the needs one after the other, by trying them all.

    A need is a good of a building's cost, or `any`: one of the three goods that buy off help.
    """
    if not needs:
        return True
    for thing in payers(purse, needs[0], jokers):
        rest = purse.copy()
        rest[thing] -= 1
        if can_be_paid(rest, needs[1:], jokers):
            return True
    return False


def payers(purse: Counter[str], need: str, jokers: str) -> list[str]:
    """What may be given for one need: goods, or `coin` (WG 5.7, 7.3)."""
    fitting = [good for good in GOODS if purse[good] and need in (good, "any")]
    may_stand_in = jokers == "any" or (need != "any" and not purse[need])
    return fitting + ["coin"] * (purse["coin"] > 0 and may_stand_in)


def offers_for(farm: Farm, good: str, always_coins: bool) -> set[str]:
    """The good from everywhere, and coins in its place (WG 4.8, 5.7)."""
    offers = {f"give {source}" for source in sources(farm, good)}
    if always_coins or not offers:
        offers |= {f"give {coin} for {good}" for coin in coins(farm)}
    return offers


# ---- at the end --------------------------------------------------------------------------------------


def written(farm: Farm, options: str) -> dict[str, Any]:
    """The farm in the notation of WG 11."""
    land: Counter[str] = Counter()
    for (_, good), number in farm.land.items():
        land[good] += number
    return {
        "board": farm.board["kind"],
        "tiles": [list(tile) for tile in farm.tiles],
        "barn": farm.barn,
        "land": dict(land),
        "labourers": farm.labourers,
        "recruits": farm.recruits,
        "huts": farm.huts,
        "barns": farm.barns,
        "improvements": farm.improvements,
        "help": {"open": farm.open_help, "turned": farm.turned_help},
        "options": options,
    }
