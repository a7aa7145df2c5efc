"""The few words that the program itself puts into a rules page, such as "Ruling:", in each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LANGUAGE: Final = "en"


@dataclass(frozen=True, slots=True)
class Phrases:
    """How a book says that an option has changed a text, and how it answers the question of a ruling."""

    changed: str
    ruling: str
    switch: str
    also: str  # before the numbers of other paragraphs
    picture: str  # in the place of a picture, where there is only text
    developers: str  # above what is for those who write programs
    no_paragraph: str  # of a number or word that the book does not have
    near: str  # before the numbers that look like it
    sections: str  # before the sections, where none does
    of_another: str  # where another game has such numbers


PHRASES: Final[Mapping[str, Phrases]] = {
    LANGUAGE: Phrases(
        changed="*(as your options read it)*",
        ruling="Ruling: {ruling}.",
        switch="Switch: {switch}.",
        also="Also: {numbers}",
        picture="Picture: {alt}",
        developers="For developers",
        no_paragraph="the rulebook has no paragraph {number}",
        near="near it: {numbers}",
        sections="sections are {sections}",
        of_another="that is one of {game}",
    ),
    "fr": Phrases(
        changed="*(selon vos options)*",
        ruling="Interprétation\N{NO-BREAK SPACE}: {ruling}.",
        switch="Réglage\N{NO-BREAK SPACE}: {switch}.",
        also="Voir aussi\N{NO-BREAK SPACE}: {numbers}",
        picture="Image\N{NO-BREAK SPACE}: {alt}",
        developers="Pour programmer",
        no_paragraph="les règles n’ont pas de paragraphe {number}",
        near="tout près\N{NO-BREAK SPACE}: {numbers}",
        sections="les sections sont {sections}",
        of_another="c’en est un de {game}",
    ),
    "de": Phrases(
        changed="*(wie es eure Optionen lesen)*",
        ruling="Antwort: {ruling}.",
        switch="Schalter: {switch}.",
        also="Siehe auch: {numbers}",
        picture="Bild: {alt}",
        developers="Zum Programmieren",
        no_paragraph="das Regelheft hat keinen Absatz {number}",
        near="ähnlich sind: {numbers}",
        sections="die Abschnitte sind {sections}",
        of_another="das ist einer von {game}",
    ),
}
