"""The drawing of Sunflower Valley: hexes that fit, tracks that meet, what is asked, what choices bring."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from farmstead.games.sunflower_valley.pictures.hexes import (
    DiePicture,
    NamedSheet,
    SheetPicture,
    SmallSheet,
    corner_of,
    ground_of,
    regions_of,
)
from farmstead.games.sunflower_valley.pictures.marks import ARMS, JOINTS, strokes_of
from farmstead.games.sunflower_valley.pictures.palette import MOUNTAINS, REGIONS
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import RenderableType

from farmstead.cli.menu import Menu
from farmstead.engine.contract import CHANCE, Event, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.games.sunflower_valley.pictures.drawing import drawing
from farmstead.games.sunflower_valley.rules import GAME
from farmstead.games.sunflower_valley.rules.hexes import HEXES, NEXT, SIDES, hex_text, opposite, parse_hex
from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, NOTHING, TOKENS, TRACK
from farmstead.render import Drawing, drawing_for
from tests.render import pictures
from tests.render.pictures import printed

DRAWING: Drawing = drawing(GAME)
SHEET_A = GAME.edition.sheets["A"]
EXAMPLE = [  # SV 8
    "C35 S F S ^ H",
    "U H H U U S",
    "^ L14 ^ C24 ^ H",
    "H L03 H F C15 C24",
    "S S U ^ S H",
]
BEGUN = [
    ". . . . ^ .",
    ". H S . . .",
    "^ . ^ . ^ .",
    ". L03 H . . .",
    "S . F ^ . .",
]
START = [". . . . ^ .", ". H . . . .", "^ . ^ . ^ .", ". . . . . .", ". . . ^ . ."]
OTHER = [". . . . ^ .", ". . . . H .", "^ . ^ . ^ .", "F F . . . .", ". . . ^ . ."]


def symbols(rows: Sequence[str]) -> list[int]:
    found = SHEET_A.blank[:]
    for place, token in zip(HEXES, " ".join(rows).split(), strict=True):
        found[place] = TOKENS.index(token)
    return found


def view_of(*valleys: Sequence[str], **changes: Any) -> dict[str, Any]:
    """What seat 1 sees at its first decision of round 3 on sheet A, with changes."""
    view: dict[str, Any] = {
        "options": ["standard", "sheet=A"],
        "seats": 2,
        "seat": 0,
        "sheet": "A",
        "round": 3,
        "first": 1,
        "to_act": [0],
        "decision": "die",
        "chance": None,
        "pool": ["house", "sheep", "curve"],
        "board": {**dict.fromkeys(COLOURS), "pink": "straight"},
        "die": None,
        "colour": None,
        "hex": None,
        "blocked": False,
        "valleys": [{"town": "T1", "rows": list(rows), "villagers": 2} for rows in valleys or (BEGUN, OTHER)],
    }
    return {**view, **changes}


def drawing_a(die: str, colour: str = "orange", rows: Sequence[str] = BEGUN, **more: Any) -> dict[str, Any]:
    """The same at the choice of a hex."""
    return view_of(rows, OTHER, die=die, colour=colour, decision="hex", **more)


def positions(seats: int, seed: int) -> list[State]:
    return pictures.positions(GAME.name, seats, seed)


def sheet(state: State, width: int) -> str:
    return pictures.sheet(DRAWING, state, width)


# ---- hexes -------------------------------------------------------------------------------------------------


def test_the_sheet_of_the_rules_page_between_lines() -> None:
    picture = SheetPicture(regions_of(SHEET_A), symbols(EXAMPLE))
    assert printed(picture).split("\n")[:9] == [
        " ▁━▔▔▔━▁ ▁━▔▔▔━▁ ▁━▔▔▔━▁ ▁━▔▔▔━▁ ▁━▔▔▔━▁ ▁━▔▔▔━▁     ",
        "┃   ▲   │   ▲   ┃   ★   │   ★   ┃  ╱╲   ┃   ■   ┃    ",
        "════╲   │ o▓▓▓▖ ┃  ‹✿›  │ o▓▓▓▖ ┃ ╱▒▒╲╱╲┃ ▗▟█▙▖ ┃    ",
        "┃   ╲╲a1│  ╹ ╹a2┃   ╿╱a3│  ╹ ╹a4┃╱▒▒▒▒╲▒┃  ▪∩▪a6┃    ",
        " ▔━▁▁╲╲▔▔▔─▁▁▁─▔▔▔━▁▁▁─▔▔▔─▁▁▁━▔▔▔━▁▁▁━▔▔▔─▁▁▁─▔▔▔━▁ ",
        "    ┃   ▲   │   ▲   ┃   ★   ┃   ■   │   ■   │   ■   ┃",
        "    ┃ «(☻)» │ ▗▟█▙▖ ┃ ▗▟█▙▖ ┃ «(☻)» │ «(☻)» │ o▓▓▓▖ ┃",
        "    ┃  ╲╿╱b1│  ▪∩▪b2┃  ▪∩▪b3┃  ╲╿╱b4│  ╲╿╱b5│  ╹ ╹b6┃",
        " ▁━▔▔▔━▁▁▁─▔▔▔╱╱▁▁━▔▔▔━▁▁╲╲▔▔▔━▁▁▁━▔▔▔━▁▁▁─▔▔▔─▁▁▁━▔ ",
    ]


def test_a_track_meets_the_one_beyond_each_side() -> None:
    """The characters in which an arm crosses a side are those of the neighbour's arm."""
    for place in HEXES:
        for side in range(SIDES):
            beyond = NEXT[SIDES * place + side]
            if beyond != NOTHING:
                assert crossing(place, side)
                assert crossing(place, side) == crossing(beyond, opposite(side))


