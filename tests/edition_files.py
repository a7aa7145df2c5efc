"""The packaged edition of a game as a text that tests change and check."""

from __future__ import annotations

from farmstead import shelf
from farmstead.engine.editions import BadEdition


class EditionFile:
    def __init__(self, game: str) -> None:
        self.text = shelf.edition_text(game)
        self.game = game

    def changed(self, *swaps: tuple[str, str], text: str | None = None) -> str:
        """The packaged edition, or another, with each first text replaced, once, by the second."""
        made = self.text if text is None else text
        for old, new in swaps:
            assert old in made, f"{old!r} is not in the edition"
            made = made.replace(old, new, 1)
        return made

    def problems(self, text: str) -> list[str]:
        """What the checker says; nothing for a sound edition."""
        try:
            shelf.game_with(self.game, text)
        except BadEdition as refused:
            return refused.problems
        return []

    def rules_of(self, found: list[str]) -> list[str]:
        """The paragraphs that problems cite."""
        return [problem[problem.rindex(f"({shelf.row(self.game).prefix} ") + 1 : -1] for problem in found]
