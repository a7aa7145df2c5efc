"""My games and my figures: put together here, for whoever looks."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Annotated, Any, Final

from litestar import get
from litestar.params import FromPath, QueryParameter
from litestar.response import Template
from markupsafe import Markup

from farmstead import shelf
from farmstead.agents.characters import Neighbour, neighbours
from farmstead.messages import TableOut
from farmstead.render.chart import history
from farmstead.render.shared import signed
from farmstead.render.words import page_words
from farmstead.server.core import Core
from farmstead.server.http.dependencies import TheCore, TheLanguage, TheTable, TheVisitor
from farmstead.server.http.route_limits import OWN
from farmstead.server.http.template import page
from farmstead.server.http.texts import PageTexts, page_texts
from farmstead.server.lobby import listing
from farmstead.server.pages.games import games_in
from farmstead.server.pages.ratings import level_name, moment, written
from farmstead.server.people.visitor import Visitor
from farmstead.server.reviews.mistakes import favourite_mistakes
from farmstead.server.stats.messages import RibbonsOut
from farmstead.server.stats.results import PlayerResult, is_branch, outcomes
from farmstead.server.stats.ribbons import ribbons
from farmstead.server.stats.summary import Against, GameKind, NeighbourRecord, figures, neighbour_records
from farmstead.server.store import TableId, TableRow
from farmstead.server.table.setup import TableSetup

PAGE_SIZE: Final = 20  # games
READ: Final = 50  # tables at once, while some are passed over
MAX_READ: Final = 1000  # tables for one page
MIN_GAMES_CHARTED: Final = 3  # games that make a picture over time
LATELY: Final = 5  # games, whose mean is the line in that picture
WORST: Final = 6  # kinds of mistakes
STATES: Final = {"finished": ("over",), "running": ("waiting", "playing")}
HAS_BRANCHES: Final = "origin" in TableSetup.__struct_fields__

OfGame = Annotated[str, QueryParameter(name="game", max_length=40)]
InState = Annotated[str, QueryParameter(name="state", max_length=20)]
OfKind = Annotated[str, QueryParameter(name="kind", max_length=20)]
Before = Annotated[int | None, QueryParameter(name="before", ge=1, le=2**62)]


@get("/t/{code:str}/ribbons", include_in_schema=False, limit=OWN)
async def table_ribbons(at: TheTable, code: FromPath[str]) -> RibbonsOut:
    """What a game that is over is remembered for, by whoever played it."""
    at.core.limits.spend("read", at.visitor.rate_limit_key, "look")
    return await ribbons(*at)


@get("/mine", include_in_schema=False, limit=OWN)
async def mine_page(
    core: TheCore,
    visitor: TheVisitor,
    language: TheLanguage,
    game: OfGame = "",
    in_state: InState = "",
    kind: OfKind = "",
    before: Before = None,
) -> Template:
    """All of somebody's games, page by page, and what came of them."""
    core.limits.spend("check", visitor.rate_limit_key, "look")
    wish = {
        "game": game if game in shelf.names() else "",
        "state": in_state if in_state in STATES else "",
        "kind": kind if kind in ("branch", "usual") and HAS_BRANCHES else "",
    }
    shown: dict[str, Any] = {"games": games_in(language), "wish": wish, "has_branches": HAS_BRANCHES}
    shown |= await _own(core, visitor, language, wish, before)
    return page("stats/page.html", language, shown)


async def _own(
    core: Core, visitor: Visitor, language: str, wish: Mapping[str, str], before: TableId | None
) -> dict[str, Any]:
    """`Any`: whatever a template can show."""
    if visitor.player is None:
        return {"rows": [], "older": "", "met": [], "kinds": [], "mistakes": None, "left": 0, "is_new": True}
    player = visitor.player.id
    rows, older = await _rows(core, player, wish, before)
    tables = await listing.show_mine(core, visitor, rows)
    found = await outcomes(core, player)
    mistakes = await favourite_mistakes(core, player, language)
    ends = {each.code: each for each in found.known}
    branches = {row.code for row in rows if is_branch(row)}
    return {
        "rows": [_row(each, ends.get(each.code), each.code in branches, language) for each in tables],
        "older": older,
        "met": _met(neighbour_records(found.known), language),
        "kinds": [_kind(each, language) for each in figures(found.known)],
        "mistakes": mistakes,
        "worst": [each for each in mistakes.kinds if each.lost > each.error][:WORST],
        "number": lambda value: written(value, language).replace("-", "−"),  # a true minus sign
        "tie_of": lambda end: tie_of(end, language) if end.seats > 1 else "",
        "signed": signed,
        "moment": moment,
        "title_of": title_of,
        "left": found.left,
        "is_new": not rows and not any(wish.values()) and before is None,
    }


