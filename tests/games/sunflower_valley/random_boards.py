"""Random sheets for comparisons: any symbols anywhere, and ones on which tracks really lead to houses."""

from collections.abc import Callable, Sequence
from random import Random

from tests.games.sunflower_valley.slow_scorer import HEXES, Hex, Valley, across, colour_of

Kind = Callable[[Random, str], list[str]]  # makes the rows of a sheet of some letter

TRACKS = ["L03", "L14", "L25", "C02", "C04", "C13", "C15", "C24", "C35"]
BEYOND = {(place, side): across(place, side) for place in HEXES for side in range(6)}
LONGEST = 6  # hexes of a line that is laid on purpose
TRIES = 150  # lines that are tried on a sheet


def rows_of(board: Valley) -> list[str]:
    return [" ".join(board[f"{row}{column}"] for column in range(1, 7)) for row in "abcde"]


def blank(sheet: str) -> Valley:
    return {place: "^" if colour_of(sheet, place) == "^" else "." for place in HEXES}


def fill(board: Valley, rng: Random, tokens: Sequence[str], share: float = 1.0) -> None:
    """Draw any of these symbols on about a share of the free hexes."""
    for place in HEXES:
        if board[place] == "." and rng.random() < share:
            board[place] = rng.choice(tokens)


def any_rows(rng: Random, sheet: str) -> list[str]:
    """Every symbol anywhere, as six equal dice would have it; often unfinished."""
    board = blank(sheet)
    faces = [*"HSFU", rng.choice(TRACKS), rng.choice(TRACKS)]
    fill(board, rng, faces if rng.random() < 0.3 else [*"HSFU" * 5, *TRACKS], rng.choice([0.2, 0.6, 1, 1, 1]))
    return rows_of(board)


def meadow_rows(rng: Random, sheet: str) -> list[str]:
    """Houses and sheep and sunflowers: many small herds and villages that compete for each other."""
    board = blank(sheet)
    fill(board, rng, rng.choice(["HSF", "HSFF", "HHSFF", "HSSFFF", "HSU."]), rng.choice([0.7, 1]))
    return rows_of(board)


def pasture_rows(rng: Random, sheet: str) -> list[str]:
    """Herds beside villages and lines."""
    board = blank(sheet)
    lead_lines(board, rng, scattered(board, rng, rng.randint(2, 8)))
    fill(board, rng, rng.choice(["SHF", "SSF.", "SFU..", "SSH...."]))
    return rows_of(board)


def railway_rows(rng: Random, sheet: str) -> list[str]:
    """Lines from house to house wherever one fits, so that there are rings."""
    board = blank(sheet)
    lead_lines(board, rng, scattered(board, rng, rng.randint(3, 11)))
    fill(board, rng, rng.choice([["S", "F", "U", "."], ["S", "H"], TRACKS, ["."]]), rng.choice([0.3, 1]))
    return rows_of(board)


def scattered(board: Valley, rng: Random, count: int) -> list[Hex]:
    """Draw houses, most of them away from the others."""
    for place in rng.sample(HEXES, len(HEXES)):
        crowded = any(board.get(BEYOND[place, side] or "") == "H" for side in range(6))
        if count > 0 and board[place] == "." and (not crowded or rng.random() < 0.1):
            board[place] = "H"
            count -= 1
    return [place for place in HEXES if board[place] == "H"]


def lead_lines(board: Valley, rng: Random, houses: Sequence[Hex]) -> None:
    """Lay lines that set out from a house and happen to reach one."""
    for _ in range(TRIES):
        board.update(wander(board, rng, rng.choice(houses)))


def wander(board: Valley, rng: Random, house: Hex) -> Valley:
    """The tracks of one line over free hexes, or nothing where it did not come to a house."""
    side = rng.randrange(6)
    here = BEYOND[house, side]
    tracks: Valley = {}
    while here is not None and len(tracks) < LONGEST:
        if board[here] == "H":
            return tracks
        if board[here] != "." or here in tracks:
            return {}
        entered = (side + 3) % 6
        side = (entered + rng.choice([2, 3, 4])) % 6
        first, second = sorted([entered, side])
        tracks[here] = f"{'L' if second - first == 3 else 'C'}{first}{second}"
        here = BEYOND[here, side]
    return {}


KINDS: list[Kind] = [any_rows, meadow_rows, pasture_rows, railway_rows]
