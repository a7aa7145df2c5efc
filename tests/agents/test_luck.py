"""Luck told apart from skill: nothing on the mean, whatever the evaluator says."""

from __future__ import annotations

import random
from statistics import fmean, variance
from typing import Final, NamedTuple, final

import pytest

from farmstead import shelf
from farmstead.agents.arena.adjustment import DealLuck, solved, without_luck
from farmstead.agents.arena.match_game import play
from farmstead.agents.arena.matches import Match
from farmstead.agents.luck import ValuesAfter, kind_of, luck_of, values_after, weighted_mean
from farmstead.engine.contract import CHANCE, Action, Seat, State
from farmstead.engine.dealer import KeyedDealer, key_from_seed
from farmstead.engine.record import re_execute, read_record
from farmstead.engine.table import Table
from farmstead.evaluators.base import Evaluator
from farmstead.evaluators.chance import values_after_each

SMALL: Final = [("walnut-grove", "one_year", 1), ("sunflower-valley", "duel", 2)]
COUNTED: Final = {"walnut-grove": "year 1 spring", "sunflower-valley": "round 1"}
CLOSE: Final = 1e-9


@final
class WrongEvaluator(Evaluator):
    """Says of every position something that has nothing to do with it."""

    def __init__(self) -> None:
        super().__init__(["all"], 1, 1.0)

    def value(self, state: State, seat: Seat) -> float:
        return random.Random(f"{seat} {state.text()}").uniform(-100, 100)

    def value_by_line(self, state: State, seat: Seat) -> dict[str, float]:
        return {"all": self.value(state, seat)}

    def clock(self, state: State) -> int:
        return 0


def wrong(state: State) -> list[list[float]]:
    return values_after_each(WrongEvaluator(), state)


class Mean(NamedTuple):
    """Over all that chance can do from a position: by seat."""

    points: list[float]
    luck: list[float]
    sizes: list[float]  # of the luck, whichever way it goes


class AllGames:
    """Every game that chance can make when the seats always choose the same way; none is left out."""

    def __init__(self, judged: ValuesAfter) -> None:
        self._judged = judged
        self._known: dict[str, Mean] = {}

    def mean(self, state: State) -> Mean:
        text = state.text()
        if text not in self._known:
            self._known[text] = self._from(state)
        return self._known[text]

    def _from(self, state: State) -> Mean:
        acting, nothing = state.to_act(), [0.0] * state.seats()
        if not acting:
            return Mean([float(points) for points in state.scores()], nothing, nothing)
        if acting[0] != CHANCE:
            legal = state.legal(acting[0])
            return self.mean(after(state, acting[0], legal[len(state.text()) % len(legal)]))
        found = []
        for move, weight in state.odds():
            coming = self.mean(after(state, CHANCE, move))
            here = luck_of(state, move, self._judged) or nothing
            luck = [one + other for one, other in zip(here, coming.luck, strict=True)]
            sizes = [abs(one) + other for one, other in zip(here, coming.sizes, strict=True)]
            found.append((Mean(coming.points, luck, sizes), weight))
        return Mean(*(weighted_mean([(mean[n], weight) for mean, weight in found]) for n in range(3)))


def after(state: State, seat: Seat, move: Action) -> State:
    found = state.clone()
    found.apply(seat, move)
    return found


@pytest.mark.parametrize(("name", "edition", "seats"), SMALL)
@pytest.mark.parametrize("judged", [wrong, None], ids=["a wrong evaluator", "the learned one"])
def test_points_less_luck_have_the_mean_of_points(
    name: str, edition: str, seats: int, judged: ValuesAfter | None
) -> None:
    """Over every game that chance can make of a small edition, exactly.

    Slow: each outcome of each event is judged.
    """
    game = shelf.game_in(name, edition)
    start = game.start(game.setup(seats))
    found = AllGames(judged or values_after(name)).mean(start)
    adjusted = [points - luck for points, luck in zip(found.points, found.luck, strict=True)]
    assert adjusted == pytest.approx(found.points, abs=CLOSE)
    if judged is not None or name == "sunflower-valley":
        assert max(found.sizes) > 0.1  # and there was luck to take off


