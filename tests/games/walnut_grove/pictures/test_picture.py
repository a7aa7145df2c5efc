"""Pictures of Walnut Grove: drawn from a view alone, the same every time, and every choice is in them.

`python -m tests.games.walnut_grove.pictures.test_picture` draws the golden pictures anew:
look at them, then keep them.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from farmstead.engine.contract import CHANCE, State
from farmstead.engine.record import re_execute, read_record
from farmstead.engine.square import cell_at, column_of, parse_cell, row_of
from farmstead.games.walnut_grove.pictures.svg import GrovePictures, parts_of, pictures
from farmstead.games.walnut_grove.pictures.svg.fronts import FRONTS, front_of
from farmstead.games.walnut_grove.pictures.svg.landscapes import STRIP
from farmstead.games.walnut_grove.pictures.svg.tiles import SIDE, shape
from farmstead.games.walnut_grove.rules import GAME, game_with
from farmstead.games.walnut_grove.rules.components import Tile
from farmstead.games.walnut_grove.rules.names import BUILDINGS, COINS, COLOURS, DECISIONS, GOODS, SEASONS
from farmstead.games.walnut_grove.rules.notation import NAME
from farmstead.games.walnut_grove.rules.state import WalnutGrove
from farmstead.render.ink import DARK, LIGHT, SYMBOLS, standalone, symbol_sheet
from farmstead.render.page import page_for
from farmstead.render.words import languages, words_for
from tests.edition_files import EditionFile
from tests.games.walnut_grove.scenes import Scene
from tests.golden_games import RECORDS
from tests.render.pictures import positions

GOLDEN = Path(__file__).parents[3] / "golden" / "svg"
PICTURES = pictures(GAME)
EDITION = GAME.edition
FINGER = 44  # pixels
View = Mapping[str, Any]


# ---- what is looked at -----------------------------------------------------------------------------------


def shown(drawn: GrovePictures, view: View, seat: int = 0) -> dict[str, str]:
    """All that a page shows of a view."""
    found = {
        "farm": drawn.farm(view, seat),
        "narrow farm": drawn.farm(view, seat, narrow=True),
        "land": drawn.land(view, seat),
        "household": drawn.household(view, seat),
        "town": drawn.town(view),
        "upright": drawn.town_upright(view),
        "disc": drawn.disc(view),
        "year": drawn.year(view),
        "hand": drawn.hand(view, seat),
        "narrow hand": drawn.hand(view, seat, 336),
    }
    return {name: svg for name, svg in found.items() if svg}


def elements(svg: str) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(svg).iter()


def parts_in(svg: str) -> list[str]:
    """What can be chosen in a picture."""
    return re.findall(r'data-part="([^"]*)"', svg)


def names_in(svg: str) -> dict[str, str]:
    """What the parts of a picture are called."""
    return {
        part: element.get("aria-label", "") for element in elements(svg) if (part := element.get("data-part"))
    }


def uses(svg: str) -> Counter[str]:
    """How often each symbol is used."""
    return Counter(re.findall(r'href="#([\w-]+)"', svg))


def decision_of(view: View, seat: int) -> str:
    agenda = view["farms"][seat]["pending"]["agenda"] if view["farms"] else []
    return agenda[-1] if agenda else ""


@cache
def asked() -> list[tuple[int, View, list[str]]]:
    """Decisions of random games and of two that were played well: the seat, its view, its moves."""
    found: list[tuple[int, View, list[str]]] = []
    for seats, seed, step in ((1, 1, 1), (2, 2, 2), (3, 3, 2)):
        found += [deciding(state) for state in positions(NAME, seats, seed)[:-1:step]]
    for record in ("walnut-grove-4-german-103", "walnut-grove-3-french-102"):
        found += [deciding(state) for state in recorded(record)[:-1:3]]
    return [*found, deciding(too_many_coins())]


def too_many_coins() -> State:
    """A good from land was sold, and the barn is full."""
    scene = Scene().furnish(barn="copper copper silver wood", land="grain@0,0").autumn()
    scene.play(0, "visit general-store", "sell grain from 0,0", "done")
    scene.chance("coin gold")
    return scene.state


def deciding(state: State) -> tuple[int, View, list[str]]:
    seat = state.to_act()[0]
    return seat, state.view(seat), [str(move) for move in state.legal(seat)]


@cache
def recorded(name: str) -> list[State]:
    """Every position of a record in which somebody decides, and the last."""
    record = read_record((RECORDS / f"{name}.record").read_bytes())
    table = re_execute(record, lambda game, edition: GAME, 0)
    found: list[State] = []
    for seat, move in record.moves:
        if seat != CHANCE:
            found.append(table.state.clone())
        table.play(seat, move)
    return [*found, table.state]


@cache
def one_of_each() -> dict[str, View]:
    """A view of every decision, of every season, and of the time before the first and after the last."""
    found: dict[str, View] = {"unopened": Scene.unopened(2).state.view(0)}
    for seat, view, _ in asked():
        found.setdefault(decision_of(view, seat), {**view, "seat": seat})
        found.setdefault(view["season"], view)
    end = positions(NAME, 3, 3)[-1]
    return {**found, "over": end.view(0), "spectator": end.view(None)}


def test_every_season_and_decision_is_looked_at() -> None:
    assert {*SEASONS[1:], *DECISIONS} <= one_of_each().keys()


# ---- pictures for any page -------------------------------------------------------------------------------


def test_pictures_keep_to_a_strict_policy() -> None:
    """No styles and no scripts; colours come from the page, and symbols are among those a page has."""
    for view in one_of_each().values():
        for name, svg in shown(PICTURES, view, view["seat"] or 0).items():
            found = list(elements(svg))
            assert {tag.tag.partition("}")[2] for tag in found} <= TAGS, name
            assert not [tag for tag in found if "style" in tag.attrib or "id" in tag.attrib], name
            assert not re.search(r"#[0-9a-f]{3,6}\b(?!-)", re.sub(r'(href="|url\()#[\w-]+', "", svg)), name
            assert used(svg) <= SYMBOLS.keys() | PICTURES.symbols.keys(), name


TAGS = {"svg", "g", "path", "rect", "circle", "text", "use"}


def used(svg: str) -> set[str]:
    return set(re.findall(r'(?:href="|url\()#([\w-]+)', svg))


def test_symbols_are_known_by_their_ids_and_use_only_others() -> None:
    assert not SYMBOLS.keys() & PICTURES.symbols.keys()
    ElementTree.fromstring(symbol_sheet(PICTURES.symbols))
    for name, body in PICTURES.symbols.items():
        assert ElementTree.fromstring(body).get("id") == name
        assert "style" not in body and used(body) <= SYMBOLS.keys() | PICTURES.symbols.keys()


@pytest.mark.parametrize("light", [LIGHT, DARK])
def test_a_picture_can_stand_alone(light: int) -> None:
    svg = standalone(PICTURES.town(one_of_each()["autumn"]), PICTURES.symbols, light)
    assert "var(" not in svg
    ElementTree.fromstring(svg)


def test_the_same_view_gives_the_same_bytes() -> None:
    for view in one_of_each().values():
        seat = view["seat"] or 0
        assert shown(pictures(GAME), json.loads(json.dumps(view)), seat) == shown(PICTURES, view, seat)


def test_before_the_boards_are_dealt_there_is_no_farm() -> None:
    assert shown(PICTURES, one_of_each()["unopened"]).keys() == {"town", "upright", "disc", "year"}


# ---- every choice is in the pictures ---------------------------------------------------------------------


def choosable(view: View, seat: int, legal: Sequence[str], farm: str, town: str, hand: str) -> set[str]:
    found = {*parts_in(farm), *parts_in(town), *parts_in(hand)}
    tiles = {move.split()[1] for move in legal if move.startswith("lay ")}
    return found | {part for tile in tiles for part in parts_in(PICTURES.turns(int(tile)))}


@pytest.mark.parametrize("narrow", [False, True])
def test_every_legal_move_can_be_found_by_its_parts(narrow: bool) -> None:
    for seat, view, legal in asked()[:: 3 if narrow else 2]:
        town = PICTURES.town_upright(view) if narrow else PICTURES.town(view)
        farm, hand = PICTURES.farm(view, seat, narrow), PICTURES.hand(view, seat, 336 if narrow else None)
        found = choosable(view, seat, legal, farm, town, hand)
        touched = {part for move in legal for part in parts_of(move, decision_of(view, seat))}
        touched |= {part for move in legal for part in parts_of(move)}
        assert touched <= found, decision_of(view, seat)


@pytest.mark.parametrize("knowing", [False, True])
def test_parts_single_out_a_move(knowing: bool) -> None:
    """No two moves of a decision have the same parts, or all parts of one among those of another."""
    for seat, view, legal in asked():
        touched = [frozenset(parts_of(move, decision_of(view, seat) if knowing else "")) for move in legal]
        chosen = [parts for parts in touched if parts]
        assert len(touched) - len(chosen) <= 1  # `pass`, `leave` and `done` are buttons
        assert len(set(chosen)) == len(chosen)
        assert not [a for a in chosen if len(a) < 3 and any(a < b for b in chosen)]


@pytest.mark.parametrize(
    ("move", "parts"),
    [
        ("start church", ["row:church"]),
        ("lay 17 at -1,2 turn 3", ["tile:17", "cell:-1,2", "turn:3"]),
        ("work grain at 0,1", ["district:grain:0,1"]),
        ("keep gold", ["incoming:gold"]),
        ("leave", []),
        ("throw copper", ["barn:copper"]),
        ("visit johansens-mill", ["building:johansens-mill"]),
        ("pass", []),
        ("toll silver", ["barn:silver"]),
        ("toll help", ["help:new"]),
        ("give grain", ["barn:grain"]),
        ("give grain from 0,1", ["district:grain:0,1"]),
        ("give copper for fish", ["barn:copper", "owed:fish"]),
        ("give copper", ["barn:copper"]),
        ("help for wood", ["help:new", "owed:wood"]),
        ("repay", ["help:open"]),
        ("take dairy", ["good:dairy"]),
        ("hire white", ["figure:white"]),
        ("build hut", ["piece:hut"]),
        ("buy horses", ["piece:horses"]),
        ("sell wood", ["barn:wood"]),
        ("sell wood from 4,0", ["district:wood:4,0"]),
        ("move fish from 3,0", ["district:fish:3,0"]),
        ("done", []),
        ("tile 17", ["tile:17"]),
        ("disc A1", []),
    ],
)
def test_the_parts_of_each_kind_of_move(move: str, parts: list[str]) -> None:
    assert list(parts_of(move)) == parts


@pytest.mark.parametrize("decision", ["cost", "winter"])
def test_a_good_that_is_paid_also_touches_what_is_owed(decision: str) -> None:
    assert parts_of("give wood from 4,0", decision) == ("district:wood:4,0", "owed:wood")
    assert parts_of("give copper for wood", decision) == ("barn:copper", "owed:wood")
    assert parts_of("give wood", "repay") == ("barn:wood",)


def test_free_cells_are_those_where_a_tile_may_lie() -> None:
    for seat, view, legal in asked():
        laid = {f"cell:{move.split()[3]}" for move in legal if move.startswith("lay ")}
        cells = {part for part in parts_in(PICTURES.land(view, seat)) if part.startswith("cell:")}
        assert not laid or laid == cells


def test_what_is_chosen_has_a_name_and_a_shape_to_hit() -> None:
    for view in one_of_each().values():
        for svg in shown(PICTURES, view, view["seat"] or 0).values():
            for element in elements(svg):
                if "part" in element.get("class", "").split():
                    assert element.get("aria-label") and element.get("role") == "img"
                    hits = [tag for tag in element.iter() if "hit" in tag.get("class", "").split()]
                    assert hits, element.get("data-part")
                    assert all(
                        hit.get("pointer-events") == "all" or hit.get("fill") != "none" for hit in hits
                    )


def test_a_finger_can_hit_what_lies_in_the_hand() -> None:
    for view in one_of_each().values():
        for element in elements(PICTURES.hand(view, view["seat"] or 0) or "<svg/>"):
            if element.get("class") == "hit":
                assert min(float(element.get("width", 0)), float(element.get("height", 0))) >= FINGER


def test_the_hand_keeps_within_its_width() -> None:
    for view in one_of_each().values():
        svg = PICTURES.hand(view, view["seat"] or 0, 336)
        width = ElementTree.fromstring(svg).get("viewBox", "").split()[2] if svg else "0"
        assert float(width) <= 340


# ---- what a view holds is what is drawn --------------------------------------------------------------------


def test_every_good_and_coin_is_there_once() -> None:
    for seat, view, _ in asked()[::5]:
        farm, drawn = view["farms"][seat], uses(PICTURES.farm(view, seat))
        for good in GOODS:
            on_land = sum(d["goods"] for d in farm["districts"] if d["terrain"] == good)
            assert drawn[f"cube-{good}"] == on_land + farm["barn"]["goods"][good]
        assert {coin: drawn[f"coin-{coin}"] for coin in COINS} == farm["barn"]["values"]


def test_every_storage_square_is_there() -> None:
    for seat, view, _ in asked()[::20]:
        drawn = uses(PICTURES.farm(view, seat))
        squares = sum(count for name, count in drawn.items() if name.startswith("square-"))
        assert squares == sum(district["squares"] for district in view["farms"][seat]["districts"])


def test_every_figure_is_at_work_or_at_home() -> None:
    for seat, view, _ in asked()[::5]:
        farm, at_work = view["farms"][seat], uses(PICTURES.land(view, seat))
        out = sum(count for name, count in at_work.items() if name.startswith("figure-"))
        assert out == sum(district["worked"] for district in farm["districts"])
        everybody = uses(PICTURES.farm(view, seat))
        assert everybody["figure-farmer"] == 1
        for colour in ("yellow", "blue", "white"):
            assert everybody[f"figure-{colour}"] == farm["labourers"][colour] + farm["recruits"][colour]


def test_every_enclosed_area_flies_a_flag() -> None:
    """WG 8.2, 9.4: faces that are traced in the drawing are as many as the rules count."""
    for seats, seed in ((1, 1), (3, 3), (4, 4)):
        view: View = positions(NAME, seats, seed)[-1].view(None)
        for seat, farm in enumerate(view["farms"]):
            assert PICTURES.land(view, seat).count(">+1</text>") == farm["areas"]


def test_coins_of_others_show_their_backs() -> None:
    state = scene_with_coins("copper silver", "gold gold silver")
    drawn = uses(PICTURES.farm(state.view(0), 1))
    assert drawn["coin-back"] == 3 and not any(drawn[f"coin-{coin}"] for coin in COINS)


def test_what_is_hidden_cannot_be_seen_in_any_picture() -> None:
    """Two positions that differ in coins of others only look alike."""
    one, other = scene_with_coins("copper", "gold silver"), scene_with_coins("copper", "silver silver")
    for seat in (0, 1):
        assert shown(PICTURES, one.view(0), seat) == shown(PICTURES, other.view(0), seat)
        assert shown(PICTURES, one.view(None), seat) == shown(PICTURES, other.view(None), seat)
    assert shown(PICTURES, one.view(1), 1) != shown(PICTURES, other.view(1), 1)


def scene_with_coins(mine: str, theirs: str) -> WalnutGrove:
    return Scene(2).furnish(0, barn=mine).furnish(1, barn=theirs).autumn().state


def test_homes_are_lit_where_somebody_lives() -> None:
    farm = Scene().furnish(labourers="yellow blue white", huts=1).autumn().state.view(0)
    fires = re.findall(r'href="#campfire"[^>]*>', PICTURES.household(farm, 0))
    assert ["opacity" in fire for fire in fires] == [False, False, True, True]


def test_recruits_wait_outside_the_board() -> None:
    scene = Scene().furnish(barn="grain grain").autumn()
    scene.play(0, "visit lodge", "toll help", "give grain", "give grain", "hire yellow")
    svg = PICTURES.household(scene.state.view(0), 0)
    waiting = [
        use for use in elements(svg) if use.get("href") == "#figure-yellow" and float(use.get("x", 0)) < -7
    ]
    assert len(waiting) == 1


# ---- land beside the board, and a large household (WG 3.7, 5.9, 9.3) ---------------------------------------

# Each upper corner of the board has a fence round it; the grain and wood districts go on beside the board.
BESIDE = (
    (8, -1, 0, 0),
    (7, -2, 0, 2),
    (1, -1, 1, 2),
    (4, 0, 1, 1),
    (13, 5, 0, 0),
    (29, 5, 1, 1),
    (16, 4, 1, 0),
)
EIGHT = "yellow yellow yellow blue blue blue white white"


def beside_the_board(**farm: Any) -> Scene:
    return Scene().furnish(tiles=BESIDE, land="grain@-1,0 grain@0,0", **farm)


def whole_house() -> Scene:
    """The farmer and eight labourers, four of them in huts."""
    return Scene().furnish(
        labourers=EIGHT, huts=4, barns=2, barn="grain grain grain fish fish wood", improvements="tent well"
    )


def boxes_of(svg: str, key: str) -> list[tuple[float, float, float, float]]:
    """Where the pieces lie whose keys begin so: left, top, right, bottom."""
    found = []
    for element in elements(svg):
        if re.fullmatch(rf"{key}\d*", element.get("data-key", "")):
            x, y, wide, high = [float(element.get(side, 0)) for side in ("x", "y", "width", "height")]
            found.append((x, y, x + wide, y + high))
    return found


def test_cells_beside_the_board_are_within_the_picture_and_off_the_board() -> None:
    view = beside_the_board().spring().state.view(0)
    for svg in (PICTURES.farm(view, 0), PICTURES.land(view, 0)):
        left, top, wide, high = [float(side) for side in view_box(svg)]
        free = [part.removeprefix("cell:") for part in parts_in(svg) if part.startswith("cell:")]
        assert {"-3,0", "6,0"} <= {*free}
        for cell in [*map(parse_cell, free), *[cell_at(c, r) for _, c, r, _ in BESIDE]]:
            x, y = column_of(cell) * SIDE, -row_of(cell) * SIDE
            assert left <= x and x + SIDE <= left + wide and top <= y and y + SIDE <= top + high
            assert y < 0 or x + SIDE <= 0 or x >= 5 * SIDE


def view_box(svg: str) -> list[str]:
    return ElementTree.fromstring(svg).get("viewBox", "").split()


def test_the_board_is_no_wider_than_its_landscapes_where_land_lies_beside_it() -> None:
    def paper(options: Sequence[str]) -> tuple[float, float]:
        svg = PICTURES.farm(Scene(options=options).state.view(0), 0)
        sheet = next(element for element in elements(svg) if element.get("fill") == "var(--board)")
        return float(sheet.get("x", 0)), float(sheet.get("width", 0))

    assert paper([]) == (0, 5 * SIDE)
    assert paper(["beside=off"]) == (-7, 5 * SIDE + 14)


def test_recruits_wait_below_what_lies_beside_the_board() -> None:
    view: Any = json.loads(json.dumps(beside_the_board().autumn().state.view(0)))
    view["farms"][0]["recruits"] = {"yellow": 3, "blue": 2, "white": 2}
    svg = PICTURES.farm(view, 0)
    waiting = [box for colour in COLOURS for box in boxes_of(svg, f"{colour}@") if box[2] < 0]
    assert len(waiting) == 7 and len(set(waiting)) == 7
    assert all(top + STRIP >= SIDE for _, top, _, _ in waiting)
    assert all(left >= float(view_box(svg)[0]) for left, _, _, _ in waiting)
    view = Scene(options=["beside=off"]).state.view(0)
    view["farms"][0]["recruits"] = {"yellow": 2, "blue": 2, "white": 0}
    for svg in (PICTURES.farm(view, 0), PICTURES.household(view, 0)):
        waiting = [box for colour in COLOURS for box in boxes_of(svg, f"{colour}@") if box[2] < 0]
        assert len(waiting) == 4 and all(left >= float(view_box(svg)[0]) for left, _, _, _ in waiting)


def test_the_rim_goes_round_the_upper_corners() -> None:
    """WG 9.3."""
    view = beside_the_board().state.view(0)
    svg = PICTURES.land(view, 0)
    assert view["farms"][0]["areas"] == 2 and svg.count(">+1</text>") == 2  # type: ignore[index]
    assert rim_of(svg) == (0, 0, 5 * SIDE, STRIP)
    assert rim_of(PICTURES.land(Scene(options=["beside=off"]).state.view(0), 0)) == (0, 0, 5 * SIDE, 0)


def rim_of(svg: str) -> tuple[float, float, float, float]:
    """The least and greatest x and y of the whitewashed fence that goes through the board's corner."""
    for element in elements(svg):
        found = re.findall(r"(-?[\d.]+) (-?[\d.]+)", element.get("d", ""))
        points = [(float(x), float(y)) for x, y in found]
        if element.get("stroke") == "var(--whitewash)" and {(0, 0), (5 * SIDE, 0)} <= {*points}:
            across, down = [x for x, _ in points], [y for _, y in points]
            return min(across), min(down), max(across), max(down)
    raise AssertionError("no rim")


