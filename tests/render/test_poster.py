"""A position as one picture: it needs nothing else, shows all boards, and tells nothing that is hidden."""

import itertools
import re
import struct
from xml.etree import ElementTree

import pytest
from resvg_py import svg_to_bytes

from farmstead import shelf
from farmstead.engine.contract import Game, State
from farmstead.render.ink import DARK, LIGHT, TOKENS, Box, part, picture, rect
from farmstead.render.layout import PICTURE_GAP, Panel, Placed, arranged, height_of
from farmstead.render.page import Shown, page_for
from farmstead.render.poster import WIDTH, poster, score_of
from farmstead.render.shared import signed
from farmstead.render.static_picture import without_interaction
from farmstead.render.words import languages, words_for
from tests.render.pictures import positions
from tests.server.leaks.script import found, steps, with_other_coins

SVG = "{http://www.w3.org/2000/svg}"
SEATINGS = [
    (name, seats)
    for name in shelf.names()
    for seats in range(shelf.game(name).fewest, shelf.game(name).most + 1)
]
TABLES = pytest.mark.parametrize(("name", "seats"), SEATINGS)


def some_of(name: str, seats: int) -> list[State]:
    """The empty table, and positions from the first decision to the end."""
    game, played = shelf.game(name), positions(name, seats, 3)
    return [game.start(game.setup(seats)), *played[:: len(played) // 4], played[-1]]


def elements(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


def words_in(svg: str) -> list[str]:
    """Every line of lettering, but for what is in symbols."""
    drawn = re.sub("<defs>.*?</defs>", "", svg, flags=re.DOTALL)
    return ["".join(each.itertext()) for each in elements(drawn) if each.tag == f"{SVG}text"]


# ---- a picture for anywhere ------------------------------------------------------------------------------


@TABLES
def test_a_poster_needs_nothing_else(name: str, seats: int) -> None:
    for state, light in itertools.product(some_of(name, seats), (LIGHT, DARK)):
        svg = poster(shelf.game(name), state.view(0), light=light)
        assert "var(" not in svg and svg.count("http") == 1 and "<style" not in svg
        found = elements(svg)
        assert {each.tag.removeprefix(SVG) for each in found}.isdisjoint(
            {"image", "script", "foreignObject", "a"}
        )
        known = [each.attrib["id"] for each in found if "id" in each.attrib]
        asked = re.findall(r'(?:href="|url\()([^")]*)', svg)
        assert len(known) == len(set(known)) and {one[1:] for one in asked} <= {*known}
        assert all(one.startswith("#") for one in asked)
        assert (found[0].tag, found[1].tag) == (f"{SVG}svg", f"{SVG}title")


@TABLES
def test_every_poster_can_be_painted(name: str, seats: int) -> None:
    """It is no even ground."""
    state = some_of(name, seats)[2]
    svg = poster(shelf.game(name), state.view(None))
    width, height = [int(elements(svg)[0].attrib[side]) for side in ("width", "height")]
    painted = svg_to_bytes(svg_string=svg)
    blank = svg_to_bytes(svg_string=re.sub(r"<title.*</svg>", "</svg>", svg, flags=re.DOTALL))
    assert struct.unpack(">II", painted[16:24]) == struct.unpack(">II", blank[16:24]) == (width, height)
    assert len(painted) > 20 * len(blank)


@pytest.mark.parametrize("name", shelf.names())
def test_the_same_view_gives_the_same_bytes(name: str) -> None:
    game, view = shelf.game(name), some_of(name, 2)[2].view(1)
    assert poster(game, view) == poster(game, view)


@pytest.mark.parametrize("name", shelf.names())
def test_both_lights_can_be_on_one_page(name: str) -> None:
    game, view = shelf.game(name), some_of(name, 2)[2].view(0)
    by_day, by_lamp = poster(game, view), poster(game, view, light=DARK)
    assert TOKENS["page"][LIGHT] in by_day and TOKENS["page"][DARK] in by_lamp
    ids = [{each.get("id") for each in elements(svg)} - {None} for svg in (by_day, by_lamp)]
    assert ids[0] and ids[0].isdisjoint(ids[1])


@pytest.mark.parametrize("name", shelf.names())
def test_names_are_only_text(name: str) -> None:
    names = ['<b>"&\x07\ud800', "x" * 300]
    svg = poster(shelf.game(name), some_of(name, 2)[2].view(0), names=names)
    said = words_in(svg)
    assert '<b>"&' in said and max(map(len, said)) < 120
    assert any(re.fullmatch("x+…", each) for each in said)


def test_a_scale_makes_it_larger() -> None:
    game, view = shelf.game(shelf.names()[0]), some_of(shelf.names()[0], 2)[2].view(0)
    assert elements(poster(game, view, scale=1.5))[0].attrib["width"] == f"{WIDTH * 1.5:g}"


# ---- all boards --------------------------------------------------------------------------------------------


@TABLES
def test_every_seat_has_its_board(name: str, seats: int) -> None:
    svg = poster(shelf.game(name), some_of(name, seats)[2].view(0))
    said = words_in(svg)
    for seat in range(seats):
        assert str(words_for().who(seat)) in said and f"#pawn-{seat + 1}" in svg


@pytest.mark.parametrize("name", shelf.names())
def test_the_seat_that_looks_has_the_large_board(name: str) -> None:
    game, state = shelf.game(name), some_of(name, 3)[2]
    deciding = state.to_act()[0]

    def first(svg: str) -> str:
        """Whose name comes first: the main card's."""
        names = [str(words_for().who(seat)) for seat in range(3)]
        return next(line for line in words_in(svg) if line in names)

    for seat in range(3):
        assert first(poster(game, state.view(seat))) == str(words_for().who(seat))
        assert first(poster(game, state.view(None), seat=seat)) == str(words_for().who(seat))
    assert first(poster(game, state.view(None))) == str(words_for().who(deciding))


@pytest.mark.parametrize("name", shelf.names())
@pytest.mark.parametrize("language", sorted(languages()))
def test_where_in_the_game_it_is_in_each_language(name: str, language: str) -> None:
    game, state = shelf.game(name), some_of(name, 2)[2]
    view = state.view(state.to_act()[0])
    key, fields = page_for(game, language).heading(view).title
    asked = page_for(game, language).asked(view)
    assert asked is not None
    head = words_in(poster(game, view, language=language, note="by the way"))[:3]
    words = words_for("pages", language)
    assert head[0].startswith(game.title) and head[1] == "by the way"
    assert words.say("heading", key, **fields) in head[0]
    assert words.say("asking", asked[0], **asked[1]) == head[2]


@TABLES
def test_the_end_has_the_score(name: str, seats: int) -> None:
    state = positions(name, seats, 3)[-1]
    svg = poster(shelf.game(name), state.view(0))
    said, words = words_in(svg), words_for(name)
    for line, points in state.score_lines(0).items():
        at = said.index(words.called(line, "line"))
        assert said[at + 1] == signed(points)
    total = said.index(words.called("total", "line"))
    assert said[total + 1 : total + 1 + seats] == [signed(points) for points in state.scores()]
    assert ("Rank" in said) == ("wins" in said[1]) == (seats > 1)


def test_a_shared_victory_is_told() -> None:
    """Sunflower Valley has no draws that often; the first seed of Walnut Grove that has one is taken."""
    state = positions("walnut-grove", 2, 78)[-1]
    assert list(state.places()) == [1, 1]
    said = words_in(poster(shelf.game("walnut-grove"), state.view(None)))[1]
    assert "Seat 1 and Seat 2 tie for the win" in said


# ---- nothing hidden ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", [0, 1])
def test_nobody_sees_anothers_coins(owner: int) -> None:
    """The same game twice with coins of other metals: only their owner's posters differ."""
    twins = found(2, owner, with_other_coins, 40)
    game, differ = shelf.game("walnut-grove"), 0
    games = [[step.state.clone() for step in steps(script)] for script in (twins.one, twins.other)]
    pairs = list(zip(*games, strict=True))[twins.since :]
    running = [(one, other) for one, other in pairs if one.to_act()]
    for one, other in running[:: len(running) // 12 or 1]:
        for seat in (1 - owner, None):
            assert poster(game, one.view(seat)) == poster(game, other.view(seat))
        differ += poster(game, one.view(owner)) != poster(game, other.view(owner))
    assert differ


def test_points_that_a_view_does_not_tell_are_left_open() -> None:
    game: Game = shelf.game("walnut-grove")
    page, state = page_for(game), positions("walnut-grove", 2, 3)[0]
    assert [lines["total"] is None for lines in score_of(game, state.view(0), page).lines] == [False, True]
    assert [lines["total"] is None for lines in score_of(game, state.view(None), page).lines] == [True, True]
    stars = [poster(game, state.view(seat)).count('<use href="#e-star"') for seat in (None, 0)]
    assert stars[0] + 1 == stars[1]


# ---- stills ------------------------------------------------------------------------------------------------


def test_a_still_has_nothing_that_only_a_page_needs() -> None:
    inside = [
        rect(0, 0, 9, 9, "none", None, class_="hit", pointer_events="all"),
        rect(1, 1, 7, 7, "paper", None, class_="hit"),
        rect(2, 2, 5, 5, "ink", None, class_="badge", display="none"),
    ]
    svg = picture(Box(0, 0, 9, 9), part("cell:1", "A cell", *inside, data_key="k"), name="Board")
    assert without_interaction(svg, Box(1, 2, 18, 18)) == (
        '<svg x="1" y="2" width="18" height="18" viewBox="0 0 9 9">'
        '<rect x="1" y="1" width="7" height="7" fill="var(--paper)" /></svg>'
    )


# ---- places ------------------------------------------------------------------------------------------------


def panel(rise: float, captioned: bool) -> Panel:
    return Panel(Shown("x", "side", ""), 700, 700 * rise, captioned)


def overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.left + other.width - 0.1
        and other.left < one.left + one.width - 0.1
        and one.top < other.top + other.height - 0.1
        and other.top < one.top + one.height - 0.1
    )


def all_ways() -> list[list[Placed]]:
    rises = (0.4, 0.9, 1.6)
    return [
        arranged(panel(main, True), [panel(side, False)] * sides, [panel(other, True)] * others, 1200)
        for main, side, other in itertools.product(rises, repeat=3)
        for sides, others in itertools.product(range(3), range(6))
    ]


def test_cards_lie_side_by_side_within_the_poster() -> None:
    for places in all_ways():
        cards = [place.card for place in places]
        assert all(card.left > -0.1 and card.left + card.width < 1200.1 for card in cards)
        assert not any(overlap(*pair) for pair in itertools.combinations(cards, 2))
        assert height_of(places) == max(card.top + card.height for card in cards)
        for place in places:
            frame = place.frame
            assert frame.width > 0 and frame.height > 0
            assert frame.height / frame.width >= place.panel.rise - 0.01


def test_both_columns_are_equally_high() -> None:
    for places in all_ways():
        main = places[0].card
        right = [place.card for place in places[1:] if place.card.left >= main.width + PICTURE_GAP - 0.1]
        column = [card for card in right if card.top < main.height]
        if column:
            assert column[-1].top + column[-1].height == pytest.approx(main.height)
