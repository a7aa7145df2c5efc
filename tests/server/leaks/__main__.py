"""The leak search over more games: `python -m tests.server.leaks --pairs 20 --seed 1`."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.postgres import Cluster, running
from tests.server.leaks.script import Twins, found, with_other_coins
from tests.server.leaks.search import differences, secrets_in
from tests.server.leaks.world import NAMES, Who, World
from tests.server.leaks.worlds import played

SEATINGS: dict[int, tuple[Who, ...]] = {
    2: ("person", "person"),
    3: ("person", "person", "program"),
    4: ("person", "device", "person", "program"),
}
AT_THE_END = ("position", "record", "table", "export")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.leaks", description=__doc__)
    parser.add_argument("--pairs", type=int, default=6, help="games, each played in two worlds (6)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (1)")
    parser.add_argument("--postgres", action="store_true", help="in a PostgreSQL that is started for it")
    parser.add_argument("--workers", type=int, default=1, help="servers that share it (1)")
    wanted = parser.parse_args()
    print("seats  owner  choices  receivers  answers  events  megabytes  leaks  seconds")
    with running() if wanted.postgres else nullcontext() as cluster:
        numbers = range(wanted.pairs)
        return max([search(wanted.seed + n, n, cluster, wanted.workers) for n in numbers], default=0)


def search(seed: int, n: int, cluster: Cluster | None = None, workers: int = 1) -> int:
    """One pair of worlds and a line about it; 1 if anything was found."""
    begun = time.monotonic()
    seats = 2 + n % 3
    twins = found(seats, n % seats, with_other_coins, 1000 * seed)
    with TemporaryDirectory() as folder:
        one, other = [
            played(
                Path(folder) / name,
                script,
                SEATINGS[seats],
                AT_THE_END,
                db="" if cluster is None else cluster.database(),
                workers=workers,
            )
            for name, script in (("one", twins.one), ("other", twins.other))
        ]
    leaks = leaks_between(twins, one, other)
    print(f"{seats:5}{twins.owner + 1:7}{len(one.script.choices):9}{len(one.receivers):11}", end="")
    print(f"{figures(one, other)}{len(leaks):7}{time.monotonic() - begun:9.1f}", flush=True)
    for leak in leaks:
        print(f"  {leak}", file=sys.stderr)
    return 1 if leaks else 0


def leaks_between(twins: Twins, one: World, other: World) -> list[str]:
    owner = NAMES[twins.owner]
    told = [leak for leak in differences(one, other) if leak.receiver != owner]
    return [str(leak) for leak in told + secrets_in(one) + secrets_in(other)]


def figures(*worlds: World) -> str:
    """How much was looked through."""
    receivers = [receiver for world in worlds for receiver in world.receivers.values()]
    answers = sum([len(receiver.answers) for receiver in receivers])
    kept = [len(kept.got) for receiver in receivers for kept in receiver.kept()]
    return f"{answers:9}{len(kept) - answers:8}{sum(kept) / 1e6:11.1f}"


if __name__ == "__main__":
    sys.exit(main())
