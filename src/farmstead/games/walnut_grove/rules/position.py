"""The fields of a position. The chapters read and change them; `state.py` decides which is in force."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmstead.engine.contract import CHANCE, Seat, State
from farmstead.games.walnut_grove.rules.components import Disc, Edition
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import STOCK_AT, STOCK_KINDS


class Switches:
    """WG 10: how the table reads the doubtful paragraphs."""

    __slots__ = (
        "beside",
        "enter_unpayable",
        "huts_free_wagons",
        "jokers_anywhere",
        "open_help_costs",
        "options",
        "start",
    )

    def __init__(
        self,
        options: tuple[str, ...],
        enter_unpayable: bool,
        jokers_anywhere: bool,
        open_help_costs: bool,
        beside: bool,
        huts_free_wagons: bool,
        start: int,
    ) -> None:
        self.options = options  # canonical
        self.enter_unpayable = enter_unpayable
        self.jokers_anywhere = jokers_anywhere
        self.open_help_costs = open_help_costs
        self.beside = beside  # WG 3.7; never under revision 1 of the rules
        self.huts_free_wagons = huts_free_wagons  # WG 5.9; never under revision 1
        self.start = start  # the seat that begins (WG 1.9)


class Position(State):
    __slots__ = (
        "acting",
        "arrivals",
        "arrived",
        "chance",
        "coin_bag",
        "disc",
        "discs_left",
        "edition",
        "farms",
        "order",
        "players",
        "rules",
        "season",
        "spots",
        "stock",
        "switches",
        "tile_bag",
        "turn",
        "year",
    )

    def __init__(
        self,
        edition: Edition,
        switches: Switches,
        rules: int,
        players: int,
        year: i64,
        season: i64,
        chance: i64,
        acting: list[int],
        disc: Disc,
        discs_left: list[Disc],
        tile_bag: list[int],
        coin_bag: list[int],
        stock: list[int],
        spots: list[int],
        arrived: list[int],
        arrivals: i64,
        order: list[int],
        turn: i64,
        farms: list[Farm],
    ) -> None:
        self.edition = edition
        self.switches = switches
        self.rules = rules
        self.players = players
        self.year: i64 = year  # 0 until the first disc is turned
        self.season: i64 = season
        self.chance: i64 = chance  # what chance has to decide now
        self.acting = acting  # the seats to act; never changed in place
        self.disc = disc
        self.discs_left = discs_left  # of both piles, never an order
        self.tile_bag = tile_bag  # tile numbers, sorted
        self.coin_bag = coin_bag  # by value
        self.stock = stock  # pieces waiting in town, see names.STOCK_AT
        self.spots = (
            spots  # by seat: twice the ring index + 2 in a building, + 1 in the row before it, -1 nowhere
        )
        self.arrived = arrived  # by seat: when the figure came to its spot
        self.arrivals: i64 = arrivals
        self.order = order  # of this autumn (WG 5.2)
        self.turn: i64 = turn
        self.farms = farms  # as many as boards have been dealt

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