async def _rows(
    core: Core, player: int, wish: Mapping[str, str], before: TableId | None
) -> tuple[list[TableRow], int | str]:
    """A page of those that are wished for, and before which table the next begins."""
    found: list[TableRow] = []
    at, read = before, 0
    while read < MAX_READ:
        rows = await core.store.tables.of_player(player, at, READ)
        for row in rows:
            if len(found) == PAGE_SIZE:
                return found, found[-1].id
            found += [row] if _fits(row, wish) else []
        if len(rows) < READ:
            return found, ""
        read, at = read + len(rows), rows[-1].id
    return found, at or ""


def _fits(row: TableRow, wish: Mapping[str, str]) -> bool:
    return (
        wish["game"] in ("", row.game)
        and (not wish["state"] or row.state in STATES[wish["state"]])
        and (not wish["kind"] or is_branch(row) == (wish["kind"] == "branch"))
    )


# ---- one game ----------------------------------------------------------------------------------------------


def tie_of(end: PlayerResult, language: str) -> str:
    """What came of having as many points as others."""
    say, words = page_texts(language), page_words(end.game, language)
    what = [words.called(key, "tie_break") for key in end.decided]
    said = [say("mine.tie", what=words.listing(what))] if what else []
    return ", ".join([*said, *([say("mine.shared")] if end.shared else [])])


def _row(table: TableOut, end: PlayerResult | None, branched: bool, language: str) -> dict[str, Any]:
    return {
        "table": table,
        "at": moment(table.changed),
        "people": [seat.name for seat in table.seats if not seat.mine and seat.how == "person" and seat.name],
        "bots": [seat.level for seat in table.seats if seat.how == "bot"],
        "alone": len(table.seats) == 1,
        "points": "" if end is None else signed(end.points),
        "place": end.place if end is not None and end.seats > 1 else 0,
        "tie": "" if end is None or end.seats < 2 else tie_of(end, language),
        "branched": branched,
        "over": table.phase == "over" and not table.trouble,
    }


def _met(records: Mapping[str, NeighbourRecord], language: str) -> list[tuple[Neighbour, str, str]]:
    """Each neighbour, a sentence about them, how the games against them ended; empty before the first."""
    if not records.keys() & neighbours().keys():
        return []
    say, found = page_texts(language), []
    for who in neighbours().values():
        record = records.get(who.id)
        told = say("neighbours.never") if record is None else say("neighbours.record", **record._asdict())
        found.append((who, who.said("about", language), told))
    return found


# ---- figures -----------------------------------------------------------------------------------------------


def _kind(kind: GameKind, language: str) -> dict[str, Any]:
    say, words = page_texts(language), page_words(kind.game, language)
    lately = signed(kind.points[-1])
    told = say("mine.curve_told", games=kind.games, best=signed(kind.best.points), last=lately)
    means = [fmean(kind.points[max(0, n - LATELY) : n]) for n in range(1, len(kind.points) + 1)]
    return {
        "of": kind,
        "title": title_of(kind.game),
        "against": [(each, _who(each, language, say)) for each in kind.against],
        "levels": [level_name(each.level, language) for each in kind.levels],
        "measured": [each.games * kind.seats for each in kind.levels],
        "lines": [(line, words.called(line.name, "line")) for line in kind.lines],
        "curve": Markup(history(means, told, say("mine.axis"), dots=kind.points))
        if kind.games >= MIN_GAMES_CHARTED
        else "",
    }


def _who(against: Against, language: str, say: PageTexts) -> str:
    level = int(against.others) if against.others.isdecimal() else 0
    name = level_name(level, language) if level else ""
    return say("mine.against", others="bots" if level else against.others, name=name, level=level)


def title_of(game: str) -> str:
    """What a game is called, also one that cannot be played here any more."""
    return shelf.game(game).title if game in shelf.names() else game
