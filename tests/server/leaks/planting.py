"""One coin that lies face down, planted into one channel, to see that the search finds it there."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, final

import pytest
from msgspec import structs

from farmstead.engine.contract import Seat
from farmstead.engine.record import write_record
from farmstead.server import playing, showing
from farmstead.server.api import problems, stream
from farmstead.server.house import House
from farmstead.server.live import LiveTable
from farmstead.server.messages import LineOut, Look, TableOut
from farmstead.server.news import News
from farmstead.server.pages import board, views
from farmstead.server.pages import menu as menus
from farmstead.server.store import people
from farmstead.server.telling import Problem
from tests.server.leaks.world import TABLE


@final
class Planter:
    """Changes what makes the answers of a channel, so that they tell one seat's coins."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Seat) -> None:
        self.house: House | None = None  # once it is open
        self._patch = monkeypatch
        self._owner = owner

    def meet(self, house: House) -> None:
        self.house = house

    def coins(self) -> str:
        """What lies in the owner's barn; nothing before there is one."""
        live = self.house.hub.live(TABLE) if self.house is not None else None
        view = live.position(self._owner).view if live is not None else None
        return "" if view is None else json.dumps(coins_in(view, self._owner))

    def replace(self, where: object, name: str, added: Callable[[Any], Any]) -> None:
        """Let `added` change what a function answers."""
        made = getattr(where, name)
        self._patch.setattr(where, name, lambda *given, **named: added(made(*given, **named)))

    def replace_awaited(self, where: object, name: str, added: Callable[[Any], Any]) -> None:
        """The same for a function that takes its time."""
        made = getattr(where, name)

        # `Any`: whatever that function is given and gives.
        async def planted(*given: Any, **named: Any) -> Any:
            return added(await made(*given, **named))

        self._patch.setattr(where, name, planted)

    # ---- channels --------------------------------------------------------------------------------------

    def page(self) -> None:
        made = views.page

        def planted(template: str, context: Mapping[str, Any] | None = None, status: int = 200) -> Any:
            data = {**(context or {}).get("data", {}), "coins": self.coins()}
            return made(template, {**(context or {}), "data": data}, status)

        self._patch.setattr(views, "page", planted)

    def position(self) -> None:
        self.replace_awaited(playing, "look", self._look)

    def _look(self, look: Look) -> Look:
        return structs.replace(look, words=(*look.words, self.coins()))

    def news(self) -> None:
        def added(heard: list[News]) -> list[News]:
            return [structs.replace(news, why=self.coins()) for news in heard]

        self.replace_awaited(playing, "news", added)

    def table(self) -> None:
        self.replace(showing, "_table", self._table)

    def _table(self, table: TableOut) -> TableOut:
        return structs.replace(table, trouble=self.coins())

    def lobby(self) -> None:
        def added(tables: list[TableOut]) -> list[TableOut]:
            return [self._table(table) for table in tables]

        self.replace_awaited(showing, "show_all", added)

    def stream(self) -> None:
        self.replace(stream, "seen", self._look)

    def board(self) -> None:
        self.replace(
            board, "as_svg", lambda drawn: drawn.replace("</svg>", f"<desc>{self.coins()}</desc></svg>")
        )

    def menu(self) -> None:
        self.replace(menus, "menu_of", lambda menu: structs.replace(menu, question=self.coins()))

    def error(self) -> None:
        def added(answer: tuple[int, Problem]) -> tuple[int, Problem]:
            return answer[0], structs.replace(answer[1], args={**answer[1].args, "coins": self.coins()})

        self.replace(problems, "problem_of", added)

    def export(self) -> None:
        self.replace_awaited(people, "exported", lambda found: {**found, "coins": self.coins()})

    def chat(self) -> None:
        def added(lines: Sequence[LineOut]) -> tuple[LineOut, ...]:
            return tuple([structs.replace(line, text=line.text + self.coins()) for line in lines])

        self.replace_awaited(showing, "lines_out", added)

    def record(self) -> None:
        """The whole record of a game that is still being played."""
        self._patch.setattr(LiveTable, "record", lambda live: write_record(live._course.table))


def coins_in(view: Any, owner: Seat) -> Any:
    """`Any`: whatever JSON can say."""
    farms = view["farms"]
    return farms[owner]["barn"]["values"] if owner < len(farms) else None
