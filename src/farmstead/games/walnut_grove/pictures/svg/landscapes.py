"""The five landscapes that are printed along the top of a player board."""

from typing import Final

from farmstead.render.ink import circle, el, g, path, rect

STRIP: Final = 74.0  # the height of the strip


def _sheaf(x: float, y: float) -> str:
    stalks = [
        f"M{x} {y}L{x + dx} {y + 15}M{x} {y}L{x + dx * 0.9:.4g} {y - 14}" for dx in (-7, -3.5, 0, 3.5, 7)
    ]
    return (
        path(f"M{x} {y}L{x - 9} {y + 16}H{x + 9}zM{x} {y}L{x - 8} {y - 15}H{x + 8}z", "good_grain", width=1.2)
        + path("".join(stalks), width=0.7)
        + path(f"M{x - 3} {y}H{x + 3}", stroke="barn", width=3)
    )


def _quarry() -> str:
    return (
        path("M6 56L12 30 26 18 44 24 54 50 50 58z", "whitewash", width=1.4, fill_opacity=0.75)
        + path("M12 30L24 36 26 18M24 36L20 57M24 36L46 42 54 50M46 42L44 24M46 42L42 57", width=0.9)
        + el("path", d="M46 42L44 24 54 50 50 58H42z", fill="url(#p-hatch)")
        + path("M52 60l4-7 8-1 4 6-2 5-10 1z", "stone", width=1.2)
    )


def _cow() -> str:
    body = "M16 34c0-5 4-7 10-6 8 1 16-1 24 0 4 .5 5 4 5 9l-1 18h-4l-1-12H28l-1 13h-4l-1-13c-4-1-6-4-6-9z"
    patches = "M26 28c5 0 8 3 6 7s-8 2-8-2zM42 29c5-1 9 0 10 4s-3 7-7 5-6-8-3-9z"
    return (
        path(body, "whitewash")
        + path(patches, "farmer", None)
        + path("M16 33c-4-3-6-7-5-10l4 2 5-1 4-1c0 4-2 8-5 10z", "whitewash")
        + path("M11 22l-3-3M22 22l3-3M55 34c4 3 4 9 3 14", width=1.2)
        + path("M15 33q2 2 4 0", width=1.1)
    )


def _reeds() -> str:
    stems = "M16 62C15 46 17 34 20 22M24 62C24 48 27 38 31 30M33 62C33 52 36 46 40 40"
    heads = "M19.5 26l1.6-9M30 34l1.6-9M39 44l1.6-9"
    fish = "M46 28c6-7 18-8 25 0 3-2 5-3 8-3-1.5 3-1.5 5.5 0 8-3 0-5-1-8-3-7 7-19 6-25-2z"
    return (
        path(stems, stroke="wood", width=2)
        + path(heads, width=5)
        + path(heads, stroke="good_wood", width=3.4)
        + path(fish, "whitewash")
        + circle((53, 27), 1.2, "key", None)
        + path("M60 23q3 5 0 10", width=0.8)
    )


def _fir(x: float, y: float, scale: float) -> str:
    return g(
        rect(-1.6, 30, 3.2, 6, "good_wood", width=1),
        path("M0-4L-9 9h4.5L-12 19h5L-14 31h28L7 19h5L4.5 9H9z", "wood"),
        el("path", d="M0-4L9 9H4.5L12 19H7L14 31H3z", fill="url(#p-hatch)"),
        path("M-2 4l-3 4M-3 13l-4 4M-4 23l-4 5", stroke="dairy", width=1, opacity=0.8),
        at=(x, y),
        scale=scale,
    )


SCENES: Final[dict[str, str]] = {
    "scene-grain": g(_sheaf(20, 30), _sheaf(42, 42), id="scene-grain"),
    "scene-stone": g(_quarry(), id="scene-stone"),
    "scene-dairy": g(_cow(), id="scene-dairy"),
    "scene-fish": g(_reeds(), id="scene-fish"),
    "scene-wood": g(_fir(22, 14, 1.12), _fir(45, 24, 0.94), id="scene-wood"),
}
