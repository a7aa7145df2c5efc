"""Positions for scenario tests: a real game with spelt-out chance, or one that is set up close to its point.

    scene = Scene(seats=3, sheet="B")                       # town pictures dealt, the first roll is due
    scene.roll("HSFULC")
    scene.turn(0, "house orange b4")                        # take house, reserve orange, draw b4
    scene.turn(1, "straight blue d5 L03")
    scene.refused(2, "reserve pink", "SV 3.1", "wrong_decision", decision="die")

    scene = Scene.late("a1 e6", pool="HHS", board="orange yellow green")   # seat 1 is to act, two hexes free
    scene = Scene.at(drawn(b2="H", a1="L03"), drawn(b5="H"), pool="HSFUC", board="orange")
    scene = Scene.shown(drawn(b2="H"), drawn(b5="H", a1="S"))              # any sheets at all, to be scored

A sheet is the five rows of SV 8.2. `drawn(b2="H", a1="L03")` has these symbols and is free elsewhere,
`drawn(rest="F", e6=".")` has a sunflower everywhere but where it says otherwise; mountains are printed by
themselves. A pool is written in the letters of a roll, a board as `orange:house yellow:curve` or, where the
dice do not matter, as `orange yellow`.

`at` and `late` go through `GAME.position`, which refuses what no game leads to: the number of hexes drawn in
must fit the turns each seat has had. `late` sees to that by itself, with as many players as it takes. Towns
are dealt T1, T2 … in seat order, so first houses are at b2, b5, c4, d2, d5.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from farmstead.engine.contract import CHANCE, Arg, Event, IllegalMove, NotUnderstood, Refusal
from farmstead.engine.table import Table
from farmstead.games.sunflower_valley.rules import GAME
from farmstead.games.sunflower_valley.rules.position import NOBODY
from farmstead.games.sunflower_valley.rules.reading import read_rows
from farmstead.games.sunflower_valley.rules.state import SunflowerValley
from tests.games.sunflower_valley.slow_scorer import COLOURS, FACES, HEXES, SHEETS, START

TOWNS = "T1 T2 T3 T4 T5"
LETTERS = dict(zip("HSFULC", FACES, strict=True))
NAMES = list(COLOURS.values())
TURNS = 24  # of each seat
ROUND = 5  # turns in a round
MOST_INSTEAD = 25  # what a refusal names of the moves that would do


# ---- sheets -------------------------------------------------------------------------------------------


def printed(letter: str, place: str) -> str:
    """The colour of a hex by its letter, or `^`."""
    return SHEETS[letter]["abcde".index(place[0])][int(place[1]) - 1]


def drawn(letter: str = "A", rest: str = ".", **symbols: str) -> list[str]:
    """The rows of a sheet with these symbols on it and `rest` on all other hexes."""
    assert set(symbols) <= set(HEXES), f"no such hex: {sorted(set(symbols) - set(HEXES))}"
    tokens = {place: "^" if printed(letter, place) == "^" else rest for place in HEXES} | symbols
    return [" ".join(tokens[f"{row}{column}"] for column in range(1, 7)) for row in "abcde"]


def hexes_of(colour: str, letter: str = "A") -> list[str]:
    """The five hexes of a colour, row by row."""
    return [place for place in HEXES if COLOURS.get(printed(letter, place)) == colour]


def one_of_each_colour(letter: str) -> list[str]:
    """All hexes to draw in: the first of each colour, then the second of each …"""
    return [hexes_of(colour, letter)[n] for n in range(5) for colour in NAMES]


def padded(letter: str, town: str, count: int) -> list[str]:
    """A sheet with its first house and so many sunflowers, spread over the colours."""
    others = [place for place in one_of_each_colour(letter) if place != START[town]]
    return drawn(letter, **{START[town]: "H"}, **dict.fromkeys(others[:count], "F"))


def drawn_in(rows: Sequence[str]) -> int:
    """How many hexes a player has drawn in."""
    return len([token for token in " ".join(rows).split() if token not in (".", "^")])


# ---- turns --------------------------------------------------------------------------------------------


def turns_had(seat: int, seats: int, start: int, round: int, turn: int) -> int:
    """The turns a seat has ended after so many of a round (SV 2.2, 2.3)."""
    order = [(start + r + t) % seats for r in range(round - 1) for t in range(ROUND)]
    return (order + [(start + round - 1 + t) % seats for t in range(turn)]).count(seat)


def first_of(seats: int, start: int, round: int) -> int:
    return (start + round - 1) % seats


def fitting(seat: int, seats: Sequence[int], left: int, turn: int) -> tuple[int, int, int]:
    """Players, who began, and a round in which `seat` acts after so many turns, with so many hexes left."""
    for players in seats:
        for start in range(players):
            for round in range(1, TURNS + 1):
                acts = (first_of(players, start, round) + turn) % players == seat
                if acts and turns_had(seat, players, start, round, turn) == TURNS - left:
                    return players, start, round
    raise AssertionError(f"seat {seat} never has {left} hexes left after {turn} turns of a round")


def start_of(options: Sequence[str]) -> int:
    return next((int(option[6:]) - 1 for option in options if option.startswith("start=")), 0)


def board_of(board: str) -> dict[str, str | None]:
    """`orange:house yellow` as the view writes it; a die that is not named is a sunflower."""
    dice = [word.partition(":") for word in board.split()]
    return dict.fromkeys(NAMES, None) | {colour: die or "sunflower" for colour, _, die in dice}


def pool_of(pool: str) -> list[str]:
    """`HHC` as the view writes it."""
    return sorted([LETTERS[letter] for letter in pool], key=FACES.index)


def said(events: Sequence[Event]) -> list[str]:
    """Events in writing: `1 drew symbol=house at=b1 colour=orange`; `*` is chance or nobody."""
    return [str(event) for event in events]


def reserves(*colours: str) -> list[str]:
    return [f"reserve {colour}" for colour in colours]


def draws(*hexes: str) -> list[str]:
    return [f"draw {place}" for place in hexes]


def not_understood(text: str) -> Refusal:
    """The text must be no move of this game."""
    with pytest.raises(NotUnderstood) as caught:
        GAME.parse(text)
    return caught.value.refusal


class Scene:
    """A table of Sunflower Valley."""

    def __init__(
        self, seats: int = 2, sheet: str = "A", options: Sequence[str] = (), towns: str = TOWNS
    ) -> None:
        """All is dealt, and the first roll is due."""
        self.table = Table(GAME, GAME.setup(seats, [f"sheet={sheet}", *options]))
        for town in towns.split()[:seats]:
            self.chance(f"town {town}")

    @classmethod
    def unopened(cls, seats: int = 2, options: Sequence[str] = ()) -> Scene:
        """A table before anything has been dealt."""
        scene = cls.__new__(cls)
        scene.table = Table(GAME, GAME.setup(seats, options))
        return scene

    @classmethod
    def at(
        cls,
        *sheets: Sequence[str],
        pool: str = "",
        board: str = "",
        sheet: str = "A",
        options: Sequence[str] = (),
        towns: str = TOWNS,
    ) -> Scene:
        """The beginning of a turn. Round and turn follow from the sheets; without a pool the roll is due,
        and when all sheets are full the game is over: then `board` and `pool` are those of its last round."""
        scene = cls.unopened(len(sheets), [f"sheet={sheet}", *options])
        had = sum(drawn_in(rows) - 1 for rows in sheets)
        over = had == TURNS * len(sheets)
        round, turn = divmod(had - 1 if over else had, ROUND)
        scene._set(
            sheet=sheet,
            round=round + 1,
            first=first_of(len(sheets), start_of(options), round + 1),
            turn=turn + 1 if over else turn,
            over=over,
            pool=pool,
            board=board,
            sheets=sheets,
            towns=towns,
        )
        return scene

    @classmethod
    def late(
        cls,
        free: str,
        *,
        pool: str,
        board: str = "",
        seat: int = 0,
        seats: Sequence[int] = (2, 3, 4, 5),
        sheet: str = "A",
        options: Sequence[str] = (),
        **symbols: str,
    ) -> Scene:
        """`seat` is to act and has only these hexes free; the rest of its sheet is sunflowers, but for its
        first house and `symbols`. The other sheets have as many sunflowers as fit. There are as few players
        as can be, and who began is chosen so that it is the seat's turn now."""
        players, start, round = fitting(seat, seats, left=len(free.split()), turn=len(board.split()))
        sheets = [
            padded(sheet, town, turns_had(other, players, start, round, len(board.split())))
            for other, town in enumerate(TOWNS.split()[:players])
        ]
        own = {START[f"T{seat + 1}"]: "H"} | dict.fromkeys(free.split(), ".") | symbols
        sheets[seat] = drawn(sheet, rest="F", **own)
        return cls.at(*sheets, pool=pool, board=board, sheet=sheet, options=[*options, f"start={start + 1}"])

    @classmethod
    def shown(cls, *sheets: Sequence[str], sheet: str = "A", options: Sequence[str] = ()) -> Scene:
        """A finished game with any sheets, also such as nobody could have drawn: only to be scored."""
        scene = cls(len(sheets), sheet, options)
        for seat, rows in enumerate(sheets):
            valley = scene.state.valleys[seat]
            tokens = [row.split() for row in rows]
            scene.state.valleys[seat] = read_rows(valley.layout, valley.family, valley.town, tokens)
        scene.state.chance, scene.state.acting = 0, NOBODY
        return scene

    def _set(
        self,
        *,
        sheet: str,
        round: int,
        first: int,
        turn: int,
        over: bool,
        pool: str,
        board: str,
        sheets: Sequence[Sequence[str]],
        towns: str,
    ) -> None:
        """A position as it would have been written."""
        reserved = board_of(board)
        acting = [] if over else [(first + turn) % len(sheets)] if pool else [CHANCE]
        rolling = not over and not pool
        view = self.state.view(None) | {
            "sheet": sheet,
            "round": round,
            "first": first,
            "to_act": acting,
            "decision": None if over or rolling else "die",
            "chance": {"kind": "roll", "name": f"round {round} roll"} if rolling else None,
            "pool": pool_of(pool),
            "board": reserved,
            "blocked": bool(pool) and not over and is_blocked(sheets[acting[0]], reserved, sheet),
            "valleys": [
                {"town": town, "rows": list(rows), "villagers": villagers_on(rows)}
                for town, rows in zip(towns.split(), sheets, strict=False)
            ],
        }
        self.table.state = GAME.position(json.dumps(view))

    # ---- playing ---------------------------------------------------------------------------------------

    @property
    def state(self) -> SunflowerValley:
        state = self.table.state
        assert isinstance(state, SunflowerValley)
        return state

    def chance(self, *texts: str) -> list[Event]:
        return self.play(CHANCE, *texts)

    def roll(self, dice: str) -> list[Event]:
        """The letters of the dice, in any order."""
        return self.chance("roll " + "".join(sorted(dice, key=list(LETTERS).index)))

    def play(self, seat: int, *texts: str) -> list[Event]:
        log: list[Event] = []
        for text in texts:
            log += self.table.play(seat, text)
        return log

    def turn(self, seat: int, text: str) -> list[Event]:
        """`house orange b1` or `straight blue d5 L03`: all decisions of a turn."""
        verbs = ["take", "reserve", "draw", "way"]
        return self.play(seat, *[f"{verb} {word}" for verb, word in zip(verbs, text.split(), strict=False)])

    def any_turn(self) -> list[Event]:
        """Whoever is to act makes the first legal choice of each decision."""
        (seat,) = self.state.to_act()
        log = self.play(seat, self.legal(seat)[0])
        while self.view["die"] is not None:
            log += self.play(seat, self.legal(seat)[0])
        return log

    def refused(self, seat: int, text: str, rule: str, key: str | None = None, **args: Arg) -> Refusal:
        """The move must be refused by this paragraph, in these words, with what would do; nothing may have
        changed."""
        before, count = self.state.text(), len(self.table.entries)
        with pytest.raises(IllegalMove) as caught:
            self.table.play(seat, text)
        refusal = caught.value.refusal
        assert refusal.rule == rule, f"refused by {refusal}, not by {rule}"
        assert key is None or refusal.key == key, f"refused by {refusal}, not by {key}"
        assert key is None or refusal.args == args, f"refused by {refusal}, not with {args}"
        assert refusal.tried == text
        assert refusal.instead == [str(move) for move in self.table.options(seat)][:MOST_INSTEAD]
        assert (self.state.text(), len(self.table.entries)) == (before, count)
        return refusal

    # ---- looking ---------------------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        return self.state.view(None)

    def legal(self, seat: int = 0) -> list[str]:
        return [str(move) for move in self.state.legal(seat)]

    def odds(self) -> dict[str, int]:
        return {str(move): weight for move, weight in self.state.odds()}

    def rows(self, seat: int = 0) -> list[str]:
        rows = self.view["valleys"][seat]["rows"]
        assert isinstance(rows, list)
        return rows

    def token(self, seat: int, place: str) -> str:
        """What is in a hex (SV 8.2)."""
        return self.rows(seat)["abcde".index(place[0])].split()[int(place[1]) - 1]

    def villagers(self, seat: int = 0) -> int:
        return int(self.view["valleys"][seat]["villagers"])

    def reserved(self) -> list[str]:
        """The colours with a die on them."""
        return [colour for colour, die in self.view["board"].items() if die is not None]


def is_blocked(rows: Sequence[str], board: dict[str, str | None], letter: str) -> bool:
    """SV 3.4: no unreserved colour has a free hex."""
    tokens = dict(zip(HEXES, " ".join(rows).split(), strict=True))
    free = {COLOURS[printed(letter, place)] for place, token in tokens.items() if token == "."}
    return not [colour for colour in free if board[colour] is None]


def villagers_on(rows: Sequence[str]) -> int:
    """SV 3.6: two for each house, one for each super sunflower."""
    tokens = " ".join(rows).split()
    return 2 * tokens.count("H") + tokens.count("U")
