"""Playthroughs in OpenSpiel's own format; writes tests/research/playthroughs/. Needs OpenSpiel:

PYTHONPATH=src .venv-research/bin/python -m scripts.playthroughs
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import open_spiel.python.algorithms.generate_playthrough as generator
from absl import flags

import farmstead.openspiel  # noqa: F401 - it registers the games

FOLDER: Final = Path(__file__).parent.parent / "tests" / "research" / "playthroughs"
SEED: Final = 1
GAMES: Final = {
    "walnut_grove_one_year": "farmstead_walnut_grove(edition=one_year)",
    "sunflower_valley_duel": "farmstead_sunflower_valley(edition=duel,utility=difference)",
    "sunflower_valley": "farmstead_sunflower_valley(seats=2,options=standard+sheet:A)",
}


def playthrough(game: str) -> str:
    """A game of random moves, always the same ones, as OpenSpiel writes it."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    return str(generator.playthrough(game, None, seed=SEED))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(game), encoding="utf-8")


if __name__ == "__main__":
    main()
