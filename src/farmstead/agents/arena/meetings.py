"""Games as meetings of agents: who had which part of the win, which place, how many points."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, groupby
from statistics import fmean
from typing import NamedTuple, TypeVar

from farmstead.agents.arena.match_game import Result
from farmstead.agents.arena.matches import Match, Seating

Points = TypeVar("Points", int, float)


class Meeting(NamedTuple):
    """Agents compared: a game with several seats, or two that played alone with the same luck."""

    deal: int
    seating: Seating
    scores: tuple[int, ...]
    places: tuple[int, ...]  # a seat whose agent failed has the last one
    failed: frozenset[int] = frozenset()  # the agents that did
    luck: tuple[dict[str, float], ...] = ()  # by kind of chance event, if the match counts it

    def agents(self) -> list[int]:
        """Everybody once, in the order of their seats."""
        return list(dict.fromkeys(self.seating))

    def win_share(self, agent: int) -> float:
        """The part of the win its seats have; whoever shares first place shares the win."""
        won = [place == 1 for place in self.places]
        return sum(self._of(agent, won)) / max(1, sum(won))  # nobody wins where all have failed

    def even_share(self, agent: int) -> float:
        """What its share would be if all seats were equal."""
        return self.seating.count(agent) / len(self.seating)

    def place(self, agent: int) -> float:
        """The mean of its seats."""
        return fmean(self._of(agent, self.places))

    def score(self, agent: int) -> float:
        """The mean of its seats."""
        return fmean(self._of(agent, self.scores))

    def luck_between(self, one: int, other: int) -> dict[str, float]:
        """How much more luck `one` had, by kind of chance event; of each the mean of its seats."""
        kinds = {kind for luck in self.luck for kind in luck}
        by_seat = {kind: [luck.get(kind, 0.0) for luck in self.luck] for kind in kinds}
        return {kind: fmean(self._of(one, by)) - fmean(self._of(other, by)) for kind, by in by_seat.items()}

    def share_between(self, one: int, other: int) -> float:
        """1 for a win of `one`, 0 for a win of `other`, between them when it is shared; ½ when others win."""
        return 0.5 + (self.win_share(one) - self.win_share(other)) / 2

    def _of(self, agent: int, values: Iterable[Points]) -> list[Points]:
        return [value for who, value in zip(self.seating, values, strict=True) if who == agent]


def meetings_of(match: Match, results: Iterable[Result]) -> list[Meeting]:
    """In the order of the games."""
    games = sorted(results, key=lambda result: result.number)
    if match.seats > 1:
        return [
            Meeting(game.deal, game.seating, game.scores, places_of(game), game.failed(), game.luck)
            for game in games
        ]
    found = []
    for _, alone in groupby(games, key=lambda result: result.deal):
        for one, other in combinations(alone, 2):
            scores = one.scores + other.scores
            places = (1 + (scores[0] < scores[1]), 1 + (scores[1] < scores[0]))
            faults = (any(one.faults), any(other.faults))
            seating, failed = one.seating + other.seating, one.failed() | other.failed()
            luck = one.luck + other.luck
            found.append(Meeting(one.deal, seating, scores, forfeited(places, faults), failed, luck))
    return found


def places_of(game: Result) -> tuple[int, ...]:
    """The places of a game; a seat whose agent failed has lost, however well it was played on."""
    return forfeited(game.places, [bool(fault) for fault in game.faults])


def forfeited(places: Sequence[int], failed: Sequence[bool]) -> tuple[int, ...]:
    """Places in which those who failed are last, and all others move up."""
    gone = [place for place, has_failed in zip(places, failed, strict=True) if has_failed]
    return tuple(
        len(places) if has_failed else place - sum(better < place for better in gone)
        for place, has_failed in zip(places, failed, strict=True)
    )


def is_whole(match: Match, deal: int, results: Mapping[int, Result]) -> bool:
    """Whether all games of a deal have been played."""
    return all(number in results for number in match.numbers_of(deal))
