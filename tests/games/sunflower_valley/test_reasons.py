"""Why a score is what it is: the reasons add up to the score's lines, and each of them holds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from farmstead.engine.contract import Event, State
from farmstead.engine.dealer import QuickDealer
from farmstead.games.sunflower_valley.rules import GAME
from tests.games.sunflower_valley import slow_scorer
from tests.games.sunflower_valley.random_boards import KINDS, Kind
from tests.games.sunflower_valley.scenes import Scene, drawn
from tests.laws import random_move

LINES = [
    "houses_with_sheep",
    "houses_without",
    "sunflower_majorities",
    "mountains",
    "villager_points",
    "high_speed",
]


# ---- what must hold of all of them ---------------------------------------------------------------------


def check(state: State) -> None:
    """Every seat's reasons, against the score and against the slow scorer's reading of the sheets."""
    before = state.text()
    view: Any = state.view(None)
    family = view["options"][0] == "family"
    document = {
        "sheet": view["sheet"],
        "players": [valley["rows"] for valley in view["valleys"]],
        "variant": view["options"][0],
    }
    slow = slow_scorer.score_table(document)["players"]
    for seat, rows in enumerate(document["players"]):
        found, points = state.reasons(seat), state.score_lines(seat)
        assert list(found) == LINES and list(points) == [*LINES, "total"]
        events = [event for line in LINES for event in found[line]]
        assert all(event.seat == seat and event.audience is None for event in events)
        board = slow_scorer.read(rows)
        check_sheep(board, family, found, points)
        check_mountains(board, found["mountains"], points["mountains"])
        check_groups(board, found["high_speed"], points["high_speed"])
        check_majorities(slow, seat, found["sunflower_majorities"], points["sunflower_majorities"])
        check_villagers(slow[seat], found["villager_points"], points["villager_points"])
    assert state.text() == before


def words(events: Sequence[Event], *names: str) -> list[tuple[str, ...]]:
    """Their arguments, which must be these."""
    assert all(list(event.args) == list(names) for event in events)
    return [tuple(str(event.args[name]) for name in names) for event in events]


def keys(events: Sequence[Event]) -> set[str]:
    return {event.key for event in events}


def check_sheep(
    board: slow_scorer.Valley, family: bool, found: dict[str, list[Event]], points: dict[str, int]
) -> None:
    """SV 5.1, 5.2, 6.1: every pair is connected, no sheep and no house twice, and every house is named."""
    served, alone = found["houses_with_sheep"], found["houses_without"]
    assert keys(served) <= {"served"} and keys(alone) <= {"unserved"}
    pairs, unserved = words(served, "sheep", "house"), [house for (house,) in words(alone, "house")]
    assert points["houses_with_sheep"] == 3 * len(pairs)
    assert points["houses_without"] == -5 * len(unserved)
    assert set(pairs) <= slow_scorer.services(board, family)
    assert len({sheep for sheep, _ in pairs}) == len({house for _, house in pairs}) == len(pairs)
    assert sorted([*unserved, *(house for _, house in pairs)]) == slow_scorer.where(board, "H")


def check_mountains(board: slow_scorer.Valley, events: list[Event], points: int) -> None:
    """SV 5.4: each sunflower with each mountain beside it, once."""
    assert keys(events) <= {"feeds"}
    pairs = words(events, "sunflower", "mountain")
    assert points == len(pairs) == len(set(pairs))
    assert set(pairs) == {
        (sunflower, mountain)
        for sunflower in slow_scorer.where(board, "FU")
        for mountain in slow_scorer.around(sunflower)
        if board[mountain] == "^"
    }


def check_groups(board: slow_scorer.Valley, events: list[Event], points: int) -> None:
    """SV 5.6: all villages of each group, and all lines between two different ones of them."""
    assert keys(events) <= {"group"}
    assert points == sum(int(str(event.args["points"])) for event in events)
    villages = [sorted(village) for village in slow_scorer.villages(board)]
    walks = slow_scorer.lines(board)
    expected = []
    for group in slow_scorer.valley_groups(board):
        members = [villages[n] for n in group]
        inside = [walk for walk in walks if crosses(walk, members)]
        expected.append((sorted(members), sorted(min(walk, walk[::-1]) for walk in inside), len(members)))
    found = []
    for named, lines, count, worth in words(events, "villages", "lines", "count", "points"):
        assert int(worth) == int(count) ** 2
        ways = [walk.split(">") for walk in lines.split(",")]
        members = sorted(sorted(village.split("+")) for village in named.split(","))
        found.append((members, sorted(min(walk, walk[::-1]) for walk in ways), int(count)))
    assert sorted(found) == sorted(expected)


def crosses(walk: Sequence[str], members: Sequence[Sequence[str]]) -> bool:
    """Whether a line leads from one of these villages to another of them."""
    ends = [[village for village in members if house in village] for house in (walk[0], walk[-1])]
    return bool(ends[0] and ends[1]) and ends[0] != ends[1]


def check_majorities(slow: list[dict[str, Any]], seat: int, events: list[Event], points: int) -> None:
    """SV 5.3: the colours in which everybody else has fewer."""
    assert keys(events) <= {"majority"}
    assert points == sum(int(str(event.args["points"])) for event in events)
    others = [player["sunflowers"] for n, player in enumerate(slow) if n != seat]
    assert words(events, "colour", "count", "points") == [
        (colour, str(count), "3")
        for colour, count in slow[seat]["sunflowers"].items()
        if all(count > other[colour] for other in others)
    ]


def check_villagers(player: dict[str, Any], events: list[Event], points: int) -> None:
    """SV 5.5."""
    assert points == player["villager_points"]
    expected = {0: [], 3: ["second_in_villagers"], 5: ["first_in_villagers"]}[points]
    assert [event.key for event in events] == expected
    assert words(events, "villagers", "points") == [(str(player["villagers"]), str(points))] * len(expected)


# ---- over many games -----------------------------------------------------------------------------------


@pytest.mark.rule("SV 5.1")
@pytest.mark.parametrize("variant", ["standard", "family"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_they_add_up_all_through_random_games(seats: int, variant: str) -> None:
    for sheet in "ABCDEFGH":
        state = GAME.start(GAME.setup(seats, [variant, f"sheet={sheet}"]))
        dealer = QuickDealer(100 * seats + ord(sheet))
        ply = 0
        while state.to_act():
            seat, move = random_move(state, dealer)
            state.apply(seat, move)
            ply += 1
            if ply % 97 == 0:
                check(state)
        check(state)


@pytest.mark.rule("SV 5.6")
@pytest.mark.parametrize("variant", ["standard", "family"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sheet", "ABCDEFGH")
def test_they_add_up_on_sheets_with_herds_and_lines(sheet: str, kind: Kind, variant: str) -> None:
    rng = Random(f"{sheet} {kind.__name__} {variant}")
    for seats in [2, 3, 3, 4, 5]:
        sheets = [kind(rng, sheet) for _ in range(seats)]
        check(Scene.shown(*sheets, sheet=sheet, options=[variant]).state)


# ---- some of them in full ------------------------------------------------------------------------------


def said(scene: Scene, line: str, seat: int = 0) -> list[str]:
    return [str(event) for event in scene.state.reasons(seat)[line]]


def test_they_say_whom_each_sheep_serves() -> None:
    scene = Scene.shown(drawn(a1="H", a2="S", d1="H"), drawn(d1="H", e1="S"))
    assert said(scene, "houses_with_sheep") == ["1 served sheep=a2 house=a1"]
    assert said(scene, "houses_without") == ["1 unserved house=d1"]
    assert said(scene, "houses_with_sheep", seat=1) == ["2 served sheep=e1 house=d1"]
    assert said(scene, "houses_without", seat=1) == []


def test_a_sheep_serves_the_house_it_is_beside_where_that_is_possible() -> None:
    """The herd may serve both houses, either sheep either; b1 is beside c1, b2 beside a3."""
    scene = Scene.shown(drawn("F", a3="H", b1="S", b2="S", c1="H"), drawn("F"), sheet="F")
    assert said(scene, "houses_with_sheep") == ["1 served sheep=b1 house=c1", "1 served sheep=b2 house=a3"]


@pytest.mark.rule("SV 5.1")
def test_a_herd_takes_no_house_that_another_needs() -> None:
    """One sheep of c1 and d1 goes to e1 and one to the village of c3 and d2, whose other house has e3."""
    scene = Scene.shown(drawn("B", c1="S", d1="S", c3="H", d2="H", e1="H", e3="S"), drawn("B"), sheet="B")
    check(scene.state)
    pairs = words(scene.state.reasons(0)["houses_with_sheep"], "sheep", "house")
    assert sorted(house for _, house in pairs) == ["c3", "d2", "e1"]
    assert ("e3", "e1") not in pairs


def test_they_say_which_mountains_a_sunflower_feeds_and_which_colours_one_leads() -> None:
    scene = Scene.shown(drawn(c2="F", b1="F", d6="U"), drawn(a1="F", d4="F"))
    assert said(scene, "mountains") == [
        "1 feeds sunflower=b1 mountain=c1",
        "1 feeds sunflower=c2 mountain=c1",
        "1 feeds sunflower=c2 mountain=c3",
    ]
    assert said(scene, "sunflower_majorities") == ["1 majority colour=orange count=2 points=3"]
    assert said(scene, "sunflower_majorities", seat=1) == []


def test_they_say_who_is_first_and_second_in_villagers() -> None:
    scene = Scene.shown(drawn(a1="U"), drawn(), drawn(a1="H", a2="U"))
    assert said(scene, "villager_points", seat=2) == ["3 first_in_villagers villagers=3 points=5"]
    assert said(scene, "villager_points", seat=0) == ["1 second_in_villagers villagers=1 points=3"]
    assert said(scene, "villager_points", seat=1) == []


def test_nothing_is_said_before_a_sheet_is_dealt() -> None:
    """Seat 1 has its town picture and seat 2 not: two villagers, but nobody to compare them with."""
    scene = Scene.unopened(2)
    assert scene.state.reasons(0) == {line: [] for line in LINES}
    scene.chance("sheet A", "town T1")
    assert said(scene, "houses_without") == ["1 unserved house=b2"]
    assert said(scene, "villager_points") == []
    assert scene.state.reasons(1) == {line: [] for line in LINES}
    assert set(scene.state.score_lines(1).values()) == {0}
