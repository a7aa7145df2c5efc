"""The fronts of the town's buildings, each in a box of 100 × 80 and standing on its bottom edge."""

from typing import Final, NamedTuple

from farmstead.games.walnut_grove.rules.components import Building
from farmstead.games.walnut_grove.rules.names import CARPENTRY, LODGING, SHOP, TWO_GOODS, WARES
from farmstead.render.ink import circle, el, emblem, g, line, path, polar, rect

OUTLINES: Final[dict[str, str]] = {
    "gable": "M16 80V38L50 12 84 38V80z",
    "lodge": "M10 80V46L50 18 90 46V80z",
    "shed": "M12 80V34L88 22V80z",
    "false": "M14 80V26H24V16H76V26H86V80z",
    "tall": "M18 80V10H82V80z",
    "steeple": "M14 80V46H34V28L50-6 66 28V46H86V80z",
    "step": "M8 80V32H20V24H38V16H62V24H80V32H92V80z",
}
EAVES: Final[dict[str, tuple[str, float]]] = {  # with the width of their timber
    "gable": ("M10 42L50 10 90 42", 7),
    "lodge": ("M4 50L50 15 96 50", 7),
    "shed": ("M6 36L94 21", 7),
    "false": ("M11 26H24V14H76V26H89", 6.4),
    "tall": ("M14 10H86", 6.4),
    "step": ("M5 32H20V23H38V14H62V23H80V32H95", 6.4),
}


# ---- what a front wears ----------------------------------------------------------------------------------


def _window(x: float, y: float, w: float = 12, h: float = 15) -> str:
    return (
        rect(x, y, w, h, "whitewash", width=1.1)
        + rect(x + 1.5, y + 1.5, w - 3, h - 3, "halo", None, fill_opacity=0.6)
        + path(f"M{x + w / 2} {y}v{h}M{x} {y + h / 2}h{w}", width=0.8)
    )


def _door(x: float = 43) -> str:
    return rect(x, 58, 14, 22, "farmer", width=1.2) + circle((x + 11, 70), 1, "halo", None)


def _letter() -> str:
    return (
        _door()
        + _window(22, 52)
        + _window(66, 52)
        + rect(38, 28, 24, 16, "whitewash", width=1.2, r=1)
        + path("M38 29l12 9 12-9", width=1.1)
        + path("M50 10V-4l14 4-14 4", "accent", width=1.2)
    )


def _chimney() -> str:
    return (
        _door()
        + _window(20, 56, 14, 14)
        + _window(66, 56, 14, 14)
        + emblem("person", (50, 42), 17, "whitewash")
        + path("M76 36V14h9v27", "stone", width=1.2)
    )


def _saw() -> str:
    teeth = "M26 50l4-4 4 4 4-4 4 4 4-4 4 4 4-4 4 4 4-4 4 4"
    return (
        rect(40, 58, 20, 22, "farmer", width=1.2)
        + path(f"{teeth}V40L26 44z", "silver", width=1.2)
        + path("M66 50h9V38h-9", "barn", width=1.2)
        + path("M14 76h18M14 72h16M14 68h18", stroke="canvas", width=2.4)
    )


def _awning() -> str:
    stripes = [
        path(f"M{16 + n * 11.4:.1f} 46h11.4l1 11q-6 4-12.4 0z", "whitewash" if n % 2 else "accent", width=1)
        for n in range(6)
    ]
    return (
        _window(20, 58, 18, 16)
        + _window(62, 58, 18, 16)
        + _door()
        + "".join(stripes)
        + rect(30, 27, 40, 13, "canvas", width=1.1, r=1)
        + path("M36 34h28", width=2)
    )


def _balcony() -> str:
    balusters = "".join([f"M{x} 44v9" for x in range(18, 83, 8)])
    return (
        "".join([_window(x, 20, 11, 14) for x in (26, 45, 63)])
        + _door()
        + _window(23, 60, 13, 14)
        + _window(64, 60, 13, 14)
        + rect(12, 44, 76, 9, "whitewash", width=1.2)
        + path(balusters, width=0.9)
        + path("M15 53V80M85 53V80", width=3)
        + path("M15 53V80M85 53V80", stroke="whitewash", width=1.4)
    )


def _rose() -> str:
    lancets = [path(f"M{x} 72V60q4.5-7 9 0V72z", "fish", width=1.1) for x in (22, 69)]
    return (
        path("M42 80V66q8-12 16 0V80z", "barn")
        + circle((50, 42), 7, "halo", width=1.2)
        + path("M50 35v14M43 42h14", width=0.9)
        + "".join(lancets)
    )


