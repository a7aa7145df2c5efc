"""Players need nothing but a name; what is theirs they can see, take away and delete."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from farmstead.server.base.refusals import Refused
from farmstead.server.people.sessions import checked_name
from tests.server.asking import BOT, DEVICE, ME, OPEN, opened
from tests.server.stores import awaited

WALNUT, VALLEY = "walnut-grove", "sunflower-valley"


@awaited
async def test_a_name_is_enough_and_the_cookie_brings_it_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        assert await ada.get("/me") == {"name": None}
        answer = await ada.http.put("/api/me", json={"name": "  Ada   Lovelace "})
        assert answer.json() == {"name": "Ada Lovelace"}
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=lax" in cookie and "secure" not in cookie
        assert await ada.get("/me") == {"name": "Ada Lovelace"}
        await ada.ask("PUT", "/me", json={"name": "Ada"})
        assert await ada.get("/me") == {"name": "Ada"}
        assert len(await ada.get("/me/sessions")) == 1
        known = dict(ada.http.cookies)
    async with opened(tmp_path) as door:  # after a restart
        again = await door.visitor()
        again.http.cookies.update(known)
        assert await again.get("/me") == {"name": "Ada"}


@awaited
async def test_a_cookie_is_believed_only_with_our_signature(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        cookie = ada.http.cookies["farmstead"]
        token, _, signature = cookie.partition(".")
        for forged in (
            token,
            f"{token}.",
            f"{token}.{signature[::-1]}",
            f"x{cookie}",
            f".{signature}",
            "ä.ö",
        ):
            stranger = await door.visitor()
            await stranger.http.aclose()
            stranger = await door.visitor()
            stranger.http.headers["cookie"] = f"farmstead={forged}".encode().decode("latin-1")
            assert await stranger.get("/me") == {"name": None}


@awaited
async def test_without_a_name_one_can_watch_and_not_play(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        stranger = await door.visitor()
        table = await ada.make(VALLEY, ME, OPEN, public=True)
        assert [each["code"] for each in (await stranger.get("/tables"))["tables"]] == [table["code"]]
        assert (await stranger.look(table["code"]))["phase"] == "waiting"
        await stranger.refused("POST", f"/tables/{table['code']}/seats/1", 401, "no_player")
        await stranger.refused("POST", "/tables", 401, "no_player", game=VALLEY, seats=[ME, BOT])
        await stranger.refused("GET", "/tables/mine", 401, "no_player")
        await stranger.refused("GET", "/me/export", 401, "no_player")
        await stranger.refused("DELETE", "/me", 401, "no_player")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada", "Ada"),
        (" Zoë  B. ", "Zoë B."),
        ("李 雷", "李 雷"),
        ("e\u0301", "é"),
        ("<b>'\"&", "<b>'\"&"),
        ("🌻", "🌻"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("葛\U000e0100", "葛\U000e0100"),
    ],
)
def test_names_are_kept_as_people_write_them(name: str, kept: str) -> None:
    assert checked_name(name) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "a\u202eb",
        "a\x00b",
        "\u200b",
        "a" + "\u0301" * 9,
        "\u0301",
        "\ud800",
        "\ue000",
        "\u3164",
        "\u2800a",
        "Ada\u034f",
        "Ada\u17b5",
    ],
)
def test_names_that_nobody_could_read_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name)
    assert refused.value.refusal.key == "name_bad"


@awaited
async def test_sessions_can_be_revoked(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        other = await door.visitor()
        player = (await ada.get("/me/export"))["player"]["id"]
        token = (await door.core.store.sessions.create(player)).token
        other.http.cookies.set("farmstead", door.core.people.cookie(token))
        assert await other.get("/me") == {"name": "Ada"}
        sessions = await ada.get("/me/sessions")
        assert [each["current"] for each in sessions] == [False, True]
        assert len(await ada.ask("DELETE", "/me/sessions")) == 1
        assert await other.get("/me") == {"name": None}
        assert await ada.ask("DELETE", f"/me/sessions/{sessions[1]['id']}") == {"name": None}
        assert await ada.get("/me") == {"name": None}
        ben = await door.visitor("Ben")
        await ben.refused("DELETE", f"/me/sessions/{sessions[0]['id']}", 404, "nothing_there")


@awaited
async def test_everything_of_a_player_can_be_taken_away_and_deleted(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.people("Ada Adalbert", "Ben")
        alone = await ada.make(WALNUT, ME, BOT, {**DEVICE, "name": "Cleo Clementine"})
        shared = await ada.make(VALLEY, ME, OPEN)
        waiting = await ben.make(VALLEY, ME, OPEN, OPEN)
        await ben.post(f"/tables/{shared['code']}/seats/1")
        await ada.post(f"/tables/{waiting['code']}/seats/1")
        await ada.post(f"/tables/{shared['code']}/chat", 201, text="Hello from the Adalbert farm")
        export = await ada.get("/me/export")
        assert {table["code"] for table in export["tables"]} == {
            each["code"] for each in (alone, shared, waiting)
        }
        assert "Adalbert farm" in json.dumps(export)
        assert all(table["journal"] is None for table in export["tables"])  # the games are not over
        assert await ada.ask("DELETE", "/me") == {"name": None}
        assert await ada.get("/me") == {"name": None}
        await ben.ask("GET", f"/tables/{alone['code']}", 404)
        seat = (await ben.get(f"/tables/{shared['code']}"))["seats"][0]
        assert (seat["name"], seat["away"], seat["level"]) == ("", "left", 3)
        seat = (await ben.get(f"/tables/{waiting['code']}"))["seats"][1]
        assert (seat["how"], seat["for_me"]) == ("", True)
        assert [line["text"] for line in (await ben.get(f"/tables/{shared['code']}/chat"))["lines"]] == [""]
    everything = b"".join([file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()])
    assert b"Adalbert" not in everything and b"Clementine" not in everything and b"Ben" in everything
