"""The searcher: budgets, luck, several cores."""

from contextlib import closing
from time import perf_counter

import pytest

from farmstead import shelf
from farmstead.agents.calibration import Correction, corrected, correction_for
from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.levels import LEVELS
from farmstead.agents.observation import Observation, observation_at
from farmstead.agents.search import Option, Search, Trial, standard_error
from farmstead.agents.search_agent import SearchAgent, forecaster
from farmstead.engine.contract import Game
from farmstead.engine.dealer import QuickDealer
from tests.agents.tables import decisions


@pytest.fixture(params=shelf.names())
def game(request: pytest.FixtureRequest) -> Game:
    return shelf.game(request.param)


def some(game: Game, count: int = 3) -> list[Observation]:
    """Decisions that a search is made for."""
    evaluator = evaluator_for(game.name)
    found = [
        observation_at(game, state, seat)
        for seat, state in decisions(game, 2, 11, count=8 * count)
        if evaluator.effort(state, seat) > 0
    ]
    return found[:count]


@pytest.mark.parametrize(("iterations", "width"), [(1, 2), (7, 3), (24, 8)])
def test_a_number_of_tries_is_kept(game: Game, iterations: int, width: int) -> None:
    for seen in some(game, 2):
        options = SearchAgent(iterations, width=width, horizon=1).options(seen)
        used = sum(option.forecast.tries for option in options)
        assert 0 < used <= iterations + width  # each round tries all that are in it at least once
        assert len(options) <= width


def test_seconds_are_kept(game: Game) -> None:
    """A try that has begun is finished, so the time is no exact figure; without a limit it would be hours."""
    seen = some(game, 1)[0]
    begun = perf_counter()
    options = SearchAgent(seconds=0.3, horizon=1).options(seen)
    assert perf_counter() - begun < 60
    assert options[0].forecast.tries >= options[-1].forecast.tries > 0


def test_the_field_is_halved_in_time_too() -> None:
    trial = Trial(8, 1_000_000, 60.0)
    assert trial.rounds == 3 and not trial.is_late()
    trial.begun -= 21  # a third of the time is over
    assert trial.is_late()
    trial.halve([])
    assert trial.alive == 4 and not trial.is_late()


def test_what_was_made_is_tried_as_often_as_the_best(game: Game) -> None:
    for seen in some(game):
        worst = min(
            evaluator_for(game.name).turns(seen.imagine(seen.dice(1)), seen.seat), key=lambda turn: turn.value
        )
        made = str(worst.moves[0])
        advice = SearchAgent(12, width=3, horizon=1).advise(seen, made)
        options = SearchAgent(12, width=3, horizon=1).options(seen, made=made)
        tries = {str(option.turn.moves[0]): option.forecast.tries for option in options[::-1]}
        assert made in [one.move for one in advice]
        assert tries[made] == max(tries.values())
        assert advice[0].behind == 0


def test_lines_add_up_to_what_is_expected(game: Game) -> None:
    for seen in some(game):
        for one in SearchAgent(6, width=3).advise(seen):
            assert sum(one.lines.values()) == pytest.approx(one.value)


def test_several_cores_come_to_the_same(game: Game) -> None:
    seen = some(game, 1)[0]
    with closing(SearchAgent(12, width=4, horizon=1, jobs=2)) as several:
        found = several.options(seen)
    alone = SearchAgent(12, width=4, horizon=1).options(seen)
    assert [moves(option) for option in found] == [moves(option) for option in alone]
    assert [option.points for option in found] == [option.points for option in alone]


def moves(option: Option) -> list[str]:
    return [str(move) for move in option.turn.moves]


def test_the_same_luck_gives_the_same_forecast(game: Game) -> None:
    seat, state = decisions(game, 2, 3, count=2)[1]
    search = forecaster(game.name)
    first = search.forecast(state, seat, 2, QuickDealer(4))
    assert first.value == search.forecast(state, seat, 2, QuickDealer(4)).value
    assert first.value != search.forecast(state, seat, 2, QuickDealer(5)).value
    assert sum(first.by_line().values()) == pytest.approx(first.value)


def test_a_search_to_the_end_counts_real_scores(game: Game) -> None:
    """What is found at the end of a game is whole numbers, not a guess."""
    seat, state = decisions(game, 2, 3, count=2)[1]
    found = Search(evaluator_for(game.name), 2, 1000, 0.0).forecast(state, seat, 1, QuickDealer(1))
    assert found.value == int(found.value)


def test_standard_error() -> None:
    assert standard_error(4, 10.0, 30.0) == pytest.approx((1.25 / 3) ** 0.5)  # of 1, 2, 3, 4
    assert standard_error(1, 5.0, 25.0) == 0.0


def test_levels_let_go_of_less_and_less() -> None:
    regrets = [level.regret for level in LEVELS.values()]
    assert regrets == sorted(regrets, reverse=True) and regrets[-1] == 0
    assert LEVELS[6].tries > LEVELS[5].tries > LEVELS[4].tries


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_level_is_content_with_what_loses_little(game: Game, level: int) -> None:
    from farmstead.agents.levels import LevelAgent

    evaluator = evaluator_for(game.name)
    lost = []
    for seat, state in decisions(game, 2, 14, count=10):
        seen = observation_at(game, state, seat)
        best: dict[str, float] = {}
        for turn in evaluator.turns(seen.imagine(seen.dice(1)), seat):
            best[str(turn.moves[0])] = max(turn.value, best.get(str(turn.moves[0]), turn.value))
        lost.append(max(best.values()) - best[LevelAgent(level, 1).choose(seen)])
    assert 0 < max(lost) <= LEVELS[level].regret * evaluator.careless_loss + 1e-9


# ---- calibration ---------------------------------------------------------------------------------------


def test_a_correction_fades_with_the_game() -> None:
    correction = Correction(2.0, 8)
    assert [correction.at(clock) for clock in (0, 4, 7, 8, 9)] == [2.0, 1.0, 0.25, 0.0, 0.0]


def test_a_game_whose_tries_go_to_the_end_has_one() -> None:
    """Quick play is weaker than good play; a judge that was fitted to final points needs none."""
    assert 0 < correction_for("walnut-grove").points < 6
    assert correction_for("sunflower-valley").points == 0


def test_corrected_lines_keep_their_sum() -> None:
    lines = corrected({"a": 6.0, "b": -2.0, "c": 0.0}, 4.0, {"a": 3.0, "b": -1.0, "c": 0.0})
    assert lines == {"a": 9.0, "b": -1.0, "c": 0.0}
    assert corrected({"a": 1.0}, 3.0, {"a": 0.0}) == {"a": 1.0}
