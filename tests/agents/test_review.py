"""Reviews: what a decision cost by what its seat saw, what luck there was, the same answer every time."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from farmstead import shelf
from farmstead.agents import agent
from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.observation import observation_at
from farmstead.agents.review import Decision, GamePositions, Measure, ReviewPlan, Turning, reviewed
from farmstead.agents.review.decision_cost import DecisionCosts
from farmstead.agents.review.expectation import Expectation, always
from farmstead.agents.review.plan import (
    Reviewer,
    ReviewTask,
    done_in_processes,
    tasks_of,
    turnings_of,
    worth_another_look,
)
from farmstead.agents.review.results import NOTHING
from farmstead.agents.search_agent import SearchAgent, forecaster
from farmstead.agents.workers import WorkerLost
from farmstead.engine.contract import CHANCE, Seat, State
from farmstead.engine.dealer import KeyedDealer, QuickDealer, key_from_seed
from farmstead.engine.record import write_record
from farmstead.engine.table import Table
from tests.agents.tables import decisions
from tests.laws import random_move

VALLEY = "sunflower-valley"
GROVE = "walnut-grove"
TRIES = 4
LATE = 125  # moves, in a valley of two


def random_table(name: str, seats: int, seed: int, moves: int | None = None) -> Table:
    """A random game, to its end or so many moves long."""
    game = shelf.game(name)
    table, dealer = Table(game, game.setup(seats)), QuickDealer(seed)
    while table.state.to_act() and (moves is None or len(table.entries) < moves):
        seat, move = random_move(table.state, dealer)
        table.play(seat, str(move))
    return table


def plan_of(table: Table, first: int, end: int, tries: int = TRIES, eyes: Seat | None = None) -> ReviewPlan:
    of = tuple(range(table.setup.seats)) if eyes is None else (eyes,)
    return ReviewPlan(write_record(table), None, tries, of, eyes, first, end)


def outlook(name: str, tries: int = TRIES) -> Expectation:
    return Expectation(forecaster(name), tries, "a test")


# ---- decisions -------------------------------------------------------------------------------------------


def with_a_blunder(seed: str) -> tuple[Table, int]:
    """A valley played well but for one turn near the end; the ply of that turn's first move."""
    game = shelf.game(VALLEY)
    table, dealer = Table(game, game.setup(2)), KeyedDealer(key_from_seed(seed))
    players, evaluator, blunder = [agent("greedy", 1), agent("greedy", 2)], evaluator_for(VALLEY), -1
    while True:
        table.settle(dealer)
        if not table.state.to_act():
            return table, blunder
        seat = table.state.to_act()[0]
        worths: dict[str, float] = {}
        for turn in evaluator.turns(table.state, seat):
            first = str(turn.moves[0])
            worths[first] = max(turn.value, worths.get(first, turn.value))
        worst = min(worths, key=worths.__getitem__)
        if blunder < 0 and len(table.entries) > LATE and max(worths.values()) - worths[worst] > 4:
            blunder = len(table.entries)
            table.play(seat, worst)
        elif blunder >= 0 and table.entries[-1].seat == seat:  # the rest of that turn, as well as can be
            table.play(
                seat, SearchAgent(iterations=8).advise(observation_at(game, table.state, seat))[0].move
            )
        else:
            table.play(seat, players[seat].choose(observation_at(game, table.state, seat)))


def test_a_blunder_is_found_and_charged_once() -> None:
    table, ply = with_a_blunder("a blunder")
    story = GamePositions(table)
    end = next(n for n in range(ply, len(story.moves)) if story.moves[n][0] != story.moves[ply][0])
    found = reviewed(plan_of(table, ply, end, tries=8), story)
    blunder, *rest = found.decisions
    assert found.turnings[0].decision == blunder and blunder.ply == ply
    assert found.turnings[0].measure.loss > 2 and blunder.loss > 2
    assert blunder.better[0] != blunder.made and len(blunder.better) >= 1
    assert abs(sum(found.turnings[0].measure.lines.values()) - found.turnings[0].measure.loss) < 1e-6
    assert [one.loss for one in rest] == [0.0] * len(rest)  # what followed was the best that was left
    assert abs(found.total(blunder.seat).lost - blunder.loss) < 1e-9


