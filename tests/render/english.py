"""Finds what was left in English: words and phrases that English has and the other language has not."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from typing import Any

from farmstead import shelf
from farmstead.agents.characters import neighbours
from farmstead.render.words import LANGUAGE
from tests.render.languages import NEEDED, entries, shown, texts

LETTERS = 12  # of a phrase that is looked for as a whole
WORD = re.compile(r"[^\W\d_]{2,}")
TYPED = re.compile(r"`[^`]*`")  # moves as they are written: the same in every language
NAMED = ("aria-label", "title", "alt", "placeholder")  # attributes that are shown or read out
UNSEEN = ("script", "style", "code")
VOID = ("br", "hr", "img", "input", "link", "meta", "source", "wbr")
# Quoted, and said to be English.
SAID_SO = re.compile(r"\((?:en anglais|auf Englisch) ?: ?[«„].*?[»“]\)", re.DOTALL)


@cache
def said_in(language: str) -> str:
    """All texts of a language without their fields, in small letters."""
    found = [text for name in NEEDED for _, _, entry in entries(language, name) for text in texts(entry)]
    return "\n".join(map(shown, found)).lower()


@cache
def only_english(language: str) -> frozenset[str]:
    """Words that English texts have, and those of the other language never."""
    return frozenset(WORD.findall(said_in(LANGUAGE))) - frozenset(WORD.findall(said_in(language)))


@cache
def english_phrases(language: str) -> tuple[str, ...]:
    """Parts of English texts between their fields, unless the other language says the same."""
    found = {
        part.strip().lower()
        for name in NEEDED
        for _, _, entry in entries(LANGUAGE, name)
        for text in texts(entry)
        for part in re.split(r"\{[^}]*\}", text)
    }
    here = said_in(language)
    return tuple(
        sorted([part for part in found if sum(map(str.isalpha, part)) > LETTERS and part not in here])
    )


def english_in(said: Iterable[str], language: str, names: Iterable[str] = ()) -> list[str]:
    """The texts with something English in them, and what; names are left out, neighbours and games too."""
    known = [shelf.game(name).title for name in shelf.names()] + [each.name for each in neighbours().values()]
    plain = {re.sub(r"\d+", "0", _without(text, [*known, *names])) for text in said}
    return sorted([f"{found}: {text}" for text in plain if (found := _first(text.lower(), language))])


def _first(text: str, language: str) -> str:
    words = only_english(language).intersection(WORD.findall(text))
    return ", ".join(sorted(words)) or next((each for each in english_phrases(language) if each in text), "")


def _without(text: str, names: Iterable[str]) -> str:
    text = SAID_SO.sub("", TYPED.sub("", text.replace("\u00a0", " ").replace("\u202f", " ")))
    for name in names:
        text = text.replace(name, "")
    return text


# ---- what is shown -------------------------------------------------------------------------------------


class Shown(HTMLParser):
    """Collects what somebody sees or hears of a page or picture in its language; what says that it is in
    another one is left out.
    """

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []  # elements, and whether what is in them counts

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(attrs)
        if tag not in VOID:
            self._open.append((tag, self._counts(tag, dict(attrs))))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(attrs)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and (not self._open or self._open[-1][1]):
            self.found.append(data.strip())

    def _note(self, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in NAMED and value]

    def _counts(self, tag: str, attrs: Mapping[str, str | None]) -> bool:
        if tag in UNSEEN:
            return False
        if "lang" in attrs:
            return attrs["lang"] == self.language
        return not self._open or self._open[-1][1]


def shown_in(markup: str, language: str) -> list[str]:
    """All texts of a page or picture."""
    shown_there = Shown(language)
    shown_there.feed(markup)
    return shown_there.found


def strings_in(value: Any) -> Iterator[str]:
    """All texts of an answer, without the keys. `Any`: whatever JSON can say."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if key != "by":
                yield from strings_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from strings_in(part)