def test_goods_and_figure_of_a_district_begin_at_its_first_cell() -> None:
    """WG 4.7: the first cell of the grain district is (−1,0), left of the landscape."""
    scene = beside_the_board().summer()
    scene.play(0, "work grain at -1,0")
    svg = PICTURES.land(scene.state.view(0), 0)
    assert f'data-key="grain@{BESIDE[0][0]}.0"' in svg
    (farmer,) = boxes_of(svg, "farmer")
    assert farmer[0] >= -SIDE and farmer[2] <= 0 and farmer[1] >= -20


def test_without_land_beside_the_board_nothing_is_free_there() -> None:
    first_revision = recorded("walnut-grove-1-german-100")[0]
    for state in (Scene(options=["beside=off"]).state, first_revision):
        found = parts_in(PICTURES.land(state.view(0), 0))
        assert {part.rpartition(",")[2] for part in found if part.startswith("cell:")} == {"1"}


@pytest.mark.parametrize("turned", [1, 2, 3, 7, 20])
def test_turned_help_tiles_lie_on_the_board(turned: int) -> None:
    svg = PICTURES.household(Scene().furnish(help=(1, turned)).state.view(0), 0)
    piles = [
        element for element in elements(svg) if element.get("transform", "").startswith("translate(398 ")
    ]
    tiles = [each for pile in piles for each in pile.iter() if each.get("width") == "38"]
    assert len(tiles) == 2 * turned  # each with its hatches
    assert max([398 + float(each.get("x", 0)) + 38 for each in tiles]) < 5 * SIDE


