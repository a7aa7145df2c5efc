"""Nothing that anybody receives is not theirs to know; and what would be is found.

Games are played through the server's door by everybody who can come to it, and every byte they receive is
kept: pages, pictures, answers, streams and errors. `leaks/search.py` looks through it in two ways.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from farmstead.server.core import Core
from tests.server.asking import DEVICE, ME, PROGRAM
from tests.server.asking import opened as doorstep
from tests.server.leaks import script
from tests.server.leaks.looks import CHANNELS as EVERYTHING
from tests.server.leaks.planting import CHANNELS, Planter, sign
from tests.server.leaks.receiver import Kept, Receiver
from tests.server.leaks.script import (
    VALLEY,
    WALNUT,
    Script,
    Twins,
    found,
    giving,
    turned,
    with_another_gift,
    with_other_coins,
)
from tests.server.leaks.search import Leak, Moment, before, differences, secrets_in
from tests.server.leaks.wire import Credentials
from tests.server.leaks.world import NAMES, SPECTATOR, Who, World
from tests.server.leaks.worlds import no_matter, played
from tests.server.serving import running

TWO: Sequence[Who] = ("person", "person")
THREE: Sequence[Who] = ("person", "person", "program")
FOUR: Sequence[Who] = ("person", "device", "person", "program")
AFTERWARDS = 3  # choices that are made after a secret has come into the world


SEEN = ("position", "news", "board", "preview", "study", "frames", "compare", "download")
AT_THE_END = ("position", "record", "table", "export")


def both(
    folder: Path,
    one: Script,
    other: Script,
    seating: Sequence[Who],
    channels: Sequence[str],
    begun: Callable[[Core], object] = no_matter,
) -> tuple[World, World]:
    """Two worlds, and what all see in these channels when their scripts have been played."""
    return (
        played(folder / "one", one, seating, channels, begun),
        played(folder / "other", other, seating, channels, begun),
    )


def check_twins(
    twins: Twins, one: World, other: World, shown: set[str], upto: Moment = World.before_end
) -> None:
    """Only the owner of a secret can tell the worlds apart, and nobody got what nobody may have."""
    owner = NAMES[twins.owner]
    leaks = differences(one, other, upto)
    assert [str(leak) for leak in leaks if leak.receiver != owner] == []
    assert shown <= {leak.channel for leak in leaks if leak.receiver == owner}
    assert [str(leak) for leak in secrets_in(one) + secrets_in(other)] == []


# ---- whole games -------------------------------------------------------------------------------------------


@pytest.mark.more
@pytest.mark.parametrize(
    ("seating", "owner", "seed", "choices"),
    [(TWO, 0, 44, 142), (FOUR, 0, 41, 100)],
    ids=["two people", "four with two on one device and a program"],
)
def test_in_a_whole_game_nobody_learns_what_coins_another_has(
    seating: Sequence[Who], owner: int, seed: int, choices: int, tmp_path: Path
) -> None:
    """The whole game is played, and as much of its twin as there is time for.

    Slow: two whole games are played, and all that anybody receives is kept.
    """
    twins = found(len(seating), owner, with_other_coins, seed)
    one, other = both(tmp_path, twins.one, twins.other.until(choices + 1), seating, AT_THE_END)
    assert one.is_over
    check_twins(twins, one, other, {"stream"}, before(choices))


@pytest.mark.more
@pytest.mark.parametrize("seating", [TWO, ("person", "device", "program")], ids=["two", "three"])
def test_whole_games_in_which_all_lies_open_hold_no_secret_of_the_server(
    seating: Sequence[Who], tmp_path: Path
) -> None:
    """Slow: whole games are played, and all that anybody receives is kept."""
    game = script.played(VALLEY, len(seating), 1, script.anyhow)
    world = played(tmp_path / "one", game, seating, [*AT_THE_END, "static"])
    assert world.is_over
    assert secrets_in(world) == []


# ---- one secret at a time ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "seed", "channels"),
    [
        pytest.param(1, 22, EVERYTHING, id="another on the device"),
        pytest.param(2, 18, SEEN, id="another person", marks=pytest.mark.more),
    ],
)
def test_coins_are_known_to_the_seat_that_drew_them(
    owner: int, seed: int, channels: Sequence[str], tmp_path: Path
) -> None:
    """Slow: two games are played, and all that anybody receives is kept."""
    twins = found(4, owner, with_other_coins, seed)
    twins = twins.until(twins.since + AFTERWARDS)
    one, other = both(tmp_path, twins.one, twins.other, FOUR, channels)
    check_twins(twins, one, other, {"stream", "position", "news", "board", "study"})


@pytest.mark.parametrize(
    ("verb", "seating", "owner", "seed"),
    [("toll", TWO, 1, 10), ("throw", TWO, 1, 5), ("keep", THREE, 0, 5), ("give", THREE, 1, 2)],
)
def test_nobody_sees_which_coin_somebody_gives_up(
    verb: str, seating: Sequence[Who], owner: int, seed: int, tmp_path: Path
) -> None:
    """Slow: two games are played, and all that anybody receives is kept."""
    twins = found(len(seating), owner, with_another_gift(verb), seed, giving(verb), choices=34)
    twins = twins.until(twins.since + AFTERWARDS)
    one, other = both(tmp_path, twins.one, twins.other, seating, ["position", "news"])
    check_twins(twins, one, other, {"stream", "news"})


@pytest.mark.parametrize(
    ("game", "event"),
    [(WALNUT, "year 1 autumn seat 1 coin 1"), (WALNUT, "year 2 disc"), (VALLEY, "round 2 roll")],
)
def test_nobody_knows_what_chance_will_bring(game: str, event: str, tmp_path: Path) -> None:
    whole = script.played(game, 2, 44, script.thrifty if game == WALNUT else script.anyhow)
    here, there = script.with_another_future(whole, event)
    one, other = both(tmp_path, here, there, TWO, ["position", "news"])
    assert differences(one, other, before(len(here.choices) - 1)) == []
    now = {leak.receiver for leak in differences(one, other)}
    assert now == ({NAMES[0]} if " coin " in event else set(one.receivers))


@pytest.mark.parametrize("seed", range(20, 32))
def test_what_happens_by_itself_tells_nothing(seed: int) -> None:
    """A seat that must pay with coins has one choice if they are all alike, and more if they are not."""
    game = script.played(WALNUT, 2, seed, script.anyhow)
    for event in [name for name in game.luck if " coin " in name]:
        other = replace(game, luck={**game.luck, event: turned(game.luck[event], 1)})
        with suppress(script.Impossible):  # from here on the coins are seen, or another one is given
            for one, twin in zip(script.steps(game), script.steps(other), strict=True):
                if one.state.to_act():
                    assert one.state.view(None) == twin.state.view(None), event


# ---- what the search finds ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def short() -> Twins:
    """A coin is drawn, and a little later it is over."""
    twins = found(2, 0, with_other_coins, 44)
    return twins.until(twins.since + 2)


@pytest.fixture(scope="module")
def planted(short: Twins, tmp_path_factory: pytest.TempPathFactory) -> list[Leak]:
    """What is found for others than the owner when coins are planted everywhere."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        planter = Planter(monkeypatch, short.owner)
        for channel in CHANNELS:
            planter.plant(channel)
        folder = tmp_path_factory.mktemp("planted")
        one, other = both(folder, short.one, short.other, TWO, EVERYTHING, planter.meet)
    return [leak for leak in differences(one, other) if leak.receiver != NAMES[short.owner]]


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_coin_planted_in_a_channel_is_found_there(channel: str, planted: list[Leak]) -> None:
    assert [leak for leak in planted if leak.channel == channel and sign(channel) in leak.what]


