"""Several moves of one choice at once: all are written or none, once, and nothing is found out by trying."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.render.page import Choice, page_for
from farmstead.server.table.entries import Moved
from tests.server.asking import BOT, DEVICE, ME, OPEN, Browser, Doorstep, opened
from tests.server.playing import everything, started
from tests.server.stores import awaited

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"
CHOICE = 3  # moves that make one choice


class Chosen:
    """Some moves of a seat, one after the other without chance or others in between, not made yet."""

    def __init__(self, code: str, seat: int, decision: int, moves: list[str]) -> None:
        self.place = f"/tables/{code}/moves/together"
        self.one = f"/tables/{code}/moves"
        self.code, self.seat, self.decision, self.moves = code, seat, decision, moves

    def body(self, *moves: str, seat: int | None = None, decision: int | None = None) -> dict[str, Any]:
        return {
            "seat": self.seat if seat is None else seat,
            "decision": decision or self.decision,
            "moves": list(moves) or self.moves,
        }

    def single(self, n: int) -> dict[str, Any]:
        return {"seat": self.seat, "decision": self.decision + n, "move": self.moves[n]}


async def a_choice(door: Doorstep, ada: Browser, code: str, seat: int = 0) -> Chosen:
    """Found by making moves and taking them back; what leads there is chosen as it comes."""
    for n in range(300):
        while (await ada.look(code, seat))["decision"] is None:
            await asyncio.sleep(0.01)  # a bot thinks
        found = await tried_out(ada, code, seat, n)
        if len(found) == CHOICE:
            again = await ada.look(code, seat)
            return Chosen(code, seat, again["decision"], found)
    raise AssertionError("no choice takes several moves")


async def tried_out(ada: Browser, code: str, seat: int, n: int) -> list[str]:
    """Up to so many moves that could be taken back again, and were."""
    made: list[str] = []
    for _ in range(CHOICE):
        before = await ada.look(code, seat)
        if before["decision"] is None:
            break
        move = before["legal"][n % len(before["legal"])]
        body = {"seat": seat, "decision": before["decision"], "move": move}
        await ada.post(f"/tables/{code}/moves", **body)
        after = await ada.look(code, seat)
        if after["undo"] <= before["undo"]:
            return []
        made.append(move)
    if len(made) == CHOICE:
        now = await ada.look(code, seat)
        await ada.post(f"/tables/{code}/undo", seat=seat, decision=now["next"], choices=CHOICE)
    return made


async def alone(door: Doorstep, game: str) -> tuple[Browser, Chosen]:
    ada = await door.visitor("Ada")
    seats = [ME] if game == WALNUT else [ME, BOT]
    code = (await ada.make(game, *seats))["code"]
    return ada, await a_choice(door, ada, code)


@pytest.mark.parametrize("game", [WALNUT, VALLEY])
def test_all_are_written_each_as_an_entry_of_its_own(tmp_path: Path, game: str) -> None:
    @awaited
    async def test() -> None:
        async with opened(tmp_path) as door:
            ada, chosen = await alone(door, game)
            before = await ada.look(chosen.code, 0)
            done = await ada.post(chosen.place, **chosen.body())
            assert not done["again"] and done["number"] >= before["number"] + CHOICE
            heard = (await ada.get(f"/tables/{chosen.code}/news", seat=0, since=before["number"]))["heard"]
            numbers = [before["number"] + n for n in range(1, CHOICE + 1)]
            assert [each["news"]["number"] for each in heard[:CHOICE]] == numbers
            assert [each["news"]["move"] for each in heard[:CHOICE]] == chosen.moves

    test()


@awaited
async def test_sent_again_they_are_made_once_also_at_the_same_moment(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, chosen = await alone(door, WALNUT)
        answers = await asyncio.gather(*[ada.post(chosen.place, **chosen.body()) for _ in range(4)])
        assert sorted(answer["again"] for answer in answers) == [False, True, True, True]
        before = await ada.look(chosen.code, 0)
        assert (await ada.post(chosen.place, **chosen.body()))["again"]
        assert (await ada.post(chosen.one, **chosen.single(1)))["again"]
        assert await ada.look(chosen.code, 0) == before


@awaited
async def test_what_was_made_of_them_before_is_not_made_twice(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, chosen = await alone(door, WALNUT)
        await ada.post(chosen.one, **chosen.single(0))
        before = (await ada.look(chosen.code, 0))["number"]
        done = await ada.post(chosen.place, **chosen.body())
        assert done == {"number": before + CHOICE - 1, "again": False}
        assert (await ada.post(chosen.place, **chosen.body()))["again"]
        assert (await ada.look(chosen.code, 0))["number"] == before + CHOICE - 1


@awaited
async def test_a_decision_that_was_made_otherwise_or_taken_back_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, chosen = await alone(door, WALNUT)
        await ada.refused("POST", chosen.place, 409, "decision_ahead", **chosen.body(decision=999))
        await ada.post(chosen.one, **chosen.single(0))
        now = await ada.look(chosen.code, 0)
        await ada.post(f"/tables/{chosen.code}/undo", seat=0, decision=now["next"], choices=1)
        before = await ada.look(chosen.code, 0)
        problem = await ada.refused("POST", chosen.place, 409, "decision_made", **chosen.body())
        assert problem["tried"] == chosen.moves[1] and problem["args"]["decision"] == chosen.decision + 1
        assert await ada.look(chosen.code, 0) == before


@awaited
async def test_one_that_is_forbidden_is_named_and_none_is_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, chosen = await alone(door, WALNUT)
        before = await ada.look(chosen.code, 0)
        for n in range(CHOICE):
            moves = [*chosen.moves[:n], "fly to the moon", *chosen.moves[n + 1 :]]
            body = chosen.body(*moves)
            problem = await ada.refused("POST", chosen.place, 422, "unknown_verb", **body)
            assert "fly to the moon" in problem["tried"]
            assert problem["args"]["decision"] == chosen.decision + n
        problem = await ada.ask(
            "POST", chosen.place, 422, json=chosen.body(*chosen.moves[:2], "start church")
        )
        assert problem["rule"].startswith("WG ") and problem["args"]["decision"] == chosen.decision + 2
        assert await ada.look(chosen.code, 0) == before
        assert (await ada.get(f"/tables/{chosen.code}/news", seat=0, since=before["number"]))["heard"] == []
        assert not (await ada.post(chosen.place, **chosen.body()))["again"]


@pytest.mark.parametrize("game", [WALNUT, VALLEY])
def test_what_chance_would_bring_cannot_be_found_out(tmp_path: Path, game: str) -> None:
    """After a move that cannot be taken back every other is refused in the same words; none is made."""

    @awaited
    async def test() -> None:
        async with opened(tmp_path) as door:
            ada = await door.visitor("Ada")
            code = (await ada.make(game, ME, OPEN))["code"]
            ben = await door.visitor("Ben")
            await ben.post(f"/tables/{code}/seats/1")
            found = 0
            for n in range(60):
                seat = (await ada.look(code))["to_act"][0]
                who = (ada, ben)[seat]
                found += await is_hidden(who, code, seat, n)
            assert found > 5

    test()


async def is_hidden(who: Browser, code: str, seat: int, n: int) -> bool:
    """Make a move; whether it bound the seat, and had been refused before with anything after it."""
    before = await who.look(code, seat)
    move = before["legal"][n % len(before["legal"])]
    body = {"seat": seat, "decision": before["decision"]}
    place = f"/tables/{code}/moves/together"
    guesses = [move, "pass", "lay 1 at 0,0 turn 0"]
    answers = [
        await who.http.post(f"/api{place}", json={**body, "moves": [move, guess]}) for guess in guesses
    ]
    after_tries = await who.look(code, seat)
    if after_tries != before:  # two that could be made together
        return False
    await who.post(f"/tables/{code}/moves", **body, move=move)
    after = await who.look(code, seat)
    if after["undo"] > before["undo"] and after["decision"] is not None:
        return False
    assert [answer.status_code for answer in answers] == [409] * len(guesses)
    assert {answer.json()["key"] for answer in answers} == {"not_together"}
    return True


@awaited
async def test_in_a_season_for_all_at_once_nobody_makes_mine_stale(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = (await ada.make(WALNUT, ME, OPEN))["code"]
        await ben.post(f"/tables/{code}/seats/1")
        for _ in range(300):
            to_act = (await ada.look(code))["to_act"]
            found = await tried_out(ada, code, 0, 0) if to_act == [0, 1] else []
            if len(found) == CHOICE and (await ada.look(code))["to_act"] == [0, 1]:
                break
            to_act = (await ada.look(code))["to_act"]
            await (ada, ben)[to_act[0]].move(code, to_act[0])
        else:
            raise AssertionError("the two never decide at the same time")
        chosen = Chosen(code, 0, (await ada.look(code, 0))["decision"], found)
        await ben.move(code, 1)
        assert not (await ada.post(chosen.place, **chosen.body()))["again"]


@awaited
async def test_only_for_a_seat_that_is_in_ones_hands(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = (await ada.make(WALNUT, ME, DEVICE))["code"]
        body = {"seat": 0, "decision": 1, "moves": ["start church", "done"]}
        place = f"/tables/{code}/moves/together"
        await ada.refused("POST", place, 403, "not_handed_over", **body)
        await ben.refused("POST", place, 403, "not_yours", **body)
        for bad in ([], ["done"] * 13, ["done", ""], "done", None):
            await ada.refused("POST", place, 400, "bad_message", **{**body, "moves": bad})


@awaited
async def test_they_count_as_so_many_moves(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.05) as door:  # six moves at once
        ada = await door.visitor("Ada")
        code = (await ada.make(WALNUT, ME))["code"]
        body = {"seat": 0, "decision": 1, "moves": ["start church", *["done"] * 8]}
        await ada.refused("POST", f"/tables/{code}/moves/together", 429, "too_many", **body)


# ---- what the page sends ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [WALNUT, VALLEY])
def test_every_choice_of_the_page_can_be_sent_at_once(game: str) -> None:
    owner = started(game, "ada", "ben")
    page, several = page_for(shelf.game(game)), 0
    for n in range(70):
        if not owner.live.to_act():
            break
        seat = owner.live.to_act()[0]
        position = owner.live.position(seat)
        assert position.view is not None and position.decision is not None
        choices = page.choices(position.view, position.legal)
        for choice in choices[:: max(1, len(choices) // 12)]:
            moves = sent(choices, choice)
            numbered = enumerate(moves, position.decision)
            owner.live.check(*[Moved(seat, decision, move) for decision, move in numbered])
            several += len(moves) > 1
        owner.move(seat, n)
    assert several > 20 or game == WALNUT


def sent(choices: list[Choice], choice: Choice) -> list[str]:
    """As selection.js has it: without the moves that are made by themselves."""
    found: list[str] = []
    for n, move in enumerate(choice.moves):
        alike = [each for each in choices if each.moves[:n] == choice.moves[:n]]
        if n == 0 or len({each.moves[n : n + 1] for each in alike}) > 1:
            found.append(move)
    return found


def test_only_moves_of_one_seat_one_after_the_other_are_written_at_once() -> None:
    owner = started(WALNUT, "ada", "ben")
    seat = owner.live.to_act()[0]
    position = owner.live.position(seat)
    assert position.decision is not None
    first = Moved(seat, position.decision, position.legal[0])
    before = everything(owner.live)
    for other in (
        Moved(1 - seat, position.decision + 1, "done"),
        Moved(seat, position.decision, "done"),
        Moved(seat, position.decision + 2, "done"),
        Moved(seat, position.decision + 1, "done", "client"),
    ):
        with pytest.raises(ValueError, match="one seat's"):
            owner.live.check(first, other)
    assert everything(owner.live) == before
