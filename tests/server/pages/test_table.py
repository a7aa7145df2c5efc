"""The page of a table: boards, what may be chosen on them, what that would do, and why something may not."""

from __future__ import annotations

import gzip
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from farmstead import shelf
from farmstead.render import drawing_for
from tests.server.asking import BOT, DEVICE, INVITED, ME, OPEN, Browser, Doorstep, opened
from tests.server.stores import awaited

GAMES = shelf.names()
LOOKS = (
    "boards",
    "board.txt",
    "picture.svg",
    "look?of=0",
    "unfolded?chosen=die:curve",
    "overlay?line=mountains",
    "preview?move=pass",
    "why?part=hex:1,1",
    "proposal?use=barn:grain=1",
)
REFERENCES = re.compile(r'(?:href="|url\()#([\w-]+)')


@asynccontextmanager
async def a_server(folder: Path) -> AsyncIterator[Doorstep]:
    async with opened(folder) as door:
        yield door


# `Any`, here and below: whatever an address and JSON can say.
async def asked(browser: Browser, code: str, what: str, status: int = 200, /, **query: Any) -> Any:
    answer = await browser.http.get(f"/t/{code}/{what}", params=query or None)
    assert answer.status_code == status, f"{what}: {answer.status_code} {answer.text[:300]}"
    return answer.json() if "json" in answer.headers["content-type"] else answer.text


async def a_game(browser: Browser, game: str, *seats: dict[str, Any], **settings: Any) -> str:
    code: str = (await browser.make(game, *seats, **settings))["code"]
    return code


def with_seat(what: str, seat: int) -> str:
    return f"{what}{'&' if '?' in what else '?'}seat={seat}"


@awaited
async def test_what_is_wanted_of_a_proposal_is_a_part_and_a_number(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, "walnut-grove", ME)
        await asked(ada, code, "proposal?seat=0&use=barn:grain=1&use=barn:grain=2")
        for use in (
            "barn:grain",
            "barn:grain=",
            "barn:grain=-1",
            "barn:grain=100",
            "barn:grain=\u0663",
            "=1",
            "",
        ):
            answer = await ada.http.get(f"/t/{code}/proposal", params={"seat": 0, "use": use})
            problem = answer.json()
            assert (answer.status_code, problem["key"]) == (400, "bad_message"), use
            assert "such as barn:grain=2" in problem["sentence"]


# ---- who may look ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
@awaited
async def test_only_whose_seat_it_is_sees_its_side(tmp_path: Path, look: str) -> None:
    async with a_server(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        stranger = await door.visitor()
        code = await a_game(ada, GAMES[0], ME, OPEN)
        await ben.post(f"/tables/{code}/seats/1", invitation="")
        for browser in (ben, stranger):
            assert (await asked(browser, code, with_seat(look, 0), 403))["key"] == "not_yours"


@pytest.mark.parametrize("look", LOOKS)
@awaited
async def test_a_shared_device_sees_only_the_side_that_holds_it(tmp_path: Path, look: str) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, GAMES[0], ME, DEVICE)
        await ada.post(f"/tables/{code}/hand", seat=1)
        assert (await asked(ada, code, with_seat(look, 0), 403))["key"] == "not_handed_over"


@pytest.mark.parametrize("look", LOOKS)
@awaited
async def test_nobody_watches_where_nobody_may(tmp_path: Path, look: str) -> None:
    async with a_server(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = await a_game(ada, GAMES[0], ME, BOT, spectators=False)
        assert (await asked(ben, code, look, 403))["key"] == "spectators_off"


@awaited
async def test_before_the_game_there_is_no_board(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, GAMES[0], ME, INVITED)
        for look in LOOKS:
            assert (await asked(ada, code, look, 409))["key"] == "not_started"


@awaited
async def test_what_is_kept_is_nobody_elses(tmp_path: Path) -> None:
    """The same number, drawn for each seat and for a spectator: three answers, whoever asks first."""
    async with a_server(tmp_path) as door:
        ada, ben = await door.people("Ada", "Ben")
        code = await a_game(ada, "walnut-grove", ME, OPEN)
        await ben.post(f"/tables/{code}/seats/1", invitation="")
        for _ in range(2):
            sides = [(ada, {"seat": 0}), (ben, {"seat": 1}), (ben, {})]
            found = [str(await asked(browser, code, "boards", **query)) for browser, query in sides]
            assert len(set(found)) == 3


@awaited
async def test_what_somebody_would_do_is_told_to_nobody_who_only_watches(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, GAMES[0], ME)
        for look in ("preview?move=pass", "why?part=cell:1,1", "proposal"):
            assert (await asked(ada, code, look, 404))["key"] == "nothing_there"


# ---- boards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@awaited
async def test_pictures_need_nothing_but_the_symbols(tmp_path: Path, game: str) -> None:
    """On a page that lets in no style and no script but its own files'."""
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, game, ME, BOT)
        sheet = await asked(ada, code, "symbols")
        for narrow in (False, True):
            found = await asked(ada, code, "boards", seat=0, narrow=narrow)
            there = set(re.findall(r'id="([^"]+)"', sheet + found["symbols"]))
            for picture in found["pictures"]:
                root = ElementTree.fromstring(picture["svg"])
                assert root.tag.endswith("svg") and len(list(root.iter())) > 5
                assert set(REFERENCES.findall(picture["svg"])) <= there
                assert not [
                    each
                    for each in root.iter()
                    if each.tag.endswith(("style", "script")) or "style" in each.attrib
                ]
        ElementTree.fromstring(sheet)
        assert ElementTree.fromstring(await asked(ada, code, "look", of=1, seat=0)).tag.endswith("svg")
        await asked(ada, code, "look", 404, of=9, seat=0)


