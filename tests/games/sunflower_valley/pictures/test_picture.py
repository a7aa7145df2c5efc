"""Pictures of Sunflower Valley: drawn from a view alone, the same every time, and every choice is in them.

`python -m tests.games.sunflower_valley.pictures.test_picture` draws the golden pictures anew:
look at them, then keep them.
"""

import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from farmstead import shelf
from farmstead.engine.contract import State
from farmstead.games.sunflower_valley.pictures.svg import parts_of, pictures
from farmstead.games.sunflower_valley.pictures.svg.grid import centre, run_of, side
from farmstead.games.sunflower_valley.pictures.svg.marks import mark
from farmstead.games.sunflower_valley.rules import GAME, game_with
from farmstead.games.sunflower_valley.rules.hexes import HEXES, NEXT, SIDES, hex_text, opposite
from farmstead.games.sunflower_valley.rules.names import (
    COLOURS,
    FACES,
    FREE,
    NAME,
    NOTHING,
    SHEETS,
    TOKENS,
    TRACK,
)
from farmstead.games.sunflower_valley.rules.scoring import LINES
from farmstead.render.ink import DARK, LIGHT, SYMBOLS, standalone
from farmstead.render.words import languages, words_for
from tests.games.sunflower_valley.boards import rows
from tests.games.sunflower_valley.scenes import Scene, drawn
from tests.games.sunflower_valley.test_example import EXAMPLE, OPPONENT
from tests.render.pictures import positions

GOLDEN = Path(__file__).parents[3] / "golden" / "svg"
PICTURES = pictures(GAME)
EDITION = PICTURES.edition
View = Mapping[str, Any]


# ---- what is drawn -------------------------------------------------------------------------------------


def example(seat: int | None = 0, *options: str) -> View:
    """The worked example of the rules, finished."""
    return Scene.shown(rows(EXAMPLE), rows(OPPONENT), options=options).state.view(seat)


def opening() -> View:
    """The first roll lies there, nothing is taken."""
    scene = Scene(3, "B")
    scene.roll("HSSFLC")
    return scene.state.view(0)


def started() -> Scene:
    """The second round of two players; it is the turn of the first seat, and a colour is taken."""
    scene = Scene(2, "A")
    scene.roll("HHSLCC")
    for seat, turn in enumerate(
        ["house green b3", "house orange a1", "sheep yellow a6", "curve pink d1 C02"]
    ):
        scene.turn(seat % 2, turn)
    scene.turn(0, "curve blue d4 C13")
    scene.roll("HSFULC")
    scene.turn(1, "house blue d6")
    return scene


def laying() -> View:
    """A straight track on orange waits for its way, beside a house."""
    scene = started()
    scene.play(0, "take straight", "reserve orange", "draw c2")
    return scene.state.view(0)


def in_hand() -> View:
    """A die is taken and lies on no colour yet."""
    scene = started()
    scene.play(0, "take curve")
    return scene.state.view(0)


def blocked() -> View:
    """No colour that is left has a free hex, so a sunflower may be drawn anywhere (SV 3.4)."""
    scene = Scene.late("a1 b1", pool="HSFUL", board="orange")
    return scene.state.view(scene.state.to_act()[0])


VIEWS: dict[str, View] = {
    "unopened": Scene.unopened().state.view(0),
    "undealt": Scene.unopened(3, ["sheet=C"]).state.view(1),
    "opening": opening(),
    "in hand": in_hand(),
    "laying": laying(),
    "blocked": blocked(),
    "example": example(),
    "family": example(0, "family"),
    "watched": example(None),
}


def shown(view: View) -> dict[str, str]:
    """All that a page shows of a view."""
    seat = view["seat"] or 0
    found = {
        "sheet": PICTURES.sheet(view, seat),
        "dice": PICTURES.dice(view),
        "colours": PICTURES.colours(view),
        "ways": PICTURES.ways(view),
        "villagers": PICTURES.villagers(view, seat),
    }
    found |= {f"seat {other + 1}": PICTURES.sheet(view, other, small=True) for other in range(view["seats"])}
    found |= {line: PICTURES.overlay(view, seat, line) for line in LINES}
    return {name: svg for name, svg in found.items() if svg}


