"""Positions and views from outside: what no game could have written is refused, the rest can be played on."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farmstead.engine.contract import BadPosition
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.playout import play_out
from farmstead.engine.table import Table
from farmstead.games.sunflower_valley.rules import GAME, game_with
from tests.games.sunflower_valley.scenes import Scene, drawn, not_understood
from tests.games.sunflower_valley.test_editions import written

Json = Any  # a JSON document, broken on purpose
Change = Callable[[Json], object]
DEALER = QuickDealer(1)


def read(document: Json) -> Json:
    """The document as it is written again after reading."""
    return GAME.position(json.dumps(document)).view(None)


def same(one: Json, other: Json) -> bool:
    """Also `1`, `1.0` and `true` are different in JSON."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


# ---- what a game writes can be read --------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [(), ("family", "sheet=F"), ("start=2", "sheet=B")])
def test_every_position_of_a_game_reads_back_as_itself(seats: int, options: tuple[str, ...]) -> None:
    """Slow: every position of whole games."""
    scene, dealer = Scene.unopened(seats, options), QuickDealer(seats)
    while True:
        text = scene.state.text()
        assert GAME.position(text).text() == text
        seat = [None, *range(seats)][len(scene.table.entries) % (seats + 1)]
        view = json.loads(json.dumps(scene.state.view(seat)))
        assert GAME.from_view(seat, view, DEALER).view(seat) == view
        if not scene.state.to_act():
            return
        step(scene.table, dealer)


def step(table: Table, dealer: QuickDealer) -> None:
    (seat,) = table.state.to_act()
    if seat < 0:
        table.deal(dealer)
    else:
        table.play(seat, str(table.state.pick(seat, dealer)))


@pytest.mark.parametrize("seats", [2, 5])
def test_a_position_that_was_read_goes_on_like_the_one_that_was_written(seats: int) -> None:
    table, dealer = Scene.unopened(seats).table, QuickDealer(3)
    for ply in range(60 * seats):
        if ply % 7 == 0:
            one, other = table.state.clone(), GAME.position(table.state.text())
            assert [str(move) for seat in one.to_act() for move in one.legal(seat)] == [
                str(move) for seat in other.to_act() for move in other.legal(seat)
            ]
            play_out(one, QuickDealer(ply))
            play_out(other, QuickDealer(ply))
            assert one.text() == other.text()
        step(table, dealer)


def test_nothing_is_hidden_from_anybody() -> None:
    scene = Scene(3)
    scene.roll("HSFULC")
    views = [scene.state.view(seat) for seat in (None, 0, 1, 2)]

    assert [view.pop("seat") for view in views] == [None, 0, 1, 2]
    assert views[0] == views[1] == views[2] == views[3]


def test_a_view_says_all_that_is_on_the_table() -> None:
    scene = Scene(2, "C")
    scene.roll("HHSFUL")
    scene.turn(0, "house orange a4")
    scene.play(1, "take straight", "reserve blue", "draw e6")

    assert scene.state.view(1) == {
        "game": "sunflower-valley",
        "view": 1,
        "rules": 1,
        "edition": GAME.edition.label,
        "options": ["standard", "sheet=C"],
        "seats": 2,
        "seat": 1,
        "sheet": "C",
        "round": 1,
        "first": 0,
        "to_act": [1],
        "decision": "way",
        "chance": None,
        "pool": ["house", "sheep", "sunflower", "super-sunflower"],
        "board": {"orange": "house", "yellow": None, "green": None, "pink": None, "blue": "straight"},
        "die": "straight",
        "colour": "blue",
        "hex": "e6",
        "blocked": False,
        "valleys": [
            {"town": "T1", "rows": drawn("C", b2="H", a4="H"), "villagers": 4},
            {"town": "T2", "rows": drawn("C", b5="H"), "villagers": 2},
        ],
    }


# ---- what is no document -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "null", "3", '"x"', "{}", "[" * 100_000, '{"game": "sunflower-valley"}', "NaN", "\0"]
    + ['{"round": 1' + "0" * 5000 + "}"],
)
def test_what_is_no_document_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        GAME.position(text)


@pytest.mark.parametrize("view", [[1], None, "x", 3, {}])
def test_a_view_is_an_object(view: Json) -> None:
    with pytest.raises(BadPosition):
        GAME.from_view(0, view, DEALER)


