"""All pictures of Sunflower Valley, drawn from what a seat sees."""

from collections.abc import Mapping, Sequence
from typing import Final

from farmstead.engine.contract import Game, Seat
from farmstead.games.sunflower_valley.pictures import views
from farmstead.games.sunflower_valley.pictures.svg.dice import colours_picture, dice_picture, die_picture
from farmstead.games.sunflower_valley.pictures.svg.naming import PartNames
from farmstead.games.sunflower_valley.pictures.svg.overlays import overlay_picture
from farmstead.games.sunflower_valley.pictures.svg.parts import turns
from farmstead.games.sunflower_valley.pictures.svg.sheet import SheetPicture, printed_sheet, undealt_sheet
from farmstead.games.sunflower_valley.pictures.svg.symbols import SYMBOLS
from farmstead.games.sunflower_valley.pictures.svg.town import villagers_picture
from farmstead.games.sunflower_valley.pictures.svg.ways import WaysPicture
from farmstead.games.sunflower_valley.rules.actions import WAYS_OF
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame
from farmstead.games.sunflower_valley.rules.hexes import parse_hex
from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, NAME, TOKENS
from farmstead.render import View
from farmstead.render.words import Words, words_for


class ValleyPictures:
    """Draws one edition, with names in one language; `names` are those of the players.

    Every picture is SVG as text, and the same view gives the same bytes. What can be chosen has the class
    `part` and says in `data-part` how it is called, see `parts_of`. Pages show these pictures as they are,
    once they have the shared symbols and those here; `standalone` of `render.ink` makes files of them.
    """

    symbols: Final[Mapping[str, str]] = SYMBOLS

    def __init__(self, edition: Edition, words: Words, names: Sequence[str] = ()) -> None:
        self.edition = edition
        self.names = PartNames(words)
        self._players = tuple(names)

    # ---- sheets ----------------------------------------------------------------------------------------

    def sheet(self, view: View, seat: Seat, small: bool = False, foot: bool = True) -> str:
        """A seat's valley: large with the town and the villagers at its foot, or small as others' are."""
        table = views.table_view(view)
        if table["sheet"] is None:
            return undealt_sheet(self.names)
        if seat >= len(table["valleys"]):
            return printed_sheet(views.layout_of(self.edition, table), self.names)
        valley = views.valleys_of(self.edition, table)[seat]
        drawn = SheetPicture(self.edition, table, valley, seat, self.names)
        who = self.names.words.who(seat, self._players)
        return drawn.small(who) if small else drawn.large(who, foot)

    def printed(self, letter: str) -> str:
        """A sheet of the edition on which nothing is drawn."""
        return printed_sheet(self.edition.sheets[letter], self.names)

    def villagers(self, view: View, seat: Seat) -> str:
        """A seat's villagers by themselves."""
        seated = views.table_view(view)["valleys"][seat : seat + 1]
        many = seated[0]["villagers"] if seated else 0
        return villagers_picture(many, self.names.say("villagers", count=many), seat)

    def overlay(self, view: View, seat: Seat, line: str, foot: bool = True) -> str:
        """What a line of the score counts on a seat's sheet, to be laid over `sheet` with the same foot."""
        table = views.table_view(view)
        valleys = views.valleys_of(self.edition, table) if views.is_dealt(table) else []
        return overlay_picture(valleys, seat, line if valleys else "", foot)

    # ---- dice and colours ------------------------------------------------------------------------------

    def die(self, face: str) -> str:
        """One die."""
        return die_picture(face, self.names)

    def dice(self, view: View, columns: int = 3) -> str:
        """The dice of the round, so many side by side; those that are gone have left their places."""
        return dice_picture(views.table_view(view), self.names, columns)

    def colours(self, view: View) -> str:
        """The colours and the dice on them, with the free hexes of the seat that looks."""
        table = views.table_view(view)
        return colours_picture(table, self._free(table), self.names)

    def _free(self, table: views.TableView) -> dict[str, int]:
        if not views.is_dealt(table):
            return dict.fromkeys(COLOURS, 0)
        return views.free_by_colour(views.valleys_of(self.edition, table)[views.whose(table)])

    def ways(self, view: View, die: str | None = None, place: str | None = None, aids: bool = True) -> str:
        """How a track may lie, in the hex where it comes to lie; empty where no track is to be drawn.

        A page that lets people choose in another order says which die and hex they think of.
        """
        table = views.table_view(view)
        face = FACES.index(die or table["die"] or FACES[0])
        if face not in WAYS_OF or table["blocked"] or not views.is_dealt(table):
            return ""
        here = views.chosen_hex(table) if place is None else parse_hex(place)
        valley = views.valleys_of(self.edition, table)[views.whose(table)]
        tokens = [TOKENS[way.what] for way in WAYS_OF[face]]
        return WaysPicture(valley, here, self.names, aids).picture(tokens)

    def turns(self, view: View) -> list[tuple[str, ...]]:
        """All that the view's seat may do until its turn ends, each as the moves it takes."""
        return turns(self.edition, view)


def pictures(game: Game, words: Words | None = None, names: Sequence[str] = ()) -> ValleyPictures:
    """The pictures of a game with its own components."""
    assert isinstance(game, SunflowerValleyGame)
    return ValleyPictures(game.edition, words or words_for(NAME), names)
