"""The fields of a position. The chapters read and change them; `state.py` decides which is in force."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmstead.engine.contract import CHANCE, Seat, State
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.components import Disc, Edition
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import STOCK_AT, STOCK_KINDS


class Switches:
    """WG 10: how the table reads the doubtful paragraphs."""

    options: tuple[str, ...]  # canonical
    enter_unpayable: bool
    jokers_anywhere: bool
    open_help_costs: bool
    beside: bool  # WG 3.7; never under revision 1 of the rules
    huts_free_wagons: bool  # WG 5.9; never under revision 1
    start: int  # the seat that begins (WG 1.9)

    __slots__ = tuple(__annotations__)


class Position(State):
    """Everything that a game of Walnut Grove has come to."""

    edition: Edition
    switches: Switches
    rules: int
    players: int
    year: i64  # 0 until the first disc is turned
    season: i64
    chance: i64  # what chance has to decide now
    acting: list[int]  # the seats to act; never changed in place
    disc: Disc
    discs_left: list[Disc]  # of both piles, never an order
    tile_bag: list[int]  # tile numbers, sorted
    coin_bag: list[int]  # by value
    stock: list[int]  # pieces waiting in town, see names.STOCK_AT
    spots: list[int]  # by seat: twice the ring index + 2 in a building, + 1 in the row before it, -1 nowhere
    arrived: list[int]  # by seat: when the figure came to its spot
    arrivals: i64
    order: list[int]  # of this autumn (WG 5.2)
    turn: i64
    farms: list[Farm]  # as many as boards have been dealt
    encoded: bytes | None  # what an encoding wrote of the discs and tiles left, for the next time

    __slots__ = tuple(__annotations__)

    def __init__(
        self, edition: Edition, switches: Switches, rules: int, players: int, like: Position | None = None
    ) -> None:
        """All that another position has, or a new game (WG 1): the first to happen is seat 1's board."""
        self.edition = edition
        self.switches = switches
        self.rules = rules
        self.players = players
        if like is not None:
            self.year = like.year
            self.season = like.season
            self.chance = like.chance
            self.acting = like.acting
            self.disc = like.disc
            self.discs_left = like.discs_left
            self.tile_bag = like.tile_bag[:]
            self.coin_bag = like.coin_bag[:]
            self.stock = like.stock[:]
            self.spots = like.spots[:]
            self.arrived = like.arrived[:]
            self.arrivals = like.arrivals
            self.order = like.order
            self.turn = like.turn
            self.farms = [farm.clone() for farm in like.farms]
            self.encoded = like.encoded
        else:
            self.year = 0
            self.season = names.SETTING_UP
            self.chance = names.CHANCE_BOARD
            self.acting = NATURE
            self.disc = edition.discs[0]
            self.discs_left = edition.discs[:]
            self.tile_bag = sorted(edition.tiles)
            self.coin_bag = edition.coins[:]
            self.stock = [0] * names.STOCK_SIZE
            self.spots = [names.NOTHING] * players
            self.arrived = [names.NOTHING] * players
            self.arrivals = 0
            self.order = []
            self.turn = 0
            self.farms = []
            self.encoded = None

    def seats(self) -> int:
        return self.players

    def to_act(self) -> list[Seat]:
        return self.acting

    def await_chance(self, chance: int) -> None:
        self.chance = chance
        self.acting = NATURE

    def finish(self, seat: Seat) -> None:
        """A seat has no decision left in this season."""
        self.acting = [other for other in self.acting if other != seat]

    def stocked(self, building: int) -> int:
        """How many pieces wait at a building."""
        first = STOCK_AT[building]
        stock = self.stock
        total = 0
        for kind in range(first, first + STOCK_KINDS[building]):
            total += stock[kind]
        return total


NATURE: Final = [CHANCE]
