"""What is played and looked into, task by task. All of it follows from the seed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeAlias

from farmstead import shelf
from farmstead.agents.arena.matches import MIXED, PAIRS, Match
from farmstead.agents.hints import ITERATIONS
from scripts.strength.clairvoyant import Foresight, best_known
from scripts.strength.hints import Hinted, hinted

SOLO: Final = "walnut-grove"  # the game that has goals for one player
PAIRED: Final = "sunflower-valley"  # the one with goals for two
LADDER_SEATS: Final = (2, 4)
GREEDY_SEATS: Final = (2, 5)
HINTED_SEATS: Final = ((SOLO, 1), (SOLO, 2), (PAIRED, 2))

Finding: TypeAlias = dict[str, Any]  # JSON; each study knows what it has found


@dataclass(frozen=True)
class Plan:
    """Who plays, and how much."""

    top: str = "level:5"
    low: str = "greedy"
    levels: tuple[str, ...] = ("level:1", "level:2", "level:3", "level:4", "level:5")
    solo: int = 200
    paired: int = 400
    greedy: int = 400
    ladder: int = 1000  # at most
    look: str = "learned"  # one look by what was learned
    learned: str = "learned:48"
    met: tuple[str, ...] = ("greedy", "classic:4", "classic:5")  # by those that learned
    meetings: int = 400
    timed: int = 2  # deals
    foreseen: int = 20
    width: int = 64
    turns: int = 8
    rounds: int = 800
    hinted: int = 50  # games; up to four positions of each
    tries: int = ITERATIONS  # of each hint


FULL: Final = Plan()
QUICK: Final = Plan(
    solo=2,
    paired=4,
    greedy=4,
    ladder=4,
    meetings=4,
    timed=1,
    foreseen=1,
    width=2,
    turns=2,
    rounds=20,
    hinted=2,
)


@dataclass(frozen=True)
class Contest:
    """A match of the arena."""

    name: str
    match: Match
    one_core: bool = False  # nothing else may run beside it: its times are looked at

    @property
    def total(self) -> int:
        return self.match.total


@dataclass(frozen=True)
class Study:
    """Anything else that has numbers: each gives one finding."""

    name: str
    work: Callable[[Any, int], Finding]  # `Any`: its own settings
    settings: Foresight | Hinted
    count: int

    @property
    def total(self) -> int:
        return self.count


Task: TypeAlias = Contest | Study


@dataclass(frozen=True)
class Tasks:
    """All tasks, by the chapters of the page."""

    times: tuple[Contest, ...]
    solo: Contest
    paired: Contest
    greedy: tuple[Contest, ...]
    clairvoyant: Study
    hints: tuple[Study, ...]
    ladders: tuple[Contest, ...]
    learned_solo: Contest
    learned: tuple[Contest, ...]

    def all(self) -> list[Task]:
        """In the order in which they are played: the long ones last."""
        short: list[Task] = [self.solo, self.paired, *self.greedy, self.clairvoyant]
        return [*self.times, *short, *self.hints, self.learned_solo, *self.learned, *self.ladders]


def tasks(plan: Plan, seed: str) -> Tasks:
    """What the plan asks for, with seeds from this one."""
    return Tasks(
        times=tuple(timed(plan, seed)),
        solo=Contest("solo", Match(SOLO, 1, (plan.top, plan.low), plan.solo, seed=seed)),
        paired=Contest("paired", Match(PAIRED, 2, (plan.top, plan.low), plan.paired, seed=seed)),
        greedy=tuple(
            Contest(
                f"greedy-{seats}",
                Match(PAIRED, seats, (plan.low,) * seats, plan.greedy, seed=seed, tables=MIXED),
            )
            for seats in GREEDY_SEATS
        ),
        clairvoyant=Study(
            "clairvoyant",
            best_known,
            Foresight(SOLO, seed, plan.top, plan.width, plan.turns, plan.rounds),
            plan.foreseen,
        ),
        hints=tuple(
            Study(
                f"hints-{game}-{seats}", hinted, Hinted(game, seats, plan.top, plan.tries, seed), plan.hinted
            )
            for game, seats in HINTED_SEATS
        ),
        ladders=tuple(ladders(plan, seed)),
        learned_solo=Contest(
            "learned-solo",
            Match(SOLO, 1, (plan.learned, plan.look, *plan.met[1:]), plan.solo, seed=seed),
        ),
        learned=tuple(learned(plan, seed)),
    )


def timed(plan: Plan, seed: str) -> list[Contest]:
    """All levels at the smallest table of each game, and at the largest as many as it has seats."""
    found = []
    for name in shelf.names():
        game = shelf.game(name)
        for seats in (game.fewest, game.most):
            agents = plan.levels if seats < 3 else plan.levels[-seats:]
            tables = PAIRS if seats < 3 or len(agents) < seats else MIXED
            match = Match(name, seats, agents, plan.timed * seats, seed=seed, tables=tables)
            found.append(Contest(f"times-{name}-{seats}", match, one_core=True))
    return found


def ladders(plan: Plan, seed: str) -> list[Contest]:
    """Each level against the one below, stopped as soon as it is clear."""
    return [
        Contest(
            f"ladder-{game}-{seats}-{plain(upper)}-{plain(lower)}",
            Match(game, seats, (upper, lower), plan.ladder, seed=seed, stop_when_sure=True),
        )
        for game in shelf.names()
        for seats in LADDER_SEATS
        for lower, upper in pairwise(plan.levels)
    ]


def learned(plan: Plan, seed: str) -> list[Contest]:
    """Those that learned against those that were programmed, every deal from both seats."""
    return [
        Contest(
            f"learned-{game}-{plain(who)}-{plain(other)}",
            Match(game, 2, (who, other), plan.meetings, seed=seed),
        )
        for game in shelf.names()
        for who in (plan.look, plan.learned)
        for other in plan.met
    ]


def plain(spec: str) -> str:
    """A spec in the name of a folder: `level5`."""
    return re.sub(r"[^a-z0-9]+", "", spec)


def command(match: Match) -> str:
    """What anybody can type to play the same games."""
    words = [f"farmstead arena {match.game} --agents {','.join(match.agents)} --seats {match.seats}"]
    words += [f"--games {match.games} --seed {match.seed}"]
    words += ["--tables mixed"] if match.tables == MIXED else []
    words += ["--stop-when-sure"] if match.stop_when_sure else []
    return " ".join(words)
