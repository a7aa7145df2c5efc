"""Write the golden files anew: digests, order of moves, counted trees; with --records the pinned games."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from rich.progress import track

from farmstead.agents.seen import Seen
from farmstead.agents.specs import agent
from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import write_record
from tests import golden_games as golden
from tests.laws import Subject, random_move
from tests.subjects import SUBJECTS

UNIFORM = 3  # records of random games for each subject
GREEDY = 6  # and of games of the simple opponent, for the first two presets


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_digests() -> None:
    lines: list[str] = []
    for game in golden.game_names():
        seeded = list(golden.seeded(game))
        lines += [golden.digest_line(subject, seed) for subject, seed in track(seeded, f"digests of {game}")]
    write(golden.DIGESTS, "\n".join(lines) + "\n")


def write_order() -> None:
    lines = [line for subject in SUBJECTS for line in golden.order_lines(subject)]
    write(golden.ORDER, "\n".join(lines) + "\n")


def write_positions() -> None:
    for old in golden.POSITIONS.glob("*.txt"):
        old.unlink()
    for game in golden.game_names():
        for subject in golden.subjects_of(game)[::6]:
            for what, table in golden.interesting_positions(subject, 5):
                text = table.state.text()
                lines = [text, *golden.counted_trees(subject.game, text)]
                write(golden.POSITIONS / f"{subject}-{what}.txt", "\n".join(lines) + "\n")


def write_records() -> None:
    for old in golden.RECORDS.glob("*.record"):
        old.unlink()
    for number, subject in enumerate(track(SUBJECTS, "records")):
        for seed in range(UNIFORM):
            write(golden.record_path(subject, seed), golden.uniform_record(subject, seed))
        if subject.options in (("german",), ("french",)):
            for seed in range(100, 100 + GREEDY):
                write(golden.record_path(subject, seed), played_by_agents(subject, seed + 100 * number))


def played_by_agents(subject: Subject, seed: int) -> str:
    """Mostly sensible play; every fourth choice is random, so that more rules come up."""
    table, dealer, coin = subject.table(), QuickDealer(seed), random.Random(seed)
    greedy = agent(f"greedy:seed={seed}")
    while table.state.to_act():
        seat, move = random_move(table.state, dealer)
        text = str(move)
        if seat != CHANCE and coin.random() < 0.75:
            legal = [str(m) for m in table.state.legal(seat)]
            text = greedy.choose(Seen(subject.game, seat, table.state.view(seat), legal))
        table.play(seat, text)
    return write_record(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--records", action="store_true", help="also replace the pinned games of tests/records"
    )
    arguments = parser.parse_args()
    write_digests()
    write_order()
    write_positions()
    if arguments.records:
        write_records()


if __name__ == "__main__":
    main()
