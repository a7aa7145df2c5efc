"""SVG pictures, and the parts of them that can be chosen."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from farmstead.render.ink.elements import Point, el, g, num, rect
from farmstead.render.ink.symbols import used_symbols
from farmstead.render.ink.tokens import LIGHT, in_colour

NAMESPACE: Final = "http://www.w3.org/2000/svg"
_BOX: Final = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


class Box(NamedTuple):
    """The view box: what of a drawing is to be seen."""

    left: float
    top: float
    width: float
    height: float


def picture(box: Box, *content: str, name: str = "", class_: str | None = None, **more: object) -> str:
    """A picture for a page, which has the tokens and the symbols. Without a name it is decoration."""
    spoken: dict[str, object] = {"role": "group", "aria_label": name} if name else {"aria_hidden": "true"}
    return el(
        "svg",
        *content,
        xmlns=NAMESPACE,
        viewBox=" ".join([num(float(side)) for side in box]),
        class_=class_,
        **spoken,
        **more,
    )


def part(
    key: str, name: str, *content: str, at: Point | None = None, class_: str = "", **more: object
) -> str:
    """Something that can be chosen: moves call it `key`, people `name`.

    `data_seen` is what it is called for those who see where it lies.
    """
    return g(
        *content,
        at=at,
        turn=0,
        scale=1,
        class_=f"part {class_}".rstrip(),
        data_part=key,
        role="img",
        aria_label=name,
        **more,
    )


def hit(left: float, top: float, width: float, height: float, r: float = 0) -> str:
    """The invisible area of a part that answers a click or a finger."""
    return rect(left, top, width, height, "none", None, r=r, class_="hit", pointer_events="all")


def standalone(svg: str, symbols: Mapping[str, str], light: int = LIGHT, scale: float = 1) -> str:
    """A picture that needs no page: with the symbols it uses, in the colours of one light."""
    size = _BOX.search(svg)
    assert size is not None, "a picture has a viewBox"
    width, height = (num(float(side) * scale) for side in size.groups())
    head, rest = svg.split(">", 1)
    defs = el("defs", *used_symbols(rest, symbols))
    return in_colour(f'{head} width="{width}" height="{height}">{defs}{rest}', light)
