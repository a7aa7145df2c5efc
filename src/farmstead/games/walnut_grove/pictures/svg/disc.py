"""The year disc: four quarters, clockwise from the upper left, the season's own in full colour."""

from collections.abc import Callable
from typing import Final

from farmstead.games.walnut_grove.pictures.svg.names import Names
from farmstead.games.walnut_grove.pictures.svg.pieces import cube
from farmstead.games.walnut_grove.rules.components import Disc
from farmstead.games.walnut_grove.rules.names import COLOURS, GOODS, NOTHING, YEARS
from farmstead.render.ink import circle, emblem, g, pair, path, polar, rect, text, use

RADIUS: Final = 106.0
SEASONS: Final = ("spring", "summer", "autumn", "winter")
ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
FIRES: Final = 3  # so many are drawn one by one


def disc_name(disc: Disc | None, year: int, names: Names) -> str:
    """The disc, read out."""
    if disc is None:
        return names.part("no_disc")
    return names.part("disc", year=year, facts=disc_facts(disc, names))


def disc_facts(disc: Disc, names: Names) -> str:
    """What its four seasons are like."""
    facts = [
        names.phrase("disc_spring", draw=disc.draw, lay=disc.lay),
        names.phrase("disc_summer", good=GOODS[disc.summer]),
        names.phrase("disc_autumn", good=GOODS[disc.autumn]),
        names.phrase("disc_winter", fires=disc.fires),
    ]
    if disc.doubled != NOTHING:
        facts.append(names.phrase("disc_doubled", colour=COLOURS[disc.doubled]))
    return ", ".join(facts)


def disc_art(disc: Disc | None, season: str, year: int, names: Names) -> str:
    """The disc round the point 0,0; before the first year its back."""
    dots = [polar(angle, RADIUS + 5) for angle in range(0, 360, 6)]
    parts = [
        circle((0, 3), RADIUS + 7, "key", None, opacity=0.25),
        circle((0, 0), RADIUS + 7, "canvas", width=1.6),
        circle((0, 0), RADIUS + 3, "none", "edge", 0.8),
        path("".join([f"M{pair(dot)}h0" for dot in dots]), stroke="edge", width=1.8),
    ]
    parts += [path(_sector(n), name, width=1.4) for n, name in enumerate(SEASONS)]
    if disc is not None:
        quarters = [_quarter(disc, n, name, name == season, names) for n, name in enumerate(SEASONS)]
        parts += [_shade(season), g(*quarters, data_key=f"d{disc.id}")]
    return "".join([*parts, _hub(year)])


def _sector(number: int) -> str:
    start = 180 + 90 * number
    ends = pair(polar(start + 1, RADIUS)), pair(polar(start + 89, RADIUS))
    return f"M0 0L{ends[0]}A{RADIUS:g} {RADIUS:g} 0 0 1 {ends[1]}Z"


def _shade(season: str) -> str:
    """Washes out the other seasons and frames the one in force; it turns when the season does."""
    if season not in SEASONS:
        return path("".join([_sector(n) for n in range(4)]), "canvas", None, fill_opacity=0.62)
    now = SEASONS.index(season)
    wash = path("".join([_sector((now + n) % 4) for n in range(1, 4)]), "canvas", None, fill_opacity=0.62)
    return g(wash, path(_sector(now), width=3), data_key="year", data_turn=now or None)


def _quarter(disc: Disc, number: int, season: str, now: bool, names: Names) -> str:
    spot = polar(225 + 90 * number, RADIUS * 0.64)
    return g(quarter(disc, season, names), at=spot, scale=1.12, opacity=1 if now else 0.85)


def _hub(year: int) -> str:
    """The year in Roman numerals, and a dot for each."""
    spots = [polar(45 * n - 90, 23.5) for n in range(YEARS)]
    dots = [circle(spot, 2, "key" if n < year else "none", width=0.8) for n, spot in enumerate(spots)]
    roman = ROMAN[year - 1] if year else ""
    numeral = text(roman, (0, 7), 21 if len(roman) < 4 else 16, fill="key", weight=700) if year else ""
    return circle((0, 0), 29, "canvas", width=1.6) + numeral + "".join(dots)


# ---- what each season is like ----------------------------------------------------------------------------


