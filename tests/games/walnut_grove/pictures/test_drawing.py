"""The drawing: tiles as they lie, farms with what is on them, panels, words."""

import re
from collections.abc import Mapping
from typing import Any, cast

import pytest

from farmstead.engine.contract import State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.pictures.farm_map import letters_in, tile_lines
from farmstead.games.walnut_grove.rules import GAME
from farmstead.games.walnut_grove.rules.names import DECISIONS, GOODS
from farmstead.render import drawing_for
from farmstead.render.shared import key_of
from farmstead.render.words import languages
from tests.games.walnut_grove.scenes import Scene
from tests.render import pictures
from tests.render.pictures import printed

DRAWING = drawing_for(GAME)


def positions(seats: int, seed: int) -> list[State]:
    return pictures.positions(GAME.name, seats, seed)


def sheet(state: State, width: int) -> str:
    return pictures.sheet(DRAWING, state, width)


GAME_OF_TWO = positions(2, 5)


# ---- tiles -----------------------------------------------------------------------------------------------


LETTERS = letters_in(DRAWING.words)


def test_a_tile_shows_edges_fences_and_squares() -> None:
    assert tile_lines(GAME.edition.tiles[17].turned[0], LETTERS) == ["  F1║     ", "W ══╣  F  ", "  W1║  17 "]


@pytest.mark.parametrize("number", sorted(GAME.edition.tiles))
def test_every_tile_in_every_turn_shows_its_letters_and_squares(number: int) -> None:
    for turned in GAME.edition.tiles[number].turned:
        lines = tile_lines(turned, LETTERS)
        for side, (x, y) in enumerate([(2, 0), (7, 1), (2, 2), (0, 1)]):
            assert lines[y][x] == LETTERS[GOODS[turned.edges[side]]]
        squares = "".join(lines).replace(f"{number:>3} ", "")
        assert sum(int(sign) for sign in squares if sign.isdecimal()) == sum(turned.squares)


@pytest.mark.parametrize("number", sorted(GAME.edition.tiles))
def test_fences_end_at_the_middle_of_their_edges(number: int) -> None:
    for turned in GAME.edition.tiles[number].turned:
        lines = tile_lines(turned, LETTERS)
        places = enumerate([(4, 0), (9, 1), (4, 2), (2, 1)])
        assert {side for side, (x, y) in places if lines[y][x] in "║═"} == set(turned.lines)
        assert (lines[1][4] != " ") == bool(turned.lines)


def test_every_terrain_has_a_letter_in_every_language() -> None:
    for language in languages():
        letters = letters_in(drawing_for(GAME, None, language).words)
        assert len(set(letters.values())) == len(GOODS)


# ---- sheets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [60, 80, 120, 160])
@pytest.mark.parametrize("seats", [1, 4])
def test_nothing_runs_over_the_rim(width: int, seats: int) -> None:
    for state in positions(seats, 3)[::7]:
        lines = sheet(state, width).split("\n")
        assert max(len(line) for line in lines) <= width


def test_districts_say_what_lies_on_them_and_who_works_there() -> None:
    for state in GAME_OF_TWO[::5]:
        farms = state.view(0)["farms"]
        assert isinstance(farms, list)
        said = " ".join(printed(DRAWING.look("farm", state.view(0), 0, {}, 400), 400).split())
        for each in farms[0]["districts"]:
            tiles = "1 tile" if each["size"] == 1 else f"{each['size']} tiles"
            at, work = f"{each['at'][0]},{each['at'][1]}", " @" if each["worked"] else ""
            assert f"{at} {tiles}, {each['goods']}/{each['squares']}{work}" in said


def test_free_cells_show_where_a_tile_may_go() -> None:
    state = next(state for state in GAME_OF_TWO if state.stage().endswith("spring"))
    assert all(f"({column},1)" in sheet(state, 80) for column in range(5))
    assert "(0,1)" not in printed(DRAWING.sheet(state.view(0), [], {}, 80))