@pytest.mark.parametrize(("asked", "given"), [(1, 0), (None, 0), (0, None), (0, 5)])
def test_the_view_of_another_seat_is_refused(asked: int | None, given: int | None) -> None:
    view = Scene(2).state.view(given)

    with pytest.raises(BadPosition, match=f"view of seat {given}, not of {asked}"):
        GAME.from_view(asked, view, DEALER)


def test_a_position_of_another_edition_is_refused() -> None:
    mine = game_with(written())
    text = mine.start(mine.setup(2)).text()

    with pytest.raises(BadPosition, match="it was written with edition 'mine"):
        GAME.position(text)
    assert mine.position(text).text() == text


# ---- positions no game leads to ------------------------------------------------------------------------


@cache
def position(name: str) -> str:
    """A sound position to be spoilt."""
    scene = {
        "letter": lambda: Scene.unopened(3),
        "town": lambda: Scene.unopened(3, ["sheet=A"]),
        "roll": lambda: Scene(3),
        "over": lambda: Scene.at(
            drawn(rest="F", b2="H"), drawn(rest="F", b5="H"), pool="HSF", board="orange green blue"
        ),
        "blocked": lambda: Scene.late("a1 a2 e6", pool="LLC", board="orange blue pink"),
    }.get(name, lambda: Scene(3))()
    if name == "town":
        scene.chance("town T4")
    if name in ("die", "colour", "hex", "way"):
        scene.roll("HSFULC")
        scene.turn(0, "house orange a1")
        scene.play(
            1, *["take curve", "reserve green", "draw a3"][: ["die", "colour", "hex", "way"].index(name)]
        )
    return scene.state.text()


def put(**parts: Json) -> Change:
    return lambda document: document.update(parts)


def drop(key: str) -> Change:
    return lambda document: document.pop(key)


def board(**dice: str | None) -> Change:
    return lambda document: document["board"].update(dice)


def valley(seat: int, **parts: Json) -> Change:
    return lambda document: document["valleys"][seat].update(parts)


def sheet(seat: int, **symbols: str) -> Change:
    """What a seat has drawn, with its villagers counted again."""
    rows = drawn(**symbols)
    villagers = sum(2 * row.count("H") + row.count("U") for row in rows)
    return valley(seat, rows=rows, villagers=villagers)


def both(*changes: Change) -> Change:
    return lambda document: [change(document) for change in changes]


