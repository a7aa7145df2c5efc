"""An operator who wants another game than the one that was opened, against both devices that people use.

Each of these servers is the project's own with one thing changed, so that it can throw away a game it does
not like. What it writes down in the end fits together: somebody who noted nothing finds no fault in it.
Whoever opened something at that table does, with `farmstead verify` as with the page.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import structs

from farmstead.engine.contract import Seat
from farmstead.engine.fair import (
    Contribution,
    Fairness,
    chain_commitment,
    chain_game_key,
    pledge_for,
    setup_digest,
)
from farmstead.messages import FairNow, FairRound, FairSetup
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.fair import actions as contributing
from farmstead.server.hub.hub import Batch, Posted
from farmstead.server.lobby import listing
from farmstead.server.people.visitor import Visitor
from farmstead.server.store import TableId
from farmstead.server.table.commit_reveal import CommitReveal
from farmstead.server.table.entries import Cancelled, Entry, Moved, Opened, Started
from farmstead.server.table.journaled_game import JournaledGame
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.seats import SeatStates
from tests.server.asking import Browser
from tests.server.fair_devices import DEVICES, Device
from tests.server.serving import running
from tests.server.stores import awaited

VALLEY = "sunflower-valley"
TWO = [{"who": "me"}, {"who": "open"}]

honest_open = contributing.open_pledge
honest_now = CommitReveal.now


def value(name: str) -> str:
    return sha256(name.encode()).hexdigest()


@dataclass
class Scene:
    """A device of Ada's, Ben who plays along with the operator, and the server that belongs to both."""

    ada: Device
    ben: Browser
    core: Core
    code: str
    table: TableId

    async def ben_sits(self, name: str) -> None:
        await self.ben.post(f"/tables/{self.code}/seats/1", pledge=pledge_for(1, value(name)))

    async def ben_opens(self, name: str) -> None:
        await self.ben.post(f"/tables/{self.code}/fair/open", seat=1, value=value(name))

    async def write(self, *entries: Entry) -> None:
        await self.core.hub.post(self.table, Batch(list(entries)))

    async def play(self) -> None:
        """To the end; nobody looks what is played."""
        live = self.core.hub.live(self.table)
        assert live is not None
        for _ in range(2000):
            if live.phase() == "over":
                return
            seat = live.to_act()[0]
            position = live.position(seat)
            assert position.decision is not None
            await self.write(Moved(seat, position.decision, position.legal[0]))
        raise AssertionError("the game does not end")


@asynccontextmanager
async def scene(device: str, folder: Path, seats: list[dict[str, Any]] | None = None) -> AsyncIterator[Scene]:
    async with (
        running(folder / "server") as server,
        httpx.AsyncClient(base_url=server.url, timeout=60) as http,
    ):
        ada, ben = DEVICES[device](server.url, folder), Browser(http)
        await ada.come("Ada")
        await ben.ask("PUT", "/me", json={"name": "Ben"})
        code = await ada.make(VALLEY, seats or TWO)
        table = (await server.core.store.tables.find(code)).id
        try:
            yield Scene(ada, ben, server.core, code, table)
        finally:
            ada.close()


Evil = Callable[[Core, TableId, LiveTable, Seat, str], Sequence[Entry]]


def cheats(monkeypatch: pytest.MonkeyPatch, evil: Evil) -> None:
    """What the server does with what Ada opens, instead of writing it down."""

    async def open_pledge(
        core: Core, visitor: Visitor, table: TableId, seat: Seat, digits: str, shown: Sequence[str] = ()
    ) -> Posted:
        if seat != 0:
            return await honest_open(core, visitor, table, seat, digits, shown)
        return await core.hub.post(table, lambda live: Batch(evil(core, table, live, seat, digits)))

    monkeypatch.setattr(contributing, "open_pledge", open_pledge)


async def found(at: Scene, client: str, page: str) -> None:
    """Nothing without notes; with them what each checker calls it."""
    assert await at.ada.faults(at.code, forget=True) == []
    (first, *more) = await at.ada.faults(at.code)
    assert client in first or page in (first, *more), (first, more)


both = pytest.mark.parametrize("device", DEVICES)


