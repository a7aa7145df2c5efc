"""Sentences about ties: what broke each of them, or that a rank is shared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from farmstead.engine.contract import Arg, Seat
from farmstead.render.shared import signed
from farmstead.render.words import Words


class TieBreak(NamedTuple):
    """Something that is compared among players with as many points."""

    key: str  # in the table `tie_break` of the game's words
    counts: Sequence[int]  # by seat; more is better


class TieBreaks(NamedTuple):
    """All of them, in the order in which they are asked, and the paragraph that says so."""

    rule: str
    breaks: Sequence[TieBreak]


def tied_groups(scores: Sequence[int]) -> list[list[Seat]]:
    """The seats that have as many points as others, those with most points first."""
    levels = sorted(set(scores), reverse=True)
    groups = [[seat for seat, score in enumerate(scores) if score == level] for level in levels]
    return [group for group in groups if len(group) > 1]


def decided_by(ties: TieBreaks, scores: Sequence[int], seat: Seat) -> tuple[str, ...]:
    """The tie-breaks that part a seat from others with as many points, in order."""
    level = [other for other, score in enumerate(scores) if score == scores[seat] and other != seat]
    found = []
    for tie in ties.breaks:
        if any(tie.counts[other] != tie.counts[seat] for other in level):
            found.append(tie.key)
        level = [other for other in level if tie.counts[other] == tie.counts[seat]]
    return tuple(found)


class TieTeller:
    """Says it in a language; `names`: how the players are called."""

    def __init__(self, words: Words, ties: TieBreaks, names: Sequence[str] | None = None) -> None:
        self._words = words
        self._ties = ties
        self._names = names

    def sentences(self, scores: Sequence[int], places: Sequence[int]) -> list[str]:
        """A sentence for each tie-break that decided something, and for each rank that is shared."""
        found: list[str] = []
        for group in tied_groups(scores):
            found += self._told(group, 0, "level", signed(scores[group[0]]), places)
        return found

    def _told(
        self, group: Sequence[Seat], asked: int, key: str, points: str, places: Sequence[int]
    ) -> list[str]:
        """Of players who are level in all that was asked so far."""
        for n, tie in list(enumerate(self._ties.breaks))[asked:]:
            if len({tie.counts[seat] for seat in group}) > 1:
                return self._decided(group, n, key, points, places)
        fields: dict[str, Arg] = {"who": self._who(group), "place": places[group[0]]}
        if not self._ties.breaks:
            return [self._words.say("tie", "shared", **fields)] if places[group[0]] > 1 else []
        what = self._words.listing([self._what(tie) for tie in self._ties.breaks])
        return [self._words.say("tie", "shared_after", what=what, rule=self._ties.rule, **fields)]

    def _decided(
        self, group: Sequence[Seat], n: int, key: str, points: str, places: Sequence[int]
    ) -> list[str]:
        """By the n-th tie-break; those who are level even there are told of after it."""
        tie = self._ties.breaks[n]
        order = sorted(group, key=lambda seat: -tie.counts[seat])
        counts = self._words.say("tie", "to").join([str(tie.counts[seat]) for seat in order])
        fields: dict[str, Arg] = {"what": self._what(tie), "counts": counts, "rule": self._ties.rule}
        found = [self._words.say("tie", key, who=self._who(order), points=points, **fields)]
        for count in dict.fromkeys([tie.counts[seat] for seat in order]):
            still = [seat for seat in order if tie.counts[seat] == count]
            if len(still) > 1:
                found += self._told(still, n + 1, "still", points, places)
        return found

    def _what(self, tie: TieBreak) -> str:
        return self._words.called(tie.key, "tie_break")

    def _who(self, seats: Sequence[Seat]) -> str:
        return self._words.listing([self._words.who(seat, self._names) for seat in seats])
