"""The menu of a decision: moves chosen in steps where there are many, by number or as text."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from farmstead.cli import language
from farmstead.cli.sentences import Sentences
from farmstead.render import Drawing, View
from farmstead.render.shared import capital


class Menu:
    """The legal moves of one decision, and the steps chosen so far."""

    def __init__(self, drawing: Drawing, legal: Sequence[str]) -> None:
        self.drawing = drawing
        self.chosen: list[str] = []
        self._steps = {drawing.steps(move): move for move in sorted(legal, key=drawing.closing.__contains__)}

    @property
    def in_steps(self) -> bool:
        """Whether a move is chosen in several steps here."""
        return any(len(steps) > 1 for steps in self._steps)

    def options(self) -> list[str]:
        """The next steps, each once."""
        depth = len(self.chosen)
        going_on = [each for each in self._steps if list(each[:depth]) == self.chosen and len(each) > depth]
        return list(dict.fromkeys([steps[depth] for steps in going_on]))

    def take(self, option: str) -> str | None:
        """Choose a step; the move if that makes it whole. A step without alternative takes itself."""
        if (move := self._steps.get((*self.chosen, option))) is not None:
            return move
        self.chosen.append(option)
        following = self.options()
        return self.take(following[0]) if len(following) == 1 else None

    def meant(self, typed: str) -> str | None:
        """The option meant by its number, its text or the words it is shown with; None if by none of them."""
        options = self.options()
        if typed.isdecimal() and typed.isascii() and len(typed) < 6 and 1 <= int(typed) <= len(options):
            return options[int(typed) - 1]
        return next((option for option in options if typed in self._names(option)), None)

    def _names(self, option: str) -> tuple[str, str, str]:
        return option.lower(), option.partition(" ")[2].lower(), self.drawing.step_words(option).lower()

    def jump(self, typed: str) -> bool:
        """Choose several steps at once, as in `lay 17 at 2,1`; whether that was such a text."""
        for steps in self._steps:
            for depth in range(1, len(steps)):
                if " ".join(steps[:depth]).lower() == typed:
                    self.chosen = list(steps[:depth])
                    return True
        return False

    def asked(self, teller: Sentences, view: View) -> RenderableType:
        """The question, a picture where one helps, and the numbered choices."""
        options, question = self.options(), self.drawing.question(view)
        if self.chosen:
            chosen = ", ".join([self.drawing.step_words(step) for step in self.chosen])
            asked, back = self.drawing.step_question(options[0]), language.say("keys", "back")
            question = f"{capital(chosen)}. {asked} {back}"
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(justify="right", style="bold")
        for number, option in enumerate(options, start=1):
            move = None if self.chosen else self._steps.get((option,))
            words = self.drawing.step_words(option) if move is None else teller.move(move, view)
            grid.add_row(f"{number})", Text(words))
        preview = self.drawing.preview(view, self.chosen, options)
        return Group(Text(question, "bold"), *([] if preview is None else [preview]), grid)
