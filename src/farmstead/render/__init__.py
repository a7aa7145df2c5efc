"""Drawing: from what a seat sees to what a terminal shows. Nothing here ever meets a position.

A game's `drawing(game, edition_text, language)` answers its `Drawing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from farmstead import shelf
from farmstead.engine.contract import Event, Game, Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.render.components import Components
from farmstead.render.shared import key_of, lowered, meant, signed
from farmstead.render.ties import TieBreaks, TieTeller, tied_groups
from farmstead.render.words import LANGUAGE, words_for

if TYPE_CHECKING:  # rich takes long to import, and a server that has just been started draws nothing with it
    from rich.console import RenderableType

    from farmstead.render.text_board import Map

View = Mapping[str, object]
ScoreLines = Mapping[Seat, Mapping[str, int]]
ENDLESS: Final = 1_000_000  # lines, where nobody has to see all of them at once


class Drawing:
    """How one game is shown, and how its long menus are taken apart.

    A game says what is its own; where it says nothing, its view is shown as tables.
    """

    looks: Sequence[str] = ("board",)
    """What can be looked at besides the sheet, as it is typed. The first is a seat's own land."""
    menus: Mapping[str, Sequence[str]] = MappingProxyType({})
    """The moves a player would look for, by decision."""
    sheets: Sequence[str] = ("",)
    """The boards on which one decides, from the highest to the lowest."""
    quiet: frozenset[str] = frozenset()
    """Events that need no telling, since the sheet shows them."""
    said_by_moves: frozenset[str] = frozenset()
    """Events that the words of a move say themselves."""
    closing: frozenset[str] = frozenset()
    """Moves that end something: menus list them last."""
    retold: Mapping[str, str] = MappingProxyType({})
    """Events that need no telling to whoever hears of the one named here."""

    def __init__(self, game: Game, components: Components | None = None, language: str = LANGUAGE) -> None:
        self.game = game
        self.words = words_for(game.name, language)
        self.components = components or Components()

    # ---- what a terminal says of the game ----------------------------------------------------------------

    @property
    def welcome(self) -> str:
        """One line about the game, for whoever has to choose one."""
        return self.words.say("terminal", "welcome", fewest=self.game.fewest, most=self.game.most)

    @property
    def next_part(self) -> str:
        """What comes after a part of the game: `next season`, `next round`."""
        return self.words.say("terminal", "next_part")

    @property
    def example(self) -> str:
        """The name of a thing one may ask about."""
        return self.words.say("terminal", "example")

    def look_words(self, what: str) -> str:
        """What one of `looks` shows."""
        return self.words.called(what, "look")

    # ---- what is shown ---------------------------------------------------------------------------------

    def boards(
        self, what: str, view: View, seat: Seat, legal: Sequence[str], scores: ScoreLines
    ) -> Sequence[Mapping[str, object]]:
        """The tables of one of `looks` or `sheets`, of `seat`'s things; none as long as nothing is dealt."""
        from farmstead.render.text_board import whole_view

        return [whole_view(view)]

    def sheet(
        self, view: View, legal: Sequence[str], scores: ScoreLines, width: int, height: int = ENDLESS
    ) -> RenderableType:
        """All that `view`'s seat needs to decide, in `width` columns and, where it can be, `height` lines."""
        from rich.console import Console

        found: RenderableType = ""
        for what in self.sheets:
            found = self._drawn(self.boards(what, view, self.own(view), legal, scores), width)
            if height >= ENDLESS or len(Console(width=width).render_lines(found)) <= height:
                break
        return found

    def look(self, what: str, view: View, seat: Seat, scores: ScoreLines, width: int) -> RenderableType:
        """One of `looks`, of `seat`'s things where that matters."""
        return self._drawn(self.boards(what, view, seat, [], scores), width)

    def _drawn(self, boards: Sequence[Mapping[str, object]], width: int) -> RenderableType:
        from rich.text import Text

        from farmstead.render.text_board import TextBoard

        if not boards:
            return Text(self.words.say("sheet", "dealing"))
        return TextBoard(self.words, width).arranged([board for board in boards if board])

    def own(self, view: View) -> Seat:
        """The seat whose things are shown as one's own: who looks, or for a spectator the first."""
        seat = view.get("seat")
        return seat if isinstance(seat, int) else 0

    def pictured(self, kind: str, name: str) -> Mapping[str, object]:
        """A component as a board shows it, where it is more than its data."""
        return {}

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

    def preview(self, view: View, chosen: Sequence[str], steps: Sequence[str]) -> Map | None:
        """A picture of the next steps to choose from, where one helps."""
        return None

    def note(self, view: View, move: str) -> str:
        """What a legal move would bring besides what its words say, tried out on an imagined copy."""
        seat, log = self.own(view), list[Event]()
        state = self.game.from_view(seat, view, QuickDealer(0))
        before = state.score_lines(seat)
        state.apply(seat, self.game.parse(move), log)
        after = state.score_lines(seat)
        heard = [event for event in log if event.heard_by(seat) and event.key not in self.said_by_moves]
        told = [self.words.say_would(event) for event in heard if self.words.has(event.key, "would")]
        gains = {self.line_words(line): after[line] - before[line] for line in before if line != "total"}
        parts = [
            f"{line} {'+' if points > 0 else ''}{signed(points)}" for line, points in gains.items() if points
        ]
        return self.words.clauses([*[lowered(sentence.removesuffix(".")) for sentence in told], *parts])

    def doubt(self, view: View, move: str, legal: Sequence[str]) -> str:
        """A question to be asked before a move that is easily regretted; empty for all others."""
        return ""

    def about(self, view: View, words: str) -> str:
        """What a thing of the game is, does or is worth; empty for what is no such thing."""
        return ""

    def closed(self, view: View, legal: Sequence[str]) -> list[str]:
        """Moves a player would look for at this decision that are not legal."""
        return [move for move in self.menus.get(self.decision(view), ()) if move not in legal]

    def closed_words(self, view: View, legal: Sequence[str]) -> list[str]:
        """What is closed in sentences, where a list of moves would be too long."""
        return []

    def guess(self, view: View, words: str) -> list[str]:
        """Moves that somebody may mean by a name, such as `hotel`; the likeliest first."""
        moves = {move.split()[-1].lower(): move for menu in list(self.menus.values())[::-1] for move in menu}
        moves |= {move.split()[-1].lower(): move for move in self.menus.get(self.decision(view), ())}
        return [moves[name] for name in meant(self.name_of(words), moves, most=3)]

    def name_of(self, words: str) -> str:
        """What somebody calls a thing, as moves write it."""
        return key_of(words)

    def worth_telling(self, events: Sequence[Event]) -> list[Event]:
        """Where one event tells it better than the one before, only that."""
        pairs = zip_longest(events, events[1:])
        return [each for each, after in pairs if after is None or self.retold.get(each.key) != after.key]

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

    def parted(self, view: View, line: str) -> list[str]:
        """Ties within a line of the score that were broken, and by what; a sentence each."""
        return []

    def ribbon(self, scores: Sequence[int]) -> int:
        """The points that a game earned a ribbon for, such as 30 of 32 alone; 0 for none."""
        return 0

    def verdict(
        self, scores: Sequence[int], places: Sequence[int], view: View, names: Sequence[str] | None = None
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

    What components are called is for `farmstead show` and in English.
    """
    draw: Callable[[Game, str | None, str], Drawing] = shelf.part(game.name, "drawing")
    return draw(game, edition_text, language)
