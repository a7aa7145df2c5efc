"""Draw the icons of the installed app anew, from the sign of the pages: `python -m scripts.icons`.

They fill their square to the edge, with the sign in the middle four fifths: a launcher may cut them round.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from farmstead.render.ink import LIGHT, TOKENS
from farmstead.render.typst_output import png_of

STATIC: Final = Path(__file__).parent.parent / "src" / "farmstead" / "server" / "pages" / "static"
FOLDER: Final = STATIC / "installed"
SIZES: Final = (180, 192, 512)  # pixels
WIDE: Final = 48.0  # units of the drawing
SIGN: Final = 24.0  # units of the sign
SCALE: Final = 1.32


def icon() -> str:
    """The sign on paper, with a field below it."""
    sign = (STATIC / "base" / "logo.svg").read_text("utf-8")
    inner = sign[sign.index("<g") : sign.rindex("</svg>")]
    left = (WIDE - SIGN * SCALE) / 2
    paper, edge, field = (TOKENS[name][LIGHT] for name in ("paper", "rule", "halo"))
    size = f'width="{WIDE:g}" height="{WIDE:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {WIDE:g}" {size}>'
        f'<path fill="{paper}" d="M0 0h{WIDE:g}v{WIDE:g}H0z"/>'
        f'<circle cx="24" cy="22" r="15.500" fill="{field}"/>'
        f'<path fill="{edge}" d="M0 37.500c8-2.500 16-2.500 24 0s16 2.500 24 0V48H0z"/>'
        f'<g transform="translate({left:.2f} 6.500) scale({SCALE})">{inner}</g></svg>\n'
    )


def main() -> None:
    svg = icon()
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "icon.svg").write_text(svg, encoding="utf-8")
    for pixels in SIZES:
        (FOLDER / f"icon-{pixels}.png").write_bytes(png_of(svg, WIDE, pixels))


if __name__ == "__main__":
    main()
