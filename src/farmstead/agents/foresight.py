"""The best score found when all luck is known in advance: how far a game lies from what could be had.

Chance is dealt by key and name, so the same event has the same outcome in every try. First a beam: the most
promising turns of each position are carried on to the end as the evaluator plays, and those with the best
ends are kept. The best of these, and the game of an agent that knows nothing in advance, are then changed at
random places for many rounds: another turn, and from there on the evaluator or, where it can be, what was
played before. What is no worse is taken; at first also what is a little worse.

The true optimum may be higher; no honest player can know what this one knows.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from farmstead.agents import Agent
from farmstead.agents.evaluators import Evaluator, Turn, evaluator_for
from farmstead.agents.observation import observation_at
from farmstead.engine.contract import CHANCE, Action, Game, Seat, Setup, State
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.record import write_record
from farmstead.engine.table import Table

ALONE: Final[Seat] = 0
STEADY: Final = 0.5  # how often a changed game goes on as it was played before
BOLDNESS: Final = 3.0  # how far down the list of turns a change looks, in the mean

PATIENCE_POINTS: Final = 0.7  # at the beginning: how much worse a change may be

Moves: TypeAlias = list[tuple[Seat, Action]]


class FoundGame(NamedTuple):
    """A whole game: every choice with the position it was made in, and what it came to."""

    score: int
    choices: list[tuple[State, list[Action]]]


class Place(NamedTuple):
    """A position of the beam, and the choices that led to it."""

    state: State
    choices: list[tuple[State, list[Action]]]


class Best(NamedTuple):
    """The best game that was found in a deal."""

    score: int
    honest: int  # what the agent came to that knows nothing in advance
    beam: int
    tries: int  # games that were played to their end
    record: str


def best_found(
    game: Game, setup: Setup, key: bytes, honest: Agent, size: tuple[int, int, int], seed: str
) -> Best:
    """The best game found in a deal; `size`: places in the beam, turns tried in each, rounds of changes."""
    width, turns, rounds = size
    seer = Seer(evaluator_for(game.name), KeyedDealer(key))
    start = game.start(setup)
    first = seer.guided(game, start, honest)
    beamed = seer.beam(start, width, turns)
    coin = random.Random(seed)
    ends = [seer.changed(way, rounds, coin) for way in (first, beamed)]
    best = max(ends, key=_score)
    table = Table(game, setup)
    for seat, move in seer.moves(start, best):
        table.play(seat, str(move))
    if table.state.to_act() or table.state.scores()[ALONE] != best.score:
        raise AssertionError("the game that was found cannot be played")
    return Best(best.score, first.score, beamed.score, seer.tries, write_record(table))


class Seer:
    """Plays positions of one deal, whose luck is fixed."""

    def __init__(self, evaluator: Evaluator, dealer: KeyedDealer) -> None:
        self._judge = evaluator
        self._dealer = dealer
        self.tries = 0  # games that were played to their end

    def settle(self, state: State, log: Moves | None = None) -> bool:
        """Let happen what happens by itself; whether there is anything to choose then."""
        while True:
            acting = state.to_act()
            if not acting:
                return False
            if acting[0] == CHANCE:
                move = self._dealer.deal(state)
            else:
                legal = state.legal(ALONE)
                if len(legal) > 1:
                    return True
                move = legal[0]
            if log is not None:
                log.append((acting[0], move))
            state.apply(acting[0], move)

    def carried_on(self, state: State, before: list[tuple[State, list[Action]]]) -> FoundGame:
        """To the end as the evaluator would play; `state` is used up."""
        return self._to_the_end(state, before, iter(()))

    def _to_the_end(
        self, state: State, before: list[tuple[State, list[Action]]], wanted: Iterator[list[Action]]
    ) -> FoundGame:
        """Each time the next of the wanted turns, if it can be played, and else the evaluator's."""
        choices = list(before)
        while self.settle(state):
            place = state.clone()
            moves = next(wanted, [])
            after = played(state, moves)
            if after is None:
                moves = self._judge.best_turn(state, ALONE).moves
                for move in moves:
                    state.apply(ALONE, move)
            else:
                state = after
            choices.append((place, moves))
        self.tries += 1
        return FoundGame(state.scores()[ALONE], choices)

    def guided(self, game: Game, start: State, player: Agent) -> FoundGame:
        """The game of an agent that sees what a player sees."""
        state = start.clone()
        choices: list[tuple[State, list[Action]]] = []
        while self.settle(state):
            place = state.clone()
            move = game.parse(player.choose(observation_at(game, state, ALONE)))
            state.apply(ALONE, move)
            choices.append((place, [move]))
        return FoundGame(state.scores()[ALONE], choices)

    def beam(self, start: State, width: int, turns: int) -> FoundGame:
        """The best of all ends that were seen on the way."""
        state = start.clone()
        self.settle(state)
        beam, best = [Place(state, [])], FoundGame(-1_000_000, [])
        while beam:
            seen: dict[str, tuple[int, float, Place]] = {}
            for place in beam:
                for turn in self._promising(place.state, turns):
                    after = place.state.clone()
                    for move in turn.moves:
                        after.apply(ALONE, move)
                    choices = [*place.choices, (place.state, turn.moves)]
                    way = self.carried_on(after.clone(), choices)
                    best = max(best, way, key=_score)
                    if self.settle(after):
                        seen.setdefault(after.text(), (way.score, turn.value, Place(after, choices)))
            found = sorted(seen.values(), key=_promise, reverse=True)
            beam = [place for _, _, place in found[:width]]
        return best

    def changed(self, best: FoundGame, rounds: int, coin: random.Random) -> FoundGame:
        """The best after so many changes."""
        now = best
        for count in range(rounds):
            at = coin.randrange(len(now.choices))
            state, made = now.choices[at]
            turn = self._another(state, made, coin)
            if turn is None:
                continue
            after = state.clone()
            for move in turn.moves:
                after.apply(ALONE, move)
            later = [moves for _, moves in now.choices[at + 1 :]] if coin.random() < STEADY else []
            way = self._to_the_end(after, [*now.choices[:at], (state, turn.moves)], iter(later))
            patience = PATIENCE_POINTS * (1 - count / rounds)
            if way.score >= now.score or coin.random() < math.exp((way.score - now.score) / patience):
                now = way
            best = max(best, now, key=_score)
        return best

    def _another(self, state: State, made: list[Action], coin: random.Random) -> Turn | None:
        """A turn other than the one that was made, rather one that looks good."""
        turns = [turn for turn in self._promising(state, 1000) if turn.moves != made]
        if not turns:
            return None
        return turns[min(int(coin.expovariate(1 / BOLDNESS)), len(turns) - 1)]

    def _promising(self, state: State, most: int) -> list[Turn]:
        return sorted(self._judge.turns(state, ALONE), key=_worth, reverse=True)[:most]

    def moves(self, start: State, way: FoundGame) -> Moves:
        """Every move of a game, chance and forced ones too."""
        state = start.clone()
        log: Moves = []
        for _, moves in way.choices:
            self.settle(state, log)
            for move in moves:
                log.append((ALONE, move))
                state.apply(ALONE, move)
        self.settle(state, log)
        return log


def played(state: State, moves: list[Action]) -> State | None:
    """The position after these moves of a turn; None where one of them cannot be made."""
    if not moves or moves[0] not in state.legal(ALONE):
        return None
    after = state.clone()
    for move in moves:
        if ALONE not in after.to_act() or move not in after.legal(ALONE):
            return None
        after.apply(ALONE, move)
    return after


def _score(way: FoundGame) -> int:
    return way.score


def _worth(turn: Turn) -> float:
    return turn.value


def _promise(found: tuple[int, float, Place]) -> tuple[int, float]:
    return found[:2]
