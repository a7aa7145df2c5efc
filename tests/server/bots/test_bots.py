"""Bots play whole games in processes that may die, know what a person would, and hold nobody up."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from farmstead.server.bots.chosen import seed_of
from farmstead.server.bots.pool import BotPool, MoveRequest, MoveResult, answer_to, thought_of
from farmstead.server.bots.scheduler import BotScheduler
from farmstead.server.core import MAX_OF_BOTS
from farmstead.server.hub.hub import Hub
from farmstead.server.hub.loader import new_table
from farmstead.server.store import PlayerId, Store, StoreFull, TableId
from farmstead.server.table.entries import Closed, Moved, Returned, Sat, Started, TakenOver, Undone
from tests.server.asking import BOT, ME, OPEN
from tests.server.asking import opened as at_the_door
from tests.server.hubs import (
    PATIENCE_S,
    VALLEY,
    WALNUT,
    Client,
    a_game,
    a_move,
    a_table,
    check_journal,
    folded_again,
    number_of,
    opened,
    store_of,
    stored,
    until,
    until_over,
)
from tests.server.playing import KEY, a_setup, sitting, started
from tests.server.stores import awaited, by_hand


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@asynccontextmanager
async def with_bots(path: Path, processes: int = 1) -> AsyncIterator[tuple[Hub, BotScheduler]]:
    async with opened(path) as hub, BotScheduler(hub, processes) as bots:
        yield hub, bots


def exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Slow:
    """In place of the processes: thinks as long as it is told, and says what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[MoveRequest, asyncio.Future[MoveResult]]] = []

    async def think(self, thought: MoveRequest) -> MoveResult:
        answer: asyncio.Future[MoveResult] = asyncio.get_running_loop().create_future()
        self.asked.append((thought, answer))
        return await answer

    def thinking(self) -> list[MoveRequest]:
        return [thought for thought, answer in self.asked if not answer.done()]

    def answer(self, n: int, move: int = 0) -> None:
        thought, answer = self.asked[n]
        answer.set_result(MoveResult(thought.legal[move]))

    async def close(self) -> None:
        pass


@asynccontextmanager
async def with_slow_bots(path: Path, processes: int = 2) -> AsyncIterator[tuple[Hub, Slow]]:
    async with opened(path) as hub:
        bots, slow = BotScheduler(hub, processes), Slow()
        bots.thinkers = slow  # type: ignore[assignment]
        async with bots:
            yield hub, slow


# ---- what they are told --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [WALNUT, VALLEY])
def test_a_bot_is_told_what_a_person_in_that_seat_gets_and_nothing_else(game: str) -> None:
    owner = started(game, "ada", "bot", "cyd")
    while owner.live.phase() == "playing":
        for seat in owner.live.to_act():
            position = owner.live.position(seat)
            thought = thought_of(owner.setup, position, "level:1", seed=7)
            sent = pickle.dumps(thought)
            assert KEY not in sent
            assert thought.setup == msgspec.structs.replace(a_setup(game, 3), key=b"")
            person = msgspec.json.decode(msgspec.json.encode(position))
            assert msgspec.json.decode(thought.view) == person["view"]
            assert (list(thought.legal), thought.seat) == (person["legal"], person["seat"])
        owner.move(owner.live.to_act()[-1], 3)


def a_thought(level: int = 1, legal: tuple[str, ...] | None = None) -> MoveRequest:
    owner = started(WALNUT, "ada", "ben")
    thought = thought_of(owner.setup, owner.live.position(0), f"level:{level}", 1)
    return thought if legal is None else thought._replace(legal=legal)


def test_whatever_goes_wrong_in_a_thought_there_is_a_move() -> None:
    assert answer_to(a_thought()).fault == ""
    assert answer_to(a_thought()._replace(view=b"{}")).move in a_thought().legal
    assert answer_to(a_thought()._replace(view=b"{}")).fault
    assert answer_to(a_thought()._replace(bot="level:77")).fault
    odd = msgspec.structs.replace(a_thought().setup, edition="unknown")
    assert answer_to(a_thought()._replace(setup=odd)).fault


# ---- the processes -------------------------------------------------------------------------------------


