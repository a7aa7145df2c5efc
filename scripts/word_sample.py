"""Draws strings at random from all that people read in a language, for somebody to judge.

    python -m scripts.word_sample de             # 120 of them, the seed is the commit
    python -m scripts.word_sample fr --seed 1a2b3c4d --count 20

Prints a table in Markdown: where each string stands, and what it says. What readers thought of the last
samples is in benchmarks/words/.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "src" / "farmstead"
FILES: Final = (
    "render/words/{language}/**/*.toml",
    "games/*/words/{language}.toml",
    "games/*/guide/words/{language}.toml",
)
SHORTEST: Final = 12  # letters; shorter ones are names and units


def strings(language: str) -> Iterator[tuple[str, str]]:
    """Every string of a language, with its file and key."""
    for pattern in FILES:
        for file in sorted(PACKAGE.glob(pattern.format(language=language))):
            place = file.relative_to(PACKAGE).as_posix()
            for key, text in leaves(tomllib.loads(file.read_text(encoding="utf-8"))):
                yield f"{place}: {key}", text


def leaves(entry: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a table of TOML, by dotted keys. `Any`: whatever stands there."""
    if isinstance(entry, str):
        yield key, entry
    elif isinstance(entry, dict):
        for name, part in entry.items():
            if name != "by":  # what a plural goes by
                yield from leaves(part, f"{key}.{name}".lstrip("."))


def sample(language: str, seed: str, count: int) -> list[tuple[str, str]]:
    """The strings drawn with this seed."""
    found = [each for each in strings(language) if len(each[1]) >= SHORTEST]
    return random.Random(f"{seed} {language}").sample(found, min(count, len(found)))


def commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("language", choices=("en", "fr", "de"))
    parser.add_argument("--seed", default=commit())
    parser.add_argument("--count", type=int, default=120)
    told = parser.parse_args()
    print(f"| | where | what it says ({told.language}, seed {told.seed}) |\n|--:|---|---|")
    for number, (place, text) in enumerate(sample(told.language, told.seed, told.count), start=1):
        line = " ".join(text.split()).replace("|", "\\|")
        print(f"| {number} | {place} | {line} |")


if __name__ == "__main__":
    main()
