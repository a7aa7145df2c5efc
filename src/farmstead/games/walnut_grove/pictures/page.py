"""Walnut Grove on a page: farm, town and hand, and the moves that are made of their parts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from farmstead.engine.contract import Arg, Event, Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.games.walnut_grove.pictures import proposals, views
from farmstead.games.walnut_grove.pictures.lettering import lettering
from farmstead.games.walnut_grove.pictures.matches import fitting_first, joined
from farmstead.games.walnut_grove.pictures.score_overlays import score_overlay
from farmstead.games.walnut_grove.pictures.svg import parts_of, pictures
from farmstead.games.walnut_grove.pictures.svg.disc import SEASONS
from farmstead.games.walnut_grove.pictures.svg.tiles import SIDE
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame
from farmstead.games.walnut_grove.rules.names import BUILDINGS, GOODS
from farmstead.games.walnut_grove.rules.notation import NAME
from farmstead.render import View
from farmstead.render.page import (
    Choice,
    Fact,
    GamePage,
    Ghost,
    Heading,
    Proposal,
    Saying,
    Segment,
    Shown,
    Traits,
    Try,
)
from farmstead.render.words import page_words

CACHED_CHOICES: Final = 4096  # moves whose parts are known
TURNS: Final = 4
GIVEN: Final = 2  # goods that Post Office and Church give (WG 5.8)
HAND_WIDE: Final = 400.0  # of a hand on narrow screens, where it is shown a little smaller
ASIDE: Final = frozenset({"throw", "move", "repay"})  # free actions (WG 2.3)
# Where room in the barn is what is asked about.
PUT_ASIDE_AT: Final = frozenset({"surplus", "coins", "goods"})
FROM_LAND: Final = frozenset({"give", "sell", "move"})  # moves that name a district
HIDDEN: Final = ("coins", "total")  # lines that count coins, whose values their owner alone may know
BY_PART: Final[Mapping[str, tuple[str, ...]]] = {  # what somebody means by a part, `{}` being what it names
    "row": ("start {}",),
    "building": ("visit {}",),
    "incoming": ("keep {}",),
    "good": ("take {}",),
    "figure": ("hire {}",),
    "piece": ("build {}", "buy {}"),
    "owed": ("give {}", "help for {}"),
    "barn": ("give {}", "sell {}", "toll {}", "throw {}"),
}
# What is asked of goods and coins; otherwise they are not asked for.
BY_DECISION: Final[Mapping[str, str]] = {
    **dict.fromkeys(("cost", "winter", "repay"), "give"),
    "toll": "toll",
    "sale": "sell",
    "last": "move",
    **dict.fromkeys(("surplus", "goods", "coins"), "throw"),
}
ABOUT: Final[Mapping[str, str]] = {  # what a kind of part is, where it is not what it names
    **dict.fromkeys(("tile", "turn"), "tile"),
    "district": "district",
    "cell": "cell",
    "help": "help",
    "row": "toll",
}
NAMED: Final = frozenset({"thing", "building", "figure", "piece"})  # kinds of parts that name what they are


class GrovePage(GamePage):
    """Draws one table."""

    traits = Traits(turning=("turn",), unfolding=("tile",), held=("tile",))
    chapters = (("tile_drawn", "laid"), ("harvested",), ("visited",), ("passed",), ("eaten", "burnt"))
    gist = ("laid", "harvested", "visited", "passed", "hired", "built", "bought", "sold", "helped")
    upkeep = ("eaten", "burnt")
    billed = proposals.BILLED
    losses = frozenset({"lost", "thrown", "helped"})

    def __init__(self, game: WalnutGroveGame, language: str, names: Sequence[str]) -> None:
        self.game = game
        self.words = page_words(NAME, language)
        self.pictures = pictures(game, self.words, names)
        self.symbols = self.pictures.symbols

    def lettered(self) -> Mapping[str, str]:
        return lettering(self.words)

    # ---- what is shown ---------------------------------------------------------------------------------

    def boards(self, view: View, seat: Seat, narrow: bool) -> list[Shown]:
        draw = self.pictures
        found = [
            Shown("farm", "main", draw.farm(view, seat, narrow)),
            Shown("town", "side", draw.town_upright(view) if narrow else draw.town(view)),
            Shown("hand", "tray", draw.hand(view, seat, HAND_WIDE if narrow else None)),
        ]
        if narrow:
            found.append(Shown("year", "above", draw.year(view)))
            found.append(Shown("stores", "tray", draw.stores(view, seat, HAND_WIDE)))
        return [shown for shown in found if shown.svg]

    def other(self, view: View, seat: Seat, narrow: bool = False) -> str:
        return self.pictures.farm(view, seat, narrow)

    def overlay(self, view: View, seat: Seat, line: str, narrow: bool = False) -> str:
        farm = self.pictures.farm(view, seat, narrow)
        switches = views.switches_of(views.table_view(view))
        return score_overlay(farm, line, switches.open_help_costs) if farm else ""

    def outcome(self, move: str) -> str:
        """Tiles by what is on them: nobody knows their numbers."""
        if (tile := _drawn(move)) is None:
            return self.words.describe_move(move)
        return self.pictures.names.tile(self.pictures.edition.tiles[tile])

    def outcome_picture(self, move: str) -> str:
        tile = _drawn(move)
        return "" if tile is None else self.pictures.tile(tile)

    def loose(self, view: View, seat: Seat) -> Mapping[str, str]:
        """The drawn tiles, turned in every way."""
        farm = views.farm_of(views.table_view(view), seat)
        drawn = farm["drawn"] if farm is not None else []
        return {
            _tile(tile, turn): self.pictures.tile_symbol(_tile(tile, turn), tile, turn)
            for tile in drawn
            for turn in range(TURNS)
        }

    def unfolded(self, view: View, seat: Seat, chosen: Sequence[str]) -> str:
        """A drawn tile in its four turns."""
        farm = views.farm_of(views.table_view(view), seat)
        tiles = [part.removeprefix("tile:") for part in chosen if part.startswith("tile:")]
        if farm is None or not tiles or not tiles[0].isdecimal() or int(tiles[0]) not in farm["drawn"]:
            return ""
        return self.pictures.turns(int(tiles[0]))

    # ---- what may be done ------------------------------------------------------------------------------

    def choices(self, view: View, legal: Sequence[str]) -> list[Choice]:
        table = views.table_view(view)
        decision = views.decision_of(table)
        if decision == "land" and legal and (seat := table["seat"]) is not None:
            state = self.game.from_view(seat, view, QuickDealer(0))
            edition, land = self.pictures.edition, state.farms[seat].land
            found = [_choice(move, decision) for move in fitting_first(edition, land, legal)]
            return [
                each._replace(ghost=each.ghost._replace(joined=joined(edition, land, each.moves[0])))
                if each.ghost is not None
                else each
                for each in found
            ]
        return [_choice(move, decision) for move in legal]

    def wholes(self, view: View, legal: Sequence[str]) -> list[Choice]:
        return proposals.with_what_follows(self.game, view, legal)

    def proposal(self, view: View, wanted: Mapping[str, int]) -> Proposal | None:
        return proposals.proposed(self.game, view, wanted)

    def bill(self, events: Sequence[Event]) -> list[Saying]:
        given = proposals.handed_over(events)
        help_tiles = [each for each in events if each.key == "helped"]
        found: list[Saying] = [("give", {"what": self.pictures.names.amounts(given)})] if given else []
        if help_tiles:
            turned = "yes" if any(each.args["turned"] for each in help_tiles) or len(help_tiles) > 1 else "no"
            found.append(("help", {"count": len(help_tiles), "turned": turned}))
        return found

    def here(self, moves: Sequence[str], events: Sequence[Event]) -> Saying | None:
        verb, *words = moves[0].split()
        if verb in ("lay", "work"):
            return verb, {}
        return (
            (verb, {"good": self.words.called(words[0])}) if verb in FROM_LAND and "from" in words else None
        )

    def grown(self, view: View, after: View) -> list[Saying]:
        """Districts that a tile joins (WG 4.1)."""
        seat = views.table_view(view)["seat"]
        before, then = [views.farm_of(views.table_view(each), seat) for each in (view, after)]
        if before is None or then is None or len(before["tiles"]) == len(then["tiles"]):
            return []
        known = Counter([(each["terrain"], each["size"]) for each in before["districts"]])
        new = Counter([(each["terrain"], each["size"]) for each in then["districts"]]) - known
        named = {each: self.words.called(each) for each, _ in new}
        return [("district", {"good": named[good], "size": size}) for good, size in new if size > 1]

    def next_offer(self, view: View) -> Saying | None:
        """What waits in the building that is visited."""
        table = views.table_view(view)
        farm, decision = views.farm_of(table, table["seat"]), views.decision_of(table)
        if farm is None or decision not in ("labourer", "building", "improvement", "goods", "sale"):
            return None
        if decision in ("goods", "sale"):
            return decision, self._barn_room(table, farm, decision)
        stock = table["town"].get(farm["pending"]["visiting"] or "", [])
        return decision, {"what": self.pictures.names.listing(dict.fromkeys(stock)), "count": len(set(stock))}

    def _barn_room(self, table: views.TableView, farm: views.FarmView, decision: str) -> dict[str, Arg]:
        """How much the barn has room for, and how much of what may come it has not (WG 5.8, 5.13)."""
        barn = farm["barn"]
        room = barn["spaces"] - sum(barn["goods"].values()) - barn["coins"]
        if decision == "goods":
            return {"over": min(GIVEN, max(0, GIVEN - room))}
        building = self.pictures.edition.buildings[BUILDINGS.index(farm["pending"]["visiting"] or "")]
        on_land = {each["terrain"] for each in farm["districts"] if each["goods"]}
        stored = {good for good, count in barn["goods"].items() if count}
        sold = [good for good in [GOODS[each] for each in building.sells] if good in on_land | stored]
        disc = self.pictures.edition.disc(table["disc"]) if table["disc"] is not None else None
        dear = GOODS[disc.autumn] if disc is not None else ""
        coins = sum([2 if good == dear else 1 for good in sold])
        room += len(stored & {*sold})
        return {"room": room, "coins": coins, "over": max(0, coins - room) if coins else "none"}

    def tries(self, view: View, part: str, chosen: Sequence[str], legal: Sequence[str]) -> list[Try]:
        table = views.table_view(view)
        kind, _, what = part.partition(":")
        decision = views.decision_of(table)
        if kind == "district":
            terrain, _, cell = what.partition(":")
            moves = [f"{verb} {terrain} {word} {cell}" for verb, word in _DISTRICTS]
        elif kind in ("cell", "tile"):
            moves = _laying(table, part, chosen, legal)
        elif kind == "help":
            moves = _helping(table, what, decision)
        else:
            moves = [form.format(what) for form in BY_PART.get(kind, ())]
        asked = BY_DECISION.get(decision, "")
        return [Try((), move) for move in sorted(moves, key=lambda move: move.split()[0] != asked)]

    def thing(self, view: View, part: str) -> str:
        kind, _, what = part.partition(":")
        return what if kind in NAMED else ABOUT.get(kind, "")

    # ---- what is said ----------------------------------------------------------------------------------

    def heading(self, view: View) -> Heading:
        table = views.table_view(view)
        if table["season"] == "over":
            return Heading(("over", {}), done=table["year"], whole=table["year"])
        if not table["year"]:
            return Heading(("setting_up", {}))
        segments = tuple([Segment(season, season == table["season"]) for season in SEASONS])
        return Heading(
            ("year", {"year": table["year"]}), None, table["year"], views.years_of(table), segments
        )

    def asked(self, view: View) -> Saying | None:
        return views.asked(views.table_view(view), self.pictures.names.amounts)

    def next_seat(self, view: View) -> Seat | None:
        table = views.table_view(view)
        order, acting = table["order"], table["to_act"]
        if table["season"] != "autumn" or len(acting) != 1 or acting[0] not in order[:-1]:
            return None
        return order[order.index(acting[0]) + 1]

    def facts(self, view: View, seat: Seat) -> list[Fact]:
        if (farm := views.farm_of(views.table_view(view), seat)) is None:
            return []
        goods = sum([district["goods"] for district in farm["districts"]])
        return [
            Fact("person", "figures", 1 + sum(farm["labourers"].values()) + sum(farm["recruits"].values())),
            Fact("coin", "coins", farm["barn"]["coins"]),
            Fact("grain", "goods", goods + sum(farm["barn"]["goods"].values())),
            Fact("help", "help", farm["help"]["open"] + farm["help"]["turned"]),
        ]

    def stock(self, view: View) -> list[Fact]:
        table = views.table_view(view)
        return [
            Fact("square", "tiles_left", len(table["tile_bag"])),
            Fact("coin", "coins_left", table["coin_bag"]),
        ]

    def known_lines(self, view: View, seat: Seat, lines: Sequence[str]) -> set[str]:
        farm = views.farm_of(views.table_view(view), seat)
        if farm is None or farm["barn"]["values"] is not None or not farm["barn"]["coins"]:
            return set(lines)
        return {*lines} - {*HIDDEN}


_DISTRICTS: Final = (("work", "at"), ("give", "from"), ("sell", "from"), ("move", "from"))


@lru_cache(CACHED_CHOICES)
def _choice(move: str, decision: str) -> Choice:
    verb, *words = move.split()
    ghost = Ghost(f"cell:{words[2]}", _tile(words[0], words[4]), SIDE) if verb == "lay" else None
    return Choice((move,), parts_of(move, decision), ghost, verb in ASIDE and decision not in PUT_ASIDE_AT)


def _laying(table: views.TableView, part: str, chosen: Sequence[str], legal: Sequence[str]) -> list[str]:
    """Moves that lay a tile in a cell, with what has been chosen of them."""
    known = dict([each.split(":", 1) for each in (*chosen, part) if ":" in each])
    farm = None if table["seat"] is None else views.farm_of(table, table["seat"])
    tiles = [known["tile"]] if "tile" in known else [str(tile) for tile in (farm["drawn"] if farm else [])]
    cells = (
        [known["cell"]] if "cell" in known else [move.split()[3] for move in legal if move.startswith("lay")]
    )
    turns = [known["turn"]] if "turn" in known else [str(turn) for turn in range(TURNS)]
    return [f"lay {tile} at {cell} turn {turn}" for tile in tiles for cell in cells[:1] for turn in turns]


def _drawn(move: str) -> int | None:
    """The number of the tile that chance draws, None if it does something else."""
    verb, _, number = move.partition(" ")
    return int(number) if verb == "tile" and number.isdecimal() else None


def _helping(table: views.TableView, which: str, decision: str) -> list[str]:
    """Buying the open tile off; a new one stands for what is owed in winter, or for a toll."""
    if which == "open":
        return ["repay"]
    farm = None if table["seat"] is None else views.farm_of(table, table["seat"])
    owed = [good for good, count in farm["pending"]["owed"].items() if count] if farm is not None else []
    return [f"help for {good}" for good in owed] if decision == "winter" and owed else ["toll help"]


def _tile(number: object, turn: object) -> str:
    return f"tile-{number}-{turn}"


page = GrovePage  # as the shelf knows it
