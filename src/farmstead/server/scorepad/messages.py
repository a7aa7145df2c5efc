"""What comes in and goes out about tables that were played elsewhere, and about editions, as types."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from farmstead.server.play.messages import MAX_EDITION, Incoming

Name = Annotated[str, Meta(max_length=40)]


class ScoreIn(Incoming, frozen=True):
    """Farms or valleys as `farmstead score` reads them, one object a line; and what is to be done to them.

    A deed is a text such as `tap hex:0,1 H`, `more barn grain`, `set sheet B`, `add` or `remove`. Without
    sheets it begins with an empty one. `Any`: whatever JSON can say, judged by the game.
    """

    sheets: Annotated[tuple[dict[str, Any], ...], Meta(max_length=12)] = ()
    seat: Annotated[int, Meta(ge=0, le=11)] = 0  # whose is shown, and changed
    deed: Annotated[str, Meta(max_length=80)] = ""
    tool: Annotated[str, Meta(max_length=40)] = ""  # in hand: it says which parts can be tapped
    names: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()
    counted: Annotated[int, Meta(ge=0, le=99)] | None = None  # what the players counted themselves
    edition: Annotated[str, Meta(max_length=64)] = ""  # SHA-256 of components that were sent before
    components: Annotated[str, Meta(max_length=MAX_EDITION)] = ""  # an edition file: other components


class FaultOut(Struct, frozen=True):
    """What cannot be, or what no game leads to; the sentence says what would do."""

    rule: str
    sentence: str
    seat: int | None = None


class ToolOut(Struct, frozen=True):
    """What a tap puts down."""

    key: str
    name: str
    symbol: str
    letter: str
    kinds: tuple[str, ...]
    left: bool


class PaletteOut(Struct, frozen=True):
    """Tools that belong together, and kinds by which they can be sifted."""

    title: str
    tools: tuple[ToolOut, ...]
    sieve: tuple[tuple[str, str], ...]


class StepperOut(Struct, frozen=True):
    """A number: `more KEY`, `less KEY`."""

    key: str
    name: str
    number: int
    symbol: str


class StepsOut(Struct, frozen=True):
    """Numbers that belong together."""

    title: str
    steppers: tuple[StepperOut, ...]


class SettingOut(Struct, frozen=True):
    """A choice: `set KEY VALUE`; each value with its words."""

    key: str
    name: str
    value: str
    choices: tuple[tuple[str, str], ...]


class ScoreLineOut(Struct, frozen=True):
    """A line of the score of the sheet that is shown; `overlay` is laid over its picture."""

    key: str
    name: str
    rule: str
    points: int
    reasons: tuple[str, ...]
    overlay: str


class RowOut(Struct, frozen=True):
    """A line of the score of all sheets."""

    key: str
    name: str
    points: tuple[int, ...]
    rule: str = ""


class BetterOut(Struct, frozen=True):
    """The best that could have been made of the sheet by what the rules leave open at the end."""

    points: int
    sentences: tuple[str, ...]


class CountedOut(Struct, frozen=True):
    """A table and all that is to be said of it."""

    sheets: tuple[dict[str, Any], ...]
    seat: int
    picture: str
    open: tuple[str, ...]
    palettes: tuple[PaletteOut, ...]
    steps: tuple[StepsOut, ...]
    settings: tuple[SettingOut, ...]
    lines: tuple[ScoreLineOut, ...]
    rows: tuple[RowOut, ...]
    breaks: tuple[RowOut, ...]
    places: tuple[int, ...]
    verdict: tuple[str, ...]
    doubts: tuple[FaultOut, ...]
    better: BetterOut
    scores: tuple[dict[str, Any], ...]  # as `farmstead score` answers to each sheet


class OwnEditionOut(Struct, frozen=True):
    """Other components than the packaged ones: the SHA-256 of their file; name and digest as in records."""

    digest: str
    label: str


class ScoreOut(Struct, frozen=True):
    """`fault`: why a deed was not done, or why the sheets cannot be; then `counted` is as before, or none."""

    counted: CountedOut | None
    fault: FaultOut | None
    notes: tuple[FaultOut, ...] = ()  # what a deed took along
    edition: OwnEditionOut | None = None  # it was counted with these
    problems: tuple[str, ...] = ()  # all that is wrong with the components, in English as the checker says it
    symbols: str = ""  # what the pictures use, where components were sent along


class EditionIn(Incoming, frozen=True):
    """An edition file, to be checked. It is not stored."""

    text: Annotated[str, Meta(max_length=MAX_EDITION)]


class PieceOut(Struct, frozen=True):
    """One component."""

    name: str
    title: str
    about: str
    svg: str
    count: int
    source: str


class SectionOut(Struct, frozen=True):
    """All components of a sort."""

    kind: str
    title: str
    items: tuple[PieceOut, ...]
    wide: bool


class EditionOut(Struct, frozen=True):
    """A sound edition drawn, or all that is wrong with one that is not, in English as the checker says it."""

    sound: bool
    problems: tuple[str, ...]
    game: str
    title: str
    label: str  # name and digest, as records write them
    sections: tuple[SectionOut, ...]
    symbols: str
