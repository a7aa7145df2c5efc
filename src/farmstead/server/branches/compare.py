"""Two games side by side: where they part, and which positions belong together after that."""

from __future__ import annotations

from collections.abc import Sequence

from farmstead.server.base.refusals import Refused
from farmstead.server.branches.messages import ComparedOut, ComparedPart, ComparedSide
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.replay import viewer
from farmstead.server.replay.messages import StudyOut
from farmstead.server.replay.recorded_games import is_record
from farmstead.server.replay.viewer import ReplayView


async def compare(core: Core, visitor: Visitor, name: str, other: str, language: str) -> ComparedOut:
    """Any two studies of the same game for as many players; Refused for others."""
    core.limits.spend("read", visitor.rate_limit_key, "compare")
    tables = [await core.find_table(each, visitor) for each in (name, other) if not is_record(each)]
    async with core.hub.looking(*tables):
        return await _compare(core, visitor, name, other, language)


async def _compare(core: Core, visitor: Visitor, name: str, other: str, language: str) -> ComparedOut:
    watched = [await viewer.watch(core, visitor, each, None, language) for each in (name, other)]
    if _kind(watched[0]) != _kind(watched[1]):
        raise Refused("other_game", "compare")
    left, right = [await viewer.show(core, visitor, each) for each in watched]

    def compared() -> tuple[int, tuple[tuple[int, int], ...], tuple[ComparedPart, ...]]:
        parted = parted_at(*courses(watched))
        return parted, *stepped(parted, left, right)

    parted, steps, parts = await core.pools.replays.run(visitor.address, "compare", compared)
    titles = [await _title(core, visitor, each) for each in watched]
    return ComparedOut(_side(left, titles[0]), _side(right, titles[1]), parted, steps, parts)


def _kind(watched: ReplayView) -> tuple[str, int]:
    setup = watched.study.record.setup
    return setup.game, setup.seats


def _side(study: StudyOut, title: str) -> ComparedSide:
    return ComparedSide(
        study.name, study.title, title, study.names, study.length, study.running, study.left, study.log
    )


async def _title(core: Core, visitor: Visitor, watched: ReplayView) -> str:
    """What a branch was called by whoever made it."""
    table = watched.study.table
    found = None if table is None else await core.store.branches.at(table)
    return "" if found is None else found.title


def courses(watched: Sequence[ReplayView]) -> list[Sequence[object]]:
    """What is compared of the moves of each game: all of them, or of a game that is being played, and then of
    the other as well, what spectators hear. Else a record of guesses would find out what is hidden.
    """
    if all(each.whole for each in watched):
        return [each.study.record.moves for each in watched]
    return [_heard(each) for each in watched]


def _heard(watched: ReplayView) -> list[tuple[int, tuple[str, ...]]]:
    film = watched.film
    return [
        (film.mover(ply), tuple([str(event) for event in film.heard(ply, None)]))
        for ply in range(1, film.length + 1)
    ]


def parted_at(one: Sequence[object], other: Sequence[object]) -> int:
    """How many moves two games have in common from their beginning."""
    for n, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return n
    return min(len(one), len(other))


def stepped(
    parted: int, one: StudyOut, other: StudyOut
) -> tuple[tuple[tuple[int, int], ...], tuple[ComparedPart, ...]]:
    """The positions that are shown together, from where the games part.

    Season by season, or round by round: whichever of the two has fewer moves in one waits for the other.
    """
    mine, theirs = _parts(parted, one), _parts(parted, other)
    steps: list[tuple[int, int]] = [(parted, parted)]
    parts: list[ComparedPart] = []
    for n in range(max(len(mine), len(theirs))):
        words, plies = mine[n] if n < len(mine) else ("", [])
        others_words, others = theirs[n] if n < len(theirs) else ("", [])
        if plies or others:
            parts.append(ComparedPart(len(steps), words or others_words))
        for k in range(max(len(plies), len(others))):
            before = steps[-1]
            steps.append((_held(plies, k, before[0]), _held(others, k, before[1])))
    return tuple(steps), tuple(parts)


def _held(plies: Sequence[int], k: int, before: int) -> int:
    return plies[k] if k < len(plies) else before


def _parts(parted: int, study: StudyOut) -> list[tuple[str, list[int]]]:
    """The seasons or rounds from a position on, with the positions after it that are in each."""
    ends = [part.ply for part in study.parts[1:]] + [study.length + 1]
    found = [
        (part.words, list(range(max(part.ply, parted + 1), end)))
        for part, end in zip(study.parts, ends, strict=True)
    ]
    return found[max([n for n, part in enumerate(study.parts) if part.ply <= parted], default=0) :]