def test_only_choices_are_judged() -> None:
    table = random_table(VALLEY, 2, 3)
    story, end = GamePositions(table), len(table.entries)
    first = end - 24
    again = Table(table.game, table.setup)
    choices = []
    for ply, (seat, text) in enumerate(table.moves()):
        if ply >= first and len(again.options(seat)) > 1:
            choices.append((ply, seat))
        again.play(seat, text)
    found = reviewed(plan_of(table, first, end), story)
    assert [(one.ply, one.seat) for one in found.decisions] == [c for c in choices if c[1] != CHANCE]
    assert [(one.ply, CHANCE) for one in found.lucks] == [c for c in choices if c[1] == CHANCE]
    assert len(choices) < end - first and all(one.choices > 1 for one in found.decisions)
    assert [point.ply for point in found.curve] == [ply for ply, _ in choices] + [end]
    assert found.curve[-1].worths == tuple(map(float, found.scores or ()))


@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_a_seat_is_not_blamed_for_what_it_could_not_know(name: str) -> None:
    """Slow: each decision of a large game is searched twice."""
    game = shelf.game(name)
    scales = DecisionCosts(outlook(name), 2, 2)
    for seat, state in decisions(game, 3, 7, count=3)[-3:]:
        other = game.from_view(seat, state.view(seat), QuickDealer(99))
        made = str(state.legal(seat)[-1])
        truth, imagined = (scales.weigh(5, observation_at(game, each, seat), made) for each in (state, other))
        assert truth == imagined


def test_the_move_of_the_search_costs_nothing() -> None:
    game = shelf.game(VALLEY)
    scales = DecisionCosts(outlook(VALLEY), 2, 2)
    seat, state = decisions(game, 2, 5)[-2]
    seen = observation_at(game, state, seat)
    best = SearchAgent(iterations=2).advise(seen)[0].move
    found = scales.weigh(9, seen, best)
    assert found.best == found.made == best and found.measure == NOTHING


# ---- luck ------------------------------------------------------------------------------------------------


def chances(name: str, seats: int) -> Iterator[State]:
    table = random_table(name, seats, 11)
    story = GamePositions(table)
    for ply in story.chances(0, len(story.moves), None):
        yield story.positions[ply]