@pytest.mark.parametrize("options", [[], ["beside=off"]])
def test_on_a_narrow_screen_the_board_is_as_wide_as_the_land(options: list[str]) -> None:
    """However far the land reaches beside it, everybody at home can be seen."""
    bare = Scene(options=options).state.view(0)
    for view in (bare, beside_the_board().state.view(0)):
        svg = PICTURES.farm(view, 0, narrow=True)
        left, top, wide, high = [float(side) for side in view_box(svg)]
        frame = ElementTree.fromstring(svg).find("./*[@class='household']")
        assert frame is not None
        at, scale = moved_by(frame)
        paper = next(iter(frame))
        x, y, w, h = [float(paper.get(side, 0)) * scale for side in ("x", "y", "width", "height")]
        assert left <= at[0] + x and at[0] + x + w <= left + wide + 0.5 and at[1] + y + h <= top + high
        assert w > 0.9 * wide and at[1] + y >= (SIDE if not options else STRIP)
        assert Counter(parts_in(svg)) == Counter(parts_in(PICTURES.farm(view, 0)))


def moved_by(element: ElementTree.Element) -> tuple[tuple[float, float], float]:
    found = re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", element.get("transform", ""))
    assert found is not None
    return (float(found[1]), float(found[2])), float(found[3] or 1)


