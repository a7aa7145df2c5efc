"""PNG and PDF by typst, which brings its fonts along: no letters are missing.

Whatever people have written goes in as data and is never read as a document's source.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from farmstead.render.ink import LIGHT, TOKENS

if TYPE_CHECKING:
    import typst

PIXELS: Final = 960  # across, where nothing else is said
_POINTS: Final = 0.75  # of a unit of the drawing
_INCH: Final = 72  # points
_SOURCE: Final = (
    b"#set page(width: auto, height: auto, margin: 0pt, fill: rgb(sys.inputs.ground))\n"
    b'#image(bytes(sys.inputs.svg), format: "svg", width: float(sys.inputs.width) * 1pt)\n'
)


@cache
def _fonts() -> typst.Fonts:
    import typst  # here and below, since it is large, and few ask for files

    return typst.Fonts()


def png_of(svg: str, wide: float, pixels: int = PIXELS, light: int = LIGHT) -> bytes:
    """A picture so many units wide as a PNG so many pixels wide; where a pixel is half bare it is ground."""
    import typst

    inputs = {"svg": svg, "width": f"{wide * _POINTS:.3f}", "ground": TOKENS["page"][light]}
    ppi = pixels / (wide * _POINTS) * _INCH
    made = typst.compile(_SOURCE, format="png", ppi=ppi, sys_inputs=inputs, font_paths=_fonts())
    assert isinstance(made, bytes), "a picture is one page"
    return made


# `Any`: whatever JSON can hold.
def pdf_of(source: str, data: Mapping[str, Any], pictures: Mapping[str, str], record: str) -> bytes:
    """A document as PDF; its source finds what it shows in `data`, pictures by their names, and `record`."""
    import typst

    inputs = {"data": json.dumps(data, ensure_ascii=False), "record": record, **pictures}
    made = typst.compile(
        source.encode(), format="pdf", sys_inputs=inputs, font_paths=_fonts(), pdf_standards=["1.7"]
    )
    assert isinstance(made, bytes)
    return made
