"""Sunflower Valley on a page: sheets, dice and colours, and whole turns made of their parts."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from farmstead.engine.contract import Event, Seat
from farmstead.games.sunflower_valley.pictures import views
from farmstead.games.sunflower_valley.pictures.svg import parts_of, pictures
from farmstead.games.sunflower_valley.pictures.svg.symbols import BOX
from farmstead.games.sunflower_valley.rules import hexes
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame
from farmstead.games.sunflower_valley.rules.names import (
    COLOURS,
    EMBLEMS,
    FACES,
    FREE,
    MOUNTAIN,
    NAME,
    TURNS_IN_ROUND,
)
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render import View
from farmstead.render.ink import EMBLEMS as SIGNS
from farmstead.render.ink import el
from farmstead.render.page import Choice, Fact, GamePage, Ghost, Heading, Saying, Shown, Traits, Try
from farmstead.render.words import page_words

CACHED_CHOICES: Final = 4096  # turns whose parts are known
VERBS: Final = {"die": "take", "colour": "reserve", "hex": "draw", "track": "way"}  # in the order of a turn
# Of a sign's box of 24 × 24: the sign is half as large again, and may stand out of it.
LARGE: Final = "4 4 16 16"
MARKS: Final = {"house": "H", "sheep": "S", "sunflower": "F", "super-sunflower": "U"}  # what a die draws


class ValleyPage(GamePage):
    """Draws one table."""

    traits = Traits(turning=("track",), unfolding=("die", "hex"), implied=("die",), numbered=("dice",))
    chapters = (("rolled",), ("took", "reserved", "drew", "drew_way", "drew_instead"))
    gist = ("drew", "drew_way", "drew_instead")
    billed = frozenset({"took", "reserved", *gist})  # said by `here`
    taken = (("took", "die"), ("reserved", "colour"))
    freed = ("rolled",)

    def __init__(self, game: SunflowerValleyGame, language: str, names: Sequence[str]) -> None:
        self.words = page_words(NAME, language)
        self.pictures = pictures(game, self.words, names)
        self.symbols = self.pictures.symbols

    def lettered(self) -> Mapping[str, str]:
        """The shapes of the regions, larger: they stand for the colours."""
        return {
            f"e-{shape}": el(
                "symbol",
                SIGNS[shape],
                id=f"e-{shape}",
                viewBox=LARGE,
                fill="currentColor",
                overflow="visible",
            )
            for shape in EMBLEMS
        }

    # ---- what is shown ---------------------------------------------------------------------------------

    def boards(self, view: View, seat: Seat, narrow: bool) -> list[Shown]:
        table, draw = views.table_view(view), self.pictures
        others = [other for other in range(table["seats"]) if other != seat]
        return [
            Shown("sheet", "main", draw.sheet(view, seat)),
            Shown("dice", "side", draw.dice(view, 6 if narrow else 3)),
            Shown("colours", "side", draw.colours(view)),
            *[Shown(f"sheet {n}", f"seat {n}", draw.sheet(view, n, small=True)) for n in others],
        ]

    def other(self, view: View, seat: Seat, narrow: bool = False) -> str:
        return self.pictures.sheet(view, seat)

    def outcome(self, move: str) -> str:
        return self.words.describe_move(move)

    def face(self, face: str) -> str:
        return self.words.called(face, "letters")

    def unfolded(self, view: View, seat: Seat, chosen: Sequence[str]) -> str:
        """The ways of a track, once its die is known."""
        table, parts = views.table_view(view), dict([part.split(":", 1) for part in chosen])
        die = parts.get("die", table["die"])
        if die is None or not views.is_asked(table):
            return ""
        return self.pictures.ways(view, die, _hex_of(parts["hex"]) if "hex" in parts else table["hex"])

    def overlay(self, view: View, seat: Seat, line: str, narrow: bool = False) -> str:
        return self.pictures.overlay(view, seat, line)

    # ---- what may be done ------------------------------------------------------------------------------

    def choices(self, view: View, legal: Sequence[str]) -> list[Choice]:
        table = views.table_view(view)
        turns = [moves for moves in self.pictures.turns(view) if moves and moves[0] in legal]
        made = {moves[0] for moves in turns}
        return [
            *[_choice(moves, table["hex"], table["die"], table["blocked"]) for moves in turns],
            *[Choice((move,), parts_of(move)) for move in legal if move not in made],
        ]

    def here(self, moves: Sequence[str], events: Sequence[Event]) -> Saying | None:
        drawn = next((event for event in events if event.key in self.gist), None)
        if drawn is None:
            return None
        symbol = {"drew_way": "track", "drew_instead": "sunflower"}.get(drawn.key) or str(
            drawn.args["symbol"]
        )
        return "draw", {"what": self.words.called(symbol, "piece")}

    def tries(self, view: View, part: str, chosen: Sequence[str], legal: Sequence[str]) -> list[Try]:
        """A part belongs to one of four decisions: a turn that begins as chosen leads to it."""
        kind, _, what = part.partition(":")
        if kind not in VERBS:
            return []
        move = f"{VERBS[kind]} {_hex_of(what) if kind == 'hex' else what}"
        verbs = list(VERBS.values())
        found: dict[tuple[str, ...], None] = {}
        for choice in sorted(self.choices(view, legal), key=lambda one: -len({*one.parts} & {*chosen})):
            before = [one for one in choice.moves if verbs.index(one.split()[0]) < verbs.index(VERBS[kind])]
            if len(before) < len(choice.moves):
                found[tuple(before)] = None
        return [*self._reserving(view, what, chosen, list(found)), *[Try(before, move) for before in found]]

    def _reserving(
        self, view: View, place: str, chosen: Sequence[str], begun: Sequence[tuple[str, ...]]
    ) -> list[Try]:
        """Putting a die on the colour of a free hex, where that is what cannot be done (SV 3.1)."""
        table = views.table_view(view)
        colour = self._colour_of(table, place)
        if not colour or colour in views.open_colours(table) or table["blocked"] or table["colour"]:
            return []
        if any(each.startswith("colour:") for each in chosen):
            return []
        return [Try(before[:1] if table["die"] is None else (), f"reserve {colour}") for before in begun[:1]]

    def _colour_of(self, table: views.TableView, place: str) -> str:
        """The colour of a free hex of one's own; none for all others, and for what is no hex."""
        valley = self._valley(table)
        if valley is None or "," not in place:
            return ""
        found = hexes.parse_hex(_hex_of(place))
        return COLOURS[valley.layout.colour_at[found]] if found in hexes.listed(valley.free) else ""

    def _valley(self, table: views.TableView) -> Valley | None:
        """The own one, once it is dealt."""
        if table["seat"] is None or not views.is_dealt(table):
            return None
        return views.valleys_of(self.pictures.edition, table)[table["seat"]]

    def thing(self, view: View, part: str) -> str:
        kind, _, what = part.partition(":")
        if kind in ("die", "thing"):
            return what
        if kind == "hex":
            valley = self._valley(views.table_view(view))
            symbol = FREE if valley is None else valley.symbols[hexes.parse_hex(_hex_of(what))]
            return "mountain" if symbol == MOUNTAIN else "colour" if symbol == FREE else _drawn(symbol)
        return kind if kind in ("colour", "track") else ""

    # ---- what is said ----------------------------------------------------------------------------------

    def heading(self, view: View) -> Heading:
        table = views.table_view(view)
        if not table["to_act"]:
            return Heading(("over", {}))
        if not table["round"]:
            return Heading(("setting_up", {}))
        rounds = views.rounds_of(table)
        turn: Saying | None = None
        if table["to_act"][0] >= 0:
            turn = (
                "turn",
                {"turn": views.turn_of(table), "turns": TURNS_IN_ROUND, "sheet": str(table["sheet"])},
            )
        return Heading(("round", {"round": table["round"], "rounds": rounds}), turn, table["round"], rounds)

    def asked(self, view: View) -> Saying | None:
        table = views.table_view(view)
        if not views.is_asked(table):
            return None
        key = f"blocked_{table['decision']}" if table["blocked"] else str(table["decision"])
        return key, {}

    def next_seat(self, view: View) -> Seat | None:
        table = views.table_view(view)
        acting = [seat for seat in table["to_act"] if seat >= 0]
        if not acting or not views.is_dealt(table) or views.turn_of(table) >= TURNS_IN_ROUND:
            return None  # the next round begins with a roll, and may be the end
        return (acting[0] + 1) % table["seats"]

    def facts(self, view: View, seat: Seat) -> list[Fact]:
        table = views.table_view(view)
        if not views.is_dealt(table):
            return []
        valley = table["valleys"][seat]
        free = sum([row.split().count(".") for row in valley["rows"]])
        return [Fact("person", "villagers", valley["villagers"]), Fact("square", "free_hexes", free)]


@lru_cache(CACHED_CHOICES)
def _choice(moves: tuple[str, ...], chosen: str | None, taken: str | None, blocked: bool) -> Choice:
    words = dict([move.split(" ", 1) for move in moves])
    parts = tuple([part for move in moves for part in parts_of(move)])
    place = next((part for part in parts if part.startswith("hex:")), "")
    if not place and chosen is not None:
        place = parts_of(f"draw {chosen}")[0]
    die = words.get("take", taken) or ""
    token = "F" if blocked else words.get("way") or MARKS.get(die, "")
    return Choice(moves, parts, Ghost(place, f"mark-{token}", BOX) if place and token else None)


def _drawn(symbol: int) -> str:
    return "track" if hexes.is_track(symbol) else FACES[symbol]


def _hex_of(text: str) -> str:
    """`2,3`, as parts say it, written as in moves; ValueError for what is no hex."""
    row, column = [int(number) for number in text.split(",")]
    if not (0 <= row < hexes.ROWS and 0 <= column < hexes.COLUMNS):
        raise ValueError(text)
    return hexes.hex_text(hexes.hex_at(row, column))


page = ValleyPage  # as the shelf knows it