@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_luck_over_all_that_could_come_is_none(name: str) -> None:
    few = [state for state in chances(name, 2) if 1 < len(state.odds()) <= 4]
    state = few[len(few) // 2]
    whole, sums = sum(weight for _, weight in state.odds()), [0.0] * state.seats()
    gains = []
    for move, weight in state.odds():
        luck = outlook(name, 2).luck(0, always(state), str(move))
        assert luck is not None and luck.listed and luck.outcomes == len(state.odds())
        gains.append(luck.gains)
        sums = [total + weight * gain for total, gain in zip(sums, luck.gains, strict=True)]
    assert all(abs(total / whole) < 1e-9 for total in sums)
    assert name == VALLEY or any(gain for each in gains for gain in each)


def test_of_many_outcomes_some_are_drawn() -> None:
    state = next(state for state in chances(VALLEY, 2) if len(state.odds()) > 100)
    best, worst = (outlook(VALLEY).luck(3, always(state), text) for text in ("roll HHSSUU", "roll CCCCCC"))
    assert best is not None and worst is not None and not best.listed
    assert best.before == worst.before and best.before_spreads == worst.before_spreads
    assert best.gains[0] > worst.gains[0] and best.spreads[0] > 0


def test_what_could_not_come_has_no_luck() -> None:
    state = next(chances(VALLEY, 2))
    assert outlook(VALLEY, 2).luck(0, always(state), "roll HHHHHH") is None


# ---- a game that is still being played -------------------------------------------------------------------


def test_a_running_game_tells_a_seat_what_it_may_know() -> None:
    """Slow: the last moves of a large game are searched, and everything that luck could have brought."""
    table = random_table(GROVE, 2, 17, 120)
    story = GamePositions(table)
    everything, own = (set(story.chances(0, 120, eyes)) for eyes in (None, 0))
    hidden = {story.moves[ply][1].split()[0] for ply in everything - own}
    assert hidden == {"coin"} and own < everything
    assert all(any(not event.heard_by(0) for event in story.events[ply]) for ply in everything - own)
    last = max(own)
    end = min(120, last + 6)
    found = reviewed(plan_of(table, last, end, eyes=0), story)
    assert found.scores is None and found.eyes == 0 and [one.ply for one in found.lucks] == [last]
    assert {one.seat for one in found.decisions} <= {0}
    assert {point.ply for point in found.curve} == {last, *[one.ply for one in found.decisions]}


def test_what_is_hidden_makes_no_difference_to_a_running_game() -> None:
    table = random_table(GROVE, 2, 17, 120)
    story = GamePositions(table)
    other = GamePositions(table)
    for ply in story.decisions(0, 120, (0,)):
        view = story.positions[ply].view(0)
        other.positions[ply] = table.game.from_view(0, view, QuickDealer(5))
        if other.positions[ply].text() != story.positions[ply].text():
            plan = plan_of(table, ply, ply + 1, eyes=0)
            assert reviewed(plan, other) == reviewed(plan, story)
            return
    pytest.fail("nothing was hidden in this game")


# ---- the same every time ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "moves"), [(VALLEY, 14), (GROVE, 10)])
def test_a_review_is_the_same_however_it_is_made(name: str, moves: int) -> None:
    table = random_table(name, 2, 4)
    story, end = GamePositions(table), len(table.entries)
    plan = plan_of(table, end - moves, end)
    steps: list[tuple[int, int]] = []
    alone = reviewed(plan, story, 1, lambda done, of: steps.append((done, of)))
    assert alone == reviewed(plan, GamePositions(table)) == reviewed(plan, story, jobs=2)
    assert steps == sorted(steps) and steps[-1][0] == steps[-1][1]


def test_a_piece_of_work_needs_no_other() -> None:
    table = random_table(VALLEY, 2, 4)
    story, end = GamePositions(table), len(table.entries)
    plan = plan_of(table, end - 12, end)
    tasks = tasks_of(plan, story)
    in_turn = [Reviewer(plan, story).do(task) for task in tasks]
    backwards = Reviewer(plan, story)
    assert [backwards.do(task) for task in reversed(tasks)] == in_turn[::-1]
    assert len(tasks) == len({(task.kind, task.ply) for task in tasks})


def test_a_process_that_dies_is_told() -> None:
    plan = ReviewPlan("this is no record", None, TRIES, (0,), None, 0, 2)
    with pytest.raises(WorkerLost, match=r"died with status 1.*--jobs 1"):
        list(done_in_processes(plan, 2, [ReviewTask("weigh", 1), ReviewTask("weigh", 2)]))


# ---- turning points --------------------------------------------------------------------------------------


def decision(ply: int, loss: float, spread: float) -> Decision:
    return Decision(ply, 0, "pass", 2, ("take house",), ("pass",), 1, Measure(loss, spread, {}, 8))


def test_turning_points_stand_clear_of_their_doubt() -> None:
    sure, doubtful, small, dear = (
        Turning(decision(n, loss, 0.0), Measure(loss, spread, {}, 32))
        for n, (loss, spread) in enumerate([(2.0, 0.5), (4.0, 2.5), (0.4, 0.0), (3.0, 1.0)])
    )
    assert turnings_of([sure, doubtful, small, dear]) == [dear, sure]
    assert turnings_of([replace(sure, decision=decision(n, 2.0, 0.0)) for n in (9, 5, 7, 8)]) == [
        replace(sure, decision=decision(n, 2.0, 0.0)) for n in (5, 7, 8)
    ]


def test_the_dearest_decisions_are_looked_at_again() -> None:
    many = [decision(n, n / 2, 0.1) for n in range(20)]
    assert [one.ply for one in worth_another_look(many)] == [19, 18, 17, 16, 15, 14]
    assert worth_another_look([decision(0, 1.0, 1.5), decision(1, -2.0, 0.1), decision(2, 0.0, 0.0)]) == []


# ---- whole games -----------------------------------------------------------------------------------------


def test_the_totals_are_sums() -> None:
    table = random_table(VALLEY, 2, 9)
    story, end = GamePositions(table), len(table.entries)
    found = reviewed(plan_of(table, end - 20, end), story)
    kinds = {one.ply: one.made.split()[0] for one in found.decisions}
    for seat in range(2):
        total, by_kind = found.total(seat), found.by_kind(seat, kinds)
        assert total.decisions == sum(each.decisions for each in by_kind.values()) > 0
        assert abs(total.lost - sum(each.lost for each in by_kind.values())) < 1e-9
        assert abs(total.mean - total.lost / total.decisions) < 1e-9
        assert found.luck(seat)[0] == sum(one.gains[seat] for one in found.lucks)
