"""A decision taken apart: choices in steps where there are many, by number or as text."""

from collections.abc import Sequence

from farmstead.render import Drawing


class Menu:
    """The legal moves of one decision, and the steps chosen so far."""

    def __init__(self, drawing: Drawing, legal: Sequence[str]) -> None:
        self.legal = list(legal)
        self.chosen: list[str] = []
        self._steps = {drawing.steps(move): move for move in legal}

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
        """The option meant by a number or by the text of a step; None if it is neither."""
        options = self.options()
        if typed.isdecimal() and typed.isascii() and len(typed) < 6:
            return options[int(typed) - 1] if 1 <= int(typed) <= len(options) else None
        return next((option for option in options if typed in (option, option.partition(" ")[2])), None)

    def jump(self, typed: str) -> bool:
        """Choose several steps at once, as in `lay 17 at 2,1`; whether that was such a text."""
        for steps in self._steps:
            for depth in range(1, len(steps)):
                if " ".join(steps[:depth]) == typed:
                    self.chosen = list(steps[:depth])
                    return True
        return False