@pytest.mark.parametrize("name", shelf.SHELF)
def test_the_luck_of_an_event_is_nothing_on_the_mean(name: str) -> None:
    """Over all outcomes of an event, with their odds; and the position is left as it is.

    Slow: every roll that could have come is played to the end of its round.
    """
    game = shelf.game(name)
    state, dealer = game.start(game.setup(2)), KeyedDealer(key_from_seed("luck"))
    while not state.chance_name().startswith(COUNTED[name]):
        state.apply(CHANCE, dealer.deal(state))
        while state.to_act()[0] != CHANCE:
            state.apply(state.to_act()[0], state.legal(state.to_act()[0])[0])
    before, odds = state.text(), state.odds()
    values = values_after(name)(state)
    assert state.text() == before and len(values) == len(odds)
    every = [(luck_of(state, move, lambda state: values), weight) for move, weight in odds]
    assert weighted_mean(every) == pytest.approx([0.0, 0.0], abs=CLOSE)
    assert max(abs(luck) for by_seat, _ in every for luck in by_seat) > 0.1


def test_the_luck_of_a_game_is_that_of_its_events() -> None:
    match = Match("walnut-grove", 1, ("uniform", "uniform:seed=2"), 1, adjusted=True, records=True)
    played = play(match, 1)
    table = re_execute(read_record(played.record.encode()), shelf.game_for)
    state, sums = Table(table.game, table.setup).state, dict.fromkeys(played.result.luck[0], 0.0)
    for seat, text in table.moves():
        move = table.game.parse(text)
        if seat == CHANCE and (found := luck_of(state, move, values_after("walnut-grove"))):
            sums[kind_of(state.chance_name())] += found[0]
        state.apply(seat, move)
    assert sums == pytest.approx(played.result.luck[0], abs=1e-5)
    assert {"year disc", "year spring seat tile"} <= sums.keys()


def test_kinds_of_events_have_no_numbers() -> None:
    assert kind_of("year 3 spring seat 2 tile 1") == "year spring seat tile"
    assert kind_of("round 12 roll") == "round roll"


# ---- matches ---------------------------------------------------------------------------------------------


def test_means_without_luck_do_not_depend_on_how_the_deal_itself_ended() -> None:
    """How much of the luck is taken off a deal is told by the others: exact leave-one-out."""
    coin = random.Random(5)
    deals = [DealLuck(coin.gauss(0, 3), {"a": coin.gauss(0, 1), "b": coin.gauss(0, 2)}) for _ in range(30)]
    told = without_luck(deals)
    for n in (0, 7, 29):
        other = [*deals]
        other[n] = deals[n]._replace(value=deals[n].value + 50)
        assert without_luck(other)[n] - told[n] == pytest.approx(50)


def test_without_luck_the_mean_stays_and_the_scatter_goes() -> None:
    """Skill 1, luck of one kind that comes out to the half, and luck that is only imagined."""
    coin = random.Random(6)
    deals = []
    for _ in range(400):
        real, imagined = coin.gauss(0, 4), coin.gauss(0, 4)
        deals.append(DealLuck(1 + real / 2 + coin.gauss(0, 1), {"real": real, "imagined": imagined}))
    told = without_luck(deals)
    assert fmean(told) == pytest.approx(1, abs=0.15)
    assert variance([deal.value for deal in deals]) / variance(told) > 3.5


def test_one_deal_or_no_luck() -> None:
    assert without_luck([DealLuck(5, {})]) == [5]
    assert without_luck([DealLuck(5, {"a": 2})]) == [3]
    assert without_luck([DealLuck(5, {"a": 0}), DealLuck(4, {"a": 0}), DealLuck(3, {})]) == [5, 4, 3]


def test_equations_are_solved() -> None:
    assert solved([[4, 1, 0], [1, 3, 1], [0, 1, 5]], [6, 10, 17]) == pytest.approx([1, 2, 3])