def crossing(place: int, side: int) -> set[tuple[int, int, str]]:
    """The characters of an arm that lie on the rim of its hex."""
    x, y = corner_of(place)
    cells = {(s.x + n, s.y, char) for s in ARMS[side] for n, char in enumerate(s.text)}
    rim = [cell for cell in cells if cell[0] in (0, 8) or cell[1] in (0, 4)]
    return {(x + column, y + line, char) for column, line, char in rim}


@pytest.mark.parametrize("token", TOKENS[TRACK:-2])
def test_a_track_is_one_piece_from_side_to_side(token: str) -> None:
    """Going from character to character, also askew, all of it can be reached."""
    strokes = strokes_of(TOKENS.index(token))
    cells = {(stroke.x + n, stroke.y) for stroke in strokes for n in range(len(stroke.text))}
    reached = {min(cells)}
    for _ in cells:
        reached |= {(x, y) for x, y in cells if any(abs(x - a) <= 1 and abs(y - b) <= 1 for a, b in reached)}
    assert reached == cells
    assert JOINTS[token] in strokes


def test_every_symbol_looks_different() -> None:
    b2, regions = parse_hex("b2"), regions_of(SHEET_A)
    pictures = [printed(SheetPicture(regions, _with(b2, token), window=b2)) for token in TOKENS]
    assert len(set(pictures)) == len(TOKENS)
    small = [printed(SmallSheet(regions, _with(b2, token))) for token in TOKENS]
    assert len(set(small)) == len(TOKENS)


def _with(place: int, token: str) -> list[int]:
    found = symbols(START)
    found[place] = TOKENS.index(token)
    return found


@pytest.mark.parametrize("letter", GAME.edition.sheets)
def test_neighbours_differ_and_every_hex_shows_its_emblem(letter: str) -> None:
    layout = GAME.edition.sheets[letter]
    regions = regions_of(layout)
    lines = printed(SheetPicture(regions, layout.blank)).split("\n")
    for place in HEXES:
        x, y = corner_of(place)
        if regions[place] is not MOUNTAINS:
            assert lines[y + 1][x + 4] == regions[place].emblem
        for side in range(SIDES):
            beyond = NEXT[SIDES * place + side]
            assert beyond == NOTHING or ground_of(regions, place) != ground_of(regions, beyond)


def test_colour_is_never_the_only_sign() -> None:
    assert len({region.emblem for region in REGIONS.values()}) == len(COLOURS)


def test_regions_stay_apart_with_256_colours() -> None:
    grounds = [
        {Color.parse(ground).downgrade(ColorSystem.EIGHT_BIT).number for ground in region.grounds}
        for region in REGIONS.values()
    ]
    assert all(len(shades) == 3 for shades in grounds)
    assert len(set().union(*grounds)) == 3 * len(COLOURS)


def test_grounds_are_filled_where_there_is_colour_and_lined_where_there_is_not() -> None:
    picture = SheetPicture(regions_of(SHEET_A), symbols(EXAMPLE))
    for colour in ("256", "truecolor"):
        assert "▄" in printed(picture, colour=colour) and "┃" not in printed(picture, colour=colour)
    no_color = printed(picture, colour="truecolor", no_color=True)
    for shown in (printed(picture), printed(picture, colour="standard"), no_color):
        assert "┃" in shown and "▄" not in shown


def test_all_characters_are_one_column_wide() -> None:
    pictures: list[RenderableType] = [DiePicture(face) for face in range(len(FACES))]
    pictures.append(SheetPicture(regions_of(SHEET_A), symbols(EXAMPLE)))
    for picture in pictures:
        for colour in (None, "truecolor"):
            plain = re.sub(r"\x1b\[[\d;]*m", "", printed(picture, colour=colour))
            assert all(cell_len(char) == 1 for char in plain if char != "\n")


def test_open_and_chosen_hexes_are_marked() -> None:
    hexes = [parse_hex("a1"), parse_hex("b1")]
    shown = printed(SheetPicture(regions_of(SHEET_A), symbols(BEGUN), hexes, chosen=parse_hex("c2")))
    assert "[a1]" in shown and "[b1]" in shown and ">c2<" in shown
    assert "[a2]" not in shown and " a2 " in shown


# ---- the whole table ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 140, 160])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_nothing_runs_over_the_rim(width: int, seats: int) -> None:
    for state in positions(seats, 3)[::41]:
        lines = sheet(state, width).split("\n")
        assert max(len(line.rstrip()) for line in lines) <= width
        assert "…" not in sheet(state, width)