def quarter(disc: Disc, season: str, names: Names) -> str:
    """What a season of the year brings or asks, round the point 0,0, about 70 × 60."""
    return _DRAWN[season][0](disc, names)


def _spring(disc: Disc, names: Names) -> str:
    middle = (disc.draw - 1) / 2
    fan = [
        g(
            rect(-8, -11, 16, 16, "dairy" if n % 2 else "grain", width=1.2, r=2),
            at=((n - middle) * 9, 0),
            turn=(n - middle) * 16,
        )
        for n in range(disc.draw)
    ]
    return (
        g(*fan, at=(0, -10))
        + text(f"{disc.draw} → {disc.lay}", (0, 16), 15, fill="key", weight=700)
        + emblem("spring", (29, -14), 13, "key", opacity=0.7)
    )


def _summer(disc: Disc, names: Names) -> str:
    return (
        emblem("summer", (-29, -14), 14, "key", opacity=0.8)
        + cube(GOODS[disc.summer], (-4, -6), 26, names.letter(GOODS[disc.summer]))
        + text("+1", (0, 20), 15, fill="key", weight=700)
    )


def _autumn(disc: Disc, names: Names) -> str:
    return (
        emblem("autumn", (-22, 20), 13, "key", opacity=0.8)
        + cube(GOODS[disc.autumn], (-13, -4), 24, names.letter(GOODS[disc.autumn]))
        + path("M3-4h8m-3-3l3 3-3 3", width=1.6)
        + use("coin-back", (22, -9), 17)
        + use("coin-back", (22, 2), 17)
    )


def _winter(disc: Disc, names: Names) -> str:
    parts = [emblem("winter", (26, 20), 13, "key", opacity=0.75)]
    if disc.doubled != NOTHING:
        parts.append(use(f"figure-{COLOURS[disc.doubled]}", (-12, -8), 20, 28))
        parts.append(text("×2", (8, -2), 14, fill="key", weight=700))
    drawn = disc.fires if disc.fires <= FIRES else 1
    parts += [use("campfire", (-12 + 17 * n, 18), 16) for n in range(drawn)]
    if drawn < disc.fires:
        parts.append(text(f"×{disc.fires}", (6, 23), 13, fill="key", weight=700))
    return "".join(parts)


# ---- the same in one line ----------------------------------------------------------------------------------


def season_line(disc: Disc, season: str, names: Names) -> str:
    """A season in a line about 70 wide, round the point 0,0."""
    return _DRAWN[season][1](disc, names)


def _spring_line(disc: Disc, names: Names) -> str:
    return text(f"{disc.draw} → {disc.lay}", (0, 6), 17, fill="key", weight=700)


def _summer_line(disc: Disc, names: Names) -> str:
    good = GOODS[disc.summer]
    return cube(good, (-15, 0), 24, names.letter(good)) + text("+1", (13, 6), 17, fill="key", weight=700)


def _autumn_line(disc: Disc, names: Names) -> str:
    good = GOODS[disc.autumn]
    coins = use("coin-back", (14, 0), 18) + use("coin-back", (26, 0), 18)
    return cube(good, (-24, 0), 24, names.letter(good)) + path("M-9 0h10m-3-3l3 3-3 3", width=1.6) + coins


def _winter_line(disc: Disc, names: Names) -> str:
    parts = []
    if disc.doubled != NOTHING:
        parts.append(use(f"figure-{COLOURS[disc.doubled]}", (-25, 0), 20, 29))
        parts.append(text("×2", (-3, 5), 14, fill="key", weight=700))
    fires = min(disc.fires, FIRES)
    parts += [use("campfire", (22 - 9 * (fires - 1 - n), 0), 19) for n in range(fires)]
    if disc.fires > FIRES:
        parts.append(text(disc.fires, (30, 15), 12, fill="key", face="sans", weight=700))
    return "".join(parts)


_DRAWN: Final[dict[str, tuple[Callable[[Disc, Names], str], Callable[[Disc, Names], str]]]] = {
    "spring": (_spring, _spring_line),
    "summer": (_summer, _summer_line),
    "autumn": (_autumn, _autumn_line),
    "winter": (_winter, _winter_line),
}
