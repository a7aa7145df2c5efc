"""Playthroughs in OpenSpiel's own format; writes tests/research/playthroughs/. Needs OpenSpiel:

PYTHONPATH=src .venv-research/bin/python -m scripts.playthroughs
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import open_spiel.python.algorithms.generate_playthrough as generator
from absl import flags

import farmstead.openspiel  # noqa: F401 - it registers the games

FOLDER: Final = Path(__file__).parent.parent / "tests" / "research" / "playthroughs"
SEED: Final = 1
GAMES: Final = {
    "walnut_grove_one_year": "farmstead_walnut_grove(edition=one_year)",
    "walnut_grove": "farmstead_walnut_grove(seats=2,options=german)",
    "sunflower_valley_duel": "farmstead_sunflower_valley(edition=duel,utility=difference)",
    "sunflower_valley": "farmstead_sunflower_valley(seats=2,options=standard+sheet:A)",
}
ABRIDGED: Final = {"walnut_grove"}  # whole games of so many moves that OpenSpiel writes megabytes
KEPT: Final = 5  # of the positions that an abridged one shows, one in so many
MOVE: Final = "# Apply action"
# Of a history that is still to come: numbers in a row, or lines.
ZEROS: Final = re.compile(r"0\.0(?:, 0\.0){19,}")
EMPTY_LINES: Final = re.compile(r"(?:\n *◯◯){20,}")


def playthrough(name: str) -> str:
    """A game of random moves, always the same ones, as OpenSpiel writes it."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    written = str(generator.playthrough(GAMES[name], None, seed=SEED))
    return abridged(written) if name in ABRIDGED else written


def abridged(written: str) -> str:
    """With every move, but only some of the positions between, and without histories to come."""
    head, *states = written.split("\n# State ")
    shown = [state for state in states if MOVE not in state.split("\n", 2)[1]]
    left_out = {state for n, state in enumerate(shown[:-1]) if n % KEPT}
    kept = [_moves(state) if state in left_out else state for state in states]
    text = ZEROS.sub(lambda found: f"({found[0].count(',') + 1} zeros)", "\n# State ".join([head, *kept]))
    return EMPTY_LINES.sub(lambda found: f"\n({found[0].count('◯◯')} such lines)", text)


def _moves(state: str) -> str:
    """A position's number and what was done there, without what was known."""
    number = state.partition("\n")[0]
    return f"{number}\n(left out)\n\n{state[state.index(MOVE) :]}"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()
