"""The OpenSpiel games: the library's own checker, odds, what players know, utilities, refusals, search."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

from farmstead import openspiel, shelf
from farmstead.engine.contract import CHANCE, BadSetup, IllegalMove, Seat
from farmstead.research.unfolding import SeenMove, Unfolding, tree_setup, written

GROVE, VALLEY = "farmstead_walnut_grove", "farmstead_sunflower_valley"
PRESETS = {GROVE: ("german", "french"), VALLEY: ("standard", "family")}
TABLES = [(GROVE, seats) for seats in (1, 2, 3, 4)] + [(VALLEY, seats) for seats in (2, 3, 4, 5)]
SET_UPS = [f"{game}(seats={seats},options={preset})" for game, seats in TABLES for preset in PRESETS[game]]
SEATED = [f"{game}(seats={seats})" for game, seats in TABLES]


def played(game: Any, seed: int, most: int = 10_000) -> Any:
    """The state after so many random moves, or at the end."""
    chosen, state = random.Random(seed), game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(chosen.choice(state.legal_actions()))
    return state


def check(set_up: str, recalls: bool, games: int) -> None:
    """OpenSpiel's checker, with serialisation, which asks for all that players see and have seen; an observer
    writes what is seen now, or all that has been seen."""
    game = pyspiel.load_game(set_up)
    observer = game.make_observer(pyspiel.IIGObservationType(perfect_recall=recalls), {})
    pyspiel.random_sim_test(game, num_sims=games, serialize=True, verbose=False, observer=observer)


@pytest.mark.parametrize(("set_up", "recalls"), [(set_up, n % 2 == 1) for n, set_up in enumerate(SET_UPS)])
def test_the_checker_finds_nothing(set_up: str, recalls: bool) -> None:
    """Slow: it asks for everything that all players know after every move."""
    check(set_up, recalls, 1)


@pytest.mark.more
@pytest.mark.parametrize("recalls", [False, True])
@pytest.mark.parametrize("set_up", SET_UPS)
def test_the_checker_finds_nothing_in_a_hundred_games(set_up: str, recalls: bool) -> None:
    """Slow: fifty games of each set-up with either observer."""
    check(set_up, recalls, 50)


# ---- chance ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("set_up", SEATED)
def test_odds_are_exact_and_numbers_are_of_one_outcome_each(set_up: str) -> None:
    game = pyspiel.load_game(set_up)
    chosen, state = random.Random(2), game.new_initial_state()
    texts: dict[int, str] = {}
    while not state.is_terminal():
        if state.is_chance_node():
            position = state.unfolding.state
            weights = {str(move): weight for move, weight in position.odds()}
            outcomes = state.chance_outcomes()
            said = {state.action_to_string(number): odds for number, odds in outcomes}
            total = sum(weights.values())
            assert said == {text: float(Fraction(weight, total)) for text, weight in weights.items()}
            assert [number for number, _ in outcomes] == sorted(number for number, _ in outcomes)
            for number, _ in outcomes:
                assert texts.setdefault(number, state.action_to_string(number)) in weights
        state.apply_action(chosen.choice(state.legal_actions()))
    assert max(texts) < game.max_chance_outcomes() and len(set(texts.values())) == len(texts)


@pytest.mark.parametrize("set_up", SEATED)
def test_no_game_goes_beyond_its_bounds(set_up: str) -> None:
    """Slow: it plays ten games."""
    game = pyspiel.load_game(set_up)
    for seed in range(10):
        end = played(game, seed)
        by_chance = sum(1 for each in end.unfolding.moves if each.mover == CHANCE)
        assert by_chance <= game.max_chance_nodes_in_history()
        assert len(end.unfolding.moves) - by_chance <= game.max_game_length()
        assert all(game.min_utility() <= paid <= game.max_utility() for paid in end.returns())


# ---- what players know -------------------------------------------------------------------------------------


def in_its_place(twin: Unfolding, move: SeenMove, seat: Seat) -> int | None:
    """A move of the twin that `seat` cannot tell from this one; of chance another, if there is one."""
    mover = twin.mover()
    assert mover == move.mover
    if mover == CHANCE:
        numbers = [number for number, _ in twin.odds()]
    else:
        assert mover is not None
        numbers = twin.legal(mover)
    if move.knower in (None, seat):
        return move.number if move.number in numbers else None
    found = []
    for number in numbers:
        after = twin.clone()
        after.apply(number)
        if after.moves[-1].knower == move.knower and after.moves[-1].disguised_line == move.disguised_line:
            found.append(number)
    found.sort(key=lambda number: (number == move.number) == (mover == CHANCE))
    return next(iter(found), None)


@pytest.mark.parametrize("seats", [2, 3])
def test_who_may_not_know_a_coin_cannot_tell_games_apart_in_which_it_is_another(seats: int) -> None:
    """Slow: each move is looked for in the twin."""
    apart = 0
    for seed in range(3):
        for seat in range(seats):
            chosen = random.Random(seed)
            one = Unfolding(tree_setup("walnut-grove", seats, (), ""))
            twin: Unfolding = one.clone()
            while (mover := one.mover()) is not None:
                legal = [n for n, _ in one.odds()] if mover == CHANCE else one.legal(mover)
                one.apply(chosen.choice(legal))
                same = in_its_place(twin, one.moves[-1], seat)
                if same is None or one.mover() is None:  # its owner could not have done that; or all is shown
                    break
                twin.apply(same)
                apart += one.state.text() != twin.state.text()
                assert one.information(seat) == twin.information(seat)
                assert one.history(seat) == twin.history(seat)
                assert written(one.state.view(seat)) == written(twin.state.view(seat))
                assert one.legal(seat) == twin.legal(seat)
    assert apart > 30


def test_a_coin_is_told_to_its_owner_only() -> None:
    seen: set[str] = set()
    for seed in range(5):
        moves = played(pyspiel.load_game(f"{GROVE}(seats=2)"), seed).unfolding
        one, other = moves.information(0).splitlines(), moves.information(1).splitlines()
        seen |= {f"{a} | {b}" for a, b in zip(one, other, strict=True) if a != b and a[0] in "*12"}
    assert any(line.startswith("* coin ") and line.endswith("| * coin copper?") for line in seen)
    assert all(line.count("?") == 1 and "copper" in line for line in seen)


def test_information_states_recall_everything_and_observations_the_present() -> None:
    game = pyspiel.load_game(f"{VALLEY}(options=sheet:A)")
    one, other = game.new_initial_state(), game.new_initial_state()
    first, second = one.legal_actions()[:2]
    for state, order in ((one, (first, second)), (other, (second, first))):
        for number in order:
            state.apply_action(number)
    assert one.information_state_string(0) != other.information_state_string(0)
    state = played(game, 1, 60)
    lines = state.information_state_string(1).splitlines()
    assert lines[0] == "seat 1" and len(lines) == 1 + 60 == 1 + len(state.history())
    assert {line.split()[0] for line in lines[1:]} == {"*", "0", "1"}  # chance and seats as OpenSpiel counts
    tensor = np.array(state.information_state_tensor(1))[2:].reshape(-1, 2)
    assert [int(number) - 1 for number in tensor[:60, 1]] == state.history() and not tensor[60:].any()
    assert state.observation_string(1) == written(state.unfolding.state.view(1))
    flat = game.encoding.flat(state.unfolding.state.view(1))
    assert state.observation_tensor(1) == list(flat)


def test_what_all_see_and_what_one_sees_are_told_apart() -> None:
    game = pyspiel.load_game(f"{GROVE}(seats=2)")
    state = played(game, 3, 30)
    kinds = pyspiel.PrivateInfoType
    everybody = game.make_py_observer(pyspiel.IIGObservationType(True, False, kinds.NONE))
    alone = game.make_py_observer(pyspiel.IIGObservationType(False, False, kinds.SINGLE_PLAYER))
    assert everybody.string_from(state, 1) == written(state.unfolding.state.view(None))
    assert '"copper":2' not in everybody.string_from(state, 1)
    assert '"copper":2' in alone.string_from(state, 1)


@pytest.mark.parametrize("set_up", SEATED)
def test_seats_decide_in_their_order_where_a_season_is_simultaneous(set_up: str) -> None:
    state = pyspiel.load_game(set_up).new_initial_state()
    chosen, together = random.Random(4), 0
    while not state.is_terminal():
        acting = state.unfolding.state.to_act()
        together += len(acting) > 1
        if not state.is_chance_node():
            assert state.current_player() == min(acting)
            assert all(not state.legal_actions(seat) for seat in acting if seat != min(acting))
        state.apply_action(chosen.choice(state.legal_actions()))
    assert (together > 0) == (GROVE in set_up and "seats=1" not in set_up)


# ---- utilities, refusals, search ---------------------------------------------------------------------------


@pytest.mark.parametrize("utility", ["points", "difference", "win"])
@pytest.mark.parametrize(("name", "seats"), [(GROVE, 2), (VALLEY, 2), (VALLEY, 3)])
def test_utilities(name: str, seats: int, utility: str) -> None:
    game = pyspiel.load_game(f"{name}(seats={seats},utility={utility})")
    end = played(game, 5)
    scores, places = end.unfolding.state.scores(), end.unfolding.state.places()
    if utility == "points":
        wanted = [float(points) for points in scores]
    elif utility == "difference":
        wanted = [points - max(scores[:n] + scores[n + 1 :]) for n, points in enumerate(scores)]
    else:
        shares = [1 / places.count(1) if place == 1 else 0 for place in places]
        wanted = [share - 1 / seats for share in shares]
    assert end.returns() == pytest.approx(wanted) and end.rewards() == end.returns()
    types = pyspiel.GameType.Utility
    zero_sum = utility == "win" or (utility == "difference" and seats == 2)
    assert game.get_type().utility == (types.ZERO_SUM if zero_sum else types.GENERAL_SUM)
    if zero_sum:
        assert sum(end.returns()) == pytest.approx(0) and game.utility_sum() == 0
    assert played(game, 5, 50).returns() == [0.0] * seats


def test_what_cannot_be_is_refused_with_the_reason() -> None:
    for parameters, reason in [
        ("utility=fame", "no utility 'fame'; there are points, difference, win"),
        ("seats=1,utility=win", "alone there is utility=points"),
        ("seats=5", "1 to 4 players, not 5"),
        ("options=dutch", "'dutch' is no option of Walnut Grove"),
        ("edition=none", "no packaged edition 'none'"),
    ]:
        with pytest.raises(BadSetup, match=reason):
            pyspiel.load_game(f"{GROVE}({parameters})")
    state = played(pyspiel.load_game(f"{VALLEY}(options=sheet:A)"), 1, 3)
    with pytest.raises(IllegalMove, match=r"draw a1: SV 3\.1 wrong_decision"):
        state.apply_action(12)


def test_an_outcome_that_chance_cannot_bring_is_refused() -> None:
    state = pyspiel.load_game(f"{GROVE}(seats=2)").new_initial_state()
    assert state.legal_actions() == [0, 1]
    with pytest.raises(IllegalMove, match=r"disc A4: WG 1\.4 other_chance_due"):
        state.apply_action(5)
    for number in (-5, 100, 1 << 40):
        with pytest.raises(IllegalMove, match="encoding bad_form"):
            state.apply_action(number)
    drawn = played(pyspiel.load_game(f"{GROVE}(seats=2)"), 1, 12)
    while not (drawn.is_chance_node() and "tile" in drawn.action_to_string(drawn.legal_actions()[0])):
        drawn.apply_action(drawn.legal_actions()[0])
    tile = drawn.legal_actions()[0]
    drawn.apply_action(tile)
    while not drawn.is_chance_node():
        drawn.apply_action(drawn.legal_actions()[0])
    with pytest.raises(IllegalMove):
        drawn.apply_action(tile)  # it is no longer in the bag
    assert drawn.history().count(tile) == 1


@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_games_and_states_can_be_pickled(name: str) -> None:
    game = pyspiel.load_game(f"{name}(seats=3,utility=win)")
    again = pickle.loads(pickle.dumps(game))
    assert again == game and str(again) == str(game) and again.max_utility() == game.max_utility()
    state = played(game, 2, 60)
    other = pickle.loads(pickle.dumps(state))
    assert other.history() == state.history() and str(other) == str(state)
    assert all(other.information_state_string(n) == state.information_state_string(n) for n in range(3))
    new = again.new_initial_state()
    new.apply_action(new.legal_actions()[0])
    assert new.history() == [0]


def test_options_are_those_of_the_game() -> None:
    game = pyspiel.load_game(f"{VALLEY}(seats=3,options=family+sheet:C+start:2)")
    assert game.begun.made.setup.options == ("family", "sheet=C", "start=2")
    assert pyspiel.load_game(str(game)).begun == game.begun


def test_every_game_that_has_a_tree_is_registered() -> None:
    assert list(openspiel.NAMES.values()) == shelf.having("tree") == shelf.names()
    assert set(openspiel.NAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", [GROVE, VALLEY])
def test_its_search_plays(name: str) -> None:
    """Slow: each of its simulations plays a whole game."""
    game = pyspiel.load_game(f"{name}(seats=2,utility=difference)")
    state = played(game, 1, 40)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bots = [
        mcts.MCTSBot(game, 2, 8, evaluator, random_state=np.random.RandomState(seat)) for seat in range(2)
    ]
    chosen, searched = random.Random(1), 0
    while searched < 4:
        if state.is_chance_node():
            state.apply_action(chosen.choice(state.legal_actions()))
            continue
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        searched += 1
