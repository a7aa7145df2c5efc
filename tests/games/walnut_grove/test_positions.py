"""Positions and views from outside: what no game could have written is refused, the rest can be played on."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from farmstead.engine.contract import BadPosition
from farmstead.engine.dealer import KeyedDealer, QuickDealer
from farmstead.engine.playout import play_out
from farmstead.games.walnut_grove.rules import GAME
from tests.games.walnut_grove.scenes import Scene
from tests.games.walnut_grove.subject import SUBJECTS
from tests.laws import random_table

Json = Any  # a JSON document, broken on purpose
ODD: list[Json] = [None, True, -1, 0, 1, 2, 7, 99, 10**30, 0.5, "", "x", "grain", [], [1], {}, {"a": 1}]


def places(document: Json, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every part of a document."""
    found = [path] if path else []
    parts = (
        document.items()
        if isinstance(document, dict)
        else enumerate(document)
        if isinstance(document, list)
        else []
    )
    for key, value in parts:
        found += places(value, (*path, key))
    return found


def broken(document: Json, dice: random.Random) -> Json:
    """The document with one part changed, dropped or doubled."""
    document = json.loads(json.dumps(document))
    path = dice.choice(places(document))
    parent = document
    for key in path[:-1]:
        parent = parent[key]
    value = parent[path[-1]]
    how = dice.randrange(4)
    if how == 0 and isinstance(value, int):
        parent[path[-1]] = value + dice.choice([-2, -1, 1, 2])
    elif how == 1:
        del parent[path[-1]]
    elif how == 2 and isinstance(parent, list):
        parent.insert(path[-1], value)
    else:
        parent[path[-1]] = dice.choice(ODD)
    return document


def texts(seed: int) -> list[str]:
    """Positions of a random game, a few of each stage."""
    subject = SUBJECTS[seed % len(SUBJECTS)]
    return [table.state.text() for n, table in enumerate(random_table(subject, seed)) if n % 9 == seed % 9]


@pytest.mark.parametrize("seed", range(8))
def test_a_broken_position_is_refused_or_can_be_played_to_the_end(seed: int) -> None:
    dice = random.Random(seed)
    refused = 0
    for text in texts(seed):
        for _ in range(4):
            document = broken(json.loads(text), dice)
            try:
                state = GAME.position(json.dumps(document))
            except BadPosition:
                refused += 1
                continue
            play_out(state, QuickDealer(seed))
    assert refused > 20


@pytest.mark.parametrize("seed", range(8))
def test_a_broken_view_is_refused_or_can_be_played_to_the_end(seed: int) -> None:
    dice = random.Random(seed)
    for text in texts(seed):
        seats = json.loads(text)["seats"]
        seat = dice.choice([None, *range(seats)])
        view = broken(GAME.position(text).view(seat), dice)
        try:
            state = GAME.from_view(seat, view, QuickDealer(seed))
        except BadPosition:
            continue
        play_out(state, QuickDealer(seed))


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "null", "3", '"x"', "{}", "[" * 100_000, '{"game": "walnut-grove"}']
)
def test_what_is_no_document_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        GAME.position(text)


def test_a_view_is_an_object() -> None:
    with pytest.raises(BadPosition):
        GAME.from_view(0, [1], QuickDealer(1))  # type: ignore[arg-type]  # what a careless caller may hand over


def test_the_view_of_another_seat_is_refused() -> None:
    scene = Scene(seats=2).spring()
    with pytest.raises(BadPosition, match="view of seat 0, not of 1"):
        GAME.from_view(1, scene.state.view(0), QuickDealer(1))


def test_another_game_edition_or_option_is_refused() -> None:
    document = json.loads(Scene().state.text())
    for key, value in [
        ("game", "chess"),
        ("view", 2),
        ("edition", "mine sha256:0"),
        ("options", ["frnch"]),
        ("rules", "1"),
    ]:
        with pytest.raises(BadPosition):
            GAME.position(json.dumps({**document, key: value}))


def test_hidden_coins_are_dealt_one_by_one_also_from_a_key() -> None:
    """A keyed dealer gives one ticket for one name; unseen coins must not all be the same for that."""
    scene = (
        Scene(seats=4)
        .furnish(1, barn="gold gold silver copper")
        .furnish(2, barn="silver silver gold")
        .autumn()
    )
    view = scene.state.view(0)
    hands = set()
    for key in range(12):
        state = GAME.from_view(0, view, KeyedDealer(bytes([key])))
        hands.add(tuple(state.farms[1].barn[5:] + state.farms[2].barn[5:]))
    assert len(hands) > 6


def changed(scene: Scene, **parts: object) -> str:
    return json.dumps({**json.loads(scene.state.text()), **parts})


def test_positions_no_game_leads_to_are_refused_with_the_reason() -> None:
    spring = Scene(seats=2, disc="A1").spring()
    left = json.loads(spring.state.text())["discs_left"]
    figure = {"building": "hotel", "arrived": 4}
    for text, why in [
        (changed(spring, discs_left=["A1", *left[1:]]), "twice"),
        (changed(spring, discs_left=[left[0], *left[2:], "B1"]), "twice"),
        (changed(spring, year=2), "its disc"),
        (changed(spring, year=9), "eight years"),
        (changed(spring, figures=[None, figure]), "stands nowhere"),
        (changed(spring, figures=[figure, {"building": "saloon", "arrived": 4}]), "at the same time"),
        (changed(spring, figures=[figure, {"building": "hotel", "arrived": 5}]), "too many figures"),
        (changed(spring, to_act=[0, 0]), "somebody twice"),
        (changed(spring, to_act=[0, 2]), "no such seat"),
        (changed(spring, to_act=[]), "nobody"),
        (changed(spring, season="over", to_act=[]), "over"),
        (changed(spring, season="summer"), "another season"),
        (changed(spring, order=[0, 0]), "each seat once"),
        (changed(spring, turn=3), "no such turn"),
    ]:
        with pytest.raises(BadPosition, match=why):
            GAME.position(text)


def test_the_a_discs_lie_on_the_b_discs() -> None:
    scene = Scene(seats=1, disc="A1").spring()
    document = json.loads(scene.state.text())
    document["disc"], document["discs_left"][-1] = "B4", "A1"
    with pytest.raises(BadPosition, match="lie on the B discs"):
        GAME.position(json.dumps(document))


def test_before_the_boards_are_dealt_nobody_has_points() -> None:
    state = GAME.start(GAME.setup(2))
    lines = ["fences", "figures", "buildings", "coins", "improvements", "help", "total"]
    assert state.score_lines(1) == dict.fromkeys(lines, 0)
    assert state.scores() == [0, 0]
    assert state.places() == [1, 1]
