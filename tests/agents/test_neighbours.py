"""Neighbours: who they are, and that each takes what they love among moves worth nearly as much."""

from dataclasses import replace

import pytest

from farmstead import shelf
from farmstead.agents import BadSpec, agent
from farmstead.agents.characters import Neighbour, neighbour_of, neighbours
from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.levels import LEVELS, LevelAgent, best_of_moves, contented
from farmstead.agents.neighbours import NeighbourAgent, amounts_of
from farmstead.agents.observation import observation_at
from farmstead.agents.search_agent import ENVY, SearchAgent
from farmstead.engine.contract import Action, Game, Seat, State
from farmstead.render.ink.faces import face, face_sheet
from farmstead.server.base.languages import LANGUAGE_NAMES
from scripts.home_pictures import FACES
from scripts.neighbours import measured, report
from tests.agents.tables import decisions

SAID = ("about", "begin", "surprise", "won", "lost")
LOOKING = [each for each in neighbours().values() if not LEVELS[each.level].tries]


@pytest.fixture(params=list(shelf.SHELF))
def game(request: pytest.FixtureRequest) -> Game:
    return shelf.game(request.param)


def test_there_are_eight_at_least_of_every_level_and_no_two_are_alike() -> None:
    every = list(neighbours().values())
    assert len(every) >= 8 and {each.level for each in every} == {
        number for number, level in LEVELS.items() if not level.learned
    }
    assert len({each.name.casefold() for each in every}) == len(every)
    assert len({face("x", each.face) for each in every}) == len(every)
    assert len({tuple(sorted(each.preferences.items())) for each in every}) == len(every)
    assert all(each.name.lower() == each.id and neighbour_of(f" {each.name} ") is each for each in every)


def test_each_loves_something_in_each_game(game: Game) -> None:
    for each in neighbours().values():
        loved = each.preferences[game.name]
        assert loved.loves in amounts_of(game.name) and loved.within > 0


@pytest.mark.parametrize("key", SAID)
def test_all_they_say_is_there_in_each_language(key: str) -> None:
    for each in neighbours().values():
        words = [each.words[key][language] for language in LANGUAGE_NAMES]
        assert all(words) and len(set(words)) == len(words), (each.id, key)
        assert key == "about" or max(map(len, words)) <= 64, f"{each.id}: {key} is a short line"


def test_the_faces_of_the_pages_are_those_that_are_drawn() -> None:
    drawn = face_sheet({each.id: each.face for each in neighbours().values()})
    assert FACES.read_text(encoding="utf-8").strip() == drawn, "python -m scripts.home_pictures"


def after(state: State, seat: Seat, moves: list[Action]) -> State:
    then = state.clone()
    for move in moves:
        then.apply(seat, move)
    return then


@pytest.mark.parametrize("who", LOOKING, ids=lambda each: each.id)
def test_of_moves_worth_as_much_the_loved_one_is_taken(who: Neighbour, game: Game) -> None:
    """There is never less of it than after what the level takes, and the move is worth nearly as much."""
    loved, evaluator = who.preferences[game.name], evaluator_for(game.name)
    amount, level = amounts_of(game.name)[loved.loves], LEVELS[who.level]
    level = replace(level, regret=loved.careless * level.regret)
    for seat, state in decisions(game, 2, 11, count=6):
        seen = observation_at(game, state, seat)
        dice = seen.dice(1)
        turns = evaluator.turns(seen.imagine(dice), seat)
        best = best_of_moves(turns)
        plain = contented(seen, level, best, evaluator, dice)
        near = [t for t in turns if abs(t.value - best[plain]) <= loved.within]
        most = max(amount(after(state, seat, t.moves), seat) for t in near)
        own = NeighbourAgent(who.id).choose(seen)
        assert any(str(t.moves[0]) == own and amount(after(state, seat, t.moves), seat) == most for t in near)


def test_one_who_searches_takes_what_a_search_finds_nearly_as_good() -> None:
    """Slow: a search with all its tries, which takes longer where nothing is compiled."""
    game = shelf.game("sunflower-valley")
    seat, state = decisions(game, 2, 3, count=6)[-1]
    seen = observation_at(game, state, seat)
    who = next(each for each in neighbours().values() if LEVELS[each.level].tries)
    options = SearchAgent(LEVELS[who.level].tries).options(
        seen, ENVY, "", evaluator_for(game.name).effort(state, seat)
    )
    within = who.preferences[game.name].within
    near = {str(each.turn.moves[0]) for each in options if each.behind(options[0])[0] <= within}
    assert NeighbourAgent(who.id).choose(seen) in near


def test_a_game_without_preferences_is_played_as_the_level_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    game = shelf.game("sunflower-valley")
    monkeypatch.setattr("farmstead.agents.neighbours.amounts_of", lambda name: {})
    for seat, state in decisions(game, 2, 4, count=4):
        seen = observation_at(game, state, seat)
        assert NeighbourAgent("hazel").choose(seen) == LevelAgent(neighbours()["hazel"].level).choose(seen)


@pytest.mark.parametrize(
    "spec", ["neighbour", "neighbour:nobody", "neighbour:level=3", "neighbour:hazel,name=otis"]
)
def test_whoever_is_not_known_is_refused_with_the_names_there_are(spec: str) -> None:
    with pytest.raises(BadSpec) as caught:
        agent(spec)
    assert "neighbour:hazel" in str(caught.value) or "poppy" in str(caught.value)


def test_the_report_tells_what_was_measured() -> None:
    """Slow: four whole games."""
    found = measured(neighbours()["poppy"], "sunflower-valley", 2)
    assert found.own > 0 and found.plain > 0 and found.pairs == 2
    assert "| Poppy | 1 | Sunflower Valley | sunflowers | 4 |" in report([found])