@awaited
async def test_a_process_that_dies_is_replaced_and_the_thought_repeated() -> None:
    thinkers = BotPool(2)
    try:
        expected = answer_to(a_thought())
        assert await thinkers.think(a_thought()) == expected
        [pid] = thinkers.pids()
        os.kill(pid, signal.SIGKILL)  # while it has nothing to do
        assert await thinkers.think(a_thought()) == expected
        [pid] = thinkers.pids()
        os.kill(pid, signal.SIGSTOP)
        thinking = asyncio.create_task(thinkers.think(a_thought()))
        await until(lambda: not thinkers.workers._idle)
        assert not thinking.done()
        os.kill(pid, signal.SIGKILL)  # while it is thinking
        assert await thinking == expected
        assert pid not in thinkers.pids() and thinkers.workers.deaths == 2
    finally:
        pids = thinkers.pids()
        await thinkers.close()
    assert pids and not any(map(exists, pids)) and not thinkers.pids()


@awaited
async def test_a_process_that_hangs_is_ended_and_in_the_end_there_is_a_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("farmstead.server.bots.pool.PAUSES_S", (0.0, 0.0))
    thinkers = BotPool(1, timeout_s=0.0)  # nobody starts as fast as that
    answer = await thinkers.think(a_thought())
    assert answer.move == a_thought().legal[0] and "without an answer" in answer.fault
    assert thinkers.workers.deaths == 2 and thinkers.pids() == []
    await thinkers.close()


@awaited
async def test_closing_does_not_wait_for_a_thought() -> None:
    thinkers = BotPool(1, timeout_s=3600.0)
    await thinkers.think(a_thought())
    [pid] = thinkers.pids()
    os.kill(pid, signal.SIGSTOP)
    thinking = asyncio.create_task(thinkers.think(a_thought()))
    await until(lambda: not thinkers.workers._idle)
    async with asyncio.timeout(PATIENCE_S):
        await thinkers.close()
    assert not exists(pid)
    assert (await thinking).fault


# ---- whole games ---------------------------------------------------------------------------------------


@awaited
async def test_people_and_bots_play_whole_games_with_killed_processes_and_servers(path: Path) -> None:
    """Slow: whole games, and bots' processes are killed."""
    companies = [(WALNUT, ("ada", "bot", "ben")), (WALNUT, ("bot",)), (VALLEY, ("bot", "ada", "bot")),
                 (VALLEY, ("bot", "bot"))]  # fmt: skip
    clients: list[Client] = []
    async with with_bots(path) as (hub, bots):
        tables = [await a_game(hub, game, *who, key=n) for n, (game, who) in enumerate(companies)]
        people = [(table, seat) for table, (_, who) in zip(tables, companies, strict=True)
                  for seat, name in enumerate(who) if name != "bot"]  # fmt: skip
        clients = [Client(hub, table, seat) for table, seat in people]
        enough = 20
        playing = asyncio.gather(*[c.play(lambda: sum(len(x.acknowledged) for x in clients) > enough)
                                   for c in clients])  # fmt: skip
        await until(lambda: number_of(hub, tables[1]) > 4)  # where a bot plays alone
        os.kill(bots.thinkers.pids()[0], signal.SIGKILL)
        await playing
    async with with_bots(path, 2) as (hub, bots):
        await bots.resume([*tables, 99])
        for client in clients:
            client.hub = hub
        await asyncio.gather(*[client.play() for client in clients])
        for table in tables:
            await until_over(hub, table)
        await until(lambda: not any(bots.needs(table) for table in tables))
    async with await Store.open(path) as store:
        for table in tables:
            entries = await stored(store, table)
            check_journal(entries, [client for client in clients if client.table == table])
            bot_moves = [e for e in entries if isinstance(e, Moved) and e.by == "bot"]
            assert bot_moves and len({(e.seat, e.decision) for e in bot_moves}) == len(bot_moves)
            assert (await folded_again(store, table)).phase() == "over"


