"""What matters in a Walnut Grove position to one seat."""

from __future__ import annotations

from typing import Final, final

from farmstead.agents.judges.judge import Judge, Turn, Weights, hunches, is_waiting, read_weights
from farmstead.engine.contract import Action, Seat, State
from farmstead.engine.square import SOUTH, cell_at, midpoint
from farmstead.walnut_grove import scoring
from farmstead.walnut_grove.farm import Farm
from farmstead.walnut_grove.land import RIM, Land
from farmstead.walnut_grove.names import (
    COPPER,
    DECIDE_LAND,
    DECIDE_LAST,
    DECIDE_ROW,
    DECIDE_VISIT,
    DECIDE_WINTER,
    DECIDE_WORK,
    GOODS,
    IMPROVEMENTS,
    NOTHING,
    SETTING_UP,
    SPRING,
    WINTER,
    WOOD,
    YEARS,
)
from farmstead.walnut_grove.notation import NAME
from farmstead.walnut_grove.state import WalnutGrove
from farmstead.walnut_grove.winter import needs

ALWAYS: Final = 0
AREAS: Final = 1
FIGURES: Final = 2
HUTS: Final = 3
BARNS: Final = 4
COIN_POINTS: Final = 5
COPPERS: Final = 6
COINS: Final = 7
IMPROVED: Final = 8  # what improvements score now
HELP_TURNED: Final = 9
HELP_OPEN: Final = 10
IN_STORE: Final = 11  # goods, five sorts
ALL_GOODS: Final = 16
ROOM: Final = 17
SHORT: Final = 18  # goods the next winter asks for that are not there
SPARE: Final = 19
COVERED: Final = 20  # of these, such that a coin can stand for
LARGEST: Final = 21  # districts, five terrains
HARVEST: Final = 26  # goods all figures harvest in a year
LACKING: Final = 27  # goods a winter asks for beyond what districts bring
SQUARES: Final = 28
FENCES: Final = 29  # that hang together in themselves
JOINED: Final = 30  # midpoints beyond two of each fence
CLOSING: Final = 31  # free cells where a tile could enclose an area
BY_RIM: Final = 32  # midpoints that hang together with the board
OWNED: Final = 33  # improvements, seven kinds
WAGONS: Final = 40  # still empty
RECRUITS: Final = 41
IDLE: Final = 42  # figures without a district
LARGEST_OF_ALL: Final = 43
TILES: Final = 44
TO_DRAW: Final = 45  # coins
PLAYERS: Final = 46
HOUSED: Final = 47  # labourers in huts
SITES: Final = 48  # for improvements, free
FIGURES_LEFT: Final = 49  # still to be placed this summer
MOST_STORED: Final = 8
MOST_TILES: Final = 6
ROOTS: Final = (DECIDE_ROW, DECIDE_LAND, DECIDE_WORK, DECIDE_VISIT, DECIDE_WINTER, DECIDE_LAST)
FURTHEST: Final = 14  # steps of one visit
SEASON_STEPS: Final = 4
NAMES: Final[tuple[str, ...]] = (
    *("always", "areas", "figures", "huts", "barns", "coin points", "coppers", "coins", "improved"),
    *("help turned", "help open", *GOODS, "all goods", "room", "short", "spare", "covered"),
    *("largest grain", "largest fish", "largest dairy", "largest wood", "largest stone"),
    *("harvest", "lacking", "squares", "fences", "joined", "closing", "by rim", *IMPROVEMENTS),
    *("wagons", "recruits", "idle", "largest of all", "tiles", "to draw", "players", "housed", "sites"),
    "figures left",
)


