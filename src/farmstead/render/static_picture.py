"""Static pictures: what a page needs of them to be played on is left out."""

import re
from typing import Final
from xml.etree import ElementTree

from farmstead.render.ink import DARK, Box, el, in_colour, num, paint, used_symbols
from farmstead.render.ink.pictures import NAMESPACE

SPOKEN: Final = ("class", "role", "focusable", "tabindex", "pointer-events", "pathLength")  # for pages only
_SPACE: Final = f' xmlns="{NAMESPACE}"'
_SERIF: Final = ' font-family="var(--serif)"'
_NAME: Final = re.compile(r'(\bid="|href="#|url\(#)')


def box_of(svg: str) -> Box:
    """What of a picture's ground is to be seen."""
    return Box(*map(float, _root(svg).attrib["viewBox"].split()))


def without_interaction(svg: str, frame: Box, box: Box | None = None) -> str:
    """A picture put into a frame of another: parts that nobody sees are gone, and so are their names.

    `box` is what of its ground is to be seen, if that is not what the picture says itself.
    """
    root = _root(svg)
    _quieten(root)
    return el(
        "svg",
        "".join([ElementTree.tostring(child, encoding="unicode") for child in root]),
        x=frame.left,
        y=frame.top,
        width=frame.width,
        height=frame.height,
        viewBox=root.attrib["viewBox"] if box is None else " ".join([num(side) for side in box]),
    )


def still(svg: str, alt: str, over: str = "") -> str:
    """A picture for a page on which nothing is chosen, with another laid over its ground; `alt` says it."""
    root, box = _root(svg), box_of(svg)
    _quieten(root)
    drawn = "".join([ElementTree.tostring(child, encoding="unicode") for child in root])
    laid = without_interaction(over, box_of(over)) if over else ""
    sides = " ".join([num(side) for side in box])
    return el("svg", drawn, laid, xmlns=NAMESPACE, viewBox=sides, role="img", aria_label=alt)


def _root(svg: str) -> ElementTree.Element:
    """Read without its namespace, which the whole picture has once."""
    return ElementTree.fromstring(svg.replace(_SPACE, "", 1))


def _quieten(element: ElementTree.Element) -> None:
    kept: list[ElementTree.Element] = []
    for child in element:
        if not _is_unseen(child):
            _quieten(child)
            kept += child if child.tag == "g" and not child.attrib else [child]
    element[:] = kept
    for name in list(element.attrib):
        if name in SPOKEN or name.startswith(("data-", "aria-")):
            del element.attrib[name]


def _is_unseen(element: ElementTree.Element) -> bool:
    """Hidden until a page shows it, or there to be clicked only."""
    given = element.attrib
    touched = "hit" in given.get("class", "").split() and given.get("fill") == "none"
    return given.get("display") == "none" or (touched and "stroke" not in given)


def whole(
    width: float, height: float, title: str, content: str, symbols: dict[str, str], light: int, scale: float
) -> str:
    """A picture that needs nothing else: a file, or a cell of a notebook.

    Dark ones call their symbols by other names, so that both can be on one page of a notebook.
    """
    drawn = content.replace(_SERIF, "")
    body = el("defs", *used_symbols(drawn, symbols)).replace(_SERIF, "") + drawn
    if light == DARK:
        body = _NAME.sub(r"\1lamp-", body)
    svg = el(
        "svg",
        el("title", num(title)),
        body,
        xmlns=NAMESPACE,
        viewBox=f"0 0 {num(width)} {num(height)}",
        width=num(width * scale),
        height=num(height * scale),
        role="img",
        font_family=paint("serif"),
    )
    return in_colour(svg, light)
