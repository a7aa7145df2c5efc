"""A picture to keep, letters in place of signs, and what a line of the score counts."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from farmstead import shelf
from tests.server.asking import BOT, ME
from tests.server.pages.test_table import a_game, a_server, asked
from tests.server.stores import awaited

GAMES = shelf.names()
OUTSIDE = re.compile(r'(?:href="|url\()(?!#)')


@pytest.mark.parametrize("game", GAMES)
@awaited
async def test_a_kept_picture_stands_by_itself(tmp_path: Path, game: str) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, game, ME, BOT)
        answer = await ada.http.get(f"/t/{code}/picture.svg", params={"seat": 0})
        assert answer.headers["content-disposition"] == f'attachment; filename="{game}.svg"'
        light, dark = answer.text, await asked(ada, code, "picture.svg", seat=0, dark="true")
        assert light != dark and "Ada" in light
        for drawn in (light, dark):
            assert ElementTree.fromstring(drawn).tag.endswith("svg")
            assert not OUTSIDE.search(drawn) and "var(--" not in drawn


@pytest.mark.parametrize("game", GAMES)
@awaited
async def test_letters_change_symbols_and_no_names(tmp_path: Path, game: str) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, game, ME, BOT)
        plain, lettered = await asked(ada, code, "symbols"), await asked(ada, code, "symbols", letters="true")
        assert plain != lettered
        assert ids(plain) == ids(lettered)


def ids(svg: str) -> list[str]:
    return sorted(re.findall(r' id="([\w-]+)"', svg))


@awaited
async def test_what_a_line_counts_lies_over_the_farm(tmp_path: Path) -> None:
    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, "walnut-grove", ME)
        found = await asked(ada, code, "boards", seat=0)
        farm = next(each["svg"] for each in found["pictures"] if each["area"] == "main")
        for line, points in (("figures", "+2"), ("buildings", "+1")):
            lit = await asked(ada, code, "overlay", seat=0, line=line)
            assert ElementTree.fromstring(lit).get("viewBox") == ElementTree.fromstring(farm).get("viewBox")
            assert lit.count(f">{points}</text>") == 2, "a farmer and a labourer, a house and a barn"
        for line in ("total", "nothing"):
            assert await asked(ada, code, "overlay", seat=0, line=line) == ""


@awaited
async def test_what_is_laid_over_a_farm_is_as_large_on_a_narrow_screen(tmp_path: Path) -> None:
    """What a line counts, what a move would do, and a farm that is looked at."""

    def box(svg: str) -> str | None:
        return ElementTree.fromstring(svg).get("viewBox")

    async with a_server(tmp_path) as door:
        ada = await door.visitor("Ada")
        code = await a_game(ada, "walnut-grove", ME)
        sizes = set()
        for narrow in ("true", "false"):
            found = await asked(ada, code, "boards", seat=0, narrow=narrow)
            farm = box(next(each["svg"] for each in found["pictures"] if each["area"] == "main"))
            sizes.add(farm)
            assert box(await asked(ada, code, "overlay", seat=0, line="figures", narrow=narrow)) == farm
            assert box(await asked(ada, code, "look", seat=0, of=0, narrow=narrow)) == farm
            told = await asked(ada, code, "preview", seat=0, move="start church", narrow=narrow)
            assert box(told["svg"]) == farm
        assert len(sizes) == 2
