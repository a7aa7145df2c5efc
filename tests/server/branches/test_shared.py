"""Branches at two servers that share a database, and comparisons of what comes of them."""

from __future__ import annotations

from pathlib import Path

from farmstead.server.branches.compare import parted_at, stepped
from farmstead.server.replay.messages import PartOut, StudyOut
from scripts.postgres import Cluster
from tests.server.asking import opened
from tests.server.branches.test_branches import GROVE, VALLEY_OF_TWO, branched, kept
from tests.server.branching import record_of, told
from tests.server.neighbouring import at_door, several
from tests.server.replay.test_recorded_games import body_of, with_checksum
from tests.server.stores import awaited

WITH_COINS = "walnut-grove-2-german-100"


@awaited
async def test_a_branch_is_the_same_at_both_servers(tmp_path: Path, postgres: Cluster) -> None:
    async with several(tmp_path, postgres.database()) as doors:
        ada = await doors[0].visitor("Ada")
        there = await at_door(doors[1], ada)
        name = await kept(doors[0], VALLEY_OF_TWO)
        moves = record_of(told(VALLEY_OF_TWO)).moves
        ply = next(n for n, (_, move) in enumerate(moves) if move.startswith("roll"))
        code = (await branched(ada, name, ply=ply, luck="chosen"))["code"]
        assert (await there.look(code))["luck"] == "round 1 roll"
        await there.post(f"/tables/{code}/luck", event="round 1 roll", dice="HHHSSS")
        again = await ada.post(f"/tables/{code}/luck", event="round 1 roll", dice="HHHSSS")
        assert again["again"]
        assert await ada.look(code) == await there.look(code)
        listed = (await there.get(f"/studies/{name}/branches"))["branches"]
        assert [each["code"] for each in listed] == [code]


def a_study(length: int, *parts: tuple[int, str]) -> StudyOut:
    found = tuple([PartOut(*part) for part in parts])
    return StudyOut("r", "", "", "", (), 1, "", (), (), None, False, (), length, (), (), (), (), found, ())


def test_games_step_together_part_by_part() -> None:
    one = a_study(9, (0, "spring"), (4, "summer"), (8, "winter"))
    other = a_study(7, (0, "spring"), (6, "summer"))
    steps, parts = stepped(2, one, other)
    assert steps == ((2, 2), (3, 3), (3, 4), (3, 5), (4, 6), (5, 7), (6, 7), (7, 7), (8, 7), (9, 7))
    assert [(part.step, part.words) for part in parts] == [(1, "spring"), (4, "summer"), (8, "winter")]
    assert parted_at("abcd", "abxd") == 2 and parted_at("ab", "abc") == 2 and parted_at("", "a") == 0


@awaited
async def test_any_two_of_the_same_game_are_compared(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        name, grove = await kept(door, VALLEY_OF_TWO), await kept(door, GROVE)
        other = await kept(door, "sunflower-valley-2-standard-1")
        more = await kept(door, "sunflower-valley-3-standard-0")
        code = (await branched(ada, name, ply=33, title="What if"))["code"]
        found = await ada.get(f"/studies/{name}/compare/{code}")
        assert found["parted"] >= 33 and found["other"]["running"] and found["other"]["title"] == "What if"
        assert found["steps"][-1] == [found["one"]["length"], found["other"]["length"]]
        assert (await ada.get(f"/studies/{name}/compare/{other}"))["parted"] < 33
        assert (await ada.get(f"/studies/{name}/compare/{name}"))["steps"] == [[found["one"]["length"]] * 2]
        for wrong in (grove, more):
            await ada.refused("GET", f"/studies/{name}/compare/{wrong}", 409, "other_game")


@awaited
async def test_a_guess_beside_a_running_game_is_not_told_whether_it_is_right(tmp_path: Path) -> None:
    lines = body_of(told(WITH_COINS)).splitlines()
    coin = lines.index("* coin silver")
    right = [*lines[: coin + 1], "= unfinished", ""]
    guesses = [right, [*lines[:coin], "* coin copper", "= unfinished", ""]]
    ply = coin + 1 - lines.index("* board yellow")
    async with opened(tmp_path) as door:
        ada, bo = await door.visitor("Ada"), await door.visitor("Bo")
        code = (await branched(ada, await kept(door, WITH_COINS), ply=ply))["code"]
        names = [
            (await bo.post("/studies", 201, text=with_checksum("\n".join(guess))))["name"]
            for guess in guesses
        ]
        beside = [await bo.get(f"/studies/{name}/compare/{code}") for name in names]
        assert [each["parted"] for each in beside] == [ply, ply]  # only its owner saw which coin it was
        assert (await bo.get(f"/studies/{names[0]}/compare/{names[1]}"))["parted"] == ply - 1
