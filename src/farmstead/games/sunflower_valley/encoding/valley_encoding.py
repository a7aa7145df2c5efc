"""The encoding of Sunflower Valley, version 1: 51 actions; nothing is hidden, so a seat sees everything.

Seats are relative to the one that looks: itself is 0, the next clockwise 1. Edition and revision of the rules
are settings of the environment and not part of an observation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import Struct
from typing import Final, final

from mypy_extensions import i64

from farmstead.engine.contract import Action, IllegalMove, Refusal, Seat, State
from farmstead.engine.documents import as_int, as_ints, as_list, as_object
from farmstead.engine.encoding import (
    NOTHING_TO_DO,
    NUMBER,
    ActionRange,
    BadEncoding,
    Encoding,
    Field,
    View,
    field_sizes,
    no_such_action,
)
from farmstead.games.sunflower_valley.rules import actions, names
from farmstead.games.sunflower_valley.rules.components import Edition, Layout
from farmstead.games.sunflower_valley.rules.hexes import COLUMNS, HEXES, ROWS, STRIDE, only, parse_hex
from farmstead.games.sunflower_valley.rules.notation import blocked
from farmstead.games.sunflower_valley.rules.position import Position
from farmstead.games.sunflower_valley.rules.turn import draws_instead, is_blocked
from farmstead.games.sunflower_valley.rules.valley import Valley

VERSION: Final = 1
CELLS: Final = ROWS * COLUMNS
ROUNDS: Final = 24  # of five players; fewer players play fewer
MOST_VILLAGERS: Final = 2 * 5 * len(names.COLOURS)  # two for each hex that can be drawn in (SV 3.6)
MOUNTAIN_COLOUR: Final = len(names.COLOURS)  # what `colours` says of a mountain
NOT_DEALT: Final = [names.NOTHING] * CELLS

# What each action means; None for NOTHING_TO_DO.
MOVES: Final[list[Action | None]] = [
    None,
    *actions.TAKES,
    *actions.RESERVES,
    *[actions.DRAWS[place] for place in HEXES],
    *actions.WAYS,
]
ACTIONS: Final = len(MOVES)
ACTION_OF: Final[dict[Action, int]] = {move: n for n, move in enumerate(MOVES) if move is not None}
RANGES: Final = [
    ActionRange(0, 1, "", "nothing to do: another seat is to act, or the game is over"),
    ActionRange(1, len(names.FACES), "take FACE", f"the face: {', '.join(names.FACES)}"),
    ActionRange(7, len(names.COLOURS), "reserve COLOUR", f"the colour: {', '.join(names.COLOURS)}"),
    ActionRange(12, CELLS, "draw HEX", "the hex, row by row from the top: a1 to a6, b1 … e6"),
    ActionRange(42, len(actions.WAYS), "way TRACK", f"the track: {', '.join(names.TOKENS[4:13])}"),
]

# ---- what is packed -------------------------------------------------------------------------------------

SHEET: Final = Struct(f"{CELLS}{NUMBER}")
NOT_DEALT_PACKED: Final = SHEET.pack(*NOT_DEALT)
MASK: Final = Struct(f"{ACTIONS}s")
ROW: Final = (1 << COLUMNS) - 1  # the bits of a row in a set of hexes


def _flags(found: Sequence[int]) -> bytes:
    """A mask that has these actions."""
    return bytes([1 if action in found else 0 for action in range(ACTIONS)])


def _subsets(first: int, size: int) -> list[bytes]:
    """Masks by set: of actions that follow each other, a bit for each."""
    return [_flags([first + n for n in range(size) if (chosen >> n) & 1 == 1]) for chosen in range(1 << size)]


WAITING: Final = _flags([NOTHING_TO_DO])
OF_DICE: Final = _subsets(RANGES[1].first, RANGES[1].size)
OF_COLOURS: Final = _subsets(RANGES[2].first, RANGES[2].size)
OF_WAYS: Final[dict[int, bytes]] = {
    die: _flags([ACTION_OF[way] for way in ways]) for die, ways in actions.WAYS_OF.items()
}
BEFORE_HEXES: Final = bytes(RANGES[3].first)
AFTER_HEXES: Final = bytes(RANGES[4].size)
OF_ROW: Final = [bytes([(places >> n) & 1 for n in range(COLUMNS)]) for places in range(ROW + 1)]


def _fields(seats: int) -> list[Field]:
    """The arrays of an observation, in the order of the flat vector."""
    last = seats - 1
    faces, colours = len(names.FACES) - 1, len(names.COLOURS) - 1
    return [
        Field("seat", (1,), 0, last, "the seat that looks, counted from 0"),
        Field("family", (1,), 0, 1, "1 in the family variant (SV 6)"),
        Field("sheet_chosen", (1,), 0, len(names.SHEETS), "sheet of the options: 0 dealt, 1 for A … 8 for H"),
        Field("start", (1,), 0, last, "the relative seat that begins the game (SV 1.6)"),
        Field("sheet", (1,), 0, len(names.SHEETS), "0 not dealt yet, 1 for A … 8 for H (SV 1.1)"),
        Field("round", (1,), 0, ROUNDS, "0 during set-up"),
        Field("first", (1,), -1, last, "the relative seat with the first-player marker; -1 in set-up"),
        Field("to_act", (seats,), 0, 1, "by relative seat: 1 for the seat to act"),
        Field("chance", (1,), 0, 3, f"what is drawn next: 0 to 3 for {', '.join(names.CHANCES)}"),
        Field("decision", (1,), -1, 3, f"0 to 3 for {', '.join(names.DECISIONS)}; -1 when no seat is to act"),
        Field("pool", (faces + 1,), 0, names.DICE, "dice left in the pool, by face"),
        Field("board", (colours + 1,), -1, faces, "by colour: the face reserved there, -1 for none"),
        Field("die", (1,), -1, faces, "the face taken in this turn, -1 for none"),
        Field("colour", (1,), -1, colours, "the colour reserved in this turn, -1 for none"),
        Field("hex", (1,), -1, CELLS - 1, "the hex chosen for a track, row by row, -1 for none"),
        Field("blocked", (1,), 0, 1, "1 if the seat to act draws a sunflower anywhere (SV 3.4)"),
        Field(
            "colours", (ROWS, COLUMNS), -1, MOUNTAIN_COLOUR, "colour of each hex; 5 mountain, -1 not dealt"
        ),
        Field("towns", (seats,), -1, len(names.TOWNS) - 1, "by relative seat: town picture, -1 not dealt"),
        Field("villagers", (seats,), 0, MOST_VILLAGERS, "by relative seat: villagers"),
        Field(
            "symbols",
            (seats, ROWS, COLUMNS),
            -1,
            names.MOUNTAIN,
            f"by relative seat what each hex holds: {' '.join(names.TOKENS)} are 0 to 14, -1 not dealt",
        ),
    ]


@final
class ValleyEncoding(Encoding):
    """The numbers of Sunflower Valley with the sheets of an edition."""

    def __init__(self, edition: Edition, seats: int) -> None:
        if not names.MIN_SEATS <= seats <= names.MAX_SEATS:
            raise BadEncoding(
                f"Sunflower Valley has {names.MIN_SEATS} to {names.MAX_SEATS} seats, not {seats}"
            )
        self.name = names.NAME
        self.version = VERSION
        self.seats = seats
        self.actions = ACTIONS
        self.ranges = RANGES
        self.fields = _fields(seats)
        self.size = field_sizes(self.fields)
        self.colours: dict[str, list[int]] = {
            letter: _printed(layout) for letter, layout in edition.sheets.items()
        }
        self.packed_colours: dict[str, bytes] = {
            letter: SHEET.pack(*colours) for letter, colours in self.colours.items()
        }
        sheet = f"{SHEET.size}s"
        before = self.size - (1 + seats) * CELLS - 2 * seats  # numbers before `colours`
        self.struct = Struct(f"{before}{NUMBER}{sheet}{2 * seats}{NUMBER}{seats * sheet}")

    # ---- from a view --------------------------------------------------------------------------------------

    def observation(self, view: View) -> dict[str, list[int]]:
        self._check(view)
        options = [str(option) for option in as_list(view["options"])]
        letter, hex_name, chance = view["sheet"], view["hex"], view["chance"]
        board = as_object(view["board"])
        valleys = [as_object(valley) for valley in as_list(view["valleys"])]
        order = self._order(view)
        dealt: list[Mapping[str, object] | None] = [
            valleys[seat] if seat < len(valleys) else None for seat in order
        ]
        acting = as_ints(view["to_act"])
        found = {
            "seat": [order[0]],
            "family": [int(names.VARIANTS[1] in options)],
            "sheet_chosen": [_letter(_value(options, "sheet="))],
            "start": [order.index(int(_value(options, "start=") or 1) - 1)],
            "sheet": [_letter(str(letter) if letter is not None else "")],
            "round": [as_int(view["round"])],
            "first": [names.NOTHING if view["first"] is None else order.index(as_int(view["first"]))],
            "to_act": [int(seat in acting) for seat in order],
            "chance": [0 if chance is None else names.CHANCES.index(str(as_object(chance)["kind"]))],
            "decision": [_index(names.DECISIONS, view["decision"])],
            "pool": [as_list(view["pool"]).count(face) for face in names.FACES],
            "board": [_index(names.FACES, board[colour]) for colour in names.COLOURS],
            "die": [_index(names.FACES, view["die"])],
            "colour": [_index(names.COLOURS, view["colour"])],
            "hex": [names.NOTHING if hex_name is None else HEXES.index(parse_hex(str(hex_name)))],
            "blocked": [int(bool(view["blocked"]))],
            "colours": NOT_DEALT[:] if letter is None else self.colours[str(letter)][:],
            "towns": [names.NOTHING if v is None else _index(names.TOWNS, v["town"]) for v in dealt],
            "villagers": [0 if valley is None else as_int(valley["villagers"]) for valley in dealt],
            "symbols": [],
        }
        for valley in dealt:
            found["symbols"] += NOT_DEALT if valley is None else _symbols(valley)
        return found

    def action_of(self, view: View, move: Action) -> int:
        return ACTION_OF[move]

    def move_of(self, view: View, action: int) -> Action:
        move = _move(action)
        if move is None:
            raise IllegalMove(Refusal("SV 3.3", "passing", str(actions.PASS)))
        return move

    def _check(self, view: View) -> None:
        if view.get("game") != self.name or view.get("seats") != self.seats or view.get("seat") is None:
            raise BadEncoding(f"this is not the view of a seat at a table of {self.seats} of {self.name}")

    def _order(self, view: View) -> list[Seat]:
        """All seats, beginning with the one whose view it is."""
        seat = as_int(view["seat"])
        return [(seat + n) % self.seats for n in range(self.seats)]

    # ---- from a position ----------------------------------------------------------------------------------

    def write_observation(self, state: State, seat: Seat, out: memoryview[int], at: int) -> None:
        assert isinstance(state, Position)
        parts: list[object] = []
        self._add_table(state, seat, parts)
        self._add_turn(state, parts)
        self._add_valleys(state, seat, parts)
        self.struct.pack_into(out, 2 * at, *parts)

    def _add_table(self, pos: Position, seat: Seat, parts: list[object]) -> None:
        """The fields from `seat` to `to_act`."""
        seats = self.seats
        layout = pos.layout
        parts.append(seat)
        parts.append(1 if pos.choices.family else 0)
        parts.append(_letter(pos.choices.sheet))
        parts.append((pos.choices.start - seat + seats) % seats)
        parts.append(0 if layout is None else _letter(layout.letter))
        parts.append(int(pos.round))
        parts.append((int(pos.first) - seat + seats) % seats if pos.round > 0 else names.NOTHING)
        acting = pos.acting[0] if pos.acting else names.NOTHING  # one seat acts at a time
        for n in range(seats):
            parts.append(1 if (seat + n) % seats == acting else 0)

    def _add_turn(self, pos: Position, parts: list[object]) -> None:
        """The fields from `chance` to `colours`."""
        layout = pos.layout
        parts.append(int(pos.chance))
        parts.append(pos.decision() if pos.is_playing() else names.NOTHING)
        pool: i64 = pos.pool
        for _ in range(len(names.FACES)):
            parts.append(int(pool & 7))
            pool >>= 3
        parts += pos.board
        parts.append(int(pos.die))
        parts.append(int(pos.colour))
        place: i64 = pos.place
        parts.append(names.NOTHING if place < 0 else int(place - place // STRIDE))
        parts.append(1 if blocked(pos) else 0)
        parts.append(NOT_DEALT_PACKED if layout is None else self.packed_colours[layout.letter])

    def _add_valleys(self, pos: Position, seat: Seat, parts: list[object]) -> None:
        """The fields from `towns` on."""
        seats = self.seats
        valleys = pos.valleys
        dealt = len(valleys)
        order = [(seat + n) % seats for n in range(seats)]
        for other in order:
            parts.append(valleys[other].town if other < dealt else names.NOTHING)
        for other in order:
            parts.append(int(valleys[other].villagers) if other < dealt else 0)
        for other in order:
            parts.append(_packed_symbols(valleys[other]) if other < dealt else NOT_DEALT_PACKED)

    def write_mask(self, state: State, seat: Seat, out: memoryview[int], at: int) -> None:
        assert isinstance(state, Position)
        MASK.pack_into(out, at, _mask(state, seat))

    def action_at(self, state: State, seat: Seat, move: Action) -> int:
        return ACTION_OF[move]

    def move_at(self, state: State, seat: Seat, action: int) -> Action:
        move = _move(action)
        if move is None:
            raise IllegalMove(state.why_not(seat, actions.PASS))
        return move

    def legal_move(self, state: State, seat: Seat, action: int) -> Action:
        assert isinstance(state, Position)
        move = self.move_at(state, seat, action)
        if _mask(state, seat)[action] == 0:
            raise IllegalMove(state.why_not(seat, move))
        return move


def _mask(pos: Position, seat: Seat) -> bytes:
    """What `turn.offer` offers, without the moves."""
    if not pos.is_playing() or pos.acting[0] != seat:
        return WAITING
    valley = pos.valleys[seat]
    decision = pos.decision()
    if decision == names.DECIDE_DIE:
        return OF_DICE[_dice_there(pos.pool)]
    if decision == names.DECIDE_COLOUR:
        return OF_COLOURS[_colours_left(pos, valley)]
    if decision == names.DECIDE_HEX:
        free: i64 = valley.free
        if not draws_instead(pos, valley):
            free &= valley.layout.colours[pos.colour]
        return _mask_of_hexes(free)
    return OF_WAYS[int(pos.die)]


def _dice_there(pool: i64) -> i64:
    """The set of faces that dice of a pool show."""
    found: i64 = 0
    for face in range(len(names.FACES)):
        if (pool & 7) != 0:
            found |= only(face)
        pool >>= 3
    return found


def _colours_left(pos: Position, valley: Valley) -> i64:
    """The set of colours that may be reserved."""
    instead = is_blocked(pos, valley)
    found: i64 = 0
    for colour in range(len(names.COLOURS)):
        if pos.board[colour] == names.NOTHING and (instead or valley.has_free(colour)):
            found |= only(colour)
    return found


def _mask_of_hexes(places: i64) -> bytes:
    """The mask of a set of hexes to draw in."""
    parts = [BEFORE_HEXES]
    for _ in range(ROWS):
        parts.append(OF_ROW[places & ROW])
        places >>= STRIDE
    parts.append(AFTER_HEXES)
    return b"".join(parts)


def _packed_symbols(valley: Valley) -> bytes:
    """What the hexes of a valley hold, written once for each symbol drawn."""
    kept = valley.encoded
    if kept is None:
        symbols = valley.symbols
        by_row: list[int] = []
        for row in range(ROWS):
            by_row += symbols[STRIDE * row : STRIDE * row + COLUMNS]
        kept = valley.encoded = SHEET.pack(*by_row)
    return kept


def _move(action: int) -> Action | None:
    """What an action means; None for NOTHING_TO_DO."""
    if not 0 <= action < ACTIONS:
        raise no_such_action(action, ACTIONS)
    return MOVES[action]


def _printed(layout: Layout) -> list[int]:
    """The colours of a sheet, row by row."""
    return [
        MOUNTAIN_COLOUR if layout.blank[place] == names.MOUNTAIN else layout.colour_at[place]
        for place in HEXES
    ]


def _letter(letter: str) -> int:
    """A sheet as a number from 1; 0 for none."""
    return names.SHEETS.index(letter) + 1 if letter else 0


def _value(options: Sequence[str], name: str) -> str:
    """What the options say of something; empty if nothing."""
    for option in options:
        if option.startswith(name):
            return option[len(name) :]
    return ""


def _index(words: Sequence[str], value: object) -> int:
    return names.NOTHING if value is None else words.index(str(value))


def _symbols(valley: Mapping[str, object]) -> list[int]:
    """The hexes of a sheet in a view, row by row."""
    rows = [str(row) for row in as_list(valley["rows"])]
    return [names.TOKENS.index(token) for row in rows for token in row.split()]