BESIDE = ((8, -1, 0, 0), (7, -2, 0, 2), (13, 5, 0, 0), (4, 0, 1, 1))  # WG 3.7: in row 0, left and right


def test_land_beside_the_board_lies_at_the_height_of_the_landscapes() -> None:
    scene = Scene().furnish(tiles=BESIDE, land="grain@-1,0")
    lines = printed(DRAWING.look("farm", scene.state.view(0), 0, {}, 100), 100).split("\n")
    rim = next(n for n, line in enumerate(lines) if "╔" in line and "╗" in line)
    row = lines[rim + 1]  # the middle of both tiles and landscapes
    assert row.split()[0] == "0" and "G2 grain" in row
    assert [word for word in lines[rim + 2].split() if word.isdecimal()] == ["7", "8", "13"]
    assert lines[rim + 3].split() == ["-2", "-1", "0", "1", "2", "3", "4", "5"]


def test_free_cells_beside_the_board_are_shown_and_numbered() -> None:
    state = Scene().furnish(tiles=BESIDE).spring().state
    legal = [str(move) for move in state.legal(0)]
    drawn = printed(DRAWING.sheet(state.view(0), legal, {}, 160), 160)
    assert "(-3,0)" in drawn and "(6,0)" in drawn


def test_a_wide_farm_is_cut_after_whole_tiles() -> None:
    view = Scene().furnish(tiles=BESIDE).state.view(0)
    wide, narrow = [printed(DRAWING.look("farm", view, 0, {}, width), width) for width in (100, 60)]
    assert wide.count(" 0 ") < narrow.count(" 0 ") and max(map(len, narrow.split("\n"))) <= 60
    assert all(narrow.count(name) == 1 for name in ("G2 grain", "W2 wood"))


@pytest.mark.parametrize("options", [["beside=off"], []])
def test_the_rim_turns_down_where_land_may_lie_beside_the_board(options: list[str]) -> None:
    """WG 9.3."""
    drawn = printed(DRAWING.look("farm", Scene(options=options).state.view(0), 0, {}, 80), 80)
    assert ("╔" in drawn and "╗" in drawn) == (not options)


def test_nine_figures_are_listed_with_what_they_need() -> None:
    eight = "yellow yellow yellow blue blue blue white white"
    state = Scene(disc="A1").furnish(labourers=eight, huts=4).state
    for width in (60, 80, 160):
        drawn = " ".join(printed(DRAWING.sheet(state.view(0), [], {}, width), width).split())
        assert "farmer, 3 yellow, 3 blue, 2 white" in drawn
        assert "4 of 4 huts, 0 of 2 barns built, 4 wagons" in drawn
        assert "3 grain, 6 fish, 2 dairy, 4 wood" in drawn  # blue labourers eat double, no fire on the disc


def test_other_peoples_coins_are_only_counted() -> None:
    for state in GAME_OF_TWO[2:-1:9]:
        view: Any = state.view(0)
        own = printed(DRAWING.look("farm", view, 0, {}, 400), 400)
        other = printed(DRAWING.look("farm", view, 1, {1: state.score_lines(1)}, 400), 400)
        values, barn = view["farms"][0]["barn"]["values"], view["farms"][1]["barn"]
        assert all((coin in own) == bool(count) for coin, count in values.items())
        assert ("copper" in other) == bool(barn["known_copper"])
        assert ("1 coin" in other) == (barn["coins"] - barn["known_copper"] == 1)
        assert "silver" not in other and "gold" not in other and "without coins =" in other


def test_the_street_lists_every_building_in_walking_order() -> None:
    street = printed(DRAWING.look("town", GAME_OF_TWO[3].view(0), 0, {}, 80))
    found = [street.index(building.name.replace("'", "’")) for building in GAME.edition.ring]
    assert found == sorted(found)
    assert street.count("toll line") == 2