@pytest.mark.parametrize("width", [60, 80, 120, 160])
def test_everybody_is_on_the_sheet(width: int) -> None:
    for seats in (2, 4):
        state = positions(seats, 3)[70]
        shown = sheet(state, width)
        for seat in range(seats):
            assert f" {seat + 1} " in shown
            assert re.search(rf"{state.score_lines(seat)['total']} (pt|point)".replace("-", "−"), shown)


def test_a_second_sheet_is_large_where_there_is_room() -> None:
    state = positions(2, 3)[70]
    own = state.to_act()[0]
    widths = {width: sheet(state, width).count("▔━▁") for width in (80, 120, 140)}
    assert widths[80] == widths[120] < widths[140]
    assert sheet(state, 120).index(f" {own + 1} ") < sheet(state, 120).index(f" {2 - own} ")


def test_the_head_says_round_turn_token_and_dice() -> None:
    shown = printed(DRAWING.sheet(view_of(), ["take house"], {}, 80))
    head = shown.split("\n")[:4]
    assert head[0].rstrip() == "Round 3 of 10 · turn 2 of 5 · token: seat 2  · ▶ seat 1 decides · sheet A"
    assert "│H ⌂ ││S o▓││C ═╲│╎    ╎" in head[2] and "│● L ══│" in head[2]
    assert head[3].rstrip().split("╰")[-5:] == ["4 free╯", "5 free╯", "3 free╯", "taken─╯", "5 free╯"]


def test_the_die_in_hand_and_the_chosen_colour_are_shown() -> None:
    in_hand = printed(DRAWING.sheet(view_of(die="house", decision="colour", pool=["sheep"]), [], {}, 80))
    assert "│S o▓││H ⌂ │╎" in in_hand
    board = {**dict.fromkeys(COLOURS), "orange": "house"}
    chosen = drawing_a("house", board=board, pool=["sheep"])
    assert "chosen" in printed(DRAWING.sheet(chosen, [], {}, 80))


def test_hexes_that_may_be_drawn_in_stand_out() -> None:
    at_hex = printed(DRAWING.sheet(drawing_a("house"), ["draw a1", "draw c2"], {}, 80))
    assert re.findall(r"\[(\w\d)\]", at_hex) == ["a1", "c2"]
    at_die = printed(DRAWING.sheet(view_of(), ["take house"], {}, 80))
    assert "[a1]" in at_die and "[d1]" not in at_die  # pink is reserved
    blocked = printed(DRAWING.sheet(view_of(blocked=True), ["take house"], {}, 80))
    assert "[d1]" in blocked
    assert "[" not in printed(DRAWING.sheet(view_of(), [], {}, 80))
    way = {**drawing_a("straight", hex="c2"), "decision": "way"}
    assert ">c2<" in printed(DRAWING.sheet(way, ["way L03"], {}, 80))


def test_plain_text_has_no_escape_codes_and_colour_has() -> None:
    shown = DRAWING.sheet(view_of(), ["take house"], {}, 80)
    assert "\x1b" not in printed(shown)
    assert re.search(r"\x1b\[[\d;]*48;2;", printed(shown, colour="truecolor"))


def test_before_the_towns_are_dealt_there_is_nothing_to_draw() -> None:
    table = Table(GAME, GAME.setup(2))
    while table.state.to_act() == [CHANCE] and not table.state.view(None)["round"]:
        view = table.state.view(0)
        assert "being dealt" in printed(DRAWING.sheet(view, [], {}, 80))
        assert "being dealt" in printed(DRAWING.look("seats", view, 0, {}, 80))
        assert DRAWING.part(view) == "Set-up"
        assert DRAWING.question(view) == ""
        assert "five hexes" in DRAWING.about(view, "green")
        table.deal(QuickDealer(1))
    assert DRAWING.part(table.state.view(0)) == "Round 1"
    assert "the dice are rolled" in printed(DRAWING.sheet(table.state.view(0), [], {}, 80))


def test_the_game_comes_in_rounds() -> None:
    parts = [DRAWING.part(state.view(0)) for state in positions(2, 3)]
    assert list(dict.fromkeys(parts)) == [*[f"Round {n}" for n in range(1, 11)], "The end"]


# ---- looks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [60, 80, 140])
def test_a_sheet_can_be_looked_at_large(width: int) -> None:
    state = positions(3, 4)[150]
    shown = printed(DRAWING.look("sheet", state.view(0), 1, {1: state.score_lines(1)}, width), width)
    assert " 2 " in shown and "If it ended now" in shown and "a1" in shown
    assert str(state.score_lines(1)["total"]).replace("-", "−") in shown
    end = positions(3, 4)[-1]
    at_end = printed(DRAWING.look("sheet", end.view(None), 1, {}, width), width)
    assert "Final score" in at_end and "If it ended now" not in at_end


