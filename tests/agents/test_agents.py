"""Opponents: what they are shown, what they choose, how they are named."""

import pytest

from farmstead import shelf
from farmstead.agents import Agent, BadSpec, agent, names
from farmstead.agents.evaluators import evaluator_for, plain_score
from farmstead.agents.seen import Seen, seen_at
from farmstead.engine.contract import CHANCE, Game
from farmstead.engine.dealer import KeyedDealer, QuickDealer, key_from_seed
from farmstead.engine.table import Table
from farmstead.walnut_grove import GAME

SPECS = ["uniform", "greedy"]


def played(specs: list[str], seed: str, game: Game = GAME) -> Table:
    """A whole game between agents."""
    agents: list[Agent] = [agent(spec, seat + 1) for seat, spec in enumerate(specs)]
    table = Table(game, game.setup(len(specs)))
    dealer = KeyedDealer(key_from_seed(seed))
    while True:
        table.settle(dealer)
        if not table.state.to_act():
            return table
        seat = table.state.to_act()[0]
        table.play(seat, agents[seat].choose(seen_at(game, table.state, seat)))


def at_first_choice() -> Table:
    table = Table(GAME, GAME.setup(2))
    table.settle(QuickDealer(1))
    return table


@pytest.mark.parametrize("name", shelf.names())
@pytest.mark.parametrize("spec", SPECS)
def test_the_same_seed_plays_the_same_game(spec: str, name: str) -> None:
    game = shelf.game(name)
    specs = [spec] * game.fewest
    assert played(specs, "a", game).moves() == played(specs, "a", game).moves()


@pytest.mark.parametrize("name", shelf.names())
def test_greedy_beats_uniform_by_far(name: str) -> None:
    table = played(["uniform", "greedy"], "b", shelf.game(name))
    uniform, greedy = table.state.scores()
    assert greedy > uniform + 10
    assert table.state.places() == [2, 1]


def test_a_seen_position_looks_like_the_real_one() -> None:
    table = at_first_choice()
    seat = table.state.to_act()[0]
    seen = seen_at(GAME, table.state, seat)
    imagined = seen.imagine(QuickDealer(9))
    assert imagined.view(seat) == seen.view
    assert [str(move) for move in imagined.legal(seat)] == seen.legal


def test_an_agent_cannot_see_other_peoples_coins() -> None:
    table = at_first_choice()
    farms = seen_at(GAME, table.state, 0).view["farms"]
    assert isinstance(farms, list)
    assert farms[0]["barn"]["values"] is not None
    assert farms[1]["barn"]["values"] is None


def test_one_legal_move_needs_no_thought() -> None:
    assert agent("greedy").choose(Seen(GAME, 0, {}, ["pass"])) == "pass"


def test_a_spec_may_name_a_seed() -> None:
    legal = [f"move {n}" for n in range(100)]
    choices = [agent(spec).choose(Seen(GAME, 0, {}, legal)) for spec in ("uniform:seed=3", "uniform:seed=4")]
    assert choices[0] != choices[1]
    assert choices[0] == agent("uniform", 3).choose(Seen(GAME, 0, {}, legal))


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("gredy", "did you mean greedy?"),
        ("zzz", "there are greedy, uniform"),
        ("greedy:sed=3", "seed=NUMBER"),
        ("greedy:seed=x", "seed=NUMBER"),
        ("greedy:seed=-1", "seed=NUMBER"),
    ],
)
def test_a_bad_spec_says_what_would_do(spec: str, hint: str) -> None:
    with pytest.raises(BadSpec) as caught:
        agent(spec)
    assert hint in str(caught.value)


def test_every_name_is_an_agent() -> None:
    assert names() == ["greedy", "uniform"]


@pytest.mark.parametrize("name", shelf.names())
def test_every_game_of_the_shelf_has_an_evaluator(name: str) -> None:
    assert evaluator_for(name) is not plain_score


def test_a_game_without_an_evaluator_is_judged_by_its_score() -> None:
    table = at_first_choice()
    assert evaluator_for("chess") is plain_score
    assert plain_score(table.state, 0) == table.state.score_lines(0)["total"]


def test_chance_is_never_an_agents_business() -> None:
    table = Table(GAME, GAME.setup(1))
    assert list(table.state.to_act()) == [CHANCE]
    assert seen_at(GAME, at_first_choice().state, 1).legal == []
