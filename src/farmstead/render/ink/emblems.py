"""One-coloured signs in a box of 24 × 24: the second code beside colour, so each is one clear shape."""

from typing import Final

from farmstead.render.ink.elements import circle, el, line, polar


def _ear() -> str:
    grains = [
        el(
            "ellipse",
            cx=12 + side * 3.4,
            cy=y,
            rx=1.9,
            ry=3.3,
            transform=f"rotate({side * 32} {12 + side * 3.4} {y})",
        )
        for y in (8.2, 12.8, 17.4)
        for side in (-1, 1)
    ]
    return "".join(grains) + el("ellipse", cx=12, cy=4, rx=1.9, ry=3.4) + _shape("M11.3 8h1.4v15h-1.4z")


def _rays() -> str:
    middle = (12.0, 12.0)
    rays = [line([polar(angle, 7.2, middle), polar(angle, 11, middle)]) for angle in range(0, 360, 45)]
    strokes = el("path", d="".join(rays), stroke="currentColor", stroke_width=1.8, stroke_linecap="round")
    return circle(middle, 5, "currentColor", None) + strokes


def _crystal() -> str:
    arm = "M12 12V1.5M9.5 3.5L12 6l2.5-2.5"
    looks = {"fill": "none", "stroke": "currentColor", "stroke_width": 1.7, "stroke_linecap": "round"}
    arms = [el("path", d=arm, transform=f"rotate({angle} 12 12)", **looks) for angle in range(0, 360, 60)]
    return "".join(arms)


def _shape(d: str) -> str:
    return el("path", d=d)


def _pierced(d: str) -> str:
    """A shape whose inner outlines are holes."""
    return el("path", d=d, fill_rule="evenodd")