@pytest.mark.parametrize("width", [60, 80])
def test_all_seats_in_one_table(width: int) -> None:
    state = positions(5, 4)[300]
    shown = printed(DRAWING.look("seats", state.view(0), 0, {}, width), width)
    assert "…" not in shown
    for seat in range(5):
        assert f" {seat + 1} " in shown
    totals = re.search(r"total +(.*?) *│", shown)
    assert totals is not None
    assert totals[1].replace("−", "-").split() == [str(points) for points in state.scores()]


def test_the_board_in_words() -> None:
    view = view_of(pool=["house", "curve", "curve"])
    shown = " ".join(printed(DRAWING.look("board", view, 0, {}, 80)).split())
    assert "Dice in the pool: house and 2 × curved track." in shown
    assert "orange triangle, yellow square, green star and blue cross" in shown
    full = view_of(pool=[], board=dict.fromkeys(COLOURS, "house"))
    assert "Colours still open: none" in printed(DRAWING.look("board", full, 0, {}, 80))


def test_the_key_explains_every_picture_and_sign() -> None:
    key = printed(DRAWING.look("key", view_of(), 0, {}, 80))
    for sign in ("▟█▙", "o▓▓▓▖", "‹✿›", "«(☻)»", "╱╱", "▲ orange", "✚ blue", "[b2]", ">b2<", "▶"):
        assert sign in key
    for name in ("H house", "S sheep", "F sunflower", "U super", "L straight", "C curve"):
        assert name in key


# ---- questions and menus -----------------------------------------------------------------------------------


def test_every_decision_has_a_question_and_every_move_a_note_of_one_line() -> None:
    asked: set[str] = set()
    blocked: set[str] = set()
    for seed in range(6):
        for state in positions(2, seed):
            for seat in state.to_act():
                view = state.view(seat)
                asked.add(DRAWING.decision(view))
                question = DRAWING.question(view)
                assert question.endswith("?")
                assert ("SV 3.4" in question) == bool(view["blocked"])
                blocked |= {DRAWING.decision(view)} if view["blocked"] else set()
                for move in map(str, state.legal(seat)):
                    assert DRAWING.steps(move) == (move,) == (DRAWING.step_words(move),)
                    assert "\n" not in DRAWING.note(view, move)
    assert asked == {"die", "colour", "hex", "way"}
    assert blocked == {"die", "colour", "hex"}


@pytest.mark.parametrize(
    ("changes", "question"),
    [
        ({}, "Which die do you take?"),
        ({"decision": "colour", "die": "curve"}, "Curved track: on which colour?"),
        (
            {"decision": "hex", "die": "house", "colour": "orange"},
            "House on orange triangle: in which hex?",
        ),
        (
            {"decision": "way", "die": "curve", "colour": "orange", "hex": "c2"},
            "Curved track in c2 (orange triangle): how does it lie?",
        ),
    ],
)
def test_questions(changes: dict[str, Any], question: str) -> None:
    assert DRAWING.question(view_of(**changes)) == question


def test_a_move_is_one_step() -> None:
    menu = Menu(DRAWING, ["way L03", "way L14"])
    assert menu.options() == ["way L03", "way L14"]
    assert menu.take("way L14") == "way L14" and menu.meant("l03") == "way L03"
    assert DRAWING.step_question("way L03").endswith("?")


def test_nobody_is_asked_who_is_not_to_act() -> None:
    for view in (view_of(seat=1), view_of(seat=None), view_of(to_act=[], decision=None)):
        assert DRAWING.question(view) == "" == DRAWING.decision(view)


def test_the_preview_shows_each_way_with_what_it_runs_into() -> None:
    view = drawing_a("straight", hex="d4", colour="blue")
    preview = DRAWING.preview({**view, "decision": "way"}, [], ["way L03", "way L14", "way L25"])
    assert preview is not None
    shown = printed(preview).rstrip("\n").split("\n")
    assert re.split(r"\s{2,}", shown[0].strip()) == ["1) L03", "2) L14", "3) L25"]
    assert re.split(r"\s{2,}", shown[-2].strip()) == ["E free d5", "NE peak c5", "NW free c4"]
    assert re.split(r"\s{2,}", shown[-1].strip()) == ["W house d3", "SW peak e4", "SE free e5"]
    assert DRAWING.preview(view, [], ["draw a1"]) is None
    assert DRAWING.preview(view, [], []) is None


def test_six_ways_fit_into_eighty_columns() -> None:
    rows = [*EXAMPLE[:3], "H L03 H F C15 .", EXAMPLE[4]]
    view = view_of(rows, OTHER, hex="d6", die="curve", colour="blue")
    tokens = [token for token in TOKENS if token[0] == "C"]
    preview = DRAWING.preview({**view, "decision": "way"}, [], [f"way {token}" for token in tokens])
    assert preview is not None
    shown = printed(preview, 200).split("\n")
    assert max(len(line.rstrip()) for line in shown) <= 80
    assert "+4" in shown[-2]  # the second line from c6 to e6 closes a ring of two villages


# ---- what a choice brings ----------------------------------------------------------------------------------

