"""Pictures of a game as files: an SVG each, which is never put in the place of anything but a picture."""

import io
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType

from farmstead.cli.arguments import STDIN, must_be_writable
from farmstead.cli.errors import BadInput
from farmstead.cli.saves import key_path, real, write_atomically
from farmstead.render.palette import PAPER_THEME

PICTURE_WIDTH: Final = 136
LARGEST_HEAD: Final = 10_000  # bytes in which an SVG begins
SVG_BEGINS: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s/>]", re.DOTALL
)
SVG: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; white-space: pre; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect fill="#fbf4e3" width="{width}" height="{height}" rx="8"/>
<g transform="translate({terminal_x}, 22)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def take_picture(path: Path, things: Sequence[RenderableType], width: int = PICTURE_WIDTH) -> None:
    """Write what would be shown as an SVG."""
    console = Console(
        record=True,
        file=io.StringIO(),
        width=width,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        emoji=False,
        legacy_windows=False,
        no_color=False,
    )
    for thing in things:
        console.print(thing, markup=False)
    picture = console.export_svg(theme=PAPER_THEME, code_format=SVG, unique_id="farmstead")
    write_atomically(real(path), picture, lambda: must_hold_a_picture(path), durable=False)


# ---- what is not overwritten ---------------------------------------------------------------------------


def must_be_a_picture(
    path: Path | None, record: Path | None = None, edition: str | None = None, option: str = "--svg"
) -> None:
    """Notice at the start that a picture would be put in the place of something else."""
    if path is None:
        return
    must_be_writable(real(path))
    kept = [] if record is None else [record, key_path(record), key_path(real(record))]
    kept += [] if edition in (None, STDIN) else [Path(str(edition))]
    for file in kept:
        if os.path.realpath(path) == os.path.realpath(file) or _is_same(path, file):
            raise BadInput(f"{path}: a picture there would overwrite {file}; name another file with {option}")
    must_hold_a_picture(path, option)


def must_hold_a_picture(path: Path, option: str = "--svg") -> None:
    """Only a picture is overwritten by a picture."""
    if path.exists() and not (path.is_file() and _is_svg(path)):
        raise BadInput(
            f"{path}: this file is no SVG, so no picture is put in its place; name another with {option}"
        )


def _is_same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _is_svg(path: Path) -> bool:
    with path.open("rb") as file:
        return SVG_BEGINS.match(file.read(LARGEST_HEAD)) is not None
