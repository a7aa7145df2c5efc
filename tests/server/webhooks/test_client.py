"""A webhook's address comes from a stranger, and whoever answers there may mean harm."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from contextlib import suppress

import pytest

from farmstead.server.base.refusals import Refused
from farmstead.server.webhooks.addresses import is_public, masked, target_of
from farmstead.server.webhooks.client import WebhookClient
from farmstead.server.webhooks.dns import Lookup
from farmstead.server.webhooks.payload import trial, turn
from tests.server.hooks import HERE, HOST, OK, PATIENCE_S, URL, caller_of, hooks, trusting
from tests.server.hubs import WALNUT, until
from tests.server.stores import awaited

TARGET = target_of(URL)
BODY = b'{"content": "hello"}'

# ---- addresses ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://hooks.example/x", "https"),
        ("ftp://hooks.example/x", "https"),
        ("hooks.example/x", "https"),
        ("https://hooks.example:8443/x", "port"),
        ("https://hooks.example:22", "port"),
        ("https://ada:secret@hooks.example/", "user"),
        ("https://hooks.example@127.0.0.1/", "user"),
        ("https://127.0.0.1/", "host"),
        ("https://[::1]/", "host"),
        ("https://2130706433/", "host"),
        ("https://0x7f.1/", "host"),
        ("https://localhost/", "host"),
        ("https:///x", "host"),
        ("https://hooks.example\\@127.0.0.1/", "letters"),
        ("https://hooks.example/\r\nHost: other", "letters"),
        ("https://hooks.example/ x", "letters"),
        ("https://hööks.example/", "letters"),
        ("https://hooks.example:x/", "letters"),
        ("https://hooks.example/" + "x" * 500, "letters"),
    ],
)
def test_what_may_not_be_called_is_refused_with_the_reason(url: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        target_of(url)
    found = str(refused.value.refusal.args["why"])
    assert found == why or (found, why) == ("host", "letters") or (found, why) == ("user", "letters")


def test_an_address_is_taken_apart_and_shown_without_its_secret() -> None:
    assert target_of("HTTPS://Hooks.Example:443/a/b?c=d") == ("hooks.example", "/a/b?c=d")
    assert target_of("https://hooks.example") == ("hooks.example", "/")
    assert masked(URL) == "https://hooks.example/…"


@pytest.mark.parametrize("address", ["1.1.1.1", "140.82.121.4", "2606:4700:4700::1111", "2a00:1450:4001::1"])
def test_public_addresses_are_called(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.8.9.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
        *("100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255"),
        *(
            "192.88.99.1",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:1.1.1.1",
            "::7f00:1",
            "fe80::1",
            "fe80::1%eth0",
        ),
        *("fc00::1", "fd12::1", "fec0::1", "ff02::1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::1"),
        *("2001::1", "2001:db8::1", "2001:20::1", "100::1", "", "hooks.example"),
        *("2001:4860:4860::8888%lo", "2606:4700:4700::1111%1", "3fff::1", "3fff:fff:ffff::1"),
    ],
)
def test_private_local_and_disguised_addresses_are_not(address: str) -> None:
    assert not is_public(address)


# ---- calls -------------------------------------------------------------------------------------------------


@awaited
async def test_a_call_is_json_as_discord_reads_it_and_calls_nobody() -> None:
    async with hooks() as server:
        body = turn("de", WALNUT, "https://play.example/t/code")
        assert await caller_of(server).call(TARGET, body) == "sent"
        ((head, came),) = server.requests
    assert head.startswith("POST /services/secret-part HTTP/1.1\r\nHost: hooks.example\r\n")
    assert "cookie" not in head.lower() and "authorization" not in head.lower()
    said = json.loads(came)
    assert said["allowed_mentions"] == {"parse": []}
    assert said["content"] == "Du bist dran bei Walnut Grove: https://play.example/t/code"
    assert json.loads(trial("en", "https://play.example/"))["content"].endswith("https://play.example/")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@awaited
async def test_nobody_is_followed_elsewhere(status: int) -> None:
    async with hooks() as server, hooks() as elsewhere:
        to = f"https://{HOST}:{elsewhere.port}/"
        server.answer = f"HTTP/1.1 {status} Gone\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode()
        assert await caller_of(server).call(TARGET, BODY) == "redirect"
        assert len(server.requests) == 1 and not elsewhere.requests


@awaited
async def test_a_name_that_changes_its_address_is_looked_up_once() -> None:
    """Rebinding: public when it is looked at, this machine when it is connected to."""
    asked: list[str] = []

    async def changing(host: str) -> list[str]:
        asked.append(host)
        return ["203.0.113.1"] if len(asked) == 1 else [HERE]

    async with hooks() as server:
        caller = caller_of(server, resolve=changing, permits=lambda address: address != HERE, patience=0.3)
        assert await caller.call(TARGET, BODY) in ("slow", "no_answer")  # nobody is at the first
        assert asked == [HOST] and not server.requests


@pytest.mark.parametrize("found", [[HERE], ["1.1.1.1", HERE], ["::ffff:127.0.0.1"], ["10.0.0.1", "1.1.1.1"]])
@awaited
async def test_one_private_address_is_enough_to_refuse_a_name(found: list[str]) -> None:
    async def resolve(_: str) -> list[str]:
        return found

    async with hooks() as server:
        caller = WebhookClient(resolve, trusts=trusting(), port=server.port)
        assert await caller.call(TARGET, BODY) == await caller.check(TARGET) == "private"
        assert not server.requests


@awaited
async def test_names_whose_answer_never_comes_hold_up_only_a_few_threads() -> None:
    answers, asked = threading.Event(), []

    def slow(host: str) -> list[str]:
        asked.append(host)
        answers.wait(60)
        return ["1.1.1.1"]

    lookup = Lookup(slow, most=2)
    caller = WebhookClient(lookup, patience=0.2)
    found = await asyncio.gather(*[caller.check(TARGET) for _ in range(5)])
    await until(lambda: len(asked) == 2)
    assert found == ["unknown"] * 5
    assert await asyncio.to_thread(int, "7") == 7  # the threads of everybody else are free
    answers.set()
    await until(lambda: not lookup.is_busy)
    assert await WebhookClient(lookup, patience=PATIENCE_S).check(TARGET) == "sent" and len(asked) == 3


@awaited
async def test_slow_names_that_somebody_enters_hold_up_no_calls() -> None:
    """Each call that fails counts against a player's webhook, which is paused after ten."""
    answers = threading.Event()
    entered = Lookup(lambda _: ["1.1.1.1"] if answers.wait(60) else [], most=2)
    async with hooks() as called:
        caller = caller_of(called, entered=entered)
        entering = [asyncio.create_task(caller.check(TARGET)) for _ in range(3)]
        await entering[2]  # there is no more room
        assert await caller.call(TARGET, BODY) == "sent"
        answers.set()
        await asyncio.gather(*entering)


