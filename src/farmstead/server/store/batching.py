"""Questions of one kind, asked together: those that come while one is under way go into the next statement.

A statement costs far more than a row of its answer. Where servers share a database each asks all the time
what the others have written, so under load many questions share one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Generic, TypeAlias, TypeVar, final

from farmstead.server.store.errors import StoreAway, each_their_own

Key = TypeVar("Key")
Answer = TypeVar("Answer")
AskAll: TypeAlias = Callable[[Collection[Key]], Awaitable[Mapping[Key, Answer]]]


@final
class BatchLoader(Generic[Key, Answer]):
    """Whoever asks is answered by a statement that began after they asked."""

    def __init__(self, ask: AskAll[Key, Answer]) -> None:
        """`ask` finds the answers to some questions; what is not there has none."""
        self._ask = ask
        self._waiting: list[tuple[Key, asyncio.Future[Answer | None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def answer(self, key: Key) -> Answer | None:
        """None where there is nothing."""
        answer: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((key, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="questions to the store")
        return await answer

    async def finish(self) -> None:
        """Until all who have asked are answered: what is under way holds a connection."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            while self._waiting:
                asked, self._waiting = self._waiting, []
                await self._serve(asked)
        finally:  # also when the task is cancelled
            self._task = None
            tell(self._waiting, StoreAway("The store is closed."))

    async def _serve(self, asked: list[tuple[Key, asyncio.Future[Answer | None]]]) -> None:
        try:
            found = await self._ask(dict.fromkeys([key for key, _ in asked]))
        except Exception as error:  # whoever asked has to deal with it, also with a fault of the program
            tell(asked, error)
            return
        except BaseException:
            tell(asked, StoreAway("The store was closed before it could answer."))
            raise
        for key, answer in asked:
            if not answer.done():
                answer.set_result(found.get(key))


def tell(asked: list[tuple[Key, asyncio.Future[Answer | None]]], error: Exception) -> None:
    for _, answer in asked:
        if not answer.done():
            answer.set_exception(each_their_own(error))
