"""The encoding of Sunflower Valley, version 1: 51 actions; nothing is hidden, so a seat sees everything.

Seats are relative to the one that looks: itself is 0, the next clockwise 1. Edition and revision of the rules
are settings of the environment and not part of an observation.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
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
from farmstead.games.sunflower_valley.rules.hexes import COLUMNS, HEXES, ROWS, STRIDE, parse_hex
from farmstead.games.sunflower_valley.rules.notation import blocked
from farmstead.games.sunflower_valley.rules.position import Position

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
        numbers: list[int] = []
        self._add_table(state, seat, numbers)
        self._add_turn(state, numbers)
        self._add_valleys(state, seat, numbers)
        out[at : at + self.size] = array(NUMBER, numbers)

    def _add_table(self, pos: Position, seat: Seat, numbers: list[int]) -> None:
        """The fields from `seat` to `to_act`."""
        seats = self.seats
        layout = pos.layout
        numbers.append(seat)
        numbers.append(1 if pos.choices.family else 0)
        numbers.append(_letter(pos.choices.sheet))
        numbers.append((pos.choices.start - seat + seats) % seats)
        numbers.append(0 if layout is None else _letter(layout.letter))
        numbers.append(int(pos.round))
        numbers.append((int(pos.first) - seat + seats) % seats if pos.round > 0 else names.NOTHING)
        acting = pos.acting[0] if pos.acting else names.NOTHING  # one seat acts at a time
        for n in range(seats):
            numbers.append(1 if (seat + n) % seats == acting else 0)

    def _add_turn(self, pos: Position, numbers: list[int]) -> None:
        """The fields from `chance` to `colours`."""
        layout = pos.layout
        numbers.append(int(pos.chance))
        numbers.append(pos.decision() if pos.is_playing() else names.NOTHING)
        pool: i64 = pos.pool
        for _ in range(len(names.FACES)):
            numbers.append(int(pool & 7))
            pool >>= 3
        numbers += pos.board
        numbers.append(int(pos.die))
        numbers.append(int(pos.colour))
        place: i64 = pos.place
        numbers.append(names.NOTHING if place < 0 else int(place - place // STRIDE))
        numbers.append(1 if blocked(pos) else 0)
        numbers += NOT_DEALT if layout is None else self.colours[layout.letter]

    def _add_valleys(self, pos: Position, seat: Seat, numbers: list[int]) -> None:
        """The fields from `towns` on."""
        seats = self.seats
        valleys = pos.valleys
        order = [(seat + n) % seats for n in range(seats)]
        for other in order:
            numbers.append(valleys[other].town if other < len(valleys) else names.NOTHING)
        for other in order:
            numbers.append(int(valleys[other].villagers) if other < len(valleys) else 0)
        for other in order:
            if other < len(valleys):
                symbols = valleys[other].symbols
                for row in range(ROWS):
                    numbers += symbols[STRIDE * row : STRIDE * row + COLUMNS]
            else:
                numbers += NOT_DEALT

    def write_mask(self, state: State, seat: Seat, out: memoryview[int], at: int) -> None:
        flags = [0] * ACTIONS
        moves = state.legal(seat)
        for move in moves:
            flags[ACTION_OF[move]] = 1
        if not moves:
            flags[NOTHING_TO_DO] = 1
        out[at : at + ACTIONS] = bytes(flags)

    def action_at(self, state: State, seat: Seat, move: Action) -> int:
        return ACTION_OF[move]

    def move_at(self, state: State, seat: Seat, action: int) -> Action:
        move = _move(action)
        if move is None:
            raise IllegalMove(state.why_not(seat, actions.PASS))
        return move


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
