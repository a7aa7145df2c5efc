"""The rules pages that come with the program, and how a table's switches read them.

They lie in the folders of the games, a page for each language.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

from farmstead import shelf
from farmstead.rulebooks.phrases import LANGUAGE, PHRASES, Phrases

ENGLISH: Final = PHRASES[LANGUAGE]
NOTE: Final = ENGLISH.changed
MAX_QUOTE: Final = 60  # letters of a number or word that are said again
DEFAULTS: Final[Mapping[str, str]] = MappingProxyType({})

_ITEM: Final = re.compile(r"^- \*\*([A-Z]?\d[\d.]*)\*\* (.+(?:\n +\S.*)*)", re.MULTILINE)
_ROW: Final = re.compile(r"^\| ([A-Z]\d+) \| (.+) \|$", re.MULTILINE)
_ALTERNATIVE: Final = re.compile(r"`(\w+)` (\w+):\* (.+)", re.DOTALL)
_DEVELOPERS: Final = "<!-- developers -->"  # in the body of a section: what follows is for programs
_REFERENCE: Final = re.compile(r"(?:([a-z]{2})\s*)?([a-z]?\d+(?:\.\d+)?)\.?", re.IGNORECASE)


class NoSuchRulebook(LookupError):
    """No rules page of that game is packaged, or none in that language."""

    def __init__(self, game: str, language: str = LANGUAGE) -> None:
        others = languages_of(game)
        there = f"in: {', '.join(others)}" if others else f"for: {', '.join(_books())}"
        wanted = f"{game[:MAX_QUOTE]!r} in {language[:MAX_QUOTE]!r}" if others else repr(game[:MAX_QUOTE])
        super().__init__(f"there is no rulebook for {wanted}; there is one {there}")
        self.game = game
        self.language = language


class NoSuchParagraph(LookupError):
    """The rulebook has no paragraph of that number."""

    def __init__(self, number: str, nearest: list[str], hint: str = "", phrases: Phrases = ENGLISH) -> None:
        near = phrases.near.format(numbers=", ".join(nearest)) if nearest else hint
        said = phrases.no_paragraph.format(number=repr(number[:MAX_QUOTE]))
        super().__init__("; ".join(filter(None, (said, near))))
        self.number = number
        self.nearest = nearest


@dataclass(frozen=True, slots=True)
class Alternative:
    """The whole paragraph as it stands when `switch` is set to `value`."""

    switch: str
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One numbered rule or ruling; `section` is the number of the section it stands in."""

    number: str
    text: str
    section: str
    alternatives: tuple[Alternative, ...] = ()
    phrases: Phrases = ENGLISH

    def changed(self, options: Mapping[str, str]) -> str | None:
        """The alternative text these switches call for, if they call for one."""
        return next((a.text for a in self.alternatives if options.get(a.switch) == a.value), None)

    def read(self, options: Mapping[str, str] = DEFAULTS) -> str:
        """The text as these switches read it."""
        return self.changed(options) or self.text

    def markdown(self, options: Mapping[str, str] = DEFAULTS) -> str:
        """A list item; a text that a switch has changed says so."""
        note = f" {self.phrases.changed}" if self.changed(options) else ""
        return f"- **{self.number}** {self.read(options)}{note}"


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter; `body` is its Markdown for players, with every alternative still in it.

    `developers` is the rest: notation, formulas, files.
    """

    number: str
    title: str
    body: str
    developers: str = ""
    phrases: Phrases = ENGLISH

    def markdown(self, options: Mapping[str, str] = DEFAULTS) -> str:
        """The chapter as these switches read it."""
        return self.read("\n\n".join(filter(None, (self.body, self.developers))), options)

    def read(self, body: str, options: Mapping[str, str] = DEFAULTS) -> str:
        """One of its bodies below its title, as these switches read it; nothing where it is empty."""

        def item(found: re.Match[str]) -> str:
            return _paragraph(self, found).markdown(options)

        return body and f"## {self.number} {self.title}\n\n{_ITEM.sub(item, body)}"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One game's rules page, in the page's own order; `prefix` is how its paragraphs are cited."""

    game: str
    prefix: str
    title: str
    preface: str
    sections: tuple[Section, ...]
    paragraphs: tuple[Paragraph, ...]
    language: str = LANGUAGE

    @property
    def phrases(self) -> Phrases:
        """What stands between its texts."""
        return PHRASES[self.language]

    def paragraph(self, number: str, options: Mapping[str, str] = DEFAULTS) -> str:
        """The text of `5.6`, `WG 5.6`, `wg5.6`, `R13` or a whole section `5`, as these switches read it."""
        asked = self._canonical(number)
        for paragraph in self.paragraphs:
            if paragraph.number == asked:
                return paragraph.read(options)
        for section in self.sections:
            if section.number == asked:
                return section.markdown(options)
        raise self.missing(number)

    def missing(self, number: str) -> NoSuchParagraph:
        """What would do in place of a number or word that the book does not have."""
        sections = ", ".join([f"{section.number} {section.title}" for section in self.sections])
        other = self._of_another_game(number)
        hint = other or self.phrases.sections.format(sections=sections)
        return NoSuchParagraph(number, [] if other else self.nearest(number), hint, self.phrases)

    def _of_another_game(self, number: str) -> str:
        match = _REFERENCE.fullmatch(number.strip())
        prefix = (match[1] or "").upper() if match is not None else ""
        games = [game for game in shelf.names() if shelf.row(game).prefix == prefix != self.prefix]
        return self.phrases.of_another.format(game=games[0]) if match is not None and games else ""

    def markdown(self, options: Mapping[str, str] = DEFAULTS) -> str:
        """The whole book as these switches read it: what is for developers comes last."""
        chapters = [section.read(section.body, options) for section in self.sections]
        last = [section.read(section.developers, options) for section in self.sections]
        last = [f"# {self.phrases.developers}", *last] if any(last) else []
        return "\n\n".join(filter(None, [f"# {self.title}", self.preface, *chapters, *last])) + "\n"

    def nearest(self, number: str) -> list[str]:
        """The number itself if the book has it, else up to three that look like it, its own section first."""
        asked = self._canonical(number)
        numbers = [s.number for s in self.sections] + [p.number for p in self.paragraphs]
        if asked in numbers:
            return [asked]
        family = [n for n in numbers if _family(n) == _family(asked)]
        return get_close_matches(asked, family or numbers, n=3, cutoff=0.5)

    def _canonical(self, number: str) -> str:
        """As the page writes it; what another game's rulebook has is left as it is."""
        match = _REFERENCE.fullmatch(number.strip())
        own = match is not None and (match[1] or self.prefix).upper() == self.prefix
        return match[2].upper() if match is not None and own else number.strip()