def elements(svg: str) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(svg).iter()


def parts_in(svg: str) -> list[str]:
    """What can be chosen in a picture."""
    return [part for element in elements(svg) if (part := element.get("data-part"))]


# ---- pictures for any page -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", VIEWS)
def test_pictures_keep_to_a_strict_policy(name: str) -> None:
    """No styles and no scripts; colours come from the page, and symbols are among those a page has."""
    for svg in shown(VIEWS[name]).values():
        tags = {element.tag.partition("}")[2] for element in elements(svg)}
        assert tags <= {"svg", "g", "path", "rect", "circle", "text", "use"}
        assert not [element for element in elements(svg) if "style" in element.attrib]
        assert not re.search(r"#[0-9a-f]{3,6}\b(?!-)", re.sub(r'(href="|url\()#[\w-]+', "", svg))
        used = set(re.findall(r'(?:href="|url\()#([\w-]+)', svg))
        assert used <= SYMBOLS.keys() | PICTURES.symbols.keys()


def test_no_symbol_has_the_name_of_a_shared_one() -> None:
    assert not SYMBOLS.keys() & PICTURES.symbols.keys()


@pytest.mark.parametrize("name", VIEWS)
def test_the_same_view_gives_the_same_bytes(name: str) -> None:
    first = shown(VIEWS[name])
    mark.cache_clear()
    assert shown(dict(VIEWS[name])) == first


@pytest.mark.parametrize("light", [LIGHT, DARK])
def test_a_picture_can_stand_alone(light: int) -> None:
    svg = standalone(PICTURES.sheet(example(), 0), PICTURES.symbols, light)
    assert "var(" not in svg and "<symbol" in svg
    ElementTree.fromstring(svg)


@pytest.mark.parametrize("letter", SHEETS)
def test_every_sheet_is_printed_with_its_mountains_and_emblems(letter: str) -> None:
    svg = PICTURES.printed(letter)
    assert svg.count("url(#p-hatch)") == 5  # a mountain each
    for emblem in ("triangle", "square", "star", "circle", "cross"):
        assert svg.count(f'"#e-{emblem}"') == 10  # five hexes, above and below


def test_another_edition_has_its_own_sheets() -> None:
    text = shelf.edition_text(NAME)
    swapped = pictures(game_with(text.replace('"OOGG^Y"', '"GOGO^Y"')))
    assert swapped.printed("A") != PICTURES.printed("A")
    assert swapped.printed("B") == PICTURES.printed("B")


# ---- the hand ------------------------------------------------------------------------------------------


def test_no_two_drawings_are_alike_and_each_is_the_same_again() -> None:
    seeds = [
        (letter, seat, row, column)
        for letter in "AB"
        for seat in (0, 1)
        for row in (0, 1)
        for column in (2, 3)
    ]
    for token in TOKENS[:FREE]:
        drawings = [mark(token, *seed) for seed in seeds]
        assert len(set(drawings)) == len(seeds)
        mark.cache_clear()
        assert [mark(token, *seed) for seed in seeds] == drawings


@pytest.mark.parametrize("token", TOKENS[TRACK:FREE])
def test_a_track_ends_in_the_middle_of_its_sides(token: str) -> None:
    """So does the next, which therefore goes on where this one ends; rails lie to both sides of it."""
    a, b = int(token[1]), int(token[2])
    run = run_of(a, b, 8)
    assert run[0][0] == pytest.approx(side(a)) and run[-1][0] == pytest.approx(side(b))
    for (x, y), (across_x, across_y), number in ((*run[0], a), (*run[-1], b)):
        assert math.hypot(across_x, across_y) == pytest.approx(1)
        assert abs(x * across_x + y * across_y) < 0.01  # at right angles to the way out
        rails = [f"M{round(10 * (x + n * across_x))} {round(10 * (y + n * across_y))}q" for n in (-9, 9)]
        assert number != a or all(rail in mark(token, "A", 0, 1, 1) for rail in rails)


def test_hexes_meet_where_their_sides_do() -> None:
    for place in HEXES:
        for number in range(SIDES):
            beyond = NEXT[SIDES * place + number]
            if beyond != NOTHING:
                here = side(number, at=centre(place))
                assert here == pytest.approx(side(opposite(number), at=centre(beyond)))


