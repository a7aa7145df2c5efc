"""The way from text to move: every form, and everything that is none."""

from __future__ import annotations

import pytest

from farmstead.engine.contract import NotUnderstood, Refusal
from farmstead.games.walnut_grove.rules import GAME
from farmstead.games.walnut_grove.rules.actions import FORMS
from tests.games.walnut_grove.scenes import Scene

WRITTEN = [
    "start church",
    "start town-hall",
    "lay 17 at 2,1 turn 1",
    "lay 1 at -3,12 turn 0",
    "lay 9999 at 99,99 turn 3",
    "work stone at 4,0",
    "keep dairy",
    "keep gold",
    "leave",
    "throw copper",
    "throw wood",
    "visit johansens-mill",
    "pass",
    "toll silver",
    "toll help",
    "give grain",
    "give grain from -1,2",
    "give gold for fish",
    "give gold",
    "help for dairy",
    "repay",
    "take stone",
    "hire white",
    "build barn",
    "buy paddock",
    "sell wood",
    "sell wood from 4,0",
    "sell copper",
    "move fish from 3,0",
    "done",
    "board yellow",
    "disc B4",
    "labourer blue",
    "building hut",
    "improvement well",
    "tile 50",
    "coin copper",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_move_is_written_as_it_was_read(text: str) -> None:
    move = GAME.parse(text)
    assert str(move) == text
    assert repr(move) == f"<{text}>"
    assert str(GAME.parse(f"  {text.upper()} ".replace(" ", "   "))) == text
    assert str(GAME.parse(f"{text}\n".replace(" ", " \t\r\n"))) == text


def test_every_verb_is_shown_above() -> None:
    assert {text.split()[0] for text in WRITTEN} == set(FORMS)


@pytest.mark.parametrize("text", WRITTEN)
def test_a_word_more_or_a_word_less_is_no_move(text: str) -> None:
    refused(text + " now")
    refused(text + " from 0,0 for grain")
    shorter = text.rpartition(" ")[0]
    if shorter not in ("", "give gold", "give grain", "sell wood") and not shorter.endswith(
        (" from", " for")
    ):
        refused(shorter)


def refused(text: str) -> Refusal:
    with pytest.raises(NotUnderstood) as caught:
        GAME.parse(text)
    return caught.value.refusal


@pytest.mark.parametrize(
    "text",
    [
        "lay 17 on 2,1 turn 1",
        "lay 17 at 2,1 turned 1",
        "lay 17 at 2,1 turn 4",
        "lay 17 at 2;1 turn 1",
        "lay 17 at 2 turn 1",
        "lay 17 at ,1 turn 1",
        "lay 17 at 100,1 turn 1",
        "lay 17 at -100,1 turn 1",
        "lay 17 at 0,100 turn 1",
        "lay 17 at 0,-100 turn 1",
        "lay -17 at 2,1 turn 1",
        "lay 17000 at 2,1 turn 1",
        "lay ٣ at 2,1 turn 1",
        "work gold at 0,1",
        "work grain in 0,1",
        "give grain at 0,1",
        "give gold from 0,1",
        "give gold for gold",
        "give silk",
        "sell grain at 0,1",
        "sell gold from 0,1",
        "move grain to 0,1",
        "move gold from 0,1",
        "help from grain",
        "help for gold",
        "toll grain",
        "take gold",
        "tile seven",
        "tile 12345",
        "coin grain",
        "work fish at \u0663,\u0660",
        "give fish from 3,\u0660",
        "lay 4 at \u0663,1 turn 2",
        "lay \u0664 at 3,1 turn 2",
        "lay 4 at 3,1 turn \uff12",
        "work fish at +3,0",
        "work fish at 1_0,0",
        "work fish at --3,0",
        "work\xa0fish at 3,0",
    ],
)
def test_a_bad_form_is_refused_with_the_right_one(text: str) -> None:
    refusal = refused(text)
    verb = text.split()[0].lower()
    assert (refusal.key, refusal.tried, refusal.instead) == ("bad_form", text, [FORMS[verb].text])
    assert refusal.rule.startswith("WG ")


@pytest.mark.parametrize(
    "text", ["", "   ", "fly", "17", "\0", "lay" * 40, "pass " + " " * 100, "w" * 10_000]
)
def test_what_begins_with_no_verb_is_refused_with_all_of_them(text: str) -> None:
    refusal = refused(text)
    assert (refusal.rule, refusal.key) == ("WG 11", "unknown_verb")
    assert refusal.instead == sorted(FORMS)
    assert len(refusal.tried) <= 80


def test_parsing_never_fills_the_tables() -> None:
    """A move nobody offered is built anew each time; one that was offered is always the same."""
    assert GAME.parse("lay 9998 at 98,98 turn 1") is not GAME.parse("lay 9998 at 98,98 turn 1")
    scene = Scene(disc="A3").spring("17 4")
    offered = {str(move): move for move in scene.state.legal(0)}
    assert GAME.parse("lay 17 at 0,1 turn 2") is offered["lay 17 at 0,1 turn 2"]


def test_a_good_sold_is_sold_already_and_the_others_are_not() -> None:
    scene = Scene().furnish(barn="fish wood grain", land="fish@3,0").stand(0, "soebucks").autumn()
    scene.play(0, "visit general-store", "sell fish")
    scene.refused(0, "sell fish from 3,0", "WG 5.12", "sold_already")
    scene.refused(0, "sell grain from 0,0", "WG 4.8", "not_on_land")
    assert scene.legal() == ["sell grain", "sell wood", "done"]
    scene.play(0, "sell grain")
    scene.refused(0, "sell wood from 4,0", "WG 4.8", "not_on_land")
