"""A position to choose in, as at a table: its boards, what a choice would do, and why something is closed.

What lessons and puzzles have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from msgspec.json import encode

from farmstead import shelf
from farmstead.engine.contract import Seat
from farmstead.engine.table import Table
from farmstead.guides.lessons import Weighed
from farmstead.messages import Position, SeatNow
from farmstead.render import drawing_for
from farmstead.render.page import page_for
from farmstead.render.words import page_words
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.http.dependencies import AnyRequest, Result
from farmstead.server.http.gzip import packed
from farmstead.server.http.route_limits import OWN
from farmstead.server.http.texts import sayings_of
from farmstead.server.learning.messages import ChoiceWeighed
from farmstead.server.pages.games import games_in
from farmstead.server.pages.table_boards import JSON, SVG_TYPE, Chosen, Have, all_symbols
from farmstead.server.pages.table_preview import Moves, Part
from farmstead.server.people.visitor import Visitor
from farmstead.server.play.board_messages import BoardsOut
from farmstead.server.play.boards import PageContext, boards_of, without
from farmstead.server.play.outcomes import pointed_at
from farmstead.server.play.previews import Preview, Why, preview_of, why_not

# The tables of words that such a page needs besides its own.
WORDS: Final = (
    "page",
    "board",
    "missing",
    "deed",
    "tray",
    "settings",
    "keys",
    "playing",
    "sitting",
    "learning",
)
OWN_LIMIT: Final = {"limit": OWN}
BETWEEN: Final = " · "  # the moves of one choice
MAX_CHOICES_LISTED: Final = 8  # choices that are listed beside the best
MIN_TOLD: Final = 0.25  # points from which a line of the score is named
KEPT_POSITIONS: Final = 128


class Posed(Protocol):
    """A lesson or a puzzle: a position of a game, and what each choice in it is worth, the best first."""

    @property
    def game(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def ply(self) -> int: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def choices(self) -> tuple[Weighed, ...]: ...
    def table(self) -> Table: ...
    def __hash__(self) -> int: ...


@lru_cache(KEPT_POSITIONS)
def sight_of(posed: Posed, language: str) -> PageContext:
    """What the player of that seat saw. The game is played again for it: in a thread, and once."""
    table = posed.table()
    state, seat, seats = table.state, posed.seat, table.setup.seats
    legal = tuple([str(move) for move in state.legal(seat)])
    position = Position(
        number=posed.ply, phase="playing", seat=seat, view=state.view(seat), to_act=(seat,), stage="",
        decision=1, next=1, legal=legal, undo=0, back=0, ask=None, marked=False,
        seats=(SeatNow("person", who="person"),) * seats, lines=(), places=(),
    )  # fmt: skip
    say = sayings_of(table.game.name, language)
    names = tuple(
        [say("learning.other", number=n + 1) if n != seat else say("learning.you") for n in range(seats)]
    )
    assert position.view is not None
    drawing, shown = drawing_for(table.game, None, language), page_for(table.game, language, names)
    return PageContext(position, position.view, table.game, drawing, shown, language, names)


@lru_cache(KEPT_POSITIONS)
def _boards(posed: Posed, language: str, narrow: bool) -> BoardsOut:
    return boards_of(sight_of(posed, language), narrow)


def shown_of(posed: Posed, here: str, language: str) -> dict[str, Any]:
    """What the page of a position needs. `Any`: whatever a template can show."""
    names = sight_of(posed, language).names
    return {
        "game": posed.game,
        "game_title": shelf.game(posed.game).title,
        "others": [(seat, each) for seat, each in enumerate(names) if seat != posed.seat],
        "data": {
            "here": here,
            "name": posed.name,
            "seat": posed.seat,
            "names": names,
            "games": games_in(language),
        },
    }


# ---- what choices are worth, in words ----------------------------------------------------------------------


def said(posed: Posed, moves: Sequence[str], language: str) -> str:
    """The moves of a choice in words: where it is, the board marks."""
    seen = sight_of(posed, language)
    return pointed_at(seen, moves) or placed(posed, moves, language)


def placed(posed: Posed, moves: Sequence[str], language: str) -> str:
    """The moves of a choice in words that name its place, for those who do not see the board."""
    seen = sight_of(posed, language)
    words = page_words(posed.game, language)
    decision = seen.drawing.decision(seen.view)
    return BETWEEN.join([words.describe_move(move, decision) for move in moves])


def told_lines(posed: Posed, chosen: Weighed, language: str) -> tuple[tuple[str, float], ...]:
    """How much more each line of the score has than with the best."""
    words = page_words(posed.game, language)
    lines = [(words.called(line, "line"), points) for line, points in chosen.lines if abs(points) >= MIN_TOLD]
    return tuple(sorted(lines, key=lambda line: line[1]))


def listed(posed: Posed, chosen: Weighed | None, language: str) -> tuple[ChoiceWeighed, ...]:
    """The best choices, what each loses, and which of them was chosen."""
    return tuple(
        [
            ChoiceWeighed(
                said(posed, each.moves, language),
                each.behind,
                each.error,
                each == chosen,
                tuple(each.moves),
                placed(posed, each.moves, language),
            )
            for each in posed.choices[: MAX_CHOICES_LISTED + 1]
        ]
    )


# ---- what is asked -----------------------------------------------------------------------------------------


class AtPosition(NamedTuple):
    """Somebody at such a position."""

    core: Core
    visitor: Visitor
    posed: Posed
    language: str

    def sight(self) -> PageContext:
        """The position, for a thread."""
        return sight_of(self.posed, self.language)

    async def draw(self, draw: Callable[[], Result]) -> Result:
        """Draw in a thread, when it is the visitor's turn; whoever asks too often is refused."""
        self.core.limits.spend("read", self.visitor.rate_limit_key, "look")
        try:
            return await self.core.pools.pictures.run(self.visitor.address, "look", draw)
        except ValueError:
            raise Refused("nothing_there", "look") from None


