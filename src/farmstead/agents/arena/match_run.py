"""The run of a match: missing games are played and stored, tested deal by deal, and stopped in time."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean
from typing import Final, TypeAlias

from farmstead.agents.arena.match_folder import MatchFolder
from farmstead.agents.arena.match_game import Lost, Outcomes, Result
from farmstead.agents.arena.matches import Match
from farmstead.agents.arena.meetings import Meeting, is_whole, meetings_of
from farmstead.agents.arena.sequential_test import OPEN, SequentialTest

Players: TypeAlias = Callable[[Match, Iterable[int]], Outcomes]
MAX_LOST: Final = 10  # games in a row, after which something is wrong with more than a game


class MatchRun:
    """The deals in their order, as far as they are whole. What it says does not depend on who played them."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.sure = {pair: SequentialTest() for pair in combinations(range(len(match.agents)), 2)}
        self.deals = 0  # how many have been looked at
        self.games = 0  # of those
        self.scores = [0.0] * len(match.agents)  # sums over deals in which the agent played to an end
        self.scored = [0] * len(match.agents)  # such deals
        self.shares = [0.0] * len(match.agents)
        self.void: set[int] = set()  # deals in which a game was lost

    @property
    def counted(self) -> int:
        """Whole deals among those that have been looked at."""
        return self.deals - sum(deal <= self.deals for deal in self.void)

    def is_over(self) -> bool:
        """Whether the match may stop here."""
        settled = all(sure.verdict != OPEN for sure in self.sure.values())
        return self.deals == self.match.deals or (self.match.stop_when_sure and settled)

    def follow(self, results: Mapping[int, Result]) -> None:
        """Look at the next deals, as long as they are whole and the match is not over."""
        while not self.is_over():
            deal = self.deals + 1
            if deal not in self.void:
                if not is_whole(self.match, deal, results):
                    return
                self._see([results[number] for number in self.match.numbers_of(deal)])
            self.deals = deal

    def _see(self, games: list[Result]) -> None:
        self.games += len(games)
        meetings = meetings_of(self.match, games)
        for (one, other), sure in self.sure.items():
            sure.see(share_in(meetings, one, other))
        for agent in range(len(self.match.agents)):
            own = [meeting for meeting in meetings if agent in meeting.seating]
            self.shares[agent] += fmean([meeting.win_share(agent) for meeting in own]) if own else 0.0
            if points := [points for game in games for points in points_of(game, agent)]:
                self.scores[agent] += fmean(points)
                self.scored[agent] += 1


def share_in(meetings: Iterable[Meeting], one: int, other: int) -> float:
    """What one of two agents has of a deal."""
    both = [meeting for meeting in meetings if one in meeting.seating and other in meeting.seating]
    return fmean([meeting.share_between(one, other) for meeting in both])


def points_of(game: Result, agent: int) -> list[int]:
    """The scores of all seats an agent had in a game, but for those that another played to the end."""
    seats = zip(game.seating, game.scores, game.faults, strict=True)
    return [score for who, score, fault in seats if who == agent and not fault]


@dataclass
class MatchEnd:
    """How a match went, besides its results."""

    course: MatchRun
    lost: list[Lost] = field(default_factory=list)
    interrupted: bool = False
    given_up: bool = False  # too many games were lost in a row

    def counted(self, results: Mapping[int, Result]) -> list[Result]:
        """The games of the deals that have been looked at; later ones are there only by chance."""
        match = self.course.match
        whole = [deal for deal in range(1, self.course.deals + 1) if is_whole(match, deal, results)]
        return [results[number] for deal in whole for number in match.numbers_of(deal)]


def run(store: MatchFolder, players: Players, tell: Callable[[MatchRun, int], None]) -> MatchEnd:
    """Play what is missing; `tell` is called with the course and how many games there are after each."""
    ending = MatchEnd(MatchRun(store.match))
    ending.course.follow(store.results)
    tell(ending.course, len(store.results))
    if ending.course.is_over():
        return ending
    missing = (number for number in range(1, store.match.total + 1) if number not in store.results)
    try:
        with closing(players(store.match, missing)) as coming:
            _take(ending, store, coming, tell)
    except KeyboardInterrupt:
        ending.interrupted = True
        ending.course.follow(store.results)
    return ending


def _take(
    ending: MatchEnd, store: MatchFolder, coming: Outcomes, tell: Callable[[MatchRun, int], None]
) -> None:
    in_a_row = 0
    for outcome in coming:
        if isinstance(outcome, Lost):
            in_a_row += 1
            ending.lost.append(outcome)
            ending.course.void.add(store.match.deal_of(outcome.number))
        else:
            in_a_row = 0
            store.add(outcome)
        ending.course.follow(store.results)
        tell(ending.course, len(store.results))
        ending.given_up = in_a_row >= MAX_LOST
        if ending.given_up or ending.course.is_over():
            return
