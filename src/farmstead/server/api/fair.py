"""Fair chance: pledging, opening, cancelling a start, and everything when the game is over."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import JSONBody

from farmstead.messages import CancelledOut, Done
from farmstead.server.fair import actions as fair
from farmstead.server.fair.messages import FairOut, OpenIn, PledgeIn
from farmstead.server.http.dependencies import TheTable
from farmstead.server.play.messages import SeatOnly


class FairController(Controller):
    """Where the luck of a game comes from. Whoever sits down may add something that nobody else knows."""

    path = "/tables/{code:str}/fair"
    tags = ("fair chance",)

    @get("/", summary="Check the luck")
    async def see(self, at: TheTable) -> FairOut:
        """When the game is over: the server's key, the contributions, and every draw with its odds."""
        return await fair.shown(*at)

    @get("/cancelled", summary="See the cancelled starts")
    async def cancelled(self, at: TheTable) -> CancelledOut:
        """At any time: what was pledged and opened for the starts that were cancelled, and the server's keys.

        Whoever has opened something for such a start compares it with what was shown before that.
        """
        return await fair.cancelled_starts(*at)

    @post("/pledge", summary="Pledge a contribution", status_code=200)
    async def pledge(self, at: TheTable, data: JSONBody[PledgeIn]) -> Done:
        """The hash of what your seat will add. It can be changed until contributions are to be opened.

        Make it before the table is full: with nothing pledged the game begins when the last seat is taken.
        Sitting down and making a table take a `pledge`, too.
        """
        at.core.limits.spend("move", at.visitor.rate_limit_key, "pledged")
        return Done(*await fair.pledge(*at, data.seat, data.pledge))

    @post("/open", summary="Open a contribution", status_code=200)
    async def open(self, at: TheTable, data: JSONBody[OpenIn]) -> Done:
        """What was pledged, when all seats are taken (`fair.open`). With the last one the game begins.

        Note commitment and pledges before, and send those pledges along: somebody may have changed theirs.
        """
        at.core.limits.spend("move", at.visitor.rate_limit_key, "opened")
        return Done(*await fair.open_pledge(*at, data.seat, data.value, data.pledges))

    @post("/cancel", summary="Cancel a start", status_code=200)
    async def cancel(self, at: TheTable, data: JSONBody[SeatOnly]) -> Done:
        """When somebody has not opened for a minute: their seats are free again, and a new round begins."""
        at.core.limits.spend("move", at.visitor.rate_limit_key, "cancelled")
        return Done(*await fair.cancel(*at, data.seat))