# ---- what can be chosen --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "parts"),
    [
        ("take super-sunflower", ("die:super-sunflower",)),
        ("reserve green", ("colour:green",)),
        ("draw a1", ("hex:0,0",)),
        ("draw c4", ("hex:2,3",)),
        ("way L14", ("track:L14",)),
        ("pass", ()),
        ("sheet A", ()),
        ("town T1", ()),
        ("roll HSFULC", ()),
        ("", ()),
    ],
)
def test_the_parts_of_a_move(move: str, parts: tuple[str, ...]) -> None:
    assert parts_of(move) == parts


@cache
def games() -> list[State]:
    """Positions of random games, and one with a blocked player."""
    blocked_state = Scene.late("a1 b1", pool="HSFUL", board="orange").state
    return [*positions(NAME, 2, 1), *positions(NAME, 5, 2), blocked_state]


@pytest.mark.more
def test_every_legal_move_can_be_chosen_and_no_two_by_the_same_parts() -> None:
    """One part is enough for every move: nothing is left for a list.

    Slow: a page is made of every position of several games.
    """
    for state in games():
        for seat in state.to_act():
            view = state.view(seat)
            there = [part for svg in shown(view).values() for part in parts_in(svg)]
            moves = [parts_of(str(move)) for move in state.legal(seat)]
            assert all(len(parts) == 1 and parts[0] in there for parts in moves)
            assert len(set(moves)) == len(moves)


def ends_of(state: State, seat: int) -> Iterator[tuple[str, ...]]:
    """Every way to the end of a turn, by the rules themselves."""
    for move in state.legal(seat):
        after = state.clone()
        after.apply(seat, move)
        goes_on = seat in after.to_act() and after.view(None)["decision"] != "die"
        for rest in ends_of(after, seat) if goes_on else [()]:
            yield (str(move), *rest)


def test_whole_turns_are_those_of_the_rules_and_their_parts_tell_them_apart() -> None:
    """So a player may begin with any part of a turn."""
    for state in [*games()[:120:3], games()[-1]]:
        seat = state.to_act()[0]
        turns = PICTURES.turns(state.view(seat))
        assert turns == list(ends_of(state, seat))
        chosen = [frozenset([part for move in turn for part in parts_of(move)]) for turn in turns]
        assert len(set(chosen)) == len(turns)


def test_who_is_not_asked_has_no_turn_to_make() -> None:
    assert PICTURES.turns(example()) == []
    assert PICTURES.turns(started().state.view(1)) == []
    assert PICTURES.turns(started().state.view(None)) == []


def test_only_ones_own_sheet_can_be_chosen_from() -> None:
    view = started().state.view(0)
    assert parts_in(PICTURES.sheet(view, 0)) == [
        *[f"hex:{row},{column}" for row in range(5) for column in range(6)],
        *["thing:town", "thing:villager"],
    ]
    assert parts_in(PICTURES.sheet(view, 1)) == []
    assert parts_in(PICTURES.sheet(view, 0, small=True)) == []
    assert parts_in(PICTURES.sheet(started().state.view(None), 0)) == []


def test_what_can_be_chosen_has_a_name_and_a_shape_to_hit() -> None:
    for view in VIEWS.values():
        for svg in shown(view).values():
            for element in elements(svg):
                if element.get("data-part"):
                    assert str(element.get("class")).split()[0] == "part"
                    assert element.get("aria-label")
                    hits = [child for child in element if child.get("class") == "hit"]
                    assert len(hits) == 1 and hits[0].get("pointer-events") == "all"


# ---- names ---------------------------------------------------------------------------------------------


def names_in(svg: str) -> list[str]:
    return [name for element in elements(svg) if (name := element.get("aria-label"))]


def test_hexes_are_called_by_place_colour_and_what_they_hold() -> None:
    names = names_in(PICTURES.sheet(laying(), 0))
    assert names[0] == "Valley of Seat 1, sheet A"
    assert names[1 + HEXES.index(0)] == "a1, orange triangle, free"
    assert "b2, orange triangle: a house" in names
    assert "d4, blue cross: a curve from north-east to west" in names
    assert "c2, orange triangle: a straight track comes here" in names
    assert "c1, a mountain" in names
    assert {*names[-4:]} == {"Town T1: the first house stands in b2", "4 villagers"}