TWO_VILLAGES = [". . . . ^ .", ". H L03 . H .", "^ . ^ . ^ .", ". . . . . .", ". . . ^ . ."]


@pytest.mark.parametrize(
    ("view", "move", "words"),
    [
        (view_of(), "take house", "brings two villagers; needs a sheep of its own"),
        (view_of(), "take sheep", "1 house of yours without a sheep"),
        (view_of(START, OTHER), "take sheep", "1 house of yours without a sheep"),
        (view_of(), "take sunflower", "1 point for each mountain next to it"),
        (view_of(), "take super-sunflower", "1 point for each mountain next to it; brings a villager"),
        (view_of(), "take straight", "joins opposite sides"),
        (view_of(), "take curve", "joins sides with one side between them"),
        (view_of(blocked=True), "take house", "you draw a plain sunflower instead"),
        (view_of(blocked=True, decision="colour"), "reserve pink", "then a sunflower in any free hex"),
        (view_of(die="house", decision="colour"), "reserve orange", "free: a1, a2, b1, c2"),
        (
            view_of(die="sunflower", decision="colour"),
            "reserve green",
            "free: a3, a4 at 1 mountain, c4 at 2 mountains",
        ),
        (drawing_a("house"), "draw c2", "joins the village b2; −5 as it stands"),
        (drawing_a("house"), "draw a1", "a village of its own; −5 as it stands"),
        (drawing_a("house", "green"), "draw a4", "a village of its own; −5 as it stands"),
        (drawing_a("house", "pink"), "draw e2", "a village of its own; +3 as it stands"),
        (drawing_a("sheep"), "draw a1", "serves no house yet"),
        (drawing_a("sheep"), "draw c2", "next to the house b2; serves no house yet"),
        (drawing_a("sheep", "pink"), "draw e2", "joins the herd e1; serves no house yet"),
        (drawing_a("sunflower"), "draw c2", "2 mountains: +2; then 1 in orange, most"),
        (drawing_a("super-sunflower"), "draw a1", "no mountain; then 1 in orange, most"),
        (drawing_a("sunflower", "pink"), "draw d1", "1 mountain: +1; then 2 in pink, as many as another"),
        (drawing_a("sunflower", "pink", rows=START), "draw e1", "no mountain; then 1 in pink, another has 2"),
        (drawing_a("house", blocked=True), "draw c2", "2 mountains: +2; then 1 in orange, most"),
        (drawing_a("straight", "pink"), "draw d1", "the track d2 leads here"),
        (drawing_a("straight"), "draw a1", ""),
        (drawing_a("curve"), "draw c2", "next to the house b2"),
    ],
)
def test_notes_say_what_a_move_brings(view: dict[str, Any], move: str, words: str) -> None:
    assert DRAWING.note(view, move) == words


def test_notes_on_the_ways_of_a_track_name_both_ends() -> None:
    view = view_of(TWO_VILLAGES, OTHER, hex="b4", die="straight", colour="yellow", decision="way")
    assert DRAWING.note(view, "way L03") == "east: house b5; west: over b3 to house b2"
    assert DRAWING.note(view, "way L14") == "north-east: mountain a5; south-west: free hex c4"
    view["hex"], view["valleys"][0]["rows"][0] = "a1", ". . C24 . ^ ."
    assert DRAWING.note(view, "way L03") == "east: free hex a2; west: edge"
    view["hex"] = "b1"
    assert DRAWING.note(view, "way L03") == "east: house b2; west: edge"
    view["hex"] = "a4"
    assert DRAWING.note(view, "way L03") == "east: mountain a5; west: flank of track a3"


def test_a_track_that_closes_a_ring_is_told_so() -> None:
    ring = [". . . . ^ .", ". C04 C35 . H .", "^ C15 ^ . ^ .", ". C02 C13 . . .", ". . . ^ . ."]
    view = view_of(ring, OTHER, hex="c4", die="curve", colour="green", decision="way")
    ends = DRAWING.note(view, "way C24").split("; ")
    assert ends[0] == "north-west: over b3, b2, c2, d2, d3 to this hex again"
    assert ends[1] == "south-west: over d3, d2, c2, b2, b3 to this hex again"


@pytest.mark.parametrize("move", ["take house", "reserve orange"])
def test_nothing_is_easily_regretted(move: str) -> None:
    assert DRAWING.doubt(view_of(), move, [move]) == ""


def test_closed_names_what_cannot_be_had() -> None:
    dice = DRAWING.closed(view_of(), ["take house", "take sheep", "take curve"])
    assert dice == ["take sunflower", "take super-sunflower", "take straight", "pass"]
    colours = DRAWING.closed(view_of(decision="colour", die="house"), ["reserve orange", "reserve blue"])
    assert colours == ["reserve yellow", "reserve green", "reserve pink"]
    assert DRAWING.closed(drawing_a("house"), ["draw a1"]) == []


