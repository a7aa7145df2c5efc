"""Learned evaluators: whole numbers, files that are checked, and the players that use them."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from farmstead import shelf
from farmstead.agents import agent
from farmstead.agents.learned.learned_agent import LearnedAgent
from farmstead.agents.learned.learned_evaluator import ENVY, LearnedEvaluator
from farmstead.agents.learned.weights import (
    MAX_BYTES,
    PLACE,
    WHOLE,
    BadWeights,
    digest_of,
    evaluator_with,
    inputs_of,
    learned_evaluator_for,
    read_weights,
    write_weights,
)
from farmstead.agents.levels import LEVELS
from farmstead.agents.observation import observation_at
from farmstead.agents.search import Search
from farmstead.agents.settings import BadSpec
from farmstead.engine.contract import Seat, State
from farmstead.engine.dealer import QuickDealer
from farmstead.evaluators.inputs import Inputs
from tests.agents.tables import decisions, fresh

LEARNED = [name for name in shelf.SHELF if inputs_of(name) is not None]
FEW = 5
UNIT = 4096


@pytest.fixture(params=LEARNED)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def inputs(name: str) -> Inputs:
    found = inputs_of(name)
    assert found is not None
    return found


def packaged(name: str) -> bytes:
    return shelf.folder(name).joinpath(PLACE).read_bytes()


def positions(name: str, seats: int = 2) -> Iterator[tuple[Seat, State]]:
    yield from decisions(shelf.game(name), seats, 4, count=FEW)


# ---- numbers ---------------------------------------------------------------------------------------------


def test_every_packaged_game_can_be_learned() -> None:
    assert list(shelf.SHELF) == LEARNED


def test_numbers_are_whole_and_named(name: str) -> None:
    read = inputs(name)
    assert len(set(read.names)) == len(read.names)
    for seat, state in positions(name, shelf.game(name).most):
        numbers = read.numbers(state, seat)
        assert len(numbers) == len(read.names)
        assert {type(number) for number in numbers} == {int}
        assert 0 <= read.time_left(state, seat) <= read.steps


def test_the_first_weights_say_what_the_games_own_evaluator_says(name: str) -> None:
    read = inputs(name)
    whole = [[round(weight * UNIT) for weight in row] for row in read.first_weights()]
    same = LearnedEvaluator(read, whole, UNIT, 1, 0)
    for seat, state in positions(name):
        assert same.value(state, seat) == pytest.approx(read.evaluator.value(state, seat), abs=0.05)


def test_values_are_exact(name: str) -> None:
    """The sum as fractions, from what the file says."""
    read = inputs(name)
    weights = read_weights(packaged(name), name, read)
    learned = evaluator_with(weights, read)
    for seat, state in positions(name):
        left = Fraction(read.time_left(state, seat), read.steps)
        exact = sum(
            number * weight * left**power / weights.unit
            for power, row in enumerate(weights.powers)
            for number, weight in zip(read.numbers(state, seat), row, strict=True)
        )
        assert learned.value(state, seat) == float(exact)


def test_a_turn_is_worth_ones_own_points_less_some_of_the_others(name: str) -> None:
    learned = evaluator_with(read_weights(packaged(name), name, inputs(name)), inputs(name))
    for seat, state in positions(name):
        outcomes, turns = learned.inputs.outcomes(state, seat), learned.turns(state, seat)
        for outcome, turn in zip(outcomes, turns, strict=True):
            own, theirs = (learned.value(outcome.state, who) for who in (seat, 1 - seat))
            assert turn.value == pytest.approx(own - ENVY * theirs)
            assert turn.value == learned.aim(outcome.state, seat)


def test_the_lines_of_the_score_add_up(name: str) -> None:
    learned = learned_evaluator_for(name)
    for seat, state in positions(name):
        lines = learned.value_by_line(state, seat)
        assert list(lines) == learned.lines
        assert sum(lines.values()) == pytest.approx(learned.value(state, seat))


def test_an_evaluation_takes_few_multiplications(name: str) -> None:
    assert len(inputs(name).names) <= 50_000


# ---- files -----------------------------------------------------------------------------------------------


def document(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(packaged(name))
    return found


def refusal(name: str, data: bytes) -> str:
    with pytest.raises(BadWeights) as caught:
        read_weights(data, name, inputs(name))
    said = str(caught.value)
    assert len(said) < 250 and "Traceback" not in said
    return said


def signed(changed: dict[str, Any]) -> bytes:
    return json.dumps({**changed, "digest": digest_of(changed)}).encode()


def test_what_is_written_is_read_again(name: str) -> None:
    data = packaged(name)
    assert len(data) <= MAX_BYTES
    weights = read_weights(data, name, inputs(name))
    assert write_weights(weights) == data


def test_a_card_says_how_they_came_about(name: str) -> None:
    card = document(name)["card"]
    assert {"how", "data", "seed", "commit", "hours", "hardware", "figures"} <= card.keys()


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b"null", b'{"format": 99}'])
def test_what_is_no_file_of_weights_is_refused(name: str, data: bytes) -> None:
    assert "learned weights" in refusal(name, data)


def test_damaged_weights_are_refused(name: str) -> None:
    changed = document(name)
    changed["weights"][0][1] += 1
    assert "are damaged" in refusal(name, json.dumps(changed).encode())
    assert "are damaged" in refusal(name, packaged(name)[:-40])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("weights", [[1.5]]),
        ("weights", []),
        ("weights", "many"),
        ("weights", None),
        *[(key, value) for key in WHOLE[:3] for value in (0, -1, 1.5, "8", None, True, 1 << 30)],
        ("names", [1, 2]),
        ("names", {}),
        ("card", None),
    ],
)
def test_wrong_weights_are_refused_even_if_they_are_signed(name: str, key: str, value: object) -> None:
    assert "are damaged" in refusal(name, signed({**document(name), key: value}))


def test_weights_of_another_game_are_refused() -> None:
    one, other = LEARNED[:2]
    assert f"these weights are for '{one}', not for {other}" in refusal(other, packaged(one))


def test_weights_for_other_numbers_are_refused(name: str) -> None:
    changed = document(name)
    changed["names"] = changed["names"][::-1]
    assert f"`farmstead train {name}` makes new ones" in refusal(name, signed(changed))


def test_weights_that_are_too_large_are_refused(name: str) -> None:
    assert "at most 2,000,000 are read" in refusal(name, packaged(name) + b" " * MAX_BYTES)


# ---- players ---------------------------------------------------------------------------------------------


def test_one_look_takes_the_turn_that_looks_best(name: str) -> None:
    learned = learned_evaluator_for(name)
    game = shelf.game(name)
    for seat, state in positions(name):
        seen = observation_at(game, state, seat)
        imagined = seen.imagine(seen.dice(1))
        if learned.effort(imagined, seat) == 0.0:
            continue
        turns = learned.turns(imagined, seat)
        best = max(turn.value for turn in turns)
        fitting = {str(turn.moves[0]) for turn in turns if turn.value == best}
        assert agent("learned").choose(seen) in fitting


def test_a_game_that_says_nothing_to_learn_from_is_played_by_its_own_evaluator(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shelf.game(name)
    own = inputs(name).evaluator
    monkeypatch.setattr("farmstead.agents.learned.weights.inputs_of", lambda _: None)
    learned_evaluator_for.cache_clear()
    try:
        assert type(learned_evaluator_for(name)) is type(own)
        for seat, state in positions(name):
            seen = observation_at(game, state, seat)
            assert LearnedAgent().choose(seen) in seen.legal
    finally:
        learned_evaluator_for.cache_clear()


@pytest.mark.parametrize("level", [1, 4])
def test_the_classic_levels_are_the_levels_of_today(name: str, level: int) -> None:
    game = shelf.game(name)
    for seat, state in positions(name):
        seen = observation_at(game, state, seat)
        assert agent(f"classic:{level}", 3).choose(seen) == agent(f"level:{level}", 3).choose(seen)


def test_the_classic_levels_end_where_they_ended() -> None:
    with pytest.raises(BadSpec, match="a whole number from 1 to 5"):
        agent("classic:6")


# ---- the sixth level -------------------------------------------------------------------------------------


@pytest.mark.more
@pytest.mark.parametrize("game", shelf.names())
def test_almanac_keeps_the_laws_of_agents(game: str) -> None:
    """Legal, repeatable and blind, near the end of a game, where 200 tries are soon done; it is learned:200.

    Slow: it takes 200 tries for each decision.
    """
    rules = shelf.game(game)
    for seat, state in decisions(rules, 2, 5)[-2:]:
        seen = observation_at(rules, state, seat)
        chosen = agent("level:6", 7).choose(seen)
        assert chosen in seen.legal
        assert agent("level:6", 7).choose(fresh(seen)) == chosen
        other = rules.from_view(seat, state.view(seat), QuickDealer(99))
        assert agent("level:6", 7).choose(observation_at(rules, other, seat)) == chosen
        assert agent("learned:200", 7).choose(seen) == chosen


def test_almanac_keeps_to_its_tries(name: str) -> None:
    """Slow: it takes 200 tries for each decision."""
    evaluator = learned_evaluator_for(name)
    rules = shelf.game(name)
    for seat, state in decisions(rules, 2, 5)[-2:]:
        tries = LEVELS[6].tries
        options = Search(evaluator, 8, 0, ENVY, 8).consider(state, seat, tries, 0.0, QuickDealer(3))
        assert sum(option.forecast.tries for option in options) <= tries
