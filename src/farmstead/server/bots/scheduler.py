"""Sees to it that bots decide: for their own seats, and for those they have taken over.

Turns go by person, not by table: each who made tables gets one thought, then the next does, and among the
tables of one each gets one thought and goes to the end. Tables at which people play come first, then those of
bots alone that somebody watches, last those that nobody does. Levels that search take longer than a look; one
process is kept free of them, so that the others need not wait for them. Hints are searches too, and take
turns with those of bots. An answer is a move like anybody's: it is for one decision of the seat, and refused
when that has gone, because somebody took something back or the person has returned.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from typing import Final, final

from farmstead.agents.hints import Hint
from farmstead.agents.levels import LEVELS
from farmstead.engine.contract import FarmsteadError, IllegalMove, Seat
from farmstead.server.base.closing import ClosedAtExit, end_tasks
from farmstead.server.base.fair_queue import FairQueue, Party
from farmstead.server.base.refusals import Refused
from farmstead.server.bots.chosen import level_of, seed_of, spec_of
from farmstead.server.bots.pool import BotPool, CannotThink, HintRequest, MoveRequest, thought_of
from farmstead.server.hub.hub import Hub
from farmstead.server.people.visitor import Parties, player_key
from farmstead.server.store import NotOwner, StoreAway, StoreError, StoreFull, TableId
from farmstead.server.table.entries import Moved
from farmstead.server.table.live_table import LiveTable

LOG: Final = logging.getLogger(__name__)
BOT_PROCESSES: Final = 2
MAX_PAUSE_S: Final = 30.0  # seconds, while no process can be had
MAX_WAIT: Final = 4.0  # seconds, while the store cannot take a move
NOBODYS: Final = "nobody"  # whose tables those are that no person made, such as those of the day's bots

# How urgent a table is.
PLAYED, WATCHED, UNWATCHED = range(3)


@final
class HintQuestion:
    """Somebody wants to know what would be good."""

    def __init__(self, wondering: HintRequest) -> None:
        self.wondering = wondering
        self.answer: asyncio.Future[Hint] = asyncio.get_running_loop().create_future()


@final
class BotScheduler(ClosedAtExit):
    """All bots of a hub. Use it as a context, or close it, before the hub."""

    def __init__(self, hub: Hub, processes: int = BOT_PROCESSES, parties: Parties | None = None) -> None:
        self.thinkers = BotPool(processes)
        self._parties = parties or Parties()
        self._hub = hub
        # By whether they search.
        self._turns: dict[bool, FairQueue[TableId]] = {False: FairQueue(ranks=3), True: FairQueue(ranks=3)}
        self._free = processes
        self._free_to_search = max(1, processes - 1)
        self._searched_last = False
        self._questions: FairQueue[HintQuestion] = FairQueue()
        self._advised_last = False
        self._busy: dict[TableId, set[Seat]] = {}  # a bot thinks, or its move is being written
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures = 0  # one after the other
        self._closed = False
        hub.watchers.append(self)

    async def close(self) -> None:
        """Nothing is lost: what was being thought about is thought about again when the table is loaded."""
        self._closed = True
        if self in self._hub.watchers:
            self._hub.watchers.remove(self)
        await end_tasks(*self._tasks)
        while (question := self._questions.take()) is not None:
            question.answer.cancel()
        await self.thinkers.close()

    async def resume(self, tables: Iterable[TableId]) -> None:
        """Go on where bots were waited for when the server stopped, one table after the other."""
        for table in tables:
            try:
                await self._hub.visit(table)
            except NotOwner:
                pass  # another worker was faster
            except FarmsteadError as error:
                LOG.warning("Table %d could not be loaded: %s", table, error)

    async def advise(self, wondering: HintRequest, party: Party = (NOBODYS,)) -> Hint:
        """What would be good, when its turn has come; CannotThink when that is not to be had."""
        if self._closed:
            raise CannotThink("the server was closed")
        question = HintQuestion(wondering)
        self._questions.add(question, party)
        self._next()
        return await question.answer

    # ---- as the hub sees it ----------------------------------------------------------------------------

    def changed(self, table: TableId, live: LiveTable) -> None:
        """Have the bots of a table think if they are to move."""
        if not any(chair.level for chair in live.chairs.all):
            return
        waiting = [searches for searches in self._turns if self._waiting(table, live, searches)]
        for searches in waiting:
            self._wait(table, live, searches)
        if waiting:
            self._next()

    def needs(self, table: TableId) -> bool:
        return table in self._busy or any(table in turns for turns in self._turns.values())

    def queue(self) -> int:
        """How many tables and hints wait for a thought."""
        return sum([len(turns) for turns in self._turns.values()]) + len(self._questions)

    # ---- whose turn it is ------------------------------------------------------------------------------

    def _waiting(self, table: TableId, live: LiveTable, searches: bool) -> list[Seat]:
        """The seats of a table for which a bot could begin to think now.

        Seats whose thoughts are under way are waited for, unless all of them decide at the same time.
        """
        to_act = live.to_act()
        busy = self._busy.get(table, set())
        if not busy <= set(to_act):
            return []
        return [
            seat
            for seat in to_act
            if live.chairs.all[seat].level
            and seat not in busy
            and bool(LEVELS[level_of(live, seat)].tries) == searches
        ]

    def _wait(self, table: TableId, live: LiveTable, searches: bool) -> None:
        """Stand in the queue, where a table of this person and as urgent as this stands."""
        owner = self._hub.owner(table)
        party = self._parties.of(NOBODYS if owner is None else player_key(owner))
        self._turns[searches].put(table, party, self._rank(table, live))

    def _rank(self, table: TableId, live: LiveTable) -> int:
        if any(chair.how and not chair.is_played_by_bot() for chair in live.chairs.all):
            return PLAYED
        return WATCHED if self._hub.is_listened_to(table) else UNWATCHED

    def _next(self) -> None:
        """Let as many think as can. Those that search and those that look take turns."""
        while self._free and not self._closed:
            order = (not self._searched_last, self._searched_last)
            if not any(self._begin_one(searches) for searches in order):
                return

    def _begin_one(self, searches: bool) -> bool:
        turns = self._turns[searches]
        if searches and not self._free_to_search:
            return False
        if searches and not (self._advised_last and turns) and self._begin_advice():
            return True
        while (table := turns.take()) is not None:
            live = self._hub.live(table)
            seats = [] if live is None else self._waiting(table, live, searches)
            if live is not None and seats:
                self._begin(table, live, seats[0], searches)
                if len(seats) > 1:
                    self._wait(table, live, searches)
                return True
        return False

    def _begin_advice(self) -> bool:
        """For the first who still wants to know."""
        while (question := self._questions.take()) is not None:
            if not question.answer.done():
                self._occupy(True)
                self._advised_last = True
                self._start(self._advise(question))
                return True
        return False

    def _occupy(self, searches: bool) -> None:
        self._free -= 1
        self._free_to_search -= searches
        self._searched_last = searches

    def _release(self, searches: bool) -> None:
        self._free += 1
        self._free_to_search += searches
        self._next()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _begin(self, table: TableId, live: LiveTable, seat: Seat, searches: bool) -> None:
        position = live.position(seat)
        assert position.decision is not None
        self._busy.setdefault(table, set()).add(seat)
        self._occupy(searches)
        self._advised_last = False
        thought = thought_of(live.setup, position, spec_of(live, seat), seed_of(live))
        self._start(self._decide(table, thought, position.decision, searches))

    # ---- one decision ----------------------------------------------------------------------------------

    async def _decide(self, table: TableId, thought: MoveRequest, decision: int, searches: bool) -> None:
        seat = thought.seat
        try:
            try:
                answer = await self.thinkers.think(thought)
            finally:
                self._release(searches)
            if answer.fault:
                LOG.error("The bot of seat %d at table %d: %s", seat + 1, table, answer.fault)
            self._failures = 0
            await self._send(table, Moved(seat, decision, answer.move, "bot"))
        except Exception:  # no process can be had: there may be one later
            self._failures += 1
            LOG.exception("The bot of seat %d at table %d could not think.", seat + 1, table)
            await asyncio.sleep(min(2.0**self._failures / 10, MAX_PAUSE_S))
        finally:
            self._done(table, seat)

    async def _advise(self, question: HintQuestion) -> None:
        """Whatever happens, whoever asked is answered."""
        answer = question.answer
        try:
            found = await self.thinkers.advise(question.wondering)
            if not answer.done():
                answer.set_result(found)
        except CannotThink as error:
            if not answer.done():
                answer.set_exception(error)
        except asyncio.CancelledError:
            answer.cancel()
            raise
        except Exception as error:
            LOG.exception("A hint could not be found.")
            if not answer.done():
                answer.set_exception(CannotThink(f"{type(error).__name__}: {error}"))
        finally:
            self._release(True)

    async def _send(self, table: TableId, entry: Moved) -> None:
        """Make the move, when the store can take it; what has been overtaken is not made."""
        pause = 0.25
        while self._is_wanted(table, entry):
            try:
                await self._hub.post(table, entry)
                return
            except Refused as error:
                LOG.debug("A bot came too late at table %d: %s", table, error)
                return
            except IllegalMove:
                LOG.exception("A bot made an illegal move at table %d.", table)
                position = await self._hub.position(table, entry.seat)
                if position.decision != entry.decision or entry.move == position.legal[0]:
                    return
                entry = Moved(entry.seat, entry.decision, position.legal[0], "bot")
            except (StoreFull, StoreAway) as error:
                LOG.warning("The move of a bot at table %d has to wait: %s", table, error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_WAIT)
            except (FarmsteadError, StoreError) as error:  # set aside, or deleted
                LOG.info("A bot has nothing more to do at table %d: %s", table, error)
                return

    def _is_wanted(self, table: TableId, entry: Moved) -> bool:
        live = self._hub.live(table)
        return live is None or live.decision(entry.seat) == entry.decision

    def _done(self, table: TableId, seat: Seat) -> None:
        busy = self._busy[table]
        busy.discard(seat)
        if not busy:
            del self._busy[table]
        live = self._hub.live(table)
        if live is not None and not self._closed:
            self.changed(table, live)