def test_closed_hexes_are_told_by_what_closes_them() -> None:
    free = ["draw a1", "draw a2", "draw b1", "draw c2"]
    assert DRAWING.closed_words(drawing_a("house"), free) == [
        "The die lies on orange, so only free orange hexes will do (SV 3.2).",
        "Closed: a3, a4, a6, b4, b5, b6, c4, c6, d1, d4, d5, d6, e2, e5, e6 of other colours; b2, b3, d2, d3,"
        " e1, e3, which are drawn in; the mountains a5, c1, c3, c5, e4.",
    ]
    all_free = [f"draw {hex_text(place)}" for place in HEXES]
    assert DRAWING.closed_words(drawing_a("house", rows=START, blocked=True), all_free) == [
        "Any free hex will do (SV 3.4).",
        "Closed: b2, which is drawn in; the mountains a5, c1, c3, c5, e4.",
    ]
    assert DRAWING.closed_words(view_of(), ["take house"]) == []


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("house", ["take house"]),
        ("Super sunflower", ["take super-sunflower"]),
        ("flower", ["take sunflower"]),
        ("sheeep", ["take sheep"]),
        ("green", ["reserve green"]),
        ("star", ["reserve green"]),
        ("B2", ["draw b2"]),
        ("c24", ["way C24"]),
        ("tracks", ["take straight", "take curve"]),
        ("pass", ["pass"]),
        ("village", []),
        ("xyzzy", []),
    ],
)
def test_names_lead_to_moves(name: str, moves: list[str]) -> None:
    assert DRAWING.guess(view_of(), name) == moves
    for move in moves:
        assert str(GAME.parse(move)) == move


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("house", "House (H): brings two villagers"),
        ("super", "Super sunflower (U): counts like a sunflower"),
        ("curve", "six ways to lie (SV 3.5)"),
        ("villages", "SV 4.1"),
        ("lines", "SV 4.2"),
        ("network", "SV 4.3"),
        ("herd", "SV 4.4"),
        ("high-speed", "SV 5.6"),
        ("villagers", "SV 3.6, 5.5"),
        ("mountain", "SV 5.4"),
        ("blocked", "SV 3.4"),
        ("orange", "Free on your sheet: a1, a2, b1, c2."),
        ("circle", "Pink circle ●: a colour"),
        ("pink", "Reserved this round with a straight track."),
        ("t3", "Town T3: the first house stands in c4"),
        ("xyzzy", ""),
    ],
)
def test_things_are_explained(name: str, words: str) -> None:
    about = DRAWING.about(view_of(), name)
    assert words in about and bool(about) == bool(words)


@pytest.mark.parametrize("name", ["sheep", "herd", "network", "village"])
def test_things_are_explained_as_the_variant_plays_them(name: str) -> None:
    family = DRAWING.about(view_of(options=["family", "sheet=A"]), name)
    assert "SV 6.1" in family and "SV 6.1" not in DRAWING.about(view_of(), name)
    assert family.partition(":")[0] == DRAWING.about(view_of(), name).partition(":")[0]


def test_a_herd_is_nothing_to_a_family() -> None:
    family = drawing_a("sheep", "pink", options=["family", "sheet=A"])
    assert DRAWING.note(family, "draw e2") == "serves no house yet"


def test_a_blocked_player_with_a_sunflower_draws_it() -> None:
    blocked = view_of(blocked=True, pool=["sunflower", "house"])
    assert DRAWING.note(blocked, "take sunflower") == "you draw it in any free hex"
    assert DRAWING.note(blocked, "take house") == "you draw a plain sunflower instead"


# ---- few lines ---------------------------------------------------------------------------------------------


def test_a_sheet_in_five_lines_names_what_one_may_choose() -> None:
    picture = NamedSheet(
        regions_of(SHEET_A), symbols(BEGUN), [parse_hex("a1"), parse_hex("c2")], chosen=parse_hex("e6")
    )
    assert [line.rstrip() for line in printed(picture).splitlines()] == [
        "a ▲[a1] ▲ a2  ★ a3  ★ a4    ╱╲  ■ a6",
        "b    ▲ b1  ▲  H  ★  S  ■ b4  ■ b5  ■ b6",
        "c   ╱╲  ▲[c2]   ╱╲  ★ c4    ╱╲  ■ c6",
        "d    ● d1  ● ═══ ★  H  ✚ d4  ✚ d5  ✚ d6",
        "e ●  S  ● e2  ●  F    ╱╲  ✚ e5  ✚>e6<",
    ]
    assert re.search(r"48;2;255;215;94m\[a1\]", printed(picture, colour="truecolor"))


def heights(width: int, seats: int = 2) -> list[int]:
    """How high a sheet gets that is given so many lines, from many to few."""
    state = positions(seats, 3)[70]
    seat = state.to_act()[0]
    legal = [str(move) for move in state.legal(seat)]
    return [
        len(printed(DRAWING.sheet(state.view(seat), legal, {}, width, height), width).splitlines())
        for height in (1000, 26, 20, 11, 9)
    ]


@pytest.mark.parametrize("seats", [2, 5])
def test_a_sheet_gets_lower_where_there_are_few_lines(seats: int) -> None:
    for width in (80, 100, 140):
        high, middle, low, lower, lowest = heights(width, seats)
        assert high >= middle > low and middle <= 26 and low <= 11 and lower <= 11 and lowest <= 9
    assert heights(40)[-1] <= 12 and heights(60)[-1] <= 10