def test_plain_text_has_no_escape_codes_and_colour_has() -> None:
    state = GAME_OF_TWO[20]
    view = state.view(0)
    assert "\x1b" not in printed(DRAWING.sheet(view, [], {}, 80))
    assert re.search(r"\x1b\[[\d;]*4[0-7]", printed(DRAWING.sheet(view, [], {}, 80), colour="truecolor"))


def test_before_the_boards_are_dealt_there_is_nothing_to_draw() -> None:
    view = Table(GAME, GAME.setup(2)).state.view(0)
    assert "being dealt" in printed(DRAWING.sheet(view, [], {}, 80))


# ---- questions and menus -----------------------------------------------------------------------------------


def test_every_decision_has_a_question_and_every_move_its_steps() -> None:
    """Slow: every decision of whole games."""
    asked: set[str] = set()
    for seed in range(12):
        for state in positions(2, seed):
            for seat in state.to_act():
                view = state.view(seat)
                asked.add(decision_of(view))
                assert DRAWING.question(view).endswith((".", "?"))
                for move in state.legal(seat)[:9]:
                    assert " ".join(DRAWING.steps(str(move))) == str(move)
                    assert isinstance(DRAWING.note(view, str(move)), str)
    assert asked >= set(DECISIONS) - {"coins", "improvement"}


def decision_of(view: Mapping[str, object]) -> str:
    farms, seat = view["farms"], view["seat"]
    assert isinstance(farms, list) and isinstance(seat, int)
    return str(farms[seat]["pending"]["agenda"][-1])


def test_nobody_is_asked_who_is_not_to_act() -> None:
    assert DRAWING.question(GAME_OF_TWO[0].view(None)) == ""
    assert DRAWING.question(GAME_OF_TWO[-1].view(0)) == ""


def test_the_preview_shows_the_turns_that_are_left() -> None:
    preview = DRAWING.preview({}, ["lay 17", "at 0,1"], ["turn 0", "turn 3"])
    assert preview is not None
    assert "1) not turned" in printed(preview) and "2) three times" in printed(preview)
    assert DRAWING.preview({}, [], ["lay 17"]) is None


def test_names_lead_to_moves() -> None:
    view = next(state for state in GAME_OF_TWO if decision_of(state.view(state.to_act()[0])) == "visit").view(
        0
    )
    assert DRAWING.guess(view, "hotel") == ["visit hotel"]
    assert DRAWING.guess(view, "Johansen's Mill") == ["visit johansens-mill"]
    assert DRAWING.guess(view, "hottel") == ["visit hotel"]
    assert DRAWING.guess(view, "xyzzy") == []


def test_the_verdict_names_winners_grades_and_ties() -> None:
    assert "expert" in DRAWING.verdict([35], [1], {})[0]
    assert "would have won" in DRAWING.verdict([24], [1], {})[0]
    assert DRAWING.verdict([20, 31], [2, 1], {}) == ["Seat 2 wins with 31 points."]
    stored = {"spaces": 6, "goods": {"wood": 2, "fish": 1}, "coins": 0, "known_copper": 0, "values": None}
    assert DRAWING.verdict([31, 31], [1, 2], view_of(barn=stored)) == [
        "Seat 1 wins with 31 points.",
        "Seat 1 and Seat 2 are tied with 31 points: goods on land and in the barn decide, 4 to 1 (WG 8.8).",
    ]
    assert DRAWING.verdict([31, 31], [1, 1], view_of()) == [
        "Seat 1 and Seat 2 tie for the win with 31 points each.",
        "Seat 1 and Seat 2 share rank 1: they tie on goods on land and in the barn too (WG 8.8).",
    ]


# ---- what a choice costs and brings ----------------------------------------------------------------------


def view_of(*options: str, **farm: object) -> dict[str, Any]:
    """What seat 1 of two sees in its first decision, with its farm changed."""
    table = Table(GAME, GAME.setup(2, options))
    table.settle(QuickDealer(5))
    view: dict[str, Any] = table.state.view(0)
    view["farms"][0] |= farm
    view["figures"] = [{"row": "church", "arrived": 0}, None]
    return view


