"""Fit the correction of a game's hints: what they promise, against what comes, by the time that is left.

final ≈ promise + points · t, with t = 1 − clock / length: how much of the game is left at the decision, by
the evaluator's clock and what that says when a game is over. The games are others than those with which
`scripts.strength` measures the error. A correction that is in use already is taken off the promises first.
Best on a compiled build.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from statistics import linear_regression
from typing import Any, Final

from farmstead import shelf
from farmstead.agents.arena.local import done_in_processes
from farmstead.agents.arena.match_game import Lost
from farmstead.agents.calibration import correction_for
from farmstead.agents.hints import ITERATIONS
from farmstead.engine.contract import BadSetup, FarmsteadError
from scripts.strength.hints import Error, Hinted, Misses, correction, errors_of, hinted, misses
from scripts.strength.tasks import Finding

SOURCES: Final = Path(__file__).resolve().parent.parent / "src"
MOST_SEATS: Final = 2
DIGITS: Final = 4


def file_of(game: str) -> Path:
    return SOURCES / shelf.row(game).package.replace(".", "/") / "evaluator" / "calibration.json"


def uncorrected(errors: list[Error], points: float) -> list[Error]:
    """The hints as they would have been without a correction of so many points."""
    return [one._replace(value=one.value - points * one.time) for one in errors]


def document(game: str, points: float, length: int, figures: Misses) -> dict[str, Any]:
    """What is written: the correction, and on how much it stands."""
    return {
        "game": game,
        "points": round(points, DIGITS),  # when the whole game is still to come
        "length": length,  # what the evaluator's clock says when a game is over
        "positions": figures.positions,
    }


def asked(settings: Hinted, games: int, jobs: int) -> dict[int, Finding]:
    """The hints of so many games; games in which something died are left out."""
    found: dict[int, Finding] = {}
    for outcome in done_in_processes(settings, range(1, games + 1), jobs, numbered):
        if isinstance(outcome, Lost):
            print(f"game {outcome.number} could not be played: {outcome.why}", file=sys.stderr)
        else:
            found[outcome[0]] = outcome[1]
            print(f"\r{len(found)} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def numbered(settings: Hinted, number: int) -> tuple[int, Finding]:
    return number, hinted(settings, number)


def said(name: str, figures: Misses) -> str:
    bias = figures.bias
    sure = "" if bias.low is None or bias.high is None else f" ({bias.low:+.2f} to {bias.high:+.2f})"
    return (
        f"{name}: promised {bias.mean:+.2f}{sure} too much, mean error {figures.size.mean:.2f}, "
        f"root mean square {figures.square:.2f}, positions {figures.positions}"
    )


def fitted(game: str, findings: dict[int, Finding], used: float) -> dict[str, Any]:
    """Fit, tell, and what is to be written."""
    errors = errors_of(findings)
    raw = uncorrected(errors, used)
    points = correction(raw)
    corrected = uncorrected(raw, -points)
    print(said("as they are", misses(errors)))
    print(said("uncorrected", misses(raw)))
    print(said("with the new line, in the same positions", misses(corrected)))
    print(f"final ≈ promise {points:+.3f} · t, with t = 1 − clock / length")
    if len({one.value for one in corrected}) > 1:
        line = linear_regression([one.value for one in corrected], [float(one.final) for one in corrected])
        print(
            f"a point promised more is worth {line.slope:.2f} points (1 would be right; it is not corrected)"
        )
    length = max(finding["length"] for finding in findings.values())
    return document(game, points, length, misses(errors))


def main() -> int:
    """The status of the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=shelf.names())
    parser.add_argument("--games", type=int, default=60, help="for each number of seats (60)")
    parser.add_argument("--seats", default="", help="numbers of seats, as in 1,2; up to two unless named")
    parser.add_argument("--player", default="level:5", help="who plays the games (level:5)")
    parser.add_argument("--tries", type=int, default=ITERATIONS, help=f"of each hint ({ITERATIONS})")
    parser.add_argument("--seed", default="calibrate", help="any text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--dry", action="store_true", help="print the fit, write nothing")
    options = parser.parse_args()
    rules = shelf.game(options.game)
    every = (
        [int(word) for word in options.seats.split(",")]
        if options.seats
        else range(rules.fewest, MOST_SEATS + 1)
    )
    try:
        if options.games < 1 or options.jobs < 1:
            raise BadSetup("--games and --jobs are at least 1")
        findings: dict[int, Finding] = {}
        for count, seats in enumerate(every):
            rules.setup(seats)
            settings = Hinted(options.game, seats, options.player, options.tries, f"{options.seed} {seats}")
            some = asked(settings, options.games, options.jobs)
            findings |= {number + count * options.games: finding for number, finding in some.items()}
        found = fitted(options.game, findings, correction_for(options.game).points)
    except FarmsteadError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    if not options.dry:
        path = file_of(options.game)
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(f"Written: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
