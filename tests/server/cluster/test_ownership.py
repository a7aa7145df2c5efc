"""Who may write to a table: the worker that serves it, until another has claimed it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from farmstead.server.cluster.peers import Channel, PeerLost, Peers
from farmstead.server.core import Core
from farmstead.server.store import Conflict, NotOwner, Owner, Store, StoreAway, TableId
from farmstead.server.store.lease import LEASE_S, WorkerLease
from farmstead.server.table.entries import Moved
from farmstead.server.table.live_table import LiveTable
from scripts.postgres import Cluster
from tests.server.asking import BOT, ME, OPEN, Browser, Doorstep, opened
from tests.server.hubs import VALLEY, stored, until
from tests.server.neighbouring import PATIENCE, at_door, several
from tests.server.serving import Running, running
from tests.server.statements import counted
from tests.server.stores import a_table, awaited


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.database()


async def owner_of(postgres: Cluster, url: str, table: TableId) -> int:
    rows = await asyncio.to_thread(
        postgres.ask, f"SELECT worker FROM tables WHERE id = {table}", database=url
    )
    return int(rows[0][0])


def own(core: Core) -> int:
    found = core.store.workers.own
    assert found is not None
    return found


async def table_of(door: Doorstep, code: str) -> TableId:
    return (await door.core.store.tables.find(code)).id


# ---- in the store ------------------------------------------------------------------------------------------


@awaited
async def test_an_append_with_an_old_number_is_refused(postgres: Cluster, url: str) -> None:
    async with await Store.open(url) as store:
        store._access.worker = 5
        table = (await a_table(store)).id
        await store.journal.append(table, 1, [b"one"])
        store._access.worker = 6
        with pytest.raises(NotOwner) as refused:
            await store.journal.append(table, 2, [b"two"])
        assert refused.value.owner == Owner()
        with pytest.raises(NotOwner):  # also where it would be a conflict besides
            await store.journal.append(table, 1, [b"another one"])
        with pytest.raises(NotOwner):
            await store.tables.set_options(table, b"{}")
        store._access.worker = 5
        await store.tables.set_options(table, b"{}")
        with pytest.raises(Conflict):
            await store.journal.append(table, 1, [b"another one"])
        await store.journal.append(table, 2, [b"two"])
        assert [row.entry for row in await store.journal.read(table)] == [b"one", b"two"]


@awaited
async def test_one_of_many_appends_that_is_refused_does_not_hinder_the_others(
    postgres: Cluster, url: str
) -> None:
    async with await Store.open(url) as store:
        store._access.worker = 5
        tables = [(await a_table(store)).id for _ in range(6)]
        postgres.ask(f"UPDATE tables SET worker = 6 WHERE id = {tables[2]} RETURNING id", database=url)
        made = [store.journal.append(table, 1, [b"one"]) for table in [*tables, 999]]
        found = await asyncio.gather(
            *made, store.journal.append(tables[0], 2, [b"two"]), return_exceptions=True
        )
        assert isinstance(found[2], NotOwner)
        assert [n for n, each in enumerate(found) if isinstance(each, Exception)] == [2, 6]
        assert len(await store.journal.read(tables[0])) == 2


@awaited
async def test_a_move_takes_two_statements(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url, 1) as (door,):
        ada = await door.visitor("Ada")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        ben = await door.visitor("Ben")
        await ben.post(f"/tables/{code}/seats/1")
        seat = (await ada.look(code))["to_act"][0]
        position = await (ada, ben)[seat].look(code, seat)
        sent = {"seat": seat, "decision": position["decision"], "move": position["legal"][0]}
        with counted() as asked:
            await (ada, ben)[seat].post(f"/tables/{code}/moves", **sent)
        assert len(asked) <= 2, asked
        assert asked[0].startswith("UPDATE tables") and "worker" in asked[0]


@awaited
async def test_a_table_is_claimed_when_its_worker_is_no_more(url: str) -> None:
    async with await Store.open(url) as store:
        table = (await a_table(store)).id
        store._access.worker = 5
        await store.workers.claim(table)
        await register(store, 5)
        await store.workers.claim(table)  # again
        store._access.worker = 6
        with pytest.raises(NotOwner) as refused:
            await store.workers.claim(table)
        assert refused.value.owner == (5, "127.0.0.1:1")
        assert await store.workers.give_up_on(5) == 0  # it was there a moment ago
        await asyncio.sleep(0.8)
        assert await store.workers.give_up_on(5) == 1
        await store.workers.claim(table)


async def register(store: Store, worker: int) -> None:
    from sqlalchemy import text

    now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    line = text(f"INSERT INTO workers (id, address, seen) VALUES ({worker}, '127.0.0.1:1', {now})")
    await store._access.writer.do(lambda connection: connection.execute(line))


# ---- a worker that sleeps ----------------------------------------------------------------------------------


async def put_to_sleep(core: Core) -> None:
    """Its lease is not renewed any more, and nothing comes to its ears."""
    lease = core.lease
    assert isinstance(lease, WorkerLease) and lease._task is not None
    lease._leave = lambda _: asyncio.sleep(0)  # type: ignore[method-assign, assignment]
    lease._task.cancel()
    await asyncio.gather(lease._task, return_exceptions=True)


def wake(core: Core) -> None:
    lease = core.lease
    assert isinstance(lease, WorkerLease)
    lease._task = asyncio.create_task(lease._hold())


@awaited
async def test_a_worker_that_slept_cannot_write_and_finds_who_serves_its_tables(
    tmp_path: Path, postgres: Cluster, url: str
) -> None:
    async with several(tmp_path, url) as doors:
        ada, ben = await doors[0].visitor("Ada"), await doors[1].visitor("Ben")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        await ben.post(f"/tables/{code}/seats/1")
        table = await table_of(doors[0], code)
        before = own(doors[0].core)
        assert await owner_of(postgres, url, table) == before
        stream = await doors[0].core.hub.listen(table, None)
        await put_to_sleep(doors[0].core)
        begun = asyncio.get_running_loop().time()
        there = await at_door(doors[1], ada)
        await until(lambda: before not in doors[1].core.membership._workers, PATIENCE)
        assert asyncio.get_running_loop().time() - begun < 2.0
        await move(there, ben, code)
        assert await owner_of(postgres, url, table) == own(doors[1].core)
        seat = (await doors[0].core.hub.position(table, None)).to_act[0]  # as it still has it in memory
        with pytest.raises(NotOwner):
            await doors[0].core.hub.post(table, lambda live: a_move(live, seat))
        assert stream.ended == "closing"
        assert len(await stored(doors[1].core.store, table)) == 4
        wake(doors[0].core)
        await until(lambda: own(doors[0].core) != before, PATIENCE)
        await move(ada, await at_door(doors[0], ben), code)
        assert len(await stored(doors[1].core.store, table)) == 5
        assert await owner_of(postgres, url, table) == own(doors[1].core)


@awaited
async def test_a_worker_whose_lease_has_run_out_answers_nothing_from_memory(tmp_path: Path, url: str) -> None:
    """Somebody who was revoked meanwhile is not known by it, and no table is shown as it was.

    Slow: a lease has to run out.
    """
    async with several(tmp_path, url) as doors:
        ada = await doors[0].visitor("Ada")
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        await ada.look(code)
        await put_to_sleep(doors[0].core)
        there = await at_door(doors[1], ada)
        session = (await there.get("/me/sessions"))[0]["id"]
        cookies = dict(ada.http.cookies)
        await there.ask("DELETE", f"/me/sessions/{session}")
        await asyncio.sleep(LEASE_S)
        ada.http.cookies = httpx.Cookies(cookies)
        assert (await ada.get("/me"))["name"] is None
        await ada.refused("GET", f"/tables/{code}/position", 503, "store_away")
        wake(doors[0].core)
        await until(doors[0].core.lease.is_held, PATIENCE)  # type: ignore[union-attr]
        await ada.look(code)


def a_move(live: LiveTable, seat: int) -> Moved:
    position = live.position(seat)
    assert position.decision is not None
    return Moved(seat, position.decision, position.legal[0])


async def move(ada: Browser, ben: Browser, code: str) -> None:
    """Whoever's turn it is."""
    seat = (await ada.look(code))["to_act"][0]
    await (ada, ben)[seat].move(code, seat)