def test_dice_and_colours_are_called_by_where_they_are() -> None:
    assert names_in(PICTURES.dice(in_hand())) == [
        "Dice",
        "Die: a house, no longer in the pool",
        "Die: a sheep",
        "Die: a sunflower",
        "Die: a super sunflower",
        "Die: a straight track",
        "Die: a curved track, taken",
    ]
    assert names_in(PICTURES.colours(laying())) == [
        "Colours",
        "Orange triangle, chosen: a straight track is on it",
        "Yellow square, 4 hexes free",
        "Green star, 4 hexes free",
        "Pink circle, 5 hexes free",
        "Blue cross, reserved: a house is on it",
    ]


def test_players_are_called_as_they_like() -> None:
    named = pictures(GAME, names=["Ada", "<Bo>"])
    assert names_in(named.sheet(example(), 1, small=True)) == ["Valley of <Bo>, sheet A"]


@pytest.mark.parametrize("language", sorted(languages()))
def test_every_language_has_names_for_all_parts(language: str) -> None:
    spoken = pictures(GAME, words_for(NAME, language))
    for view in VIEWS.values():
        for svg in (spoken.sheet(view, 0), spoken.dice(view), spoken.colours(view), spoken.ways(view)):
            assert all(name and not set("{}_") & set(name) for name in (names_in(svg) if svg else []))


# ---- dice and colours ----------------------------------------------------------------------------------


def test_dice_stay_where_they_were_rolled() -> None:
    """A round long: what is taken leaves its place, and the others do not move."""
    scene = Scene(2, "A")
    scene.roll("HSSFLC")
    rolled = ["house", "sheep", "sheep", "sunflower", "straight", "curve"]
    assert parts_in(PICTURES.dice(scene.state.view(0))) == [f"die:{face}" for face in rolled]
    scene.turn(0, "sheep green a3")
    svg = PICTURES.dice(scene.state.view(0))
    assert [name.partition("no longer")[1] for name in names_in(svg)[1:]] == ["", "", "no longer", "", "", ""]
    scene.play(1, "take sheep")
    svg = PICTURES.dice(scene.state.view(0))
    assert len(names_in(svg)) == 7 and svg.count("chosen") == 1 and svg.count("no longer") == 1


def test_before_a_roll_there_are_six_empty_places() -> None:
    svg = PICTURES.dice(Scene(2, "A").state.view(0))
    assert parts_in(svg) == [] and svg.count("stroke-dasharray") == 6


@pytest.mark.parametrize("face", FACES)
def test_each_face_has_a_die(face: str) -> None:
    others = {PICTURES.die(other) for other in FACES if other != face}
    assert PICTURES.die(face) not in others


def test_the_die_lies_on_its_colour() -> None:
    plates = [element for element in elements(PICTURES.colours(laying())) if element.get("data-part")]
    assert [str(plate.get("data-part")) for plate in plates] == [f"colour:{colour}" for colour in COLOURS]
    lying = [use.get("href") for use in plates[0].iter() if use.tag.endswith("use")]
    assert "#mark-L14" in lying
    assert [plate.get("class") for plate in plates] == [
        "part colour chosen",
        "part colour",
        "part colour",
        "part colour",
        "part colour taken",
    ]


def test_a_full_colour_says_so() -> None:
    assert PICTURES.colours(blocked()).count("part colour full") == 4


# ---- ways ----------------------------------------------------------------------------------------------


def test_a_track_has_its_ways_and_nothing_else_has_any() -> None:
    assert parts_in(PICTURES.ways(laying())) == ["track:L03", "track:L14", "track:L25"]
    assert len(parts_in(PICTURES.ways(in_hand()))) == 6
    assert len(parts_in(PICTURES.ways(opening(), die="straight", place="a1"))) == 3
    assert PICTURES.ways(opening()) == PICTURES.ways(opening(), die="house") == ""
    assert PICTURES.ways(blocked(), die="curve") == ""


