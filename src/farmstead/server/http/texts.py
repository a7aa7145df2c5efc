"""The texts of the pages, for templates and for the scripts in the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, final

from farmstead.engine.contract import Arg
from farmstead.render.words import LANGUAGE, PAGES, PAGES_OF, vocabulary, words_for

PROGRAM: Final = "program"  # those of the page for programs, which is in English


@final
class PageTexts:
    """The texts of the pages in one language."""

    def __init__(self, language: str = LANGUAGE, file: str = PAGES) -> None:
        self._words = words_for(file, language)
        self._tables = vocabulary(file, language)

    def __call__(self, key: str, **fields: Arg) -> str:
        """A text by table and key, such as `lobby.title`."""
        table, _, name = key.partition(".")
        return self._words.say(table, name, **fields)

    def value(self, switch: str, value: str) -> str:
        """What a switch stands at, such as `costs nothing`."""
        return self._words.say("switch_value", switch, value=value)

    def some(self, tables: Sequence[str]) -> Mapping[str, Mapping[str, Any]]:
        """Whole tables as they are, for a script. `Any`: texts, or texts by the value of a field."""
        return {name: self._tables[name] for name in tables}


@cache
def page_texts(language: str = LANGUAGE, file: str = PAGES) -> PageTexts:
    """The texts in one language, read once."""
    return PageTexts(language, file)


def sayings_of(game: str, language: str) -> PageTexts:
    """The texts of the pages of a game, its own words first."""
    return page_texts(language, PAGES_OF + game)
