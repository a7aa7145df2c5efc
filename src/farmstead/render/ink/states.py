"""How parts look that may be chosen: the page sets classes on them, this sheet says what they mean.

A part's `hit` shape is what is clicked, lit and framed; `ring` and `marks` say that it is open, `badge` that
it is closed. Without the sheet a picture shows none of this.
"""

from typing import Final

_RULES: Final = (
    ".part .hit{transition:fill-opacity .12s}",
    ".part.available{cursor:pointer}",
    ".part.available .ring{stroke:var(--go);stroke-width:3}",
    ".part.available .marks{stroke:var(--go);stroke-width:3}",
    ".part.available .card{stroke:var(--go);stroke-width:2}",
    ".item.available .hit{fill:var(--paper);stroke:var(--go);stroke-width:2}",
    ".part.available:hover .hit{fill:var(--halo);fill-opacity:.34}",
    ".part.chosen .hit{fill:var(--halo);fill-opacity:.55}",
    ".part.closed{cursor:help}",
    ".part.closed .front,.item.closed{opacity:.42}",
    ".part.closed .name{fill:var(--ink2)}",
    ".part.closed .badge{display:inline}",
    ".part:focus{outline:none}",
    ".part:focus-visible .hit{stroke:var(--focus);stroke-width:3;stroke-opacity:1}",
    "@media (max-width:480px){.board .caption{display:none}}",
    "@media (prefers-reduced-motion:reduce){.part .hit{transition:none}}",
    "@media (forced-colors:active){.part.available .hit{stroke:Highlight;stroke-width:3}}",
)


def state_sheet() -> str:
    """The states of parts as a style sheet."""
    return "\n".join([*_RULES, ""])