def _swing() -> str:
    return (
        rect(38, 52, 24, 28, "farmer", width=1.2)
        + path("M38 58h11v16H38zM51 58h11v16H51z", "plank", width=1.1)
        + path("M40 63h7M40 67h7M53 63h7M53 67h7", width=0.8)
        + _window(19, 54, 14, 16)
        + _window(67, 54, 14, 16)
        + rect(26, 26, 48, 17, "canvas", width=1.2, r=2)
        + path("M44 31h10v9H44zM54 33h4v5h-4", "halo", width=1.1)
    )


def _mill_wheel() -> str:
    hub = (80.0, 60.0)
    paddles = [line([polar(angle, 9, hub), polar(angle, 21, hub)]) for angle in range(0, 360, 30)]
    return (
        _door(30)
        + _window(30, 36, 14, 14)
        + circle(hub, 18, "canvas", width=4.4, fill_opacity=0.4)
        + circle(hub, 18, "none", "plank", 2)
        + path("".join(paddles), width=2.2)
        + circle(hub, 4, "barn")
        + path("M62 78q5-4 9 0t9 0 9 0", stroke="fish", width=3)
    )


def _barrels() -> str:
    kegs = [
        path(f"M{x} 64q-2 8 0 16h10q2-8 0-16z", "plank", width=1.1)
        + path(f"M{x - 0.6} 68h11.2M{x - 0.6} 76h11.2", width=1)
        for x in (14, 26, 76)
    ]
    return (
        _window(22, 46, 20, 15)
        + _window(60, 46, 20, 15)
        + _door()
        + "".join(kegs)
        + rect(30, 27, 40, 13, "canvas", width=1.2, r=1)
        + path("M35 34h30", width=2.4)
    )


# ---- whole fronts ----------------------------------------------------------------------------------------


class Front(NamedTuple):
    """How a building looks from the street."""

    name: str
    wall: str
    form: str
    roof: str
    trim: str


FRONTS: Final[dict[str, Front]] = {  # by the name over the door
    "Post Office": Front("front-post", "grain", "gable", "barn", _letter()),
    "Lodge": Front("front-lodge", "good_wood", "lodge", "wood", _chimney()),
    "Carpenter": Front("front-carpenter", "plank", "shed", "good_wood", _saw()),
    "Svenson's": Front("front-wares", "fish", "false", "good_wood", _awning()),
    "Hotel": Front("front-hotel", "barn", "tall", "good_wood", _balcony()),
    "Church": Front("front-church", "whitewash", "steeple", "stone", _rose()),
    "Saloon": Front("front-saloon", "autumn", "false", "good_wood", _swing()),
    "Johansen's Mill": Front("front-mill", "stone", "gable", "good_wood", _mill_wheel()),
    "Soebuck's": Front("front-goods", "winter", "step", "good_wood", _awning()),
    "General Store": Front("front-store", "wood", "step", "good_wood", _barrels()),
}
BY_TRADE: Final[dict[int, str]] = {  # for names of other editions
    TWO_GOODS: "Post Office",
    LODGING: "Lodge",
    CARPENTRY: "Carpenter",
    WARES: "Soebuck's",
    SHOP: "General Store",
}


def front_of(building: Building) -> str:
    """The symbol of a building's front: by its name, or by what it does where the name is not known."""
    return FRONTS[building.name if building.name in FRONTS else BY_TRADE[building.trade]].name


def _drawn(front: Front) -> str:
    outline = OUTLINES[front.form]
    flank = "M72 80V52H86V80z" if front.form == "steeple" else "M70 80V36H84V80z"
    parts = [
        path(outline, front.wall, width=1.5),
        el(
            "path", d=outline, fill="url(#p-logs)" if front.form == "lodge" else "url(#p-planks)", opacity=0.8
        ),
        el("path", d=flank, fill="url(#p-hatch)"),
        _roof(front),
        front.trim,
    ]
    if front.form == "steeple":  # taller than its box
        return g(g(*parts, at=(10, 16), scale=0.8), id=front.name)
    return g(*parts, id=front.name)


def _roof(front: Front) -> str:
    if front.form != "steeple":
        eaves, width = EAVES[front.form]
        return path(eaves, width=width) + path(eaves, stroke=front.roof, width=width - 2.6)
    return (
        path("M28 30L50-10 72 30z", front.roof, width=1.4)
        + el("path", d="M50-10L72 30H56z", fill="url(#p-hatch)")
        + path("M50-10V-20M45.5-16h9", width=2)
    )


FRONT_SYMBOLS: Final[dict[str, str]] = {front.name: _drawn(front) for front in FRONTS.values()}
