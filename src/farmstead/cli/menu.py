"""A decision taken apart: choices in steps where there are many, by number or as text."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from farmstead.cli.telling import Teller
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
        return list(dict.fromkeys([steps[depth] for steps in self._open()]))

    def _open(self) -> list[tuple[str, ...]]:
        depth = len(self.chosen)
        return [steps for steps in self._steps if list(steps[:depth]) == self.chosen and len(steps) > depth]

    def complete(self, option: str) -> str | None:
        """The move that is made by choosing this, or None when more is to be chosen."""
        return self._steps.get((*self.chosen, option))

    def take(self, option: str) -> str | None:
        """Choose a step; the move if that makes it whole. A step without alternative takes itself."""
        move = self.complete(option)
        if move is not None:
            return move
        self.chosen.append(option)
        following = self.options()
        return self.take(following[0]) if len(following) == 1 else None

    def back(self) -> bool:
        """Take back the last step; whether there was one."""
        if not self.chosen:
            return False
        self.chosen.pop()
        return True

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


def asked(menu: Menu, teller: Teller, view: View, pictured: bool = True) -> RenderableType:
    """The question, a picture where one helps, and the numbered choices."""
    options = menu.options()
    preview = menu.drawing.preview(view, menu.chosen, options) if pictured else None
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    for number, option in enumerate(options, start=1):
        grid.add_row(f"{number})", Text(_words(menu, teller, view, option)))
    return Group(Text(_question(menu, view), "bold"), *([] if preview is None else [preview]), grid)


def _question(menu: Menu, view: View) -> str:
    if not menu.chosen:
        return menu.drawing.question(view)
    chosen = ", ".join([menu.drawing.step_words(step) for step in menu.chosen])
    following = menu.drawing.step_question(menu.options()[0])
    return f"{capital(chosen)}. {following} (`b` goes back)"


def _words(menu: Menu, teller: Teller, view: View, option: str) -> str:
    move = menu.complete(option)
    if move is None or menu.chosen:
        return menu.drawing.step_words(option)
    return teller.move(move, view)
