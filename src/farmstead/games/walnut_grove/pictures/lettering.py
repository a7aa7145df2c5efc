"""Goods told apart by letters, for eyes that cannot rely on colours."""

from farmstead.games.walnut_grove.pictures.svg.pieces import ink_on
from farmstead.games.walnut_grove.rules.names import GOODS
from farmstead.render.ink import symbol, text, use
from farmstead.render.words import Words


def lettering(words: Words) -> dict[str, str]:
    """Emblems and cubes of goods as symbols that show the first letters of their names."""
    letters = {good: words.called(good, "letter") for good in GOODS}
    return {
        **{f"e-{good}": _emblem(good, letter) for good, letter in letters.items()},
        **{f"cube-{good}": _cube(good, letter) for good, letter in letters.items()},
    }


def _emblem(good: str, letter: str) -> str:
    sign = text(letter, (12, 20.5), 24, fill="currentColor", face="sans", weight=700)
    return symbol(f"e-{good}", 24, 24, sign, overflow="visible")


def _cube(good: str, letter: str) -> str:
    sign = text(letter, (9.5, 20), 13.5, fill=ink_on(good), face="sans", weight=700)
    return symbol(f"cube-{good}", 24, 24, use(f"block-{good}", (12, 12), 24), sign)
