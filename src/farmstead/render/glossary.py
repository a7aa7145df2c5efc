"""The glossary: each term by language, box words that we do not use, and words that must not return.

The words are data: `glossary.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, final


@final
class Term:
    """One thing, and its words: by language, the usual one first."""

    __slots__ = ("box", "name", "printed", "words")

    def __init__(self, name: str, entry: Mapping[str, Any]) -> None:
        self.name = name
        # Languages whose printed rules say so.
        self.printed: frozenset[str] = frozenset(entry.get("printed", ()))
        self.box: Mapping[str, list[str]] = entry.get("box", {})  # words of printed rules that we do not use
        self.words: Mapping[str, list[str]] = {
            language: found for language, found in entry.items() if language not in ("printed", "box")
        }


@cache
def terms() -> tuple[Term, ...]:
    """All that the glossary has, in its order."""
    return tuple(Term(name, entry) for name, entry in _tables()["term"].items())


@cache
def box_words(language: str) -> Mapping[str, str]:
    """Words of the printed rules, in small letters, and what we say in their place."""
    return {
        word.lower(): term.words[language][0]
        for term in terms()
        if language in term.words
        for word in term.box.get(language, ())
    }


def returned(text: str, language: str) -> list[tuple[str, str]]:
    """Words of a text that do not return, each with what to say in its place."""
    return [(found[0], use) for pattern, use in _never(language) for found in pattern.finditer(text)]


@cache
def _never(language: str) -> list[tuple[re.Pattern[str], str]]:
    words = _tables()["never"].get(language, {})
    return [(re.compile(rf"(?<!\w)(?:{pattern})(?!\w)"), use) for pattern, use in words.items()]


@cache
def _tables() -> Mapping[str, Mapping[str, Any]]:
    text = resources.files("farmstead.render").joinpath("glossary.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
