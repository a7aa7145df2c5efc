"""Plays anything, each legal move with the same chance."""

from typing import final

from farmstead.agents.seen import Seen
from farmstead.engine.dealer import QuickDealer


@final
class Uniform:
    """Any legal move; the same seed chooses the same way."""

    def __init__(self, seed: int = 1) -> None:
        self._dealer = QuickDealer(seed)

    def choose(self, seen: Seen) -> str:
        return seen.legal[self._dealer.below(len(seen.legal))]