def test_the_lowest_sheet_has_dice_colours_and_everybody() -> None:
    view = view_of(pool=["house", "house", "curve"])
    shown = printed(DRAWING.sheet(view, ["take house"], {}, 80, 9)).splitlines()
    assert " ".join(shown[1].split()) == "Dice: H H C Colours: ▲ 4 ■ 5 ★ 3 ✚ 5"
    assert "[a1]" in shown[3] and shown[3].rstrip().endswith("2   3 pts, 2 villagers ▲0■0★0●2✚0")
    board = {**dict.fromkeys(COLOURS), "orange": "house"}
    chosen = printed(DRAWING.sheet(drawing_a("house", board=board), ["draw a1"], {}, 80, 9)).splitlines()
    assert chosen[1].rstrip().endswith("▲ H chosen")
    in_hand = view_of(die="house", decision="colour", pool=["sheep"])
    assert "Dice:  S   H  Colours:" in printed(DRAWING.sheet(in_hand, [], {}, 80, 9))


def test_between_whose_turn_it_is_and_the_points_there_is_a_blank() -> None:
    shown = printed(DRAWING.sheet(view_of(BEGUN, OTHER, to_act=[1], seat=1), [], {}, 100))
    assert " 2 ▶ " in shown and "▶−" not in printed(DRAWING.sheet(view_of(), [], {}, 40)) + shown
    assert " 1 ▶ 4 pts" in printed(DRAWING.sheet(view_of(), [], {}, 40))


# ---- why --------------------------------------------------------------------------------------------------


def because(rows: Sequence[str], line: str, *events: Event) -> list[str]:
    return DRAWING.because(view_of(rows, OTHER), line, events)


def service(sheep: str, house: str) -> Event:
    return Event("served", 0, {"sheep": sheep, "house": house})


@pytest.mark.parametrize(
    ("sheep", "house", "words"),
    [
        ("b1", "b2", "Next door, house by sheep: b2 by b1."),
        ("a1", "b2", "The sheep a1 serves the house b2 through the herd a1+b1."),
        ("b1", "b4", "The sheep b1 serves the house b4 through the line b2>b3>b4."),
        (
            "a1",
            "b5",
            "The sheep a1 serves the house b5 through the herd a1+b1, the line b2>b3>b4"
            " and the village b4+b5.",
        ),
        ("c6", "b4", "The sheep c6 serves the house b4 through the village b5+b4."),
        ("c6", "b2", "The sheep c6 serves the house b2 through the village b5+b4 and the line b4>b3>b2."),
    ],
)
def test_who_serves_whom_and_through_what(sheep: str, house: str, words: str) -> None:
    rows = ["S . . . ^ .", "S H L03 H H .", "^ . ^ . ^ S", ". . . . . .", ". . . ^ . ."]
    assert because(rows, "houses_with_sheep", service(sheep, house)) == [words]


def test_neighbours_come_first_and_in_a_row() -> None:
    rows = ["S . . . ^ .", "S H L03 H H .", "^ . ^ . ^ S", ". . . . . .", ". . . ^ . ."]
    pairs = [service("a1", "b4"), service("b1", "b2"), service("c6", "b5")]
    assert because(rows, "houses_with_sheep", *pairs) == [
        "Next door, house by sheep: b2 by b1, b5 by c6.",
        "The sheep a1 serves the house b4 through the herd a1+b1 and the line b2>b3>b4.",
    ]


def test_reasons_are_short() -> None:
    empty = [Event("unserved", 0, {"house": house}) for house in ("b2", "b3", "c6")]
    assert because(BEGUN, "houses_without", *empty) == ["Without a sheep: b2, b3, c6."]
    fed = [("d5", "c6"), ("d5", "e5"), ("e1", "d1")]
    events = [Event("feeds", 0, {"sunflower": flower, "mountain": peak}) for flower, peak in fed]
    assert because(BEGUN, "mountains", *events) == ["d5: mountains c6, e5; e1: mountain d1."]
    most = [Event("majority", 0, {"colour": colour, "count": 2}) for colour in ("pink", "blue")]
    assert because(BEGUN, "sunflower_majorities", *most) == ["Most sunflowers in pink (2) and blue (2)."]
    assert because(BEGUN, "high_speed") == []


def test_every_service_of_random_games_has_a_way() -> None:
    far = 0
    for seed in range(6):
        end = positions(3, seed)[-1]
        for seat in range(3):
            events = end.reasons(seat)["houses_with_sheep"]
            said = " ".join(DRAWING.because(end.view(None), "houses_with_sheep", events))
            assert said.count(" by ") - said.count("house by sheep") + said.count(" through ") == len(events)
            far += said.count(" through ")
    assert far > 0


