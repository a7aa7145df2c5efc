"""Sunflower Valley counted at a real table: valleys put in tap by tap, and what they score (SV 5, 8.2)."""

from collections.abc import Mapping, Sequence
from typing import Final

from farmstead.engine.sheets import BadSheet
from farmstead.games.sunflower_valley.pictures import tally_edits
from farmstead.games.sunflower_valley.pictures.page import ValleyPage
from farmstead.games.sunflower_valley.pictures.tally_words import ValleyWords
from farmstead.games.sunflower_valley.rules import scoring
from farmstead.games.sunflower_valley.rules.game import SunflowerValleyGame
from farmstead.games.sunflower_valley.rules.names import (
    COLOURS,
    FACES,
    LETTERS,
    MAX_SEATS,
    NAME,
    TOWNS,
    VARIANTS,
)
from farmstead.games.sunflower_valley.rules.reasons import reasons
from farmstead.games.sunflower_valley.rules.sheets import score_document, valleys_of_sheet
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render import View, drawing_for
from farmstead.render.shared import capital
from farmstead.render.tally import (
    Impossible,
    Palette,
    ResultRow,
    ScoreLine,
    SheetFault,
    Sheets,
    Tally,
    TallyResult,
    TallySetting,
    Tool,
)
from farmstead.render.words import page_words

PARAGRAPHS: Final = {  # by line of the score
    "houses_with_sheep": "SV 5.1",
    "houses_without": "SV 5.2",
    "sunflower_majorities": "SV 5.3",
    "mountains": "SV 5.4",
    "villager_points": "SV 5.5",
    "high_speed": "SV 5.6",
}
TIES: Final = "SV 5.7"
TIE_BREAKS: Final = ("houses", "sunflowers", "villagers")
ALONE: Final = ("houses_with_sheep", "houses_without", "mountains", "high_speed")  # that need no other sheet


