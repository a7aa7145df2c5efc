"""Positions for scenario tests: a real game, set up by spelt-out chance, moved to where a rule can be seen.

    scene = Scene(seats=2, disc="A1").furnish(0, barn="grain wood silver", labourers="white").autumn()
    scene.play(0, "visit lodge")
    scene.refused(0, "visit hotel", "WG 5.4")

Coins, tiles, labourers and building tiles are taken from the bags and the town, so that nothing is created.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from farmstead.engine.contract import CHANCE, Event, IllegalMove, Refusal
from farmstead.engine.square import cell_at, cell_text
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.rules import GAME, autumn, last, spring, summer, winter
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.names import (
    BUILDINGS,
    COLOURS,
    COPPER,
    GOODS,
    IMPROVEMENTS,
    ITEMS,
    KINDS,
    SEASONS,
    SETTING_UP,
    STOCK_AT,
)
from farmstead.games.walnut_grove.rules.state import WalnutGrove
from farmstead.games.walnut_grove.rules.town import building_spot, row_spot
from tests.laws import dealt_for

# What lies in town unless a test says otherwise: as many of these as the number of seats asks for.
TOWN = {
    "lodge": "yellow blue white yellow",
    "hotel": "blue yellow white blue",
    "saloon": "white yellow blue white",
    "carpenter": "hut barn hut barn",
    "johansens-mill": "hut barn hut barn",
    "svensons": "tent ladder safe store",
    "soebucks": "paddock horses well tent",
}


class Scene:
    """A table of Walnut Grove that a test can furnish and move to any season."""

    def __init__(
        self,
        seats: int = 1,
        options: Sequence[str] = (),
        boards: str = "yellow blue yellow blue",
        disc: str = "A1",
        starts: str = "church church church church",
        rules: int | None = None,
    ) -> None:
        self.table = Table(GAME, GAME.setup(seats, options, rules))
        self.seats = seats
        for board in boards.split()[:seats]:
            self.chance(f"board {board}")
        self.chance(f"disc {disc}")
        self._stock_town()
        for row in starts.split()[:seats]:
            self.table.play(self.state.to_act()[0], f"start {row}")

    @classmethod
    def unopened(cls, seats: int = 1, options: Sequence[str] = ()) -> Scene:
        """A table before anything has been dealt."""
        scene = cls.__new__(cls)
        scene.table = Table(GAME, GAME.setup(seats, options))
        scene.seats = seats
        return scene

    def _stock_town(self) -> None:
        each = GAME.edition.per_building[self.seats - 1]
        for building, sort in zip(
            TOWN, ["labourer"] * 3 + ["building"] * 2 + ["improvement"] * 2, strict=True
        ):
            for piece in TOWN[building].split()[:each]:
                self.chance(f"{sort} {piece}")

    @property
    def state(self) -> WalnutGrove:
        state = self.table.state
        assert isinstance(state, WalnutGrove)
        return state

    def farm(self, seat: int = 0) -> Farm:
        return self.state.farms[seat]

    # ---- furnishing --------------------------------------------------------------------------------

    def furnish(
        self,
        seat: int = 0,
        *,
        barn: str | None = None,
        land: str = "",
        tiles: Sequence[tuple[int, int, int, int]] = (),
        labourers: str | None = None,
        huts: int = 0,
        barns: int = 0,
        improvements: str = "",
        help: tuple[int, int] = (0, 0),
    ) -> Scene:
        """`barn="grain silver"` replaces its contents, `land="wood@4,0 wood@4,0"` the goods on squares;
        `tiles` are (tile, column, row, turn), `labourers` replaces the active ones, `help` (open, turned)."""
        farm = self.farm(seat)
        for tile, column, row, turn in tiles:
            self.state.tile_bag.remove(tile)
            farm.lay(GAME.edition.tiles[tile].turned[turn], cell_at(column, row))
        farm.huts, farm.barns = huts, barns
        if barn is not None:
            self._fill_barn(farm, barn.split())
        farm.room = farm.board.barn_spaces + barns * farm.board.barn_tile_adds - sum(farm.barn)
        assert farm.room >= 0, "the barn is too small for this"
        self._fill_land(farm, land)
        if labourers is not None:
            farm.labourers = [labourers.split().count(colour) for colour in COLOURS]
        farm.improvements = [improvements.split().count(kind) for kind in IMPROVEMENTS]
        farm.help_open, farm.help_turned = help
        return self

    def _fill_barn(self, farm: Farm, items: list[str]) -> None:
        for coin in range(3):
            self.state.coin_bag[coin] += farm.barn[COPPER + coin]
            self.state.coin_bag[coin] -= items.count(ITEMS[COPPER + coin])
        assert min(self.state.coin_bag) >= 0, "the bag has not so many coins"
        farm.barn = [items.count(item) for item in ITEMS]
        farm.start_coins_known &= farm.barn[COPPER] >= 2

    def _fill_land(self, farm: Farm, land: str) -> None:
        farm.stored = [0] * len(farm.land.parent)
        for word in land.split():
            good, _, cell = word.partition("@")
            column, row = cell.split(",")
            district = farm.land.district_at(GOODS.index(good), cell_at(int(column), int(row)))
            assert district >= 0, f"no {good} at {cell}"
            farm.stored[district] += 1
            assert farm.stored[district] <= farm.land.squares[district], f"no square left for {word}"
        farm.goods = farm.barn[:5]
        for district in farm.land.live:
            farm.goods[farm.land.terrain[district]] += farm.stored[district]

    def stock(self, building: str, pieces: str) -> Scene:
        """What waits at a building in town."""
        number = BUILDINGS.index(building)
        for kind, name in enumerate(KINDS[number]):
            self.state.stock[STOCK_AT[number] + kind] = pieces.split().count(name)
        return self

    def stand(self, seat: int, where: str) -> Scene:
        """Put a figure on a building, or on a `church row` / `town-hall row`; later calls arrive later."""
        edition = GAME.edition
        if where.endswith(" row"):
            spot = row_spot(edition, ["town-hall", "church"].index(where.removesuffix(" row")))
        else:
            spot = building_spot(edition, BUILDINGS.index(where))
        self.state.spots[seat] = spot
        self.state.arrived[seat] = int(self.state.arrivals)
        self.state.arrivals += 1
        return self

    def disc(self, id: str) -> Scene:
        found = GAME.edition.disc(id)
        assert found is not None
        self.state.disc = found
        return self

    def year(self, year: int) -> Scene:
        self.state.year = year
        return self

    # ---- moving to a season ---------------------------------------------------------------------------

    def _clear(self) -> None:
        for farm in self.state.farms:
            farm.agenda = []
        self.state.chance = 0
        self.state.season = SETTING_UP

    def spring(self, *draws: str) -> Scene:
        """Every seat's tiles as `"17 4 23"`; missing ones are the lowest numbers in the bag."""
        self._clear()
        spring.begin(self.state)
        wanted = self.state.disc.draw
        for seat in range(self.seats):
            tiles = [int(tile) for tile in draws[seat].split()] if seat < len(draws) else []
            reserved = {int(tile) for draw in draws for tile in draw.split()}
            spare = [tile for tile in self.state.tile_bag if tile not in reserved]
            for tile in (tiles + spare)[:wanted]:
                self.chance(f"tile {tile}")
        return self

    def summer(self) -> Scene:
        self._clear()
        summer.begin(self.state)
        return self

    def autumn(self) -> Scene:
        self._clear()
        autumn.begin(self.state)
        return self

    def winter(self) -> Scene:
        self._clear()
        winter.begin(self.state)
        if not self.state.acting:
            self.state._go_on(None)
        return self

    def last(self) -> Scene:
        self._clear()
        self.state.year = 8
        last.begin(self.state)
        return self

    # ---- playing -----------------------------------------------------------------------------------------

    def chance(self, *texts: str) -> list[Event]:
        log: list[Event] = []
        for text in texts:
            log += self.table.play(CHANCE, text)
        return log

    def play(self, seat: int, *texts: str) -> list[Event]:
        log: list[Event] = []
        for text in texts:
            log += self.table.play(seat, text)
        return log

    def legal(self, seat: int = 0) -> list[str]:
        return [str(move) for move in self.state.legal(seat)]

    def refused(self, seat: int, text: str, rule: str, key: str | None = None) -> Refusal:
        """The move must be refused with this paragraph; nothing may have changed."""
        before = self.state.text()
        with pytest.raises(IllegalMove) as caught:
            self.table.play(seat, text)
        refusal = caught.value.refusal
        assert refusal.rule == rule, f"refused by {refusal}, not by {rule}"
        assert key is None or refusal.key == key, f"refused by {refusal}, not by {key}"
        assert refusal.tried
        assert self.state.text() == before
        return refusal

    # ---- looking -----------------------------------------------------------------------------------------

    def in_barn(self, seat: int = 0) -> str:
        """`grain silver silver`: goods, then coins, in the order of `ITEMS`."""
        return " ".join(item for n, item in enumerate(ITEMS) for _ in range(self.farm(seat).barn[n]))

    def on_land(self, seat: int = 0) -> str:
        """`wood@4,0 wood@4,0`: each good with the first cell of its district, as `furnish` takes it."""
        farm = self.farm(seat)
        found = [(cell_text(farm.land.anchor[d]), d) for d in farm.land.live]
        return " ".join(
            f"{GOODS[farm.land.terrain[d]]}@{at}" for at, d in found for _ in range(farm.stored[d])
        )

    def districts(self, seat: int = 0) -> dict[str, tuple[int, int, int]]:
        """`{"wood 4,0": (1, 2, 1)}`: tiles, storage squares and goods of each district."""
        farm = self.farm(seat)
        land = farm.land
        return {
            f"{GOODS[land.terrain[d]]} {cell_text(land.anchor[d])}": (
                land.size[d],
                land.squares[d],
                farm.stored[d],
            )
            for d in land.live
        }

    def help_tiles(self, seat: int = 0) -> tuple[int, int]:
        """Open and turned, as `furnish` takes them."""
        return int(self.farm(seat).help_open), int(self.farm(seat).help_turned)

    def odds(self) -> dict[str, int]:
        """What chance may do now, `{"board yellow": 2}`: a weight is the number of tickets that deal it."""
        odds = {str(move): weight for move, weight in self.state.odds()}
        tickets = [text for text, weight in odds.items() for _ in range(weight)]
        assert dealt_for(self.state, range(len(tickets)), len(tickets)) == tickets
        return odds

    def season(self) -> str:
        return SEASONS[self.state.season]

    def coins_in_bag(self) -> str:
        """`9 copper 11 silver 8 gold`."""
        return " ".join(f"{count} {ITEMS[COPPER + n]}" for n, count in enumerate(self.state.coin_bag))

    def in_town(self, building: str) -> str:
        """`hut barn`: what waits at a building, in the order of its kinds."""
        number = BUILDINGS.index(building)
        counts = self.state.stock[STOCK_AT[number] :]
        return " ".join(name for kind, name in enumerate(KINDS[number]) for _ in range(counts[kind]))

    def looks(self, seat: int | None) -> Any:
        """What a seat, or with None a spectator, may see, as it comes out of JSON."""
        return json.loads(json.dumps(self.state.view(seat)))

    def figure(self, seat: int = 0) -> str:
        """The building or the `church row` where a town figure stands."""
        place = self.looks(None)["figures"][seat]
        return str(place["building"]) if "building" in place else f"{place['row']} row"
