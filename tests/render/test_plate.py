"""A finished farm or valley as a page of an almanac: whose it is, its score, and the day."""

import re

import pytest

from farmstead import shelf
from farmstead.render.ink import DARK, LIGHT
from farmstead.render.plate import day_words, plate
from farmstead.render.words import PAGES_OF, languages, words_for
from tests.render.pictures import positions
from tests.render.test_poster import words_in

GAME = shelf.names()[0]


@pytest.mark.parametrize("name", shelf.names())
def test_a_plate_tells_whose_board_it_is_and_every_line_of_its_score(name: str) -> None:
    game, state = shelf.game(name), positions(name, 2, 3)[-1]
    for seat, (light, language) in enumerate([(LIGHT, "en"), (DARK, "de")]):
        names = ["Ada", "Ben"]
        svg = plate(
            game, state.view(seat), seat, names=names, day="2031-05-06", language=language, light=light
        )
        assert "var(" not in svg and "<style" not in svg
        found = words_in(svg)
        assert names[seat] in found and names[1 - seat] not in found
        assert any("2031" in line for line in found)
        lines = state.score_lines(seat)
        figures = [line for line in found if re.fullmatch(r"[−-]?\d+", line)]
        assert str(lines["total"]).replace("-", "−") in figures
        for line in lines:
            words = words_for(name, language).called(line, "line")
            assert line == "total" or any(each.startswith(words[:12]) for each in found), line


def test_a_plate_has_no_day_where_none_is_known_and_cuts_long_names() -> None:
    game, state = shelf.game(GAME), positions(GAME, 2, 3)[-1]
    svg = plate(game, state.view(0), 0, names=["<b>" + "W" * 60, ""])
    assert game.title in words_in(svg)
    assert "<b>" not in svg and any("…" in line for line in words_in(svg))


def test_days_are_said_in_each_language() -> None:
    said = {each: day_words("2031-05-06", words_for(PAGES_OF + GAME, each)) for each in languages()}
    assert said == {"en": "6 May 2031", "de": "6. Mai 2031", "fr": "6 mai 2031"}
    assert day_words("", words_for(PAGES_OF + GAME, "en")) == ""
