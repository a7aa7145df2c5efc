"""The shape of a Walnut Grove view, so that the drawing can be checked against it."""

from collections.abc import Callable, Mapping
from typing import NotRequired, TypedDict, cast

from farmstead.engine.contract import Arg
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.game import read_options
from farmstead.games.walnut_grove.rules.names import BUILDINGS, ROWS
from farmstead.games.walnut_grove.rules.position import Switches
from farmstead.games.walnut_grove.rules.town import building_spot, row_spot, toll_lines


class DistrictView(TypedDict):
    terrain: str
    at: list[int]
    size: int
    squares: int
    goods: int
    worked: bool


class BarnView(TypedDict):
    spaces: int
    goods: dict[str, int]
    coins: int
    known_copper: int
    values: dict[str, int] | None


class HelpView(TypedDict):
    open: int
    turned: int


class PendingView(TypedDict):
    agenda: list[str]
    to_lay: int
    figures: int
    surplus: int
    surplus_from: list[str | int] | None
    visiting: str | None
    tolls: int
    owed: dict[str, int]
    to_take: int
    sold: list[str]
    coins_drawn: int
    coins_drawn_values: dict[str, int] | None
    repaying: int


class LandView(TypedDict):
    board: str
    tiles: list[list[int]]
    districts: list[DistrictView]


class FarmView(LandView):
    areas: int
    barn: BarnView
    labourers: dict[str, int]
    recruits: dict[str, int]
    huts: int
    barns: int
    improvements: dict[str, int]
    help: HelpView
    drawn: list[int]
    pending: PendingView


class FigureView(TypedDict):
    building: NotRequired[str]
    row: NotRequired[str]
    arrived: int


class TableView(TypedDict):
    rules: int
    options: list[str]
    seats: int
    seat: int | None
    year: int
    season: str
    disc: str | None
    discs_left: list[str]
    to_act: list[int]
    tile_bag: list[int]
    coin_bag: int
    town: dict[str, list[str]]
    figures: list[FigureView | None]
    order: list[int]
    turn: int
    farms: list[FarmView]


def table_view(view: Mapping[str, object]) -> TableView:
    """The view with its types; what wrote it is checked by the laws of the engine, not here."""
    return cast(TableView, view)


def switches_of(table: TableView) -> Switches:
    """WG 10: how the table reads the doubtful paragraphs, under the revision it is played by."""
    return read_options(table["options"], table["seats"], table["rules"])


def years_of(table: TableView) -> int:
    """WG 2.1: as many as there are year discs."""
    return table["year"] + len(table["discs_left"])


def tolls_between(edition: Edition, figure: FigureView | None, building: int) -> int:
    """WG 5.3: the toll lines on a figure's way to a building."""
    if figure is None:
        return 0
    if "row" in figure:
        return toll_lines(edition, row_spot(edition, ROWS.index(figure["row"])), building)
    return toll_lines(edition, building_spot(edition, BUILDINGS.index(figure["building"])), building)


def standing(view: TableView, kind: str, name: str) -> tuple[int, ...]:
    """Seats whose figure stands in a building or a row, the one ahead first."""
    figures = enumerate(view["figures"])
    here = [(spot["arrived"], seat) for seat, spot in figures if spot is not None and spot.get(kind) == name]
    return tuple([seat for _, seat in sorted(here)])


def farm_of(table: TableView, seat: int | None) -> FarmView | None:
    """A seat's farm, once the boards are dealt."""
    return table["farms"][seat] if seat is not None and seat < len(table["farms"]) else None


def decision_of(table: TableView) -> str:
    """The decision the view's seat is at; empty when there is none."""
    farm = farm_of(table, table["seat"])
    return farm["pending"]["agenda"][-1] if farm is not None and farm["pending"]["agenda"] else ""


def asked(table: TableView, amounts: Callable[[Mapping[str, int]], str]) -> tuple[str, dict[str, Arg]] | None:
    """What the view's seat is asked, as [asking] says it; `amounts` says goods and coins."""
    farm, decision = farm_of(table, table["seat"]), decision_of(table)
    if farm is None or not decision or table["seat"] not in table["to_act"]:
        return None
    pending = farm["pending"]
    counts = {"land": "to_lay", "work": "figures", "goods": "to_take", "toll": "tolls"}
    return decision, {
        "count": cast(Mapping[str, int], pending)[counts.get(decision, "repaying")],
        "of": len(farm["drawn"]),
        "owed": amounts(pending["owed"]),
        "surplus": pending["surplus"],
        "coins": amounts(pending["coins_drawn_values"] or {"coin": pending["coins_drawn"]}),
    }