FULL = drawn(rest="F", b2="H")
WRONG: dict[str, tuple[str, Change, str]] = {  # the position, what is changed in it, why it is refused
    "another game": ("die", put(game="walnut-grove"), "another game or version"),
    "another version": ("die", put(view=2), "another game or version"),
    "another revision": ("die", put(rules=2), "rules revision 2 is not known"),
    "another edition": ("die", put(edition="mine sha256:0"), "edition 'mine sha256:0'"),
    "no edition": ("die", drop("edition"), "edition None"),
    "an unknown option": ("die", put(options=["german"]), r"no option of Sunflower Valley"),
    "options in another order": ("die", put(options=["sheet=A", "standard"]), "`options`"),
    "an idle option": ("die", put(options=["standard", "sheet=A", "start=1"]), "`options`"),
    "options that are no list": ("die", put(options="standard"), "names no options"),
    "no seats": ("die", drop("seats"), "no seats"),
    "one seat": ("die", put(seats=1), r"SV 1\.1"),
    "six seats": ("die", put(seats=6), r"SV 1\.1"),
    "a missing part": ("die", drop("board"), "board"),
    "a part too many": ("die", put(winner=0), "`winner`"),
    "another letter than chosen": ("die", put(sheet="B"), "mountains are printed"),
    "another letter before sheets": (
        "town",
        both(put(sheet="B"), put(valleys=[])),
        r"the table chose sheet A \(SV 1\.1\)",
    ),
    "no such letter": ("die", put(sheet="Q"), "Q"),
    "a letter dealt that was chosen": (
        "letter",
        put(options=["standard", "sheet=A"]),
        r"the table chose the sheet \(SV 1\.1\)",
    ),
    "no letter at a town": (
        "town",
        both(put(sheet=None), put(valleys=[])),
        r"no sheet has been dealt \(SV 1\.1\)",
    ),
    "sheets without a letter": ("die", put(sheet=None), r"sheets without a letter \(SV 1\.1\)"),
    "a sheet too many": (
        "town",
        lambda d: d["valleys"].extend(json.loads(position("roll"))["valleys"]),
        r"more sheets than players \(SV 1\.3\)",
    ),
    "a sheet too few": ("roll", lambda d: d["valleys"].pop(), r"every player has a sheet .*\(SV 1\.3\)"),
    "a town twice": (
        "roll",
        both(valley(1, town="T1"), sheet(1, b2="H")),
        r"two players have one town picture \(SV 1\.3\)",
    ),
    "no such town": ("roll", valley(1, town="T6"), "T6"),
    "a first house elsewhere": ("roll", sheet(1, b6="H"), r"not where the start chart says \(SV 1\.3\)"),
    "a town picture not yet due": (
        "town",
        put(chance={"kind": "roll", "name": "round 0 roll"}),
        r"the sheet is dealt and then the town pictures \(SV 1\.3\)",
    ),
    "a player to act in set-up": ("town", put(to_act=[0]), r"only chance is to act \(SV 1\.3\)"),
    "something drawn in set-up": ("town", sheet(0, d2="H", a1="F"), r"nothing is drawn before .*\(SV 2\.1\)"),
    "dice rolled in set-up": ("town", put(pool=["house"]), r"no dice are rolled before .*\(SV 2\.1\)"),
    "all towns dealt in set-up": (
        "roll",
        both(put(round=0, first=None), put(chance={"kind": "town", "name": "seat 4 town"})),
        r"the first round begins \(SV 2\.1\)",
    ),
    "the token elsewhere": ("die", put(first=1), r"the token is with seat 1 \(SV 2\.3\)"),
    "nobody with the token": ("way", put(first=None), "`first`"),
    "another round": ("die", put(round=2), r"in round 2 the token is with seat 2 \(SV 2\.3\)"),
    "a later round": ("die", put(round=4), r"has had 6 turns, so 7 hexes are drawn in \(SV 2\.2\)"),
    "a round after the last": ("over", put(round=12), r"seat 1 would have had 29 turns \(SV 2\.4\)"),
    "a round before the first": ("roll", put(round=-1), r"in round -1 .*\(SV 2\.3\)"),
    "somebody elses turn": ("die", put(to_act=[0]), "it’s the turn of seat 2 \\(SV 2\\.2\\)"),
    "two at a time": ("die", put(to_act=[1, 2]), "it’s the turn of seat 2 \\(SV 2\\.2\\)"),
    "a seat that is not there": ("die", put(to_act=[3]), "it’s the turn of seat 2 \\(SV 2\\.2\\)"),
    "nobody to act": ("die", put(to_act=[], decision=None), r"goes on until all sheets are full \(SV 2\.4\)"),
    "somebody to act at the end": (
        "over",
        put(to_act=[0], decision="die"),
        r"a full sheet has no turn \(SV 2\.4\)",
    ),
    "a roll at the end": (
        "over",
        both(
            put(to_act=[-1], pool=[], chance={"kind": "roll", "name": "round 10 roll"}),
            board(orange=None, green=None, blue=None),
        ),
        r"seat 1 has had 23 turns, so 24 hexes are drawn in \(SV 2\.2\)",
    ),
    "a hex too many": ("die", sheet(2, c4="H", a1="F"), r"seat 3 has had 0 turns, so 1 hexes .*\(SV 2\.2\)"),
    "a hex too few": ("die", sheet(0, b2="H"), r"seat 1 has had 1 turns, so 2 hexes .*\(SV 2\.2\)"),
    "a seventh die": ("die", lambda d: d["pool"].append("curve"), r"there are six dice \(SV 1\.5\)"),
    "eight dice": ("die", put(pool=["house"] * 8), r"more than six dice \(SV 1\.5\)"),
    "a lost die": ("die", lambda d: d["pool"].pop(), r"there are six dice \(SV 1\.5\)"),
    "another face": ("die", put(pool=["cow", "sheep", "sunflower", "straight", "curve"]), "cow"),
    "dice out of order": ("die", lambda d: d["pool"].reverse(), "`pool`"),
    "dice before the roll": ("roll", put(pool=["house"] * 6), r"not rolled yet \(SV 2\.1\)"),
    "a colour before the roll": (
        "roll",
        board(blue="house"),
        r"seat 1 has had 1 turns, so 2 hexes .*\(SV 2\.2\)",
    ),
    "a town in a round": (
        "roll",
        put(chance={"kind": "town", "name": "seat 4 town"}),
        r"a roll can be due \(SV 2\.1\)",
    ),
    "a wrong name of chance": ("roll", put(chance={"kind": "roll", "name": "round 2 roll"}), "`chance`"),
    "chance of no kind": (
        "roll",
        put(chance={"kind": "none", "name": "round 1 roll"}),
        r"there are six dice \(SV 1\.5\)",
    ),
    "a colour without a turn": (
        "die",
        board(blue="sheep"),
        r"seat 2 has had 1 turns, so 2 hexes .*\(SV 2\.2\)",
    ),
    "a sixth colour": ("die", board(mauve=None), "`board`"),
    "a colour without a die": ("hex", put(die=None), r"a colour is reserved with a die \(SV 3\.1\)"),
    "a hex without a colour": ("colour", put(hex="a3"), r"a hex is chosen after a colour \(SV 3\.1\)"),
    "another die on the colour": ("hex", board(green="house"), r"the die lies on the colour .*\(SV 3\.1\)"),
    "a colour not on the board": (
        "hex",
        put(colour="blue"),
        r"the die lies on the colour it reserved \(SV 3\.1\)",
    ),
    "a hex of another colour": ("way", put(hex="a2"), r"in a free hex of its colour \(SV 3\.5\)"),
    "no such hex": ("way", put(hex="f1"), "f1"),
    "a house that waits for its way": (
        "way",
        both(
            put(die="sheep", pool=["sunflower", "super-sunflower", "straight", "curve"]),
            board(green="sheep"),
        ),
        r"only a track waits .*\(SV 3\.5\)",
    ),
    "a way though blocked": (
        "blocked",
        both(
            put(die="straight", colour="green", hex="a1", decision="way", pool=["straight", "curve"]),
            board(green="straight"),
        ),
        r"only a track waits .*\(SV 3\.5\)",
    ),
    "a full colour though not blocked": (
        "blocked",
        both(
            put(die="straight", colour="green", decision="hex", pool=["straight", "curve"], blocked=True),
            board(green="straight", blue=None, yellow="sunflower"),
        ),
        r"a colour without free hex was reserved \(SV 3\.3\)",
    ),
    "another decision": ("die", put(decision="colour"), "`decision`"),
    "blocked or not": ("die", put(blocked=True), "`blocked`"),
    "houses of a colour nobody reserved": (
        "die",
        sheet(0, b2="H", e6="H"),
        r"(blue|orange) was reserved .*\(SV 3\.2\)",
    ),
    "a sunflower in a colour nobody reserved": ("die", sheet(0, b2="H", e6="F"), r"\(SV 3\.[24]\)"),
    "a mountain drawn over": ("die", sheet(0, b2="H", c1="F"), "mountains are printed"),
    "a mountain elsewhere": ("die", sheet(0, b2="H", a1="^"), "mountains are printed"),
    "an unknown symbol": ("die", sheet(0, b2="H", a1="X"), "'X' is no token"),
    "a track that bends too much": ("die", sheet(0, b2="H", a1="C01"), "'C01' is no token"),
    "four rows": ("die", valley(0, rows=FULL[:4]), "a sheet has five rows, not 4"),
    "five in a row": ("die", valley(0, rows=[*FULL[:4], "F F F F F"]), "row 5 must have six tokens, not 5"),
    "blanks at the end": (
        "roll",
        lambda d: valley(0, rows=[r + " " for r in d["valleys"][0]["rows"]])(d),
        "valleys",
    ),
}