@pytest.mark.parametrize("line", ["fences", "figures", "buildings", "coins"])
def test_what_a_line_counts_lies_over_the_narrow_farm_too(line: str) -> None:
    page = page_for(GAME, "en")
    view = beside_the_board(labourers=EIGHT, huts=4, barn="gold silver").state.view(0)
    for narrow in (False, True):
        over = page.overlay(view, 0, line, narrow)
        assert view_box(over) == view_box(page.other(view, 0, narrow))
        assert len(list(elements(over))) > 1
    assert page.overlay(view, 0, line) != page.overlay(view, 0, line, narrow=True) or line == "fences"


def test_nine_figures_have_a_home_each() -> None:
    view = whole_house().autumn().state.view(0)
    svg = PICTURES.household(view, 0)
    at = [box for kind in ("farmer", *[f"{colour}@" for colour in COLOURS]) for box in boxes_of(svg, kind)]
    assert len(at) == 9
    fires = re.findall(r'href="#campfire"[^>]*>', svg)
    assert len(fires) == 4 and not any("opacity" in fire for fire in fires)
    assert svg.count('r="9.5"') == 8  # a plate for each labourer


def test_nine_figures_can_all_be_at_work() -> None:
    scene = Scene(2).furnish(tiles=BESIDE, labourers=EIGHT, huts=4).summer()
    for move in [str(move) for move in scene.state.legal(0)][:9]:
        scene.play(0, move)
        if scene.state.farms[0].surplus:
            scene.play(0, "leave")
    found = uses(PICTURES.land(scene.state.view(0), 0))
    assert sum(count for name, count in found.items() if name.startswith("figure-")) == 9


