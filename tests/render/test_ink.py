"""Ink: elements, tokens and symbols that the pictures of all games are made of."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from farmstead.render import ink

STATIC = Path(__file__).parents[2] / "src" / "farmstead" / "server" / "pages" / "static"
OWN = {
    "leaf": ink.symbol("leaf", 10, 10, ink.path("M0 0h9v9z", "url(#p-hatch)")),
    "twig": ink.symbol("twig", 10, 10, ink.use("leaf", (5, 5), 4)),
    "root": ink.symbol("root", 10, 10, ink.circle((5, 5), 4, "wood")),
}


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1.0, "1"),
        (1.25, "1.2"),
        (-0.04, "0"),
        (0.05, "0.1"),
        (12, "12"),
        (0.1, "0.1"),
        ('a"<b>', "a&quot;&lt;b&gt;"),
    ],
)
def test_numbers_are_short_and_texts_are_safe(value: object, written: str) -> None:
    assert ink.num(value) == written


def test_an_element() -> None:
    assert ink.el("g", class_="part", stroke_width=2, opacity=None) == '<g class="part" stroke-width="2"/>'
    assert ink.el("g", "", "a") == "<g>a</g>"
    assert ink.text("<&>", (0, 0)).endswith(">&lt;&amp;&gt;</text>")


def test_a_group_is_moved_turned_and_scaled_in_this_order() -> None:
    moved = ink.g(at=(1, 2.5), turn=90, scale=0.5)
    assert moved == '<g transform="translate(1 2.5) rotate(90) scale(0.5)"/>'


@pytest.mark.parametrize(
    ("name", "painted"),
    [("none", "none"), ("url(#p-fine)", "url(#p-fine)"), ("#fff", "#fff"), ("good_wood", "var(--good-wood)")],
)
def test_what_is_no_paint_of_its_own_is_a_token(name: str, painted: str) -> None:
    assert ink.paint(name) == painted


def test_a_soft_line_keeps_its_ends() -> None:
    points = [(0.0, 0.0), (4.0, 4.0), (8.0, 0.0), (12.0, 4.0)]
    assert ink.smooth(points) == "M0 0Q4 4 6 2Q8 0 12 4"
    assert ink.smooth(points, close=True).endswith("Z")


# ---- colours -------------------------------------------------------------------------------------------


def test_the_contrasts_are_as_promised() -> None:
    assert ink.broken_promises() == []


def test_contrast_runs_from_1_to_21() -> None:
    assert ink.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert ink.contrast("#123456", "#123456") == pytest.approx(1)


def test_the_pages_have_these_tokens() -> None:
    assert ink.token_sheet() in (STATIC / "base" / "tokens.css").read_text("utf-8")


@pytest.mark.parametrize("light", [ink.LIGHT, ink.DARK])
def test_in_colour_every_token_has_its_value(light: int) -> None:
    drawn = "".join([ink.circle((0, 0), 1, token) for token in ink.TOKENS]) + ink.text("a", (0, 0))
    coloured = ink.in_colour(drawn, light)
    assert "var(" not in coloured
    assert all(f'fill="{values[light]}"' in coloured for values in ink.TOKENS.values())
    ElementTree.fromstring(f"<g>{coloured}</g>")


# ---- symbols and pictures ------------------------------------------------------------------------------


def test_symbols_have_the_ids_they_are_known_by() -> None:
    for name, body in ink.SYMBOLS.items():
        assert ElementTree.fromstring(body).get("id") == name


def test_symbols_that_symbols_use_come_along() -> None:
    found = ink.used_symbols(ink.use("twig", (0, 0), 5), OWN)
    assert found == [OWN["leaf"], ink.SYMBOLS["p-hatch"], OWN["twig"]]


def test_a_sheet_has_all_symbols_and_shows_nothing() -> None:
    sheet = ElementTree.fromstring(ink.symbol_sheet(OWN))
    assert sheet.get("width") == sheet.get("height") == "0" and sheet.get("aria-hidden") == "true"
    assert {symbol.get("id") for symbol in sheet[0]} == {*ink.SYMBOLS, *OWN}


def test_a_picture_alone_has_its_size_its_symbols_and_its_colours() -> None:
    svg = ink.picture(ink.Box(-5, 0, 20, 10), ink.use("root", (5, 5), 4), name="A root")
    alone = ElementTree.fromstring(ink.standalone(svg, OWN, ink.DARK, scale=2))
    assert (alone.get("width"), alone.get("height"), alone.get("viewBox")) == ("40", "20", "-5 0 20 10")
    assert [symbol.get("id") for symbol in alone[0]] == ["root"]
    assert alone[0][0][0].get("fill") == ink.TOKENS["wood"][ink.DARK]


def test_a_picture_has_a_name_or_is_decoration() -> None:
    named, plain = ink.picture(ink.Box(0, 0, 1, 1), name="Town & land"), ink.picture(ink.Box(0, 0, 1, 1))
    assert 'role="group" aria-label="Town &amp; land"' in named
    assert 'aria-hidden="true"' in plain and "aria-label" not in plain


def test_a_part_says_how_moves_and_people_call_it() -> None:
    part = ElementTree.fromstring(ink.part("cell:4,1", "A cell", ink.rect(0, 0, 1, 1), class_="cell"))
    assert part.attrib == {
        "class": "part cell",
        "data-part": "cell:4,1",
        "role": "img",
        "aria-label": "A cell",
    }


def test_the_hand_wobbles_the_same_way_again() -> None:
    assert ink.hand("a", 1).random() == ink.hand("a", 1).random() != ink.hand("a", 2).random()


def test_the_states_use_known_tokens_only() -> None:
    ink.in_colour(ink.state_sheet())