class ValleyTally(Tally):
    """Counts tables with one set of components."""

    most = MAX_SEATS

    def __init__(self, game: SunflowerValleyGame, language: str, names: tuple[str, ...]) -> None:
        self.edition = game.edition
        self.page = ValleyPage(game, language, names)
        self.words = page_words(NAME, language)
        self.drawing = drawing_for(game, None, language)
        self.names = names
        self.said = ValleyWords(self.words, game.edition)

    def symbols(self) -> Mapping[str, str]:
        return self.page.symbols

    # ---- what is done --------------------------------------------------------------------------------------

    def too_many(self) -> SheetFault:
        return SheetFault("SV 1.1", self.words.say("tally", "full"))

    def blank(self) -> Sheets:
        letter = next(iter(self.edition.sheets))
        return [{"sheet": letter, "rows": tally_edits.blank_rows(self.edition, letter)}]

    def together(self, sheets: Sheets) -> Sheets:
        """SV 8.2: sheets that were written one to a line are those of one table if they have one letter."""
        if len(sheets) < 2:
            return sheets
        if not tally_edits.one_table(sheets):
            raise Impossible(SheetFault("SV 1.1", self.words.say("tally", "letters_differ")))
        rows = [each for sheet in sheets for each in tally_edits.rows_of(sheet)]
        if len(rows) > MAX_SEATS:
            raise Impossible(self.too_many())
        return [tally_edits.written(sheets[0], rows)]

    def went(self, before: Sheets, after: Sheets, seat: int) -> tuple[SheetFault, ...]:
        """SV 1.1: what was drawn where another letter has a mountain."""
        if before[0]["sheet"] == after[0]["sheet"]:
            return ()
        gone = tally_edits.marks_on(self._valleys(before)) - tally_edits.marks_on(self._valleys(after))
        said = self.words.say("tally", "marks_went", count=gone, letter=str(after[0]["sheet"]))
        return (SheetFault("SV 1.1", said),) if gone else ()

    def ties(self) -> tuple[tuple[str, str], ...]:
        return tuple([(self._tie(key), TIES) for key in TIE_BREAKS])

    def _tie(self, key: str) -> str:
        return self.words.say("tally", "tie", what=key)

    def seats(self, sheets: Sheets) -> int:
        return len(self._valleys(sheets))

    def done(self, sheets: Sheets, seat: int, deed: str) -> tuple[Sheets, int]:
        valleys = self._valleys(sheets)
        document, rows = sheets[0], [valley.rows() for valley in valleys]
        letter = str(document["sheet"])
        verb, *rest = deed.split()
        if verb == "add":
            if len(rows) >= MAX_SEATS:
                raise Impossible(self.too_many())
            added = [*rows, tally_edits.blank_rows(self.edition, letter)]
            return [tally_edits.written(document, added)], len(rows)
        if verb == "remove":
            left = [*rows[:seat], *rows[seat + 1 :]] or [tally_edits.blank_rows(self.edition, letter)]
            return [tally_edits.written(document, left)], min(seat, len(left) - 1)
        try:
            if verb == "set":
                return [tally_edits.chosen(self.edition, document, valleys, rest)], seat
            rows[seat] = tally_edits.tapped(self.edition, valleys[seat], verb, rest)
        except tally_edits.NotAnEdit:
            said = self.words.say("tally", "no_deed", choices=tally_edits.edits(self.edition))
            raise Impossible(SheetFault("SV 8.2", said)) from None
        except tally_edits.OnMountain:
            raise Impossible(SheetFault("SV 1.1", self.words.say("tally", "mountain"))) from None
        return [tally_edits.written(document, rows)], seat

    # ---- what it is worth ----------------------------------------------------------------------------------

    def counted(self, sheets: Sheets, seat: int, tool: str, heed: int | None) -> TallyResult:
        valleys, document = self._valleys(sheets), sheets[0]
        view = self._view(document, valleys, seat)
        alone = len(valleys) == 1
        shown = ALONE if alone else tuple(PARAGRAPHS)
        scores = [scoring.score_lines(valleys, n) for n in range(len(valleys))]
        for score in scores:
            score["total"] = sum([score[line] for line in shown])
        totals = [score["total"] for score in scores]
        places = (1,) if alone else tuple(scoring.places(valleys))
        return TallyResult(
            sheets=sheets,
            seat=seat,
            picture=self.page.pictures.sheet(view, seat, foot=False),
            open=tuple([f"hex:{row},{column}" for row, column in tally_edits.open_hexes(valleys[seat])]),
            palettes=(self._palette(),),
            steps=(),
            settings=(
                TallySetting("sheet", str(document["sheet"]), tuple(self.edition.sheets)),
                TallySetting("variant", str(document.get("variant", VARIANTS[0])), VARIANTS),
            ),
            lines=tuple([self._line(line, scores[seat], valleys, view, seat) for line in shown]),
            rows=self.rows((*shown, "total"), scores),
            breaks=self._compared(valleys, totals),
            places=places,
            verdict=() if alone else tuple(self.drawing.verdict(totals, places, view, self.names)),
            doubts=tuple(self.said.doubts(valleys)),
            better=self.said.better(valleys[seat], totals[seat], heed),
            scores=(score_document(document, self.edition),),
        )

    def _valleys(self, sheets: Sheets) -> list[Valley]:
        try:
            if len(sheets) != 1:
                raise BadSheet("SV 8.2", "a table is one object, with the rows of all its sheets")
            return valleys_of_sheet(sheets[0], self.edition)
        except BadSheet as error:
            said = self.words.called(error.rule.split()[-1], "tally_fault")
            why = self.words.say("tally", "reader", why=capital(error.sentence))  # who speaks English
            raise Impossible(SheetFault(error.rule, f"{said} {why}")) from None

    def _view(self, document: Mapping[str, object], valleys: Sequence[Valley], seat: int) -> View:
        """As much of a view as a sheet's picture is drawn from; nobody knows the towns."""
        return {
            "options": [VARIANTS[1]] if document.get("variant") == VARIANTS[1] else [],
            "seats": len(valleys),
            "seat": seat,
            "sheet": document["sheet"],
            "to_act": [],
            "hex": None,
            "valleys": [
                {"town": TOWNS[0], "rows": valley.rows(), "villagers": int(valley.villagers)}
                for valley in valleys
            ],
        }

    def _line(
        self, line: str, score: Mapping[str, int], valleys: list[Valley], view: View, seat: int
    ) -> ScoreLine:
        events = reasons(valleys, seat)[line]
        said = self.drawing.because(view, line, events) if events else []
        ties = self.drawing.undecided(view, line) if len(valleys) > 1 else []
        overlay = self.page.pictures.overlay(view, seat, line, foot=False)
        rule = "SV 6.1" if line == "houses_with_sheep" and valleys[seat].family else PARAGRAPHS[line]
        return ScoreLine(line, self.words.called(line, "line"), rule, score[line], (*said, *ties), overlay)

    def _compared(self, valleys: Sequence[Valley], totals: Sequence[int]) -> tuple[ResultRow, ...]:
        if len(valleys) == 1:
            return (*self._breaks(valleys), *self._blooms(valleys[0]))
        return self._breaks(valleys) if len(set(totals)) < len(totals) else ()

    def _breaks(self, valleys: Sequence[Valley]) -> tuple[ResultRow, ...]:
        """SV 5.5, 5.7: what others compare with."""
        counts = {
            "houses": [valley.house_count() for valley in valleys],
            "sunflowers": [valley.sunflower_count() for valley in valleys],
            "villagers": [int(valley.villagers) for valley in valleys],
        }
        return tuple([ResultRow(key, self._tie(key), tuple(each), TIES) for key, each in counts.items()])

    def _blooms(self, valley: Valley) -> tuple[ResultRow, ...]:
        """SV 8.2: a sheet by itself tells its sunflowers by colour, which decide majorities (5.3)."""
        named = [self.words.called(colour, "emblem") for colour in COLOURS]
        said = [self.words.say("tally", "by_colour", colour=name) for name in named]
        return tuple([ResultRow(each, said[n], (int(valley.blooms[n]),)) for n, each in enumerate(COLOURS)])

    def _palette(self) -> Palette:
        marks = {"L": "mark-L03", "C": "mark-C02"}
        return Palette(
            self.words.say("tally", "marks"),
            (
                Tool("", self.words.say("tally", "turn"), "", "t"),
                *[
                    Tool(
                        letter,
                        capital(self.words.called(FACES[n])),
                        marks.get(letter, f"mark-{letter}"),
                        letter.lower(),
                    )
                    for n, letter in enumerate(LETTERS)
                ],
                Tool(tally_edits.ERASE, self.words.say("tally", "erase"), "", "x"),
            ),
        )


tally = ValleyTally  # as the shelf knows it
