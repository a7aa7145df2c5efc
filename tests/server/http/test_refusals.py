"""What the framework refuses before anybody is asked: it says which part is wrong, and what would do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.asking import BOT, ME, opened
from tests.server.stores import awaited


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@awaited
async def test_another_method_is_refused_with_those_that_there_are(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        answer = await ada.http.put("/api/me/sessions", json={}, headers={"accept-language": language})
        told = answer.json()
        assert (answer.status_code, told["key"]) == (405, "other_methods")
        assert "GET" in told["instead"] and "PUT" not in told["instead"]
        assert answer.headers["allow"] == ", ".join(told["instead"])


@awaited
async def test_a_parameter_is_named_as_it_was_sent(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        (ada,) = await door.people("Ada")
        code = (await ada.make("walnut-grove", ME))["code"]
        told = await ada.refused("GET", f"/tables/{code}/position?seat=x", 400, "bad_message")
        assert "seat: " in told["args"]["why"] and "of_seat" not in told["sentence"]


@awaited
async def test_half_a_letter_is_called_broken_text(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        kind = {"content-type": "application/json"}
        answer = await ada.http.put("/api/me", content=rb'{"name":"\ud800"}', headers=kind)
        assert answer.status_code == 400 and "the text is broken" in answer.json()["sentence"], answer.text


@pytest.mark.parametrize(
    ("game", "switch"), [("walnut-grove", "jokers=any"), ("sunflower-valley", "variant=standard")]
)
@awaited
async def test_an_unknown_switch_is_refused_with_those_that_there_are(
    tmp_path: Path, game: str, switch: str
) -> None:
    async with opened(tmp_path) as door:
        (ada,) = await door.people("Ada")
        seats: list[dict[str, Any]] = [ME, {"who": "bot", "level": 1}]
        told = await ada.refused("POST", "/tables", 422, "bad_setup", game=game, seats=seats, options=["foo"])
        assert switch in told["instead"] and "'foo' is no option" in told["sentence"]
        await ada.make(game, *seats, options=told["instead"])


@awaited
async def test_a_sheet_that_there_is_not_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        (ada,) = await door.people("Ada")
        wish = {"game": "sunflower-valley", "seats": [ME, BOT], "options": ["sheet=Z"]}
        told = await ada.refused("POST", "/tables", 422, "bad_setup", **wish)
        assert "the sheet must be one of A, B," in told["sentence"]


@pytest.mark.parametrize(("game", "chance"), [("walnut-grove", "coin"), ("sunflower-valley", "roll")])
@awaited
async def test_what_begins_like_no_move_is_refused_with_the_verbs_of_players(
    tmp_path: Path, game: str, chance: str
) -> None:
    async with opened(tmp_path) as door:
        (ada,) = await door.people("Ada")
        code = (await ada.make(game, ME, {"who": "bot", "level": 1}))["code"]
        position = await ada.look(code, 0)
        sent = {"seat": 0, "decision": position["decision"] or 1, "move": "fly to the moon"}
        told = await ada.refused("POST", f"/tables/{code}/moves", 422, "unknown_verb", **sent)
        verbs = {move.split()[0] for move in position["legal"]}
        assert verbs <= set(told["instead"]) and chance not in told["instead"]
