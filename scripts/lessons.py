"""Find positions for lessons: decisions of real games in which one move clearly is the best.

    python -m scripts.lessons find GAME FOLDER --games 20 --level 4
    python -m scripts.lessons find GAME FOLDER --verb lay --apart fences --most 200
    python -m scripts.lessons measure FILE.record PLY

`find` plays games between bots of a level, weighs every choice of every decision as hints and reviews do (all
of them carried on with the same luck), and writes down those decisions in which the best stands clear; the
records are kept in the folder. With `--apart` two ideas are set against each other: choices that add points
to a line of the score at once, and all others; the best of one kind is to stand clear of the best of the
other. `measure` weighs one of them thoroughly and prints what a lesson says of its choices, to be put into
the game's `guide/lessons.toml`. The words of a lesson are written by people. Best on a compiled build.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.agents.advice import Advice
from farmstead.agents.hints import Comparison
from farmstead.agents.levels import LevelAgent
from farmstead.agents.observation import Observation, observation_at
from farmstead.engine.contract import CHANCE, Seat
from farmstead.engine.dealer import KeyedDealer, key_from_seed
from farmstead.engine.record import re_execute, read_record, write_record
from farmstead.engine.table import Table
from farmstead.render.page import page_for

QUICK: Final = 10  # tries of each choice at first sight
THOROUGH: Final = 60  # and of those that seem clear
MEASURED: Final = 400  # and for the figures of a lesson
FEWEST: Final = 3  # choices, or there is nothing to think about
MOST: Final = 40  # unless named
AHEAD: Final = 1.0  # points
SURE: Final = 4.0  # standard errors
LEAST: Final = 0.05  # points of a line that are written down
CLOSE: Final = 0.4  # points that many choices may lose and still be no wrong answers


class Found(NamedTuple):
    """A decision, its best choice and what that stands clear of."""

    ply: int
    seat: Seat
    best: Advice
    other: Advice


# ---- weighing ----------------------------------------------------------------------------------------------


def weighed(seen: Observation, tries: int, plans: Sequence[tuple[str, ...]] = ()) -> list[Advice]:
    """What each choice leads to, best first, as the page would offer them."""
    offered = page_for(seen.game).choices(seen.view, seen.legal)
    comparison = Comparison(seen, plans or [choice.moves for choice in offered], 1)
    comparison.go_on(tries)
    return comparison.advice()


def choices_of(seen: Observation) -> int:
    return len(page_for(seen.game).choices(seen.view, seen.legal))


def stands_clear(other: Advice) -> bool:
    """Whether another choice is far behind, beyond what chance would make of nothing."""
    return other.behind >= AHEAD and other.behind > SURE * other.behind_spread


def adds_at_once(seen: Observation, plan: Sequence[str], line: str) -> bool:
    """Whether a choice adds points to a line of the score as soon as it is made."""
    state = seen.imagine(seen.dice(1))
    before = state.score_lines(seen.seat)[line]
    for text in plan:
        state.apply(seen.seat, seen.game.parse(text))
    return state.score_lines(seen.seat)[line] > before


def rival(seen: Observation, advice: Sequence[Advice], line: str) -> Advice | None:
    """What the best is to stand clear of: the next, or the best that does otherwise about a line."""
    if not line:
        return advice[1]
    adds = adds_at_once(seen, advice[0].plan, line)
    return next((each for each in advice if adds_at_once(seen, each.plan, line) is not adds), None)


class Wanted(NamedTuple):
    """Which decisions are looked at."""

    verb: str  # what the move that was made begins with
    fewest: int
    most: int
    apart: str = ""  # the line of the score that tells the best from its rival; any if empty


def clear_decision(table: Table, seat: Seat, wanted: Wanted) -> tuple[Advice, ...]:
    """The best choice of a seat and its rival, if it stands clear of that; else none."""
    seen = observation_at(table.game, table.state, seat)
    if not wanted.fewest <= choices_of(seen) <= wanted.most:
        return ()
    first = weighed(seen, QUICK)
    other = rival(seen, first, wanted.apart)
    if other is None or other.behind < AHEAD / 2:
        return ()
    again = weighed(seen, THOROUGH)
    other = rival(seen, again, wanted.apart)
    return (again[0], other) if other is not None and stands_clear(other) else ()


# ---- finding -----------------------------------------------------------------------------------------------


def played(game: str, seats: int, level: int, seed: str) -> Table:
    """A game between bots."""
    found = shelf.game(game)
    table = Table(found, found.setup(seats))
    dealer, bot = KeyedDealer(key_from_seed(seed)), LevelAgent(level)
    table.settle(dealer)
    while table.state.to_act():
        seat = table.state.to_act()[0]
        table.play(seat, bot.choose(observation_at(found, table.state, seat)))
        table.settle(dealer)
    return table


def clear_decisions(table: Table, wanted: Wanted) -> Iterator[Found]:
    """The decisions of a game in which one choice stands clear."""
    again = Table(table.game, table.setup)
    for ply, (seat, text) in enumerate(table.moves()):
        if seat != CHANCE and text.startswith(wanted.verb) and len(again.state.legal(seat)) > 1:
            advice = clear_decision(again, seat, wanted)
            if advice:
                yield Found(ply, seat, *advice)
        again.play(seat, text)


def said(found: Found, made: str) -> str:
    best, second = found.best, found.other
    lines = {line: round(more - second.lines.get(line, 0.0), 1) for line, more in best.lines.items()}
    told = " ".join([f"{line}{more:+}" for line, more in lines.items() if abs(more) >= CLOSE])
    return (
        f"ply {found.ply} seat {found.seat}: {'; '.join(best.plan)} before "
        f"{'; '.join(second.plan)} by {second.behind:.2f} ± {second.behind_spread:.2f} [{told}] made {made}"
    )


def find(game: str, folder: Path, numbers: range, level: int, seats: int, wanted: Wanted) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        table = played(game, seats, level, f"lessons {number}")
        name = f"{game}-{level}-{number}.record"
        (folder / name).write_text(write_record(table), encoding="utf-8")
        for found in clear_decisions(table, wanted):
            print(name, said(found, table.moves()[found.ply][1]), flush=True)


# ---- measuring ---------------------------------------------------------------------------------------------


def measure(file: Path, ply: int) -> None:
    """Print the choices of a decision as a lesson has them."""
    record = read_record(file.read_bytes())
    table = re_execute(record, shelf.game_for, ply)
    advice = weighed(observation_at(table.game, table.state, record.moves[ply][0]), MEASURED)
    for each in advice:
        print(written(each, advice[0]))


def written(each: Advice, best: Advice) -> str:
    """A choice beside the best, on a line of its own."""
    moves = ", ".join([f'"{move}"' for move in each.plan])
    lines = {line: round(points - best.lines[line], 2) for line, points in each.lines.items()}
    less = ", ".join([f'"{line}" = {points}' for line, points in lines.items() if abs(points) >= LEAST])
    figures = f"behind = {each.behind:.2f}, error = {each.behind_spread:.2f}"
    return f"    {{ moves = [{moves}], {figures}, lines = {{ {less} }} }},"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    finding = commands.add_parser("find")
    finding.add_argument("game", choices=shelf.names())
    finding.add_argument("folder", type=Path)
    finding.add_argument("--games", type=int, default=20)
    finding.add_argument("--level", type=int, default=4)
    finding.add_argument("--seats", type=int, default=0)
    finding.add_argument("--first", type=int, default=1, help="the number of the first game")
    finding.add_argument("--verb", default="", help="only decisions in which such a move was made")
    finding.add_argument("--fewest", type=int, default=FEWEST)
    finding.add_argument("--most", type=int, default=MOST)
    finding.add_argument("--apart", default="", help="a line of the score that tells the best from its rival")
    measuring = commands.add_parser("measure")
    measuring.add_argument("file", type=Path)
    measuring.add_argument("ply", type=int)
    asked = parser.parse_args()
    if asked.command == "find":
        seats = asked.seats or shelf.game(asked.game).fewest
        numbers = range(asked.first, asked.first + asked.games)
        wanted = Wanted(asked.verb, asked.fewest, asked.most, asked.apart)
        find(asked.game, asked.folder, numbers, asked.level, seats, wanted)
    else:
        measure(asked.file, asked.ply)


if __name__ == "__main__":
    main()
