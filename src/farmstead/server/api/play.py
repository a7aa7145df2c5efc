"""Playing: looking, choosing, taking back, asking, answering, handing the device over."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter

from farmstead.messages import Done, Look, NewsOut, TableOut
from farmstead.server.api.event_stream import MAX_AT_ONCE, EventStream, NewsStream, Wish
from farmstead.server.base.refusals import Refused
from farmstead.server.http.dependencies import AnyRequest, TheLanguage, TheTable
from farmstead.server.http.gzip import PackedResponse, accepts_gzip
from farmstead.server.http.security import check_asked_by_page
from farmstead.server.lobby import listing
from farmstead.server.play import actions as play
from farmstead.server.play import hints
from farmstead.server.play.messages import AnswerIn, AskIn, HandIn, HintOut, MoveIn, MovesIn, UndoIn
from farmstead.server.play.names import seat_names
from farmstead.server.play.sentences import heard_of

# For which seat of yours; none: as a spectator.
OfSeat = Annotated[int | None, QueryParameter(name="seat", ge=0, le=99, description="A seat of yours.")]
ForSeat = Annotated[int, QueryParameter(name="seat", ge=0, le=99, description="A seat of yours.")]
Show = Annotated[
    Literal["position", "boards", "changes"], QueryParameter(description="What comes after news.")
]
Since = Annotated[int, QueryParameter(ge=0, le=10**9, description="The last entry you have heard of.")]


class PlayController(Controller):
    """What is done at a table with a seat of one's own."""

    path = "/tables/{code:str}"
    tags = ("playing",)

    @get("/position", summary="What you may see")
    async def position(
        self, at: TheTable, language: TheLanguage, of_seat: OfSeat = None, words: FromQuery[bool] = False
    ) -> Look:
        """The view of one of your seats with its legal moves, or a spectator's."""
        return await play.look(*at, of_seat, words, language)

    @get("/news", summary="What has happened", response_class=PackedResponse)
    async def news(
        self, at: TheTable, language: TheLanguage, of_seat: OfSeat = None, since: Since = 0
    ) -> NewsOut:
        """Everything after an entry that a seat of yours, or a spectator, hears of."""
        found = await play.news(*at, of_seat, since)
        room = await at.core.hub.visit(at.table)
        names, game = await seat_names(at.core, at.table, language), room.last_good().setup.game

        def told() -> NewsOut:
            return NewsOut(tuple([heard_of(news, game, names, language) for news in found]))

        if len(found) <= MAX_AT_ONCE:
            return told()
        return await at.core.pools.replays.run(at.visitor.address, "look", told)

    @get("/hint", summary="What would be good")
    async def hint(
        self, request: AnyRequest, at: TheTable, language: TheLanguage, of_seat: ForSeat
    ) -> HintOut:
        """The best moves for a seat of yours that is to decide, with what they promise; only where the table
        allows hints. It takes a second or two, and the others are not told.
        """
        check_asked_by_page(list(request.scope["headers"]), "hint")  # who takes one cannot gain by the game
        return await hints.hint(*at, of_seat, language)

    @get("/stream", summary="What happens from now on", media_type="text/event-stream")
    async def stream(
        self,
        request: AnyRequest,
        at: TheTable,
        language: TheLanguage,
        of_seat: OfSeat = None,
        words: FromQuery[bool] = False,
        show: Show = "position",
        narrow: FromQuery[bool] = False,
    ) -> Response[None]:
        """Server-Sent Events: `news` for each entry, with its number as id; `position` after them; `chat` and
        `table` when there is something new to ask for; `end` when nothing more will come. With `show=boards`
        the page's `boards` come instead of `position`, for a small screen if it is `narrow`; with
        `show=changes` all but the first, which a page asks for itself. Boards are packed for those who
        accept gzip.

        Come back with `Last-Event-ID` and nothing is missing or told twice.
        """
        last = request.headers.get("last-event-id", "")  # what a browser that comes back says it heard
        since = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else None
        try:
            stream = await play.listen(*at, of_seat, since)
        except Refused as error:
            if error.refusal.key != "news_ahead":
                raise
            stream = await play.listen(*at, of_seat, None)
        is_packed = show != "position" and accepts_gzip(request)
        return NewsStream(EventStream(*at, stream, Wish(language, words, show, narrow, is_packed)))

    @get("/record", summary="The record of a game that is over", media_type=MediaType.TEXT)
    async def record(self, at: TheTable) -> str:
        """A text that `farmstead replay` and `farmstead review` read."""
        return await play.record(*at)

    @post("/moves", summary="Choose", status_code=200)
    async def move(self, at: TheTable, data: JSONBody[MoveIn]) -> Done:
        """One of the legal moves, for the decision before your seat. Sent twice it is made once."""
        return Done(*await play.move(*at, data))

    @post("/moves/together", summary="Choose several at once", status_code=200)
    async def moves(self, at: TheTable, data: JSONBody[MovesIn]) -> Done:
        """Choices that belong together, one after the other from the decision before your seat on: all are
        made, or none. Sent twice they are made once; those at the beginning may have been made before.

        Up to the last, the seat must be able to take them back: where chance or others come in between, look
        first. A refusal says by `tried`, and by `decision` in its `args`, which of them cannot be made.
        """
        return Done(*await play.moves(*at, data))

    @post("/undo", summary="Take back", status_code=200)
    async def undo(self, at: TheTable, data: JSONBody[UndoIn]) -> Done:
        """Your last choices, as far as the rules of undoing go."""
        return Done(*await play.undo(*at, data))

    @post("/ask", summary="Ask to go back", status_code=200)
    async def ask(self, at: TheTable, data: JSONBody[AskIn]) -> Done:
        """Further than you may alone: all others are asked. Alone at a table it happens at once."""
        return Done(*await play.ask(*at, data))

    @post("/answer", summary="Answer", status_code=200)
    async def answer(self, at: TheTable, data: JSONBody[AnswerIn]) -> Done:
        """Agree to go back, or do not. A no of whoever asked takes the question back."""
        return Done(*await play.answer(*at, data))

    @post("/hand", summary="Hand the device over", status_code=200)
    async def hand(self, at: TheTable, data: JSONBody[HandIn]) -> TableOut:
        """With several seats on one device: whose view it gets from now on, and no other."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "hand over")
        await play.hand_over(*at, data.seat)
        return await listing.show(*at)
