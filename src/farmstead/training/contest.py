"""Contests: how well weights play, by games with paired luck; every seating of a deal has the same."""

from __future__ import annotations

from time import perf_counter
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.agents.arena.matches import arrangements
from farmstead.agents.arena.statistics import Estimate, mean_of, share_of
from farmstead.agents.learned.learned_agent import LearnedAgent
from farmstead.agents.learned.weights import LearnedWeights, evaluator_with, inputs_of
from farmstead.agents.observation import Agent, observation_at
from farmstead.agents.specs import agent
from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import KeyedDealer, key_from_seed

ONE, OTHER = 0, 1
SEEDS: Final = 1 << 20


class Contestant(NamedTuple):
    """An agent by its spec, or one that plays with weights that are no file yet."""

    spec: str
    weights: LearnedWeights | None = None
    tries: int = 0
    horizon: int = 0
    width: int = 8


class Contest(NamedTuple):
    """Who meets whom."""

    game: str
    seats: int
    one: Contestant
    other: Contestant
    seed: str


class Deal(NamedTuple):
    """The games of one deal, each by the points and the share of the wins of `one`."""

    difference: list[float]  # points of `one` less those of the other, a seat each
    share: list[float]
    points: tuple[list[float], list[float]]
    seconds: tuple[float, float]
    decisions: tuple[int, int]


class Verdict(NamedTuple):
    """What a contest came to."""

    games: int
    share: Estimate  # of the wins; alone, of the deals in which `one` had more points
    difference: Estimate
    points: tuple[float, float]
    seconds: tuple[float, float]  # a decision

    def told(self) -> str:
        share, more = self.share, self.difference
        return (
            f"{100 * share.mean:.1f} % ({_percent(share.low)}–{_percent(share.high)}) of {self.games} games,"
            f" {more.mean:+.2f} points ({_points(more.low)} to {_points(more.high)}),"
            f" {self.points[ONE]:.2f} to {self.points[OTHER]:.2f},"
            f" {1000 * self.seconds[ONE]:.1f} and {1000 * self.seconds[OTHER]:.1f} ms a decision"
        )


def _percent(value: float | None) -> str:
    return "?" if value is None else f"{100 * value:.1f}"


def _points(value: float | None) -> str:
    return "?" if value is None else f"{value:+.2f}"


def made(player: Contestant, game: str, seed: int) -> Agent:
    if player.weights is None:
        return agent(player.spec, seed)
    inputs = inputs_of(game)
    assert inputs is not None
    evaluator = evaluator_with(player.weights, inputs)
    return LearnedAgent(player.tries, player.width, player.horizon, seed, evaluator)


def play_deal(contest: Contest, number: int) -> Deal:
    """Every seating of a deal."""
    game = shelf.game(contest.game)
    key = key_from_seed(f"training {contest.seed} {number}")
    alone = contest.seats == 1
    tables = [(ONE,), (OTHER,)] if alone else arrangements(ONE, OTHER, contest.seats)
    found = Deal([], [], ([], []), (0.0, 0.0), (0, 0))
    seconds, decisions = [0.0, 0.0], [0, 0]
    players = (contest.one, contest.other)
    for table in tables:
        agents = [
            made(players[who], contest.game, (number * 10 + seat) % SEEDS) for seat, who in enumerate(table)
        ]
        dealer = KeyedDealer(key)
        state = game.start(game.setup(contest.seats))
        while acting := state.to_act():
            seat = acting[0]
            if seat == CHANCE:
                state.apply(seat, dealer.deal(state))
                continue
            legal = state.legal(seat)
            if len(legal) == 1:
                state.apply(seat, legal[0])
                continue
            seen = observation_at(game, state, seat)
            begun = perf_counter()
            move = agents[seat].choose(seen)
            seconds[table[seat]] += perf_counter() - begun
            decisions[table[seat]] += 1
            state.apply(seat, legal[seen.legal.index(move)])
        scores, places = state.scores(), state.places()
        winners = [table[seat] for seat in range(contest.seats) if places[seat] == 1]
        for who in {*table}:
            mine = [float(scores[seat]) for seat in range(contest.seats) if table[seat] == who]
            found.points[who].append(sum(mine) / len(mine))
        if not alone:
            found.difference.append(found.points[ONE][-1] - found.points[OTHER][-1])
            found.share.append(winners.count(ONE) / len(winners))
    if alone:
        more = found.points[ONE][0] - found.points[OTHER][0]
        found.difference.append(more)
        found.share.append(1.0 if more > 0 else 0.0 if more < 0 else 0.5)
    return found._replace(seconds=(seconds[0], seconds[1]), decisions=(decisions[0], decisions[1]))


def verdict(deals: list[Deal]) -> Verdict:
    """Of all deals together; a deal is one observation."""
    points = [[value for deal in deals for value in deal.points[who]] for who in (ONE, OTHER)]
    spent = [sum(deal.seconds[who] for deal in deals) for who in (ONE, OTHER)]
    asked = [max(1, sum(deal.decisions[who] for deal in deals)) for who in (ONE, OTHER)]
    return Verdict(
        sum(len(deal.share) for deal in deals),
        share_of([deal.share for deal in deals]),
        mean_of([deal.difference for deal in deals]),
        (sum(points[ONE]) / len(points[ONE]), sum(points[OTHER]) / len(points[OTHER])),
        (spent[ONE] / asked[ONE], spent[OTHER] / asked[OTHER]),
    )
