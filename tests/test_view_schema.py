"""Views against their JSON Schema: what programs may rely on, at every stage and for every eye."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from farmstead import shelf
from farmstead.cli import main
from farmstead.engine.contract import State
from tests import golden_games
from tests.laws import Subject, random_table

GAMES = shelf.names()


def schema_of(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shelf.view_schema(game))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_is_one(game: str) -> None:
    schema = schema_of(game)
    Draft202012Validator.check_schema(schema)
    assert schema["properties"]["view"]["const"] == 1
    assert schema["properties"]["game"]["const"] == game


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every part of a schema that describes an object."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


@pytest.mark.parametrize("game", GAMES)
def test_no_object_holds_anything_unsaid(game: str) -> None:
    found = list(objects(schema_of(game)))
    assert len(found) > 3
    assert all(part["additionalProperties"] is False for part in found)
    assert all(sorted(part["required"]) == sorted(part["properties"]) for part in found)


@pytest.mark.parametrize("subject", golden_games.some_of_all(), ids=str)
def test_every_view_of_a_random_game_keeps_to_the_schema(subject: Subject) -> None:
    """All seats and a spectator, as they are and once through JSON. Slow: every view of whole games."""
    validator = Draft202012Validator(schema_of(subject.game.name))
    key, seats = subject.stages.key, subject.seats
    seen: set[str] = set()
    for number, table in enumerate(random_table(subject, 40 + seats)):
        state = table.state
        stage = str(state.view(None)[key])
        if stage not in seen or number % 17 == 0 or number < 20:
            check(validator, state, [None, number % seats])
        seen.add(stage)
    check(validator, state, [None, *range(seats)])
    assert seen == subject.stages.values


def check(validator: Draft202012Validator, state: State, eyes: list[int | None]) -> None:
    for seat in eyes:
        view = state.view(seat)
        errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(view)]
        assert not errors, errors
        assert json.loads(json.dumps(view)) == view


def test_the_schema_refuses_what_nobody_may_see() -> None:
    """A whole position of Walnut Grove has one key more, the values in the coin bag."""
    game = shelf.game("walnut-grove")
    whole = json.loads(game.start(game.setup(2)).text())
    assert not Draft202012Validator(schema_of("walnut-grove")).is_valid(whole)


@pytest.mark.parametrize("game", GAMES)
def test_schema_command_prints_it(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", game]) == 0
    assert json.loads(capsys.readouterr().out) == schema_of(game)


@pytest.mark.parametrize("game", GAMES)
def test_schema_command_knows_its_games(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", game.split("-")[0]]) == 2
    assert f"did you mean {game}?" in capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES)
def test_a_key_more_or_less_is_no_view(game: str) -> None:
    found = shelf.game(game)
    validator = Draft202012Validator(schema_of(game))
    view = found.start(found.setup(found.fewest)).view(0)
    assert validator.is_valid(view)
    assert not validator.is_valid({**view, "secret": 1})
    assert not any(validator.is_valid({k: v for k, v in view.items() if k != gone}) for gone in view)
