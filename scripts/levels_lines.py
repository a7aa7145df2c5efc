"""Measure what each level makes of each line of the score, for the page of one's own figures.

    nice python -m scripts.levels_lines --boards 24 --best 4 --jobs 2

At each number of seats all of them play at the same level, with the usual options, until there are so many
boards to count; `--game` measures one game and keeps the rows of the others. Best on a compiled build. Each
row says how many games it stands on; the same numbers give the same row. Those of Sunflower Valley's level 5
are from `--best 12`, those of Walnut Grove from `--boards 96 --best 24`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from farmstead import shelf
from farmstead.agents.levels import LEVELS, LevelAgent
from farmstead.agents.observation import observation_at
from farmstead.engine.contract import CHANCE, Game
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.table import Table

FILE: Final = Path(__file__).resolve().parent.parent / "src" / "farmstead" / "agents" / "levels_lines.json"
DIGITS: Final = 2


def played(game: Game, seats: int, level: int, number: int, options: Sequence[str] = ()) -> Table:
    """One game to its end."""
    table = Table(game, game.setup(seats, options))
    dealer = KeyedDealer(f"lines {game.name} {seats} {number}".encode())
    players = [LevelAgent(level, seed=number * game.most + seat) for seat in range(seats)]
    table.settle(dealer)
    while table.state.to_act():
        seat = next(seat for seat in table.state.to_act() if seat != CHANCE)
        table.play(seat, players[seat].choose(observation_at(game, table.state, seat)))
        table.settle(dealer)
    return table


def measured(row: tuple[str, int, int, int]) -> dict[str, Any]:
    """The mean of each line over all seats of as many games as so many boards take."""
    name, seats, level, boards = row
    game = shelf.game(name)
    lines: Counter[str] = Counter()
    games = -(-boards // seats)
    for number in range(1, games + 1):
        state = played(game, seats, level, number).state
        for seat in range(seats):
            for line, points in state.score_lines(seat).items():
                lines[line] += points
    means = {line: round(points / games / seats, DIGITS) for line, points in lines.items()}
    print(name, seats, level, means, file=sys.stderr, flush=True)
    return {"seats": seats, "level": level, "games": games, "lines": means}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--boards", type=int, default=24, help="at least, at each level and number of seats")
    parser.add_argument("--best", type=int, default=4, help="the same for the level that thinks longer")
    parser.add_argument(
        "--game", choices=shelf.names(), action="append", help="only this one; may be repeated"
    )
    parser.add_argument("--jobs", type=int, default=1, help="rows that are measured at a time")
    args = parser.parse_args()
    found = json.loads(FILE.read_text(encoding="utf-8"))
    with ProcessPoolExecutor(args.jobs) as pool:
        for name in args.game or shelf.names():
            game = shelf.game(name)
            rows = [
                (name, seats, level, args.best if LEVELS[level].tries else args.boards)
                for seats in range(game.fewest, game.most + 1)
                for level in LEVELS
                if not LEVELS[level].learned  # a game of those takes minutes
            ]
            found[name] = list(pool.map(measured, rows))
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