# ---- handing on --------------------------------------------------------------------------------------------


@awaited
async def test_whoever_does_not_know_the_secret_is_not_answered(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        ada = await doors[0].visitor("Ada")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        first = doors[1].core.membership.first
        assert first is not None
        address = dict(await all_workers(doors[0].core.store))[own(doors[0].core)]
        forger = Peers(b"another secret")
        with pytest.raises(StoreAway):
            await forger.call(Owner(1, address), "vacate", 1, 1, 1)
        host, _, port = address.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET /api/tables/{code} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        assert len(await reader.read()) <= 100  # a nonce, and no answer
        writer.close()


async def all_workers(store: Store) -> list[tuple[int, str]]:
    from sqlalchemy import text

    rows = await store._access.read(
        lambda connection: connection.execute(text("SELECT id, address FROM workers")).all()
    )
    return [(row[0], row[1]) for row in rows]


@awaited
async def test_a_worker_does_not_hand_requests_to_an_impostor(tmp_path: Path, url: str) -> None:
    """Somebody listens where a worker was, and wants to be told the cookies of visitors."""
    heard: list[object] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        channel = Channel(reader, writer)
        try:
            await channel.greet(b"a guess", "answers", "asks")
            heard.append(await channel.receive())
        except (OSError, EOFError):
            pass
        finally:
            channel.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with opened(tmp_path, db=url, processes=1) as door:
        owner = Owner(1, f"127.0.0.1:{port}")
        head = {"method": "GET", "headers": [(b"cookie", b"secret")]}
        with pytest.raises(PeerLost) as lost:
            await door.core.peers.hand_on(owner, head, asyncio.Event().wait, print)  # type: ignore[arg-type]
        assert not lost.value.was_sent and heard == []
    server.close()


@awaited
async def test_the_address_of_a_visitor_is_handed_on_and_cannot_be_forged(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url, pace=1.0) as doors:
        for door in doors:
            door.core.limits._clock = lambda: 0.0
        ada = await doors[0].visitor("Ada", address="203.0.113.5")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        stranger = await doors[1].visitor(address="203.0.113.9")
        stranger.http.headers["x-forwarded-for"] = "203.0.113.5"
        stranger.http.headers["farmstead.handed"] = "1"
        for _ in range(3):
            await stranger.look(code)
        limits = doors[0].core.limits
        assert limits.has_done("read", "203.0.113.9") and not limits.has_done("read", "203.0.113.5")


@awaited
async def test_uploads_and_refusals_are_handed_on(tmp_path: Path, url: str) -> None:
    async with several(tmp_path, url) as doors:
        ada = await doors[0].visitor("Ada")
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        there = await at_door(doors[1], ada)
        answers = [await each.http.get(f"/t/{code}") for each in (ada, there)]
        assert answers[0].text == answers[1].text and answers[1].headers["content-security-policy"]
        problem = await there.refused("POST", f"/tables/{code}/moves", 409, "decision_ahead", **NONSENSE)
        assert problem == await ada.refused(
            "POST", f"/tables/{code}/moves", 409, "decision_ahead", **NONSENSE
        )
        large = await there.http.post(f"/api/tables/{code}/chat", json={"text": "x" * 3_000_000})
        assert large.status_code == 413
        cross = await there.http.post(
            f"/api/tables/{code}/chat", json={"text": "x"}, headers={"origin": "https://elsewhere.example"}
        )
        assert cross.status_code == 403


NONSENSE = {"seat": 0, "decision": 99_999, "move": "nonsense"}


# ---- streams -----------------------------------------------------------------------------------------------


class Listener:
    """Listens as a browser does, and comes back after what it heard last."""

    def __init__(self, url: str, code: str) -> None:
        self.heard: list[int] = []
        self.connections = 0
        self._path = f"{url}/api/tables/{code}/stream"

    async def listen(self) -> None:
        last = {"last-event-id": "0"}
        async with httpx.AsyncClient(timeout=None) as http:
            while True:
                self.connections += 1
                try:
                    async with http.stream("GET", self._path, headers=last) as answer:
                        async for kind, number in events(answer.aiter_lines()):
                            if kind == "news":
                                self.heard.append(number)
                            last = {"last-event-id": str(number)}
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(0.05)


async def events(lines: AsyncIterator[str]) -> AsyncIterator[tuple[str, int]]:
    kind, number = "", 0
    async for line in lines:
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "id":
            number = int(value)
        elif not line and kind:
            yield kind, number
            kind = ""


async def play(server: Running, code: str, cookies: dict[str, str], moves: int) -> None:
    async with httpx.AsyncClient(base_url=f"{server.url}/api", cookies=cookies) as http:
        for _ in range(moves):
            while True:
                found = await http.get(f"/tables/{code}/position", params={"seat": 0})
                if found.status_code == 200 and 0 in found.json()["position"]["to_act"]:
                    break
                await asyncio.sleep(0.05)
            position = found.json()["position"]
            sent = {"seat": 0, "decision": position["decision"], "move": position["legal"][0]}
            answer = await http.post(f"/tables/{code}/moves", json=sent)
            assert answer.status_code == 200, answer.text


@awaited
async def test_a_stream_is_handed_on_and_goes_on_when_its_worker_is_gone(tmp_path: Path, url: str) -> None:
    """Whoever listens by way of another worker comes back, and hears everything once."""
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(running(tmp_path, db=url))
        async with running(tmp_path, db=url) as second:
            async with httpx.AsyncClient(base_url=f"{first.url}/api") as http:
                await http.put("/me", json={"name": "Ada"})
                made = await http.post("/tables", json={"game": VALLEY, "seats": [ME, BOT]})
                code, cookies = made.json()["table"]["code"], dict(http.cookies)
            listener = Listener(second.url, code)
            task = asyncio.create_task(listener.listen())
            await play(second, code, cookies, 2)
            table = (await first.core.store.tables.find(code)).id
            assert first.core.hub.is_listened_to(table) and not second.core.hub.has(table)
            begun = asyncio.get_running_loop().time()
            await stack.aclose()
            await play(second, code, cookies, 2)
            assert asyncio.get_running_loop().time() - begun < PATIENCE
            entries = await stored(second.core.store, table)
            await until(lambda: len(listener.heard) >= len(entries), PATIENCE)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert listener.heard == list(range(1, len(listener.heard) + 1)) and listener.connections > 1