def test_prizes_that_nobody_gets_are_explained() -> None:
    flowers = [". . . . ^ .", ". . . . H .", "^ . ^ . ^ .", "F F . . . F", ". . . ^ . ."]
    assert DRAWING.undecided(view_of(OTHER, flowers), "sunflower_majorities") == [
        "Most sunflowers in pink: 2 each for seats 1 and 2, so nobody (SV 5.3)."
    ]
    assert DRAWING.undecided(view_of(OTHER, START), "sunflower_majorities") == []
    assert DRAWING.undecided(view_of(START, START), "villager_points") == [
        "Villagers: full tie for first between seats 1 and 2, so nobody is first or second (SV 5.5)."
    ]
    assert DRAWING.undecided(view_of(START, BEGUN, START, seats=3), "villager_points") == [
        "Villagers: full tie for second between seats 1 and 3, so only the first scores (SV 5.5)."
    ]
    assert DRAWING.undecided(view_of(START, BEGUN), "villager_points") == []
    assert DRAWING.undecided(view_of(START, START), "mountains") == []


# ---- the end -----------------------------------------------------------------------------------------------


def test_the_verdict_names_winner_and_margin() -> None:
    assert DRAWING.verdict([20, 31], [2, 1], {}) == ["Seat 2 wins with 31 points, 11 ahead of Seat 1."]
    assert DRAWING.verdict([-3, 1, -3], [2, 1, 3], view_of(EXAMPLE, START, OTHER, seats=3)) == [
        "Seat 2 wins with 1 point, 4 ahead of Seat 1 and Seat 3.",
        "Seat 1 and Seat 3 are level with −3 points: houses decide, 7 to 1 (SV 5.7).",
    ]
    assert DRAWING.verdict([-3, -9], [1, 2], {})[0].startswith("Seat 1 wins with −3 points, 6 ahead")


def test_the_verdict_says_what_broke_a_tie() -> None:
    more_houses = view_of(EXAMPLE, OTHER)
    assert DRAWING.verdict([9, 9], [1, 2], more_houses)[1] == (
        "Seat 1 and Seat 2 are level with 9 points: houses decide, 7 to 1 (SV 5.7)."
    )
    more_flowers = view_of(START, OTHER, START, seats=3)
    assert "sunflowers decide, 2 to 0" in DRAWING.verdict([9, 9, 2], [2, 1, 3], more_flowers)[1]
    more_villagers = view_of([row.replace("F", "U") for row in OTHER], OTHER)
    assert "villagers decide, 4 to 2" in DRAWING.verdict([9, 9], [1, 2], more_villagers)[1]
    shared = DRAWING.verdict([9, 9], [1, 1], view_of(OTHER, OTHER))
    assert shared == [
        "Seat 1 and Seat 2 share the victory with 9 points.",
        "Seat 1 and Seat 2 share rank 1: houses, sunflowers and villagers are level too (SV 5.7).",
    ]
    three = view_of(EXAMPLE, OTHER, OTHER, seats=3)
    assert DRAWING.verdict([9, 9, 9], [1, 2, 2], three, ["Ada", "Ben", ""])[1:] == [
        "Ada, Ben and Seat 3 are level with 9 points: houses decide, 7 to 1 to 1 (SV 5.7).",
        "Ben and Seat 3 share rank 2: houses, sunflowers and villagers are level too (SV 5.7).",
    ]
    again = DRAWING.verdict([9, 9, 9], [1, 3, 2], view_of(EXAMPLE, START, OTHER, seats=3))
    assert again[2] == "Seat 3 and Seat 2 are still level: sunflowers decide, 2 to 0 (SV 5.7)."


def test_score_lines_have_words() -> None:
    for line in positions(2, 3)[-1].score_lines(0):
        assert DRAWING.line_words(line) and "_" not in DRAWING.line_words(line)


# ---- components --------------------------------------------------------------------------------------------


def test_every_component_is_drawn_with_its_paragraphs() -> None:
    assert list(DRAWING.components.kinds) == ["sheet", "die", "start"]
    for kind in DRAWING.components.kinds:
        for name in DRAWING.components.names(kind):
            assert len(printed(DRAWING.components.drawn(kind, name)).split("\n")) > 5
            assert DRAWING.components.paragraphs(kind, name)


def test_a_sheet_lists_its_hexes() -> None:
    shown = printed(DRAWING.components.drawn("sheet", "A"))
    assert re.search(r"▲ orange +a1, a2, b1, b2, c2", shown)
    assert re.search(r"mountains +a5, c1, c3, c5, e4", shown)


def test_the_start_chart_shows_where_a_town_begins() -> None:
    shown = printed(DRAWING.components.drawn("start", "T3"))
    assert "Town T3: the first house stands in c4" in shown
    assert "[T1]" in shown and "[T5]" in shown and "[T3]" not in shown and "▪∩▪T3" in shown


def test_components_say_where_their_data_come_from() -> None:
    text = '[sheets]\nsource = "my own box"\n'
    assert "source: my own box" in printed(drawing_for(GAME, text).components.drawn("sheet", "A"))
    assert "source" not in printed(DRAWING.components.drawn("sheet", "A"))
    assert "source" not in printed(drawing_for(GAME, text).components.drawn("die", "house"))
