"""The box of Walnut Grove, drawn piece by piece (WG 9.1)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from farmstead.games.walnut_grove.pictures.about import TRADES
from farmstead.games.walnut_grove.pictures.page import GrovePage
from farmstead.games.walnut_grove.pictures.svg.disc import RADIUS, disc_art, disc_facts
from farmstead.games.walnut_grove.pictures.svg.farmyard import sign, stamp
from farmstead.games.walnut_grove.pictures.svg.fronts import front_of
from farmstead.games.walnut_grove.pictures.svg.household import open_help
from farmstead.games.walnut_grove.pictures.tables import KINDS
from farmstead.games.walnut_grove.rules import names
from farmstead.games.walnut_grove.rules.farm import new_farm
from farmstead.games.walnut_grove.rules.game import RULES as REVISION
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame
from farmstead.games.walnut_grove.rules.notation import NAME, farm_json
from farmstead.render.components import Components
from farmstead.render.gallery import Gallery, GalleryItem
from farmstead.render.ink import Box, picture, use
from farmstead.render.shared import capital
from farmstead.render.words import page_words

RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "disc": ("1.4",),
    "piece": ("1.6", "5.10"),
    "figure": ("1.5", "5.9"),
    "coin": ("1.3", "5.14"),
    "good": ("1.8",),
    "help": ("7.1", "7.2"),
}
SMALL: Final = Box(0, 0, 48, 48)


class GroveGallery(Gallery):
    """Draws one edition."""

    wide = "board"

    def __init__(self, game: WalnutGroveGame, language: str, edition_text: str | None) -> None:
        self.edition = game.edition
        self.page = GrovePage(game, language, ())
        self.symbols = self.page.symbols
        self.words = page_words(NAME, language)
        self.names = self.page.pictures.names
        self.components = Components(edition_text, KINDS)

    def sorts(self) -> dict[str, Callable[[], Iterator[GalleryItem]]]:
        return {
            "board": self._boards,
            "tile": self._tiles,
            "disc": self._discs,
            "building": self._buildings,
            "improvement": self._improvements,
            "piece": self._pieces,
            "figure": self._figures,
            "coin": self._coins,
            "good": self._goods,
            "help": self._help,
        }

    # ---- by sort -------------------------------------------------------------------------------------------

    def _boards(self) -> Iterator[GalleryItem]:
        for board in self.edition.boards:
            farms, colour = [farm_json(new_farm(board), True)], names.COLOURS[board.first_wagon]
            view = {"rules": REVISION, "options": [], "seats": 1, "seat": None, "farms": farms}
            goods = self.names.goods([names.GOODS[terrain] for terrain in board.landscapes])
            about = self.words.say("gallery_about", "board", landscapes=goods, colour=colour)
            title = self.words.say("gallery_about", "board_title", colour=colour)
            drawn = self.page.pictures.farm(view, 0)
            source = self.components.source("board", board.kind)
            yield GalleryItem(board.kind, title, about, drawn, board.copies, source, KINDS["board"].rules)

    def _tiles(self) -> Iterator[GalleryItem]:
        for number in sorted(self.edition.tiles):
            name = self.names.tile(self.edition.tiles[number])
            title = self.words.say("gallery_about", "tile_title", tile=number)
            drawn = self.page.pictures.tile(number)
            source = self.components.source("tile", str(number))
            yield GalleryItem(str(number), title, name, drawn, 1, source, KINDS["tile"].rules)

    def _discs(self) -> Iterator[GalleryItem]:
        half = RADIUS + 12
        for disc in self.edition.discs:
            title = self.words.say("gallery_about", "disc_title", disc=disc.id)
            about = capital(f"{disc_facts(disc, self.names)}.")
            art = disc_art(disc, "", 0, self.names)
            drawn = picture(Box(-half, -half, 2 * half, 2 * half), art, name=title, class_="disc")
            source = self.components.source("disc", disc.id)
            yield GalleryItem(disc.id, title, about, drawn, 1, source, RULES["disc"])

    def _buildings(self) -> Iterator[GalleryItem]:
        for building in self.edition.ring:
            title, key = self.names.building(building), names.BUILDINGS[building.number]
            trade, paragraph = TRADES[building.trade]
            cost = {names.GOODS[good]: count for good, count in enumerate(building.cost)}
            facts = [self.words.called(trade, "trade")]
            if any(building.cost):
                facts.append(self.names.phrase("costs", goods=self.names.amounts(cost)))
            if building.sells:
                goods = self.names.goods([names.GOODS[good] for good in building.sells])
                facts.append(self.names.phrase("buys_goods", goods=goods))
            facts.append(self.words.say("gallery_about", "places", count=building.places))
            drawn = picture(Box(-4, -10, 108, 94), stamp(front_of(building), (0, 0)), name=title)
            source = self.components.source("building", key)
            about = capital(f"{self.words.clauses(facts)}.")
            yield GalleryItem(key, title, about, drawn, 1, source, ("5.4", "5.5", paragraph))

    def _improvements(self) -> Iterator[GalleryItem]:
        for n, kind in enumerate(names.IMPROVEMENTS):
            title = self.names.thing(kind)
            drawn = picture(Box(-2, -2, 100, 41), sign(kind, title), name=title)
            about = capital(f"{self.words.called(kind, 'worth')}.")
            count, source = self.edition.improvements[n], self.components.source("improvement", kind)
            yield GalleryItem(kind, title, about, drawn, count, source, KINDS["improvement"].rules)

    def _pieces(self) -> Iterator[GalleryItem]:
        arts = {"hut": ("yard-hut", Box(-2, 0, 50, 72)), "barn": ("yard-lean-to", Box(-2, 0, 62, 64))}
        for n, kind in enumerate(names.BUILDING_TILES):
            art, box = arts[kind]
            title, about = self.names.thing(kind), self.words.say("gallery_about", kind)
            drawn = picture(box, stamp(art, (0, 0)), name=title)
            many, source = self.edition.building_tiles[n], self.components.source("building_tiles")
            yield GalleryItem(kind, title, about, drawn, many, source, RULES["piece"])

    def _figures(self) -> Iterator[GalleryItem]:
        for n, colour in enumerate(names.COLOURS):
            title = self.names.thing(colour)
            about = self.words.say("gallery_about", "labourer", good=names.GOODS[n])
            drawn = picture(SMALL, use(f"figure-{colour}", (24, 24), 31, 44), name=title)
            many, source = self.edition.labourers[n], self.components.source("labourers")
            yield GalleryItem(colour, title, about, drawn, many, source, RULES["figure"])

    def _coins(self) -> Iterator[GalleryItem]:
        for n, coin in enumerate(names.COINS):
            title = capital(self.words.called(coin))
            drawn = picture(SMALL, use(f"coin-{coin}", (24, 24), 42), name=title)
            about = self.words.say("gallery_about", "coin", points=n)
            many, source = self.edition.coins[n], self.components.source("coins")
            yield GalleryItem(coin, title, about, drawn, many, source, RULES["coin"])

    def _goods(self) -> Iterator[GalleryItem]:
        about = self.words.say("gallery_about", "good")
        for good in names.GOODS:
            title = capital(self.words.called(good))
            drawn = picture(SMALL, use(f"cube-{good}", (24, 24), 42), name=title)
            yield GalleryItem(good, title, about, drawn, 0, "", RULES["good"])

    def _help(self) -> Iterator[GalleryItem]:
        title, about = self.words.say("gallery", "help"), self.words.say("gallery_about", "help")
        drawn = picture(Box(-3, -3, 50, 46), open_help((0, 0), self.names), name=title)
        yield GalleryItem("help", title, about, drawn, 0, "", RULES["help"])


gallery = GroveGallery  # as the shelf knows it
