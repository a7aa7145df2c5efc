"""Coins that lie face down, planted into every channel, to see that the search finds them there.

What is planted says where it was planted, so that each channel is found by its own and not by another's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, final

import pytest
from msgspec import structs

from farmstead.engine.contract import Seat
from farmstead.messages import LineOut, Look, News, TableOut
from farmstead.server.api import event_stream
from farmstead.server.branches import compare
from farmstead.server.branches.messages import ComparedOut
from farmstead.server.core import Core
from farmstead.server.exports import files
from farmstead.server.http import problems
from farmstead.server.http import template as paper
from farmstead.server.lobby import listing
from farmstead.server.pages import table as table_page
from farmstead.server.play import actions as play
from farmstead.server.play import chat
from farmstead.server.play.board_messages import BoardsOut
from farmstead.server.play.refusal_words import Problem
from farmstead.server.replay import viewer
from farmstead.server.store import people
from farmstead.server.table.live_table import LiveTable
from tests.server.leaks.world import TABLE

CHANNELS = (
    *("page", "position", "news", "table", "lobby", "stream"),
    *("board", "streamed", "preview", "error", "export", "chat", "record"),
    *("study", "frames", "compare", "download"),
)


def sign(channel: str) -> str:
    """What stands before the coins."""
    return f"planted in {channel}"


@final
class Planter:
    """Changes what makes the answers of each channel, so that they tell one seat's coins."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Seat) -> None:
        self._core: Core | None = None
        self._patch = monkeypatch
        self._owner = owner

    def meet(self, core: Core) -> None:
        """From now on it is this server's coins."""
        self._core = core

    def coins(self, channel: str) -> str:
        """What lies in the owner's barn; nothing before there is one."""
        live = self._core.hub.live(TABLE) if self._core is not None else None
        view: Any = live.position(self._owner).view if live is not None else None
        farms = [] if view is None else view["farms"]
        known = [json.dumps(farm["barn"]["values"]) for farm in farms]
        return f"{sign(channel)}: {known[self._owner] if known else ''}"

    def plant(self, channel: str) -> None:
        getattr(self, f"_in_{channel}")()

    # `Any`, here and below: whatever a function is given and gives.
    def _replace(self, where: object, name: str, added: Callable[[Any], Any]) -> None:
        """Let `added` change what a function answers."""
        made = getattr(where, name)
        self._patch.setattr(where, name, lambda *given, **named: added(made(*given, **named)))

    def _replace_awaited(self, where: object, name: str, added: Callable[[Any], Any]) -> None:
        """The same for a function that takes its time."""
        made = getattr(where, name)

        async def planted(*given: Any, **named: Any) -> Any:
            return added(await made(*given, **named))

        self._patch.setattr(where, name, planted)

    # ---- channels --------------------------------------------------------------------------------------

    def _in_page(self) -> None:
        made = paper.page

        def planted(
            template: str, language: str, context: Mapping[str, Any] | None = None, status: int = 200
        ) -> Any:
            data = {**(context or {}).get("data", {}), "coins": self.coins("page")}
            return made(template, language, {**(context or {}), "data": data}, status)

        self._patch.setattr(table_page, "page", planted)

    def _in_position(self) -> None:
        self._replace_awaited(play, "look", lambda look: self._look(look, "position"))

    def _look(self, look: Look, channel: str) -> Look:
        return structs.replace(look, words=(*look.words, self.coins(channel)))

    def _in_stream(self) -> None:
        self._replace(event_stream, "seen", lambda look: self._look(look, "stream"))

    def _in_news(self) -> None:
        def added(heard: list[News]) -> list[News]:
            return [structs.replace(news, why=self.coins("news")) for news in heard]

        self._replace_awaited(play, "news", added)

    def _in_table(self) -> None:
        self._replace_awaited(listing, "show", lambda table: self._table(table, "table"))

    def _table(self, table: TableOut, channel: str) -> TableOut:
        return structs.replace(table, trouble=self.coins(channel))

    def _in_lobby(self) -> None:
        def added(tables: list[TableOut]) -> list[TableOut]:
            return [self._table(table, "lobby") for table in tables]

        self._replace_awaited(listing, "show_all", added)

    def _in_board(self) -> None:
        self._replace(play, "boards_of", lambda found: structs.replace(found, question=self.coins("board")))

    def _in_streamed(self) -> None:
        def added(found: BoardsOut) -> BoardsOut:
            return structs.replace(found, question=self.coins("streamed"))

        self._replace(event_stream, "without", added)

    def _in_preview(self) -> None:
        previews = import_module("farmstead.server.pages.table_preview")
        self._replace(previews, "why_not", lambda told: structs.replace(told, sentence=self.coins("preview")))

    def _in_error(self) -> None:
        def added(answer: tuple[int, Problem]) -> tuple[int, Problem]:
            status, problem = answer
            return status, structs.replace(problem, args={**problem.args, "coins": self.coins("error")})

        self._replace(problems, "problem_of", added)

    def _in_export(self) -> None:
        self._replace(people, "exported", lambda found: {**found, "coins": self.coins("export")})

    def _in_chat(self) -> None:
        def added(lines: Sequence[LineOut]) -> tuple[LineOut, ...]:
            return tuple([structs.replace(line, text=self.coins("chat")) for line in lines])

        self._replace_awaited(chat, "lines_out", added)

    def _in_study(self) -> None:
        self._replace_awaited(
            viewer, "look", lambda told: structs.replace(told, marks=(self.coins("study"),))
        )

    def _in_frames(self) -> None:
        drawn = import_module("farmstead.server.pages.replay")

        def added(frames: bytes) -> bytes:
            return json.dumps({**json.loads(frames), "coins": self.coins("frames")}).encode()

        self._replace(drawn, "_together", added)

    def _in_compare(self) -> None:
        def added(told: ComparedOut) -> ComparedOut:
            return structs.replace(told, one=structs.replace(told.one, title=self.coins("compare")))

        self._replace_awaited(compare, "compare", added)

    def _in_download(self) -> None:
        """Of a game that is still being played, too."""

        async def planted(*_: Any) -> files.ExportedFile:
            return files.ExportedFile("game.record", "text/plain", self.coins("download").encode())

        self._patch.setattr(files, "fetch", planted)

    def _in_record(self) -> None:
        """Of a game that is still being played."""
        self._patch.setattr(LiveTable, "record", lambda live: self.coins("record"))
