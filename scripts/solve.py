"""Exact values of the small editions, with the counted trees; writes benchmarks/exact.md."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from farmstead.research.exact import Solved, solve
from farmstead.research.unfolding import tree_setup
from farmstead.research.utilities import utility_of

WRITTEN: Final = Path(__file__).parent.parent / "benchmarks" / "exact.md"
SMALL: Final = (("walnut-grove", "one_year", 1, "points"), ("sunflower-valley", "duel", 2, "difference"))
HEAD: Final = """# Small games with exact values

Editions that come with the package (`farmstead edition show GAME NAME`) and are small enough to be solved
exactly, backwards from the end of the game, with fractions (`farmstead.research.exact`).
Written by `python -m scripts.solve`.

The value is what the first seat can expect when everyone plays perfectly: points for one player, the
difference in points for two. Positions that differ only in names are merged (`GameTree.alike`); ways are
whole games, none merged. OpenSpiel's value iteration finds both values, and its CFR that of the duel
(`tests/research/test_exact.py`).

| game | edition | seats | utility | value | positions | a seat decides | chance does | ends | ways |
|---|---|---|---|---|---|---|---|---|---|
"""


def row(name: str, edition: str, seats: int, utility: str) -> str:
    """A line of the table."""
    begun = tree_setup(name, seats, (), edition)
    paid = utility_of(utility, begun.tree, seats)
    found: Solved = solve(begun.made.game, begun.made.setup, paid, begun.tree.alike)
    value = f"{found.value} = {float(found.value):.6f}"
    counts = (found.positions, found.decisions, found.draws, found.ends, found.histories)
    cells = [name, edition, str(seats), utility, value, *[f"{count:,}" for count in counts]]
    return f"| {' | '.join(cells)} |\n"


def main() -> None:
    sys.setrecursionlimit(10_000)
    WRITTEN.write_text(HEAD + "".join([row(*each) for each in SMALL]), encoding="utf-8")


if __name__ == "__main__":
    main()