@awaited
async def test_a_seat_is_taken_over_and_given_back(path: Path) -> None:
    async with with_bots(path) as (hub, bots):
        table = await a_game(hub, VALLEY, "ada", "ben")
        await hub.post(table, TakenOver(0, "clock", 1))
        async with asyncio.timeout(PATIENCE_S):
            while (await hub.position(table, None)).to_act != (1,):
                await asyncio.sleep(0.01)
        made = [e for e in await stored(store_of(hub), table) if isinstance(e, Moved)]
        assert made and all(e.seat == 0 and e.by == "bot" for e in made)
        await hub.post(table, Returned(0))
        while (await hub.position(table, 1)).decision is not None:
            await hub.post(table, await a_move(hub, table, seat=1))
        await until(lambda: not bots.needs(table))
        assert (await hub.position(table, None)).to_act == (0,)
        await hub.post(table, await a_move(hub, table, seat=0))
        assert not bots.needs(table)


# ---- whose turn it is ----------------------------------------------------------------------------------


@awaited
async def test_tables_take_turns_and_seats_that_decide_together_are_thought_for_together(path: Path) -> None:
    async with with_slow_bots(path, 3) as (hub, slow):
        table = await a_game(hub, WALNUT, "bot", "bot", "bot")

        def are_all_thinking() -> bool:
            live = hub.live(table)
            return live is not None and sorted(one.seat for one in slow.thinking()) == [*live.to_act()]

        await until(are_all_thinking)
        while len(slow.thinking()) == 1:  # who begins where
            slow.answer(len(slow.asked) - 1)
            await until(are_all_thinking)
        assert len(slow.thinking()) == 3
        many = [await a_game(hub, WALNUT, "bot", "bot", key=n) for n in range(3)]
        begun = len(slow.asked)
        for n in range(3):
            slow.answer(begun - 3 + n)
            await until(lambda n=n: len(slow.asked) == begun + n + 1)  # type: ignore[misc]
        seeds = [thought.seed for thought, _ in slow.asked[begun:]]
        tables = [hub.live(table) for table in many]
        assert seeds == [
            seed_of(live) for live in tables if live is not None
        ]  # before the first gets its next


async def of_owner(hub: Hub, owner: PlayerId, *who: str, level: int = 5, key: int = 0) -> TableId:
    """A game that somebody has made, with bots of this level."""
    setup = a_setup(WALNUT, len(who), bytes([key] * 32))
    table = (await store_of(hub).tables.create(new_table(setup, owner=owner))).id
    for seat, name in enumerate(who):
        await hub.post(table, Sat(seat, "bot", level=level) if name == "bot" else sitting(seat, name))
    await hub.post(table, Started())
    return table


async def to_decide(hub: Hub, table: TableId) -> None:
    """People choose until the bot in the last seat is asked."""
    while (seat := (await hub.position(table, None)).to_act[0]) == 0:
        await hub.post(table, await a_move(hub, table, seat=seat))


@awaited
async def test_one_persons_many_tables_do_not_hold_up_anothers_bot(path: Path) -> None:
    async with with_slow_bots(path, 2) as (hub, slow):
        players = store_of(hub).players
        ada, ben = await players.create("Ada"), await players.create("Ben")
        for n in range(28):
            await of_owner(hub, ada.id, *["bot"] * 4, key=n)
        assert len(slow.thinking()) == 1
        table = await of_owner(hub, ben.id, "ben", "bot", key=99)
        await to_decide(hub, table)
        live = hub.live(table)
        assert live is not None and len(slow.asked) == 1
        slow.answer(0)
        await until(lambda: len(slow.asked) == 2)
        assert slow.asked[1][0].seed == seed_of(live), "next after the one that was being thought about"


@awaited
async def test_owners_take_turns_also_where_people_play_at_all_their_tables(path: Path) -> None:
    async with with_slow_bots(path, 2) as (hub, slow):
        players = store_of(hub).players
        ada, ben = await players.create("Ada"), await players.create("Ben")
        for n in range(8):
            await to_decide(hub, await of_owner(hub, ada.id, "ada", "bot", key=n))
        table = await of_owner(hub, ben.id, "ben", "bot", key=99)
        await to_decide(hub, table)
        live = hub.live(table)
        slow.answer(0)
        await until(lambda: len(slow.asked) == 2)
        assert live is not None and slow.asked[1][0].seed == seed_of(live)


