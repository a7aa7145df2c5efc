"""What the score pad says of a farm: why a line scores so much, what is impossible, what would do."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from farmstead.engine.sheets import BadSheet
from farmstead.games.walnut_grove.pictures.svg import Names
from farmstead.games.walnut_grove.pictures.tally_best import HELP_TILE_POINTS, FarmEnd, Goods
from farmstead.games.walnut_grove.rules import names, scoring
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.render.shared import capital
from farmstead.render.tally import BestEnd, SheetFault
from farmstead.render.words import Words

PARAGRAPHS: Final = {  # by line of the score
    "fences": "WG 8.2",
    "figures": "WG 8.3",
    "buildings": "WG 8.4",
    "coins": "WG 8.5",
    "improvements": "WG 8.6",
    "help": "WG 8.7",
}

NOTATION: Final = "11"  # the paragraph about it
MAX_NUMBERED_TILES: Final = 1000  # tiles have numbers that can be read out


class FarmWords:
    """Speaks of farms in one language."""

    def __init__(self, words: Words, names: Names, edition: Edition) -> None:
        self.words = words
        self.names = names
        self.edition = edition

    # ---- why ---------------------------------------------------------------------------------------------

    def reasons(self, line: str, farm: Farm, points: int) -> tuple[str, ...]:
        """What makes up a line of the score."""
        if line == "improvements":
            return tuple(self._improvements(farm))
        if line == "coins":
            held = self.names.amounts(dict(zip(names.COINS, farm.barn[names.COPPER :], strict=True)))
            return (capital(f"{held}."),) if held else ()
        fields = {
            "areas": scoring.fences(farm),
            "labourers": scoring.figures(farm) - 1,
            "huts": int(farm.huts),
            "barns": int(farm.barns),
            "tiles": int(farm.help_open + farm.help_turned),
        }
        said = self.words.say("tally_reason", line, **fields)
        free = line == "help" and points > -HELP_TILE_POINTS * fields["tiles"]  # WG 7.4, by some switches
        return (said, self.words.say("tally_reason", "open_free")) if free else (said,)

    def _improvements(self, farm: Farm) -> Iterator[str]:
        """Each kind by itself, with what it is worth."""
        for kind, name in enumerate(names.IMPROVEMENTS):
            if farm.improvements[kind]:
                points = farm.improvements[kind] * _worth(farm, kind)
                copies = farm.improvements[kind]
                worth = self.words.called(name, "worth")
                yield self.words.say(
                    "tally_reason", "improvement", kind=name, worth=worth, points=points, copies=copies
                )
        filled = scoring.goods_in_barn(farm) - sum(farm.barn[: names.COPPER])
        if farm.improvements[names.STORE] and filled:
            yield self.words.say("tally_reason", "filled", count=filled)

    # ---- what would have been better -----------------------------------------------------------------------

    def better(self, end: FarmEnd, total: int) -> BestEnd:
        """WG 8.10."""
        if not end.more:
            return BestEnd(total, (self.words.say("tally", "best_already"),))
        deeds = []
        if end.repaid is not None:
            deeds.append(self.words.say("tally", "repay", what=self._things(end.repaid)))
        if any(end.thrown):
            deeds.append(self.words.say("tally", "throw", what=self._things(end.thrown)))
        fields = {"points": end.more, "total": total + end.more}
        return BestEnd(
            total + end.more, (self.words.say("tally", "best", deeds=self.words.clauses(deeds), **fields),)
        )

    def _things(self, goods: Goods) -> str:
        found = [
            self.words.say("tally", where, count=count)
            for where, count in (("from_land", goods.land), ("from_barn", goods.barn))
            if count
        ]
        coins = {"copper": goods.copper, "silver": goods.silver, "gold": goods.gold}
        return self.words.listing([*found, *[self.names.amount(c, n) for c, n in coins.items() if n]])

    # ---- what cannot be ------------------------------------------------------------------------------------

    def fault(self, error: BadSheet, sheet: Mapping[str, object], seat: int | None) -> SheetFault:
        """What the paragraph says; of what cannot be read also what the reader says, who speaks English."""
        number = error.rule.split()[-1]
        said = self.words.called(number, "tally_fault")
        if number == NOTATION:
            unknown = _unknown_tile(sheet, self.edition)
            why = self.words.say("tally", "reader", why=capital(error.sentence))
            said = f"{said} {why}" if unknown is None else self.words.say("tally", "no_tile", tile=unknown)
        return SheetFault(error.rule, said, seat)

    def doubts(self, farms: Sequence[Farm]) -> Iterator[SheetFault]:
        """What no game leads to, although each farm can be counted."""
        for seat, farm in enumerate(farms):
            yield from self._of_one(farm, seat)
        if len(farms) > 1:
            yield from self._of_all(farms)

    def _of_one(self, farm: Farm, seat: int) -> Iterator[SheetFault]:
        laid, springs = len(farm.land.tiles), sum([disc.lay for disc in self.edition.discs])
        if laid != springs:
            yield self._doubt("3.2", "tiles", seat, laid=laid, springs=springs)
        first = farm.board.first_wagon
        if not _household(farm)[first]:
            yield self._doubt("1.2", "first_labourer", seat, colour=names.COLOURS[first])
        visits = sum(_household(farm)) - 1 + int(farm.huts + farm.barns) + sum(farm.improvements)
        if visits > names.YEARS:
            yield self._doubt("5.3", "visits", seat, visits=visits, years=names.YEARS)

    def _of_all(self, farms: Sequence[Farm]) -> Iterator[SheetFault]:
        """WG 1: everything comes out of one box, and out of one town."""
        laid = Counter([tile.tile for farm in farms for tile in farm.land.tiles])
        for tile in [tile for tile, count in laid.items() if count > 1]:
            yield self._doubt("1.3", "tile_twice", None, tile=tile)
        boards = Counter([farm.board.kind for farm in farms])
        for board in self.edition.boards:
            if boards[board.kind] > board.copies:
                yield self._doubt("1.1", "boards", None, count=boards[board.kind], copies=board.copies)
        coins = [farm.barn[names.COPPER :] for farm in farms]
        yield from self._pieces(farms, "1.3", names.COINS, self.edition.coins, coins)
        hands = [_household(farm) for farm in farms]
        yield from self._pieces(farms, "1.5", names.COLOURS, self.edition.labourers, hands)
        tiles = self.edition.building_tiles
        yield from self._pieces(farms, "1.6", names.BUILDING_TILES, tiles, _built(farms))
        owned = [farm.improvements for farm in farms]
        yield from self._pieces(farms, "1.7", names.IMPROVEMENTS, self.edition.improvements, owned)
        stock = 2 * self.edition.per_building[len(farms) - 1]
        for rule, key, had in (
            ("1.6", "town_buildings", sum(map(sum, _built(farms)))),
            ("1.7", "town_improvements", sum(map(sum, owned))),
        ):
            if had > stock:
                yield self._doubt(rule, key, None, count=had, stock=stock)

    def _pieces(
        self,
        farms: Sequence[Farm],
        rule: str,
        kinds: Sequence[str],
        box: Sequence[int],
        had: Sequence[Sequence[int]],
    ) -> Iterator[SheetFault]:
        for n, kind in enumerate(kinds):
            count = sum([counts[n] for counts in had])
            if count > box[n]:
                thing = self.words.say("tally_thing", kind)
                yield self._doubt(rule, "pieces", None, thing=thing, count=count, box=box[n])

    def _doubt(self, paragraph: str, key: str, seat: int | None, **fields: str | int) -> SheetFault:
        return SheetFault(f"WG {paragraph}", self.words.say("tally_doubt", key, **fields), seat)


def _unknown_tile(sheet: Mapping[str, object], edition: Edition) -> int | None:
    """The first tile that these components do not have, of a farm laid with others."""
    tiles = sheet.get("tiles")
    first = [tile[0] for tile in tiles if isinstance(tile, list) and tile] if isinstance(tiles, list) else []
    return next(
        (n for n in first if type(n) is int and 0 < n < MAX_NUMBERED_TILES and n not in edition.tiles), None
    )


def _household(farm: Farm) -> list[int]:
    """WG 8.1: labourers by colour, the recruits of the last autumn among them."""
    return [old + new for old, new in zip(farm.labourers, farm.recruits, strict=True)]


def _built(farms: Sequence[Farm]) -> list[list[int]]:
    return [[int(farm.huts), int(farm.barns)] for farm in farms]


def _worth(farm: Farm, kind: int) -> int:
    """WG 8.6: what one copy scores."""
    return {
        names.TENT: 2 * sum(farm.improvements),
        names.LADDER: scoring.buildings(farm),
        names.SAFE: int(farm.coins()),
        names.STORE: scoring.goods_in_barn(farm),
        names.PADDOCK: farm.land.largest(),
        names.HORSES: scoring.fences(farm),
        names.WELL: scoring.figures(farm),
    }[kind]
