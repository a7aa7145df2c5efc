"""Views against their JSON Schema: what programs may rely on, at every stage and for every eye."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from farmstead import shelf
from farmstead.cli import main
from farmstead.engine.contract import CHANCE, State
from farmstead.engine.dealer import QuickDealer

SCHEMA: dict[str, Any] = json.loads(shelf.view_schema("walnut-grove"))
VALIDATOR = Draft202012Validator(SCHEMA)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["view"]["const"] == 1


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


def test_no_object_holds_anything_unsaid() -> None:
    found = list(objects(SCHEMA))
    assert len(found) > 10
    assert all(part["additionalProperties"] is False for part in found)
    assert all(sorted(part["required"]) == sorted(part["properties"]) for part in found)


def step(state: State, dealer: QuickDealer) -> None:
    seat = state.to_act()[0]
    state.apply(seat, state.deal(dealer) if seat == CHANCE else state.pick(seat, dealer))


@pytest.mark.parametrize(
    ("seats", "options"), [(1, []), (2, ["french"]), (3, ["jokers=buildings"]), (4, ["start=3"])]
)
def test_every_view_of_a_random_game_keeps_to_the_schema(seats: int, options: list[str]) -> None:
    """At each change of decision; all seats and a spectator, as they are and once through JSON."""
    game = shelf.game("walnut-grove")
    state = game.start(game.setup(seats, options))
    dealer, seen = QuickDealer(40 + seats), set()
    number = 0
    while state.to_act():
        if number % 17 == 0 or number < 20:
            seen.add(check(state, [None, number % seats]))
        step(state, dealer)
        number += 1
    seen.add(check(state, [None, *range(seats)]))
    assert seen >= {"set-up", "spring", "summer", "autumn", "winter", "over"}


def check(state: State, eyes: list[int | None]) -> str:
    season = ""
    for seat in eyes:
        view = state.view(seat)
        season = str(view["season"])
        errors = [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(view)]
        assert not errors, errors
        assert json.loads(json.dumps(view)) == view
    return season


def test_the_schema_refuses_what_nobody_may_see() -> None:
    """A whole position has one key more, the values in the coin bag."""
    game = shelf.game("walnut-grove")
    whole = json.loads(game.start(game.setup(2)).text())
    assert not VALIDATOR.is_valid(whole)


def test_schema_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "walnut-grove"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA


def test_schema_command_knows_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "walnut"]) == 2
    assert "did you mean walnut-grove?" in capsys.readouterr().err
