"""The rules of Pebbles: the smallest game with everything that the contract knows.

PB 0  A move is `take 1`, `take 2`, `bet` or `stay`.
PB 1  There are two rounds. In each a heap of 1 to 3 pebbles falls by chance. Then all seats take 1 pebble at
      the same time, or 2 if the heap has as many. Then they `bet` or `stay`, one after the other;
      which of it, nobody is told until the end.
PB 2  Every pebble taken and every bet is a point. Most points win; who has as many shares the place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from farmstead.engine.contract import (
    CHANCE,
    Action,
    BadPosition,
    BadSetup,
    Dealer,
    Event,
    Game,
    NotUnderstood,
    Refusal,
    Seat,
    Setup,
    State,
)

ROUNDS = 2
FIELDS = ("round", "phase", "heap", "taken", "bets", "waiting")


class Word(Action):
    """A move, or an outcome of chance."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


WORDS = {
    text: Word(text) for text in ["heap 1", "heap 2", "heap 3", "take 1", "take 2", "bet", "stay", "end"]
}


class PebblesState(State):
    """One position."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.round = 0
        self.phase = "heap"
        self.heap = 0
        self.taken = [0] * players
        self.bets = [0] * players
        self.waiting: list[Seat] = []

    def seats(self) -> int:
        return self.players

    def to_act(self) -> list[Seat]:
        if self.round == ROUNDS:
            return []
        return [CHANCE] if self.phase == "heap" else list(self.waiting)

    def legal(self, seat: Seat) -> list[Action]:
        if seat not in self.to_act() or seat == CHANCE:
            return []
        if self.phase == "take":
            return [WORDS["take 1"], WORDS["take 2"]] if self.heap > 1 else [WORDS["take 1"]]
        return [WORDS["bet"], WORDS["stay"]]

    def odds(self) -> list[tuple[Action, int]]:
        return [(WORDS["heap 1"], 3), (WORDS["heap 2"], 2), (WORDS["heap 3"], 1)]

    def chance_name(self) -> str:
        return f"round {self.round + 1} heap"

    def apply(self, seat: Seat, move: Action, log: list[Event] | None = None) -> None:
        verb, _, count = str(move).partition(" ")
        event = Event("chose", seat, {"bet": int(verb == "bet")}, seat)  # for its seat alone
        if seat == CHANCE:
            self.heap = int(count)
            self.phase, self.waiting = "take", list(range(self.players))
            event = Event("fell", seat, {"count": self.heap})
        elif self.phase == "take":
            self.taken[seat] += int(count)
            self.waiting.remove(seat)
            if not self.waiting:
                self.phase, self.waiting = "bet", [0]
            event = Event("took", seat, {"count": int(count)})
        else:
            self.bets[seat] += verb == "bet"
            self.waiting = [seat + 1] if seat + 1 < self.players else []
            if not self.waiting:
                self.phase, self.round = "heap", self.round + 1
        if log is not None:
            log.append(event)

    def game(self) -> Game:
        return GAME

    def clone(self) -> PebblesState:
        return _read(json.loads(self.text()))

    def stage(self) -> str:
        return f"round {self.round + 1}" if self.phase == "take" and self.to_act() else ""

    def view(self, seat: Seat | None) -> dict[str, object]:
        over = not self.to_act()
        bets = [bet if over or owner == seat else None for owner, bet in enumerate(self.bets)]
        who = {"seat": seat, "seats": self.players, "to_act": self.to_act()}
        when = {"round": self.round + (not over), "phase": self.phase, "heap": self.heap}
        return {**who, **when, "taken": list(self.taken), "bets": bets}

    def text(self) -> str:
        return json.dumps({name: getattr(self, name) for name in FIELDS})

    def score_lines(self, seat: Seat) -> dict[str, int]:
        taken, bets = self.taken[seat], self.bets[seat]
        return {"taken": taken, "bets": bets, "total": taken + bets}

    def places(self) -> list[int]:
        scores = self.scores()
        return [1 + sum(other > own for other in scores) for own in scores]

    def why_not(self, seat: Seat, move: Action) -> Refusal:
        return Refusal("PB 1", "not_now", str(move), {}, [str(other) for other in self.legal(seat)])


def _read(fields: Mapping[str, Any]) -> PebblesState:
    state = PebblesState(len(fields["taken"]))
    for name in FIELDS:
        setattr(state, name, fields[name])
    return state


class Pebbles(Game):
    """The game; it comes with one set of components."""

    def __init__(self) -> None:
        self.name, self.title, self.rules, self.fewest, self.most = "pebbles", "Pebbles", 1, 1, 4
        self.label = "stones"

    def setup(self, seats: int, options: Sequence[str] = (), rules: int | None = None) -> Setup:
        if not self.fewest <= seats <= self.most:
            raise BadSetup(f"{seats} cannot play; {self.fewest} to {self.most} can", "seats")
        if list(options) not in ([], ["plain"]):
            raise BadSetup(f"there is no option {options[0]!r}; there is `plain`", "options")
        if rules not in (None, self.rules):
            raise BadSetup(f"there is no revision {rules} of the rules; there is 1", "rules")
        return Setup(self.name, self.rules, seats, ("plain",), self.label)

    def start(self, setup: Setup) -> PebblesState:
        return PebblesState(setup.seats)

    def parse(self, text: str) -> Action:
        if text not in WORDS:
            raise NotUnderstood(Refusal("PB 0", "unknown_verb", text, {}, ["take", "bet", "stay"]))
        return WORDS[text]

    def position(self, text: str) -> PebblesState:
        try:
            return _read(json.loads(text))
        except (ValueError, LookupError, TypeError) as error:
            raise BadPosition(f"this is no position of Pebbles: {error}") from None

    def from_view(self, seat: Seat | None, view: Mapping[str, object], dealer: Dealer) -> PebblesState:
        fields: dict[str, Any] = {**view}
        fields["round"] -= bool(fields["to_act"])
        fields["waiting"] = [each for each in fields["to_act"] if each != CHANCE]
        first = fields["waiting"][0] if fields["phase"] == "bet" and fields["waiting"] else 0
        made = [fields["round"] + (owner < first) for owner in range(len(fields["bets"]))]
        fields["bets"] = [
            dealer.below(most + 1) if bet is None else bet
            for bet, most in zip(fields["bets"], made, strict=True)
        ]
        return _read(fields)


GAME = Pebbles()
