"""Laws for agents: legal, repeatable, blind. Every name of the table comes under them by the specs below."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.agents import Advice, Agent, Guarded, Observation, agent
from farmstead.agents.observation import observation_at
from farmstead.agents.specs import AGENTS
from farmstead.engine.contract import CHANCE, Game
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.rules import GAME
from tests.agents.tables import decisions, example_spec, fresh, play_out
from tests.subjects import SUBJECTS

# By which specs each agent is tried; `{example}` is the program of docs/bots.md.
SPECS = {
    "uniform": ["uniform", "uniform:seed=3"],
    "greedy": ["greedy", "greedy:seed=3"],
    "search": ["search:iterations=2,width=2,horizon=1"],
    "level": ["level:1", "level:4"],
    "neighbour": ["neighbour:hazel", "neighbour:rosa"],
    "classic": ["classic:4"],
    "learned": ["learned", "learned:2,width=2,horizon=1"],
    "stdio": ["{example}"],
}
EVERY = [spec for specs in SPECS.values() for spec in specs]
HIDES = {subject.game.name: subject.hides for subject in SUBJECTS}


@pytest.fixture(params=EVERY)
def spec(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    found: str = request.param
    return example_spec(tmp_path) if found == "{example}" else found


@pytest.fixture(params=shelf.names())
def game(request: pytest.FixtureRequest) -> Game:
    return shelf.game(request.param)


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    """Whoever has a process is closed after the test."""
    with ExitStack() as stack:
        yield stack


def made(spec: str, opened: ExitStack, seed: int = 1) -> Agent:
    found = agent(spec, seed)
    opened.enter_context(Guarded(found, found, spec))
    return found


def each_by_its_own(spec: str, opened: ExitStack, seen: list[Observation]) -> list[str]:
    """What one agent for each seat chooses, asked in this order."""
    agents = {decision.seat: made(spec, opened) for decision in seen}
    return [agents[decision.seat].choose(fresh(decision)) for decision in seen]


def test_every_name_comes_under_the_laws() -> None:
    assert SPECS.keys() == AGENTS.keys()
    assert all(
        spec == "{example}" or spec.partition(":")[0] == name for name in SPECS for spec in SPECS[name]
    )


def test_whole_games_are_legal(spec: str, game: Game, opened: ExitStack) -> None:
    """Slow: each kind of bot plays two whole games."""
    for seats in {max(2, game.fewest), game.most}:
        table = Table(game, game.setup(seats))
        agents = [made(spec, opened, seat + 1) for seat in range(seats)]
        assert not play_out(table, agents, "legal").state.to_act()


def test_the_same_view_gives_the_same_move_whatever_was_asked_before(
    spec: str, game: Game, opened: ExitStack
) -> None:
    seen = [observation_at(game, state, seat) for seat, state in decisions(game, 2, 5)]
    assert len(seen) >= 10
    random.seed(1)
    asked = each_by_its_own(spec, opened, seen)
    random.seed(2)
    backwards = each_by_its_own(spec, opened, seen[::-1])[::-1]
    alone = [made(spec, opened).choose(fresh(decision)) for decision in seen[::3]]
    assert backwards == asked and alone == asked[::3]


def test_what_a_seat_cannot_know_makes_no_difference(spec: str, game: Game, opened: ExitStack) -> None:
    """The true position dealt otherwise, but for what the seat sees."""
    others = 0
    for seat, state in decisions(game, game.most, 7):
        other = game.from_view(seat, state.view(seat), QuickDealer(99))
        others += other.text() != state.text()
        first = made(spec, opened).choose(observation_at(game, state, seat))
        assert first == made(spec, opened).choose(observation_at(game, other, seat))
    assert (others > 0) == HIDES[game.name]


def test_nothing_that_is_shown_is_changed(spec: str, game: Game, opened: ExitStack) -> None:
    for seat, state in decisions(game, 2, 6, count=4):
        seen, before = observation_at(game, state, seat), state.text()
        legal = list(seen.legal)
        assert made(spec, opened).choose(seen) in legal
        assert seen.legal == legal and seen.view == state.view(seat) and state.text() == before


ASK = """
import json, sys
from farmstead import shelf
from farmstead.agents import Observation, guarded
for name, seat, view, legal in json.load(sys.stdin):
    with guarded(sys.argv[1]) as found:
        print(found.choose(Observation(shelf.game(name), seat, view, legal)))
        assert not found.faults
