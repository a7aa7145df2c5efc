"""The tree of Walnut Grove: what chance may bring, its bounds, and what others see of a move about a coin."""

from __future__ import annotations

import json
from typing import Final, final

from farmstead.engine.contract import CHANCE, Action, Game, Seat, State
from farmstead.engine.game_tree import GameTree
from farmstead.games.walnut_grove.encoding.action_space import reach_of
from farmstead.games.walnut_grove.rules import actions, names
from farmstead.games.walnut_grove.rules.components import Board, Edition
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame
from farmstead.games.walnut_grove.rules.position import Position

TOLL_LINES: Final = 2
BUYING_OFF: Final = 4  # moves: it is begun, and three goods are given (WG 7.3)
SALES: Final = 3  # goods that the General Store shows (WG 5.12)
COINS_OF_A_SALE: Final = 2 * SALES
VISIT: Final = 30  # moves of a visit beside tolls, cost and buying off: take, keep, throw away, sell


def tree(game: Game, seats: int) -> GameTree:
    """The encoding's tree for so many seats."""
    assert isinstance(game, WalnutGroveGame)
    return GroveTree(game.edition, seats)


def outcomes_of(edition: Edition) -> list[Action]:
    """Boards, discs, pieces of the three sorts, land tiles, coins, in this order."""
    found: list[Action] = [actions.board_dealt(board.kind) for board in edition.boards]
    found += [actions.disc_turned(disc.id) for disc in edition.discs]
    for trade in (names.LODGING, names.CARPENTRY, names.WARES):
        found += actions.PIECES[trade]
    found += [actions.tile_drawn(tile) for tile in sorted(edition.tiles)]
    return found + actions.COINS_DRAWN


@final
class GroveTree(GameTree):
    """Coins lie face down (WG 5.14); all else is open."""

    def __init__(self, edition: Edition, seats: int) -> None:
        years = len(edition.discs)
        stocked = len(names.STOCKED) * edition.per_building[seats - 1]
        drawn = sum([disc.draw for disc in edition.discs])
        chance_events = seats * (1 + drawn + years * COINS_OF_A_SALE) + years + stocked
        most = [_of_board(edition, board) for board in edition.boards]
        points = (min([fewest for _, fewest, _ in most]), max([best for _, _, best in most]))
        decisions = seats * max([moves for moves, _, _ in most])
        super().__init__(outcomes_of(edition), decisions, chance_events, points, seats > 1)

    def disguise(self, state: State, mover: Seat, move: Action) -> tuple[Seat, Action] | None:
        """Who draws, pays, keeps or throws away a coin sees which; the others see that it is one."""
        assert isinstance(state, Position)
        if mover == CHANCE:
            drawn = isinstance(move, actions.CoinDrawn)
            return (state.order[int(state.turn)], actions.COINS_DRAWN[0]) if drawn else None
        return (mover, _of_copper(move)) if actions.is_of_coin(move) else None

    def alike(self, state: State) -> str:
        """In the last year of a solo game it matters no more where land lies, once it is laid; nor, after
        autumn, where the figure stands, what waits in town and what is in the bags.
        """
        assert isinstance(state, Position)
        if state.players > 1 or state.year < state.edition.years or state.season < names.SUMMER:
            return state.text()
        found: list[object] = [
            int(state.season),
            int(state.chance),
            [_without_places(farm) for farm in state.farms],
        ]
        if state.season <= names.AUTUMN:
            found += [[int(spot) for spot in state.spots], state.coin_bag, state.stock]
        return json.dumps(found, separators=(",", ":"))


def _without_places(farm: Farm) -> list[object]:
    """A farm without saying where its land lies."""
    land = farm.land
    districts = [
        [
            land.terrain[district],
            land.size[district],
            land.squares[district],
            farm.stored[district],
            (farm.worked >> district) & 1,
            1 if farm.surplus and farm.surplus_at == district else 0,
        ]
        for district in land.live
    ]
    counts = [farm.room, farm.huts, farm.barns, farm.help_open, farm.help_turned, farm.figures, farm.surplus]
    counts += [farm.visiting, farm.tolls, farm.to_take, farm.sold, farm.coins_due, farm.repaying]
    pieces = [farm.barn, farm.labourers, farm.recruits, farm.improvements, farm.owed, farm.coins_drawn]
    numbers = [int(count) for count in counts]
    return [land.areas, sorted(districts), numbers, pieces, farm.agenda, farm.covering]


def _of_copper(move: Action) -> Action:
    """Such a move with a copper coin."""
    if isinstance(move, actions.Toll):
        return actions.TOLLS[0]
    if isinstance(move, actions.Keep):
        return actions.KEEPS[names.COPPER]
    if isinstance(move, actions.Throw):
        return actions.THROWS[names.COPPER]
    assert isinstance(move, actions.Give)
    return actions.JOKERS[move.stands_for + 1][0]


def _of_board(edition: Edition, board: Board) -> tuple[int, int, int]:
    """For the owner of a board: most moves in a game, fewest points, most points."""
    years, tiles = len(edition.discs), reach_of(edition)
    patches = max([len(tile.turned[0].terrains) for tile in edition.tiles.values()])
    lines = max([len(turned.lines) // 2 for tile in edition.tiles.values() for turned in tile.turned])
    squares = max([sum(tile.storage) for tile in edition.tiles.values()])
    fires = max([disc.fires for disc in edition.discs])
    hands = board.wagons + board.hut_sites  # WG 5.9
    barn = board.barn_spaces + board.barn_sites * board.barn_tile_adds
    goods = barn + sum(board.storage) + squares * tiles
    harvest = len(board.landscapes) + patches * tiles + 1  # of all figures of one summer (WG 4.3, 4.4)
    owed = 2 * hands + fires + board.wagons  # WG 6.1-6.3
    cost = max([sum(building.cost) for building in edition.buildings])
    help_tiles = TOLL_LINES + owed
    summer = (
        2 * (1 + hands) + 2 * harvest
    )  # a place for each figure; each good kept and something thrown away
    town = 1 + TOLL_LINES + cost + VISIT
    year = summer + town + owed + BUYING_OFF * (help_tiles + 1)
    moves = 1 + tiles + years * year + 2 * goods + BUYING_OFF + 1
    figures, buildings = 1 + hands, 2 + board.hut_sites + board.barn_sites
    areas = lines * tiles
    improvement = max(2 * board.improvement_sites, buildings, barn, areas, figures, 1 + tiles)
    best = areas + 2 * figures + buildings + 2 * barn + board.improvement_sites * improvement
    return moves, -2 * years * help_tiles, best
