"""The encoding of Walnut Grove, version 1: from views, and the same numbers quicker from positions.

The quick way collects numbers, and as bytes what is often all zeros or was packed before: what follows from
the land alone is packed once for each land. Only `_add_coins`, `_add_coins_drawn` and `_add_scores` look at
the values of coins.
"""

from __future__ import annotations

from struct import Struct
from typing import Final, final

from farmstead.engine.contract import CHANCE, Action, Seat, State
from farmstead.engine.documents import as_ints, as_list, as_object
from farmstead.engine.encoding import NOTHING_TO_DO, NUMBER, BadEncoding, Encoding, View, field_sizes
from farmstead.engine.square import column_of, row_of
from farmstead.games.walnut_grove.encoding import fields
from farmstead.games.walnut_grove.encoding.action_space import (
    DRAWN,
    SIMPLE_ACTION,
    TURNS,
    ActionSpace,
    reach_of,
)
from farmstead.games.walnut_grove.encoding.from_view import ViewReader
from farmstead.games.walnut_grove.rules import actions, help, names, scoring
from farmstead.games.walnut_grove.rules.components import Disc, Edition
from farmstead.games.walnut_grove.rules.editions import MAX_PLAYERS
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.land import Land
from farmstead.games.walnut_grove.rules.notation import NAME
from farmstead.games.walnut_grove.rules.position import Position

VERSION: Final = 1
HIDDEN: Final = [fields.UNKNOWN] * 3
NO_FIVE: Final = [0] * 5
ONE: Final = b"\x01"
REPAY_ACTION: Final = SIMPLE_ACTION[actions.REPAY]
ONES: Final = [b"\x01" * (TURNS * tiles) for tiles in range(DRAWN + 1)]
SCORE_LINES: Final = len(scoring.LINES)
COIN_LINE: Final = scoring.LINES.index("coins")


