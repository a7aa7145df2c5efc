"""Favourite mistakes: what kinds of decision cost somebody most, over all their games that were reviewed."""

from __future__ import annotations

from typing import NamedTuple

from farmstead.render.words import page_words
from farmstead.server.base.languages import FALLBACK
from farmstead.server.core import Core
from farmstead.server.store import PlayerId, PlayerLoss


class Mistake(NamedTuple):
    """One kind of decision in one game, over all reviewed games of a player."""

    game: str
    kind: str
    words: str  # when it was due: `to take a die`
    games: int  # in which it came up
    decisions: int
    lost: float  # final points, in all
    error: float  # one standard error of that
    as_the_search: int  # of the decisions
    dearest: str  # the code of the table where it cost most

    @property
    def mean(self) -> float:
        """Lost by each such decision."""
        return self.lost / self.decisions if self.decisions else 0.0


class Mistakes(NamedTuple):
    """What is known of somebody's mistakes."""

    reviewed: int  # games
    kinds: tuple[Mistake, ...]  # what cost most in all comes first


async def favourite_mistakes(core: Core, player: PlayerId, language: str = FALLBACK) -> Mistakes:
    """Over the last review of each game that a player sat at; a game counts whoever had it reviewed."""
    losses = await core.store.reviews.losses_of(player)
    found: dict[tuple[str, str], list[PlayerLoss]] = {}
    for each in losses:
        found.setdefault((each.game, each.loss.kind), []).append(each)
    kinds = [_mistake(game, kind, each, language) for (game, kind), each in found.items()]
    dearest_first = sorted(kinds, key=lambda one: (-one.lost, one.game, one.kind))
    return Mistakes(len({each.table for each in losses}), tuple(dearest_first))


def _mistake(game: str, kind: str, losses: list[PlayerLoss], language: str) -> Mistake:
    words = page_words(game, language)
    return Mistake(
        game=game,
        kind=kind,
        words=words.called(kind, "decision") if kind else words.say("review", "other_kind"),
        games=len({each.table for each in losses}),
        decisions=sum([each.loss.decisions for each in losses]),
        lost=sum([each.loss.lost for each in losses]),
        error=sum([each.loss.spread**2 for each in losses]) ** 0.5,
        as_the_search=sum([each.loss.best for each in losses]),
        dearest=max(losses, key=lambda each: each.loss.lost).code,
    )
