"""Sunflower Valley in a terminal: what is shown and asked at each decision."""

from collections.abc import Mapping, Sequence

from farmstead.engine.contract import Arg, Event, Seat
from farmstead.games.sunflower_valley.pictures import tables, views
from farmstead.games.sunflower_valley.pictures.about import about, known_name
from farmstead.games.sunflower_valley.pictures.notes import closed_hexes, ends_of
from farmstead.games.sunflower_valley.pictures.score_reasons import TIES, parted_villagers, served
from farmstead.games.sunflower_valley.pictures.valley_map import WIDE, hex_lines, small_map, valley_map
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame
from farmstead.games.sunflower_valley.rules.hexes import HEXES, SIZE, hex_text, listed, parse_hex
from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, FREE, HOUSE, NOTHING, TOKENS, TOWNS
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render import Drawing, ScoreLines, View
from farmstead.render.components import Components
from farmstead.render.shared import capital, key_of, signed
from farmstead.render.text_board import Map
from farmstead.render.ties import TieBreak, TieBreaks
from farmstead.render.words import LANGUAGE


class SunflowerValleyDrawing(Drawing):
    """Draws one edition of the game."""

    looks = ("sheet", "seats", "board", "key")
    menus: Mapping[str, Sequence[str]] = {
        "die": [*[f"take {face}" for face in FACES], "pass"],
        "colour": [f"reserve {colour}" for colour in COLOURS],
        "hex": [f"draw {hex_text(place)}" for place in HEXES],
        "way": [f"way {token}" for token in TOKENS if len(token) > 1],
    }
    sheets = ("", "short", "alone", "low")
    said_by_moves = frozenset({"took", "reserved", "drew", "drew_way"})
    quiet = frozenset({"took", "reserved", "villagers_came"})

    def __init__(
        self, game: SunflowerValleyGame, edition_text: str | None = None, language: str = LANGUAGE
    ) -> None:
        super().__init__(game, Components(edition_text, tables.KINDS), language)
        self.edition = game.edition

    # ---- what is shown ---------------------------------------------------------------------------------

    def boards(
        self, what: str, view: View, seat: Seat, legal: Sequence[str], scores: ScoreLines
    ) -> list[Mapping[str, object]]:
        table, words = views.table_view(view), self.words
        if what == "key":
            return [tables.legend(words)]
        if not views.is_dealt(table):
            return []
        valleys, layout = views.valleys_of(self.edition, table), views.layout_of(self.edition, table)
        head = {"": [tables.headline(words, table)]}
        board = tables.dice_and_colours(words, table, valleys[seat])
        if what == "board":
            return [head, board]
        seats = tables.seats_table(words, table, valleys)
        points = tables.score_table(words, table, valleys, {})
        if what == "seats":
            return [seats, points]
        chosen = [views.chosen_hex(table) if n in table["to_act"] else NOTHING for n in range(len(valleys))]
        own = {
            tables.caption(words, valleys, seat): valley_map(
                layout, valleys[seat].symbols, open_hexes(table, valleys[seat], legal), chosen[seat]
            )
        }
        small = [
            {tables.caption(words, valleys, each): small_map(layout, valley.symbols, chosen[each])}
            for each, valley in enumerate(valleys)
        ]
        if what == "alone":
            return [head, own, board]
        if what == "low":
            return [head, tables.colours_in_line(words, table, valleys[seat]), small[seat]]
        if what == "sheet":
            return [own, tables.score_table(words, table, valleys, {seat: scores.get(seat, {})})]
        short: list[Mapping[str, object]] = [head, own, board, *small[:seat], *small[seat + 1 :], seats]
        return short if what == "short" else [*short, points]

    def own(self, view: View) -> Seat:
        return views.whose(views.table_view(view))

    def pictured(self, kind: str, name: str) -> dict[str, object]:
        if kind == "sheet":
            layout = self.edition.sheets[name]
            return {f"sheet {name}": valley_map(layout, layout.blank)}
        if kind == "start":
            start, towns = self.edition.start, dict(zip(self.edition.start, TOWNS, strict=True))
            symbols = [HOUSE if towns.get(place) == name else FREE for place in range(SIZE)]
            names = {place: towns.get(place, hex_text(place)) for place in HEXES}
            return {f"town {name}": valley_map(None, symbols, start, name=names.__getitem__)}
        return {}

    # ---- what is asked ---------------------------------------------------------------------------------

    def part(self, view: View) -> str:
        return tables.part_words(self.words, views.table_view(view))

    def question(self, view: View) -> str:
        table = views.table_view(view)
        if not views.is_asked(table):
            return ""
        fields = {"die": str(table["die"]), "colour": str(table["colour"]), "hex": str(table["hex"])}
        blocked = "blocked_" if table["blocked"] else ""  # SV 3.4
        return capital(self.words.say("question", f"{blocked}{table['decision']}", **fields))

    def decision(self, view: View) -> str:
        table = views.table_view(view)
        return table["decision"] or "" if views.is_asked(table) else ""

    def preview(self, view: View, chosen: Sequence[str], steps: Sequence[str]) -> Map | None:
        """The ways of a track."""
        if not steps or not steps[0].startswith("way "):
            return None
        place = views.chosen_hex(views.table_view(view))
        tokens = [step.removeprefix("way ") for step in steps]
        ways = [
            [f"{n}) {token}".ljust(WIDE), *hex_lines(None, TOKENS.index(token), place, "")]
            for n, token in enumerate(tokens, start=1)
        ]
        return Map(["  ".join(line) for line in zip(*ways, strict=True)])

    def note(self, view: View, move: str) -> str:
        """SV 3.5: of a track, where its ends would lead."""
        brings = super().note(view, move)
        if not move.startswith("way "):
            return brings
        table = views.table_view(view)
        valley = views.valleys_of(self.edition, table)[self.own(view)]
        ends = ends_of(valley, views.chosen_hex(table), move.removeprefix("way "))
        return self.words.clauses([*[end.sentence(self.words) for end in ends], brings])

    def about(self, view: View, words: str) -> str:
        return about(self.words, self.edition, views.table_view(view), key_of(words))

    def closed_words(self, view: View, legal: Sequence[str]) -> list[str]:
        table = views.table_view(view)
        if self.decision(view) != "hex":
            return []
        return closed_hexes(self.words, table, views.valleys_of(self.edition, table)[self.own(view)], legal)

    def name_of(self, words: str) -> str:
        return known_name(key_of(words)) or key_of(words)

    # ---- the end ----------------------------------------------------------------------------------------

    def because(self, view: View, line: str, events: Sequence[Event]) -> list[str]:
        if not events or line != "houses_with_sheep":
            return super().because(view, line, events)
        valleys = views.valleys_of(self.edition, views.table_view(view))
        return served(self.words, valleys[events[0].seat], events)

    def undecided(self, view: View, line: str) -> list[str]:
        table = views.table_view(view)
        if line not in TIES or not views.is_dealt(table):
            return []
        return TIES[line](self.words, views.valleys_of(self.edition, table))

    def parted(self, view: View, line: str) -> list[str]:
        table = views.table_view(view)
        if line != "villager_points" or not views.is_dealt(table):
            return []
        return parted_villagers(self.words, views.valleys_of(self.edition, table))

    def winning(self, scores: Sequence[int], places: Sequence[int], names: Sequence[str] | None) -> str:
        """With how many points the winner is ahead, where somebody alone has most."""
        best = max(scores)
        if len(scores) == 1 or scores.count(best) > 1:
            return super().winning(scores, places, names)
        second = max([score for score in scores if score < best])
        after = self.listed([seat for seat, score in enumerate(scores) if score == second], names)
        fields: dict[str, Arg] = {"points": signed(best), "ahead": best - second, "after": after}
        return self.words.say("verdict", "ahead", who=self.listed([scores.index(best)], names), **fields)

    def tie_breaks(self, view: View) -> TieBreaks:
        """SV 5.7."""
        valleys = views.valleys_of(self.edition, views.table_view(view))
        houses = TieBreak("houses", [valley.house_count() for valley in valleys])
        sunflowers = TieBreak("sunflowers", [valley.sunflower_count() for valley in valleys])
        villagers = TieBreak("villagers", [int(valley.villagers) for valley in valleys])
        return TieBreaks("SV 5.7", [houses, sunflowers, villagers])


drawing = SunflowerValleyDrawing  # as the shelf knows it


def open_hexes(table: views.TableView, valley: Valley, legal: Sequence[str]) -> list[int]:
    """Where one may still draw this turn, as far as it is decided."""
    if table["decision"] == "hex":
        return [parse_hex(move.removeprefix("draw ")) for move in legal if move.startswith("draw ")]
    if not legal or table["decision"] == "way":
        return []
    if table["blocked"]:
        return listed(valley.free)
    colours = [valley.layout.colours[COLOURS.index(colour)] for colour in views.open_colours(table)]
    return [place for hexes in colours for place in listed(valley.free & hexes)]
