"""The server is killed twenty times under load; what looks for faults then finds those that are planted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import msgspec
import pytest

from farmstead.server.table.entries import Moved, decode
from farmstead.server.table.live_table import LiveTable
from scripts.load.base import Base
from scripts.load.page import HEAD, spread, table, with_chapter
from scripts.load.wire import Event, Listening
from scripts.postgres import running
from scripts.soak.checking import Checked, check, check_table, written_faults
from scripts.soak.log import Acknowledged, SeatLog
from scripts.soak.report import rows
from scripts.soak.storm import Plan, complaints, soak
from tests.server.playing import Clients, Owner, started
from tests.server.stores import by_hand

OVERLOADED_S = 15.0  # for a take-over, on a machine that starts a worker and runs other tests meanwhile
LATEST = 0.3  # seconds from an acknowledgement to the kill: enough for dozens of moves


@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=pytest.mark.more)])
def test_killed_again_and_again_the_server_has_lost_nothing(tmp_path: Path, kills: int) -> None:
    """Slow: a real server is killed and started again so often."""
    folder = tmp_path / "server"
    outcome = asyncio.run(
        soak(folder, Plan(kills, tables=4, seed=5, seconds=600, processes=1, latest=LATEST))
    )
    assert not outcome.faults
    assert len(outcome.recoveries) == kills and outcome.moves > 10 * kills
    assert outcome.reconnected > kills
    assert outcome.resent or kills < 20, "in so many kills some move was on its way"
    assert outcome.checked.news > outcome.moves and outcome.checked.positions > outcome.moves
    assert len(table(("what", "figure"), rows(outcome))) == 2 + len(rows(outcome))
    find_what_is_wrong_with(folder / "tables.db")


@pytest.mark.more
def test_workers_that_are_killed_or_sleep_and_a_database_that_stops_lose_nothing(tmp_path: Path) -> None:
    """Slow: workers and a database are killed, stopped and waited for."""
    with running(durable=True) as cluster:
        base = Base(cluster.database(), workers=2)
        usual = Plan(8, tables=2, seed=6, seconds=600, processes=1, base=base, latest=LATEST, sleep_s=4)
        plan = replace(usual, taken_over_s=OVERLOADED_S)
        outcome = asyncio.run(soak(tmp_path / "server", plan, cluster=cluster))
    assert not outcome.faults
    assert outcome.strikes == {
        "a worker was killed": 4,
        "a worker was stopped and woken": 2,
        "the server was killed": 1,
        "the database was stopped": 1,
    }
    assert len(outcome.takeovers) == 6
    assert outcome.moves > 50 and outcome.checked.news > outcome.moves


def find_what_is_wrong_with(path: Path) -> None:
    """A table that is not there, and an entry that is missing."""
    stranger = asyncio.run(check(path, [SeatLog("stranger", 0)]))
    assert stranger.faults == ["Table stranger is not in the store."]
    by_hand(path, 'DELETE FROM journal WHERE "table" = 2 AND n = 7')
    damaged = asyncio.run(check(path, []))
    assert len(damaged.faults) == 2  # there is a gap, and it cannot be folded


# ---- what is looked for ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def owner() -> Owner:
    """A game for two that has been played to its end, with undos."""
    owner = started("sunflower-valley", "ada", "ben")
    clients = Clients(owner, seed=3)
    while owner.live.phase() == "playing":
        clients.moves()
        if clients.random.random() < 0.1:
            clients.undoes()
    return owner


def logs_of(owner: Owner) -> list[SeatLog]:
    """What two clients without fault would have kept of it."""
    logs = [SeatLog("a", seat) for seat in range(2)]
    live = LiveTable(owner.setup)
    for number, data in enumerate(owner.journal, 1):
        entry = decode(data)
        live.add(entry)
        for log in logs:
            log.positions[number] = crc32(msgspec.json.encode(live.position(log.seat)))
            if not isinstance(entry, Moved) and getattr(entry, "decision", 0) == 0:
                continue
            if entry.seat == log.seat:  # type: ignore[union-attr]
                log.acknowledged.append(Acknowledged(entry, number, again=False))  # type: ignore[arg-type]
    for log in logs:
        log.heard = [crc32(msgspec.json.encode(news)) for news in owner.folded().news(0, log.seat)]
    return logs


def found(owner: Owner, logs: list[SeatLog], upto: int | None = None) -> list[str]:
    checked = Checked()
    check_table(owner.folded(upto), [decode(data) for data in owner.journal[:upto]], logs, checked)
    return checked.faults


def test_clients_without_fault_agree_with_the_journal(owner: Owner) -> None:
    logs = logs_of(owner)
    assert found(owner, logs) == []
    late = logs[0].acknowledged[5]
    late.again, late.number = True, late.number + 3  # its answer was lost, and it was sent again
    assert found(owner, logs) == []


def lost(log: SeatLog) -> None:
    move = Moved(0, 1000, "a move that was lost")
    log.acknowledged.append(Acknowledged(move, 10_000, again=False))


def not_acknowledged(log: SeatLog) -> None:
    del log.acknowledged[3]


def out_of_order(log: SeatLog) -> None:
    log.acknowledged[3:5] = log.acknowledged[4:2:-1]


def under_another_number(log: SeatLog) -> None:
    log.acknowledged[3].number += 1


def refused_and_made(log: SeatLog) -> None:
    log.refused.append(log.acknowledged.pop(3).deed)


def not_told(log: SeatLog) -> None:
    del log.heard[7]


def told_twice(log: SeatLog) -> None:
    log.heard.insert(7, log.heard[7])


def told_something_else(log: SeatLog) -> None:
    log.heard[7] += 1


def seen_something_else(log: SeatLog) -> None:
    log.positions[7] += 1


def end_not_seen(log: SeatLog) -> None:
    del log.positions[max(log.positions)]


@pytest.mark.parametrize(
    ("plant", "what"),
    [
        (lost, "acknowledged and not written"),
        (not_acknowledged, "written and not acknowledged"),
        (out_of_order, "do not go up"),
        (under_another_number, "and not there"),
        (refused_and_made, "refused and written"),
        (not_told, "heard of"),
        (told_twice, "heard of"),
        (told_something_else, "heard something else of entry 8"),
        (seen_something_else, "saw something else after entry 7"),
        (end_not_seen, "did not see the end"),
    ],
)
def test_a_planted_fault_is_found(owner: Owner, plant: Callable[[SeatLog], None], what: str) -> None:
    logs = logs_of(owner)
    plant(logs[0])
    assert any(what in fault for fault in found(owner, logs))


def test_a_game_that_did_not_go_on_is_found(owner: Owner) -> None:
    assert any("should be over" in fault for fault in found(owner, logs_of(owner), -1))


def test_a_decision_that_was_used_twice_is_found(owner: Owner) -> None:
    own = [each.deed for each in logs_of(owner)[0].acknowledged]
    assert "a decision was used twice" in written_faults([*own, own[3]], logs_of(owner)[0])


def position_of(owner: Owner, number: int) -> bytes:
    live = LiveTable(owner.setup)
    for data in owner.journal[:number]:
        live.add(decode(data))
    return msgspec.json.encode({"position": live.position(0), "clocks": []})


NEWS = msgspec.json.encode({"news": {"number": 1}, "words": []})


def test_a_stream_without_fault_has_none(owner: Owner) -> None:
    log = SeatLog("a", 0)
    assert log.see(None, position_of(owner, 9)).number == 9
    for number in (1, 2):
        log.hear(number, NEWS)
    assert log.see(2, position_of(owner, 2)).phase == "waiting"
    assert log.faults == [] and log.last_id == 2


@pytest.mark.parametrize(
    ("numbers", "what"),
    [((1, 3), "entry 3 after 1"), ((1, 1), "entry 1 after 1"), ((1, 2, 1), "the id 1 after 2")],
)
def test_a_stream_that_leaves_out_or_repeats_is_found(numbers: tuple[int, ...], what: str) -> None:
    log = SeatLog("a", 0)
    for number in numbers:
        log.hear(number, NEWS)
    assert any(what in fault for fault in log.faults)


def test_a_position_that_is_ahead_of_the_news_or_another_is_found(owner: Owner) -> None:
    log = SeatLog("a", 0)
    log.see(9, position_of(owner, 9))
    log.hear(1, NEWS)
    assert any("the id 1 after 9" in fault for fault in log.faults)
    log.see(1, position_of(owner, 9).replace(b"sunflower", b"moonflower"))
    assert any("two positions after entry 9" in fault for fault in log.faults)


# ---- what the server said ----------------------------------------------------------------------------------


def test_what_the_server_says_is_heard(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("WARNING that is how it goes\n")
    assert complaints(log) == []
    trace = 'Traceback (most recent call last):\n  File "x/{}", line 1, in y\n  z\nEOFError: it ended\n'
    log.write_text(f"ERROR no\n{trace.format('multiprocessing/spawn.py')}{trace.format('hub.py')}")
    assert complaints(log) == ["The server said: ERROR no", "The server said: EOFError: it ended"]
    log.write_text("ERROR worker 1: The store is away and cannot be read: gone\nERROR no\n", encoding="utf-8")
    assert complaints(log, database_stops=True) == ["The server said: ERROR no"]
    assert len(complaints(log)) == 2


# ---- the wire and the page ---------------------------------------------------------------------------------


def pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 1000])
def test_a_stream_is_read_however_it_is_cut(size: int) -> None:
    lines = b"retry: 1000\n\nid: 7\nevent: news\ndata: {}\n\n", b":\n\n", b"event: end\nda", b"ta: gone\n\n"
    chunks = b"".join([b"%x\r\n%s\r\n" % (len(line), line) for line in lines])
    heard: list[Event] = []

    async def read() -> None:
        listening = Listening(b"", heard.append)
        for piece in pieces(b"HTTP/1.1 200 OK\r\nx: y\r\n\r\n" + chunks, size):
            listening.data_received(piece)
        assert await listening.opened == 200

    asyncio.run(read())
    assert heard == [Event("news", 7, b"{}"), Event("end", None, b"gone")]


def test_each_command_writes_its_own_chapter() -> None:
    page = with_chapter(HEAD, "One", ["1", ""])
    page = with_chapter(page, "Two", ["2"])
    page = with_chapter(page, "One", ["3", *table(("a", "b"), [("c", "d")])])
    assert page == f"{HEAD}\n## One\n\n3\n| a | b |\n|---|--:|\n| c | d |\n\n## Two\n\n2\n"
    assert (spread([]), spread([1.0]), spread([3.0, 1000.0, 2.0])) == ("—", "1.00", "3.00 (2.00 – 1,000.00)")