EMBLEMS: Final[dict[str, str]] = {
    # goods
    "grain": _ear(),
    "fish": _pierced(
        "M1.5 12.2C5 6 13 5.2 17 11l5.4-4.6c-1 3.8-1 7.4 0 11.2L17 13.4C13 19.2 5 18.4 1.5 12.2z"
        "M6.6 9.7a1.2 1.2 0 1 0 .01 0z"
    ),
    "dairy": _pierced(
        "M8.6 1.8h6.8a.9.9 0 0 1 0 2.6l-.2 2.2c2.2 1.2 3.2 3 3.2 5.4v8.4c0 1-.8 1.8-1.8 1.8H7.4c-1 0-1.8-.8"
        "-1.8-1.8V12c0-2.4 1-4.2 3.2-5.4l-.2-2.2a.9.9 0 0 1 0-2.6zM7.4 11.6v1.8h9.2v-1.8z"
    ),
    "wood": _pierced(
        "M6.5 6.5H18a5.5 5.5 0 0 1 0 11H6.5a5.5 5.5 0 0 1 0-11zm0 2a3.5 3.5 0 1 0 .01 0zm0 2.2a1.3 1.3 0 1 1"
        "-.01 0zM13 9.7v1.3h6V9.7zm-.6 3.6v1.3h7v-1.3z"
    ),
    "stone": _pierced(
        "M2.5 18.5L5 10.5 11 5l7 2.2 3.8 11.3zM6.6 11.2l4.8-1 5.2 3 1-.9-5.8-3.6-.4-3-1 .5.3 2.6-4 .9z"
    ),
    # seasons
    "spring": _shape(
        "M11.1 22.5V13C6 13 3 10 3 5.5 8 5.5 11 8 11.8 11 12.5 6.5 15.5 3.5 21 3.5c0 5.5-3 9-8.1 9.3v9.7z"
    ),
    "summer": _rays(),
    "autumn": _pierced(
        "M20.5 3C10 3 4 7.5 4 14c0 1.8.5 3.2 1.2 4.3L3 21.5l1.2 1 2.3-2.6C12.5 23 20.5 18.5 20.5 3z"
        "M8 17c2-4 5-7 9-9.5-3.3 3-5.8 6.2-7.6 10.3z"
    ),
    "winter": _crystal(),
    # household
    "fire": _shape(
        "M12.5 1.5c.6 4-4.9 6.2-5.7 10.7-.7 4 2 7.3 5.4 7.3s6.2-2.7 5.5-6.8c-.3-1.9-1.2-3-2.2-4.3-.1 1.7-.6"
        " 2.7-1.7 3.4.6-3.8-.3-7.6-1.3-10.3zM4 21h16v1.8H4z"
    ),
    "coin": _pierced(
        "M12 2a10 10 0 1 0 .01 0zm0 2.2a7.8 7.8 0 1 1-.01 0zm0 2.3l1.5 3.5 3.8.3-2.9 2.5.9 3.7-3.3-2-3.3 2"
        " .9-3.7-2.9-2.5 3.8-.3z"
    ),
    "help": _pierced(
        "M12 2c-4.2 0-6.6 3-7 7H2.5l1.8 12h15.4l1.8-12H19c-.4-4-2.8-7-7-7zm0 2c3 0 4.7 2 5 5H7c.3-3 2-5 5-5z"
        "M7.6 12h1.4l.6 6H8.2zM11.3 12h1.4v6h-1.4zM15 12h1.4l-.6 6h-1.4z"
    ),
    "hat": _shape(
        "M7 14C7 7.5 8.5 4 12 5.5 15.5 4 17 7.5 17 14c2.3-.3 4.3-1.2 6-2.5C22.5 17 17.5 20 12 20S1.5 17 1"
        " 11.5C2.7 12.8 4.7 13.7 7 14z"
    ),
    "person": _shape("M12 2.5a4.3 4.3 0 1 1-.01 0zM4 22c0-6 3.2-9.5 8-9.5s8 3.5 8 9.5z"),
    # improvements
    "tent": _shape("M12 2.5L23 21H14.5L12 15l-2.5 6H1zM11.3 1h1.4v3h-1.4z"),
    "ladder": _pierced(
        "M7 1.5h1.9v4h6.2v-4H17v21h-1.9v-3.3H8.9v3.3H7zm1.9 5.7v2.7h6.2V7.2zm0 4.3v2.7h6.2v-2.7zm0 4.3v2.1"
        "h6.2v-2.1z"
    ),
    "safe": _pierced(
        "M3 3h18v17h-2v2h-3v-2H8v2H5v-2H3zm2.2 2.2v12.6h13.6V5.2zM12 7.5a4 4 0 1 1-.01 0zm0 2a2"
        " 2 0 1 0 .01 0z"
    ),
    "store": _shape(
        "M2 4h20l-1 6a2.6 2.6 0 0 1-4.5 0 2.9 2.9 0 0 1-4.5 0 2.9 2.9 0 0 1-4.5 0A2.6 2.6 0 0 1 3 10zM4"
        " 13.5h2V20h5v-5h4v5h3v-6.5h2V22H4z"
    ),
    "paddock": _pierced(
        "M2 8l2-2.5L6 8v2h4V8l2-2.5L14 8v2h4V8l2-2.5L22 8v13h-4v-3h-4v3h-4v-3H6v3H2zm4 4v4h4v-4zm8 0v4h4v-4z"
    ),
    "horses": _shape(
        "M5.5 3.5C3.8 6 3 8.5 3 11.2 3 17 7 21.5 12 21.5s9-4.5 9-10.3c0-2.7-.8-5.2-2.5-7.7l-3.7 1.7c1.4 1.9"
        " 2 3.8 2 5.8 0 3.6-2 6-4.8 6s-4.8-2.4-4.8-6c0-2 .6-3.9 2-5.8z"
    ),
    "well": _pierced(
        "M12 1L22 7.5v1.7h-3V14h2v8H3v-8h2V9.2H2V7.5zM7 9.2V14h4v-4.8zm6 0V14h4V9.2zM5 16v1.5h14V16z"
    ),
    # plain shapes
    "triangle": _shape("M12 3L22.5 21h-21z"),
    "square": _shape("M3.5 3.5h17v17h-17z"),
    "star": _shape("M12 1.5l3 7.1 7.7.6-5.9 5 1.8 7.5L12 17.7l-6.6 4 1.8-7.5-5.9-5 7.7-.6z"),
    "circle": _shape("M12 2.5a9.5 9.5 0 1 0 .01 0z"),
    "cross": _shape("M8.5 2.5h7v6h6v7h-6v6h-7v-6h-6v-7h6z"),
}
