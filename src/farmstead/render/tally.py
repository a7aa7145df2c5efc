"""Counting a table that was played elsewhere: farms or valleys put in tap by tap, and what they score.

The shelf names a game's `tally(game, language, names)`, which answers its `Tally`. A table is a list of
sheets, each an object that `farmstead score` reads as one line. What is done to it is written as a deed:

    tap PART TOOL      a part of the picture was tapped, with a tool of the palette or with none
    more NAME, less NAME     one more or one fewer of something
    set NAME VALUE     a choice for the whole table, or for one sheet
    add, remove        a sheet more, or the one that is shown away
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from farmstead import shelf
from farmstead.engine.contract import FarmsteadError, Game
from farmstead.render.words import LANGUAGE, Words

Sheets: TypeAlias = list[dict[str, object]]
DEEDS: Final = ("tap", "more", "less", "set", "add", "remove")


class SheetFault(NamedTuple):
    """What cannot be, or what no game leads to: the paragraph, and a sentence that says what would do."""

    rule: str
    sentence: str
    seat: int | None = None  # whose; none: of the whole table


class Impossible(FarmsteadError):
    """A deed, or a sheet, that the rules do not allow; nothing was done."""

    def __init__(self, fault: SheetFault) -> None:
        super().__init__(f"{fault.sentence} ({fault.rule})")
        self.fault = fault


class Tool(NamedTuple):
    """What a tap puts down."""

    key: str
    name: str
    symbol: str  # its picture among the page's symbols
    letter: str = ""  # the key that uses it at once
    kinds: tuple[str, ...] = ()  # by which a long palette is sifted
    left: bool = True  # there is still one


class Palette(NamedTuple):
    """Tools that belong together; with `sieve`, kinds by which they can be sifted, and their names."""

    title: str
    tools: tuple[Tool, ...]
    sieve: tuple[tuple[str, str], ...] = ()


class Stepper(NamedTuple):
    """A number that goes up and down: `more NAME`, `less NAME`."""

    key: str
    name: str
    number: int
    symbol: str = ""


class StepperGroup(NamedTuple):
    """Numbers that belong together."""

    title: str
    steppers: tuple[Stepper, ...]


class TallySetting(NamedTuple):
    """A choice: `set NAME VALUE`. The page has the words."""

    key: str
    value: str
    choices: tuple[str, ...]


class ScoreLine(NamedTuple):
    """A line of one sheet's score, with what makes it up and what it counts on the picture."""

    key: str
    name: str
    rule: str
    points: int
    reasons: tuple[str, ...]
    overlay: str


class ResultRow(NamedTuple):
    """A row of the table of results: a number for each sheet."""

    key: str
    name: str
    points: tuple[int, ...]
    rule: str = ""  # where it is not said by the lines


class BestEnd(NamedTuple):
    """The best that could have been made of a sheet by what the rules leave open at the end."""

    points: int  # the total then
    sentences: tuple[str, ...]


class TallyResult(NamedTuple):
    """All that is to be said of a table."""

    sheets: Sheets
    seat: int
    picture: str
    open: tuple[str, ...]  # the parts that a tap changes
    palettes: tuple[Palette, ...]
    steps: tuple[StepperGroup, ...]
    settings: tuple[TallySetting, ...]
    lines: tuple[ScoreLine, ...]
    rows: tuple[ResultRow, ...]
    breaks: tuple[ResultRow, ...]  # what decides between equal points, where there are any
    places: tuple[int, ...]
    verdict: tuple[str, ...]
    doubts: tuple[SheetFault, ...]
    better: BestEnd
    scores: tuple[Mapping[str, object], ...]  # of each sheet, as `farmstead score` answers


class Tally(ABC):
    """One game with one set of components, in one language, and the names of those who played."""

    most: int
    """How many sheets a table has at most."""
    words: Words

    @abstractmethod
    def symbols(self) -> Mapping[str, str]:
        """What the pictures use, by name."""

    @abstractmethod
    def too_many(self) -> SheetFault:
        """What is said of more sheets than a table has."""

    @abstractmethod
    def blank(self) -> Sheets:
        """A table with one sheet, as it is before anything was put in."""

    def together(self, sheets: Sheets) -> Sheets:
        """The table of sheets that were read one by one; Impossible when they are of several tables."""
        return sheets

    def went(self, before: Sheets, after: Sheets, seat: int) -> tuple[SheetFault, ...]:
        """What a deed took along that nobody asked for, each with the paragraph why."""
        return ()

    @abstractmethod
    def ties(self) -> tuple[tuple[str, str], ...]:
        """What decides between equal points, in order, each with the paragraph that says so."""

    @abstractmethod
    def seats(self, sheets: Sheets) -> int:
        """How many play at a table; Impossible when it cannot be."""

    @abstractmethod
    def done(self, sheets: Sheets, seat: int, deed: str) -> tuple[Sheets, int]:
        """The table after a deed, and the sheet to show then; Impossible says why not."""

    @abstractmethod
    def counted(self, sheets: Sheets, seat: int, tool: str, heed: int | None) -> TallyResult:
        """What a table scores; Impossible when it cannot be. `heed`: what the players counted themselves."""

    def rows(self, lines: Iterable[str], scores: Sequence[Mapping[str, int]]) -> tuple[ResultRow, ...]:
        """The lines of the score, a number for each sheet."""
        columns = {line: tuple([score[line] for score in scores]) for line in lines}
        return tuple(
            [ResultRow(line, self.words.called(line, "line"), each) for line, each in columns.items()]
        )


def tally_for(game: Game, language: str = LANGUAGE, names: tuple[str, ...] = ()) -> Tally:
    """How tables of a game are counted, imported only now."""
    build: Callable[[Game, str, tuple[str, ...]], Tally] = shelf.needed(
        game.name, "tally", "way to score a real table"
    )
    return build(game, language, names)


def places_of(merits: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The final order by points and whatever breaks ties; who is still tied shares a place."""
    return tuple([1 + sum([list(other) > list(own) for other in merits]) for own in merits])
