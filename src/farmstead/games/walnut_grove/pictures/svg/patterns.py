"""Five terrains, told apart by pattern as well as by colour."""

import math
from typing import Final

from farmstead.render.ink import circle, el, path, pattern, var

GRASS: Final = "#4d6b2e"
NEEDLES: Final = "#24401f"


def _ears() -> str:
    furrow = path("M0 15.2q4.5-1.6 9 0t9 0", width=0.7, opacity=0.28)
    ear = "M{x} {y}v-6m0 1.6l-2.1-2.3m2.1 2.3l2.1-2.3m-2.1 4.6l-2.1-2.3m2.1 2.3l2.1-2.3m-2.1-2.3v-2.4"
    ears = ear.format(x=4.5, y=13) + ear.format(x=13.5, y=14)
    return pattern("grain", 18, 16, furrow, path(ears, width=0.85, opacity=0.42))


def _boulders() -> str:
    rocks = "M3 8l3-5 6-1 4 4-2 5-8 1zM18 17l4-4 6 1 1 5-5 3-6-1z"
    facets = (
        "M6 3l3 4-1 4m1-4l6-1M22 13l2 4-2 4m2-4l4-1M21 5l2-1.5 3 .5.5 2.5-3 1.2zM5 18l2-1.5 3 .5.5 2.5-3 1.2z"
    )
    return pattern(
        "stone",
        30,
        24,
        path(rocks, "whitewash", width=0.85, fill_opacity=0.25, opacity=0.55),
        path(facets, width=0.7, opacity=0.4),
    )


def _daisies() -> str:
    tuft = "M{x} {y}q-.4-3-2-4m2 4q.1-3.4.2-5m-.2 5q.6-3 2.2-4"
    tufts = tuft.format(x=5, y=8) + tuft.format(x=18, y=10) + tuft.format(x=8, y=20)
    turns = [2 * math.pi * n / 5 for n in range(5)]
    petals = [circle((17 + 1.7 * math.cos(a), 18 + 1.7 * math.sin(a)), 1.1, "whitewash", None) for a in turns]
    grass = path(tufts, stroke=GRASS, width=0.95, opacity=0.75)
    return pattern("dairy", 26, 24, grass, *petals, circle((17, 18), 1, "grain", None))


def _wavelets() -> str:
    waves = "M-2 5q4-3.4 8 0t8 0M12 12q4-3.4 8 0t8 0"
    return pattern("fish", 28, 14, path(waves, stroke="whitewash", width=1.1, opacity=0.62))


def _firs() -> str:
    fir = "M{x} {y}l-4.4 5h2.2l-3.2 4h2.6l-3.4 4.4h12.4l-3.4-4.4h2.6l-3.2-4h2.2z"
    light = el(
        "path",
        d="M6 2.4l-2.4 3M6 7l-3 3.4M17 14l-2.4 3M17 18.6l-3 3.4",
        stroke=var("dairy"),
        stroke_width=0.8,
        stroke_linecap="round",
        opacity=0.5,
    )
    firs = fir.format(x=6, y=0.6) + fir.format(x=17, y=12.2)
    return pattern("wood", 22, 26, path(firs, NEEDLES, width=0.6, opacity=0.75), light)


TERRAINS: Final[dict[str, str]] = {
    "p-grain": _ears(),
    "p-stone": _boulders(),
    "p-dairy": _daisies(),
    "p-fish": _wavelets(),
    "p-wood": _firs(),
}