@awaited
async def test_tables_of_bots_alone_come_after_those_of_people_and_last_if_nobody_watches(path: Path) -> None:
    async with with_slow_bots(path, 2) as (hub, slow):
        players = [await store_of(hub).players.create(name) for name in ("Ada", "Ben", "Cyd", "Dov")]
        first, alone, watched, played = [
            await of_owner(hub, player.id, who, "bot", key=n)
            for n, (player, who) in enumerate(zip(players, ("bot", "bot", "bot", "ann"), strict=True))
        ]
        await to_decide(hub, played)
        async with await hub.listen(watched, None):
            for n, table in enumerate((first, played, watched, alone)):
                live = hub.live(table)
                assert live is not None and slow.asked[n][0].seed == seed_of(live)
                slow.asked[n][1].set_exception(OSError("no process"))  # it does not come again at once
                await until(lambda n=n: len(slow.asked) > n + 1 or n == 3)  # type: ignore[misc]


@awaited
async def test_a_person_has_a_few_tables_of_bots_alone(tmp_path: Path) -> None:
    async with at_the_door(tmp_path, pace=1.0) as door:
        door.core.bots.thinkers = Slow()  # type: ignore[assignment]
        ada, ben = await door.people("Ada", "Ben")
        body = {"game": WALNUT, "seats": [BOT, BOT]}
        asked = [ada.http.post("/api/tables", json=body) for _ in range(12)]  # at the same moment
        answers = [answer.json() for answer in await asyncio.gather(*asked)]
        made = [answer["table"]["code"] for answer in answers if "table" in answer]
        refused = [answer for answer in answers if "key" in answer]
        assert len(made) == MAX_OF_BOTS and {answer["key"] for answer in refused} == {"bot_tables"}
        assert "take a seat" in refused[0]["sentence"]
        for language, word in (("fr", "robots"), ("de", "Bots")):
            told = (await ada.http.post("/api/tables", params={"lang": language}, json=body)).json()
            assert word in told["sentence"] and str(MAX_OF_BOTS) in told["sentence"]
        empty = (await ada.make(WALNUT, OPEN, OPEN))["code"]
        await ada.refused("POST", f"/tables/{empty}/fill", 409, "bot_tables", level=1)
        await ada.make(WALNUT, ME, BOT)  # with a seat of one's own there is no such bound
        await ben.make(WALNUT, BOT, BOT)
        await ada.ask("DELETE", f"/tables/{made[0]}")
        await ada.post(f"/tables/{empty}/fill", level=1)


@awaited
async def test_those_that_search_leave_a_process_to_the_others(path: Path) -> None:
    async with with_slow_bots(path, 2) as (hub, slow):
        for n in range(3):
            table = await a_table(hub, WALNUT, "ada", "ben", key=n)
            await hub.post(table, Started())
            await hub.post(table, TakenOver(0, "left", 5))
        assert [thought.bot for thought in slow.thinking()] == ["level:5"]
        await a_game(hub, WALNUT, "bot", "bot", key=9)
        assert [thought.bot for thought in slow.thinking()] == ["level:5", "level:2"]
        for n in range(1, 4):  # each look is followed by the next, while the search goes on
            slow.answer(n)
            await until(lambda n=n: len(slow.asked) == n + 2)  # type: ignore[misc]
        assert {thought.bot for thought in slow.thinking()} == {"level:5", "level:2"}
        slow.answer(0)
        await until(lambda: len(slow.asked) == 6)
        assert sorted([thought.bot for thought in slow.thinking()]) == ["level:2", "level:5"]