@pytest.fixture(scope="module")
def world(short: Twins, tmp_path_factory: pytest.TempPathFactory) -> World:
    """One in which nothing is planted."""
    return played(tmp_path_factory.mktemp("world") / "one", short.one, TWO, [])


def as_text(key: bytes) -> bytes:
    return json.dumps({"key": key.decode("latin-1")}).encode()


WRITTEN: dict[str, Callable[[bytes], bytes]] = {
    "raw": bytes,
    "hex": lambda key: key.hex().encode(),
    "base64": base64.b64encode,
    "base64 for links": base64.urlsafe_b64encode,
    "base64 with something before it": lambda key: base64.b64encode(b"key:" + key + b"."),
    "base64 with more before it": lambda key: base64.b64encode(b"a key" + key),
    "json": as_text,
    "numbers": lambda key: json.dumps(list(key)).encode(),
    "a number": lambda key: str(int.from_bytes(key, "big")).encode(),
}


@pytest.mark.parametrize("how", WRITTEN)
def test_a_key_is_found_however_it_is_written(how: str, world: World) -> None:
    assert leaks_with(world, WRITTEN[how](world.key)) == [Leak(SPECTATOR, "table", "GET", "a table's key")]
    assert leaks_with(world, WRITTEN[how](world.secret)) == [
        Leak(SPECTATOR, "table", "GET", "the server's secret")
    ]


