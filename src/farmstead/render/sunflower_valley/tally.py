"""Sunflower Valley counted at a real table: valleys put in tap by tap, and what they score (SV 5, 8.2)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Final

from farmstead.engine.contract import Game
from farmstead.engine.sheets import BadSheet
from farmstead.render import View, drawing_for
from farmstead.render.shared import capital
from farmstead.render.sunflower_valley.page import ValleyPage
from farmstead.render.sunflower_valley.tally_deeds import (
    ERASE,
    NotADeed,
    OnMountain,
    blank_rows,
    chosen,
    open_hexes,
    tapped,
    written,
)
from farmstead.render.tally import (
    Better,
    Counted,
    Fault,
    Impossible,
    Line,
    Palette,
    Row,
    Setting,
    Sheets,
    Tally,
    Tool,
)
from farmstead.render.words import LANGUAGE, page_words
from farmstead.sunflower_valley import scoring
from farmstead.sunflower_valley.game import SunflowerValleyGame
from farmstead.sunflower_valley.hexes import listed, only
from farmstead.sunflower_valley.names import (
    COLOURS,
    FACES,
    LETTERS,
    MOST,
    NAME,
    TOWNS,
    VARIANTS,
)
from farmstead.sunflower_valley.reasons import reasons
from farmstead.sunflower_valley.sheets import score_document, valleys_of_sheet
from farmstead.sunflower_valley.valley import Valley

RULES: Final = {
    "houses_with_sheep": "SV 5.1",
    "houses_without": "SV 5.2",
    "sunflower_majorities": "SV 5.3",
    "mountains": "SV 5.4",
    "villager_points": "SV 5.5",
    "high_speed": "SV 5.6",
}
ALONE: Final = ("houses_with_sheep", "houses_without", "mountains", "high_speed")  # that need no other sheet


class ValleyTally(Tally):
    """Counts tables with one set of components."""

    most = MOST

    def __init__(self, game: SunflowerValleyGame, language: str, names: tuple[str, ...]) -> None:
        self.edition = game.edition
        self.page = ValleyPage(game, language, names)
        self.words = page_words(NAME, language)
        self.drawing = drawing_for(game, None, language)
        self.names = names
        self.language = language

    def symbols(self) -> Mapping[str, str]:
        return self.page.symbols

    # ---- what is done --------------------------------------------------------------------------------------

    def too_many(self) -> Fault:
        return Fault("SV 1.1", self.words.say("tally", "full"))

    def blank(self) -> Sheets:
        letter = next(iter(self.edition.sheets))
        return [{"sheet": letter, "rows": blank_rows(self.edition, letter)}]

    def seats(self, sheets: Sheets) -> int:
        return len(self._valleys(sheets))

    def done(self, sheets: Sheets, seat: int, deed: str) -> tuple[Sheets, int]:
        valleys = self._valleys(sheets)
        document, rows = sheets[0], [valley.rows() for valley in valleys]
        letter = str(document["sheet"])
        verb, *rest = deed.split()
        if verb == "add":
            if len(rows) >= MOST:
                raise Impossible(self.too_many())
            return [written(document, [*rows, blank_rows(self.edition, letter)])], len(rows)
        if verb == "remove":
            left = [*rows[:seat], *rows[seat + 1 :]] or [blank_rows(self.edition, letter)]
            return [written(document, left)], min(seat, len(left) - 1)
        try:
            if verb == "set":
                return [chosen(self.edition, document, valleys, rest)], seat
            rows[seat] = tapped(self.edition, valleys[seat], verb, rest)
        except NotADeed:
            raise Impossible(Fault("SV 8.2", self.words.say("tally", "no_deed"))) from None
        except OnMountain:
            raise Impossible(Fault("SV 1.1", self.words.say("tally", "mountain"))) from None
        return [written(document, rows)], seat

    # ---- what it is worth ----------------------------------------------------------------------------------

    def counted(self, sheets: Sheets, seat: int, tool: str, heed: int | None) -> Counted:
        valleys, document = self._valleys(sheets), sheets[0]
        view = self._view(document, valleys, seat)
        alone = len(valleys) == 1
        shown = ALONE if alone else tuple(RULES)
        scores = [scoring.score_lines(valleys, n) for n in range(len(valleys))]
        for score in scores:
            score["total"] = sum([score[line] for line in shown])
        totals = [score["total"] for score in scores]
        places = (1,) if alone else tuple(scoring.places(valleys))
        return Counted(
            sheets=sheets,
            seat=seat,
            picture=self.page.pictures.sheet(view, seat, foot=False),
            open=tuple([f"hex:{row},{column}" for row, column in open_hexes(valleys[seat])]),
            palettes=(self._palette(),),
            steps=(),
            settings=(
                Setting("sheet", str(document["sheet"]), tuple(self.edition.sheets)),
                Setting("variant", str(document.get("variant", VARIANTS[0])), VARIANTS),
            ),
            lines=tuple([self._line(line, scores[seat], valleys, view, seat) for line in shown]),
            rows=tuple(
                [
                    Row(line, self.words.called(line, "line"), tuple([score[line] for score in scores]))
                    for line in (*shown, "total")
                ]
            ),
            breaks=self._compared(valleys, totals),
            places=places,
            verdict=() if alone else tuple(self._verdict(totals, places, view)),
            doubts=tuple(self._doubts(valleys)),
            better=self._better(valleys[seat], totals[seat], heed),
            scores=(score_document(document, self.edition),),
        )

    def _valleys(self, sheets: Sheets) -> list[Valley]:
        try:
            if len(sheets) != 1:
                raise BadSheet("SV 8.2", "a table is one object, with the rows of all its sheets")
            return valleys_of_sheet(sheets[0], self.edition)
        except BadSheet as error:
            said = self.words.called(error.rule.split()[-1], "tally_fault")
            if self.language == LANGUAGE:  # which the reader speaks
                said = f"{said} {capital(error.sentence)}."
            raise Impossible(Fault(error.rule, said)) from None

    def _view(self, document: Mapping[str, object], valleys: Sequence[Valley], seat: int) -> View:
        """As much of a view as a sheet's picture is drawn from; nobody knows the towns."""
        seated = [
            {"town": TOWNS[0], "rows": valley.rows(), "villagers": int(valley.villagers)}
            for valley in valleys
        ]
        family = document.get("variant") == VARIANTS[1]
        return {
            "options": [VARIANTS[1]] if family else [],
            "seats": len(valleys),
            "seat": seat,
            "sheet": document["sheet"],
            "to_act": [],
            "hex": None,
            "valleys": seated,
        }

    def _line(
        self, line: str, score: Mapping[str, int], valleys: list[Valley], view: View, seat: int
    ) -> Line:
        events = reasons(valleys, seat)[line]
        said = self.drawing.because(view, line, events) if events else []
        ties = self.drawing.undecided(view, line) if len(valleys) > 1 else []
        overlay = self.page.pictures.overlay(view, seat, line, foot=False)
        name = self.words.called(line, "line")
        rule = "SV 6.1" if line == "houses_with_sheep" and valleys[seat].family else RULES[line]
        return Line(line, name, rule, score[line], (*said, *ties), overlay)

    def _compared(self, valleys: Sequence[Valley], totals: Sequence[int]) -> tuple[Row, ...]:
        if len(valleys) == 1:
            return (*self._breaks(valleys), *self._blooms(valleys[0]))
        return self._breaks(valleys) if len(set(totals)) < len(totals) else ()

    def _breaks(self, valleys: Sequence[Valley]) -> tuple[Row, ...]:
        """SV 5.5, 5.7: what others compare with."""
        counts = {
            "houses": [valley.house_count() for valley in valleys],
            "sunflowers": [valley.sunflower_count() for valley in valleys],
            "villagers": [int(valley.villagers) for valley in valleys],
        }
        return tuple(
            [
                Row(key, capital(self.words.called(key, "tie_break")), tuple(each))
                for key, each in counts.items()
            ]
        )

    def _blooms(self, valley: Valley) -> tuple[Row, ...]:
        """SV 8.2: a sheet by itself tells its sunflowers by colour, which decide majorities (5.3)."""
        named = [self.words.called(colour, "emblem") for colour in COLOURS]
        said = [self.words.say("tally", "by_colour", colour=name) for name in named]
        return tuple(
            [Row(COLOURS[n], said[n], (int(count),)) for n, count in enumerate(valley.blooms[: len(COLOURS)])]
        )

    def _verdict(self, totals: Sequence[int], places: Sequence[int], view: View) -> list[str]:
        winners = [seat for seat, place in enumerate(places) if place == 1]
        who = self.words.listing([self.words.who(seat, self.names) for seat in winners])
        key = "wins" if len(winners) == 1 else "shared"
        said = [self.words.say("verdict", key, who=who, points=str(max(totals)))]
        if totals.count(max(totals)) > len(winners):
            said.append(self.words.say("tally", "tie_broken"))
        return said

    def _better(self, valley: Valley, total: int, heed: int | None) -> Better:
        """SV 5.1: no allotment serves more houses than the one that is shown."""
        scoring.work_out(valley)
        served, houses = int(valley.served), valley.house_count()
        said = [self.words.say("tally", "best", served=served, houses=houses)]
        if heed is not None and heed < served:
            lost = (served - heed) * (scoring.WITH_SHEEP - scoring.WITHOUT)
            said.append(self.words.say("tally", "counted_less", counted=heed, lost=lost, served=served))
        if heed is not None and heed > served:
            said.append(self.words.say("tally", "counted_more", counted=heed, served=served))
        return Better(total, tuple(said))

    def _doubts(self, valleys: Sequence[Valley]) -> Iterator[Fault]:
        """What no finished game leads to."""
        for seat, valley in enumerate(valleys):
            free = len(listed(valley.free))
            if free:
                yield Fault("SV 2.4", self.words.say("tally_doubt", "free", count=free), seat)
            if not any(valley.houses & only(start) for start in self.edition.start):
                yield Fault("SV 1.3", self.words.say("tally_doubt", "no_start"), seat)
        if len(valleys) > 1 and not self._towns_differ(valleys):
            yield Fault("SV 1.3", self.words.say("tally_doubt", "same_start"))

    def _towns_differ(self, valleys: Sequence[Valley]) -> bool:
        """Whether everybody can have begun in a town of their own; who has none is told so already."""
        begun = [v for v in valleys if any(v.houses & only(start) for start in self.edition.start)]
        return any(
            all(valley.houses & only(start) for valley, start in zip(begun, starts, strict=True))
            for starts in permutations(self.edition.start, len(begun))
        )

    def _palette(self) -> Palette:
        marks = {"L": "mark-L03", "C": "mark-C02"}
        tools = [
            Tool(
                letter,
                capital(self.words.called(FACES[n])),
                marks.get(letter, f"mark-{letter}"),
                letter.lower(),
            )
            for n, letter in enumerate(LETTERS)
        ]
        return Palette(
            self.words.say("tally", "marks"),
            (
                Tool("", self.words.say("tally", "turn"), "", "t"),
                *tools,
                Tool(ERASE, self.words.say("tally", "erase"), "", "x"),
            ),
        )


def tally(game: Game, language: str, names: tuple[str, ...]) -> ValleyTally:
    """How valleys with these components are counted."""
    assert isinstance(game, SunflowerValleyGame)
    return ValleyTally(game, language, names)
