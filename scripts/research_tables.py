"""The tables of docs/research.md, from the code: action spaces, observations, rewards, columns of a dataset.

    python -m scripts.research_tables            write them
    python -m scripts.research_tables --check    say whether they are as they should be

In the page a table stands between `<!-- table: NAME -->` and `<!-- end of table -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from farmstead import shelf
from farmstead.engine.contract import Game
from farmstead.engine.encoding import Encoding, Field
from farmstead.research.dataset import COLUMNS
from farmstead.research.rewards import ABOUT, DEFAULT_REWARD

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "research.md"
PLACE: Final = re.compile(r"(<!-- table: (.+?) -->\n).*?(<!-- end of table -->)", re.S)
FEWEST_COMPARED: Final = 2  # seats; a length that is the number of seats is told from others by two of them


def table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heading, ["---"] * len(heading), *rows]
    return "".join(
        ["| " + " | ".join([cell.replace("|", "\\|") for cell in line]) + " |\n" for line in lines]
    )


def encoding_of(name: str, seats: int) -> Encoding:
    """The newest encoding of a game."""
    build: Callable[[Game, int], Encoding] = shelf.needed(name, "encoding", "encoding")
    return build(shelf.game(name), seats)


def actions(name: str) -> str:
    """What the numbers of an action space mean."""
    encoding = encoding_of(name, shelf.game(name).most)
    rows = []
    for each in encoding.ranges:
        last = each.first + each.size - 1
        numbers = f"{each.first}" if each.size == 1 else f"{each.first:,}–{last:,}"
        rows.append([numbers, f"`{each.move}`" if each.move else "", each.about])
    return table(["number", "move", "counts"], rows)


def observation(name: str) -> str:
    """The arrays of an observation, in the order of the flat vector."""
    most = shelf.game(name).most
    few, many = encoding_of(name, FEWEST_COMPARED), encoding_of(name, most)
    rows = [
        [f"`{field.name}`", shape_of(small, field, most), f"{field.low:,} to {field.high:,}", field.about]
        for small, field in zip(few.fields, many.fields, strict=True)
    ]
    return table(["array", "shape", f"bounds with {most} seats", "holds"], rows)


def shape_of(few: Field, many: Field, most: int) -> str:
    """`seats × 3`."""
    pairs = zip(few.shape, many.shape, strict=True)
    return " × ".join(
        "seats" if (small, large) == (FEWEST_COMPARED, most) else f"{large}" for small, large in pairs
    )


def sizes(name: str) -> str:
    """How many numbers there are by the number of seats."""
    game = shelf.game(name)
    encodings = [encoding_of(name, seats) for seats in range(game.fewest, game.most + 1)]
    rows = [[f"{each.seats}", f"{each.size:,}", f"{each.actions:,}", f"{each.version}"] for each in encodings]
    return table(["seats", "numbers of an observation", "actions", "version"], rows)


def rewards(_: str) -> str:
    """Rewards by name."""
    rows = []
    for name, about in ABOUT.items():
        usual = " (if none is named)" if name == DEFAULT_REWARD else ""
        rows.append([f"`{name}`{usual}", about])
    return table(["reward", "pays"], rows)


def columns(_: str) -> str:
    """The columns of a dataset."""
    rows = [[f"`{column.name}`", f"`{column.kind}`", column.about] for column in COLUMNS]
    return table(["column", "type", "holds"], rows)


TABLES: Final[dict[str, Callable[[str], str]]] = {
    "actions": actions,
    "observation": observation,
    "sizes": sizes,
    "rewards": rewards,
    "columns": columns,
}


def written(page: str) -> str:
    """A page with its tables as they should be."""

    def filled(place: re.Match[str]) -> str:
        which, _, name = place[2].partition(" ")
        return f"{place[1]}{TABLES[which](name)}{place[3]}"

    return PLACE.sub(filled, page)


def main(args: Sequence[str]) -> int:
    page = PAGE.read_text(encoding="utf-8")
    wanted = written(page)
    if list(args) == ["--check"]:
        if page != wanted:
            print(f"{PAGE.name} differs from the code: python -m scripts.research_tables", file=sys.stderr)
        return int(page != wanted)
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
