"""Reviews at a server: made once, in the background, for whoever may see the game; the same each time."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.agents.review import Review, reviewed, story_of
from farmstead.cli import main
from farmstead.engine.record import re_execute, read_record, write_record
from farmstead.render import drawing_for
from farmstead.reviews.document import document
from farmstead.reviews.sentences import ReviewText
from farmstead.reviews.stored_form import from_text, to_text
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.replay.recorded_games import digest_of, keep
from farmstead.server.reviews import actions as reviews
from farmstead.server.reviews.mistakes import favourite_mistakes
from farmstead.server.reviews.worker import ReviewWorker, plan_of, settings_for
from farmstead.server.store import Loss, ReviewKey, ReviewWish, ReviewWork, Store
from scripts.screenshots.reviewed import TRIES, keep_review, record_of, review_of, work_of
from tests.server.asking import ME, OPEN, Browser, Doorstep, opened
from tests.server.finishing import NOON, Wall, play_on, table_of
from tests.server.hubs import VALLEY
from tests.server.stores import awaited

FEW = 4  # tries
PATIENCE = 300.0  # seconds: some machines are slow


def short_text(moves: int = 1) -> str:
    """The beginning of a game: quickly reviewed."""
    whole = read_record(record_of("valley").encode())
    return write_record(re_execute(whole, shelf.game_for, moves))


def found_by_hand(text: str, tries: int = FEW) -> str:
    plan = plan_of(ReviewWork(ReviewKey("", ""), text, None, 0), tries)
    return to_text(reviewed(plan, story_of(plan)))


async def bring(visitor: Browser, text: str) -> str:
    name: str = (await visitor.post("/studies", 201, text=text))["name"]
    return name


async def until(ada: Browser, name: str, *states: str) -> Any:
    """How a review is once it has come to one of these states."""
    async with asyncio.timeout(PATIENCE):
        while (now := await ada.get(f"/studies/{name}/review"))["state"] not in states:
            await asyncio.sleep(0.05)
    return now


async def process_of(core: Core) -> int:
    """That makes a review now."""
    async with asyncio.timeout(PATIENCE):
        while (pid := core.get(ReviewWorker).pid()) is None:
            await asyncio.sleep(0.01)
    return pid


async def stored_result(core: Core, text: str) -> str:
    return (await core.store.reviews.result(ReviewKey(digest_of(text), core.get(ReviewWorker).settings)))[2]


@asynccontextmanager
async def quiet(folder: Path, **settings: Any) -> AsyncIterator[Doorstep]:
    """A server that makes no reviews by itself: another leads, as it were."""
    async with opened(folder, review_tries=FEW, **settings) as door:
        task = next(each for each in door.core._leading if each.get_name() == "making reviews")
        task.cancel()
        yield door


# ---- how it is made ----------------------------------------------------------------------------------------


@awaited
async def test_a_review_is_made_once_and_is_the_same_when_its_process_is_killed(tmp_path: Path) -> None:
    text = short_text()
    async with opened(tmp_path, review_tries=FEW) as door:
        ada, ben = await door.people("Ada", "Ben")
        name = await bring(ada, text)
        assert (await ada.get(f"/studies/{name}/review"))["state"] == "none"
        await ada.post(f"/studies/{name}/review")
        os.kill(await process_of(door.core), signal.SIGKILL)
        done = await until(ada, name, "done", "failed")
        assert done["state"] == "done" and done["wanted"] and done["done"] == done["whole"]
        first = await stored_result(door.core, text)
        again = await ben.post(f"/studies/{name}/review")  # it is there already
        assert again["state"] == "done" and again["found"] == done["found"] and again["wanted"]
    assert first == found_by_hand(text)
    async with opened(tmp_path, review_tries=FEW) as door:
        assert await stored_result(door.core, text) == first


@pytest.mark.more
@awaited
async def test_what_was_begun_when_a_server_was_stopped_is_made_by_the_next(tmp_path: Path) -> None:
    text = short_text()
    async with quiet(tmp_path) as door:
        ada = await door.visitor("Ada")
        cookies = ada.http.cookies
        name = await bring(ada, text)
        await ada.post(f"/studies/{name}/review")
        key = ReviewKey(digest_of(text), door.core.get(ReviewWorker).settings)
        assert await door.core.store.reviews.note(key, 3, 9)  # it is being made
        now = await ada.get(f"/studies/{name}/review")
        assert (now["state"], now["done"], now["whole"]) == ("working", 3, 9)
    async with opened(tmp_path, review_tries=FEW) as door:
        ada = await door.visitor()
        ada.http.cookies = cookies
        assert (await until(ada, name, "done", "failed"))["state"] == "done"


@awaited
async def test_what_nobody_wants_is_not_made(tmp_path: Path) -> None:
    async with quiet(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        name = await bring(ada, short_text())
        for each in (ada, ben):
            await each.post(f"/studies/{name}/review")
        key = ReviewKey(digest_of(short_text()), door.core.get(ReviewWorker).settings)
        assert (await ada.ask("DELETE", f"/studies/{name}/review"))["state"] == "waiting"
        assert await door.core.store.reviews.note(key, 1, 9)  # Ben still wants it
        assert (await ben.ask("DELETE", f"/studies/{name}/review"))["state"] == "none"
        assert not await door.core.store.reviews.note(key, 2, 9)
        assert await door.core.store.reviews.work(key) is None
        await ben.refused("DELETE", f"/studies/{name}/review", 404, "no_review")


@awaited
async def test_each_waits_for_a_few_at_a_time(tmp_path: Path) -> None:
    async with quiet(tmp_path, pace=1.0) as door:
        ada, ben = await door.people("Ada", "Ben")
        names = [await bring(ada, short_text(moves)) for moves in (1, 2, 3, 4)]
        for n, name in enumerate(names[:3]):
            assert (await ada.post(f"/studies/{name}/review"))["ahead"] == n
        await ada.post(f"/studies/{names[0]}/review")  # again is no more
        await ada.refused("POST", f"/studies/{names[3]}/review", 429, "reviews_waiting")
        assert (await ben.post(f"/studies/{names[3]}/review"))["ahead"] == 1  # people take turns
        assert (await ada.get(f"/studies/{names[1]}/review"))["ahead"] == 2
        stranger = await door.visitor()
        await stranger.refused("POST", f"/studies/{names[3]}/review", 401, "no_player")
        assert (await stranger.get(f"/studies/{names[3]}/review"))["wanted"] is False


@awaited
async def test_a_review_that_kills_its_process_again_and_again_is_given_up(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "games.db") as store:
        ada = await store.players.create("Ada")
        key = ReviewKey("digest", settings_for(FEW))
        await store.reviews.ask(key, "record", None, ReviewWish(ada.id, None, "r1"))
        for n in range(3):
            work = await store.reviews.work(key)
            assert work is not None and work.tries == n
            await store.reviews.note_death(key, 3)
        row = await store.reviews.find(*key)
        assert row is not None and row.state == "failed" and await store.reviews.work(key) is None
        await store.reviews.ask(key, "record", None, ReviewWish(ada.id, None, "r1"))  # once more, please
        assert await store.reviews.work(key) is not None


@pytest.mark.more
@awaited
async def test_one_persons_reviews_do_not_hold_up_anothers(tmp_path: Path) -> None:
    """Slow: processes think about several games."""
    async with opened(tmp_path, review_tries=FEW) as door:
        ada, ben = await door.people("Ada", "Ben")
        texts = [short_text(moves) for moves in (1, 2, 3, 4)]
        names = [await bring(ada, text) for text in texts]
        for name in names[:3]:
            await ada.post(f"/studies/{name}/review")
        await ben.post(f"/studies/{names[3]}/review")
        for name in names:
            assert (await until(ada, name, "done", "failed"))["state"] == "done"
        settings = door.core.get(ReviewWorker).settings
        rows = [await door.core.store.reviews.find(digest_of(text), settings) for text in texts]
        ended = [row.ended or 0 for row in rows if row is not None]
        assert sorted(range(4), key=ended.__getitem__) == [0, 3, 1, 2]


@awaited
async def test_whatever_goes_wrong_with_a_review_the_next_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with quiet(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        names = [await bring(ada, short_text(moves)) for moves in (1, 2)]
        await ada.post(f"/studies/{names[0]}/review")
        reviewing, made = door.core.get(ReviewWorker), type(door.core.get(ReviewWorker))._make

        async def faulty(self: Any, work: ReviewWork) -> None:
            if work.record == short_text(1):
                raise RuntimeError("can't start new thread")
            await made(self, work)

        monkeypatch.setattr(type(reviewing), "_make", faulty)
        async with asyncio.timeout(PATIENCE):
            await reviewing._make_all()
        assert (await ada.get(f"/studies/{names[0]}/review"))["state"] == "failed"
        await ben.post(f"/studies/{names[1]}/review")
        await reviewing._make_all()
        assert (await ben.get(f"/studies/{names[1]}/review"))["state"] == "done"


# ---- what it says ------------------------------------------------------------------------------------------


@awaited
async def test_the_figures_are_those_of_the_command_line(tmp_path: Path, capsys: Any) -> None:
    async with quiet(tmp_path) as door:
        ada = await door.visitor("Ada")
        player = (await door.core.people.known(ada.http.cookies["farmstead"])).player  # type: ignore[union-attr]
        name = await keep_review(door.core, Visitor("127.0.0.1", player), "valley")
        found = (await ada.get(f"/studies/{name}/review"))["found"]
    plan = plan_of(work_of("valley"), TRIES)
    story = story_of(plan)
    seats = [f"Seat {seat + 1}" for seat in range(2)]
    told = ReviewText(from_text(review_of("valley")), story, drawing_for(story.game), seats)
    whole: Any = document(told)
    assert found["scores"] == whole["scores"] == [40, 41]
    for one, other in zip(found["decisions"], whole["decisions"], strict=True):
        assert (one["ply"] + 1, one["seat"] + 1) == (other["move"], other["seat"])
        assert (one["lost"], one["error"], one["kind"]) == (other["lost"], other["error"], other["kind"])
        assert (one["made"]["move"], one["best"]["move"]) == (other["made"], other["best"])
    for one, other in zip(found["lucks"], whole["luck"], strict=True):
        assert one["gains"] == list(other["gains"].values()) and one["name"] == other["name"]
    for one, other in zip(found["turnings"], whole["turning_points"], strict=True):
        assert (one["lost"], one["error"]) == (other["lost_to_the_end"], other["error_to_the_end"])
        assert [step["move"] for step in one["better"]] == other["plan"] and one["sentence"]
    for one, other in zip(found["totals"], whole["totals"], strict=True):
        assert (one["lost"], one["luck"], one["decisions"]) == (
            other["lost"],
            other["luck"],
            other["decisions"],
        )
    assert [each["points"] for each in found["expected"]] == [each["points"] for each in whole["expected"]]
    assert found["standing"][-1]["lines"][1]["total"] == 41
    late = ["--from", "162", "--iterations", str(TRIES), "--jobs", "1", "--json"]
    assert main(["review", str(Path("docs/valley.record").absolute()), *late]) == 0
    by_command = json.loads(capsys.readouterr().out)["decisions"]
    assert by_command == [each for each in whole["decisions"] if each["move"] >= 162]


def test_each_seats_own_turning_points_are_the_dearest_of_that_seat() -> None:
    review = from_text(review_of("valley"))
    assert to_text(review) == review_of("valley") and len(review.own) == 2
    for seat, own in enumerate(review.own):
        assert {one.decision.seat for one in own} <= {seat} and len(own) <= 3
        losses = [one.measure.loss for one in own]
        assert losses == sorted(losses, reverse=True)
        general = [one for one in review.turnings if one.decision.seat == seat]
        assert len(own) == 3 or all(one in own for one in general)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@awaited
async def test_it_is_told_in_every_language(language: str, tmp_path: Path) -> None:
    async with quiet(tmp_path) as door:
        ada = await door.visitor("Ada")
        player = await door.core.store.players.create("Dora")
        for game in ("valley", "game"):
            name = await keep_review(door.core, Visitor("127.0.0.1", player), game)
            answer = await ada.http.get(f"/review/{name}", headers={"accept-language": language})
            assert answer.status_code == 200 and f'lang="{language}"' in answer.text
            assert answer.text.count('class="card turning"') == 3
            found = (await ada.get(f"/studies/{name}/review", lang=language))["found"]
            ply = found["turnings"][0]["ply"]
            board = await ada.get(f"/studies/{name}/review/board", ply=ply, lang=language)
            assert board["step"] == 0 and board["better"] and board["position"]
            last = await ada.get(f"/studies/{name}/review/board", ply=ply, step=board["steps"], lang=language)
            assert last["words"] == found["turnings"][0]["better"][-1]["words"] and not last["better"]
            missing = await ada.http.get(f"/api/studies/{name}/review/board?ply=0")
            assert missing.status_code == 404


@awaited
async def test_at_a_table_of_ones_own_it_begins_with_ones_own_game(tmp_path: Path) -> None:
    async with quiet(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = (await ada.make(VALLEY, ME, OPEN))["code"]
        await ben.post(f"/tables/{code}/seats/1")
        await play_on(door.core, await table_of(door, code))
        await ben.post(f"/studies/{code}/review")
        text: str = await ada.get(f"/tables/{code}/record")
        moves = len(read_record(text.encode()).moves)
        bare = Review(2, None, (0, 1), 0, moves, FEW, (), (), (), (), (0, 0), ((), ()))
        key = ReviewKey(digest_of(text), door.core.get(ReviewWorker).settings)
        assert await door.core.store.reviews.finish(key, to_text(bare), [])
        stranger = await door.visitor()
        for who, current in ((ada, "seat=1"), (ben, "seat=2"), (stranger, "seat=0")):
            shown = (await who.http.get(f"/review/{code}")).text
            assert re.findall(r'href="\?(seat=\d)" aria-current', shown) == [current]
            assert "Ada" in shown and "Ben" in shown
        other = (await ada.http.get(f"/review/{code}?seat=2")).text
        assert re.findall(r'href="\?(seat=\d)" aria-current', other) == ["seat=2"]


# ---- secrets -----------------------------------------------------------------------------------------------


@awaited
async def test_a_running_game_is_not_reviewed(tmp_path: Path) -> None:
    async with quiet(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        table = await ada.make(VALLEY, ME, OPEN)
        await ben.post(f"/tables/{table['code']}/seats/1", 200)
        await play_on(door.core, await table_of(door, table["code"]), 20)
        for who in (ada, ben):
            for method in ("GET", "POST", "DELETE"):
                await who.refused(method, f"/studies/{table['code']}/review", 409, "running")
            page = await who.http.get(f"/review/{table['code']}")
            assert page.status_code == 409 and "turning" not in page.text


@awaited
async def test_the_game_of_the_day_is_reviewed_when_its_day_is_over(tmp_path: Path) -> None:
    wall = Wall(NOON)
    async with opened(tmp_path, clock=wall, review_tries=FEW) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = (await ada.post(f"/daily/{VALLEY}"))["code"]
        await play_on(door.core, await table_of(door, code))
        for who in (ada, ben):
            await who.refused("POST", f"/studies/{code}/review", 403, "daily_closed")
        wall.pass_midnight()
        assert (await ben.get(f"/studies/{code}/review"))["state"] == "none"


# ---- what is kept of it ------------------------------------------------------------------------------------


@awaited
async def test_a_players_wishes_go_with_them_and_so_does_what_only_they_wanted(place: str) -> None:
    async with await Store.open(place) as store:
        ada, ben = await store.players.create("Ada"), await store.players.create("Ben")
        one, both = ReviewKey("one", "s"), ReviewKey("both", "s")
        for key, player in ((one, ada), (both, ada), (both, ben)):
            await store.reviews.ask(key, "record", None, ReviewWish(player.id, None, key.digest))
        assert await store.reviews.finish(one, "found", [Loss(0, "die", 3, 1.5, 0.5, 1)])
        assert not await store.reviews.finish(one, "found otherwise", [])
        assert (await store.reviews.result(one))[2] == "found"
        exported = (await store.players.export(ada.id))["reviews"]
        assert [(each["name"], each["state"]) for each in exported] == [("one", "done"), ("both", "waiting")]
        await store.players.delete(ada.id)
        assert await store.reviews.find(*one) is None
        left = await store.reviews.find(*both)
        assert left is not None and await store.reviews.is_wanted_by(both, ben.id)


@awaited
async def test_a_record_that_is_deleted_takes_its_review_along(tmp_path: Path) -> None:
    async with quiet(tmp_path) as door:
        player = await door.core.store.players.create("Dora")
        visitor = Visitor("127.0.0.1", player)
        name = await keep(door.core, visitor, short_text())
        await reviews.ask(door.core, visitor, name, "en")
        await door.core.store.records.drop(player.id, name)
        assert await door.core.store.reviews.waiting() == 0


@awaited
async def test_favourite_mistakes_add_up_over_the_last_review_of_each_game(tmp_path: Path) -> None:
    async with quiet(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        store, tables = door.core.store, []
        for _ in range(2):
            table = await ada.make(VALLEY, ME, OPEN)
            await ben.post(f"/tables/{table['code']}/seats/1", 200)
            tables.append((await table_of(door, table["code"]), table["code"]))
        player = (await store.seats.of(tables[0][0]))[0].player
        other = (await store.seats.of(tables[0][0]))[1].player
        assert player is not None and other is not None
        found = {
            ("a", "old"): (tables[0], [Loss(0, "die", 9, 90.0, 1.0, 0)]),
            ("a", "new"): (tables[0], [Loss(0, "die", 10, 5.0, 3.0, 6), Loss(1, "die", 1, 50.0, 1.0, 0)]),
            ("b", "new"): (tables[1], [Loss(0, "die", 10, 3.0, 4.0, 5), Loss(0, "hex", 2, 9.0, 1.0, 0)]),
        }
        for key, ((table_id, code), losses) in found.items():
            await store.reviews.ask(ReviewKey(*key), "", None, ReviewWish(other, table_id, code))
            await store.reviews.finish(ReviewKey(*key), "found", losses)
        mistakes = await favourite_mistakes(door.core, player)
        assert mistakes.reviewed == 2 and [each.kind for each in mistakes.kinds] == ["hex", "die"]
        die = mistakes.kinds[1]
        assert (die.games, die.decisions, die.lost, die.error, die.as_the_search) == (2, 20, 8.0, 5.0, 11)
        assert die.mean == 0.4 and die.dearest == tables[0][1] and die.words
        assert (await favourite_mistakes(door.core, 999)).kinds == ()
