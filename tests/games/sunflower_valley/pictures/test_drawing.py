"""The drawing of Sunflower Valley: hexes that fit, tracks that meet, what is asked, what choices bring."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from rich.cells import cell_len

from farmstead import shelf
from farmstead.cli.menu import Menu
from farmstead.engine.contract import CHANCE, Event, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.games.sunflower_valley.pictures.drawing import drawing
from farmstead.games.sunflower_valley.pictures.notes import ends_of
from farmstead.games.sunflower_valley.pictures.valley_map import EMBLEMS, hex_lines, small_map, valley_map
from farmstead.games.sunflower_valley.pictures.views import table_view, valleys_of
from farmstead.games.sunflower_valley.rules import GAME
from farmstead.games.sunflower_valley.rules.hexes import HEXES, hex_text, parse_hex
from farmstead.games.sunflower_valley.rules.names import COLOURS, TOKENS
from farmstead.render import Drawing, drawing_for
from farmstead.render.shared import signed
from farmstead.render.text_board import TextBoard
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


def test_the_sheet_of_the_rules_page() -> None:
    assert printed(valley_map(SHEET_A, symbols(EXAMPLE))).split("\n")[:9] == [
        "     a1      a2      a3      a4      a5      a6",
        "a ══ ▲C      ▲S      ★F      ★S      ^^      ■H",
        "        ╲",
        "         b1      b2      b3      b4      b5      b6",
        "b        ▲U      ▲H      ★H      ■U      ■U      ■S",
        "",
        "     c1      c2 ╱    c3    ╲ c4      c5      c6",
        "c    ^^      ▲L      ^^      ★C      ^^      ■H",
        "           ╱               ╱",
    ]


def test_a_small_sheet_has_a_line_for_each_row() -> None:
    assert printed(small_map(SHEET_A, symbols(BEGUN), parse_hex("e6"))).splitlines() == [
        "a ▲a1  ▲a2  ★a3  ★a4  ^    ■a6",
        "b   ▲b1  ▲H   ★S   ■b4  ■b5  ■b6",
        "c ^    ▲c2  ^    ★c4  ^    ■c6",
        "d   ●d1  ●L03 ★H   ✚d4  ✚d5  ✚d6",
        "e ●S   ●e2  ●F   ^    ✚e5  ✚?",
    ]


def test_every_symbol_looks_different() -> None:
    b2 = parse_hex("b2")
    large = ["\n".join(hex_lines(SHEET_A, TOKENS.index(token), b2, "b2")) for token in TOKENS]
    assert len(set(large)) == len(TOKENS)
    small = [printed(small_map(SHEET_A, _with(b2, token))) for token in TOKENS]
    assert len(set(small)) == len(TOKENS)


def _with(place: int, token: str) -> list[int]:
    found = symbols(START)
    found[place] = TOKENS.index(token)
    return found


@pytest.mark.parametrize("letter", GAME.edition.sheets)
def test_every_hex_shows_its_name_and_its_emblem(letter: str) -> None:
    layout = GAME.edition.sheets[letter]
    shown = printed(valley_map(layout, layout.blank))
    assert all(hex_text(place) in shown for place in HEXES)
    for n, colour in enumerate(COLOURS):
        assert shown.count(EMBLEMS[colour]) == len(layout.cells[n])


def test_colour_is_never_the_only_sign() -> None:
    assert len(set(EMBLEMS.values())) == len(COLOURS)


def test_all_characters_are_one_column_wide() -> None:
    for colour in (None, "truecolor"):
        drawn = printed(valley_map(SHEET_A, symbols(EXAMPLE)), colour=colour)
        plain = re.sub(r"\x1b\[[\d;]*m", "", drawn)
        assert all(cell_len(char) == 1 for char in plain if char != "\n")


def test_open_and_chosen_hexes_are_marked() -> None:
    hexes = [parse_hex("a1"), parse_hex("b1")]
    shown = printed(valley_map(SHEET_A, symbols(BEGUN), hexes, chosen=parse_hex("c2")))
    assert "[a1]" in shown and "[b1]" in shown and ">c2<" in shown
    assert "[a2]" not in shown and " a2 " in shown


# ---- the whole table ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 140, 160])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_nothing_runs_over_the_rim(width: int, seats: int) -> None:
    for state in positions(seats, 3)[::41]:
        shown = sheet(state, width)
        assert max(len(line.rstrip()) for line in shown.split("\n")) <= width
        assert "…" not in shown


@pytest.mark.parametrize("width", [60, 80, 120, 160])
def test_everybody_is_on_the_sheet(width: int) -> None:
    for seats in (2, 4):
        state = positions(seats, 3)[70]
        shown = sheet(state, width)
        for seat in range(seats):
            points = str(state.score_lines(seat)["total"]).replace("-", "−")
            assert f"Seat {seat + 1}: {points} point" in shown


def test_dice_and_colours_stand_beside_the_sheet_where_there_is_room() -> None:
    state = positions(2, 3)[70]
    lines = {width: len(sheet(state, width).splitlines()) for width in (60, 80, 120)}
    assert lines[60] > lines[80] >= lines[120]
    own = state.to_act()[0]
    assert sheet(state, 120).index(f"Seat {own + 1}:") < sheet(state, 120).index(f"Seat {2 - own}:")


def test_the_head_says_round_turn_token_and_dice() -> None:
    shown = printed(DRAWING.sheet(view_of(), ["take house"], {}, 100), 100)
    assert shown.split("\n")[0].rstrip() == (
        "Round 3 of 10 · turn 2 of 5 · marker: seat 2 · ▶ seat 1 decides · sheet A"
    )
    said = " ".join(printed(DRAWING.look("board", view_of(), 0, {}, 100), 100).split())
    for words in ("H house", "S sheep", "C curved track", "▲ orange 4 free", "● pink taken L"):
        assert words in said


def test_the_die_in_hand_and_the_chosen_colour_are_shown() -> None:
    in_hand = view_of(die="house", decision="colour", pool=["sheep"])
    assert re.search(r"Die +house", printed(DRAWING.look("board", in_hand, 0, {}, 80)))
    board = {**dict.fromkeys(COLOURS), "orange": "house"}
    chosen = drawing_a("house", board=board, pool=["sheep"])
    assert re.search("orange +chosen +H", printed(DRAWING.look("board", chosen, 0, {}, 80)))


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
    assert re.search(r"\x1b\[[\d;]*4[38]", printed(shown, colour="truecolor"))


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
    assert "Seat 2:" in shown and "If it ended now" in shown and "a1" in shown
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
        assert f"Seat {seat + 1}" in " ".join(shown.split())
    totals = re.search(r"Total +(.*?) *\n", shown)
    assert totals is not None
    assert totals[1].replace("−", "-").split() == [str(points) for points in state.scores()]


def test_the_board_in_words() -> None:
    view = view_of(pool=["house", "curve", "curve"])
    shown = " ".join(printed(DRAWING.look("board", view, 0, {}, 80)).split())
    assert "Dice H house C curved track C curved track Colours" in shown
    full = view_of(pool=[], board=dict.fromkeys(COLOURS, "house"))
    assert re.search("Dice +none", printed(DRAWING.look("board", full, 0, {}, 80)))
    assert printed(DRAWING.look("board", full, 0, {}, 80)).count("taken") == len(COLOURS)


def test_the_key_explains_every_letter_and_sign() -> None:
    key = " ".join(printed(DRAWING.look("key", view_of(), 0, {}, 80)).split())
    for sign in ("╱ ═ ╲", "▲ orange", "✚ blue", "[b2]", ">b2<", "▶", "^ a mountain"):
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
            "Curved track in c2 (orange triangle): which way does it run?",
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


def test_the_preview_shows_each_way() -> None:
    view = drawing_a("straight", hex="d4", colour="blue")
    preview = DRAWING.preview({**view, "decision": "way"}, [], ["way L03", "way L14", "way L25"])
    assert printed(preview or "").split("\n")[:4] == [
        "1) L03    2) L14    3) L25",
        "                ╱    ╲",
        "══  L ══      L         L",
        "           ╱              ╲",
    ]
    assert DRAWING.preview(view, [], ["draw a1"]) is None
    assert DRAWING.preview(view, [], []) is None


def test_six_ways_fit_into_eighty_columns() -> None:
    view = view_of(EXAMPLE, OTHER, hex="d6", die="curve", colour="blue", decision="way")
    tokens = [token for token in TOKENS if token[0] == "C"]
    preview = DRAWING.preview(view, [], [f"way {token}" for token in tokens])
    assert preview is not None
    assert max(len(line.rstrip()) for line in printed(preview, 200).split("\n")) <= 80


# ---- what a choice brings ----------------------------------------------------------------------------------

TWO_VILLAGES = [". . . . ^ .", ". H L03 . H .", "^ . ^ . ^ .", ". . . . . .", ". . . ^ . ."]


def at(decision: str, die: str = "") -> State:
    """The first position of a random game with that decision, and that die in hand."""
    found = [state for seed in range(3) for state in positions(2, seed)]
    return next(
        state
        for state in found
        if state.view(None)["decision"] == decision and die in ("", state.view(None)["die"])
    )


@pytest.mark.parametrize("decision", ["die", "colour"])
def test_what_only_begins_a_turn_brings_nothing_yet(decision: str) -> None:
    state = at(decision)
    seat = state.to_act()[0]
    assert {DRAWING.note(state.view(seat), str(move)) for move in state.legal(seat)} == {""}


@pytest.mark.parametrize("die", ["house", "sheep", "sunflower", "super-sunflower"])
def test_notes_say_what_a_move_would_bring(die: str) -> None:
    state = at("hex", die)
    seat = state.to_act()[0]
    before = state.score_lines(seat)
    for move in state.legal(seat):
        note, after = DRAWING.note(state.view(seat), str(move)), state.clone()
        after.apply(seat, move)
        assert ("2 villagers move in" in note) == (die == "house")
        for line, points in after.score_lines(seat).items():
            gain = points - before[line]
            told = f"{DRAWING.line_words(line)} {'+' if gain > 0 else ''}{signed(gain)}"
            assert (told in note) == (gain != 0 and line != "total")


def ends(view: dict[str, Any], way: str) -> str:
    """Where a track would lead, in words."""
    valley = valleys_of(GAME.edition, table_view(view))[view["seat"]]
    place = parse_hex(view["hex"])
    return "; ".join([end.sentence(DRAWING.words) for end in ends_of(valley, place, way)])


def test_notes_on_the_ways_of_a_track_name_both_ends() -> None:
    view = view_of(TWO_VILLAGES, OTHER, hex="b4", die="straight", colour="yellow", decision="way")
    assert ends(view, "L03") == "east: house b5; west: over b3 to house b2"
    assert ends(view, "L14") == "north-east: mountain a5; south-west: free hex c4"
    view["hex"], view["valleys"][0]["rows"][0] = "a1", ". . C24 . ^ ."
    assert ends(view, "L03") == "east: free hex a2; west: edge"
    view["hex"] = "b1"
    assert ends(view, "L03") == "east: house b2; west: edge"
    view["hex"] = "a4"
    assert ends(view, "L03") == "east: mountain a5; west: flank of track a3"


def test_a_track_that_closes_a_ring_is_told_so() -> None:
    ring = [". . . . ^ .", ". C04 C35 . H .", "^ C15 ^ . ^ .", ". C02 C13 . . .", ". . . ^ . ."]
    view = view_of(ring, OTHER, hex="c4", die="curve", colour="green", decision="way")
    assert ends(view, "C24").split("; ") == [
        "north-west: over b3, b2, c2, d2, d3 to this hex again",
        "south-west: over d3, d2, c2, b2, b3 to this hex again",
    ]


def test_notes_on_ways_have_both_ends_and_the_points() -> None:
    state = at("way")
    seat = state.to_act()[0]
    view = dict(state.view(seat))
    for move in map(str, state.legal(seat)):
        assert DRAWING.note(view, move).startswith(ends(view, move.removeprefix("way ")))


@pytest.mark.parametrize("move", ["take house", "reserve orange"])
def test_nothing_is_easily_regretted(move: str) -> None:
    assert DRAWING.doubt(view_of(), move, [move]) == ""


def test_closed_names_what_cannot_be_had() -> None:
    dice = DRAWING.closed(view_of(), ["take house", "take sheep", "take curve"])
    assert dice == ["take sunflower", "take super-sunflower", "take straight", "pass"]
    colours = DRAWING.closed(view_of(decision="colour", die="house"), ["reserve orange", "reserve blue"])
    assert colours == ["reserve yellow", "reserve green", "reserve pink"]


def test_closed_hexes_are_told_by_what_closes_them() -> None:
    free = ["draw a1", "draw a2", "draw b1", "draw c2"]
    assert DRAWING.closed_words(drawing_a("house"), free) == [
        "The die is on orange, so only free orange hexes will do (SV 3.2).",
        "Closed: a3, a4, a6, b4, b5, b6, c4, c6, d1, d4, d5, d6, e2, e5, e6 of other colours; b2, b3, d2, d3,"
        " e1, e3, already drawn in; the mountains a5, c1, c3, c5, e4.",
    ]
    all_free = [f"draw {hex_text(place)}" for place in HEXES]
    assert DRAWING.closed_words(drawing_a("house", rows=START, blocked=True), all_free) == [
        "Any free hex will do (SV 3.4).",
        "Closed: b2, already drawn in; the mountains a5, c1, c3, c5, e4.",
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
        ("straight", ["take straight"]),
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


# ---- few lines ---------------------------------------------------------------------------------------------


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
        assert high >= middle >= low and middle <= 26 and low <= 20 and lower <= 11 and lowest <= 11


def test_the_lowest_sheet_has_dice_colours_and_free_hexes() -> None:
    view = view_of(pool=["house", "house", "curve"])
    shown = printed(DRAWING.sheet(view, ["take house"], {}, 80, 9)).splitlines()
    assert shown[1].split() == ["Dice", "H", "H", "C"]
    assert " ".join(shown[2].split()) == "Colours ▲ 4 free, ■ 5 free, ★ 3 free, ● taken, ✚ 5 free"
    assert "▲a1" in shown[4]
    board = {**dict.fromkeys(COLOURS), "orange": "house"}
    chosen = printed(DRAWING.sheet(drawing_a("house", board=board), ["draw a1"], {}, 80, 9)).splitlines()
    assert "▲ chosen" in chosen[2]


# ---- why --------------------------------------------------------------------------------------------------


def because(rows: Sequence[str], line: str, *events: Event) -> list[str]:
    return DRAWING.because(view_of(rows, OTHER), line, events)


def service(sheep: str, house: str) -> Event:
    return Event("served", 0, {"sheep": sheep, "house": house})


@pytest.mark.parametrize(
    ("sheep", "house", "words"),
    [
        ("b1", "b2", "Next door, house by sheep: b2 by b1."),
        ("a1", "b2", "The sheep a1 supplies the house b2 through the herd a1+b1."),
        ("b1", "b4", "The sheep b1 supplies the house b4 through the line b2>b3>b4."),
        (
            "a1",
            "b5",
            "The sheep a1 supplies the house b5 through the herd a1+b1, the line b2>b3>b4"
            " and the village b4+b5.",
        ),
        ("c6", "b4", "The sheep c6 supplies the house b4 through the village b5+b4."),
        ("c6", "b2", "The sheep c6 supplies the house b2 through the village b5+b4 and the line b4>b3>b2."),
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
        "The sheep a1 supplies the house b4 through the herd a1+b1 and the line b2>b3>b4.",
    ]


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
    assert DRAWING.parted(view_of(START, OTHER), "villager_points") == [
        "Villagers: 2 each for seats 1 and 2; seat 2 has more sunflowers (SV 5.5)."
    ]
    assert DRAWING.parted(view_of(START, START), "villager_points") == []


# ---- the end -----------------------------------------------------------------------------------------------


def test_the_verdict_names_winner_and_margin() -> None:
    assert DRAWING.verdict([20, 31], [2, 1], {}) == ["Seat 2 wins with 31 points, 11 ahead of Seat 1."]
    assert DRAWING.verdict([-3, 1, -3], [2, 1, 3], view_of(EXAMPLE, START, OTHER, seats=3)) == [
        "Seat 2 wins with 1 point, 4 ahead of Seat 1 and Seat 3.",
        "Seat 1 and Seat 3 are tied with −3 points: houses decide, 7 to 1 (SV 5.7).",
    ]
    assert DRAWING.verdict([-3, -9], [1, 2], {})[0].startswith("Seat 1 wins with −3 points, 6 ahead")


def test_the_verdict_says_what_broke_a_tie() -> None:
    more_houses = view_of(EXAMPLE, OTHER)
    assert DRAWING.verdict([9, 9], [1, 2], more_houses)[1] == (
        "Seat 1 and Seat 2 are tied with 9 points: houses decide, 7 to 1 (SV 5.7)."
    )
    more_flowers = view_of(START, OTHER, START, seats=3)
    assert "sunflowers decide, 2 to 0" in DRAWING.verdict([9, 9, 2], [2, 1, 3], more_flowers)[1]
    more_villagers = view_of([row.replace("F", "U") for row in OTHER], OTHER)
    assert "villagers decide, 4 to 2" in DRAWING.verdict([9, 9], [1, 2], more_villagers)[1]
    shared = DRAWING.verdict([9, 9], [1, 1], view_of(OTHER, OTHER))
    assert shared == [
        "Seat 1 and Seat 2 tie for the win with 9 points each.",
        "Seat 1 and Seat 2 share rank 1: they tie on houses, sunflowers and villagers too (SV 5.7).",
    ]
    three = view_of(EXAMPLE, OTHER, OTHER, seats=3)
    assert DRAWING.verdict([9, 9, 9], [1, 2, 2], three, ["Ada", "Ben", ""])[1:] == [
        "Ada, Ben and Seat 3 are tied with 9 points: houses decide, 7 to 1 to 1 (SV 5.7).",
        "Ben and Seat 3 share rank 2: they tie on houses, sunflowers and villagers too (SV 5.7).",
    ]
    again = DRAWING.verdict([9, 9, 9], [1, 3, 2], view_of(EXAMPLE, START, OTHER, seats=3))
    assert again[2] == "Seat 3 and Seat 2 are still tied: sunflowers decide, 2 to 0 (SV 5.7)."


def test_score_lines_have_words() -> None:
    for line in positions(2, 3)[-1].score_lines(0):
        assert DRAWING.line_words(line) and "_" not in DRAWING.line_words(line)


# ---- components --------------------------------------------------------------------------------------------


def test_every_component_has_its_data_and_paragraphs() -> None:
    components = drawing_for(GAME, shelf.edition_text(GAME.name)).components
    assert {kind: list(components.entries(kind)) for kind in components.kinds} == {
        "sheet": list("ABCDEFGH"),
        "die": ["house", "sheep", "sunflower", "super-sunflower", "straight", "curve"],
        "start": ["T1", "T2", "T3", "T4", "T5"],
    }
    assert all(kind.rules for kind in components.kinds.values())
    assert components.entries("start")["T3"] == {"start": "T3", "data": "c4"}


def test_the_start_chart_shows_where_a_town_begins() -> None:
    shown = printed(TextBoard(DRAWING.words, 80).board(DRAWING.pictured("start", "T3")))
    assert "[T1]" in shown and "[T3]" in shown and shown.count(" H ") == 1
    assert DRAWING.pictured("die", "house") == {}


def test_components_say_where_their_data_come_from() -> None:
    text = '[sheets]\nsource = "my own box"\nA = ["OOGG^Y"]\n'
    assert drawing_for(GAME, text).components.source("sheet", "A") == "my own box"
    assert drawing_for(GAME, text).components.source("die", "house") == ""
    assert DRAWING.components.source("sheet", "A") == ""
