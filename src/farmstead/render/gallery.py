"""Everything in a game's box, drawn: how many there are, and how we know.

The shelf names a game's `gallery(game, language, edition_text)`, which answers its `Gallery`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from farmstead import shelf
from farmstead.engine.contract import Game
from farmstead.render.words import LANGUAGE, Words


class GalleryItem(NamedTuple):
    """One component."""

    name: str  # as `farmstead show` calls it
    title: str
    about: str
    svg: str
    many: int  # 0 where there is no limit
    source: str  # how its data is known (docs/editions.md); empty where the edition says nothing
    rules: tuple[str, ...]  # the paragraphs that speak of it


class GallerySection(NamedTuple):
    """All components of a sort, and what is known of them."""

    kind: str
    title: str
    note: str
    items: tuple[GalleryItem, ...]
    wide: bool = False  # pictures that need room


class Gallery(ABC):
    """One edition in one language."""

    symbols: Mapping[str, str]
    """What the pictures use, by name."""

    words: Words
    wide: str
    """The sort whose pictures need room."""

    @abstractmethod
    def sorts(self) -> Mapping[str, Callable[[], Iterable[GalleryItem]]]:
        """The sorts of components there are, and what draws all of each."""

    def sections(self) -> list[GallerySection]:
        """The whole box."""
        say = self.words.say
        return [
            GallerySection(
                kind, say("gallery", kind), say("gallery_known", kind), tuple(items()), kind == self.wide
            )
            for kind, items in self.sorts().items()
        ]


def gallery_for(game: Game, language: str = LANGUAGE, edition_text: str | None = None) -> Gallery:
    """The gallery of a game, imported only now; the text of its edition tells where the data come from."""
    build: Callable[[Game, str, str | None], Gallery] = shelf.needed(
        game.name, "gallery", "gallery of its components"
    )
    return build(game, language, edition_text)
