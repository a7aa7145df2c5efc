"""Pebbles: the smallest game with everything the contract knows, to test the engine without a rulebook.

Two or three rounds: a heap of 1-3 pebbles falls (chance), then all seats take 1 or 2 at the same time,
then the seats in turn may `bet` or `stay`. A seat's bet is secret until the end. Most pebbles win.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from farmstead.engine.contract import (
    CHANCE,
    Action,
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


class Word(Action):
    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


WORDS = {
    text: Word(text) for text in ["heap 1", "heap 2", "heap 3", "take 1", "take 2", "bet", "stay", "end"]
}


class PebblesState(State):
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
        text = str(move)
        if log is not None:
            log.append(Event("moved", seat, {"move": text.replace(" ", "_")}))
        if seat == CHANCE:
            self.heap = int(text.split()[1])
            self.phase, self.waiting = "take", list(range(self.players))
        elif self.phase == "take":
            self.taken[seat] += int(text.split()[1])
            self.waiting.remove(seat)
            if not self.waiting:
                self.phase, self.waiting = "bet", [0]
        else:
            self.bets[seat] += text == "bet"
            self.waiting = [seat + 1] if seat + 1 < self.players else []
            if not self.waiting:
                self.phase, self.round = "heap", self.round + 1

    def clone(self) -> PebblesState:
        return _read(self.players, json.loads(self.text()))

    def stage(self) -> str:
        return f"round {self.round + 1}" if self.phase == "take" and self.to_act() else ""

    def view(self, seat: Seat | None) -> dict[str, object]:
        over = not self.to_act()
        bets = [bet if over or owner == seat else None for owner, bet in enumerate(self.bets)]
        return {**json.loads(self.text()), "bets": bets, "seat": seat}

    def text(self) -> str:
        fields = ("round", "phase", "heap", "taken", "bets", "waiting")
        return json.dumps({name: getattr(self, name) for name in fields})

    def score_lines(self, seat: Seat) -> dict[str, int]:
        return {
            "taken": self.taken[seat],
            "bets": self.bets[seat],
            "total": self.taken[seat] + self.bets[seat],
        }

    def places(self) -> list[int]:
        scores = self.scores()
        return [1 + sum(other > own for other in scores) for own in scores]

    def why_not(self, seat: Seat, move: Action) -> Refusal:
        return Refusal("PB 1", "not_now", str(move), {}, [str(other) for other in self.legal(seat)])


def _read(players: int, fields: Mapping[str, object]) -> PebblesState:
    state = PebblesState(players)
    for name, value in fields.items():
        setattr(state, name, value)
    return state


class Pebbles(Game):
    def __init__(self) -> None:
        self.name, self.title, self.rules, self.fewest, self.most = "pebbles", "Pebbles", 1, 1, 4
        self.label = "stones"

    def setup(self, seats: int, options: Sequence[str] = (), rules: int | None = None) -> Setup:
        if not self.fewest <= seats <= self.most or options or rules not in (None, 1):
            raise BadSetup("not like this")
        return Setup(self.name, 1, seats, ("plain",), "stones")

    def start(self, setup: Setup) -> PebblesState:
        return PebblesState(setup.seats)

    def parse(self, text: str) -> Action:
        if text not in WORDS:
            raise NotUnderstood(Refusal("PB 0", "unknown_verb", text))
        return WORDS[text]

    def position(self, text: str) -> PebblesState:
        fields = json.loads(text)
        return _read(len(fields["taken"]), fields)

    def from_view(self, seat: Seat | None, view: Mapping[str, object], dealer: Dealer) -> PebblesState:
        fields = dict(view)
        fields.pop("seat")
        bets = fields["bets"]
        assert isinstance(bets, list)
        fields["bets"] = [dealer.below(2) if bet is None else bet for bet in bets]
        return _read(len(bets), fields)