@final
class GroveJudge(Judge):
    """Judges a farm by itself: what it scores, what it has in store, what it will bring."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(NAMES, SEASON_STEPS * YEARS, weights)

    def features(self, state: State, seat: Seat) -> list[float]:
        assert isinstance(state, WalnutGrove)
        out = [0.0] * len(NAMES)
        out[ALWAYS] = 1.0
        out[PLAYERS] = float(state.players)
        if seat < len(state.farms):
            farm = state.farms[seat]
            _look_at_household(farm, out)
            _look_at_stores(state, farm, out)
            _look_at_land(farm, out)
            _look_at_fences(farm.land, out)
        return out

    def time_left(self, state: State, seat: Seat) -> int:
        assert isinstance(state, WalnutGrove)
        left = SEASON_STEPS * (YEARS - int(state.year))
        if state.season == SETTING_UP or state.year == 0:
            return min(left, SEASON_STEPS * YEARS)
        return left + max(0, WINTER - max(int(state.season), SPRING))

    def clock(self, state: State) -> int:
        """Seasons, counted through the years."""
        assert isinstance(state, WalnutGrove)
        return 8 * int(state.year) + int(state.season)

    def turns(self, state: State, seat: Seat) -> list[Turn]:
        """Each move with the steps that follow from it, such as toll, cost and what is taken of a visit."""
        assert isinstance(state, WalnutGrove)
        found: list[Turn] = []
        for move in state.legal(seat):
            after = state.clone()
            after.apply(seat, move)
            moves: list[Action] = [move]
            self._carry_on(after, seat, moves)
            found.append(Turn(moves, self.worth(after, seat)))
        return found

    def _carry_on(self, state: WalnutGrove, seat: Seat, moves: list[Action]) -> None:
        """Make the steps that follow from a move, each the best at a glance."""
        for _ in range(FURTHEST):
            if is_waiting(state, seat) or state.farms[seat].agenda[-1] in ROOTS:
                return
            move = self._at_a_glance(state, seat)
            state.apply(seat, move)
            moves.append(move)

    def _at_a_glance(self, state: WalnutGrove, seat: Seat) -> Action:
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        best, found = -1e18, legal[0]
        for move in legal:
            after = state.clone()
            after.apply(seat, move)
            value = self.worth(after, seat)
            if value > best:
                best, found = value, move
        return found


def hunch() -> Weights:
    """What scores now scores in the end; the rest is a farmer's guess. Training starts here."""
    return hunches(
        len(NAMES),
        {
            "fences": {AREAS: [1.0], JOINED: [0.0, 0.5], CLOSING: [0.0, 0.15]},
            "figures": {FIGURES: [2.0], HARVEST: [0.0, 1.2], WAGONS: [0.0, 0.5]},
            "buildings": {ALWAYS: [2.0], HUTS: [1.0, 2.4], BARNS: [1.0, 0.5]},
            "coins": {COIN_POINTS: [1.0], COINS: [0.3, 0.6], TO_DRAW: [0.8]},
            "improvements": {
                IMPROVED: [1.0],
                OWNED: [0.0, 2.5],
                OWNED + 1: [0.0, 1.5],
                OWNED + 2: [0.0, 0.5],
                OWNED + 3: [0.0, 2.0],
                OWNED + 4: [0.0, 2.0],
                OWNED + 5: [0.0, 1.5],
                OWNED + 6: [0.0, 1.5],
            },
            "help": {
                HELP_TURNED: [-2.0],
                HELP_OPEN: [-2.0, 0.8],
                SHORT: [-1.9],
                COVERED: [1.2],
                SPARE: [0.05, 0.2],
                LACKING: [0.0, -4.0],
                ROOM: [0.0, 0.1],
                SQUARES: [0.0, 0.1],
            },
        },
    )


def judge(weights: Weights | None = None) -> GroveJudge:
    return GroveJudge(read_weights(NAME) if weights is None else weights)


def _look_at_household(farm: Farm, out: list[float]) -> None:
    hands = int(farm.hands())
    recruits = int(farm.hired())
    owned = farm.improvements
    out[FIGURES] = float(1 + hands + recruits)
    out[RECRUITS] = float(recruits)
    out[HUTS] = float(farm.huts)
    out[BARNS] = float(farm.barns)
    out[HOUSED] = float(min(int(farm.huts), hands + recruits))
    out[WAGONS] = float(farm.board.wagons - hands - recruits)
    out[SITES] = float(farm.board.improvement_sites - sum(owned))
    out[IMPROVED] = float(scoring.improvements(farm))
    for kind in range(len(owned)):
        out[OWNED + kind] = float(owned[kind])
    out[HELP_TURNED] = float(farm.help_turned)
    out[HELP_OPEN] = float(farm.help_open)


