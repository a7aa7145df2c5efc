"""Write the golden files anew: digests, order of moves, counted trees; with --records missing pinned games.

With --levels only those games of levels 4 and 5 are played that are missing.

A pinned game stays as it was played, whatever the opponents would play today; --replace plays them all again.
Only the present revision of a game's rules is written: what is pinned of an earlier one stays for ever.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.progress import track

from farmstead.agents.observation import Observation
from farmstead.agents.specs import agent
from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import write_record
from farmstead.games.walnut_grove.rules import GAME as WALNUT_GROVE
from scripts.levels_lines import played
from tests import golden_games as golden
from tests.games.walnut_grove.level_games import LevelGame, level_games
from tests.golden_games import Rules
from tests.laws import Subject, random_move


def write(path: Path, lines: Sequence[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_digests(rules: Rules) -> None:
    seeded = track(list(golden.seeded(rules)), f"digests of {rules}")
    write(golden.digests_of(rules), [golden.digest_line(subject, seed) for subject, seed in seeded])


def write_order(rules: Rules) -> None:
    write(golden.order_of(rules), golden.order_lines(rules))


def write_positions(rules: Rules) -> None:
    for old in golden.positions_under(rules):
        old.unlink()
    for subject in golden.subjects_of(rules):
        for what, table in golden.interesting_positions(subject) if subject.pinned.trees else ():
            text = table.state.text()
            lines = [text, *golden.counted_trees(subject.game, text)]
            write(golden.POSITIONS / f"{subject}-{what}.txt", lines)


def write_records(rules: Rules, replace: bool) -> None:
    for old in golden.records_under(rules) if replace else ():
        old.unlink()
    for number, subject in enumerate(track(golden.subjects_of(rules), f"records of {rules}")):
        for seed in missing(subject, golden.random_seeds(subject)):
            write(golden.record_path(subject, seed), golden.uniform_record(subject, seed).splitlines())
        for seed in missing(subject, golden.played_seeds(subject)):
            record = played_by_agents(subject, seed + 100 * number)
            write(golden.record_path(subject, seed), record.splitlines())


def missing(subject: Subject, seeds: range) -> list[int]:
    return [seed for seed in seeds if not golden.record_path(subject, seed).exists()]


def played_by_agents(subject: Subject, seed: int) -> str:
    """Mostly sensible play; every fourth choice is random, so that more rules come up."""
    table, dealer, coin = subject.table(), QuickDealer(seed), random.Random(seed)
    greedy = agent(f"greedy:seed={seed}")
    while table.state.to_act():
        seat, move = random_move(table.state, dealer)
        text = str(move)
        if seat != CHANCE and coin.random() < 0.75:
            legal = [str(m) for m in table.state.legal(seat)]
            text = greedy.choose(Observation(subject.game, seat, table.state.view(seat), legal))
        table.play(seat, text)
    return write_record(table)


def write_level_games(jobs: int) -> None:
    numbered = [(number, game) for number, game in enumerate(level_games(), 1) if not game.path.exists()]
    with ProcessPoolExecutor(jobs) as pool:
        for _ in track(pool.map(write_level_game, numbered), "games of levels", len(numbered)):
            pass


def write_level_game(numbered: tuple[int, LevelGame]) -> None:
    number, game = numbered
    table = played(WALNUT_GROVE, game.seats, game.level, number, game.options)
    write(game.path, write_record(table).splitlines())


def main() -> None:
    names = [rules.game for rules in golden.present()]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=names, action="append", help="only this game; may be repeated")
    parser.add_argument("--records", action="store_true", help="also write pinned games that are missing")
    parser.add_argument("--replace", action="store_true", help="also write those anew that are there")
    parser.add_argument("--levels", action="store_true", help="only write missing games of levels 4 and 5")
    parser.add_argument("--jobs", type=int, default=1, help="games of levels that are played at a time")
    arguments = parser.parse_args()
    if arguments.levels:
        write_level_games(arguments.jobs)
        return
    for rules in golden.present():
        if rules.game not in (arguments.game or names):
            continue
        write_digests(rules)
        write_order(rules)
        write_positions(rules)
        if arguments.records or arguments.replace:
            write_records(rules, arguments.replace)


if __name__ == "__main__":
    main()
