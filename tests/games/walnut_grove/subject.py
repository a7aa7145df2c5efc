"""Walnut Grove under the laws: how its pieces are counted, and what a client could write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from farmstead.engine.contract import State
from farmstead.engine.square import column_of, row_of
from farmstead.games.walnut_grove.rules import GAME
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import (
    BUILDING_TILES,
    BUILDINGS,
    COINS,
    COLOURS,
    COPPER,
    GOODS,
    IMPROVEMENTS,
    ITEMS,
    SEASONS,
    SETTING_UP,
    STOCK_AT,
    STOCK_KINDS,
    STOCKED,
)
from farmstead.games.walnut_grove.rules.state import WalnutGrove
from farmstead.rulebooks import rulebook
from tests.games.walnut_grove import slow_scorer
from tests.laws import Pinned, Stages, Subject


def count_pieces(state: State) -> Mapping[str, object]:
    """WG 1: tiles, coins, discs; labourers, building tiles and improvements once they have been dealt out."""
    assert isinstance(state, WalnutGrove)
    tiles = list(state.tile_bag)
    coins = list(state.coin_bag)
    for farm in state.farms:
        tiles += farm.drawn + [tile.tile for tile in farm.land.tiles]
        for coin in range(3):
            coins[coin] += farm.barn[COPPER + coin] + farm.coins_drawn[coin]
        check_farm(farm, state.switches.huts_free_wagons)
    discs = len(state.discs_left) + int(state.year)
    return {"tiles": sorted(tiles), "coins": coins, "discs": discs, "pieces": in_play(state)}


def in_play(state: WalnutGrove) -> object:
    """Pieces in town and on farms: fixed by the set-up from the moment it is complete."""
    if state.season == SETTING_UP and state.year <= 1:
        return EXPECTED[state.players]
    pieces: list[int] = []
    for sort in range(3):
        buildings = [b for b in STOCKED if STOCK_KINDS[b] == (3, 2, 7)[sort]]
        pieces.append(sum(sum(state.stock[STOCK_AT[b] : STOCK_AT[b] + STOCK_KINDS[b]]) for b in buildings))
    for farm in state.farms:
        pieces[0] += sum(farm.labourers) + sum(farm.recruits)
        pieces[1] += int(farm.huts + farm.barns)
        pieces[2] += sum(farm.improvements)
    return pieces


# By seats: start labourers and three lodgings, two carpenters, two shops (WG 1.2, 1.5-1.7).
EXPECTED = {1: [7, 4, 4], 2: [8, 4, 4], 3: [12, 6, 6], 4: [16, 8, 8]}


def check_farm(farm: Farm, huts_free_wagons: bool) -> None:
    """A barn never holds more than its spaces, a district no more than its squares, totals add up."""
    board, land = farm.board, farm.land
    assert sum(farm.barn) + farm.room == board.barn_spaces + farm.barns * board.barn_tile_adds
    assert farm.room >= 0 and min(farm.barn) >= 0 and min(farm.stored) >= 0
    assert all(farm.stored[d] <= land.squares[d] for d in land.live)
    assert sum(farm.stored) == sum(farm.stored[d] for d in land.live)
    on_land = [sum(farm.stored[d] for d in land.live if land.terrain[d] == good) for good in range(5)]
    assert farm.goods == [farm.barn[good] + on_land[good] for good in range(5)]
    room = board.wagons + (farm.huts if huts_free_wagons else 0)
    assert sum(farm.labourers) + sum(farm.recruits) <= room
    assert farm.huts <= board.hut_sites and farm.barns <= board.barn_sites
    assert sum(farm.improvements) <= board.improvement_sites
    assert 0 <= farm.help_open <= 1


def sheet(farm: Farm, options: Sequence[str]) -> dict[str, object]:
    """A farm in the notation of WG 11."""
    land = farm.land
    cells = zip(land.tiles, land.cells, strict=True)
    return {
        "board": farm.board.kind,
        "tiles": [[tile.tile, column_of(cell), row_of(cell), tile.turn] for tile, cell in cells],
        "barn": [ITEMS[item] for item in range(8) for _ in range(farm.barn[item])],
        "land": {good: farm.goods[n] - farm.barn[n] for n, good in enumerate(GOODS)},
        "labourers": [colour for n, colour in enumerate(COLOURS) for _ in range(farm.labourers[n])],
        "recruits": [colour for n, colour in enumerate(COLOURS) for _ in range(farm.recruits[n])],
        "huts": int(farm.huts),
        "barns": int(farm.barns),
        "improvements": [name for n, name in enumerate(IMPROVEMENTS) for _ in range(farm.improvements[n])],
        "help": {"open": int(farm.help_open), "turned": int(farm.help_turned)},
        "options": [option for option in options if not option.startswith("start=")],
    }


def slow_scores(state: State) -> Sequence[int]:
    assert isinstance(state, WalnutGrove)
    answers = [slow_scorer.score(sheet(farm, state.switches.options)) for farm in state.farms]
    return [int(str(answer["total"])) for answer in answers]


def corpus(state: State) -> Sequence[str]:
    """Moves of every sort, with what is there and with what is not."""
    assert isinstance(state, WalnutGrove)
    cells = ["0,0", "4,0", "-1,0", "5,0", "2,-1", "0,1", "2,1", "-1,1", "3,3", "9,9"]
    drawn = [tile for farm in state.farms for tile in farm.drawn]
    laid = [f"{column_of(cell)},{row_of(cell)}" for farm in state.farms for cell in farm.land.cells]
    cells += laid[:3]
    moves = ["start church", "start town-hall", "leave", "pass", "repay", "done", "toll help"]
    moves += [f"lay {tile} at {cell} turn 1" for tile in [*drawn[:3], 50, 51] for cell in cells]
    moves += [f"{verb} {good} at {cell}" for verb in ["work"] for good in GOODS for cell in cells]
    moves += [f"{verb} {item}" for verb in ["keep", "throw", "give", "sell"] for item in ITEMS]
    moves += [f"visit {building}" for building in BUILDINGS]
    moves += [f"toll {coin}" for coin in COINS]
    moves += [
        f"{verb} {good} from {cell}" for verb in ["give", "sell", "move"] for good in GOODS for cell in cells
    ]
    moves += [f"give {coin} for {good}" for coin in COINS for good in GOODS]
    moves += [f"{words} {good}" for words in ["help for", "take"] for good in GOODS]
    moves += [f"{verb} {colour}" for verb in ["hire", "labourer"] for colour in COLOURS]
    moves += [f"{verb} {tile}" for verb in ["build", "building"] for tile in BUILDING_TILES]
    moves += [f"{verb} {name}" for verb in ["buy", "improvement"] for name in IMPROVEMENTS]
    moves += ["board yellow", "board blue", "board red", "disc A1", "disc B4", "disc C9"]
    moves += ["tile 1", "tile 50", "tile 51", *(f"coin {coin}" for coin in COINS)]
    return list(dict.fromkeys(moves))


def most_moves(seats: int) -> int:
    """Set-up, and for each year and seat: draws, lays, harvests, a visit, a winter, free actions."""
    return 40 + seats * (8 * 80 + 60)


def has_paragraph(rule: str) -> bool:
    book, _, number = rule.partition(" ")
    return book == "WG" and (number == "11" or number in PARAGRAPHS)


PARAGRAPHS = {paragraph.number for paragraph in rulebook("walnut-grove").paragraphs}
OPTIONS_OF_REVISION_1: list[tuple[str, ...]] = [
    ("german",),
    ("french",),
    ("enter_unpayable=on",),
    ("jokers=buildings",),
    ("open_help_costs=off",),
]
OPTIONS = [*OPTIONS_OF_REVISION_1, ("beside=off",), ("huts_free_wagons=off",)]
PLAYED: dict[tuple[str, ...], int] = {("german",): 6, ("french",): 6}  # records of the simple opponent
STAGES = Stages("season", frozenset(SEASONS))


def subjects(choices: list[tuple[str, ...]], earlier: int | None = None) -> list[Subject]:
    """Every number of seats with each of these options."""
    return [
        Subject(
            game=GAME,
            seats=seats,
            options=options,
            count_pieces=count_pieces,
            slow_scores=slow_scores,
            corpus=corpus,
            most_moves=most_moves,
            rules=has_paragraph,
            stages=STAGES,
            pinned=Pinned(played=PLAYED.get(options, 0), trees=number % 6 == 0),
            earlier=earlier,
        )
        for number, (seats, options) in enumerate(product(range(1, 5), choices))
    ]


SUBJECTS = subjects(OPTIONS)
EARLIER = subjects(OPTIONS_OF_REVISION_1, 1)
