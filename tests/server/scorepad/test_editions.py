"""Real tables counted with components of one's own: sent once, named by digest, never stored."""

from __future__ import annotations

import gc
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.server.base.cache import LruCache
from farmstead.server.scorepad import actions, editions
from scripts.siege import payloads
from tests.edition_files import EditionFile
from tests.render.test_tally import EXAMPLE, GROVE, VALLEY
from tests.server.asking import opened
from tests.server.stores import awaited

A_ROWS = '["OOGG^Y", "OOGYYY", "^O^G^Y", "PPGBBB", "PPP^BB"]'
B_ROWS = '["YYPPP^", "YY^OPP", "G^YOBB", "GG^OBB", "GGOOB^"]'
SWAPPED = EditionFile(VALLEY).changed(
    ('name = "farmstead"', 'name = "mine"'),
    (f"A = {A_ROWS}", f"A = {B_ROWS}"),
    (f"B = {B_ROWS}", f"B = {A_ROWS}"),
)
ROOMY = EditionFile(GROVE).changed(
    ('name = "farmstead"', 'name = "roomy"'), ("barn_spaces = 4", "barn_spaces = 6")
)
ON_B = {**EXAMPLE, "sheet": "B"}
FULL: dict[str, Any] = {
    "board": "yellow",
    "tiles": [[17, 0, 1, 0]],
    "barn": ["gold"] * 6,
    "labourers": ["yellow"],
}
CASES = [(VALLEY, SWAPPED, ON_B, "SV 1.1"), (GROVE, ROOMY, FULL, "WG 4.6")]


@pytest.fixture(autouse=True)
def nothing_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "EDITION_CACHE", LruCache(editions.LETTERS_KEPT, lambda own: own.letters))


@pytest.mark.parametrize(("game", "text", "sheet", "rule"), CASES)
@awaited
async def test_a_table_is_counted_with_components_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, text: str, sheet: dict[str, Any], rule: str
) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        ours = await nobody.post(f"/score/{game}", sheets=[sheet])
        assert ours["counted"] is None and ours["fault"]["rule"] == rule and ours["edition"] is None
        first = await nobody.post(f"/score/{game}", sheets=[sheet], components=text)
        digest = sha256(text.encode()).hexdigest()
        label = shelf.edition_of(shelf.game_with(game, text))
        assert first["edition"] == {"digest": digest, "label": label} and first["symbols"].startswith("<svg")
        again = await nobody.post(f"/score/{game}", sheets=[sheet], edition=digest)  # the file stays at home
        assert again["counted"] == first["counted"] and again["symbols"] == ""
        blank = await nobody.post(f"/score/{game}", edition=digest, deed="add")
        assert blank["counted"]["seat"] == 1
    file, sheets = tmp_path / "mine.toml", tmp_path / "sheets.jsonl"
    file.write_text(text, encoding="utf-8")
    sheets.write_text(json.dumps(sheet), encoding="utf-8")
    main(["score", game, str(sheets), "--edition", str(file)])
    assert first["counted"]["scores"] == [
        json.loads(capsys.readouterr().out)
    ]  # the command line says the same


@awaited
async def test_components_that_are_not_at_hand_are_asked_for(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        problem = await nobody.refused("POST", f"/score/{VALLEY}", 409, "edition_away", edition="0" * 64)
        assert "components" in problem["sentence"]
        await nobody.post(f"/score/{VALLEY}", components=SWAPPED)
        problem = await nobody.refused("POST", f"/score/{GROVE}", 422, "edition_game", components=SWAPPED)
        assert "Sunflower Valley" in problem["sentence"] and "Walnut Grove" in problem["sentence"]


@awaited
async def test_unsound_components_are_not_counted_with(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        for bad in ("x", 'game = "chess"', "[" * 5000, SWAPPED.replace("OOGG^Y", "OOGG^O")):
            answer = await nobody.post(f"/score/{VALLEY}", components=bad)
            assert answer["problems"] and answer["counted"] is None and answer["edition"] is None
        await nobody.refused("POST", f"/score/{VALLEY}", 400, "bad_message", components="x" * 200_001)
        await nobody.refused("POST", f"/score/{GROVE}", 413, "too_large", sheets=[{"x": "x" * 20_000}])


@awaited
async def test_proving_files_is_paced_and_using_one_again_is_not(tmp_path: Path) -> None:
    async with opened(tmp_path, pace=0.05) as door:  # one file, and some taps
        nobody = await door.visitor()
        for _ in range(3):
            await nobody.post(f"/score/{VALLEY}", components=SWAPPED)
        await nobody.refused("POST", f"/score/{VALLEY}", 429, "too_many", components=f"{SWAPPED}\n")


@awaited
async def test_what_a_deed_takes_along_is_said(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        nobody = await door.visitor()
        first = (await nobody.post(f"/score/{VALLEY}", deed="tap hex:0,5 H"))["counted"]
        answer = await nobody.post(f"/score/{VALLEY}", sheets=first["sheets"], deed="set sheet B")
        assert [note["rule"] for note in answer["notes"]] == ["SV 1.1"] and answer["fault"] is None
        several = await nobody.post(f"/score/{VALLEY}", sheets=[EXAMPLE, EXAMPLE])
        assert len(several["counted"]["sheets"]) == 1 and several["counted"]["places"] == [1, 1]


def test_editions_at_hand_take_no_more_room_than_two_of_the_largest() -> None:
    large = payloads.sound_edition()
    for n in range(6):
        editions.own_game(GROVE, "", payloads.another(large, n))
    at_hand = [n for n in range(6) if not editions.is_new(payloads.another(large, n))]
    assert at_hand == [3, 4, 5] and 3 * len(large) <= editions.LETTERS_KEPT < 4 * len(large)


def test_nothing_of_an_edition_that_was_looked_at_is_kept() -> None:
    def games() -> int:
        gc.collect()
        return sum([isinstance(each, type(shelf.game(GROVE))) for each in gc.get_objects()])

    actions.checked_edition(ROOMY, "en")
    before = games()
    for n in range(3):
        assert actions.checked_edition(payloads.another(ROOMY, n), "en").sound
    assert games() == before
