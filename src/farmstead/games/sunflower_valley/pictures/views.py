"""The shape of a Sunflower Valley view, and the valleys in it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypedDict, cast

from farmstead.games.sunflower_valley.rules import names
from farmstead.games.sunflower_valley.rules.components import Edition, Layout
from farmstead.games.sunflower_valley.rules.hexes import count, parse_hex
from farmstead.games.sunflower_valley.rules.reading import read_rows
from farmstead.games.sunflower_valley.rules.valley import Valley

CACHED_VALLEYS: Final = 1024  # sheets that need not be read again


class ValleyView(TypedDict):
    town: str
    rows: list[str]
    villagers: int


class TableView(TypedDict):
    options: list[str]
    seats: int
    seat: int | None
    sheet: str | None
    round: int
    first: int | None
    to_act: list[int]
    decision: str | None
    pool: list[str]
    board: dict[str, str | None]
    die: str | None
    colour: str | None
    hex: str | None
    blocked: bool
    valleys: list[ValleyView]


def table_view(view: Mapping[str, object]) -> TableView:
    """The view with its types; what wrote it is checked by the laws of the engine, not here."""
    return cast(TableView, view)


def is_dealt(table: TableView) -> bool:
    """Whether everybody has a sheet with the first house on it (SV 1.3)."""
    return table["sheet"] is not None and len(table["valleys"]) == table["seats"]


def is_family(table: TableView) -> bool:
    """Whether sheep serve only next door (SV 6.1)."""
    return names.VARIANTS[1] in table["options"]


def layout_of(edition: Edition, table: TableView) -> Layout:
    return edition.sheets[str(table["sheet"])]


def valleys_of(edition: Edition, table: TableView) -> list[Valley]:
    """Everybody's valley, as the rules count it; whoever draws in one draws in a clone."""
    layout, family = layout_of(edition, table), is_family(table)
    return [_valley(layout, family, seen["town"], tuple(seen["rows"])) for seen in table["valleys"]]


@lru_cache(CACHED_VALLEYS)
def _valley(layout: Layout, family: bool, town: str, rows: tuple[str, ...]) -> Valley:
    return read_rows(layout, family, names.TOWNS.index(town), [row.split() for row in rows])


def whose(table: TableView) -> int:
    """The seat whose valley is shown as one's own."""
    acting = [seat for seat in table["to_act"] if seat >= 0]
    return table["seat"] if table["seat"] is not None else (acting or [0])[0]


def is_asked(table: TableView) -> bool:
    """Whether the view's seat has to decide something."""
    return table["seat"] is not None and table["seat"] in table["to_act"]


def chosen_hex(table: TableView) -> int:
    """The hex whose track still waits for its way, or -1."""
    return names.NOTHING if table["hex"] is None else parse_hex(table["hex"])


def open_colours(table: TableView) -> list[str]:
    """Colours not yet reserved this round (SV 3.1)."""
    return [colour for colour in names.COLOURS if table["board"][colour] is None]


def free_by_colour(valley: Valley) -> dict[str, int]:
    """How many hexes of each colour are still free."""
    return {each: int(count(valley.free & valley.layout.colours[n])) for n, each in enumerate(names.COLOURS)}


def rounds_of(table: TableView) -> int:
    """SV 2.4: how many rounds a game has, which ends when all sheets are full."""
    tokens = " ".join(table["valleys"][0]["rows"]).split()
    turns = len(tokens) - tokens.count(names.TOKENS[names.MOUNTAIN]) - 1
    return -(-turns * table["seats"] // names.TURNS_IN_ROUND)


def turn_of(table: TableView) -> int:
    """Which turn of the round this is, counted from 1 (SV 2.2)."""
    reserved = names.TURNS_IN_ROUND - len(open_colours(table))
    return reserved if table["decision"] in ("hex", "way") else reserved + 1