def _look_at_stores(state: WalnutGrove, farm: Farm, out: list[float]) -> None:
    goods = farm.goods
    for good in range(len(goods)):
        out[IN_STORE + good] = float(min(goods[good], MOST_STORED))
    coins = int(farm.coins())
    out[ALL_GOODS] = float(farm.all_goods())
    out[ROOM] = float(farm.room)
    out[COINS] = float(coins)
    out[COPPERS] = float(farm.barn[COPPER])
    out[COIN_POINTS] = float(scoring.coins(farm))
    out[TO_DRAW] = float(farm.coins_due) + float(sum(farm.coins_drawn))
    owed = _next_winter(state, farm)
    short, spare = 0, 0
    for good in range(len(goods)):
        if owed[good] > goods[good]:
            short += owed[good] - goods[good]
        else:
            spare += goods[good] - owed[good]
    out[SHORT] = float(short)
    out[COVERED] = float(min(short, coins))
    out[SPARE] = float(min(spare, 2 * MOST_STORED))


def _next_winter(state: WalnutGrove, farm: Farm) -> list[int]:
    """What the winter to come asks for; between years what an ordinary one would, after the last nothing."""
    if state.season == WINTER:
        return farm.owed
    if state.season > WINTER:
        return [0] * len(GOODS)
    owed = needs(state, farm)
    if state.season == SETTING_UP:
        if state.disc.doubled != NOTHING:  # the next disc is not known
            owed[state.disc.doubled] = farm.labourers[state.disc.doubled]
        owed[WOOD] = max(owed[WOOD], 1)
    return owed


def _look_at_land(farm: Farm, out: list[float]) -> None:
    land = farm.land
    largest = [0] * len(GOODS)
    sizes: list[int] = []
    for district in land.live:
        size = land.size[district]
        sizes.append(min(size, MOST_TILES))
        largest[land.terrain[district]] = max(largest[land.terrain[district]], size)
        out[SQUARES] += float(land.squares[district])
    for terrain in range(len(largest)):
        out[LARGEST + terrain] = float(min(largest[terrain], MOST_TILES))
    out[LARGEST_OF_ALL] = float(max(largest))
    hands = 1 + int(farm.hands() + farm.hired())
    sizes.sort(reverse=True)
    out[HARVEST] = float(sum(sizes[:hands]))
    out[IDLE] = float(max(0, hands - len(sizes)))
    out[TILES] = float(len(land.tiles))
    out[LACKING] = float(_lacking(farm, largest))
    out[FIGURES_LEFT] = float(farm.figures)


def _lacking(farm: Farm, largest: list[int]) -> int:
    """Goods a winter asks for beyond what one district of each sort brings."""
    eaters = [farm.labourers[colour] + farm.recruits[colour] for colour in range(3)]
    fires = 1 + max(0, sum(eaters) - int(farm.huts))
    lacking = max(0, fires - largest[WOOD])
    for colour in range(3):
        lacking += max(0, eaters[colour] - largest[colour])
    return lacking


def _look_at_fences(land: Land, out: list[float]) -> None:
    out[AREAS] = float(land.areas)
    fences = land.fences
    roots: dict[int, int] = {}
    for node in fences:
        root = _root(fences, node)
        roots[root] = roots.get(root, 0) + 1
    out[FENCES] = float(len(roots))
    out[JOINED] = float(len(fences) - 2 * len(roots))
    rim = _root(fences, RIM) if RIM in fences else RIM
    out[BY_RIM] = float(roots.get(rim, 0))
    first, last = cell_at(0, 1), cell_at(land.columns, 1)
    for cell in land.frontier:
        met: list[int] = []
        for side in range(4):
            on_rim = side == SOUTH and first <= cell < last
            node = RIM if on_rim else midpoint(cell, side)
            if on_rim or node in fences:
                met.append(rim if on_rim else _root(fences, node))
        if len(met) > 1 and len(set(met)) < len(met):
            out[CLOSING] += 1.0


def _root(fences: dict[int, int], node: int) -> int:
    above = fences[node]
    while above != node:
        node = above
        above = fences[node]
    return node