@pytest.mark.parametrize("name", ["letter", "town", "roll", "die", "colour", "hex", "way", "blocked", "over"])
def test_the_positions_that_are_spoilt_below_are_sound(name: str) -> None:
    assert same(read(json.loads(position(name))), json.loads(position(name)))


@pytest.mark.parametrize("wrong", WRONG)
def test_a_position_no_game_leads_to_is_refused_with_the_reason(wrong: str) -> None:
    name, change, why = WRONG[wrong]
    document = json.loads(position(name))
    change(document)

    with pytest.raises(BadPosition, match=why):
        GAME.position(json.dumps(document))


@pytest.mark.rule("SV 3.6", "refused")
@pytest.mark.parametrize("count", [0, 3, 5, 10**6, -4, "4", None])
def test_villagers_that_nothing_on_the_sheet_brought_are_refused(count: Json) -> None:
    document = json.loads(position("die"))
    assert document["valleys"][0]["villagers"] == 4
    document["valleys"][0]["villagers"] = count

    with pytest.raises(BadPosition, match="villagers"):
        GAME.position(json.dumps(document))


@pytest.mark.parametrize("key", json.loads(position("way")))
def test_every_part_must_be_there(key: str) -> None:
    document = json.loads(position("way"))
    del document[key]

    with pytest.raises(BadPosition):
        GAME.position(json.dumps(document))