@awaited
async def test_a_picture_that_a_browser_has_is_not_sent_again(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, "walnut-grove", ME)
        first = await asked(ada, code, "boards", seat=0)
        known = " ".join([picture["key"] for picture in first["pictures"]])
        again = await asked(ada, code, "boards", seat=0, have=known)
        assert all(picture["svg"] for picture in first["pictures"])
        assert not [picture for picture in again["pictures"] if "svg" in picture]
        await ada.move(code, 0)
        after = await asked(ada, code, "boards", seat=0, have=known)
        assert [picture["name"] for picture in after["pictures"] if picture.get("svg")]


@awaited
async def test_answers_are_packed_for_those_who_can_unpack_them(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, "walnut-grove", ME)
        path = f"/t/{code}/boards?seat=0"
        plain = await ada.http.get(path, headers={"accept-encoding": "identity"})
        small = await ada.http.get(path, headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in plain.headers and small.headers["content-encoding"] == "gzip"
        assert plain.json() == small.json() and small.headers["vary"] == "accept-encoding"
        assert len(gzip.compress(plain.content)) < 40_000


@pytest.mark.parametrize("game", GAMES)
@awaited
async def test_the_boards_as_text(tmp_path: Path, game: str) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, game, ME, DEVICE)
        await ada.post(f"/tables/{code}/hand", seat=0)
        for size in ("wide", "middle", "narrow"):
            for show in ("", *drawing_for(shelf.game(game)).looks, "nonsense"):
                text = await asked(ada, code, "board.txt", seat=0, size=size, show=show, of=1)
                assert len(text.splitlines()) > 3 and "\x1b" not in text


# ---- choosing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@awaited
async def test_a_game_played_by_its_parts(tmp_path: Path, game: str) -> None:
    """Every legal move can be chosen by parts that are drawn, or has words; no two by the same parts.

    Slow: a whole game is played by the parts of its pictures.
    """
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        seats = [ME, *[DEVICE] * (shelf.game(game).fewest - 1)]
        code = await a_game(ada, game, *seats)
        turns = 0
        while (position := await ada.look(code))["phase"] == "playing":
            seat = position["to_act"][0]
            await ada.post(f"/tables/{code}/hand", seat=seat)
            found = await asked(ada, code, "boards", seat=seat)
            legal = (await ada.look(code, seat))["legal"]
            assert {choice[0][0] for choice in found["choices"]} == set(legal)
            assert found["question"] and found["heading"]["title"]
            check_parts(found)
            moves = found["choices"][turns * 7 % len(found["choices"])][0]
            await ada.post(f"/tables/{code}/moves", seat=seat, decision=found["decision"], move=moves[0])
            turns += 1
        found = await asked(ada, code, "boards")
        lines = (await ada.look(code))["lines"]
        assert [line["key"] for line in found["lines"]] == list(lines[0]) and found["verdict"]
        assert [line["points"][0] for line in found["lines"]] == list(lines[0].values())
        assert not found["choices"]