# ---- tiles ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", EDITION.tiles.values(), ids=lambda tile: str(tile.id))
def test_a_tile_shows_its_edges_and_squares_however_it_is_turned(tile: Tile) -> None:
    for turn in range(4):
        patches = shape(tile, turn).patches
        for side, terrain in enumerate(tile.turned[turn].edges):
            assert touching(patches, INWARD[side]) == [terrain]
        for patch in patches:
            assert len(patch.squares) == tile.storage[patch.terrain]
            for place in (*patch.squares, patch.stand):
                assert touching(patches, place) == [patch.terrain]


INWARD = [(50.0, 3.0), (97.0, 50.0), (50.0, 97.0), (3.0, 50.0)]  # just within each side


def touching(patches: Sequence[Any], point: tuple[float, float]) -> list[int]:
    """The terrains that a point lies on."""
    return [p.terrain for p in patches if any(winds_round(outline, point) for outline in p.outlines)]


def winds_round(outline: Sequence[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Whether a point lies inside, by counting the lines that a ray to the east crosses."""
    x, y = point
    crossed = 0
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if min(ay, by) <= y < max(ay, by) and ax + (y - ay) * (bx - ax) / (by - ay) > x:
            crossed += 1
    return crossed % 2 == 1


@pytest.mark.parametrize("edges", ["ybyb", "ybyg", "bygy", "ybwg"])
def test_tiles_with_four_shores_show_every_edge(edges: str) -> None:
    tile = Tile(1, ["ybwrg".index(letter) for letter in edges], [1] * 5, [])
    for turn in range(4):
        patches = shape(tile, turn).patches
        for side, terrain in enumerate(tile.turned[turn].edges):
            assert touching(patches, INWARD[side]) == [terrain]
        assert all(touching(patches, square) == [p.terrain] for p in patches for square in p.squares)


def test_what_stands_on_a_tile_stays_upright_when_it_turns() -> None:
    for turn in range(4):
        assert "rotate" not in PICTURES.tile(17, turn)
    drawn = {PICTURES.tile(17, turn) for turn in range(4)}
    assert len(drawn) == 4 and len({str(uses(svg)) for svg in drawn}) == 1


def test_a_tile_lies_where_it_was_laid() -> None:
    for seat, view, _ in asked()[::40]:
        svg = PICTURES.land(view, seat)
        for tile, column, row, _ in view["farms"][seat]["tiles"]:
            assert f'transform="translate({column * SIDE:.0f} {-row * SIDE:.0f})" data-key="t{tile}"' in svg


def test_a_district_is_one_shape_over_all_its_tiles() -> None:
    state = positions(NAME, 1, 1)[-1]
    assert isinstance(state, WalnutGrove)
    land = state.farms[0].land
    drawn = {
        element.get("data-part"): element[0].get("d", "").count("M")
        for element in elements(PICTURES.land(state.view(0), 0))
        if "district" in element.get("class", "").split()
    }
    named = [(land.terrain[d], land.anchor[d], land.size[d]) for d in land.live]
    assert drawn == {f"district:{GOODS[t]}:{column_of(a)},{row_of(a)}": size for t, a, size in named}


# ---- the town ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("upright", [False, True])
def test_every_figure_in_town_stands_once(upright: bool) -> None:
    for state in positions(NAME, 4, 4)[::40]:
        view: View = state.view(0)
        drawn = uses(PICTURES.town_upright(view) if upright else PICTURES.town(view))
        placed = [seat for seat, figure in enumerate(view["figures"]) if figure is not None]
        assert {seat: drawn[f"pawn-{seat + 1}"] for seat in range(4)} == {
            s: int(s in placed) for s in range(4)
        }


def test_a_building_says_what_it_has_costs_and_who_stands_there() -> None:
    scene = Scene(2).autumn()
    names = names_in(PICTURES.town(scene.state.view(0)))
    assert names["building:lodge"] == (
        "Lodge: has Yellow labourer and Blue labourer, costs 2 grain, one toll, one place free"
    )
    assert names["building:church"].startswith("Church: two goods of your choice, no toll, one place free")
    assert names["building:general-store"].startswith("General Store: buys grain, fish and wood for coins")
    assert names["row:church"] == (
        "Church row: past its toll line, before Church, Seat 1 stands here, Seat 2 stands here"
    )
    scene.play(0, "visit post-office", "toll copper")
    taken = names_in(PICTURES.town(scene.state.view(1)))["building:post-office"]
    assert taken == "Post Office: two goods of your choice, one toll, no place free, Seat 1 stands here"


def test_only_the_visited_building_offers_its_pieces() -> None:
    scene = Scene(2).furnish(0, barn="grain grain").autumn()
    scene.play(0, "visit lodge", "toll help", "give grain", "give grain")
    view = scene.state.view(0)
    assert Counter(part for part in parts_in(PICTURES.town(view)) if part.startswith("figure:")) == {
        "figure:yellow": 1,
        "figure:blue": 1,
    }
    assert not [part for part in parts_in(PICTURES.town(scene.state.view(1))) if part.startswith("figure:")]


def test_the_way_to_a_building_shows_its_tolls() -> None:
    view = Scene().autumn().state.view(0)
    town = ElementTree.fromstring(PICTURES.town(view))
    tolls = {
        element.get("data-part"): len(list(element.iter("{http://www.w3.org/2000/svg}use")))
        for element in town.iter()
        if element.get("data-part", "").startswith("building:")
    }
    coins = {
        part: count for part, count in tolls.items() if part in ("building:church", "building:post-office")
    }
    assert coins == {"building:church": 1, "building:post-office": 2}  # its front, and a coin for a toll


def test_unknown_names_get_a_front_by_what_the_building_does() -> None:
    fronts = {name: front.name for name, front in FRONTS.items()}
    assert [front_of(building) for building in EDITION.ring] == [fronts[b.name] for b in EDITION.ring]
    other = game_with(EditionFile(NAME).changed(('name = "Hotel"', 'name = "Grand Palace of the Prairie"')))
    svg = pictures(other).town({**one_of_each()["autumn"], "edition": other.edition.label})
    assert uses(svg)["front-lodge"] == 2 and uses(svg)["front-hotel"] == 0
    assert ">Grand Palace</text>" in svg and ">of the Prairie</text>" in svg


def test_a_box_with_other_numbers_of_everything_is_drawn_too() -> None:
    changes = {
        "hut_sites = 4": "hut_sites = 3",
        "barn_spaces = 4": "barn_spaces = 11",
        "barn_sites = 2": "barn_sites = 5",
        "barn_tile_adds = 2": "barn_tile_adds = 3",
        "improvement_sites = 3": "improvement_sites = 0",
        "storage = [2, 1, 1, 2, 2]": "storage = [6, 0, 1, 2, 9]",
        "places = 2": "places = 8",
        "cost = { fish = 2 }": "cost = { fish = 9, wood = 4 }",
        "fires = 2": "fires = 9",
    }
    text = EditionFile(NAME).text
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    drawn = pictures(game_with(text))
    for season in ("spring", "summer", "autumn", "winter"):
        view = {**one_of_each()[season], "disc": "B4"}
        for svg in shown(drawn, with_squares(view, drawn)).values():
            ElementTree.fromstring(svg)


def with_squares(view: View, drawn: GrovePictures) -> View:
    """The view with barns as large as the boards of an edition have them."""
    farms = []
    for farm in view["farms"]:
        board = drawn.edition.board(farm["board"])
        assert board is not None
        spaces = board.barn_spaces + farm["barns"] * board.barn_tile_adds
        farms.append({**farm, "barn": {**farm["barn"], "spaces": spaces}})
    return {**view, "farms": farms}


# ---- the year --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("disc", EDITION.discs, ids=lambda disc: disc.id)
def test_a_disc_shows_its_year(disc: Any) -> None:
    view = {**one_of_each()["spring"], "disc": disc.id, "year": 5}
    svg = PICTURES.disc(view)
    assert f">{disc.draw} → {disc.lay}</text>" in svg and ">V</text>" in svg
    assert uses(svg)[f"cube-{GOODS[disc.summer]}"] and uses(svg)[f"cube-{GOODS[disc.autumn]}"]
    assert uses(svg)["campfire"] == disc.fires and svg.count("×2") == (disc.doubled >= 0)


def test_a_disc_is_read_out() -> None:
    name = ElementTree.fromstring(PICTURES.disc(Scene(disc="A1").state.view(0))).get("aria-label")
    assert name == (
        "Year 1. Spring: lay 2 of 4 tiles, summer: one more dairy in each harvest of it,"
        " autumn: wood sells for two coins, winter: no fire, blue labourers eat double"
    )


# ---- words -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", sorted(languages()))
def test_pictures_speak_every_language(language: str) -> None:
    words = words_for(NAME, language)
    drawn = pictures(GAME, words, ["Anna", "", "Émile & <Zoé>"])
    for view in one_of_each().values():
        for svg in shown(drawn, view, view["seat"] or 0).values():
            said = [element.get("aria-label", "") + (element.text or "") for element in elements(svg)]
            assert not [text for text in said if "{" in text or "_" in text]
    assert "Anna" in str(ElementTree.fromstring(drawn.farm(one_of_each()["over"], 0)).get("aria-label"))


def test_goods_may_wear_letters() -> None:
    lettered = pictures(GAME, letters=True)
    for view in one_of_each().values():
        for svg in shown(lettered, view, view["seat"] or 0).values():
            assert not [
                name for name in uses(svg) if name.startswith(("cube-", "square-")) and name != "square-plain"
            ]


# ---- golden pictures -------------------------------------------------------------------------------------


def last_where(record: str, season: str, year: int, decision: str) -> tuple[View, int]:
    """What somebody sees who has a decision for the last time in a season of a record, and who."""
    for state in reversed(recorded(record)):
        seat, view, _ = deciding(state) if state.to_act() else (0, state.view(0), [])
        if (view["season"], view["year"], decision_of(view, seat)) == (season, year, decision):
            return view, seat
    raise AssertionError(f"{record} has no such position")


def golden() -> dict[str, str]:
    """The chosen pictures, as they stand alone."""
    spring, gardener = last_where("walnut-grove-1-german-100", "spring", 3, "land")
    summer, farmer = last_where("walnut-grove-4-german-103", "summer", 5, "work")
    autumn, _ = last_where("walnut-grove-3-french-102", "autumn", 6, "visit")
    winter, payer = last_where("walnut-grove-4-german-101", "winter", 4, "winter")
    start, _ = last_where("walnut-grove-2-german-101", "placing", 1, "row")
    found = {
        "farm-spring": PICTURES.farm(spring, gardener),
        "hand-spring": PICTURES.hand(spring, gardener),
        "farm-summer": PICTURES.farm(summer, farmer),
        "town-start": PICTURES.town_upright(start),
        "town-autumn": PICTURES.town(autumn),
        "hand-winter": PICTURES.hand(winter, payer, 336),
        "household-of-another": PICTURES.household(winter, (payer + 1) % 4),
        "land-at-the-end": PICTURES.land(recorded("walnut-grove-3-french-102")[-1].view(None), 1),
        "farm-beside-the-board": PICTURES.farm(beside_the_board().spring("2 3 5 6").state.view(0), 0),
        "household-of-nine": PICTURES.household(whole_house().autumn().state.view(0), 0),
    }
    return {name: in_lines(standalone(svg, PICTURES.symbols)) for name, svg in found.items()}


def in_lines(svg: str) -> str:
    """A line for each element, so that a change can be read."""
    return svg.replace("><", ">\n<") + "\n"


def golden_file(name: str) -> Path:
    return GOLDEN / f"{NAME}-{name}.svg"


@pytest.mark.parametrize("name", golden())
def test_golden_pictures(name: str) -> None:
    assert golden()[name] == golden_file(name).read_text("utf-8")


def test_every_building_has_a_key_that_moves_use() -> None:
    drawn = [part.partition(":")[2] for part in parts_in(PICTURES.town(one_of_each()["autumn"]))]
    assert set(BUILDINGS) <= set(drawn)


if __name__ == "__main__":
    for name, svg in golden().items():
        golden_file(name).write_text(svg, "utf-8")
