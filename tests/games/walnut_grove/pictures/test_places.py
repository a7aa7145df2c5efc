"""How cells of Walnut Grove are said on pages: `of the board` of a landscape alone (WG 3.7)."""

from __future__ import annotations

import re

import pytest

from farmstead.engine.contract import Event, Refusal
from farmstead.render.words import page_words, words_for

GROVE = "walnut-grove"
BOARD = {"en": "of the board", "fr": "du plateau", "de": "am Spielbrett"}
SAID = {
    "en": {
        "0,0": "column 1 of the board",
        "4,0": "column 5 of the board",
        "-1,0": "column 1 left of the board, row 0",
        "5,0": "column 6, row 0",
        "-2,3": "column 2 left of the board, row 3",
        "4,1": "column 5, row 1",
    },
    "fr": {
        "4,0": "colonne 5 du plateau",
        "-1,0": "colonne 1 à gauche du plateau, rangée 0",
        "5,0": "colonne 6, rangée 0",
    },
    "de": {
        "4,0": "in Spalte 5 am Spielbrett",
        "-1,0": "in Spalte 1 links vom Spielbrett, Reihe 0",
        "5,0": "in Spalte 6, Reihe 0",
    },
}


@pytest.mark.parametrize("language", SAID)
def test_a_cell_is_of_the_board_only_where_it_is_a_landscape(language: str) -> None:
    words = page_words(GROVE, language)
    for cell, said in SAID[language].items():
        assert said in words.say_event(Event("laid", 0, {"tile": 1, "at": cell, "turn": 0}))
        refusal = Refusal("WG 4.1", "no_land_there", "", {"at": cell, "good": "grain"})
        assert said in words.say_refusal(refusal)
    for cell in ("-1,0", "5,0", "6,0"):
        assert BOARD[language] not in words.say_event(
            Event("laid", 0, {"tile": 1, "at": cell, "turn": 0})
        ).replace(f"left {BOARD[language]}", "").replace(f"gauche {BOARD[language]}", "")


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("cell", ["-1,0", "5,0", "-12,0"])
def test_moves_at_the_sides_of_the_board_have_words(language: str, cell: str) -> None:
    for words in (words_for(GROVE, language), page_words(GROVE, language)):
        for move in (f"work grain at {cell}", f"lay 7 at {cell} turn 1", f"give wood from {cell}"):
            said = words.describe_move(move)
            assert said and said != move and "{" not in said


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("key", ["moved_before_scoring", "thrown_to_make_room"])
def test_what_is_refused_without_loss_says_so(language: str, key: str) -> None:
    """WG 2.3."""
    nothing = {
        "en": "(nothing is lost|lose nothing)",
        "fr": "perd rien",
        "de": "(verlierst du|du verlierst) nichts",
    }
    said = words_for(GROVE, language).say_refusal(Refusal("WG 2.3", key, "move wood from 4,0"))
    assert "WG 2.3" in said and re.search(nothing[language], said)
