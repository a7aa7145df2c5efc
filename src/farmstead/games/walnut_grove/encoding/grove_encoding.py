"""The encoding of Walnut Grove, version 1: from views, and the same numbers quicker from positions.

The quick way writes the numbers that change into one list, and copies what follows from the land alone (tiles
laid, districts) from what it wrote of that land before. Only `_add_coins` looks at the values of coins.
"""

from __future__ import annotations

from array import array
from struct import Struct
from typing import Final, final

from farmstead.engine.contract import Action, Seat, State
from farmstead.engine.documents import as_ints, as_list, as_object
from farmstead.engine.encoding import NOTHING_TO_DO, NUMBER, BadEncoding, Encoding, View, field_sizes
from farmstead.engine.square import column_of, row_of
from farmstead.games.walnut_grove.encoding import fields
from farmstead.games.walnut_grove.encoding.action_space import DRAWN, TURNS, ActionSpace, reach_of
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
        self.laid_size = self.reach * fields.LAID_NUMBERS
        self.districts_size = self.districts * fields.DISTRICT_NUMBERS
        self.changing = self.size - seats * (self.laid_size + self.districts_size)  # numbers not kept by land
        self.struct = Struct(f"{self.changing}{NUMBER}")
        self.bare: list[array[int]] = [array(NUMBER, [0] * n) for n in (self.laid_size, self.districts_size)]
        self.no_flags = bytes(self.actions)
        self.no_districts = [0] * self.districts
        self.no_tile = [0] * fields.DRAWN_NUMBERS
        self.none_drawn = self.no_tile * DRAWN
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
        out[at : at + self.actions] = self.no_flags
        if seat not in state.acting:
            out[at + NOTHING_TO_DO] = 1
            return
        farm = state.farms[seat]
        if farm.agenda[-1] == names.DECIDE_LAND:
            self._mark_lays(state, farm, out, at)
            return
        space, drawn = self.space, farm.drawn
        for move in state.legal(seat):
            out[at + space.number(move, drawn)] = 1

    def _mark_lays(self, pos: Position, farm: Farm, out: memoryview[int], at: int) -> None:
        """Spring's long menu: all drawn tiles in all rotations on each cell, which follow each other."""
        flags = ONES[len(farm.drawn)]
        many = len(flags)
        for cell in farm.land.frontier:
            first = at + self.space.lay_at(cell)
            out[first : first + many] = flags
        if help.can_repay(pos, farm):
            out[at + self.space.number(actions.REPAY, farm.drawn)] = 1

    # ---- observations from a position ---------------------------------------------------------------------

    def write_observation(self, state: State, seat: Seat, out: memoryview[int], at: int) -> None:
        assert isinstance(state, Position)
        numbers: list[int] = []
        self._add_table(state, seat, numbers)
        dealt = len(state.farms)
        farms: list[Farm | None] = []
        shown: list[bool] = []  # WG 5.14: whose coins the seat may see
        for n in range(self.seats):
            other = (seat + n) % self.seats
            farms.append(state.farms[other] if other < dealt else None)
            shown.append(n == 0 or state.season == names.OVER)
        self._add_barns(farms, numbers)
        self._add_coins(farms, shown, numbers)
        self._add_households(farms, numbers)
        self._add_decisions(farms, numbers)
        self._add_coins_drawn(farms, shown, numbers)
        self._add_scores(farms, shown, state.switches.open_help_costs, numbers)
        self._add_stored(farms, numbers)
        self._add_worked(farms, numbers)
        self._add_drawn(farms, numbers)
        self.struct.pack_into(out, 2 * at, *numbers)
        laid = at + self.changing
        districts = laid + self.seats * self.laid_size
        for farm in farms:
            kept = self.bare if farm is None else self._land(farm.land)
            out[laid : laid + self.laid_size] = kept[0]
            out[districts : districts + self.districts_size] = kept[1]
            laid += self.laid_size
            districts += self.districts_size

    def _add_table(self, pos: Position, seat: Seat, numbers: list[int]) -> None:
        """The fields from `seat` to `turn`."""
        seats, switches = self.seats, pos.switches
        numbers.append(seat)
        numbers.append(1 if switches.enter_unpayable else 0)
        numbers.append(1 if switches.jokers_anywhere else 0)
        numbers.append(1 if switches.open_help_costs else 0)
        numbers.append(1 if switches.beside else 0)
        numbers.append(1 if switches.huts_free_wagons else 0)
        numbers.append((switches.start - seat + seats) % seats)
        numbers.append(int(pos.year))
        numbers.append(int(pos.season))
        numbers.append(int(pos.chance))
        for n in range(seats):
            numbers.append(1 if (seat + n) % seats in pos.acting else 0)
        numbers += self.discs[pos.disc.id] if pos.year > 0 else self.no_tile[: fields.DISC_NUMBERS]
        left = pos.discs_left
        for disc in self.edition.discs:
            numbers.append(1 if disc in left else 0)
        bag = pos.tile_bag
        in_bag, many = 0, len(bag)
        for tile in self.ids:  # both are sorted
            if in_bag < many and bag[in_bag] == tile:
                numbers.append(1)
                in_bag += 1
            else:
                numbers.append(0)
        numbers.append(pos.coin_bag[0] + pos.coin_bag[1] + pos.coin_bag[2])
        numbers += pos.stock
        for n in range(seats):
            other = (seat + n) % seats
            spot = pos.spots[other]
            numbers.append(spot if spot > 0 else 0)
            numbers.append(pos.arrived[other] + 1 if spot > 0 else 0)
        for n in range(seats):
            numbers.append(pos.order.index((seat + n) % seats) + 1 if pos.order else 0)
        numbers.append(int(pos.turn))

    def _add_barns(self, farms: list[Farm | None], numbers: list[int]) -> None:
        """The fields from `board` to `known_copper`."""
        for farm in farms:
            numbers.append(0 if farm is None else self.boards[farm.board.kind])
        for farm in farms:
            numbers.append(0 if farm is None else farm.land.areas)
        for farm in farms:
            if farm is None:
                numbers.append(0)
            else:
                board = farm.board
                numbers.append(board.barn_spaces + int(farm.barns) * board.barn_tile_adds)
        for farm in farms:
            numbers += NO_FIVE if farm is None else farm.barn[:5]
        for farm in farms:
            numbers.append(0 if farm is None else int(farm.coins()))
        for farm in farms:
            numbers.append(2 if farm is not None and farm.start_coins_known else 0)

    def _add_coins(self, farms: list[Farm | None], shown: list[bool], numbers: list[int]) -> None:
        for n in range(len(farms)):
            farm = farms[n]
            if farm is None:
                numbers += NO_FIVE[:3]
            else:
                numbers += farm.barn[names.COPPER :] if shown[n] else HIDDEN

    def _add_households(self, farms: list[Farm | None], numbers: list[int]) -> None:
        """The fields from `labourers` to `help`."""
        for farm in farms:
            numbers += NO_FIVE[:3] if farm is None else farm.labourers
        for farm in farms:
            numbers += NO_FIVE[:3] if farm is None else farm.recruits
        for farm in farms:
            numbers.append(0 if farm is None else int(farm.huts))
        for farm in farms:
            numbers.append(0 if farm is None else int(farm.barns))
        for farm in farms:
            numbers += self.no_tile[:7] if farm is None else farm.improvements
        for farm in farms:
            numbers.append(0 if farm is None else int(farm.help_open))
            numbers.append(0 if farm is None else int(farm.help_turned))

    def _add_decisions(self, farms: list[Farm | None], numbers: list[int]) -> None:
        """The fields from `agenda` to `sold`."""
        for farm in farms:
            agenda = [] if farm is None else farm.agenda
            many = len(agenda)
            for n in range(fields.AGENDA):
                numbers.append(agenda[many - 1 - n] + 1 if n < many else 0)
        for farm in farms:
            if farm is None:
                numbers += self.no_tile[: len(fields.PENDING)]
                continue
            numbers.append(int(farm.to_lay))
            numbers.append(int(farm.figures))
            numbers.append(int(farm.surplus))
            numbers.append(int(farm.tolls))
            numbers.append(int(farm.to_take))
            numbers.append(int(farm.coins_due))
            numbers.append(farm.coins_drawn[0] + farm.coins_drawn[1] + farm.coins_drawn[2])
            numbers.append(int(farm.repaying))
        for farm in farms:
            harvested = farm is not None and farm.surplus > 0
            numbers.append(farm.land.live.index(farm.surplus_at) + 1 if farm is not None and harvested else 0)
        for farm in farms:
            numbers.append(0 if farm is None else int(farm.visiting) + 1)
        for farm in farms:
            numbers += NO_FIVE if farm is None else farm.owed
        for farm in farms:
            numbers.append(1 if farm is not None and farm.covering else 0)
        for farm in farms:
            sold = 0 if farm is None else int(farm.sold)
            for good in range(5):
                numbers.append((sold >> good) & 1)

    def _add_coins_drawn(self, farms: list[Farm | None], shown: list[bool], numbers: list[int]) -> None:
        for n in range(len(farms)):
            farm = farms[n]
            if farm is None:
                numbers += NO_FIVE[:3]
            else:
                numbers += farm.coins_drawn if shown[n] else HIDDEN

    def _add_scores(
        self, farms: list[Farm | None], shown: list[bool], open_help_costs: bool, numbers: list[int]
    ) -> None:
        for n in range(len(farms)):
            farm = farms[n]
            if farm is None:
                numbers += self.no_tile[:SCORE_LINES]
                continue
            lines = scoring.points(farm, open_help_costs)
            if not shown[n]:
                lines[COIN_LINE] = fields.UNKNOWN
            numbers += lines

    def _add_stored(self, farms: list[Farm | None], numbers: list[int]) -> None:
        for farm in farms:
            if farm is None:
                numbers += self.no_districts
                continue
            stored, live = farm.stored, farm.land.live
            for district in live:
                numbers.append(stored[district])
            numbers += self.no_districts[len(live) :]

    def _add_worked(self, farms: list[Farm | None], numbers: list[int]) -> None:
        for farm in farms:
            if farm is None or farm.worked == 0:
                numbers += self.no_districts
                continue
            worked, live = farm.worked, farm.land.live
            for district in live:
                numbers.append((worked >> district) & 1)
            numbers += self.no_districts[len(live) :]

    def _add_drawn(self, farms: list[Farm | None], numbers: list[int]) -> None:
        for farm in farms:
            if farm is None or not farm.drawn:
                numbers += self.none_drawn
                continue
            for tile in farm.drawn:
                numbers += self.tiles[tile][0]
            for _ in range(len(farm.drawn), DRAWN):
                numbers += self.no_tile

    def _land(self, land: Land) -> list[array[int]]:
        """Tiles laid and districts; written once for each land."""
        kept = land.encoded
        if kept is None:
            kept = [array(NUMBER, self._laid(land)), array(NUMBER, self._districts(land))]
            land.encoded = kept
        return kept

    def _laid(self, land: Land) -> list[int]:
        numbers: list[int] = []
        for n in range(len(land.cells)):
            tile, cell = land.tiles[n], land.cells[n]
            numbers += [column_of(cell), row_of(cell), tile.turn]
            numbers += self.tiles[tile.tile][tile.turn]
        return numbers + [0] * (self.laid_size - len(numbers))

    def _districts(self, land: Land) -> list[int]:
        numbers: list[int] = []
        for district in land.live:
            cell = land.anchor[district]
            numbers += [land.terrain[district] + 1, column_of(cell), row_of(cell)]
            numbers += [land.size[district], land.squares[district]]
        return numbers + [0] * (self.districts_size - len(numbers))


def _own(view: View) -> dict[str, object]:
    """The farm of the seat that looks, or what moves need of one that is not dealt yet."""
    farms = as_list(view["farms"])
    seat = view["seat"]
    if isinstance(seat, int) and seat < len(farms):
        return dict(as_object(farms[seat]))
    return {"drawn": [], "pending": {"agenda": []}}


def _disc(number: int, disc: Disc) -> list[int]:
    return [number, disc.draw, disc.lay, disc.summer + 1, disc.autumn + 1, disc.doubled + 1, disc.fires]
