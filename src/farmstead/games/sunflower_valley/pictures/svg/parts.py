"""Which parts of the pictures a move touches, and every way in which a turn can be made out of parts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from farmstead.games.sunflower_valley.pictures import views
from farmstead.games.sunflower_valley.rules.actions import WAYS_OF
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.hexes import column_of, hex_text, listed, parse_hex, row_of
from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, STRAIGHT
from farmstead.games.sunflower_valley.rules.valley import Valley

KINDS: Final[Mapping[str, str]] = {"take": "die", "reserve": "colour", "draw": "hex", "way": "track"}
ORDER: Final = ("die", "colour", "hex", "way")  # in which a turn is made (SV 3)


def parts_of(move: str) -> tuple[str, ...]:
    """The parts that a player chooses to make a move; none for what chance does, and for `pass`."""
    verb, _, what = move.partition(" ")
    if verb not in KINDS:
        return ()
    return (hex_part(parse_hex(what)) if verb == "draw" else f"{KINDS[verb]}:{what}",)


def hex_part(place: int) -> str:
    """`hex:2,3`: row and column, counted from 0."""
    return f"hex:{row_of(place)},{column_of(place)}"


# ---- whole turns ---------------------------------------------------------------------------------------


def turns(edition: Edition, view: Mapping[str, object]) -> list[tuple[str, ...]]:
    """All that the view's seat may do until its turn ends, each as the moves it takes, one after the other.

    A turn is made in four decisions. With these a player may begin with any of them: whoever chooses a hex
    first is left with the turns that end there.
    """
    table = views.table_view(view)
    if not views.is_asked(table):
        return []
    made = ORDER.index(str(table["decision"]))
    valley = views.valleys_of(edition, table)[table["to_act"][0]]
    return [moves[made:] for moves in _turns(table, valley)]


def _turns(table: views.TableView, valley: Valley) -> Iterator[tuple[str, ...]]:
    """As if nothing of the turn had been made yet."""
    for die in [table["die"]] if table["die"] else dict.fromkeys(table["pool"]):
        for colour in [table["colour"]] if table["colour"] else _colours(table, valley):
            for place in [table["hex"]] if table["hex"] else _hexes(table, valley, str(colour)):
                for way in _ways(table, str(die)):
                    yield (f"take {die}", f"reserve {colour}", f"draw {place}", *way)


def _colours(table: views.TableView, valley: Valley) -> list[str]:
    """SV 3.1, 3.3: the colours that are left and not full; SV 3.4: any that is left."""
    found = views.open_colours(table)
    return [each for each in found if table["blocked"] or valley.has_free(COLOURS.index(each))]


def _hexes(table: views.TableView, valley: Valley, colour: str) -> list[str]:
    """SV 3.2: the free hexes of the colour; SV 3.4: any free hex."""
    within = valley.free
    if not table["blocked"]:
        within &= valley.layout.colours[COLOURS.index(colour)]
    return [hex_text(place) for place in listed(within)]


def _ways(table: views.TableView, die: str) -> Sequence[tuple[str, ...]]:
    """SV 3.5: how a track lies; anything else is drawn as it is, and so is the sunflower of SV 3.4."""
    face = FACES.index(die)
    return [()] if table["blocked"] or face < STRAIGHT else [(str(way),) for way in WAYS_OF[face]]
