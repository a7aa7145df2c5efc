"""Small games with exact values: our solver, and OpenSpiel's value iteration and CFR, which find the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import value_iteration
from pettingzoo.test import api_test, parallel_api_test

from farmstead import pettingzoo, shelf
from farmstead.engine.contract import CHANCE, BadSetup, State
from farmstead.gym import FarmsteadEnv
from farmstead.openspiel import PREFIX
from farmstead.research.exact import ExactSolver, Solved, solve
from farmstead.research.unfolding import tree_setup
from farmstead.research.utilities import utility_of

# Game, edition, seats, utility -> what benchmarks/exact.md says.
SOLVED: Final = {
    ("walnut-grove", "one_year", 1, "points"): Solved(
        Fraction(42, 5), 87_449, 75_302, 1_986, 10_161, 4_508_422_544
    ),
    ("sunflower-valley", "duel", 2, "difference"): Solved(
        Fraction(-1418, 729), 23_588, 19_046, 6, 4_536, 7_776
    ),
}
SMALL = list(SOLVED)
CLOSE = 1e-6
ITERATIONS = 40


def loaded(name: str, edition: str, utility: str) -> Any:
    short_name = PREFIX + name.replace("-", "_")
    return pyspiel.load_game(f"{short_name}(edition={edition},utility={utility})")


@pytest.mark.parametrize(("name", "edition", "seats", "utility"), SMALL)
def test_the_exact_value_is_the_published_one(name: str, edition: str, seats: int, utility: str) -> None:
    """Slow: it goes through tens of thousands of positions."""
    begun = tree_setup(name, seats, (), edition)
    paid = utility_of(utility, begun.tree, seats)
    found = solve(begun.made.game, begun.made.setup, paid, begun.tree.alike)
    assert found == SOLVED[name, edition, seats, utility] and found.positions <= 100_000
    with pytest.raises(BadSetup, match="more than 1,000 positions"):
        solve(begun.made.game, begun.made.setup, paid, begun.tree.alike, 1000)


def test_positions_that_are_alike_have_one_value() -> None:
    """Slow: merged by their whole text there are many more positions."""
    begun = tree_setup("walnut-grove", 1, (), "one_year")
    paid = utility_of("points", begun.tree, 1)

    def value(key: Callable[[State], str], state: State) -> Fraction:
        return ExactSolver(key, paid, 100_000).node(state).value

    for seed in range(9):
        season = ("summer", "autumn", "winter")[seed % 3]
        chosen, state = random.Random(seed), begun.made.game.start(begun.made.setup)
        while str(state.view(0)["season"]) not in (season, "last"):
            seat = state.to_act()[0]
            moves = [move for move, _ in state.odds()] if seat == CHANCE else state.legal(seat)
            state.apply(seat, chosen.choice(moves))
        assert value(begun.tree.alike, state) == value(lambda each: each.text(), state)


@pytest.mark.more
def test_what_follows_does_not_depend_on_which_of_the_positions_that_are_alike_is_asked() -> None:
    """Slow: it goes through all positions twice, and meets other ones of those that are alike."""
    begun = tree_setup("walnut-grove", 1, (), "one_year")

    def followed(backwards: bool) -> dict[str, list[str]]:
        start = begun.made.game.start(begun.made.setup)
        met, todo = {begun.tree.alike(start): [""]}, [start]
        while todo:
            state = todo.pop()
            after = []
            for seat in state.to_act():
                moves = [move for move, _ in state.odds()] if seat == CHANCE else list(state.legal(seat))
                for move in reversed(moves) if backwards else moves:
                    following = state.clone()
                    following.apply(seat, move)
                    after.append(begun.tree.alike(following))
                    if after[-1] not in met:
                        met[after[-1]] = []
                        todo.append(following)
            met[begun.tree.alike(state)] = sorted(after)
        return met

    assert followed(False) == followed(True)


def of_the_beginning(state: Any, values: dict[str, float]) -> float:
    """The value before what chance decides first."""
    if not state.is_chance_node():
        return values[str(state)]
    return float(sum(odds * of_the_beginning(state.child(n), values) for n, odds in state.chance_outcomes()))


def check_value_iteration(name: str, edition: str, seats: int, utility: str) -> None:
    game, wanted = loaded(name, edition, utility), SOLVED[name, edition, seats, utility]
    values = value_iteration.value_iteration(game, -1, CLOSE / 100, cyclic_game=True)
    assert len(values) == wanted.positions - wanted.draws
    assert of_the_beginning(game.new_initial_state(), values) == pytest.approx(float(wanted.value), abs=CLOSE)


def test_value_iteration_finds_the_value_of_the_duel() -> None:
    """Slow: it asks for what follows from each position twice."""
    check_value_iteration(*SMALL[1])


@pytest.mark.more
def test_value_iteration_finds_the_value_of_one_year() -> None:
    """Slow: it asks for what follows from each position twice."""
    check_value_iteration(*SMALL[0])


@pytest.mark.more
def test_cfr_finds_the_value_of_the_duel() -> None:
    """Slow: each iteration walks through the whole tree, in which nothing is merged."""
    name, edition, _, utility = SMALL[1]
    game = loaded(name, edition, utility)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    paid = pyspiel.expected_returns(game.new_initial_state(), solver.average_policy(), -1, True)
    assert paid == pytest.approx([float(SOLVED[SMALL[1]].value), -float(SOLVED[SMALL[1]].value)], abs=0.01)


def test_only_games_with_one_value_are_solved() -> None:
    begun = tree_setup("sunflower-valley", 2, (), "duel")
    with pytest.raises(BadSetup, match="whose payments sum to zero"):
        solve(begun.made.game, begun.made.setup, utility_of("points", begun.tree, 2), begun.tree.alike)


def test_the_checkers_find_nothing_in_small_editions() -> None:
    for name, edition, seats, utility in SMALL:
        game = loaded(name, edition, utility)
        pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
        assert shelf.further_editions(name) == [edition]
        env = FarmsteadEnv(name, edition=edition, opponents="uniform", illegal="replace")
        check_env(env, skip_render_check=True)
        api_test(pettingzoo.env(name, seats=seats, edition=edition), num_cycles=20)
        parallel_api_test(pettingzoo.parallel_env(name, seats=seats, edition=edition), num_cycles=20)
