"""What people add to the luck of a game: pledging, opening, cancelling the start, checking at the end."""

from __future__ import annotations

from collections.abc import Sequence

from farmstead.engine.contract import Seat
from farmstead.engine.draws import ChanceDraw, draws_of
from farmstead.engine.fair import Fairness
from farmstead.engine.table import Table
from farmstead.messages import CancelledOut, FairRound, FairSeat, FairSetup
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.fair.messages import DiceOut, DrawOut, FairOut, OddsOut
from farmstead.server.hub.hub import Batch, Posted
from farmstead.server.hub.start import begun
from farmstead.server.hub.start import cancelled as cancelled_start
from farmstead.server.lobby.seating import post_change
from farmstead.server.people.visitor import Visitor, player_key
from farmstead.server.play.actions import check_may_look
from farmstead.server.store import TableId
from farmstead.server.table.entries import Opened, Pledged
from farmstead.server.table.live_table import LiveTable


async def pledge(core: Core, visitor: Visitor, table: TableId, seat: Seat, digits: str) -> Posted:
    """Say by its hash what a seat will add. It can be changed until contributions are to be opened.

    From then on somebody's value may be under way, for the pledges that were shown.
    """

    def make(live: LiveTable) -> Batch:
        check_own(visitor, table, live, seat, "pledged")
        if live.is_opening() and live.contributions.pledges.get(seat) != digits:
            raise Refused("opening_begun", "pledged")
        return Batch([Pledged(seat, digits)])

    return await post_change(core, table, make)


async def open_pledge(
    core: Core, visitor: Visitor, table: TableId, seat: Seat, value: str, shown: Sequence[str] = ()
) -> Posted:
    """Show what was pledged, if `shown` is what all have pledged; with the last of them the game begins."""
    entry = Opened(seat, value)

    def make(live: LiveTable) -> Batch:
        check_own(visitor, table, live, seat, "opened")
        if live.contributions.opened.get(seat) == value:
            return Batch([])  # it has been
        if shown and list(shown) != live.contributions.shown():
            raise Refused("pledges_changed", "opened")
        return Batch(begun(live, [entry]))

    return await post_change(core, table, make)


async def cancel(core: Core, visitor: Visitor, table: TableId, seat: Seat) -> Posted:
    """Wait no longer for those who have not opened: their seats are free again.

    Who made the table is not driven from it by guests who came meanwhile; only the clock does that.
    """
    owner = (await core.store.tables.get(table)).owner
    maker = "" if owner is None or visitor.key == player_key(owner) else player_key(owner)

    def make(live: LiveTable) -> Batch:
        check_own(visitor, table, live, seat, "cancelled")
        late = live.contributions.waits_for()
        kept = [each for each in late if maker and live.chairs.all[each].player == maker]
        if late and kept == late:
            raise Refused("maker_missing", "cancelled")
        deadlines = core.hub.deadlines(table)
        due = None if deadlines is None else deadlines.start_cancellable()
        if due is not None and core.uptime.now() < due:
            seconds = -(-(due - core.uptime.now()) // 1000)
            raise Refused("cancel_early", "cancelled", {"seconds": max(1, seconds)})
        return cancelled_start(live, kept)

    return await post_change(core, table, make)


def check_own(visitor: Visitor, table: TableId, live: LiveTable, seat: Seat, tried: str) -> None:
    """Refuse a seat that is somebody else's."""
    if seat not in visitor.seats_at(table, live):
        raise Refused("not_yours", tried, {"seat": seat})


async def cancelled_starts(core: Core, visitor: Visitor, table: TableId) -> CancelledOut:
    """The starts that were cancelled, with the server's keys for them."""
    core.limits.spend("read", visitor.rate_limit_key, "fair")
    await check_may_look(core, visitor, table, None)
    return CancelledOut(await core.hub.look(table, lambda live: live.cancelled_starts()))


# ---- when it is over ---------------------------------------------------------------------------------------


async def shown(core: Core, visitor: Visitor, table: TableId) -> FairOut:
    """All that it takes to derive the luck of a finished game again."""
    core.limits.spend("check", visitor.rate_limit_key, "fair")
    await check_may_look(core, visitor, table, None)
    fairness, live = await core.hub.look(table, lambda live: (live.fairness(), live))
    moves, setup, cancelled = live.moves(), live.setup, live.contributions.cancelled_rounds()

    def draws() -> list[ChanceDraw]:
        game = setup.found_game()
        return draws_of(Table(game, setup.engine_setup(game)), moves)

    def checked() -> FairOut:
        return told(fairness, draws(), live.contributions.setup, cancelled)

    return await core.pools.replays.run(visitor.address, "fair", checked)  # others need not wait for it


def told(
    fairness: Fairness, draws: list[ChanceDraw], setup: FairSetup, cancelled: Sequence[FairRound]
) -> FairOut:
    """The proof of a game's luck as a message for checkers that know no rules."""
    return FairOut(
        version=fairness.scheme,
        round=fairness.start_round,
        commitment=fairness.commitment,
        key=fairness.key,
        contributions=tuple([FairSeat(c.seat, c.pledge, c.value) for c in fairness.contributions]),
        marks=tuple(fairness.marks),
        draws=tuple([_draw(draw) for draw in draws]),
        setup=setup,
        cancelled=tuple(cancelled),
    )


def _draw(draw: ChanceDraw) -> DrawOut:
    if draw.faces:
        return DrawOut(draw.name, draw.outcome, dice=DiceOut(draw.verb(), draw.faces, draw.dice))
    return DrawOut(draw.name, draw.outcome, tuple([OddsOut(text, weight) for text, weight in draw.odds]))