def at(verb: str) -> State:
    """The first position of random games in which such a move is legal."""
    found = [state for seed in range(12) for state in positions(2, seed)]
    return next(
        state
        for state in found
        for seat in state.to_act()
        if any(str(move).startswith(verb) for move in state.legal(seat))
    )


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("start church", ""),
        ("work wood", "it would bring "),
        ("leave", " would be lost: no room"),
        ("hire", " would start after winter; farmer and labourers +2"),
        ("build barn", "huts and barns +1"),
        ("buy", "; improvements +"),
        ("toll help", "you’d take a help tile"),
        ("help for", "you’d take a help tile"),
        ("visit post-office", "2 goods"),
        ("done", ""),
    ],
)
def test_notes_say_what_a_move_would_bring(verb: str, words: str) -> None:
    state = at(verb)
    for seat in state.to_act():
        moves = [str(move) for move in state.legal(seat) if str(move).startswith(verb)]
        assert all(words in DRAWING.note(state.view(seat), move) for move in moves)
        if not words:
            assert {DRAWING.note(state.view(seat), move) for move in moves} <= {""}


def test_a_visit_says_its_price_what_waits_and_the_tolls() -> None:
    for state in GAME_OF_TWO[::3]:
        for seat in state.to_act():
            view: Any = state.view(seat)
            for move in [str(move) for move in state.legal(seat) if str(move).startswith("visit ")]:
                note, key = DRAWING.note(view, move), move.removeprefix("visit ")
                rows = DRAWING.boards("town", view, seat, [], {})[0].values()
                (row,) = [row for table in rows for row in cast(Any, table) if key_of(row[""]) == key]
                assert row["price"] in note and row["waiting"] in note
                assert ("toll line" in note) == bool(row["tolls"])


def test_only_the_end_with_help_still_open_is_doubted() -> None:
    view = view_of()
    view["farms"][0]["pending"]["agenda"] = ["last"]
    assert "saves 2 points" in DRAWING.doubt(view, "done", ["done", "repay"])
    assert DRAWING.doubt(view, "done", ["done"]) == DRAWING.doubt(view, "repay", ["done", "repay"]) == ""
    assert DRAWING.doubt({**view, "options": ["french"]}, "done", ["done", "repay"]) == ""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tent", "2 points for each improvement"),
        ("Johansen's Mill", "take a hut or a barn"),
        ("hut", "no wood in winter"),
        ("blue", "eats 1 fish"),
        ("wood", "Fires burn it"),
        ("gold", "2 at the end"),
        ("paddok", "Paddock"),
        ("xyzzy", ""),
    ],
)
def test_things_are_explained(name: str, words: str) -> None:
    about = DRAWING.about(view_of(), name)
    assert words in about and bool(about) == bool(words)


def test_the_key_explains_every_letter_and_sign() -> None:
    key = printed(DRAWING.look("key", view_of(), 0, {}, 80))
    for sign in ("G ", "W ", "Copper coin", "¢", "›", "✕", "@", "G2", "Yellow"):
        assert sign in key


def test_nothing_is_cut_off_in_a_narrow_terminal() -> None:
    for state in positions(4, 3)[::9]:
        assert "…" not in sheet(state, 60)
        owned = state.view(0)["farms"]
        assert isinstance(owned, list)
        seats = printed(DRAWING.look("seats", state.view(0), 0, {}, 60), 60)
        assert all(name in seats for farm in owned for name, count in farm["improvements"].items() if count)


def test_the_season_mark_moves_nothing() -> None:
    lines = {
        sheet(state, 80).split("\n")[2].rstrip() for state in GAME_OF_TWO[:-1] if state.view(0)["year"] == 1
    }
    assert len(lines) == 1
