"""Drawing: from what a seat sees to what a terminal shows. Nothing here ever meets a position.

Every game that can be drawn has one line in `DRAWINGS`: the module whose `drawing(game)` answers `Drawing`.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, Protocol, cast

from rich.console import RenderableType

from farmstead.engine.contract import Game, Seat

__all__ = ["Drawing", "ScoreLines", "View", "drawing_for"]

View = Mapping[str, object]
ScoreLines = Mapping[Seat, Mapping[str, int]]
DRAWINGS: Final[dict[str, str]] = {"walnut-grove": "farmstead.render.walnut_grove_text"}


class Drawing(Protocol):
    """How one game is shown, and how its long menus are taken apart."""

    looks: Mapping[str, str]
    """What can be looked at besides the sheet: a word and what it shows."""
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
    module = import_module(DRAWINGS[game.name])
    return cast(
        Drawing, module.drawing(game, edition_text)
    )  # the registry names only modules that keep this promise