def test_ways_show_where_they_lead_unless_nobody_wants_to_know() -> None:
    assert 'class="aid"' in PICTURES.ways(laying())
    assert 'class="aid"' not in PICTURES.ways(laying(), aids=False)


def test_a_way_that_scores_says_what() -> None:
    """Between the villages of the example that lie at c6 and e6, a second line would close a ring."""
    open_ring = [row.removesuffix("C24") + "." if row.endswith("C24") else row for row in rows(EXAMPLE)]
    view = Scene.shown(open_ring, rows(OPPONENT)).state.view(0)
    names = names_in(PICTURES.ways(view, die="curve", place="d6"))
    assert "A curve from north-west to south-west: +4 as it stands" in names


# ---- what a score counts -------------------------------------------------------------------------------


@pytest.mark.parametrize("line", LINES)
def test_overlays_fit_the_sheet_and_show_what_counts(line: str) -> None:
    view = example()
    for foot in (True, False):
        sheet = ElementTree.fromstring(PICTURES.sheet(view, 0, foot=foot))
        overlay = ElementTree.fromstring(PICTURES.overlay(view, 0, line, foot))
        assert overlay.get("viewBox") == sheet.get("viewBox")
        assert overlay.get("pointer-events") == "none" and overlay.get("aria-hidden") == "true"


def texts_in(svg: str) -> list[str]:
    return [str(element.text) for element in elements(svg) if element.tag.endswith("text")]


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("houses_with_sheep", [str(pair) for pair in range(1, 7) for _ in "ab"]),
        ("houses_without", ["−5"]),
        ("sunflower_majorities", ["+3", "+3"]),
        ("mountains", ["+1"] * 8),
        ("villager_points", list("21221122212")),
        ("high_speed", ["+9", "+4"]),
        ("total", []),
    ],
)
def test_what_is_written_over_the_worked_example(line: str, texts: list[str]) -> None:
    assert texts_in(PICTURES.overlay(example(), 0, line)) == texts


def test_villagers_are_shown_with_what_brought_them() -> None:
    written = texts_in(PICTURES.overlay(example(), 0, "villager_points"))
    assert sum(map(int, written)) == example()["valleys"][0]["villagers"]


def test_over_a_sheet_that_is_not_dealt_nothing_is_shown() -> None:
    assert len(list(elements(PICTURES.overlay(VIEWS["unopened"], 0, LINES[0])))) == 1


@pytest.mark.parametrize(("houses", "boxes"), [(1, 30), (15, 30), (16, 45), (25, 60)])
def test_there_is_a_box_for_every_villager(houses: int, boxes: int) -> None:
    free = [place for place in HEXES if EDITION.sheets["A"].blank[place] == FREE]
    board = drawn("A", **{hex_text(place): "H" for place in free[:houses]})
    view = Scene.shown(board, rows(OPPONENT)).state.view(0)
    svg = PICTURES.villagers(view, 0)
    assert svg.count("h20v20h-20z") == boxes and svg.count("h20v20h-20z") >= 2 * houses
    assert names_in(svg)[0] == names_in(PICTURES.sheet(view, 0))[-1] == f"{2 * houses} villagers"


# ---- golden pictures -----------------------------------------------------------------------------------


def golden() -> dict[str, str]:
    """The chosen pictures, as they stand alone."""
    found = {
        "sheet": PICTURES.sheet(example(), 0),
        "opening": PICTURES.sheet(opening(), 0),
        "small": PICTURES.sheet(example(), 1, small=True),
        "dice": PICTURES.dice(in_hand()),
        "colours": PICTURES.colours(laying()),
        "ways": PICTURES.ways(laying()),
        "high-speed": PICTURES.overlay(example(), 0, "high_speed"),
    }
    return {name: standalone(svg, PICTURES.symbols) + "\n" for name, svg in found.items()}


def golden_file(name: str) -> Path:
    return GOLDEN / f"{NAME}-{name}.svg"


@pytest.mark.parametrize("name", golden())
def test_golden_pictures(name: str) -> None:
    assert golden()[name] == golden_file(name).read_text("utf-8")


if __name__ == "__main__":
    for name, svg in golden().items():
        golden_file(name).parent.mkdir(exist_ok=True)
        golden_file(name).write_text(svg, "utf-8")