@awaited
async def test_names_are_looked_up_in_numbers() -> None:
    assert set(await Lookup()("localhost")) <= {"127.0.0.1", "::1"}

    def nobody(_: str) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "nobody knows it")

    with pytest.raises(socket.gaierror, match="nobody knows it"):
        await Lookup(nobody)(HOST)


@awaited
async def test_a_name_that_nobody_knows_is_said_to_be_so() -> None:
    async def nobody(_: str) -> list[str]:
        raise OSError("no such host")

    async def nothing(_: str) -> list[str]:
        return []

    for resolve in (nobody, nothing):
        assert await WebhookClient(resolve).call(TARGET, BODY) == "unknown"


@pytest.mark.parametrize(
    "beginning", [b"", b"HTTP/1.1 200 ", OK + b"x"], ids=["no line", "one line", "a body"]
)
@awaited
async def test_a_huge_answer_is_not_listened_to(beginning: bytes) -> None:
    async with hooks() as server:
        sent = 0

        async def endless(writer: asyncio.StreamWriter) -> None:
            nonlocal sent
            writer.write(beginning)
            while True:
                writer.write(b"x" * 65_536)
                await writer.drain()
                sent += 65_536

        server.answer = endless
        result = await caller_of(server).call(TARGET, BODY)
        assert result == ("sent" if beginning.startswith(OK) else "strange")
        await server.ended.wait()  # it could not go on
        assert sent < 64 << 20


@pytest.mark.parametrize("drip", [False, True], ids=["nothing", "a letter now and then"])
@awaited
async def test_a_slow_answer_is_not_waited_for(drip: bool) -> None:
    async with hooks() as server:

        async def slow(writer: asyncio.StreamWriter) -> None:
            while True:
                if drip:
                    writer.write(b"H")
                    await writer.drain()
                await asyncio.sleep(0.02)

        server.answer = slow
        assert await caller_of(server, patience=0.4).call(TARGET, BODY) == "slow"


@awaited
async def test_slow_ones_leave_room_for_no_more_than_a_few() -> None:
    async with hooks() as server:

        async def never(writer: asyncio.StreamWriter) -> None:
            await asyncio.Event().wait()

        server.answer = never
        caller = caller_of(server)
        calls = [asyncio.create_task(caller.call(TARGET, BODY)) for _ in range(9)]
        await until(lambda: len(server.requests) >= 4)
        assert caller.is_busy and len(server.requests) == 4
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n", "sent"),
        (b"HTTP/1.0 204 No Content\r\n\r\n", "sent"),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", "status"),
        (b"HTTP/1.1 500 Oops\r\n\r\n", "status"),
        (b"HTTP/1.1 100 Continue\r\n\r\n", "strange"),
        (b"SSH-2.0-OpenSSH_9\r\n", "strange"),
        (b"\r\n", "strange"),
        (b"", "no_answer"),
    ],
)
@awaited
async def test_only_a_yes_counts_as_one(answer: bytes, result: str) -> None:
    async with hooks() as server:
        server.answer = answer
        assert await caller_of(server).call(TARGET, BODY) == result


@awaited
async def test_the_certificate_must_be_for_the_name_and_of_somebody_trusted() -> None:
    async with hooks() as server:
        assert await caller_of(server).call(target_of("https://other.example/"), BODY) == "tls"
        assert await caller_of(server, trusts=None).call(TARGET, BODY) == "tls"
        assert not server.requests


@awaited
async def test_without_tls_nothing_is_said() -> None:
    heard = b""

    async def plain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal heard
        heard = await reader.read(2000)
        writer.write(OK)
        with suppress(OSError):
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(plain, HERE, 0)
    async with server, hooks() as found:
        found.port = server.sockets[0].getsockname()[1]
        assert await caller_of(found).call(TARGET, BODY) == "tls"
    assert BODY not in heard and b"secret-part" not in heard
