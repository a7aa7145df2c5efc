"""Drawing: from what a seat sees to what a terminal shows. Nothing here ever meets a position.

The shelf names a game's `drawing(game, edition_text)`, which answers `Drawing`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from rich.console import RenderableType

from farmstead import shelf
from farmstead.engine.contract import Game, Seat

__all__ = ["Drawing", "ScoreLines", "View", "drawing_for"]

View = Mapping[str, object]
ScoreLines = Mapping[Seat, Mapping[str, int]]


class Drawing(Protocol):
    """How one game is shown, and how its long menus are taken apart."""

    welcome: str
    """One line about the game, for whoever has to choose one."""
    part_name: str
    """What a game is a row of: `season`, `round`."""
    looks: Mapping[str, str]
    """What can be looked at besides the sheet: a word and what it shows. The first is a seat's own land."""
    quiet: frozenset[str]
    """Events that need no telling, since the sheet shows them."""
    closing: frozenset[str]
    """Moves that end something: menus list them last."""
    retold: Mapping[str, str]
    """Events that need no telling to whoever hears of the one named here."""
    example: str
    """The name of a thing one may ask about."""
    kinds: Sequence[str]
    """The sorts of components."""

    def sheet(self, view: View, legal: Sequence[str], scores: ScoreLines, width: int) -> RenderableType:
        """All that `view`'s seat needs to decide, in `width` columns."""

    def look(self, what: str, view: View, seat: Seat, scores: ScoreLines, width: int) -> RenderableType:
        """One of `looks`, of `seat`'s things where that matters."""

    def part(self, view: View) -> str:
        """Where in the game this is, in words: `Year 3, spring`, `Round 7`; another text in every part."""

    def question(self, view: View) -> str:
        """What the view's seat is asked."""

    def steps(self, move: str) -> tuple[str, ...]:
        """A move text cut into the choices it is made of: `lay 17`, `at 2,1`, `turn 1`."""

    def step_words(self, step: str) -> str:
        """One step of a move in words."""

    def step_question(self, step: str) -> str:
        """What is asked when steps of this sort are to be chosen from."""

    def decision(self, view: View) -> str:
        """The name of the decision the view's seat is at, as the words know it; empty when there is none."""

    def preview(self, view: View, chosen: Sequence[str], steps: Sequence[str]) -> RenderableType | None:
        """A picture of the next steps to choose from, where one helps."""

    def note(self, view: View, move: str) -> str:
        """What a legal move costs or brings, where its own words do not say it."""

    def doubt(self, view: View, move: str, legal: Sequence[str]) -> str:
        """A question to be asked before a move that is easily regretted; empty for all others."""

    def about(self, view: View, words: str) -> str:
        """What a thing of the game is, does or is worth; empty for what is no such thing."""

    def closed(self, view: View, legal: Sequence[str]) -> list[str]:
        """Moves a player would look for at this decision that are not legal."""

    def guess(self, view: View, words: str) -> list[str]:
        """Moves that somebody may mean by a name, such as `hotel`; the likeliest first."""

    def line_words(self, line: str) -> str:
        """What a line of the score counts."""

    def verdict(self, scores: Sequence[int], places: Sequence[int], view: View) -> list[str]:
        """What is to be said when the game is over, a sentence each."""

    def names(self, kind: str) -> list[str]:
        """Every component of a kind."""

    def component(self, kind: str, name: str) -> RenderableType:
        """One component with all its data."""

    def paragraphs(self, kind: str, name: str) -> list[str]:
        """The rules that speak of a component."""


def drawing_for(game: Game, edition_text: str | None = None) -> Drawing:
    """How to draw a game, imported only now; the text of its edition tells where the data come from."""
    draw: Callable[[Game, str | None], Drawing] = shelf.load(shelf.row(game.name).drawing)
    return draw(game, edition_text)
