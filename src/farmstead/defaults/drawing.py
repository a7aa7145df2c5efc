"""A drawing for games without one: the view as a text board, each legal move by its words."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from farmstead.engine.contract import Game, Seat
from farmstead.render import ENDLESS, Drawing, ScoreLines, View
from farmstead.render.components import Components
from farmstead.render.text_board import TextBoard
from farmstead.render.words import LANGUAGE, Words

UNSHOWN: Final = ("seat", "to_act", "game", "edition", "rules", "options")  # said by what is round a board
STAGES: Final = ("year", "season", "round", "turn", "stage", "phase", "step")  # keys of a view that tell time
UNKNOWN_WIDTH: Final = 80


class NoComponents(Components):
    """A box that nobody can look into."""

    kinds = ()

    def names(self, kind: str) -> list[str]:
        return []

    def picture(self, kind: str, name: str) -> RenderableType:
        return Text("")

    def paragraphs(self, kind: str, name: str) -> list[str]:
        return []

    def source(self, kind: str, name: str) -> str:
        return ""


def content_of(view: View) -> dict[str, object]:
    """What of a view a board shows."""
    return {key: value for key, value in view.items() if key not in UNSHOWN}


def stage_of(words: Words, view: View) -> str:
    """Where in the game a view is, in words: `Round 1, phase take`; empty where it does not say so."""
    if not view.get("to_act"):
        return words.say("plain", "over")
    board = TextBoard(words, UNKNOWN_WIDTH)
    told = [f"{board.name(key).lower()} {board.said(view[key])}" for key in STAGES if key in view]
    return ", ".join(told).capitalize()


class PlainDrawing(Drawing):
    """Draws any game by its contract."""

    part_name = "part"
    looks: Mapping[str, str] = {"board": "all that lies on the table"}

    def __init__(self, game: Game, edition_text: str | None, language: str = LANGUAGE) -> None:
        super().__init__(game, NoComponents(edition_text), language)
        self.title = self.example = game.title
        self.welcome = self.words.say("plain", "welcome", fewest=game.fewest, most=game.most)

    def sheet(
        self, view: View, legal: Sequence[str], scores: ScoreLines, width: int, height: int = ENDLESS
    ) -> RenderableType:
        return TextBoard(self.words, width).board(content_of(view))

    def look(self, what: str, view: View, seat: Seat, scores: ScoreLines, width: int) -> RenderableType:
        return self.sheet(view, (), scores, width)

    def part(self, view: View) -> str:
        return stage_of(self.words, view) or self.title

    def question(self, view: View) -> str:
        to_act = view.get("to_act")
        asked = isinstance(to_act, list) and view.get("seat") in to_act
        return self.words.say("plain", "asked") if asked else ""


def drawing(game: Game, edition_text: str | None = None, language: str = LANGUAGE) -> PlainDrawing:
    """The drawing of any game."""
    return PlainDrawing(game, edition_text, language)
