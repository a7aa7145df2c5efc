"""Small things of Walnut Grove in a line of text: goods, coins and labourers as chips, amounts in words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.style import Style
from rich.text import Text

from farmstead.games.walnut_grove.pictures.palette import COIN_STYLES, LABOURERS, cube
from farmstead.games.walnut_grove.rules.components import Building
from farmstead.games.walnut_grove.rules.names import COINS, GOODS
from farmstead.render.words import Words

COIN_SIGNS: Final[dict[str, str]] = {"copper": "c0", "silver": "s1", "gold": "g2", "coin": "¢"}


def goods_legend(words: Words) -> str:
    return "  ".join([f"{letter_of(words, good)} {words.called(good)}" for good in GOODS])


def coins_legend(words: Words) -> str:
    return "  ".join([f"{COIN_SIGNS[coin]} {words.called(coin, 'metal')}" for coin in COINS])


def letter_of(words: Words, good: str) -> str:
    return words.called(good, "letter")


def good_chip(words: Words, good: str, count: int = 1) -> Text:
    """` G ` on the good's colour, once for each."""
    letter = letter_of(words, good)
    return Text.assemble(*[part for _ in range(count) for part in ((letter, cube(good)), " ")])


def coin_chip(coin: str) -> tuple[str, Style]:
    return COIN_SIGNS[coin], COIN_STYLES[coin]


def labourer_chips(words: Words, colours: Iterable[str]) -> list[tuple[str, Style]]:
    """Labourers by their colours' names, alike ones together: `2 yellow`."""
    found = list(colours)
    return [
        (words.say("labourer", colour, count=found.count(colour)), LABOURERS[colour])
        for colour in dict.fromkeys(found)
    ]


def spaced(chips: Iterable[tuple[str, Style]]) -> Text:
    """Chips with a blank between them."""
    return Text(" ").join([Text(*chip) for chip in chips])


def listed(chips: Sequence[tuple[str, Style]]) -> list[Text]:
    """Chips with a comma after each but the last."""
    return [Text.assemble(chip, ",") for chip in chips[:-1]] + [Text(*chip) for chip in chips[-1:]]


def counted(words: Words, counts: Mapping[str, int]) -> str:
    """`2 grain, 1 wood`, or `nothing`."""
    amounts = [f"{count}_{name}" for name, count in counts.items() if count]
    said = [words.fill("{amount:amounts}", {"amount": amount}) for amount in amounts]
    return ", ".join(said) or words.say("sheet", "nothing")


def things(words: Words, names: Iterable[str]) -> str:
    """`hut, tent`."""
    return ", ".join([words.called(name, "stock") for name in names])


def building_name(words: Words, building: Building) -> str:
    """The name over the door: of a name that is not known, the edition's own."""
    return words.called(building.name, "printed")
