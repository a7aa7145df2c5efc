"""How far apart colours are for the eye, and which distances we promise."""

from typing import Final

from farmstead.render.ink.tokens import TOKENS

PROMISES: Final[list[tuple[str, str, float]]] = [  # text or mark, ground, least ratio
    *[("ink", ground, 7.0) for ground in ("page", "paper", "board")],
    *[("ink2", ground, 4.5) for ground in ("page", "paper", "board")],
    *[("edge", ground, 3.0) for ground in ("page", "paper", "board")],
    *[("focus", ground, 3.0) for ground in ("page", "paper")],
    ("accent_text", "paper", 4.5),
    ("on_accent", "accent", 4.5),
    ("on_accent", "wood", 4.5),
    ("go", "paper", 4.5),
    ("go", "street", 3.0),
    ("open", "sheet", 3.0),
    ("pen", "sheet", 7.0),
    ("key", "halo", 7.0),
    ("key", "canvas", 7.0),
    *[("key", season, 4.5) for season in ("spring", "summer", "autumn", "winter")],
    *[("key", terrain, 3.0) for terrain in ("dairy", "grain", "stone", "fish")],
    *[("key", region, 3.0) for region in "OYGPB"],
    *[("on_seat", f"seat{number}", 4.5) for number in range(1, 6)],
    *[(f"seat{number}", "street", 3.0) for number in range(1, 6)],
]


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`."""
    channels = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as WCAG reckons it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def broken_promises() -> list[str]:
    """Promises that the tokens do not keep, each with its ratio."""
    return [
        f"{mark} on {ground}, {('light', 'dark')[light]}: {ratio:.1f} < {least}"
        for mark, ground, least in PROMISES
        for light in (0, 1)
        if (ratio := contrast(TOKENS[mark][light], TOKENS[ground][light])) < least
    ]
