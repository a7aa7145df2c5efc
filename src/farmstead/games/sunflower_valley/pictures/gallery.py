"""The box of Sunflower Valley, drawn piece by piece (SV 1)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from farmstead.games.sunflower_valley.pictures.page import ValleyPage
from farmstead.games.sunflower_valley.pictures.svg.ground import SHAPES, region_hex
from farmstead.games.sunflower_valley.pictures.svg.sheet import PLATE
from farmstead.games.sunflower_valley.pictures.svg.town import town_picture
from farmstead.games.sunflower_valley.pictures.tables import KINDS
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame
from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, NAME, TOWNS, VARIANTS
from farmstead.render.components import Components
from farmstead.render.gallery import Gallery, GalleryItem
from farmstead.render.ink import Box, emblem, picture
from farmstead.render.shared import capital
from farmstead.render.words import page_words

RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "sheet": ("1.1", "1.2", "8.1"),
    "die": ("1.5",),
    "start": ("1.3", "1.4"),
    "colour": ("1.2",),
}
ABOUT_FACES: Final[dict[str, tuple[str, ...]]] = {
    "house": ("3.6", "5.1", "5.2"),
    "sheep": ("4.4", "5.1"),
    "sunflower": ("5.3", "5.4"),
    "super-sunflower": ("3.6", "5.3", "5.4"),
    "straight": ("3.5", "4.2"),
    "curve": ("3.5", "4.2"),
}
KNOWN: Final = "known"
HEX: Final = Box(-62, -64, 124, 128)


class ValleyGallery(Gallery):
    """Draws one edition."""

    wide = "sheet"

    def __init__(self, game: SunflowerValleyGame, language: str, edition_text: str | None) -> None:
        self.edition = game.edition
        self.pictures = ValleyPage(game, language, ()).pictures
        self.symbols = self.pictures.symbols
        self.words = page_words(NAME, language)
        self.components = Components(edition_text, KINDS)

    def sorts(self) -> dict[str, Callable[[], Iterator[GalleryItem]]]:
        return {"sheet": self._sheets, "die": self._dice, "start": self._towns, "colour": self._colours}

    # ---- by sort -------------------------------------------------------------------------------------------

    def _sheets(self) -> Iterator[GalleryItem]:
        for letter in self.edition.sheets:
            title = capital(self.words.say("part", "printed", sheet=letter))
            source = self.components.source("sheet", letter)
            about = self.words.say("gallery_about", "sheet")
            yield GalleryItem(letter, title, about, self.pictures.printed(letter), 0, source, RULES["sheet"])

    def _dice(self) -> Iterator[GalleryItem]:
        for face in FACES:
            title = capital(self.words.called(face))
            about = capital(self.words.say("about", face, variant=VARIANTS[0]))
            rules = (*RULES["die"], *ABOUT_FACES[face])
            # A face of every die.
            yield GalleryItem(face, title, about, self.pictures.die(face), 0, KNOWN, rules)

    def _towns(self) -> Iterator[GalleryItem]:
        for n, town in enumerate(TOWNS):
            title = self.words.say("gallery_about", "town_title", number=n + 1)
            about = capital(self.words.say("part", "town", town=town, hex=self.edition.start_text(n)))
            drawn = picture(PLATE, town_picture(town, title), name=title)
            source = self.components.source("start", town)
            yield GalleryItem(town, title, f"{about}.", drawn, 1, source, RULES["start"])

    def _colours(self) -> Iterator[GalleryItem]:
        for colour in COLOURS:
            title = capital(self.words.called(colour, "emblem"))
            drawn = picture(HEX, region_hex(colour), emblem(SHAPES[colour], (0, 0), 44, "key"), name=title)
            about = self.words.say("gallery_about", "colour")
            yield GalleryItem(colour, title, about, drawn, 0, KNOWN, RULES["colour"])


gallery = ValleyGallery  # as the shelf knows it
