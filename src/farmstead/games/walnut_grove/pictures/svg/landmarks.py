"""Town Hall and bazaar, beside the two toll lines (WG 5.1)."""

from typing import Final

from farmstead.render.ink import circle, el, g, path, rect, use

COLUMNS: Final = "M20 54V96M34 54V96M66 54V96M80 54V96"
BUNTING: Final = (
    (2, 0, "accent"),
    (16, 3, "halo"),
    (30, 5, "fish"),
    (44, 5, "accent"),
    (58, 5, "halo"),
    (72, 3, "fish"),
    (84, 0, "accent"),
)
WARES: Final = (("grain", 16), ("fish", 28), ("dairy", 64), ("wood", 76))


def _town_hall() -> str:
    return g(
        path("M8 100V48H92V100z", "canvas", width=1.5),
        el("path", d="M70 100V48H92V100z", fill="url(#p-hatch)"),
        path("M2 50L50 30 98 50z", "barn", width=1.5),
        path("M36 36V4H64V36", "canvas", width=1.5),
        path("M32 6L50-14 68 6z", "barn", width=1.5),
        path("M50-14V-26l13 4-13 4", "accent", width=1.2),
        circle((50, 17), 9, "whitewash", width=1.4),
        path("M50 17V11M50 17l4 3", width=1.6),
        path(COLUMNS, width=5),
        path(COLUMNS, stroke="whitewash", width=3),
        path("M43 100V72q7-9 14 0V100z", "farmer", width=1.2),
        path("M2 100H98", width=2),
        scale=0.9,
    )


def _stall(x: float, tone: str) -> str:
    stripes = [
        path(
            f"M{x + n * 10} 30l{(n - 2) * -2}-18h10L{x + n * 10 + 10} 30q-5 6-10 0z",
            "whitewash" if n % 2 else tone,
            width=1,
        )
        for n in range(4)
    ]
    return (
        path(f"M{x + 3} 30V70M{x + 37} 30V70", width=2)
        + rect(x + 1, 50, 38, 18, "plank")
        + rect(x + 1, 50, 38, 18, "url(#p-planks)", None)
        + "".join(stripes)
    )


def _bazaar() -> str:
    flags = [path(f"M{x} {y}l8 0-4 8z", tone, width=0.9) for x, y, tone in BUNTING]
    return (
        path("M0 0Q46 10 92 0", width=1.2)
        + "".join(flags)
        + g(_stall(2, "fish"), _stall(48, "accent"), at=(0, 12))
        + "".join([use(f"cube-{good}", (x, 59), 12) for good, x in WARES])
    )


LANDMARKS: Final[dict[str, str]] = {
    "mark-town-hall": g(_town_hall(), id="mark-town-hall"),
    "mark-bazaar": g(_bazaar(), id="mark-bazaar"),
}
