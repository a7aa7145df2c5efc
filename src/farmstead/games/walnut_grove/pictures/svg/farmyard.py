"""What is built on a player board: house, huts, barns, signs. Drawn once, used often."""

from typing import Final

from farmstead.render.ink import Point, el, emblem, g, path, rect, text

GAMBREL: Final = "M10 44L24 22 60 4 96 22 110 44V104H10z"
EAVES: Final = "M4 48L20 20 60 0 100 20 116 48"
HATCH: Final = "M52 18h16v16H52zM52 18l16 16M68 18L52 34"
LEAN_TO: Final = "M4 24L29 8 54 24V60H4z"


def _cottage(wall: str, roof: str, tiles: str, smoke: str) -> str:
    """A house of about 44 × 70."""
    return (
        path("M33 27V13h6v20", "stone", width=1.2)
        + smoke
        + rect(7, 34, 32, 36, wall)
        + rect(7, 34, 32, 36, "url(#p-planks)", None)
        + path(roof, tiles, width=1.4)
        + el("path", d="M23 14L43 37H30z", fill="url(#p-hatch)")
        + rect(18, 50, 10, 20, "key", width=1)
        + rect(11, 43, 6, 7, "halo", width=1)
        + rect(30, 43, 6, 7, "halo", width=1)
    )


def _barn() -> str:
    """The printed barn, 120 × 106, without its bays."""
    return (
        path(GAMBREL, "barn", width=1.6)
        + el("path", d=GAMBREL, fill="url(#p-planks)")
        + path(EAVES, width=6)
        + path(EAVES, stroke="whitewash", width=3.4)
        + path(HATCH, "farmer", width=1)
        + path(HATCH, stroke="whitewash", width=1.6)
    )


def _lean_to() -> str:
    """A barn that was bought, 58 × 62, without its bays."""
    return (
        path(LEAN_TO, "barn", width=1.4)
        + el("path", d=LEAN_TO, fill="url(#p-planks)")
        + path("M0 27L29 6 58 27", width=5)
        + path("M0 27L29 6 58 27", stroke="whitewash", width=2.8)
    )


SMOKE: Final = path("M36 10c-3-3 3-4 0-8", stroke="edge", width=1.6)
YARD: Final[dict[str, str]] = {  # the printed house has a dark, steeper roof and smoke
    "yard-house": g(_cottage("barn", "M2 37L23 12 44 37z", "good_wood", SMOKE), id="yard-house"),
    "yard-hut": g(_cottage("plank", "M3 37L23 16 43 37z", "canvas", ""), id="yard-hut"),
    "yard-barn": g(_barn(), id="yard-barn"),
    "yard-lean-to": g(_lean_to(), id="yard-lean-to"),
}
ROOFS: Final = {  # where snow lies
    "yard-house": "M5 33L23 10.4 41 33",
    "yard-hut": "M6 33.4L23 14.2 40 33.4",
    "yard-barn": "M20 17.6L60 -2.6 100 17.6",
}


def stamp(name: str, at: Point, scale: float = 1, **more: object) -> str:
    """One of the drawings above, by the upper left corner of its box."""
    return g(f'<use href="#{name}"/>', at=at, turn=0, scale=scale, **more)


def snow(name: str, at: Point, scale: float = 1) -> str:
    """What has settled on the roof of one of the drawings; only a table in winter shows it."""
    d = ROOFS[name]
    settled = path(d, stroke="winter", width=6.4) + path(d, stroke="whitewash", width=4.8)
    return g(g(settled, class_="snow", opacity=0), at=at, scale=scale)


def site(w: float, h: float) -> str:
    """An empty site: a dashed footprint with the outline of what may stand there."""
    left, right, eaves = w * 0.2, w * 0.8, h * 0.52
    outline = (
        f"M{left:.1f} {eaves:.1f}L{w / 2:.1f} {h * 0.26:.1f}L{right:.1f} {eaves:.1f}"
        f"M{w * 0.27:.1f} {h * 0.5:.1f}V{h * 0.76:.1f}H{w * 0.73:.1f}V{h * 0.5:.1f}"
    )
    return _footprint(w, h) + path(outline, stroke="edge")


def _footprint(w: float, h: float) -> str:
    return rect(0, 0, w, h, "well", "edge", 1.2, 5, stroke_dasharray="4 3", fill_opacity=0.55)


def sign(kind: str | None, name: str = "") -> str:
    """A painted sign of an improvement, 96 × 37; its empty site where there is none."""
    if kind is None:
        return _footprint(96, 37) + text("+", (48, 25), 20, fill="edge")
    return (
        rect(0, 0, 96, 37, "wood", width=1.4, r=5)
        + rect(3, 3, 90, 31, "none", "halo", 1, 3)
        + emblem(kind, (15, 18.5), 19, "on_accent")
        + text(
            name,
            (27, 23),
            min(13.6, 95 / max(1, len(name))),
            "start",
            "on_accent",
            weight=600,
            class_="caption",
        )
    )


def bay(at: Point, size: float) -> str:
    """A space of a barn, crossed while it is empty."""
    x, y = at
    cross = f"M{x:.1f} {y:.1f}l{size:.1f} {size:.1f}M{x + size:.1f} {y:.1f}l{-size:.1f} {size:.1f}"
    return rect(x, y, size, size, "canvas", width=1.2, r=2) + path(cross, width=0.6, opacity=0.25)
