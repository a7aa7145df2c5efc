"""How the moves of a game are written, and the way from text to move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, final

from mypy_extensions import mypyc_attr

from farmstead.engine.contract import Action, NotUnderstood, Refusal

MAX_MOVE: Final = 80  # letters of a text that is looked at
MAX_NUMBER: Final = 4  # digits


@mypyc_attr(allow_interpreted_subclasses=True)
class Worded(Action):
    """A move that is always the same, or whose text is settled when it is built: `pass`."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


@mypyc_attr(allow_interpreted_subclasses=True)
class Numbered(Worded):
    """A move about one of several things that have numbers: `hire yellow`."""

    def __init__(self, verb: str, words: Sequence[str], what: int) -> None:
        super().__init__(f"{verb} {words[what]}")
        self.what = what


@mypyc_attr(allow_interpreted_subclasses=True)
class Named(Worded):
    """A move about something that is known by its name: `disc A1`."""

    def __init__(self, verb: str, name: str) -> None:
        super().__init__(f"{verb} {name}")
        self.name = name


@final
class Form:
    """How moves that begin with one word are written, and which paragraphs say when and how they are made."""

    __slots__ = ("how", "rule", "text")

    def __init__(self, rule: str, text: str, how: str = "") -> None:
        self.rule = rule  # when such a move is made
        self.text = text
        self.how = how or rule


@final
class Notation:
    """The moves of a game as text: its forms by their first word, and all moves that are built beforehand."""

    def __init__(
        self,
        book: str,
        rule: str,
        forms: Mapping[str, Form],
        built: Sequence[Sequence[Action]],
        unbuilt: Callable[[list[str]], Action | None] | None = None,
    ) -> None:
        self.book = book  # `WG`
        self.rule = rule  # the paragraph about the notation
        self.forms = forms
        self.built = {str(move).lower(): move for moves in built for move in moves}
        self.unbuilt = unbuilt  # reads the words of moves that are too many to be built; may raise ValueError

    def parse(self, text: str) -> Action:
        """The move that is written so, in ASCII; NotUnderstood if none is. Capitals and extra blanks, tabs
        and line breaks among them, do not matter.
        """
        words = text.lower().split() if len(text) <= MAX_MOVE else []
        if not words or words[0] not in self.forms:
            rule, verbs = f"{self.book} {self.rule}", sorted(self.forms)
            raise NotUnderstood(Refusal(rule, "unknown_verb", text[:MAX_MOVE], {}, verbs))
        move = self._move(words) if text.isascii() else None
        if move is None:
            form = self.forms[words[0]]
            rule = f"{self.book} {form.how}"
            raise NotUnderstood(Refusal(rule, "bad_form", text[:MAX_MOVE], {}, [form.text]))
        return move

    def _move(self, words: list[str]) -> Action | None:
        move = self.built.get(" ".join(words))
        if move is not None or self.unbuilt is None:
            return move
        try:
            return self.unbuilt(words)
        except ValueError:
            return None


def read_number(word: str) -> int:
    """A number of few digits, 0 to 9 only; ValueError when it is none."""
    if not (word.isascii() and word.isdecimal() and len(word) <= MAX_NUMBER):
        raise ValueError(word)
    return int(word)
