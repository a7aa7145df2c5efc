"""A drawing for games without one: its view as tables of text, and where in the game that is."""

from typing import Final

from farmstead.engine.contract import Game
from farmstead.render import Drawing, View
from farmstead.render.components import Components
from farmstead.render.shared import capital
from farmstead.render.text_board import TextBoard
from farmstead.render.words import LANGUAGE, Words

STAGES: Final = ("year", "season", "round", "turn", "stage", "phase", "step")  # keys of views that tell time


def stage_of(words: Words, view: View) -> str:
    """Where in the game a view is, in words: `Round 1, phase take`; empty where it does not say so."""
    if not view["to_act"]:
        return words.say("plain", "over")
    board = TextBoard(words, 0)
    return capital(", ".join([f"{board.name(key)} {board.said(view[key])}" for key in STAGES if key in view]))


def is_asked(view: View) -> bool:
    """Whether the view's seat is to decide."""
    to_act = view["to_act"]
    return isinstance(to_act, list) and view["seat"] in to_act


class PlainDrawing(Drawing):
    """Draws any game by its contract."""

    def __init__(self, game: Game, language: str) -> None:
        super().__init__(game, Components(), language)
        self.title = game.title

    def part(self, view: View) -> str:
        return stage_of(self.words, view) or self.title

    def question(self, view: View) -> str:
        return self.words.say("plain", "asked") if is_asked(view) else ""


def drawing(game: Game, edition_text: str | None = None, language: str = LANGUAGE) -> PlainDrawing:
    """The drawing of any game."""
    return PlainDrawing(game, language)
