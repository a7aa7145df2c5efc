"""The best score found when all luck is known in advance: how far a game lies from what could be had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from farmstead import shelf
from farmstead.agents import agent
from farmstead.agents.arena.matches import Match
from farmstead.agents.foresight import ALONE, best_found


@dataclass(frozen=True)
class Foresight:
    """How hard to look."""

    game: str
    seed: str  # the deals are those of a match with this seed
    honest: str  # an agent whose game is a beginning, too
    width: int  # positions in the beam
    turns: int  # that are tried in each
    rounds: int  # of changes after it, to each beginning


def best_known(foresight: Foresight, number: int) -> dict[str, Any]:
    """The best game found in a deal, with its record."""
    game = shelf.game(foresight.game)
    match = Match(foresight.game, 1, (foresight.honest,), 1, seed=foresight.seed)
    honest = agent(foresight.honest, match.agent_seed(number, ALONE, 0))
    size = (foresight.width, foresight.turns, foresight.rounds)
    seed = f"{foresight.seed} {number}"
    return best_found(game, game.setup(1), match.key(number), honest, size, seed)._asdict()