"""


def test_another_process_chooses_the_same(spec: str, game: Game) -> None:
    """Nothing depends on the order of a set, or on when and where it is asked."""
    seen = [observation_at(game, state, seat) for seat, state in decisions(game, 2, 8, count=3)]
    text = json.dumps([(game.name, one.seat, one.view, one.legal) for one in seen])
    runs = [
        subprocess.run(
            [sys.executable, "-c", ASK, spec],
            input=text,
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for number in ("1", "2")
    ]
    assert runs[0] == runs[1] and len(runs[0].splitlines()) == len(seen)


# ---- one by one ------------------------------------------------------------------------------------------


def test_greedy_beats_uniform_by_far(game: Game) -> None:
    table = play_out(Table(game, game.setup(2)), [agent("uniform", 1), agent("greedy", 2)], "b")
    uniform, greedy = table.state.scores()
    assert greedy > uniform + 10
    assert table.state.places() == [2, 1]


def test_uniform_takes_every_move_about_as_often() -> None:
    legal = [f"move {n}" for n in range(5)]
    chosen = [agent("uniform", seed).choose(Observation(GAME, 0, {}, legal)) for seed in range(1000)]
    assert all(150 <= chosen.count(move) <= 250 for move in legal)


def test_one_legal_move_needs_no_thought() -> None:
    assert agent("greedy").choose(Observation(GAME, 0, {}, ["pass"])) == "pass"


def test_a_spec_may_name_a_seed() -> None:
    legal = [f"move {n}" for n in range(100)]
    choices = [
        agent(spec).choose(Observation(GAME, 0, {}, legal)) for spec in ("uniform:seed=3", "uniform:seed=4")
    ]
    assert choices[0] != choices[1]
    assert choices[0] == agent("uniform", 3).choose(Observation(GAME, 0, {}, legal))


# ---- what is seen ----------------------------------------------------------------------------------------


def at_first_choice() -> Table:
    table = Table(GAME, GAME.setup(2))
    table.settle(QuickDealer(1))
    return table


def test_a_seen_position_looks_like_the_real_one() -> None:
    table = at_first_choice()
    seat = table.state.to_act()[0]
    seen = observation_at(GAME, table.state, seat)
    imagined = seen.imagine(QuickDealer(9))
    assert imagined.view(seat) == seen.view
    assert [str(move) for move in imagined.legal(seat)] == seen.legal


def test_an_agent_cannot_see_other_peoples_coins() -> None:
    table = at_first_choice()
    farms = observation_at(GAME, table.state, 0).view["farms"]
    assert isinstance(farms, list)
    assert farms[0]["barn"]["values"] is not None
    assert farms[1]["barn"]["values"] is None


def test_chance_is_never_an_agents_business() -> None:
    table = Table(GAME, GAME.setup(1))
    assert list(table.state.to_act()) == [CHANCE]
    assert observation_at(GAME, at_first_choice().state, 1).legal == []


def tickets(view: dict[str, object], seed: int) -> list[int]:
    dice = Observation(GAME, 0, view, []).dice(seed)
    return [dice.below(1000) for _ in range(5)]


def test_dice_come_from_seed_and_view() -> None:
    thrown = tickets({"a": 1, "b": [2]}, 7)
    assert thrown == tickets({"b": [2], "a": 1}, 7)
    assert thrown != tickets({"a": 1, "b": [3]}, 7)
    assert thrown != tickets({"a": 1, "b": [2]}, 8)
    assert thrown == [538, 416, 866, 466, 963]  # the same on every build and machine


def test_dice_begin_anew_each_time() -> None:
    seen = Observation(GAME, 0, {"a": 1}, [])
    assert [seen.dice(1).below(1000) for _ in range(3)] == [seen.dice(1).below(1000)] * 3


def test_advice_cannot_be_changed() -> None:
    advice = Advice("take house", 31.5, 0.4, {"mountains": 5.5}, ("take house", "reserve orange"), 0.0, 0.0)
    with pytest.raises(AttributeError):
        advice.value = 40.0  # type: ignore[misc]  # that is what is tried
