"""How long things took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Times:
    """Of one stretch of playing; seconds."""

    acknowledged: list[float] = field(default_factory=list)  # from sending a move to its acknowledgement
    broadcast: list[float] = field(default_factory=list)  # from sending a move to another seat's news of it
    shown: list[float] = field(default_factory=list)  # from sending a move to a seat's boards of it
    boards: int = 0  # that came to seats
    games: int = 0  # that ended, and were followed by another
    lost: int = 0  # sent again because the server had just closed a connection that was idle
    nobody: int = 0  # moves that nobody could make
    dropped: int = 0  # streams that the server ended
    refused: Counter[int] = field(default_factory=Counter)  # moves that it did not take, by status

    def refuse(self, status: int) -> None:
        self.refused[status] += 1


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all does not exceed."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
