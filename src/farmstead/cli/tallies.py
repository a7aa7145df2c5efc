"""What is counted of many games, and how it is shown."""

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Self

from rich.console import Console

from farmstead.engine.contract import State
from farmstead.engine.playout import MoveCounts
from farmstead.render.shared import signed
from farmstead.render.text_board import TextBoard
from farmstead.render.words import words_for

QUARTILES: Final = {"q1": "25 %", "median": "50 %", "q3": "75 %"}


class Results:
    """Sums over finished games, exact, so that the order they come in does not matter."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.decisions = 0
        self.chance = 0
        self.seconds = 0.0
        self.scores: list[Counter[int]] = [Counter() for _ in range(seats)]
        self.lines: Counter[str] = Counter()
        self.wins = [Fraction(0)] * seats

    def count(self, state: State, tally: MoveCounts) -> None:
        """One finished game; a shared win counts as a part of one for each who shares it."""
        self.games += 1
        self.decisions += tally.decisions
        self.chance += tally.chance
        places = state.places()
        for seat, scores in enumerate(self.scores):
            lines = state.score_lines(seat)
            scores[lines["total"]] += 1
            for name, points in lines.items():
                self.lines[name] += points
            if places[seat] == 1:
                self.wins[seat] += Fraction(1, places.count(1))

    def add(self, other: Self) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.chance += other.chance
        self.lines.update(other.lines)
        for seat in range(len(self.scores)):
            self.scores[seat].update(other.scores[seat])
            self.wins[seat] += other.wins[seat]

    def summary(self) -> dict[str, object]:
        """Everything as JSON."""
        seats = max(1, self.games * len(self.scores))
        return {
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "games_per_second": self.rate(self.games),
            "decisions": self.decisions,
            "decisions_per_second": self.rate(self.decisions),
            "chance": self.chance,
            "chance_per_second": self.rate(self.chance),
            "scores": spread(sum(self.scores, Counter())),
            "lines": {name: round(points / seats, 3) for name, points in self.lines.items()},
            "by_seat": [
                {
                    "seat": seat,
                    "wins": round(float(self.wins[seat]) / max(1, self.games), 4),
                    **spread(scores),
                }
                for seat, scores in enumerate(self.scores)
            ],
        }

    def rate(self, count: int) -> float:
        return round(count / self.seconds, 1) if self.seconds > 0 else 0.0


def spread(scores: Mapping[int, int]) -> dict[str, float]:
    """Mean, standard deviation and quartiles of scores by how often each came up; nothing if none did."""
    values = sorted(scores)
    if (count := sum(scores.values())) == 0:
        return {}
    mean = sum(value * scores[value] for value in values) / count
    squares = sum((value - mean) ** 2 * scores[value] for value in values)
    return {
        "mean": round(mean, 3),
        "sd": round(math.sqrt(squares / (count - 1)), 3) if count > 1 else 0.0,
        "min": values[0],
        "q1": quantile(scores, Fraction(1, 4)),
        "median": quantile(scores, Fraction(1, 2)),
        "q3": quantile(scores, Fraction(3, 4)),
        "max": values[-1],
    }


def quantile(scores: Mapping[int, int], part: Fraction) -> float:
    """Interpolated between the two scores that stand next to it in order."""
    place = part * (sum(scores.values()) - 1)
    low = _at(scores, math.floor(place))
    high = _at(scores, math.ceil(place))
    return float(low + (high - low) * (place - math.floor(place)))


def _at(scores: Mapping[int, int], index: int) -> int:
    """The score at a place in order."""
    for value in sorted(scores):
        index -= scores[value]
        if index < 0:
            return value
    raise AssertionError("fewer scores than counted")


# ---- shown to people -------------------------------------------------------------------------------------


def show(results: Results, about: Mapping[str, object]) -> None:
    """The summary as tables: the spread of the scores, and what the points come from."""
    scores = {f"seat {seat + 1}": scores for seat, scores in enumerate(results.scores)}
    wins = {f"seat {seat + 1}": f"{float(won) / results.games:.1%}" for seat, won in enumerate(results.wins)}
    if len(scores) > 1:
        scores = {"all seats": sum(results.scores, Counter()), **scores}
    seats = results.games * len(results.scores)
    rows = [{"score": who, **_numbers(counts), "wins": wins.get(who, "")} for who, counts in scores.items()]
    lines = [
        {"points for": line.replace("_", " "), "mean": signed(f"{points / seats:.2f}")}
        for line, points in results.lines.items()
    ]
    print(headline(results, about))
    console = Console(highlight=False)
    board = TextBoard(words_for(), console.width)
    console.print("", board.board({"": rows}), "", board.board({"": lines}), sep="\n")


def headline(results: Results, about: Mapping[str, object]) -> str:
    """How many games, how fast."""
    early = " (interrupted)" if about["interrupted"] else ""
    games = "1 game" if results.games == 1 else f"{results.games:,} games"
    return (
        f"{games} of {about['game']} with {about['seats']} seats, seed {about['seed']}{early}: "
        f"{results.rate(results.games):,} games/s, {about['build']}\n"
        f"{results.decisions:,} decisions, forced ones included: {results.rate(results.decisions):,.0f}/s; "
        f"{results.chance:,} outcomes of chance: {results.rate(results.chance):,.0f}/s"
    )


def _numbers(scores: Mapping[int, int]) -> dict[str, str]:
    return {
        QUARTILES.get(name, name): signed(f"{value:.2f}" if name in ("mean", "sd") else f"{value:g}")
        for name, value in spread(scores).items()
    }
