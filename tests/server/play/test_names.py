"""Nobody at a table is called as somebody else there."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmstead.server.play.sentences import distinct
from tests.server.asking import ME, OPEN, opened
from tests.server.stores import awaited


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ada", "Ben"], ("Ada", "Ben")),
        (["Guest", "Guest", "Guest"], ("Guest", "Guest 2", "Guest 3")),
        (["Guest", "Guest", "Guest 2"], ("Guest", "Guest 3", "Guest 2")),
        (["", "", "Ada"], ("", "", "Ada")),
    ],
)
def test_equal_names_are_numbered(names: list[str], told: tuple[str, ...]) -> None:
    assert distinct(names, [False] * len(names)) == told


def test_bots_make_way_for_people() -> None:
    assert distinct(["Hazel", "hazel"], [True, False]) == ("Hazel 2", "hazel")


@awaited
async def test_two_guests_are_told_apart_wherever_they_are_named(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada, ben = await door.visitor("Guest"), await door.visitor("Guest")
        code = (await ada.make("sunflower-valley", ME, OPEN))["code"]
        seated = await ben.post(f"/tables/{code}/seats/1", invitation="")
        assert [seat["name"] for seat in seated["seats"]] == ["Guest", "Guest 2"]
        listed = (await ada.get("/tables/mine"))["tables"][0]
        assert [seat["name"] for seat in listed["seats"]] == ["Guest", "Guest 2"]
        heard = (await ada.get(f"/tables/{code}/news"))["heard"]
        said = " ".join([sentence for each in heard for sentence in each["words"]])
        assert "Guest got a town" in said and "Guest 2 got a town" in said
