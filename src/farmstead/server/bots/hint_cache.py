"""Hints that have been thought about: the same position is not thought about twice."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, TypeAlias, final

from farmstead.engine.contract import Seat
from farmstead.server.bots.pool import HintResult
from farmstead.server.store import TableId

KEPT: Final = 200

Key: TypeAlias = tuple[TableId, Seat, int]  # and the number of the table's last entry


@final
class HintCache:
    """The last hints. A number stands for one position, so they stay right."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, HintResult] = OrderedDict()

    def get(self, key: Key) -> HintResult | None:
        return self._kept.get(key)

    def keep(self, key: Key, advised: HintResult) -> None:
        self._kept[key] = advised
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
