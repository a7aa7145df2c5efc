"""Requests for tables that another worker serves: they are handed on to it, and its answer is handed back.

Which table a request is for comes out when it is answered here: whatever looks at a table that is another
worker's raises NotOwner, which is answered by a status that never leaves this middleware. After that the code
in the path tells at once to whom a request is to go.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Final, cast, final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Receive, Scope, Send

from farmstead.server.base.cache import LruCache
from farmstead.server.base.languages import language_in
from farmstead.server.base.refusals import Refused
from farmstead.server.cluster.peers import HANDED, MISDIRECTED, PeerLost, Peers, head_of
from farmstead.server.http.detached import open_scope
from farmstead.server.http.security import SAFE_METHODS, send_json
from farmstead.server.play.problems import problem_of
from farmstead.server.store import NotOwner, Owner, Store, StoreError

TABLE: Final = re.compile(r"/(?:t|api/tables)/([^/]+)")
OWNER: Final = "farmstead.owner"  # in the scope of a request for a table that another worker serves
REMEMBERED: Final = 10_000  # codes of tables, with who serves them
PATIENCE_S: Final = 4.0  # until a table must be served by somebody: longer than a lease lasts
PAUSE_S: Final = 0.1


def note_owner(scope: Scope, error: NotOwner) -> None:
    """Note in a request's scope that another worker serves its table."""
    open_scope(scope)[OWNER] = error.owner


@final
class HandOver:
    """An app that answers for all tables, whichever worker serves them."""

    def __init__(self, app: ASGIApp, peers: Peers, store: Store) -> None:
        self._app = app
        self._peers = peers
        self._store = store
        self._owners: LruCache[str, Owner] = LruCache(REMEMBERED)  # by the code of a table

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or HANDED in scope:
            await self._app(scope, receive, send)
            return
        head, body, found = head_of(open_scope(scope)), Replayed(receive), TABLE.search(scope["path"])
        code = found[1] if found is not None else ""
        owner = self._owners.get(code) if code else None
        until = asyncio.get_running_loop().time() + PATIENCE_S
        while asyncio.get_running_loop().time() < until:
            if owner is None or owner.worker not in self._peers.workers:
                owner = await self._answered_here(scope, body, send)
                if owner is None:
                    return
                if code and owner.worker:
                    self._owners.put(code, owner)
            try:
                if owner.worker and await self._peers.hand_on(owner, head, body.again(), send):
                    return
            except PeerLost as error:
                if body.is_gone:
                    return
                if error.was_sent and head["method"] not in SAFE_METHODS:
                    break  # it may have been done: whoever asked decides whether to ask again
                with suppress(StoreError):  # whoever looks for the table says so
                    await self._store.workers.give_up_on(owner.worker)  # unless it has just renewed its lease
            self._owners.remove(code)
            owner = None
            await asyncio.sleep(PAUSE_S)
        away = Refused("store_away", "", {"seconds": 1})
        await send_json(send, *problem_of(away, None, language_in(head["headers"])))

    async def _answered_here(self, scope: Scope, body: Replayed, send: Send) -> Owner | None:
        """None when the request has been answered, else whose it is."""
        is_misdirected = False

        async def unless_misdirected(message: Message) -> None:
            nonlocal is_misdirected
            if message["type"] == "http.response.start":
                is_misdirected = message["status"] == MISDIRECTED
            if not is_misdirected:
                await send(message)

        await self._app(scope, body.again(), unless_misdirected)
        owner: Owner | None = open_scope(scope).pop(OWNER, None)
        return owner if is_misdirected else None


@final
class Replayed:
    """The body of a request, which can be read more than once."""

    def __init__(self, receive: Receive) -> None:
        self.is_gone = False  # whoever sent it
        self._receive = receive
        self._messages: list[HTTPReceiveMessage] = []

    def again(self) -> Receive:
        """Read the body from its beginning."""
        number = 0

        async def receive() -> HTTPReceiveMessage:
            nonlocal number
            if number < len(self._messages):
                number += 1
                return self._messages[number - 1]
            message = cast(HTTPReceiveMessage, await self._receive())
            if message["type"] == "http.request":
                self._messages.append(message)
                number += 1
            else:
                self.is_gone = True
            return message

        return receive
