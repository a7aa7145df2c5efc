"""What hints promise, against what came of it.

A game is played by one sort of agent in all seats. Afterwards a hint is asked for at one decision in each
quarter of it, and compared with the points its seat really had in the end. So the promise is held against
play like that agent's, and the luck of the rest of the game is in each error; in their mean it is not.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import fmean
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.agents import Agent, Observation, agent
from farmstead.agents.arena.matches import Match
from farmstead.agents.arena.statistics import Estimate, by_deal, mean_of
from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.hints import hint_for
from farmstead.agents.observation import observation_at
from farmstead.engine.contract import BadSetup, Seat
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.table import Table

QUARTERS: Final = 4
DECIMALS: Final = 6


@dataclass(frozen=True)
class Hinted:
    """Whose games, and which hints."""

    game: str
    seats: int
    player: str
    tries: int  # of each hint
    seed: str


class Asked(NamedTuple):
    """A decision of a game that is over."""

    seat: Seat
    clock: int  # the evaluator's
    seen: Observation


class Error(NamedTuple):
    """What a hint promised, and what came."""

    number: int  # of the game
    time: float  # left
    value: float
    final: int

    @property
    def error(self) -> float:
        return self.value - self.final


def hinted(settings: Hinted, number: int) -> dict[str, object]:
    """Play a game and ask for hints in it."""
    table, asked = decisions_of(settings, number)
    scores, length = table.state.scores(), evaluator_for(settings.game).clock(table.state)
    coin = random.Random(f"hints {settings.seed} {number}")
    positions = []
    for quarter in range(QUARTERS):
        of_quarter = [one for one in asked if quarter_of(time_left(one.clock, length)) == quarter]
        if of_quarter:
            one = coin.choice(of_quarter)
            advice = hint_for(one.seen, settings.tries).moves[0].advice
            positions.append(
                {
                    "seat": one.seat,
                    "time": round(time_left(one.clock, length), DECIMALS),
                    "worth": round(advice.value, DECIMALS),
                    "spread": round(advice.spread, DECIMALS),
                    "final": scores[one.seat],
                }
            )
    return {"scores": list(scores), "length": length, "positions": positions}


def decisions_of(settings: Hinted, number: int) -> tuple[Table, list[Asked]]:
    """A game to its end, and every choice in it as its seat saw it."""
    game, evaluator = shelf.game(settings.game), evaluator_for(settings.game)
    match = Match(settings.game, settings.seats, (settings.player,) * settings.seats, 1, seed=settings.seed)
    dealer = KeyedDealer(match.key(number))
    players: list[Agent] = [
        agent(settings.player, match.agent_seed(number, seat, seat)) for seat in range(settings.seats)
    ]
    table = Table(game, game.setup(settings.seats))
    asked: list[Asked] = []
    while True:
        table.settle(dealer)
        acting = table.state.to_act()
        if not acting:
            return table, asked
        seat = acting[0]
        seen = observation_at(game, table.state, seat)
        asked.append(Asked(seat, evaluator.clock(table.state), seen))
        table.play(seat, players[seat].choose(seen))


def time_left(clock: int, length: int) -> float:
    """How much of a game is still to come by the evaluator's clock, from 1 down to 0."""
    return min(1.0, max(0.0, 1 - clock / max(1, length)))


def quarter_of(time: float) -> int:
    """The quarter of the game, from 0, in which so much of it is left."""
    return min(QUARTERS - 1, int(QUARTERS * (1 - time)))


# ---- what came out ---------------------------------------------------------------------------------------


class Misses(NamedTuple):
    """How far promises lie from what came."""

    positions: int
    bias: Estimate  # promised more than came, in the mean
    size: Estimate  # the mean error whatever its sign
    square: float  # the root of the mean square


def errors_of(findings: dict[int, dict[str, object]]) -> list[Error]:
    """All hints of the games played."""
    found = []
    for number, finding in sorted(findings.items()):
        positions = finding["positions"]
        assert isinstance(positions, list)
        found += [Error(number, one["time"], one["worth"], one["final"]) for one in positions]
    return found


def misses(errors: Sequence[Error]) -> Misses:
    """The errors in numbers; hints of one game count as one observation."""
    return Misses(
        len(errors),
        mean_of(by_deal((one.number, one.error) for one in errors)),
        mean_of(by_deal((one.number, abs(one.error)) for one in errors)),
        fmean([one.error**2 for one in errors]) ** 0.5,
    )


def correction(errors: Iterable[Error]) -> float:
    """The points such that promise + points · time left is what comes, as nearly as such a line can."""
    pairs = [(one.time, -one.error) for one in errors if one.time > 0]
    if not pairs:
        raise BadSetup("a correction by the time left needs hints from before the end of the game")
    return fsum(time * gap for time, gap in pairs) / fsum(time * time for time, _ in pairs)
