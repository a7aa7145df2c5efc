"""Plays anything, each legal move with the same chance."""

from typing import final

from farmstead.agents.observation import Observation


@final
class Uniform:
    """Any legal move; the same seed and the same view give the same one."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed

    def choose(self, seen: Observation) -> str:
        return seen.legal[seen.dice(self._seed).below(len(seen.legal))]