def check_parts(found: Any) -> None:
    drawn = set(re.findall(r'data-part="([^"]+)"', "".join([each["svg"] for each in found["pictures"]])))
    asked_for: set[tuple[str, ...]] = set()
    for _, parts, ghost, aside, words, _, whole in found["choices"]:
        assert {part for part in parts if not part.startswith(("turn:", "track:"))} <= drawn
        assert words or parts
        assert ghost is None or ghost[0] in {*parts, *drawn}
        if parts and not aside and not whole:
            assert tuple(parts) not in asked_for
            asked_for.add(tuple(parts))


@pytest.mark.parametrize("game", GAMES)
@awaited
async def test_a_preview_shows_what_then_happens(tmp_path: Path, game: str) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, game, ME, DEVICE)
        same = 0
        for turn in range(24):
            seat = (await ada.look(code))["to_act"][0]
            await ada.post(f"/tables/{code}/hand", seat=seat)
            found = await asked(ada, code, "boards", seat=seat)
            move = found["choices"][turn * 5 % len(found["choices"])][0][0]
            told = await asked(ada, code, "preview", seat=seat, move=move)
            assert told["words"] and ElementTree.fromstring(told["svg"]).tag.endswith("svg")
            await ada.post(f"/tables/{code}/moves", seat=seat, decision=found["decision"], move=move)
            after = await asked(ada, code, "look", of=seat, seat=seat)
            same += after == told["svg"]
        assert same > 8, "but for what chance brings and what goes on by itself, it is the same"


@awaited
async def test_a_preview_of_what_is_forbidden_says_why(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, "walnut-grove", ME)
        assert (await asked(ada, code, "preview", 422, seat=0, move="visit hotel"))["rule"].startswith("WG")
        assert (await asked(ada, code, "preview", 422, seat=0, move="nonsense"))["sentence"]


@awaited
async def test_a_whole_turn_is_shown_at_once(tmp_path: Path) -> None:
    """SV 3: a die, a colour, a hex and perhaps a way, chosen in any order."""
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, "sunflower-valley", ME, DEVICE)
        seat = (await ada.look(code))["to_act"][0]
        await ada.post(f"/tables/{code}/hand", seat=seat)
        found = await asked(ada, code, "boards", seat=seat)
        whole = max([choice[0] for choice in found["choices"]], key=len)
        assert [move.split()[0] for move in whole][:3] == ["take", "reserve", "draw"]
        told = await asked(ada, code, "preview", seat=seat, move=whole)
        assert told["here"].startswith("Draw a ") and told["here"].endswith(" here")
        assert told["gains"] or told["sentences"]


# ---- why not -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "part", "rule"),
    [
        ("sunflower-valley", "hex:{mountain}", "SV 3"),
        ("walnut-grove", "building:hotel", "WG"),
        ("walnut-grove", "cell:9,9", "WG"),
    ],
)
@awaited
async def test_what_is_closed_says_why(tmp_path: Path, game: str, part: str, rule: str) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, game, ME, *[DEVICE] * (shelf.game(game).fewest - 1))
        seat = (await ada.look(code))["to_act"][0]
        await ada.post(f"/tables/{code}/hand", seat=seat)
        if "{mountain}" in part:
            sheet = await asked(ada, code, "look", of=seat, seat=seat)
            found = re.search(r'data-part="hex:([\d,]+)"[^>]*aria-label="[^"]*mountain', sheet)
            assert found is not None
            part = part.format(mountain=found[1])
        else:
            await ada.move(code, seat)  # the first figure is placed, and spring comes
        told = await asked(ada, code, "why", seat=seat, part=part)
        assert told["rule"].startswith(rule) and told["rule"] in told["sentence"]
        assert told["link"] == f"/rules/{game}#{told['rule'].split()[1]}"


@pytest.mark.parametrize(
    "part",
    [
        "",
        "hex",
        "hex:",
        "hex:a,b",
        "hex:99,99",
        "hex:1,2,3",
        "cell:<b>",
        "tile:x",
        "die:\u202e",
        "nonsense:1",
    ],
)
@pytest.mark.parametrize("game", GAMES)
@awaited
async def test_nonsense_is_answered_all_the_same(tmp_path: Path, game: str, part: str) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, game, ME, DEVICE)
        seat = (await ada.look(code))["to_act"][0]
        await ada.post(f"/tables/{code}/hand", seat=seat)
        for look in ("why", "unfolded"):
            name = "part" if look == "why" else "chosen"
            answer = await ada.http.get(f"/t/{code}/{look}", params={"seat": seat, name: part})
            assert answer.status_code in (200, 404), answer.text
        answer = await ada.http.get(f"/t/{code}/overlay", params={"seat": seat, "line": part})
        assert answer.status_code == 200