@pytest.mark.parametrize(
    ("key", "value"), [("view", True), ("view", 1.0), ("rules", True), ("blocked", 0), ("round", True)]
)
def test_a_number_is_not_written_as_a_truth_nor_the_reverse(key: str, value: Json) -> None:
    document = json.loads(position("die"))
    document[key] = value

    with pytest.raises(BadPosition):
        GAME.position(json.dumps(document))


# ---- broken at random ----------------------------------------------------------------------------------


def paths(document: Json, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every part of a document."""
    parts: list[tuple[Any, Json]] = []
    if isinstance(document, dict):
        parts = list(document.items())
    elif isinstance(document, list):
        parts = list(enumerate(document))
    return ([path] if path else []) + [p for key, part in parts for p in paths(part, (*path, key))]


@cache
def written_positions() -> list[str]:
    """Positions of random games, some of each sort."""
    found = []
    for seats in (2, 3, 5):
        table, dealer = Scene.unopened(seats, ["family"] if seats == 3 else []).table, QuickDealer(seats)
        for ply in range(10_000):
            if ply % 5 == 0 or ply < 8 or not table.state.to_act():
                found.append(table.state.text())
            if not table.state.to_act():
                break
            step(table, dealer)
    return found


ODD = st.sampled_from(
    [
        None,
        True,
        False,
        -1,
        0,
        1,
        2,
        3,
        7,
        99,
        10**30,
        0.5,
        1.0,
        "",
        "x",
        "house",
        "curve",
        "blue",
        "a1",
        "T2",
    ]
    + [[], [1], [-1], [0], {}, {"kind": "roll"}, "roll", ". . . . . .", ["house"] * 6, [[]]]
)


def spoil(document: Json, data: st.DataObject) -> None:
    """One part changed, dropped or doubled."""
    path = data.draw(st.sampled_from(paths(document)))
    parent = document
    for key in path[:-1]:
        parent = parent[key]
    value, how = parent[path[-1]], data.draw(st.integers(0, 4))
    if how == 0 and isinstance(value, int):
        parent[path[-1]] = value + data.draw(st.sampled_from([-2, -1, 1, 2, 10**6, 10**9]))
    elif how == 1:
        del parent[path[-1]]
    elif how == 2 and isinstance(parent, list):
        parent.insert(path[-1], copy.deepcopy(value))
    elif how == 3 and isinstance(value, str):
        tokens = st.sampled_from(["H", "S", "F", "U", ".", "^", "L03", "C24", "C01", "", "?"])
        words = value.split() or [""]
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(tokens)
        parent[path[-1]] = " ".join(words)
    else:
        parent[path[-1]] = copy.deepcopy(data.draw(ODD))


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_a_position_spoilt_at_random_is_refused_or_sound(data: st.DataObject) -> None:
    document = json.loads(data.draw(st.sampled_from(written_positions())))
    for _ in range(data.draw(st.integers(1, 3))):
        spoil(document, data)
    try:
        state = GAME.position(json.dumps(document))
    except BadPosition:
        return
    assert same(state.view(None), document)
    play_out(state, QuickDealer(1))
    assert state.to_act() == []


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_a_view_spoilt_at_random_is_refused_or_sound(data: st.DataObject) -> None:
    state = GAME.position(data.draw(st.sampled_from(written_positions())))
    seat = data.draw(st.sampled_from([None, *range(state.seats())]))
    view = json.loads(json.dumps(state.view(seat)))
    spoil(view, data)
    kept = copy.deepcopy(view)
    try:
        read_back = GAME.from_view(seat, view, DEALER)
    except BadPosition:
        assert view == kept
        return
    assert same(read_back.view(seat), view)
    play_out(read_back, QuickDealer(1))


KEYS = st.sampled_from(list(json.loads(position("way")))) | st.text(max_size=5)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(KEYS, parts, max_size=5),
)


@settings(max_examples=200, deadline=None)
@given(ANYTHING)
def test_any_json_is_refused(document: Json) -> None:
    with pytest.raises(BadPosition):
        GAME.position(json.dumps(document))
    with pytest.raises(BadPosition):
        GAME.from_view(None, document, DEALER)


def test_a_move_is_no_position() -> None:
    assert not_understood(position("die")).key == "unknown_verb"