ThePosition: TypeAlias = NamedDependency[AtPosition]


class PositionPages(Controller):
    """The boards of a position, and what a choice in it would do."""

    include_in_schema = False
    opt = OWN_LIMIT

    @get("/boards")
    async def boards(
        self, request: AnyRequest, at: ThePosition, narrow: FromQuery[bool] = False, have: Have = ""
    ) -> Response[bytes]:
        """The boards of the position."""
        known = have.split()
        return await at.draw(
            lambda: packed(request, encode(without(_boards(at.posed, at.language, narrow), known)), JSON)
        )

    @get("/symbols")
    async def symbols(
        self, request: AnyRequest, at: ThePosition, letters: FromQuery[bool] = False
    ) -> Response[bytes]:
        """All that the pictures of its game use."""
        shown = page_for(shelf.game(at.posed.game), at.language)
        return await at.draw(lambda: packed(request, all_symbols(shown, letters), SVG_TYPE))

    @get("/unfolded")
    async def unfolded(self, request: AnyRequest, at: ThePosition, chosen: Chosen = None) -> Response[bytes]:
        """What is still to be chosen once some parts are, as a picture."""
        parts = [part for part in chosen or [] if ":" in part]

        def drawn() -> Response[bytes]:
            sight = at.sight()
            return packed(request, sight.page.unfolded(sight.view, sight.seat, parts).encode(), SVG_TYPE)

        return await at.draw(drawn)

    @get("/preview")
    async def preview(self, at: ThePosition, moves: Moves, narrow: FromQuery[bool] = False) -> Preview:
        """What some moves would do."""
        return await at.draw(lambda: preview_of(at.sight(), at.posed.seat, moves, narrow))

    @get("/why")
    async def why(self, at: ThePosition, part: Part, chosen: Chosen = None) -> Why:
        """Why a part cannot be chosen."""
        return await at.draw(lambda: why_not(at.sight(), at.posed.seat, part, chosen or []))