def test_cookies_tokens_and_codes_of_others_are_found(world: World) -> None:
    others = [text for text, owners in world.private.items() if SPECTATOR not in owners]
    assert len(others) == len(world.private) - 1
    for text in others:
        assert leaks_with(world, b"..." + text.encode() + b"...")
    own = next(text for text, owners in world.private.items() if SPECTATOR in owners)
    assert not leaks_with(world, own.encode())


def leaks_with(world: World, planted: bytes) -> list[Leak]:
    """What the search says when a spectator has received this."""
    answers = world.receivers[SPECTATOR].answers
    answers.append(Kept("table", "GET", planted))
    try:
        return secrets_in(world)
    finally:
        answers.pop()


# ---- doors beside the door ---------------------------------------------------------------------------------


def test_a_program_has_no_seat_at_another_table(tmp_path: Path) -> None:
    async def go() -> None:
        async with doorstep(tmp_path) as core:
            ada, ben = await core.people("Ada", "Ben")
            elsewhere = await ben.make(WALNUT, ME, PROGRAM)
            table = await ada.make(WALNUT, ME, PROGRAM)
            program = await core.visitor(token=elsewhere["invitations"][1])
            seen = await program.get(f"/tables/{table['code']}")
            assert seen["holder"] is None
            assert [seat["mine"] for seat in seen["seats"]] == [False, False]

    asyncio.run(go())


def test_where_nobody_may_look_on_handing_over_shows_nothing(tmp_path: Path) -> None:
    async def go() -> None:
        async with doorstep(tmp_path) as core:
            ada, ben = await core.people("Ada", "Ben")
            table = await ada.make(WALNUT, ME, DEVICE, spectators=False)
            await ben.refused("POST", f"/tables/{table['code']}/hand", 403, "not_yours", seat=None)

    asyncio.run(go())


def test_when_nobody_may_look_on_any_more_streams_end(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(tmp_path) as server:
            port = int(server.url.rpartition(":")[2])
            ada = Receiver("Ada", port, Credentials())
            answer = await ada.ask("me", "PUT", "/api/me", {"name": "Ada"})
            cookie = answer.head.partition(b"farmstead=")[2].partition(b";")[0].decode()
            ada.who = Credentials(cookie)
            wish = {"game": WALNUT, "seats": [{"who": "me"}, {"who": "device"}]}
            table = (await ada.done("table", "POST", "/api/tables", wish))["table"]["code"]
            stranger = Receiver("stranger", port, Credentials())
            await stranger.listen(f"/api/tables/{table}/stream")
            await ada.done("table", "PATCH", f"/api/tables/{table}", {"spectators": False})
            stream = stranger.stream
            assert stream is not None
            await stream.until(lambda: bool(stream.heard["end"] or stream.heard["table"]))
            await stranger.hang_up()
            assert stream.heard["end"] and not stream.heard["table"]

    asyncio.run(go())
