"""Find the luck of a guided game: a key with which sensible play meets every line of the score.

    python -m scripts.guide_keys GAME --keys 200 --seats 2 --level 4 --other 1 --option sheet=A

Each key is the hash of `farmstead guide GAME NUMBER`. A game is played with it by a good bot at seat 1
against calm ones, and keys are listed by how many lines of the score it has points in, then by its points.
The one that is chosen stands in the game's `guide/guide.toml`. Best on a compiled build.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from hashlib import sha256

from farmstead import shelf
from farmstead.agents.levels import LevelAgent
from farmstead.agents.observation import observation_at
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.table import Table


def key_of(game: str, number: int) -> bytes:
    return sha256(f"farmstead guide {game} {number}".encode()).digest()


def played(game: str, key: bytes, levels: Sequence[int], options: Sequence[str]) -> Table:
    """A game with this luck, to its end."""
    found = shelf.game(game)
    table = Table(found, found.setup(len(levels), options))
    dealer, bots = KeyedDealer(key), [LevelAgent(level) for level in levels]
    table.settle(dealer)
    while table.state.to_act():
        seat = table.state.to_act()[0]
        table.play(seat, bots[seat].choose(observation_at(found, table.state, seat)))
        table.settle(dealer)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=shelf.names())
    parser.add_argument("--keys", type=int, default=100)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--level", type=int, default=4)
    parser.add_argument("--other", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    asked = parser.parse_args()
    seats = asked.seats or shelf.game(asked.game).fewest
    found: list[tuple[int, int, int, dict[str, int]]] = []
    for number in range(1, asked.keys + 1):
        levels = [asked.level, *[asked.other] * (seats - 1)]
        table = played(asked.game, key_of(asked.game, number), levels, asked.option)
        lines = table.state.score_lines(0)
        found.append((sum([points > 0 for points in lines.values()]), lines["total"], number, lines))
    for met, total, number, lines in sorted(found, reverse=True)[:10]:
        print(number, met, total, key_of(asked.game, number).hex(), lines)


if __name__ == "__main__":
    main()
