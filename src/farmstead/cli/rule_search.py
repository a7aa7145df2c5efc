"""Search in the rulebook by what paragraphs are about: `tent`, `spring`, `herd`."""

import re
from typing import Final

from farmstead.render.glossary import box_words
from farmstead.render.words import words_for
from farmstead.rulebooks import NoSuchParagraph, Rulebook

STRESSED: Final = re.compile(r"\*([^*]+)\*")


def numbers_for(book: Rulebook, asked: str) -> list[str]:
    """A number that the book has as it is; for a word, what speaks of it; empty when there is neither."""
    try:
        book.paragraph(asked)
    except NoSuchParagraph:
        return numbers_about(book, asked)
    return [asked]


def numbers_about(book: Rulebook, words: str) -> list[str]:
    """Section or paragraphs that speak of something: by whole words first, then by words that begin so.

    A word of the printed rules that we do not use finds what ours would.
    """
    ours = box_words(book.language).get(words.strip().lower())
    found = _numbers_about(book, words.strip())
    if ours is None:
        return found
    return list(dict.fromkeys([*found, *_numbers_about(book, ours)]))


def _numbers_about(book: Rulebook, asked: str) -> list[str]:
    if len(asked) < 3:
        return []
    begins = r"\b" + "[ -]".join(map(re.escape, re.split("[ -]+", asked)))
    whole, begun = [re.compile(word, re.IGNORECASE) for word in (rf"{begins}s?(?!\w)", begins)]
    for word in (whole, begun):
        sections = [section.number for section in book.sections if word.match(section.title)]
        found = sections[:1] or _paragraphs_about(book, word)
        if found:
            return found if sections else list(dict.fromkeys([*found, *_paragraphs_about(book, begun)]))
    return []


def _paragraphs_about(book: Rulebook, word: re.Pattern[str]) -> list[str]:
    """Those that name it in title or headword first."""
    rules = [paragraph for paragraph in book.paragraphs if word.search(paragraph.text)]
    say = words_for(book.game, book.language)
    titled = [rule.number for rule in book.paragraphs if word.search(say.rule_title(rule.number))]
    headed = [rule.number for rule in rules if any(map(word.search, STRESSED.findall(rule.text)))]
    return list(dict.fromkeys([*titled, *headed, *[rule.number for rule in rules]]))


def plain(markdown: str) -> str:
    """Without the signs that mean italics and bold."""
    return re.sub(r"(\*{1,2})(\S|\S.*?\S)\1", r"\2", markdown)
