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


def step(state: State, dealer: QuickDealer) -> None:
    seat = state.to_act()[0]
    state.apply(seat, state.deal(dealer) if seat == CHANCE else state.pick(seat, dealer))


# What of a view says how far the game is, and all that it must have said in the end.
STAGES: dict[str, tuple[str, set[str]]] = {
    "walnut-grove": ("season", {"set-up", "spring", "summer", "autumn", "winter", "over"}),
    "sunflower-valley": ("decision", {"die", "colour", "hex", "way", "None"}),
}


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("walnut-grove", 1, []),
        ("walnut-grove", 2, ["french"]),
        ("walnut-grove", 3, ["jokers=buildings"]),
        ("walnut-grove", 4, ["start=3"]),
        ("sunflower-valley", 2, []),
        ("sunflower-valley", 3, ["family", "sheet=H"]),
        ("sunflower-valley", 4, ["sheet=D", "start=3"]),
        ("sunflower-valley", 5, ["family"]),
    ],
)
def test_every_view_of_a_random_game_keeps_to_the_schema(game: str, seats: int, options: list[str]) -> None:
    """At each change of decision; all seats and a spectator, as they are and once through JSON."""
    found = shelf.game(game)
    state = found.start(found.setup(seats, options))
    validator = Draft202012Validator(schema_of(game))
    key, stages = STAGES[game]
    dealer, seen = QuickDealer(40 + seats), set()
    number = 0
    while state.to_act():
        if number % 17 == 0 or number < 20:
            seen |= check(validator, state, [None, number % seats], key)
        step(state, dealer)
        number += 1
    seen |= check(validator, state, [None, *range(seats)], key)
    assert seen >= stages


def check(validator: Draft202012Validator, state: State, eyes: list[int | None], key: str) -> set[str]:
    seen = set()
    for seat in eyes:
        view = state.view(seat)
        seen.add(str(view[key]))
        errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(view)]
        assert not errors, errors
        assert json.loads(json.dumps(view)) == view
    return seen


def test_the_schema_refuses_what_nobody_may_see() -> None:
    """A whole position of Walnut Grove has one key more, the values in the coin bag."""
    game = shelf.game("walnut-grove")
    whole = json.loads(game.start(game.setup(2)).text())
    assert not Draft202012Validator(schema_of("walnut-grove")).is_valid(whole)


@pytest.mark.parametrize("game", GAMES)
def test_schema_command_prints_it(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", game]) == 0
    assert json.loads(capsys.readouterr().out) == schema_of(game)


@pytest.mark.parametrize(("typed", "meant"), [("walnut", "walnut-grove"), ("sunflower", "sunflower-valley")])
def test_schema_command_knows_its_games(typed: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", typed]) == 2
    assert f"did you mean {meant}?" in capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES)
def test_a_key_more_or_less_is_no_view(game: str) -> None:
    found = shelf.game(game)
    validator = Draft202012Validator(schema_of(game))
    view = found.start(found.setup(2)).view(0)
    assert validator.is_valid(view)
    assert not validator.is_valid({**view, "secret": 1})
    assert not any(validator.is_valid({k: v for k, v in view.items() if k != gone}) for gone in view)