def rulebook(game: str, language: str = LANGUAGE) -> Rulebook:
    """The packaged rulebook of a game, such as `walnut-grove`; NoSuchRulebook when that language has none."""
    if language not in languages_of(game):
        raise NoSuchRulebook(game, language)
    return _read(game, language)


def languages_of(game: str) -> tuple[str, ...]:
    """The languages a game's rulebook can be read in, English first; none for a game without one."""
    return _books().get(game, ())


@cache
def _books() -> Mapping[str, tuple[str, ...]]:
    """The languages of each game that has an English page."""
    games = [game for game in shelf.names() if _page(game, LANGUAGE).is_file()]
    others = [language for language in sorted(PHRASES) if language != LANGUAGE]
    return {
        game: (LANGUAGE, *[language for language in others if _page(game, language).is_file()])
        for game in games
    }


@cache
def _read(game: str, language: str) -> Rulebook:
    return _parse(game, language, _page(game, language).read_text(encoding="utf-8"))


def _page(game: str, language: str) -> Traversable:
    return shelf.folder(game).joinpath(f"rulebook/{language}.md")


def _parse(game: str, language: str, page: str) -> Rulebook:
    head, *parts = re.split(r"^## ", page, flags=re.MULTILINE)
    title, _, preface = head.removeprefix("# ").partition("\n")
    sections = tuple(_section(part, PHRASES[language]) for part in parts)
    paragraphs = tuple(paragraph for section in sections for paragraph in _paragraphs(section))
    return Rulebook(
        game, shelf.row(game).prefix, title, preface.strip(), sections, paragraphs, language=language
    )


def _section(part: str, phrases: Phrases) -> Section:
    heading, _, body = part.partition("\n")
    number, _, title = heading.partition(" ")
    told, _, developers = body.partition(_DEVELOPERS)
    return Section(number, title, told.strip(), developers.strip(), phrases)


def _paragraphs(section: Section) -> Iterator[Paragraph]:
    for body in (section.body, section.developers):
        for match in sorted([*_ITEM.finditer(body), *_ROW.finditer(body)], key=re.Match.start):
            yield (_ruling if match.re is _ROW else _paragraph)(section, match)


def _paragraph(section: Section, item: re.Match[str]) -> Paragraph:
    text, *others = re.split(r"\n  - \*(?=`)", item[2])
    alternatives = tuple(map(_alternative, others))
    return Paragraph(item[1], _flow(text), section.number, alternatives, section.phrases)


def _alternative(text: str) -> Alternative:
    if (match := _ALTERNATIVE.fullmatch(text)) is None:
        raise ValueError(f"not a reading under a switch: {text!r}")
    return Alternative(match[1], match[2], _flow(match[3]))


def _ruling(section: Section, row: re.Match[str]) -> Paragraph:
    """A row of the table of rulings: question, ruling and, where the table has such a column, switch."""
    question, ruling, *switch = (cell.replace("\\|", "|") for cell in row[2].split(" | "))
    asked = question if question.endswith("?") else f"{question}."
    said = [asked, section.phrases.ruling.format(ruling=ruling)]
    if switch and switch[0] != "\N{EN DASH}":
        said.append(section.phrases.switch.format(switch=switch[0]))
    return Paragraph(row[1], " ".join(said), section.number, phrases=section.phrases)


def _flow(text: str) -> str:
    """On one line; blanks that hold words together stay what they are."""
    return re.sub(r"[ \n]+", " ", text).strip()


def _family(number: str) -> str:
    return number[0] if number[:1].isalpha() else number.partition(".")[0]
