"""Looking back: what is told and drawn of each position, who may see it, and what is brought along."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from farmstead.engine.contract import Seat
from farmstead.render.embedded_record import with_record
from farmstead.render.page import page_for
from farmstead.render.poster import poster
from farmstead.server.base.refusals import Refused
from farmstead.server.core import MAX_BROUGHT
from farmstead.server.http.uploads import SMALL_BODY_BYTES
from farmstead.server.pages.replay import MAX_FRAMES_IN_ANSWER, frame_of
from farmstead.server.people.rate_limits import RATES, RateLimits
from farmstead.server.replay.timeline import Timeline
from farmstead.server.replay.viewer import ReplayView, shown, whole_view
from tests.server.asking import BOT, ME, OPEN, Browser, opened
from tests.server.finishing import Wall, play_on, table_of
from tests.server.hubs import VALLEY, WALNUT
from tests.server.replay.test_recorded_games import GAMES, study_of, text_of
from tests.server.stores import awaited


def watched(name: str, seat: Seat | None, whole: bool = True, language: str = "en") -> ReplayView:
    study = study_of(text_of(name))
    return ReplayView(study, Timeline(study), seat, whole, (), language)


# ---- what is shown -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "every"), [(GAMES[0], 40), (GAMES[2], 60)])
def test_frames_show_what_the_engine_lets_a_seat_see(name: str, every: int) -> None:
    for seat in (None, 0, 1):
        looking = watched(name, seat, whole=False)
        study = looking.study
        page = page_for(study.game, "en", study.names)
        for ply in range(3, looking.film.length + 1, every):
            state = looking.film.table(ply).state
            found = frame_of(looking, ply, shown=1, narrow=False)
            view = state.view(seat)
            drawn = [(each.name, each.area, each.svg) for each in page.boards(view, 1, False)]
            assert [(each.name, each.area, each.svg) for each in found.pictures] == drawn
            assert found.to_act == tuple([each for each in state.to_act() if each >= 0])
            points = {line.key: line.points for line in found.lines}
            for one in range(looking.film.seats if state.to_act() and points else 0):
                lines = state.score_lines(one)
                known = page.known_lines(view, one, list(lines))
                assert {line: points[line][one] for line in known} == {line: lines[line] for line in known}


@awaited
async def test_with_everybodys_eyes_nothing_is_hidden_and_with_a_seats_what_was_hidden_from_it() -> None:
    study = study_of(text_of(GAMES[0]))
    film = Timeline(study)
    told = {seat: shown(ReplayView(study, film, seat, True, (), "en")) for seat in (None, 0, 1, 2)}
    whole = ["It was a" in " ".join(line) for line in told[None].log]
    own = {seat: ["It was a" in " ".join(line) for line in told[seat].log] for seat in (0, 1, 2)}
    assert sum(whole) == sum(sum(lines) for lines in own.values()) > 0
    for ply in range(40, film.length, 40):
        view: Any = whole_view(film, ply)
        for seat in range(3):
            mine: Any = film.view(ply, seat)
            assert view["farms"][seat]["barn"]["values"] == mine["farms"][seat]["barn"]["values"]
            assert view["farms"][seat]["drawn"] == mine["farms"][seat]["drawn"]
        total = frame_of(ReplayView(study, film, None, True, (), "en"), ply, 0, False).lines[-1].points
        assert list(total) == [film.table(ply).state.score_lines(seat)["total"] for seat in range(3)]


@awaited
async def test_a_study_says_who_moved_and_where_seasons_begin() -> None:
    looking = watched(GAMES[0], None)
    found = shown(looking)
    moves = looking.study.record.moves
    assert found.movers == tuple([seat for seat, _ in moves]) and found.length == len(moves) == len(found.log)
    assert [found.movers[ply - 1] for ply in found.choices if found.movers[ply - 1] < 0] == []
    words = [part.words for part in found.parts]
    assert "Year 3, spring" in words and len(set(words)) == len(words)
    before, after = [looking.film.view(ply, None) for ply in (found.parts[5].ply - 1, found.parts[5].ply)]
    assert before["season"] != after["season"]
    assert [int(n) for n in looking.study.record.score.split()] == list(found.score)
    french = shown(watched(GAMES[0], 1, language="fr"))
    assert french.seat == 1 and french.parts[-2].words.startswith("Année 8")


@awaited
async def test_an_answer_has_several_frames_and_each_picture_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        name = (await ada.post("/studies", 201, text=text_of(GAMES[0])))["name"]
        ask = f"/studies/{name}/frames"
        found = await ada.ask("GET", ask, params={"from": 100, "to": 999})
        assert len(found["frames"]) == MAX_FRAMES_IN_ANSWER and found["first"] == 100
        keys = [picture["key"] for frame in found["frames"] for picture in frame["pictures"]]
        assert set(found["pictures"]) == set(keys) and len(set(keys)) < len(keys)
        again = await ada.ask("GET", ask, params={"from": 100, "to": 100, "have": " ".join(keys[:1])})
        assert keys[0] not in again["pictures"] and again["frames"][0] == found["frames"][0]
        end = await ada.ask("GET", ask, params={"from": 439, "to": 500})
        assert len(end["frames"]) == 1 and end["frames"][0]["verdict"]
        assert (await ada.ask("GET", ask, params={"from": 440, "to": 500}))["frames"] == []
        await ada.refused("GET", f"{ask}?from=1&to=2&seat=7", 404, "no_such_seat")


# ---- games that are being played ---------------------------------------------------------------------------


async def two_at(door: Any, **settings: Any) -> tuple[Browser, Browser, str]:
    ada, ben = await door.people("Ada", "Ben")
    code = (await ada.make(WALNUT, ME, OPEN, **settings))["code"]
    await ben.post(f"/tables/{code}/seats/1")
    return ada, ben, code


def is_quiet(line: str) -> bool:
    """What the board shows is not told, nor each of the steps that one choice takes."""
    return any(words in line for words in ("drew a tile", " got ", "has decided"))


@awaited
async def test_while_it_is_played_a_seat_sees_again_what_it_was_sent(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        _, ben, code = await two_at(door)
        await play_on(door.core, await table_of(door, code), 60)
        boards: Any = (await ben.http.get(f"/t/{code}/boards?seat=1")).json()
        study = await ben.get(f"/studies/{code}", seat=1)
        assert study["running"] and study["eyes"] == study["mine"] == [1] and study["score"] == []
        last = study["length"]
        frame = await ben.get(f"/studies/{code}/frames", **{"from": last, "to": last, "seat": 1, "shown": 1})
        assert [each["svg"] for each in boards["pictures"]] == [
            frame["pictures"][each["key"]] for each in frame["frames"][0]["pictures"]
        ]
        assert frame["frames"][0]["lines"] == boards["lines"]
        news = await ben.get(f"/tables/{code}/news", seat=1, since=0)
        heard = {line for each in news["heard"] for line in each["words"]}
        told = [line for lines in study["log"] for line in lines]
        assert {line for line in told if line not in heard} <= {line for line in told if is_quiet(line)}
        for path in (f"/studies/{code}", f"/studies/{code}/frames?from=0&to=3"):
            other = path + ("&" if "?" in path else "?") + "seat=0"
            await ben.refused("GET", other, 403, "not_yours")
            await (await door.visitor()).refused("GET", other, 403, "not_yours")


@awaited
async def test_what_was_taken_back_is_gone_from_a_running_replay(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = (await ada.make(VALLEY, ME, BOT))["code"]
        await play_on(door.core, await table_of(door, code), 1)
        position = await ada.look(code, 0)
        while position["decision"] is None or not position["legal"]:
            position = await ada.look(code, 0)
        before = await ada.get(f"/studies/{code}", seat=0)
        await ada.move(code, 0)
        after = await ada.get(f"/studies/{code}", seat=0)
        assert after["length"] > before["length"]
        assert after["log"][: before["length"]] == before["log"] and after["taken_back"] == 0
        position = await ada.look(code, 0)
        await ada.post(f"/tables/{code}/undo", seat=0, decision=position["next"], choices=1)
        again = await ada.get(f"/studies/{code}", seat=0)
        assert again.pop("taken_back") > before.pop("taken_back") and again == before


@awaited
async def test_spectators_see_a_running_game_only_where_they_may(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        stranger = await door.visitor()
        _, _, code = await two_at(door)
        waiting = (await (await door.visitor("Cleo")).make(WALNUT, ME, OPEN))["code"]
        await play_on(door.core, await table_of(door, code), 40)
        found = await stranger.get(f"/studies/{code}")
        assert found["running"] and found["eyes"] == [] and found["seat"] is None
        frame = await stranger.get(f"/studies/{code}/frames", **{"from": 50, "to": 50})
        boards: Any = (await stranger.http.get(f"/t/{code}/boards")).json()
        assert {each["name"] for each in frame["frames"][0]["pictures"]} >= {"farm", "town"} and boards[
            "seat"
        ] is None
        await stranger.refused("GET", f"/studies/{waiting}", 409, "not_started")
        _, _, private = await two_at(door, spectators=False)
        await play_on(door.core, await table_of(door, private), 3)
        await stranger.refused("GET", f"/studies/{private}", 403, "spectators_off")
        await stranger.refused("GET", f"/studies/{private}/frames?from=0&to=1", 403, "spectators_off")


@awaited
async def test_an_attempt_of_today_is_seen_by_who_made_it_and_with_their_eyes_only(tmp_path: Path) -> None:
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = (await ada.post(f"/daily/{WALNUT}"))["code"]
        await play_on(door.core, await table_of(door, code))
        found = await ada.get(f"/studies/{code}", seat=0)
        assert found["running"] and found["marks"] == []
        await ben.refused("GET", f"/studies/{code}", 403, "daily_closed")
        wall.pass_midnight()
        assert not (await ben.get(f"/studies/{code}"))["running"]


# ---- bringing records along --------------------------------------------------------------------------------


@awaited
async def test_a_picture_brings_its_record_along(tmp_path: Path) -> None:
    text = text_of(GAMES[0])
    study = study_of(text)
    film = Timeline(study)
    svg = poster(study.game, film.view(film.length, 0), seat=0, names=("Ada", "Ben", "Cleo"))
    picture = with_record(svg.encode(), "svg", text)
    async with opened(tmp_path) as door:
        ada, stranger = await door.visitor("Ada"), await door.visitor()
        sent = base64.b64encode(picture).decode()
        name = (await ada.post("/studies", 201, file=sent))["name"]
        assert name == (await ada.post("/studies", 201, text=text))["name"]
        assert [each["name"] for each in (await ada.get("/studies"))["records"]] == [name]
        assert (await stranger.get(f"/studies/{name}"))["length"] == film.length
        for language, called in (("en", "Seat 1"), ("fr", "Siège 1"), ("de", "Platz 1")):
            assert (await stranger.get(f"/studies/{name}", lang=language))["names"][0] == called
        await stranger.refused("POST", "/studies", 401, "no_player", text=text)
        plain = base64.b64encode(svg.encode()).decode()
        await ada.refused("POST", "/studies", 422, "no_record", file=plain)
        await ada.refused("POST", "/studies", 400, "bad_message", file="no base 64!")
        await ada.refused("POST", "/studies", 422, "bad_record")
        exported = await ada.get("/me/export")
        assert [each["text"] for each in exported["records"]] == [text]
        await stranger.refused("DELETE", f"/studies/{name}", 401, "no_player")
        assert (await ada.ask("DELETE", f"/studies/{name}"))["records"] == []
        await stranger.refused("GET", f"/studies/{name}", 404, "no_study")
        assert (await ada.http.get(f"/replay/{name}")).status_code == 200  # it says so itself


@awaited
async def test_bringing_along_has_limits(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.1) as door:
        ada = await door.visitor("Ada")
        for _ in range(2):
            await ada.post("/studies", 201, text=text_of(GAMES[1]))
        await ada.refused("POST", "/studies", 429, "too_many", text=text_of(GAMES[1]))
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ben")
        problem = await ada.refused(
            "POST", "/studies", 422, "bad_record", text="farmstead record 1\nhello\n" * 5
        )
        assert "Line 10" in problem["sentence"]
        huge = msgspec.json.encode({"file": "A" * 17_000_000})
        kind = {"content-type": "application/json"}
        await ada.ask("POST", "/studies", 413, content=huge, headers=kind)


@awaited
async def test_whoever_brings_too_much_is_refused_before_it_is_read(tmp_path: Path) -> None:
    read: list[int] = []

    async def body() -> AsyncIterator[bytes]:
        read.append(1)
        yield msgspec.json.encode({"text": text_of(GAMES[1])})

    kind = {"content-type": "application/json"}
    async with opened(tmp_path, pace=0.05) as door:
        ada, stranger = await door.visitor("Ada"), await door.visitor()
        await stranger.ask("POST", "/studies", 401, content=body(), headers=kind)
        assert read == []
        await ada.ask("POST", "/studies", 201, content=body(), headers=kind)
        assert read == [1]
        await ada.ask("POST", "/studies", 429, content=body(), headers=kind)
        assert read == [1]


@awaited
async def test_few_large_files_are_read_at_the_same_time(tmp_path: Path) -> None:
    begun, go_on = asyncio.Semaphore(0), asyncio.Event()

    async def body() -> AsyncIterator[bytes]:
        begun.release()
        await go_on.wait()
        yield msgspec.json.encode({"text": text_of(GAMES[1])})

    kind = {"content-type": "application/json"}
    async with opened(tmp_path) as door:
        ada, eve = await door.people("Ada", "Eve")  # at the same address
        ben = await door.visitor("Ben", address="192.0.2.7")
        waiting = [
            asyncio.create_task(ada.ask("POST", "/studies", 201, content=body(), headers=kind))
            for _ in range(MAX_BROUGHT)
        ]
        for _ in waiting:
            await begun.acquire()
        large = text_of(GAMES[1]) + "\n" * SMALL_BODY_BYTES
        for each in (ada, eve):
            await each.refused("POST", "/studies", 429, "too_many", text=large)
            await each.post("/studies", 201, text=text_of(GAMES[1]))  # that little is always read
        await ben.post("/studies", 201, text=large)
        go_on.set()
        assert len({found["name"] for found in await asyncio.gather(*waiting)}) == 1
        await ada.post("/studies", 201, text=text_of(GAMES[1]))


@awaited
async def test_positions_are_counted_and_not_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        name = (await ada.post("/studies", 201, text=text_of(GAMES[1])))["name"]
        spent: list[tuple[Any, ...]] = []
        monkeypatch.setattr(door.core.limits, "spend", lambda *given: spent.append(given))
        for first, last in ((0, 99), (5, 5), (7, 3)):
            await ada.get(f"/studies/{name}/frames", **{"from": first, "to": last})
        assert [many for deed, _, _, *many in spent if deed == "frames"] == [[MAX_FRAMES_IN_ANSWER], [1], [1]]


def test_what_is_asked_for_at_once_counts_as_that_many() -> None:
    now = 0.0
    limits, most = RateLimits(1.0, lambda: now), RATES["frames"].burst
    limits.spend("frames", "Ada", "look", most - 3)
    limits.spend("frames", "Ada", "look", 2)
    with pytest.raises(Refused, match="too_many"):
        limits.spend("frames", "Ada", "look", 2)
    limits.spend("frames", "Ada", "look")
    now += RATES["frames"].seconds * most
    limits.spend("frames", "Ada", "look", 10 * most)  # more than there ever is: when nothing else was spent
