"""Walnut Grove on a page: what somebody means by a part depends on what is asked."""

from __future__ import annotations

from typing import Any

import pytest

from farmstead import shelf
from farmstead.render.page import page_for

PAGE = page_for(shelf.game("walnut-grove"))


def view(decision: str, **owed: int) -> dict[str, Any]:
    """As much of a view as matters here. `Any`: it is JSON."""
    farm = {"pending": {"agenda": [decision], "owed": owed}, "drawn": []}
    return {"seat": 0, "farms": [farm]}


@pytest.mark.parametrize(
    ("decision", "part", "first"),
    [
        ("winter", "district:wood:4,0", "give wood from 4,0"),
        ("cost", "district:wood:4,0", "give wood from 4,0"),
        ("sale", "district:wood:4,0", "sell wood from 4,0"),
        ("last", "district:wood:4,0", "move wood from 4,0"),
        ("work", "district:wood:4,0", "work wood at 4,0"),
        ("toll", "barn:gold", "toll gold"),
        ("sale", "barn:wood", "sell wood"),
        ("winter", "help:new", "help for grain"),
        ("toll", "help:new", "toll help"),
        ("winter", "help:open", "repay"),
    ],
)
def test_what_is_asked_is_meant_first(decision: str, part: str, first: str) -> None:
    found = PAGE.tries(view(decision, wood=0, grain=1), part, [], [])
    assert found[0].move == first


def test_a_cell_in_summer_is_no_move_but_has_words() -> None:
    assert PAGE.tries(view("work"), "cell:1,1", [], []) == []
    assert PAGE.thing(view("work"), "cell:1,1") == "cell"
