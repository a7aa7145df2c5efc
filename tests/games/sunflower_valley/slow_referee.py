"""A second, slow way to run a game of Sunflower Valley: who is to act, what is legal, what chance may bring.

It knows the rules page (SV 1–3) and the notation of moves, and shares no code with the game. A game is told
in the order of the rules: a generator yields the question it asks (seat, answers and their weights, name of
the chance) and is sent the answer. Nothing is remembered that can be worked out from the sheets.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from functools import cache
from itertools import product
from math import gcd
from typing import Any, NamedTuple

from tests.games.sunflower_valley.slow_scorer import (
    COLOURS,
    FACES,
    HEXES,
    SHEETS,
    START,
    Hex,
    Valley,
    colour_of,
    score_table,
)

CHANCE = -1
LETTERS = "HSFULC"  # of the faces, and of what is drawn for them
LETTER = dict(zip(FACES, LETTERS, strict=True))


class Question(NamedTuple):
    """Whose answer is awaited, and which answers there are with their weights."""

    seat: int
    answers: dict[str, int]
    name: str | None = None  # of a chance event


Choice = Generator[Question, str, str]
Steps = Generator[Question, str, None]


class Illegal(Exception):
    """A move that is not among the legal ones."""


@cache
def rolls() -> dict[str, int]:
    """Every way six dice can fall, counted by what they show together (SV 1.5, 2.1)."""
    counts = Counter("".join(sorted(dice, key=LETTERS.index)) for dice in product(LETTERS, repeat=6))
    assert gcd(*counts.values()) == 1
    return {f"roll {dice}": count for dice, count in counts.items()}


def ways(letter: str) -> list[str]:
    """How a track may lie: opposite sides, or two sides with exactly one between them (SV 3.5)."""
    pairs = [(a, b) for a in range(6) for b in range(a + 1, 6)]
    apart = {(a, b): min(b - a, 6 - (b - a)) for a, b in pairs}
    return [f"{letter}{a}{b}" for a, b in pairs if apart[a, b] == (3 if letter == "L" else 2)]


class Referee:
    """A game in progress. Seats are counted from 0, chance is -1."""

    def __init__(self, seats: int, options: Sequence[str] = ()) -> None:
        values = dict(word.split("=") for word in options if "=" in word)
        self.seats = seats
        self.family = "family" in options
        self.sheet: str | None = values.get("sheet")
        self.first = int(values.get("start", "1")) - 1
        self.round = 0
        self.valleys: list[Valley] = []
        self.steps = self.whole_game()
        self.asked: Question | None = next(self.steps)

    def to_act(self) -> list[int]:
        return [] if self.asked is None else [self.asked.seat]

    def legal(self) -> set[str]:
        return set() if self.asked is None or self.asked.seat == CHANCE else set(self.asked.answers)

    def odds(self) -> dict[str, int]:
        return {} if self.asked is None or self.asked.seat != CHANCE else dict(self.asked.answers)

    def chance_name(self) -> str | None:
        return None if self.asked is None else self.asked.name

    def play(self, seat: int, text: str) -> None:
        if self.asked is None or seat != self.asked.seat or text not in self.asked.answers:
            raise Illegal(f"seat {seat}: {text!r} is no answer to {self.asked}")
        try:
            self.asked = self.steps.send(text)
        except StopIteration:
            self.asked = None

    def document(self) -> dict[str, Any]:
        """The sheets as they are, to be scored; who has no town yet has drawn nothing."""
        sheet = self.sheet or "A"
        valleys = [*self.valleys, *(blank(sheet) for _ in range(self.seats - len(self.valleys)))]
        variant = {"variant": "family"} if self.family else {}
        return {"sheet": sheet, "players": [written(valley) for valley in valleys], **variant}

    def scores(self) -> list[int]:
        return [player["total"] for player in score_table(self.document())["players"]]

    def places(self) -> list[int]:
        return list(score_table(self.document())["places"])

    # ---- the whole game --------------------------------------------------------------------------------

    def whole_game(self) -> Steps:
        """SV 1, 2."""
        yield from self.set_up()
        while True:
            self.round += 1
            yield from self.one_round()
            if self.over():
                return
            self.first = (self.first + 1) % self.seats

    def over(self) -> bool:
        """SV 2.4."""
        return not any(free(valley) for valley in self.valleys)

    def set_up(self) -> Steps:
        """SV 1.1, 1.3."""
        if self.sheet is None:
            self.sheet = yield from self.chance("sheet", [f"sheet {letter}" for letter in SHEETS])
        towns = list(START)
        for seat in range(self.seats):
            town = yield from self.chance(f"seat {seat + 1} town", [f"town {town}" for town in towns])
            towns.remove(town)
            self.valleys.append({**blank(self.sheet), START[town]: "H"})

    def one_round(self) -> Steps:
        """SV 2.1, 2.2: five turns, or fewer when the last hex is drawn in."""
        dice = yield Question(CHANCE, rolls(), f"round {self.round} roll")
        pool = list(dice.split()[1])
        unreserved = list(COLOURS)
        seat = self.first
        while unreserved and not self.over():
            yield from self.turn(seat, pool, unreserved)
            seat = (seat + 1) % self.seats

    def turn(self, seat: int, pool: list[str], unreserved: list[str]) -> Steps:
        """SV 3."""
        assert self.sheet is not None
        valley = self.valleys[seat]
        room = {
            letter: [place for place in free(valley) if colour_of(self.sheet, place) == letter]
            for letter in COLOURS
        }
        open_colours = [letter for letter in unreserved if room[letter]]

        face = yield from self.choose(seat, "take", (face for face in FACES if LETTER[face] in pool))
        symbol = LETTER[face]
        pool.remove(symbol)
        name = yield from self.choose(seat, "reserve", (COLOURS[one] for one in open_colours or unreserved))
        colour = next(letter for letter in COLOURS if COLOURS[letter] == name)
        unreserved.remove(colour)

        if not open_colours:  # blocked (SV 3.4)
            place = yield from self.choose(seat, "draw", free(valley))
            valley[place] = "F"
            return
        place = yield from self.choose(seat, "draw", room[colour])
        if symbol in "LC":
            symbol = yield from self.choose(seat, "way", ways(symbol))
        valley[place] = symbol

    # ---- questions -------------------------------------------------------------------------------------

    def chance(self, name: str, outcomes: Iterable[str]) -> Choice:
        """One of several outcomes, all equally likely."""
        text = yield Question(CHANCE, dict.fromkeys(outcomes, 1), name)
        return text.split()[1]

    def choose(self, seat: int, verb: str, among: Iterable[str]) -> Choice:
        text = yield Question(seat, {f"{verb} {one}": 1 for one in among})
        return text.split()[1]


def after(seats: int, options: Sequence[str], moves: Iterable[tuple[int, str]]) -> Referee:
    """The game these moves lead to."""
    referee = Referee(seats, options)
    for seat, text in moves:
        referee.play(seat, text)
    return referee


def blank(sheet: str) -> Valley:
    return {place: "^" if colour_of(sheet, place) == "^" else "." for place in HEXES}


def free(valley: Valley) -> list[Hex]:
    return [place for place in HEXES if valley[place] == "."]


def written(valley: Valley) -> list[str]:
    """SV 8.2."""
    return [" ".join(valley[place] for place in HEXES if place[0] == row) for row in "abcde"]
