"""Drawing: from what a seat sees to what a terminal shows. Nothing here ever meets a position.

A game's `drawing(game, edition_text, language)` answers its `Drawing`.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rich.console import RenderableType

from farmstead import shelf
from farmstead.engine.contract import Event, Game, Seat
from farmstead.render.components import Components
from farmstead.render.shared import signed
from farmstead.render.text_board import TextBoard
from farmstead.render.ties import TieBreaks, TieTeller, tied_groups
from farmstead.render.words import LANGUAGE, words_for

__all__ = ["ENDLESS", "Drawing", "ScoreLines", "View", "drawing_for"]

View = Mapping[str, object]
ScoreLines = Mapping[Seat, Mapping[str, int]]
ENDLESS: Final = 1_000_000  # lines, where nobody has to see all of them at once


class Drawing:
    """How one game is shown, and how its long menus are taken apart.

    A game says what is its own; where it says nothing, its view is shown as tables.
    """

    welcome: str = ""
    """One line about the game, for whoever has to choose one."""
    part_name: str = "part"
    """What a game is a row of: `season`, `round`."""
    looks: Mapping[str, str] = MappingProxyType({"board": "the board"})
    """What can be looked at besides the sheet: a word and what it shows. The first is a seat's own land."""
    example: str = "board"
    """The name of a thing one may ask about."""
    quiet: frozenset[str] = frozenset()
    """Events that need no telling, since the sheet shows them."""
    closing: frozenset[str] = frozenset()
    """Moves that end something: menus list them last."""
    retold: Mapping[str, str] = MappingProxyType({})
    """Events that need no telling to whoever hears of the one named here."""

    def __init__(self, game: Game, components: Components, language: str = LANGUAGE) -> None:
        self.words = words_for(game.name, language)
        self.components = components

    # ---- what is shown ---------------------------------------------------------------------------------

    def sheet(
        self, view: View, legal: Sequence[str], scores: ScoreLines, width: int, height: int = ENDLESS
    ) -> RenderableType:
        """All that `view`'s seat needs to decide, in `width` columns and, where it can be, `height` lines."""
        return TextBoard(self.words, width).view(view)

    def look(self, what: str, view: View, seat: Seat, scores: ScoreLines, width: int) -> RenderableType:
        """One of `looks`, of `seat`'s things where that matters."""
        return self.sheet(view, [], scores, width)

    def part(self, view: View) -> str:
        """Where in the game this is, in words: `Year 3, spring`, `Round 7`; another text in every part."""
        return ""

    # ---- what is asked ---------------------------------------------------------------------------------

    def question(self, view: View) -> str:
        """What the view's seat is asked; empty when it is not."""
        return self.words.say("question", "next")

    def decision(self, view: View) -> str:
        """The name of the decision the view's seat is at, as the words know it; empty when there is none."""
        return ""

    def steps(self, move: str) -> tuple[str, ...]:
        """A move text cut into the choices it is made of: `lay 17`, `at 2,1`, `turn 1`."""
        return (move,)

    def step_words(self, step: str) -> str:
        """One step of a move in words."""
        return step

    def step_question(self, step: str) -> str:
        """What is asked when steps of this sort are to be chosen from."""
        return self.words.say("question", "next")

    def preview(self, view: View, chosen: Sequence[str], steps: Sequence[str]) -> RenderableType | None:
        """A picture of the next steps to choose from, where one helps."""
        return None

    def note(self, view: View, move: str) -> str:
        """What a legal move costs or brings, where its own words do not say it."""
        return ""

    def doubt(self, view: View, move: str, legal: Sequence[str]) -> str:
        """A question to be asked before a move that is easily regretted; empty for all others."""
        return ""

    def about(self, view: View, words: str) -> str:
        """What a thing of the game is, does or is worth; empty for what is no such thing."""
        return ""

    def closed(self, view: View, legal: Sequence[str]) -> list[str]:
        """Moves a player would look for at this decision that are not legal."""
        return []

    def closed_words(self, view: View, legal: Sequence[str]) -> list[str]:
        """The same in sentences, where a list of moves would be too long."""
        return []

    def guess(self, view: View, words: str) -> list[str]:
        """Moves that somebody may mean by a name, such as `hotel`; the likeliest first."""
        return []

    # ---- the end ---------------------------------------------------------------------------------------

    def line_words(self, line: str) -> str:
        """What a line of the score counts."""
        return self.words.called(line, "line")

    def because(self, view: View, line: str, events: Sequence[Event]) -> list[str]:
        """What makes up a line of a seat's score, a sentence each."""
        return [self.words.say_event(event) for event in events]

    def undecided(self, view: View, line: str) -> list[str]:
        """Points of a line that nobody gets although somebody might look for them, and why."""
        return []

    def verdict(
        self,
        scores: Sequence[int],
        places: Sequence[int],
        view: View,
        names: Sequence[str] | None = None,
    ) -> list[str]:
        """What is to be said when the game is over, a sentence each: who has won, and what came of ties.

        `names`: how the players are called; by their seats without.
        """
        return [self.winning(scores, places, names), *self.tied(scores, places, view, names)]

    def winning(self, scores: Sequence[int], places: Sequence[int], names: Sequence[str] | None) -> str:
        """Who has won."""
        winners = [seat for seat, place in enumerate(places) if place == 1]
        who = self.listed(winners, names)
        key = "wins" if len(winners) == 1 else "shared"
        return self.words.say("verdict", key, who=who, points=signed(scores[winners[0]]))

    def tied(
        self, scores: Sequence[int], places: Sequence[int], view: View, names: Sequence[str] | None = None
    ) -> list[str]:
        """By what ties were broken, wherever they were, and which ranks are shared; a sentence each."""
        if not tied_groups(scores):
            return []
        return TieTeller(self.words, self.tie_breaks(view), names).sentences(scores, places)

    def tie_breaks(self, view: View) -> TieBreaks:
        """What is compared among players with as many points, at the end of a game."""
        return TieBreaks("", ())

    def listed(self, seats: Sequence[Seat], names: Sequence[str] | None) -> str:
        return self.words.listing([self.words.who(seat, names) for seat in seats])


def drawing_for(game: Game, edition_text: str | None = None, language: str = LANGUAGE) -> Drawing:
    """How to draw a game, imported only now; the text of its edition tells where the data come from.

    What can be looked at, and what components are called, is for the terminal and in English.
    """
    draw: Callable[[Game, str | None, str], Drawing] = shelf.part(game.name, "drawing")
    return draw(game, edition_text, language)