@both
@awaited
async def test_another_commitment(device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server sees the game that would begin, and takes another key for the same start."""

    def evil(core: Core, table: TableId, live: LiveTable, seat: Seat, digits: str) -> Sequence[Entry]:
        live.contributions._secret = sha256(live.contributions._secret).digest()
        live.contributions._key = None
        raise Refused("pledges_changed", "opened")

    async with scene(device, tmp_path) as at:
        await at.ben_sits("b")
        cheats(monkeypatch, evil)
        assert await at.ada.contribute(at.code) == "commitment"
        assert await at.ada.contribute(at.code) == "commitment"  # and stays stopped
        (only,) = await at.ada.openings(at.code)
        assert only["round"] == 0
        live = at.core.hub.live(at.table)
        assert live is not None
        live.contributions.pledges[0] = pledge_for(0, value("the operator's"))
        await at.write(Opened(0, value("the operator's")), Opened(1, value("b")), Started())
        await at.play()
        await found(at, "the commitment isn’t the one you were shown", "commitment")


@both
@awaited
async def test_other_pledges(device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben, who knows what Ada opened and the key, pledges anew what makes a game that he likes."""

    def evil(core: Core, table: TableId, live: LiveTable, seat: Seat, digits: str) -> Sequence[Entry]:
        sent.append(digits)
        live.contributions.pledges[1] = pledge_for(1, value("liked"))
        raise Refused("pledges_changed", "opened")

    sent: list[str] = []
    async with scene(device, tmp_path) as at:
        await at.ben_sits("b")
        cheats(monkeypatch, evil)
        assert await at.ada.contribute(at.code) == "pledges"
        assert len(sent) == 1  # not opened again for the other pledges
        await at.write(Opened(0, sent[0]), Opened(1, value("liked")), Started())
        await at.play()
        await found(at, "the pledges aren’t those you were shown", "pledges")


@both
@awaited
async def test_not_yours(device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Ada opened is left out, and the server says that no seat of this table is hers."""

    def evil(core: Core, table: TableId, live: LiveTable, seat: Seat, digits: str) -> Sequence[Entry]:
        del live.contributions.pledges[0]
        return [Opened(1, value("b")), Started()]

    async with scene(device, tmp_path) as at:
        await at.ben_sits("b")
        cheats(monkeypatch, evil)
        monkeypatch.setattr(listing, "_has", lambda *_: False)
        await at.ada.contribute(at.code)  # the page has done its part when it made the table, or does it now
        if not await at.ada.openings(at.code):
            monkeypatch.undo()
            cheats(monkeypatch, evil)
            await at.ada.contribute(at.code)
            monkeypatch.setattr(listing, "_has", lambda *_: False)
        assert await at.ada.contribute(at.code) == "pledges"
        await at.play()
        await found(at, "the pledges aren’t those you were shown", "pledges")


def hide_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is dealt and written down as if it were the first start."""

    def game_key(self: CommitReveal) -> bytes:
        return chain_game_key(self._round_key(), 0, self._digest, list(self.opened.items()))

    def fairness(self: CommitReveal, marks: Sequence[str]) -> Fairness:
        key = self._round_key()
        given = [Contribution(one.seat, one.pledge, one.value) for one in self._given()]
        return Fairness(0, chain_commitment(key, 0, self._digest), key.hex(), given, marks, 2, [])

    def no_rounds(self: CommitReveal) -> list[FairRound]:
        return []

    monkeypatch.setattr(CommitReveal, "game_key", game_key)
    monkeypatch.setattr(CommitReveal, "fairness", fairness)
    monkeypatch.setattr(CommitReveal, "cancelled_rounds", no_rounds)


async def cancelled_and_again(at: Scene, hide: Callable[[], None] = lambda: None) -> None:
    """Ben leaves when Ada has opened; for the next start both pledge and open again."""
    await at.ben_sits("b")
    assert await at.ada.contribute(at.code) == ""
    await at.ben.post(f"/tables/{at.code}/leave", seat=1)
    await at.ben_sits("c")
    assert await at.ada.contribute(at.code) == ""
    hide()
    await at.ben_opens("c")
    await at.play()


@both
@awaited
async def test_a_cancelled_start_left_out(
    device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with scene(device, tmp_path) as at:
        await cancelled_and_again(at, lambda: hide_cancelled(monkeypatch))
        assert len(await at.ada.openings(at.code)) == 2
        await found(at, "the server tried several games", "openings")


@both
@awaited
async def test_an_honest_game_with_a_cancelled_start(device: str, tmp_path: Path) -> None:
    async with scene(device, tmp_path) as at:
        await cancelled_and_again(at)
        first, last = await at.ada.openings(at.code)
        assert (first["round"], last["round"]) == (0, 1) and first["value"] != last["value"]
        assert first["cancelled"]["why"] == "left" and not last.get("cancelled")
        assert first["acknowledged"] and last["acknowledged"]
        assert await at.ada.faults(at.code) == [] == await at.ada.faults(at.code, forget=True)


@both
@awaited
async def test_another_set_up(device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table without a chosen sheet becomes one with it, once everything is opened."""
    shown: list[FairNow] = []

    def now(self: CommitReveal, chairs: SeatStates) -> FairNow:
        true = honest_now(self, chairs)
        return structs.replace(true, commitment=shown[0].commitment, setup=shown[0].setup) if shown else true

    def evil(core: Core, table: TableId, live: LiveTable, seat: Seat, digits: str) -> Sequence[Entry]:
        own = live.contributions
        shown.append(own.now(live.chairs))
        live.setup = structs.replace(live.setup, options=("sheet=A",))
        live._course = JournaledGame(live.setup)
        setup = live._course.table.setup
        own.setup = FairSetup(setup.game, setup.rules, setup.seats, setup.options, setup.edition)
        own._digest = setup_digest(setup)
        return [Opened(0, digits), Opened(1, value("b")), Started()]

    monkeypatch.setattr(CommitReveal, "now", now)
    async with scene(device, tmp_path) as at:
        await at.ben_sits("b")
        cheats(monkeypatch, evil)
        assert await at.ada.contribute(at.code) == ""  # nothing of it is shown
        await at.play()
        await found(at, "wasn’t played with the settings you were shown", "setup")


@both
@pytest.mark.parametrize("answer", ["taken", "refused"])
@awaited
async def test_a_start_that_fails_by_nobody(
    answer: str, device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else had anything to open: the server cannot blame anybody, and is not given another number."""

    def evil(core: Core, table: TableId, live: LiveTable, seat: Seat, digits: str) -> Sequence[Entry]:
        if answer == "refused":
            raise Refused("pledges_changed", "opened")
        return [Cancelled("unopened")]

    cheats(monkeypatch, evil)
    async with scene(device, tmp_path, [{"who": "me"}, {"who": "device"}]) as at:
        if answer == "refused":
            await at.write(Cancelled("unopened"))
        why = {"refused": "cancelled_by_nobody", "taken": "cancelled_contribution"}[answer]
        assert await at.ada.contribute(at.code) == why
        assert len(await at.ada.openings(at.code)) == 1


@both
@awaited
async def test_a_game_that_begins_without_what_was_pledged(device: str, tmp_path: Path) -> None:
    """Nothing of Ada's is known then, and nothing of hers is in the luck: she is told before she plays."""
    async with scene(device, tmp_path) as at:
        live = at.core.hub.live(at.table)
        assert live is not None
        del live.contributions.pledges[0]
        await at.ben_sits("b")
        await at.ben_opens("b")
        assert await at.ada.contribute(at.code) == "contribution"
        assert await at.ada.openings(at.code) == []


@both
@awaited
async def test_a_number_that_somebody_else_adds_for_a_seat(device: str, tmp_path: Path) -> None:
    async with scene(device, tmp_path) as at:
        live = at.core.hub.live(at.table)
        assert live is not None
        live.contributions.pledges[0] = pledge_for(0, value("the operator's"))
        await at.ben_sits("b")
        await at.write(Opened(0, value("the operator's")), Opened(1, value("b")), Started())
        why = {"page": "foreign", "client": "contribution"}[device]  # a page may be one of two devices
        assert await at.ada.contribute(at.code) == why


@both
@awaited
async def test_a_table_that_has_no_fair_chance_any_more(
    device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with scene(device, tmp_path) as at:
        monkeypatch.setattr(LiveTable, "fair", lambda _: None)
        assert await at.ada.contribute(at.code) == "nothing"


@pytest.mark.more
@both
@awaited
async def test_who_cancels_again_and_again_is_not_given_a_number_each_time(
    device: str, tmp_path: Path
) -> None:
    """Each cancelled start is another game to choose from; after three of them the person is asked.

    Slow: many starts are cancelled.
    """
    async with scene(device, tmp_path) as at:
        for n in range(4):
            await at.ben_sits(f"b{n}")
            assert await at.ada.contribute(at.code) == ""
            await at.ben.post(f"/tables/{at.code}/leave", seat=1)
        await at.ben_sits("last")
        assert await at.ada.contribute(at.code) == "often"
        openings = await at.ada.openings(at.code)
        assert len(openings) == 4 and all(each["cancelled"] for each in openings)
        assert (await at.ben.get(f"/tables/{at.code}"))["fair"]["waiting"] == [0]


@both
@awaited
async def test_a_cancelled_start_with_another_key(
    device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cancellation is shown, but the key of that start is not the one that was committed to."""
    honest = CommitReveal.cancelled_rounds

    def others(self: CommitReveal) -> list[FairRound]:
        return [structs.replace(one, key=value("another")) for one in honest(self)]

    async with scene(device, tmp_path) as at:
        await at.ben_sits("b")
        assert await at.ada.contribute(at.code) == ""
        await at.ben.post(f"/tables/{at.code}/leave", seat=1)
        await at.ben_sits("c")
        monkeypatch.setattr(CommitReveal, "cancelled_rounds", others)
        assert await at.ada.contribute(at.code) == "cancelled_key"
        fair = (await at.ben.get(f"/tables/{at.code}"))["fair"]
        assert [each["seat"] for each in fair["contributions"]] == [1]  # Ada has not pledged again
