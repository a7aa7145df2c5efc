"""What comes of the neighbours' preferences: how much they have of what they love, and how strong they are.

A neighbour plays the plain level in pairs of games: the same luck, each at either seat. `--write` puts the
figures into benchmarks/neighbours.md; without it they are printed. What has been measured is kept beside it
until a preference changes, so it goes on where it was stopped; `--anew` begins again. Games of a level that
searches take longer: `--searching` says how many pairs of those.

    nice python -m scripts.neighbours --pairs 200 --write
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead._build import VERSION
from farmstead.agents import Agent, agent
from farmstead.agents.characters import Neighbour, neighbours
from farmstead.agents.levels import LEVELS
from farmstead.agents.neighbours import NeighbourAgent, amounts_of
from farmstead.agents.observation import observation_at
from farmstead.engine.dealer import KeyedDealer, key_from_seed
from farmstead.engine.table import Table

REPORT: Final = Path(__file__).parent.parent / "benchmarks" / "neighbours.md"
KEPT: Final = REPORT.with_suffix(".json")
PAIRS: Final = 200
SEARCHING_PAIRS: Final = 20
SURE: Final = 1.96  # standard errors of a 95 % interval
MORE_WANTED: Final = 0.3


class Figures(NamedTuple):
    """What came of so many games of a neighbour against their level."""

    neighbour: str
    game: str
    pairs: int
    own: float  # of what they love, in the end, mean
    plain: float  # what the level has of it in the same games
    points: float  # that the neighbour has more than the level, mean
    points_error: float  # half of the 95 % interval
    wins: float  # share of the games, ties half
    wins_error: float
    settings: str  # level and preference they were measured with

    @property
    def more(self) -> float:
        return self.own / self.plain - 1


def measured(neighbour: Neighbour, game: str, pairs: int) -> Figures:
    """Play them; a pair, whose games share their luck, is one observation."""
    loved = amounts_of(game)[neighbour.preferences[game].loves]
    own: list[float] = []
    plain: list[float] = []
    points: list[float] = []
    wins: list[float] = []
    for n in range(pairs):
        ahead: list[float] = []
        won: list[float] = []
        for seat in (0, 1):
            players: list[Agent] = [agent(f"level:{neighbour.level}", 2 * n + 1)] * 2
            players[seat] = NeighbourAgent(neighbour.id, 2 * n + 2)
            table = _played(game, players, f"neighbours {neighbour.level} {n}")
            own.append(loved(table.state, seat))
            plain.append(loved(table.state, 1 - seat))
            scores, places = table.state.scores(), table.state.places()
            ahead.append(float(scores[seat] - scores[1 - seat]))
            won.append(1.0 if places[seat] < places[1 - seat] else 0.5 if places[0] == places[1] else 0.0)
        points.append(fmean(ahead))
        wins.append(fmean(won))
    return Figures(
        neighbour.id,
        game,
        pairs,
        fmean(own),
        fmean(plain),
        fmean(points),
        _half(points),
        fmean(wins),
        _half(wins),
        _settings(neighbour.id, game),
    )


def _played(game: str, players: Sequence[Agent], luck: str) -> Table:
    found = shelf.game(game)
    table, dealer = Table(found, found.setup(2)), KeyedDealer(key_from_seed(luck))
    while True:
        table.settle(dealer)
        if not table.state.to_act():
            return table
        seat = table.state.to_act()[0]
        table.play(seat, players[seat].choose(observation_at(found, table.state, seat)))


def _half(values: Sequence[float]) -> float:
    return SURE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def report(found: Sequence[Figures]) -> str:
    every = neighbours()
    lines = [
        "# Neighbours",
        "",
        "Written by `python -m scripts.neighbours --write`. Each neighbour plays against their plain level,"
        " two at a table, in pairs of games with the same luck, once in each seat. *Loved* is how much of"
        " what they love they have when the game is over, next to what the level has in the same games; the"
        " goal is 30 % more. *Points ahead* and *games won* compare the neighbour with the level, with 95 %"
        " intervals; a pair is one observation. Exactly as strong as the level means 0 and 50 %.",
        "",
        f"Farmstead {VERSION}.",
        "",
        "| neighbour | level | game | loves | games | loved | level has | more | points ahead | games won |",
        "|---|--:|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [_line(each, every) for each in found]
    short = [each for each in found if each.more < MORE_WANTED]
    apart = [each for each in found if abs(each.wins - 0.5) > each.wins_error]
    lines += ["", _told("Less than 30 % more of what they love", short, every)]
    lines += ["", _told("Stronger or weaker than their level beyond the interval", apart, every), ""]
    return "\n".join(lines)


def _line(each: Figures, every: Mapping[str, Neighbour]) -> str:
    who = every[each.neighbour]
    return (
        f"| {who.name} | {who.level} | {shelf.game(each.game).title} | {who.preferences[each.game].loves}"
        f" | {2 * each.pairs} | {each.own:.1f} | {each.plain:.1f} | {100 * each.more:+.0f} %"
        f" | {each.points:+.1f} ± {each.points_error:.1f}"
        f" | {100 * each.wins:.0f} ± {100 * each.wins_error:.0f} % |"
    )


def _told(what: str, which: Sequence[Figures], every: Mapping[str, Neighbour]) -> str:
    names = [f"{every[each.neighbour].name} in {shelf.game(each.game).title}" for each in which]
    return f"{what}: {', '.join(names) or 'nobody'}."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--searching", type=int, default=SEARCHING_PAIRS)
    parser.add_argument("--only", action="append", help="a neighbour, or neighbour/game")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--anew", action="store_true", help="measure again what is kept")
    asked = parser.parse_args()
    kept = {} if asked.anew else read_kept()
    for who in neighbours().values():
        for game in who.preferences:
            pairs = asked.searching if LEVELS[who.level].tries else asked.pairs
            wanted = not asked.only or {who.id, game, f"{who.id}/{game}"} & set(asked.only)
            if wanted and (who.id, game) not in kept:
                found = kept[who.id, game] = measured(who, game, pairs)
                print(_line(found, neighbours()), flush=True)
                if asked.write:
                    write(kept)
    if asked.write:
        write(kept)


def read_kept() -> dict[tuple[str, str], Figures]:
    """What was measured with the preferences that they have now."""
    if not KEPT.is_file():
        return {}
    rows = json.loads(KEPT.read_text(encoding="utf-8"))
    return {
        (each["neighbour"], each["game"]): Figures(**each)
        for each in rows
        if each["settings"] == _settings(each["neighbour"], each["game"])
    }


def write(found: Mapping[tuple[str, str], Figures]) -> None:
    order = [(who.id, game) for who in neighbours().values() for game in who.preferences]
    rows = [found[key] for key in order if key in found]
    KEPT.write_text(json.dumps([row._asdict() for row in rows], indent=1) + "\n", encoding="utf-8")
    REPORT.write_text(report(rows), encoding="utf-8")


def _settings(neighbour: str, game: str) -> str:
    known = neighbours().get(neighbour)
    return "" if known is None else " ".join(map(str, (known.level, *known.preferences[game])))


if __name__ == "__main__":
    main()