@final
class GroveEncoding(Encoding):
    """The numbers of Walnut Grove with the components of an edition."""

    def __init__(self, edition: Edition, seats: int) -> None:
        if not 1 <= seats <= MAX_PLAYERS:
            raise BadEncoding(f"Walnut Grove has 1 to {MAX_PLAYERS} seats, not {seats}")
        self.name = NAME
        self.version = VERSION
        self.seats = seats
        self.edition = edition
        self.space = ActionSpace(reach_of(edition))
        self.actions = self.space.actions
        self.ranges = self.space.ranges()
        self.fields = fields.observation_fields(edition, seats)
        self.size = field_sizes(self.fields)
        self.reader = ViewReader(edition, seats)
        self.reach = reach_of(edition)
        self.districts = fields.most_districts(edition)
        self.goods = _padded(1, self.districts)
        self.drawn = _padded(fields.DRAWN_NUMBERS, DRAWN)
        self.laid = _padded(fields.LAID_NUMBERS, self.reach)
        self.land = _padded(fields.DISTRICT_NUMBERS, self.districts)
        self.supply = Struct(f"{len(edition.discs) + len(edition.tiles)}{NUMBER}")
        packed = [self.goods, self.goods, self.drawn, self.laid, self.land]  # the last five fields
        sizes = [structs[0].size for structs in packed]
        before = field_sizes(self.fields[: [field.name for field in self.fields].index("discs_left")])
        between = self.size - before - (self.supply.size + seats * sum(sizes)) // 2
        each = "".join([f"{size}s" * seats for size in sizes])
        self.struct = Struct(f"{before}{NUMBER}{self.supply.size}s{between}{NUMBER}{each}")
        self.mask_struct = Struct(f"{self.actions}s")
        self.no_goods = bytes(self.goods[0].size)
        self.none_drawn = bytes(self.drawn[0].size)
        self.bare = [bytes(self.laid[0].size), bytes(self.land[0].size)]
        self.no_flags = bytes(self.actions)
        self.no_tile = [0] * fields.DRAWN_NUMBERS
        self.ids = sorted(edition.tiles)
        self.tiles: dict[int, list[list[int]]] = {
            tile: [fields.tile_numbers(n + 1, turned) for turned in edition.tiles[tile].turned]
            for n, tile in enumerate(self.ids)
        }
        self.discs: dict[str, list[int]] = {
            disc.id: _disc(n + 1, disc) for n, disc in enumerate(edition.discs)
        }
        self.boards: dict[str, int] = {board.kind: n + 1 for n, board in enumerate(edition.boards)}

    # ---- from a view --------------------------------------------------------------------------------------

    def observation(self, view: View) -> dict[str, list[int]]:
        self._check(view)
        return self.reader.read(view)

    def action_of(self, view: View, move: Action) -> int:
        self._check(view)
        return self.space.number(move, as_ints(_own(view)["drawn"]))

    def move_of(self, view: View, action: int) -> Action:
        self._check(view)
        farm = _own(view)
        agenda = as_list(as_object(farm["pending"])["agenda"])
        decision = names.DECISIONS.index(str(agenda[-1])) if agenda else names.NOTHING
        return self.space.move(action, as_ints(farm["drawn"]), decision, str(view["season"]))

    def _check(self, view: View) -> None:
        fits = view.get("seats") == self.seats and view.get("edition") == self.edition.label
        if view.get("game") != self.name or not fits or view.get("seat") is None:
            raise BadEncoding(f"this is not the view of a seat at a table of {self.seats} of {self.name}")

    # ---- moves and masks from a position ------------------------------------------------------------------

    def action_at(self, state: State, seat: Seat, move: Action) -> int:
        assert isinstance(state, Position)
        return self.space.number(move, state.farms[seat].drawn)

    def move_at(self, state: State, seat: Seat, action: int) -> Action:
        assert isinstance(state, Position)
        season = names.SEASONS[state.season]
        if seat >= len(state.farms):
            return self.space.move(action, [], names.NOTHING, season)
        farm = state.farms[seat]
        decision = farm.agenda[-1] if farm.agenda else names.NOTHING
        return self.space.move(action, farm.drawn, decision, season)

    def write_mask(self, state: State, seat: Seat, out: memoryview[int], at: int) -> None:
        assert isinstance(state, Position)
        if seat in state.acting and seat != CHANCE:
            farm = state.farms[seat]
            if farm.agenda[-1] == names.DECIDE_LAND:
                self.mask_struct.pack_into(out, at, self._mask_of_lays(state, farm))
                return
            self.mask_struct.pack_into(out, at, self.no_flags)
            space, drawn = self.space, farm.drawn
            for move in state.legal(seat):
                out[at + space.number(move, drawn)] = 1
        else:
            self.mask_struct.pack_into(out, at, self.no_flags)
            out[at + NOTHING_TO_DO] = 1

    def _mask_of_lays(self, pos: Position, farm: Farm) -> bytes:
        """Spring's long menu: all drawn tiles in all rotations on each cell, which follow each other."""
        flags = ONES[len(farm.drawn)]
        many = len(flags)
        space, zeros = self.space, self.no_flags
        at = 0
        parts: list[bytes] = []
        if help.can_repay(pos, farm):
            at = REPAY_ACTION + 1
            parts.append(zeros[:REPAY_ACTION])
            parts.append(ONE)
        for cell in farm.land.frontier:  # sorted, as the window is
            first = space.lay_at(cell)
            parts.append(zeros[: first - at])
            parts.append(flags)
            at = first + many
        parts.append(zeros[: self.actions - at])
        return b"".join(parts)

    # ---- observations from a position ---------------------------------------------------------------------

    def write_observation(self, state: State, seat: Seat, out: memoryview[int], at: int) -> None:
        assert isinstance(state, Position)
        parts: list[object] = []
        self._add_table(state, seat, parts)
        dealt = len(state.farms)
        farms: list[Farm | None] = []
        shown: list[bool] = []  # WG 5.14: whose coins the seat may see
        for n in range(self.seats):
            other = (seat + n) % self.seats
            farms.append(state.farms[other] if other < dealt else None)
            shown.append(n == 0 or state.season == names.OVER)
        self._add_barns(farms, parts)
        self._add_coins(farms, shown, parts)
        self._add_households(farms, parts)
        self._add_decisions(farms, parts)
        self._add_coins_drawn(farms, shown, parts)
        self._add_scores(farms, shown, state.switches.open_help_costs, parts)
        for farm in farms:
            parts.append(self._stored(farm))
        for farm in farms:
            parts.append(self._worked(farm))
        for farm in farms:
            parts.append(self._drawn(farm))
        for of_land in range(2):
            for farm in farms:
                parts.append(self.bare[of_land] if farm is None else self._land(farm.land)[of_land])
        self.struct.pack_into(out, 2 * at, *parts)

    def _add_table(self, pos: Position, seat: Seat, parts: list[object]) -> None:
        """The fields from `seat` to `turn`."""
        seats, switches = self.seats, pos.switches
        parts.append(seat)
        parts.append(1 if switches.enter_unpayable else 0)
        parts.append(1 if switches.jokers_anywhere else 0)
        parts.append(1 if switches.open_help_costs else 0)
        parts.append(1 if switches.beside else 0)
        parts.append(1 if switches.huts_free_wagons else 0)
        parts.append((switches.start - seat + seats) % seats)
        parts.append(int(pos.year))
        parts.append(int(pos.season))
        parts.append(int(pos.chance))
        for n in range(seats):
            parts.append(1 if (seat + n) % seats in pos.acting else 0)
        parts += self.discs[pos.disc.id] if pos.year > 0 else self.no_tile[: fields.DISC_NUMBERS]
        parts.append(self._supply(pos))
        parts.append(pos.coin_bag[0] + pos.coin_bag[1] + pos.coin_bag[2])
        parts += pos.stock
        for n in range(seats):
            other = (seat + n) % seats
            spot = pos.spots[other]
            parts.append(spot if spot > 0 else 0)
            parts.append(pos.arrived[other] + 1 if spot > 0 else 0)
        for n in range(seats):
            parts.append(pos.order.index((seat + n) % seats) + 1 if pos.order else 0)
        parts.append(int(pos.turn))

    def _add_barns(self, farms: list[Farm | None], parts: list[object]) -> None:
        """The fields from `board` to `known_copper`."""
        for farm in farms:
            parts.append(0 if farm is None else self.boards[farm.board.kind])
        for farm in farms:
            parts.append(0 if farm is None else farm.land.areas)
        for farm in farms:
            if farm is None:
                parts.append(0)
            else:
                board = farm.board
                parts.append(board.barn_spaces + int(farm.barns) * board.barn_tile_adds)
        for farm in farms:
            parts += NO_FIVE if farm is None else farm.barn[:5]
        for farm in farms:
            parts.append(0 if farm is None else int(farm.coins()))
        for farm in farms:
            parts.append(2 if farm is not None and farm.start_coins_known else 0)

    def _add_coins(self, farms: list[Farm | None], shown: list[bool], parts: list[object]) -> None:
        for n in range(len(farms)):
            farm = farms[n]
            if farm is None:
                parts += NO_FIVE[:3]
            else:
                parts += farm.barn[names.COPPER :] if shown[n] else HIDDEN

    def _add_households(self, farms: list[Farm | None], parts: list[object]) -> None:
        """The fields from `labourers` to `help`."""
        for farm in farms:
            parts += NO_FIVE[:3] if farm is None else farm.labourers
        for farm in farms:
            parts += NO_FIVE[:3] if farm is None else farm.recruits
        for farm in farms:
            parts.append(0 if farm is None else int(farm.huts))
        for farm in farms:
            parts.append(0 if farm is None else int(farm.barns))
        for farm in farms:
            parts += self.no_tile[:7] if farm is None else farm.improvements
        for farm in farms:
            parts.append(0 if farm is None else int(farm.help_open))
            parts.append(0 if farm is None else int(farm.help_turned))

    def _add_decisions(self, farms: list[Farm | None], parts: list[object]) -> None:
        """The fields from `agenda` to `sold`."""
        for farm in farms:
            agenda = [] if farm is None else farm.agenda
            many = len(agenda)
            for n in range(fields.AGENDA):
                parts.append(agenda[many - 1 - n] + 1 if n < many else 0)
        for farm in farms:
            if farm is None:
                parts += self.no_tile[: len(fields.PENDING)]
                continue
            parts.append(int(farm.to_lay))
            parts.append(int(farm.figures))
            parts.append(int(farm.surplus))
            parts.append(int(farm.tolls))
            parts.append(int(farm.to_take))
            parts.append(int(farm.coins_due))
            parts.append(farm.coins_drawn[0] + farm.coins_drawn[1] + farm.coins_drawn[2])
            parts.append(int(farm.repaying))
        for farm in farms:
            harvested = farm is not None and farm.surplus > 0
            parts.append(farm.land.live.index(farm.surplus_at) + 1 if farm is not None and harvested else 0)
        for farm in farms:
            parts.append(0 if farm is None else int(farm.visiting) + 1)
        for farm in farms:
            parts += NO_FIVE if farm is None else farm.owed
        for farm in farms:
            parts.append(1 if farm is not None and farm.covering else 0)
        for farm in farms:
            sold = 0 if farm is None else int(farm.sold)
            for good in range(5):
                parts.append((sold >> good) & 1)

    def _add_coins_drawn(self, farms: list[Farm | None], shown: list[bool], parts: list[object]) -> None:
        for n in range(len(farms)):
            farm = farms[n]
            if farm is None:
                parts += NO_FIVE[:3]
            else:
                parts += farm.coins_drawn if shown[n] else HIDDEN

    def _add_scores(
        self, farms: list[Farm | None], shown: list[bool], open_help_costs: bool, parts: list[object]
    ) -> None:
        for n in range(len(farms)):
            farm = farms[n]
            if farm is None:
                parts += self.no_tile[:SCORE_LINES]
                continue
            lines = scoring.points(farm, open_help_costs)
            if not shown[n]:
                lines[COIN_LINE] = fields.UNKNOWN
            parts += lines

    def _supply(self, pos: Position) -> bytes:
        """`discs_left` and `tile_bag`; packed once for each change of them."""
        kept = pos.encoded
        if kept is None:
            numbers = [1 if disc in pos.discs_left else 0 for disc in self.edition.discs]
            bag = set(pos.tile_bag)
            numbers += [1 if tile in bag else 0 for tile in self.ids]
            kept = pos.encoded = self.supply.pack(*numbers)
        return kept

    def _stored(self, farm: Farm | None) -> bytes:
        """`district_goods` of a farm."""
        if farm is None or farm.all_goods() == sum(farm.barn[: names.COPPER]):
            return self.no_goods
        stored, live = farm.stored, farm.land.live
        return self.goods[len(live)].pack(*[stored[district] for district in live])

    def _worked(self, farm: Farm | None) -> bytes:
        """`district_worked` of a farm."""
        if farm is None or farm.worked == 0:
            return self.no_goods
        worked, live = farm.worked, farm.land.live
        return self.goods[len(live)].pack(*[(worked >> district) & 1 for district in live])

    def _drawn(self, farm: Farm | None) -> bytes:
        """`drawn` of a farm."""
        if farm is None or not farm.drawn:
            return self.none_drawn
        numbers: list[int] = []
        for tile in farm.drawn:
            numbers += self.tiles[tile][0]
        return self.drawn[len(farm.drawn)].pack(*numbers)

    def _land(self, land: Land) -> list[bytes]:
        """`laid` and `districts` of a farm; packed once for each land."""
        kept = land.encoded
        if kept is None:
            kept = land.encoded = [self._packed_tiles(land), self._packed_districts(land)]
        return kept

    def _packed_tiles(self, land: Land) -> bytes:
        numbers: list[int] = []
        for n in range(len(land.cells)):
            tile, cell = land.tiles[n], land.cells[n]
            numbers.append(column_of(cell))
            numbers.append(row_of(cell))
            numbers.append(tile.turn)
            numbers += self.tiles[tile.tile][tile.turn]
        return self.laid[len(land.cells)].pack(*numbers)

    def _packed_districts(self, land: Land) -> bytes:
        numbers: list[int] = []
        for district in land.live:
            cell = land.anchor[district]
            numbers.append(land.terrain[district] + 1)
            numbers.append(column_of(cell))
            numbers.append(row_of(cell))
            numbers.append(land.size[district])
            numbers.append(land.squares[district])
        return self.land[len(land.live)].pack(*numbers)


def _padded(each: int, most: int) -> list[Struct]:
    """By how many there are: rows of `each` numbers, and zeros in place of those that there might be."""
    return [Struct(f"{each * n}{NUMBER}{2 * each * (most - n)}x") for n in range(most + 1)]


def _own(view: View) -> dict[str, object]:
    """The farm of the seat that looks, or what moves need of one that is not dealt yet."""
    farms = as_list(view["farms"])
    seat = view["seat"]
    if isinstance(seat, int) and seat < len(farms):
        return dict(as_object(farms[seat]))
    return {"drawn": [], "pending": {"agenda": []}}


def _disc(number: int, disc: Disc) -> list[int]:
    return [number, disc.draw, disc.lay, disc.summer + 1, disc.autumn + 1, disc.doubled + 1, disc.fires]
