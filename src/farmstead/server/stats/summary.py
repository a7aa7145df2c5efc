"""Figures: results by game, number of seats and opponents, and points by line beside the levels' own."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from farmstead.agents.levels_lines import LevelLines, lines_of_levels
from farmstead.server.stats.results import ALONE, PlayerResult


class Against(NamedTuple):
    """Results against one sort of opponents."""

    others: str  # as `Outcome.others`
    games: int
    won: int  # or shared
    mean: float  # points
    best: int


class LineFigures(NamedTuple):
    """A line of the score."""

    name: str
    own: float
    levels: tuple[float, ...]  # as the levels of the kind


class GameKind(NamedTuple):
    """All of somebody's games of one sort."""

    game: str
    seats: int
    games: int
    against: tuple[Against, ...]
    lines: tuple[LineFigures, ...]
    levels: tuple[LevelLines, ...]
    best: PlayerResult
    worst: PlayerResult
    points: tuple[int, ...]  # of each game, oldest first
    ends: tuple[PlayerResult, ...]  # the same games


class NeighbourRecord(NamedTuple):
    """What came of somebody's games against a neighbour."""

    games: int
    won: int  # who was ranked better
    shared: int


def neighbour_records(known: Sequence[PlayerResult]) -> dict[str, NeighbourRecord]:
    """By the ids of those who were played against, games of all sorts together."""
    found: dict[str, list[str]] = {}
    for result in known:
        for meeting in result.neighbours:
            found.setdefault(meeting.neighbour, []).append(meeting.result)
    return {
        who: NeighbourRecord(len(all_), all_.count("won"), all_.count("shared"))
        for who, all_ in found.items()
    }


def figures(known: Sequence[PlayerResult]) -> tuple[GameKind, ...]:
    """For each game and number of seats, what was played most first."""
    sorts = list(dict.fromkeys([(each.game, each.seats) for each in known]))
    kinds = [_kind([each for each in known if (each.game, each.seats) == sort]) for sort in sorts]
    return tuple(sorted(kinds, key=lambda kind: (-kind.games, kind.game, kind.seats)))


def _kind(played: Sequence[PlayerResult]) -> GameKind:
    game, seats = played[0].game, played[0].seats
    levels = lines_of_levels(game, seats)
    return GameKind(
        game=game,
        seats=seats,
        games=len(played),
        against=_against(played),
        lines=tuple([_line(name, played, levels) for name in played[0].lines]),
        levels=levels,
        best=max(played, key=lambda each: (each.points, -each.place)),
        worst=min(played, key=lambda each: (each.points, -each.place)),
        points=tuple([each.points for each in played]),
        ends=tuple(played),
    )


def _against(played: Sequence[PlayerResult]) -> tuple[Against, ...]:
    """People first, then bots from the lowest level on."""
    sorts = sorted({each.others for each in played}, key=lambda others: (others.isdecimal(), others))
    found = []
    for others in sorts:
        some = [each for each in played if each.others == others]
        won = 0 if others == ALONE else sum(each.place == 1 for each in some)
        points = [each.points for each in some]
        found.append(Against(others, len(some), won, fmean(points), max(points)))
    return tuple(found)


def _line(name: str, played: Sequence[PlayerResult], levels: Sequence[LevelLines]) -> LineFigures:
    own = fmean([each.lines.get(name, 0) for each in played])
    return LineFigures(name, own, tuple([level.lines.get(name, 0.0) for level in levels]))