@awaited
async def test_a_late_answer_to_what_was_undone_is_thrown_away(path: Path) -> None:
    async with with_slow_bots(path) as (hub, slow):
        table = await a_game(hub, VALLEY, "ada", "bot")
        while (await hub.position(table, 0)).decision is not None:
            before = await hub.position(table, 0)
            await hub.post(table, await a_move(hub, table, seat=0))
        assert len(slow.thinking()) == 1
        await hub.post(table, Undone(0, (await hub.position(table, 0)).next))
        assert (await hub.position(table, 0)).legal == before.legal
        entries = len(await stored(store_of(hub), table))
        slow.answer(0)
        await until(lambda: not hub.watchers[0].needs(table))
        assert len(await stored(store_of(hub), table)) == entries
        assert slow.thinking() == []
        await hub.post(table, await a_move(hub, table, 1, seat=0))
        while (await hub.position(table, 0)).decision is not None:
            await hub.post(table, await a_move(hub, table, seat=0))
        assert len(slow.thinking()) == 1
        slow.answer(1)
        await until(lambda: number_of(hub, table) > entries + 1)
        assert len(await stored(store_of(hub), table)) == entries + 2


@awaited
async def test_while_a_bot_thinks_undoing_and_redoing_does_not_start_more_thoughts(path: Path) -> None:
    async with with_slow_bots(path) as (hub, slow):
        table = await a_game(hub, VALLEY, "ada", "bot")
        for _ in range(5):
            while (await hub.position(table, 0)).decision is not None:
                await hub.post(table, await a_move(hub, table, seat=0))
            await hub.post(table, Undone(0, (await hub.position(table, 0)).next))
        assert len(slow.asked) == 1


@awaited
async def test_a_person_who_returns_decides_what_the_bot_was_thinking_about(path: Path) -> None:
    async with with_slow_bots(path) as (hub, slow):
        table = await a_game(hub, WALNUT, "ada", "ben")
        await hub.post(table, TakenOver(0, "left", 1))
        assert len(slow.thinking()) == 1
        await hub.post(table, Returned(0))
        slow.answer(0)
        await until(lambda: not hub.watchers[0].needs(table))
        assert not any(isinstance(entry, Moved) for entry in await stored(store_of(hub), table))
        await hub.post(table, await a_move(hub, table, seat=0))


@awaited
async def test_a_move_waits_for_a_store_without_room(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with with_slow_bots(path) as (hub, slow):
        store = store_of(hub)
        table, filler = await a_game(hub, WALNUT, "bot", "ada"), await a_game(hub, WALNUT, "ada")
        await store.limit(path.stat().st_size)
        await fill(store, filler)
        slow.answer(0)
        await until(lambda: "has to wait" in caplog.text)
        assert (await hub.position(table, None)).number == 3
        await store.limit(None)
        await until(lambda: number_of(hub, table) > 3)
        assert len(slow.asked) == 1


async def fill(store: Store, table: TableId) -> None:
    """Until not even an entry finds room."""
    size = 4096
    while size:
        try:
            await store.journal.append(table, (await store.tables.get(table)).last + 1, [b" " * size])
        except StoreFull:
            size //= 2


@awaited
async def test_a_table_that_is_closed_deleted_or_damaged_is_let_go(path: Path) -> None:
    async with with_slow_bots(path, 3) as (hub, slow):
        tables = [await a_game(hub, WALNUT, "bot", "ada", key=n) for n in range(3)]
        await hub.post(tables[0], Closed("abandoned"))
        await store_of(hub).tables.delete(tables[1])
        by_hand(path, f"UPDATE tables SET last = 5 WHERE id = {tables[2]}")
        for n in range(3):
            slow.answer(n)
        watcher = hub.watchers[0]
        await until(lambda: not any(watcher.needs(table) for table in tables))
        assert len(slow.asked) == 3


@awaited
async def test_a_table_whose_bot_thinks_stays_in_memory(path: Path) -> None:
    async with opened(path, idle=0.02) as hub:
        bots, slow = BotScheduler(hub, 1), Slow()
        bots.thinkers = slow  # type: ignore[assignment]
        async with bots:
            tables = [await a_game(hub, WALNUT, "bot", "ada", key=n) for n in range(3)]
            unneeded = await a_game(hub, WALNUT, "ada", "ben")
            await until(lambda: unneeded not in hub.tables())
            assert hub.tables() == tables  # one thinks, two wait for their turn
            for n in range(3):
                await until(lambda n=n: len(slow.asked) > n)  # type: ignore[misc]
                slow.answer(n)
            await until(lambda: hub.tables() == [])
