"""The slow scorer and the slow referee against what was worked out by hand."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.sunflower_valley.slow_referee import CHANCE, Illegal, Referee, after, rolls, ways
from tests.games.sunflower_valley.slow_scorer import (
    COLOURS,
    FACES,
    HEXES,
    SHEETS,
    START,
    around,
    colour_of,
    groups,
    lines,
    places,
    read,
    score_sheet,
    score_table,
)

SOURCES = Path(__file__).resolve().parents[3] / "src/farmstead"
EDITION = SOURCES / "games/sunflower_valley/rules/data/edition.toml"
EXAMPLE = [
    "C35 S   F   S   ^   H",
    "  U   H   H   U   U   S",
    "^   L14 ^   C24 ^   H",
    "  H   L03 H   F   C15 C24",
    "S   S   U   ^   S   H",
]
RING = {"a1": "H", "a2": "L03", "a3": "H", "b2": "L14", "c2": "H", "b1": "L25"}  # three villages
LOOP = {"a3": "C35", "b3": "C24", "c3": "C13", "c2": "C02", "b1": "C15"}  # from a2 round b2 and back to a2
ROUND_THE_SHEET = [  # nine villages
    "H   L03 H   L03 H   C35",
    "  C24 .   ^   .   ^   H",
    "H   .   ^   .   .   C15",
    "  C24 .   ^   .   ^   H",
    "H   L03 H   L03 H   C13",
]


def drawn(**tokens: str) -> list[str]:
    """A sheet with these symbols and nothing else on it, no mountains either."""
    assert set(tokens) <= set(HEXES)
    return [" ".join(tokens.get(f"{row}{column}", ".") for column in range(1, 7)) for row in "abcde"]


def alone(rows: list[str], **rest: str) -> dict[str, Any]:
    return score_sheet({"sheet": "A", "rows": rows, **rest})


def sheep_points(rows: list[str], **rest: str) -> tuple[int, int]:
    found = alone(rows, **rest)
    return found["houses_with_sheep"], found["houses_without"]


def together(*players: list[str]) -> dict[str, Any]:
    return score_table({"sheet": "A", "players": list(players)})


def column(table: dict[str, Any], line: str) -> list[int]:
    return [player[line] for player in table["players"]]


# ---- the edition and the geometry --------------------------------------------------------------------


def test_the_packaged_edition_is_ours() -> None:
    packaged = tomllib.loads(EDITION.read_text(encoding="utf-8"))
    assert {name: value for name, value in packaged["sheets"].items() if name != "source"} == SHEETS
    assert {name: value for name, value in packaged["start"].items() if name != "source"} == START
    assert packaged["dice"] == FACES


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_sheet_is_sound(sheet: str) -> None:
    """SV 8.3."""
    assert [len(row) for row in SHEETS[sheet]] == [6] * 5
    assert Counter("".join(SHEETS[sheet])) == dict.fromkeys("OYGPB^", 5)
    assert all(SHEETS[sheet]["abcde".index(place[0])][int(place[1]) - 1] != "^" for place in START.values())


def test_odd_rows_are_shifted_right() -> None:
    """SV 8.1: sides anticlockwise from east."""
    assert around("c3") == ["c4", "b3", "b2", "c2", "d2", "d3"]
    assert around("b3") == ["b4", "a4", "a3", "b2", "c3", "c4"]
    assert around("a1") == ["a2", "b1"]
    assert around("b6") == ["a6", "b5", "c6"]


# ---- a sheet by itself -------------------------------------------------------------------------------


def test_example_of_the_rules_page() -> None:
    assert alone(EXAMPLE) == {
        "houses_with_sheep": 18,
        "houses_without": -5,
        "mountains": 8,
        "high_speed": 13,
        "villagers": 18,
        "houses": 7,
        "sunflowers": {"orange": 1, "yellow": 2, "green": 1, "pink": 1, "blue": 1},
        "total": 34,
    }
    assert list(alone(EXAMPLE)["sunflowers"]) == ["orange", "yellow", "green", "pink", "blue"]


def test_a_blank_sheet_scores_nothing() -> None:
    assert alone(drawn())["total"] == 0


HIGH_SPEED: dict[str, tuple[dict[str, str], int]] = {
    "one line between two villages": ({"a1": "H", "a2": "L03", "a3": "H"}, 0),
    "ring of three villages": (RING, 9),
    "two lines between two villages": (
        {"a1": "H", "b1": "C24", "c1": "H", "a2": "C35", "b2": "C24", "c2": "C13"},
        4,
    ),
    "two lines from different houses of a village": (
        {"a2": "H", "a3": "H", "b1": "C15", "c2": "H", "c3": "H", "b3": "C24"},
        4,
    ),
    "tail on a ring": ({**RING, "a4": "L03", "a5": "H"}, 9),
    "two rings joined by one line": (
        {**RING, "c3": "L03", "c4": "H", "c5": "L03", "c6": "H", "d4": "L25", "e5": "H", "d5": "L14"},
        18,
    ),
    "two rings sharing a village": (
        {**RING, "c3": "L03", "c4": "H", "d2": "L25", "e3": "H", "d3": "L14"},
        25,
    ),
    "two rings touching in one village of two houses": (
        {**RING, "c3": "H", "c4": "L03", "c5": "H", "d3": "L25", "e4": "H", "d4": "L14"},
        25,
    ),
    "ring with one piece turned": ({**RING, "b1": "L14"}, 0),
    "line from a village to itself": (
        {"a1": "H", "b1": "H", "c1": "H", "a2": "C35", "b2": "C24", "c2": "C13"},
        0,
    ),
    "line from a house to itself": ({"a2": "H", **LOOP}, 0),
    "a house inside a ring of tracks": ({"a2": "C04", **LOOP, "b2": "H"}, 0),
    "houses side by side are one village": ({"a1": "H", "a2": "H", "b1": "H"}, 0),
}


@pytest.mark.parametrize("name", HIGH_SPEED)
def test_high_speed_valley(name: str) -> None:
    """SV 5.6."""
    tokens, points = HIGH_SPEED[name]
    assert alone(drawn(**tokens))["high_speed"] == points


def test_squares_go_on_beyond_seven() -> None:
    """SV 5.6: nine villages in one ring round the sheet."""
    assert alone(ROUND_THE_SHEET)["high_speed"] == 81
    gap = [ROUND_THE_SHEET[0].replace("L03", "L14", 1), *ROUND_THE_SHEET[1:]]
    assert alone(gap)["high_speed"] == 0


@pytest.mark.parametrize(
    ("count", "links", "found"),
    [
        (2, [(0, 1)], []),
        (2, [(0, 1), (1, 0)], [[0, 1]]),
        (4, [(0, 1), (1, 2), (2, 0), (2, 3)], [[0, 1, 2]]),
        (6, [(0, 1), (0, 1), (1, 2), (2, 3), (3, 4), (4, 2), (4, 5)], [[0, 1], [2, 3, 4]]),
        (8, [(n, (n + 1) % 8) for n in range(8)], [list(range(8))]),
        (4, [(0, 2), (2, 1), (1, 3), (3, 0)], [[0, 1, 2, 3]]),
        (5, [], []),
    ],
)
def test_groups_of_points(count: int, links: list[tuple[int, int]], found: list[list[int]]) -> None:
    assert groups(count, links) == found


LINES: dict[str, tuple[dict[str, str], list[list[str]]]] = {
    "straight": ({"a1": "H", "a2": "L03", "a3": "L03", "a4": "H"}, [["a1", "a2", "a3", "a4"]]),
    "curve": ({"a1": "H", "b1": "C24", "c1": "H"}, [["a1", "b1", "c1"]]),
    "to the same house": ({"a2": "H", **LOOP}, [["a2", "a3", "b3", "c3", "c2", "b1", "a2"]]),
    "ring of tracks": ({"a2": "C04", **LOOP, "b2": "H", "b4": "H"}, []),
    "into a flank": ({"a1": "H", "a2": "L03", "a3": "L14", "a4": "L03", "a5": "H"}, []),
    "along a house": ({"a1": "H", "a2": "L14", "a3": "H"}, []),
    "to a mountain": ({"a1": "H", "a2": "L03", "a3": "^"}, []),
    "to the edge": ({"a5": "H", "a6": "L03"}, []),
    "to a sheep": ({"a1": "H", "a2": "L03", "a3": "S"}, []),
    "to a sunflower": ({"a1": "H", "a2": "L03", "a3": "U"}, []),
    "to a free hex": ({"a1": "H", "a2": "L03"}, []),
}


@pytest.mark.parametrize("name", LINES)
def test_lines(name: str) -> None:
    """SV 4.2."""
    tokens, found = LINES[name]
    assert lines(read(drawn(**tokens))) == found


SHEEP: dict[str, tuple[dict[str, str], tuple[int, int]]] = {
    "no sheep": ({"a1": "H", "c1": "H"}, (0, -10)),
    "a sheep apart": ({"a1": "H", "a3": "S"}, (0, -5)),
    "two sheep at one house (S12)": ({"a2": "H", "a1": "S", "a3": "S"}, (3, 0)),
    "more sheep than houses": ({"a1": "H", "a2": "S", "a3": "S", "a4": "S"}, (3, 0)),
    "more houses than sheep": ({"a1": "H", "a2": "H", "a3": "H", "b1": "S"}, (3, -10)),
    "all sheep of a herd serve (S4)": ({"a1": "H", "b1": "H", "a2": "S", "a3": "S"}, (6, 0)),
    "one sheep between two houses": ({"a1": "H", "a2": "S", "a3": "H"}, (3, -5)),
    "a herd touching two networks": ({"a1": "H", "a2": "S", "a3": "H", "b2": "S"}, (6, 0)),
    "a herd reaching far": ({"a1": "H", "a2": "S", "a3": "S", "a4": "S", "a5": "H"}, (6, 0)),
    "a line carries": ({"a1": "H", "a2": "L03", "a3": "H", "a4": "S", "a5": "S"}, (6, 0)),
    "a flank does not": ({"a1": "H", "a2": "L14", "a3": "H", "a4": "S", "a5": "S"}, (3, -5)),
    "a sheep at the end of a track (S5)": ({"a1": "H", "a2": "L03", "a3": "S"}, (0, -5)),
    "a line to itself joins nothing": ({"a2": "H", **LOOP, "a4": "S", "c4": "H"}, (0, -10)),
    # c1 and d1 touch only the house c2; the sheep c3 touches both networks.
    "a herd carries no other herd's sheep (S3)": (
        {"c1": "S", "d1": "S", "c2": "H", "c3": "S", "c4": "H", "c5": "H"},
        (6, -5),
    ),
    "the best allotment, eastward": ({"c1": "S", "c2": "H", "c3": "S", "c4": "H"}, (6, 0)),
    "the best allotment, westward": ({"c1": "H", "c2": "S", "c3": "H", "c4": "S"}, (6, 0)),
}


@pytest.mark.parametrize("name", SHEEP)
def test_houses_with_and_without_sheep(name: str) -> None:
    """SV 5.1, 5.2."""
    tokens, points = SHEEP[name]
    assert sheep_points(drawn(**tokens)) == points


FAMILY: dict[str, tuple[int, int]] = {
    "all sheep of a herd serve (S4)": (3, -5),
    "a line carries": (3, -5),
    "a herd reaching far": (6, 0),
    "two sheep at one house (S12)": (3, 0),
    "one sheep between two houses": (3, -5),
    "more houses than sheep": (3, -10),
    "the best allotment, eastward": (6, 0),
    "the best allotment, westward": (6, 0),
}


@pytest.mark.parametrize("name", FAMILY)
def test_family_variant(name: str) -> None:
    """SV 6.1: only neighbours serve."""
    assert sheep_points(drawn(**SHEEP[name][0]), variant="family") == FAMILY[name]


def test_family_variant_of_the_example() -> None:
    """a2 serves b2, a4 b3, b6 one of a6 and c6, e1 or e2 d1, e5 e6; nobody is next to d3."""
    found = alone(EXAMPLE, variant="family")
    assert (found["houses_with_sheep"], found["houses_without"]) == (15, -10)
    assert (found["mountains"], found["high_speed"], found["total"]) == (8, 13, 26)


def test_thirteen_houses_and_twelve_sheep_can_be_counted() -> None:
    rows = ["H S H S H S", "S H S H S H", "H S H S H S", "H S H S H S", "H . . . . ."]
    assert sheep_points(rows) == (36, -5)


def test_mountains() -> None:
    """SV 5.4: plain and super alike, once for each mountain."""
    assert alone(drawn(a1="^", a2="F"))["mountains"] == 1
    assert alone(drawn(a1="^", a2="U", a3="^"))["mountains"] == 2
    assert alone(drawn(a1="^", a2="S", a3="F", a4="H"))["mountains"] == 0
    assert alone(drawn(a2="^", a1="F", a3="U", b1="F"))["mountains"] == 3


def test_villagers_and_sunflowers() -> None:
    """SV 3.6, and the colours of sheet A."""
    found = alone(drawn(a1="F", a2="U", a3="U", a6="H", d6="F"))
    assert found["villagers"] == 4
    assert found["sunflowers"] == {"orange": 2, "yellow": 0, "green": 1, "pink": 0, "blue": 1}


# ---- a table -----------------------------------------------------------------------------------------


def test_example_of_the_rules_page_in_a_game() -> None:
    """Majorities in orange and yellow, and most villagers: 34 + 6 + 5. The other: −5 + 1 + 3."""
    other = ["H . F . ^ F", ". . . . . .", "^ . ^ . ^ .", ". . . . . F", "F . . ^ . ."]
    table = together(EXAMPLE, other)
    assert column(table, "total") == [45, -1]
    assert column(table, "sunflower_majorities") == [6, 0]
    assert column(table, "villager_points") == [5, 3]
    assert table["places"] == [1, 2]


def test_sunflower_majorities() -> None:
    """SV 5.3: strictly most, super ones count, nobody in a tie."""
    table = together(drawn(a1="F", a2="U", a3="F"), drawn(a1="F", a3="U"), drawn(d1="F"))
    assert column(table, "sunflower_majorities") == [3, 0, 3]


@pytest.mark.parametrize(
    ("players", "points"),
    [
        ([{"a1": "H", "a2": "U"}, {"a1": "H"}, {"a1": "U"}], [5, 3, 0]),
        ([{"a1": "U"}, {"a1": "H"}], [3, 5]),
        ([{"a1": "U", "a2": "U"}, {"a1": "H"}, {}], [3, 5, 0]),  # two villagers each, then houses
        ([{"a1": "H"}, {"a1": "H", "a2": "F"}, {}], [3, 5, 0]),  # then sunflowers
        ([{"a1": "H"}, {"c1": "H"}, {"a1": "U"}], [0, 0, 0]),  # tie for first
        ([{"a1": "H"}, {"a1": "U"}, {"b1": "U"}, {}], [5, 0, 0, 0]),  # tie for second
        ([{"a1": "H"}, {"a1": "H"}], [0, 0]),
    ],
)
def test_villager_points(players: list[dict[str, str]], points: list[int]) -> None:
    """SV 5.5."""
    assert column(together(*[drawn(**tokens) for tokens in players]), "villager_points") == points


@pytest.mark.parametrize(
    ("players", "totals", "found"),
    [
        ([{"a1": "F"}, {"a1": "F"}, {"a1": "H"}], [0, 0, 0], [2, 2, 1]),  # −5 + 5 for the house
        ([{"a1": "H"}, {"a1": "H"}, {}], [-5, -5, 0], [2, 2, 1]),
        ([{"a1": "S"}, {"a1": "L03"}, {"a1": "H"}, {"a1": "H"}], [0, 0, -5, -5], [1, 1, 3, 3]),
    ],
)
def test_places_of_sheets(players: list[dict[str, str]], totals: list[int], found: list[int]) -> None:
    """SV 5.7."""
    table = together(*[drawn(**tokens) for tokens in players])
    assert column(table, "total") == totals
    assert table["places"] == found


@pytest.mark.parametrize(
    ("worth", "found"),  # points, houses, sunflowers, villagers
    [
        ([(9, 1, 1, 1), (10, 0, 0, 0)], [2, 1]),
        ([(9, 2, 0, 0), (9, 3, 0, 0), (9, 1, 9, 9)], [2, 1, 3]),
        ([(9, 2, 4, 0), (9, 2, 5, 0), (9, 2, 3, 9)], [2, 1, 3]),
        ([(9, 2, 4, 6), (9, 2, 4, 5), (9, 2, 4, 7)], [2, 3, 1]),
        ([(9, 2, 4, 6), (9, 2, 4, 6), (8, 9, 9, 9)], [1, 1, 3]),
        ([(7, 0, 0, 0), (9, 2, 4, 6), (9, 2, 4, 6), (9, 2, 4, 6), (6, 0, 0, 0)], [4, 1, 1, 1, 5]),
    ],
)
def test_ties_and_places(worth: list[tuple[int, int, int, int]], found: list[int]) -> None:
    """SV 5.7: houses, then sunflowers, then villagers; the rest is shared."""
    names = ("total", "houses", "sunflowers", "villagers")
    players: list[dict[str, Any]] = [dict(zip(names, player, strict=True)) for player in worth]
    for player in players:
        player["sunflowers"] = {"orange": player["sunflowers"]}
    assert places(players) == found


# ---- the referee -------------------------------------------------------------------------------------


def random_game(referee: Referee, seed: int) -> Iterator[tuple[int, str, list[str]]]:
    """Play to the end; after every move who moved, the move, and what there was to choose from."""
    rng = Random(seed)
    while referee.to_act():
        [seat] = referee.to_act()
        choices = sorted(referee.odds() if seat == CHANCE else referee.legal())
        text = rng.choice(choices)
        referee.play(seat, text)
        yield seat, text, choices


def set_up(seats: int, *options: str) -> Referee:
    """Towns T1, T2 … in seat order, and the first roll."""
    towns = [(CHANCE, f"town T{seat + 1}") for seat in range(seats)]
    return after(seats, options, [*towns, (CHANCE, "roll HSFULC")])


def play_all(referee: Referee, seat: int, *texts: str) -> None:
    for text in texts:
        referee.play(seat, text)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 10), (3, 15), (4, 20), (5, 24)])
@pytest.mark.parametrize("options", [(), ("family", "sheet=F"), ("sheet=B", "start=2")])
def test_whole_games(seats: int, rounds: int, options: tuple[str, ...]) -> None:
    """SV 2.4: 24 turns each, and as many rounds as it says."""
    for seed in range(3):
        referee = Referee(seats, options)
        moves = [(seat, text) for seat, text, _ in random_game(referee, seed)]
        turns = Counter(seat for seat, text in moves if text.startswith("draw"))
        assert turns == dict.fromkeys(range(seats), 24)
        assert sum(text.startswith("roll") for _, text in moves) == referee.round == rounds
        assert referee.legal() == set() and referee.odds() == {} and referee.chance_name() is None
        assert not any("." in row for rows in referee.document()["players"] for row in rows)
        assert 1 in referee.places() and len(referee.scores()) == seats
        again = after(seats, options, moves)
        assert (again.document(), again.scores()) == (referee.document(), referee.scores())


def test_turns_of_a_round() -> None:
    """SV 2.2, 2.3: from the first player on and round again, five turns; then the next begins."""
    referee = Referee(3, ["start=2"])
    seats = [seat for seat, text, _ in random_game(referee, 1) if text.startswith("draw")]
    assert seats[:15] == [1, 2, 0, 1, 2] + [2, 0, 1, 2, 0] + [0, 1, 2, 0, 1]


def test_chance_before_the_first_turn() -> None:
    """SV 1.1, 1.3, 2.1."""
    referee = Referee(2)
    assert (referee.to_act(), referee.chance_name()) == ([CHANCE], "sheet")
    assert referee.odds() == {f"sheet {letter}": 1 for letter in "ABCDEFGH"}
    referee.play(CHANCE, "sheet C")
    assert referee.chance_name() == "seat 1 town"
    assert referee.odds() == {f"town T{number}": 1 for number in range(1, 6)}
    referee.play(CHANCE, "town T3")
    assert referee.chance_name() == "seat 2 town"
    assert referee.odds() == {f"town T{number}": 1 for number in (1, 2, 4, 5)}
    referee.play(CHANCE, "town T5")
    assert referee.chance_name() == "round 1 roll"
    assert referee.document()["players"][0][2] == ". ^ . H . ."
    assert referee.document()["players"][1][3] == ". . . . H ^"
    referee.play(CHANCE, "roll HHSFUC")
    assert referee.legal() == {
        "take house",
        "take sheep",
        "take sunflower",
        "take super-sunflower",
        "take curve",
    }


def test_rolls() -> None:
    """SV 1.5: 462 of them, out of 46,656."""
    assert len(rolls()) == 462 and sum(rolls().values()) == 6**6
    assert (rolls()["roll HHHHHH"], rolls()["roll HHHSSU"], rolls()["roll HSFULC"]) == (1, 60, 720)


def test_ways_to_lie() -> None:
    """SV 3.5."""
    assert ways("L") == ["L03", "L14", "L25"]
    assert ways("C") == ["C02", "C04", "C13", "C15", "C24", "C35"]


def test_a_turn_step_by_step() -> None:
    """SV 3.1, 3.2, 3.5: die and colour are gone for the round."""
    referee = set_up(2, "sheet=A")
    referee.play(0, "take curve")
    assert referee.legal() == {
        f"reserve {colour}" for colour in ("orange", "yellow", "green", "pink", "blue")
    }
    referee.play(0, "reserve orange")
    assert referee.legal() == {"draw a1", "draw a2", "draw b1", "draw c2"}  # the house is on b2
    referee.play(0, "draw a1")
    assert referee.legal() == {f"way {token}" for token in ("C02", "C04", "C13", "C15", "C24", "C35")}
    referee.play(0, "way C35")
    assert referee.to_act() == [1]
    assert "take curve" not in referee.legal() and len(referee.legal()) == 5
    referee.play(1, "take straight")
    assert referee.legal() == {f"reserve {colour}" for colour in ("yellow", "green", "pink", "blue")}
    play_all(referee, 1, "reserve yellow", "draw a6")
    assert referee.legal() == {"way L03", "way L14", "way L25"}
    referee.play(1, "way L14")
    assert referee.document()["players"] == [
        ["C35 . . . ^ .", ". H . . . .", "^ . ^ . ^ .", ". . . . . .", ". . . ^ . ."],
        [". . . . ^ L14", ". . . . H .", "^ . ^ . ^ .", ". . . . . .", ". . . ^ . ."],
    ]


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (0, "pass"),
        (1, "take house"),
        (0, "reserve orange"),
        (0, "draw a1"),
        (0, "roll HSFULC"),
        (-1, "take house"),
    ],
)
def test_what_is_refused(seat: int, text: str) -> None:
    with pytest.raises(Illegal):
        set_up(2, "sheet=A").play(seat, text)


def test_a_full_colour_and_a_blocked_player() -> None:
    """SV 3.3, 3.4, by hand: in four rounds everyone fills a colour; then seat 4 finds only that one left."""
    referee = set_up(5, "sheet=A")
    fill = {"orange": ["a1", "a2", "b1", "c2"], "yellow": ["a6", "b4", "b6", "c6"]}
    fill |= {
        "green": ["a3", "a4", "b3", "d3"],
        "pink": ["d1", "e1", "e2", "e3"],
        "blue": ["d4", "d6", "e5", "e6"],
    }
    colours = list(
        fill
    )  # seat 1 has its first house on orange, seat 2 on yellow …: four hexes are left of it
    for number in range(4):
        for turn in range(5):
            seat = (number + turn) % 5
            play_all(
                referee,
                seat,
                f"take {FACES[turn]}",
                f"reserve {colours[seat]}",
                f"draw {fill[colours[seat]][number]}",
            )
            if turn == 4:
                referee.play(seat, "way L03")
        referee.play(CHANCE, "roll HSFULC")
    assert (referee.round, referee.to_act()) == (5, [4])
    referee.play(4, "take sheep")
    assert referee.legal() == {"reserve orange", "reserve yellow", "reserve green", "reserve pink"}
    play_all(referee, 4, "reserve orange", "draw a1")
    play_all(referee, 0, "take curve", "reserve green", "draw a3", "way C02")
    play_all(referee, 1, "take straight", "reserve blue", "draw d4", "way L03")
    play_all(referee, 2, "take super-sunflower", "reserve yellow", "draw a6")
    assert referee.legal() == {"take house", "take sunflower"}
    villagers = column(score_table(referee.document()), "villagers")
    referee.play(3, "take house")
    assert referee.legal() == {"reserve pink"}
    referee.play(3, "reserve pink")
    assert referee.legal() == {f"draw {place}" for place in HEXES if colour_of("A", place) in "OYGB"}
    referee.play(3, "draw a1")
    assert (referee.to_act(), referee.chance_name()) == ([CHANCE], "round 6 roll")
    assert referee.document()["players"][3][0] == "F . . . ^ ."
    assert column(score_table(referee.document()), "villagers") == villagers


def test_blocked_players_draw_a_sunflower_anywhere() -> None:
    """SV 3.4: any die, any colour, any free hex; no villager comes."""
    dice: Counter[str] = Counter()
    for seed in range(10):
        referee = Referee(3, ["sheet=D"])
        last, before = {"take": "", "reserve": ""}, Counter[str]()
        for seat, text, choices in random_game(referee, seed):
            verb, what = text.split()
            last[verb] = what
            if verb == "take":
                before = Counter(referee.valleys[seat].values())
            open_colours = {COLOURS[colour_of("D", choice[5:])] for choice in choices if verb == "draw"}
            if open_colours - {last["reserve"]}:
                dice[last["take"]] += 1
                assert len(choices) == before["."]
                assert Counter(referee.valleys[seat].values()) - before == Counter("F")
    assert all(dice[face] for face in FACES), dice
