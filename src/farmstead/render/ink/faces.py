"""Faces of neighbours, drawn from a few words each: skin, hair, its tone, hat, cloth, something of their own.

Half a figure in a printed frame, 64 by 72 units; light comes from the upper left, the right side is hatched.
"""

from collections.abc import Mapping
from typing import Final

from farmstead.render.ink.elements import circle, el, g, path, rect
from farmstead.render.ink.symbols import symbol

WIDTH: Final = 64
HEIGHT: Final = 72
SKIN: Final = {"light": "beech", "tan": "plank", "brown": "good_wood"}
TONE: Final = {
    "copper": "copper",
    "black": "farmer",
    "brown": "good_wood",
    "grey": "silver",
    "blond": "gold",
    "white": "whitewash",
}
CLOTH: Final = {
    "red": "barn",
    "blue": "good_fish",
    "green": "G",
    "ochre": "summer",
    "plum": "seat3",
    "slate": "winter",
}
HATCH: Final = "M39.4 35L42.6 32M38.6 38.8L42.8 34.6M37.4 42.6L42.4 37.8M36 46L40.8 41.4"
LINE: Final = 1.5  # outlines
ENGRAVED: Final = 0.8


def face(name: str, look: Mapping[str, str]) -> str:
    """A face as a symbol called by a name."""
    skin, tone, cloth = SKIN[look["skin"]], TONE[look["tone"]], CLOTH[look["cloth"]]
    parts = [
        rect(1, 1, WIDTH - 2, HEIGHT - 2, "board", "edge", 1.5, r=9),
        rect(4, 4, WIDTH - 8, HEIGHT - 8, "none", "rule", 1, r=6),
        _behind(look["hair"], tone),
        _shoulders(cloth),
        path("M27 46V54Q32 58 37 54V46", skin, width=LINE),  # the neck
        path("M20 30C20 18 25 13 32 13S44 18 44 30C44 42 38 50 32 50S20 42 20 30Z", skin, width=LINE),
        path("M20 31C16.5 29.5 16.5 36.5 20.6 36M44 31C47.5 29.5 47.5 36.5 43.4 36", skin, width=1.2),
        path(HATCH, stroke="key", width=ENGRAVED, opacity=0.4),
        _features(look["extra"]),
        _hair(look["hair"], tone),
        _extra(look["extra"], tone),
        _hat(look["hat"], cloth),
    ]
    return symbol(name, WIDTH, HEIGHT, g(*parts))


def face_sheet(looks: Mapping[str, Mapping[str, str]]) -> str:
    """All faces as symbols, `face-hazel` and so on, for a page that shows some of them."""
    symbols = [face(f"face-{name}", look) for name, look in looks.items()]
    return el("svg", *symbols, xmlns="http://www.w3.org/2000/svg", class_="away", aria_hidden="true")


def _shoulders(cloth: str) -> str:
    coat = path("M9 67C9 57 19 53 27 52L32 57 37 52C45 53 55 57 55 67Z", cloth, width=LINE)
    folds = path(
        "M32 57V67M46 57L44 66M49 58.5L47.5 66M51.5 60.5L51 66", stroke="key", width=ENGRAVED, opacity=0.55
    )
    return coat + folds + path("M27 52L24 57 32 60 40 57 37 52 32 57Z", "whitewash", width=1.1)


def _features(extra: str) -> str:
    """Eyes, brows, nose and mouth."""
    eyes = circle((27.5, 31.5), 1.5, "key", None) + circle((36.5, 31.5), 1.5, "key", None)
    brows = path("M24.6 27.6Q27.4 25.9 30 27.4M34 27.4Q36.6 25.9 39.4 27.6", width=1.2)
    nose = path("M32.2 31.5Q34.6 36.6 31.4 37.2", width=1)
    wide = extra in ("smile", "freckles", "earrings")
    mouth = path("M26.8 41Q32 46.2 37.2 41" if wide else "M28 42.2Q32 44.4 36 42.2", width=1.3)
    return eyes + brows + nose + mouth


def _behind(hair: str, tone: str) -> str:
    """What of the hair lies behind the head."""
    if hair == "long":
        return path("M18 27C15 44 15 53 17 60H47C49 53 49 44 46 27Z", tone, width=LINE)
    if hair == "bob":
        return path("M18.5 27C16 38 17 45 20 49H44C47 45 48 38 45.5 27Z", tone, width=LINE)
    if hair == "bun":
        return circle((32, 10.5), 6.6, tone, width=LINE)
    if hair == "plaits":
        left = "M19 34C13 38 12 46 14 52 12.5 55 14.5 58 17 57 19 54 18 51 17.6 49 19 45 21 42 21.5 39Z"
        right = "M45 34C51 38 52 46 50 52 51.5 55 49.5 58 47 57 45 54 46 51 46.4 49 45 45 43 42 42.5 39Z"
        return path(left, tone, width=LINE) + path(right, tone, width=LINE)
    return ""


def _hair(hair: str, tone: str) -> str:
    if hair == "bald":
        sides = (
            "M19.8 33C18.6 29 19.4 25 21.4 22.5 22.6 26 22 30 20.6 33ZM44.2"
            " 33C45.4 29 44.6 25 42.6 22.5 41.4 26 42 30 43.4 33Z"
        )
        return path(sides, tone, width=1.1)
    if hair == "curls":
        at = ((20.5, 23), (23.5, 17.5), (29, 14.2), (35, 14.2), (40.5, 17.5), (43.5, 23))
        return "".join([circle(each, 4.4, tone, width=1.2) for each in at])
    if hair == "short":
        crown = (
            "M19.6 29C18.4 17 24 11.4 32 11.4S45.6 17 44.4 29C42.6 24.6 41"
            " 21.6 38 20 32 22.4 25 21 22.4 22.8 21 24.6 20.4 27 19.6 29Z"
        )
    elif hair == "bob":
        crown = (
            "M18.6 33C17.2 18 23 11.4 32 11.4S46.8 18 45.4 33C44 27 42.6"
            " 23.4 40.6 21 34 23.4 27 23 23.4 21 21.4 23.4 20 27 18.6 33Z"
        )
    else:  # parted in the middle: plaits, a bun, long
        crown = (
            "M19.2 32C17.6 18 23.6 11.6 32 11.6S46.4 18 44.8 32C43.6"
            " 25 39.6 19.6 32 17 24.4 19.6 20.4 25 19.2 32Z"
        )
    return path(crown, tone, width=LINE) + path(
        "M26 15.4Q22.6 18.6 21.4 23M38.6 14.6Q42 17.6 43.2 22", width=ENGRAVED, opacity=0.5
    )


def _extra(extra: str, tone: str) -> str:
    if extra == "freckles":
        at = ((24.6, 36), (26.8, 37.4), (23.6, 38.2), (39.4, 36), (37.2, 37.4), (40.4, 38.2))
        return "".join([circle(each, 0.6, "copper", None) for each in at])
    if extra == "glasses":
        rims = circle((27, 32), 4.2, "none", width=1.2) + circle((37, 32), 4.2, "none", width=1.2)
        return rims + path("M31.2 31.4Q32 30.6 32.8 31.4M22.8 31L20.4 30M41.2 31L43.6 30", width=1.1)
    if extra == "moustache":
        return path(
            (
                "M32 38.6C29 37.2 25.4 38.6 22.6 42.2 27 42.6 30.4 42 32 40.6"
                " 33.6 42 37 42.6 41.4 42.2 38.6 38.6 35 37.2 32 38.6Z"
            ),
            tone,
            width=1.2,
        )
    if extra == "beard":
        whiskers = path(
            (
                "M20.4 33C20.4 46 25 54.6 32 54.6S43.6 46 43.6 33C42 39 39 40"
                " 36.4 39.4 33.4 38.6 30.6 38.6 27.6 39.4 25 40 22 39 20.4 33Z"
            ),
            tone,
            width=LINE,
        )
        return (
            whiskers
            + path("M28.6 43.4Q32 45.4 35.4 43.4", "none", width=1.3)
            + path("M27 47L28 51M32 48V53M37 47L36 51", width=ENGRAVED, opacity=0.5)
        )
    if extra == "earrings":
        return circle((18.6, 38.4), 1.6, "gold", width=0.9) + circle((45.4, 38.4), 1.6, "gold", width=0.9)
    return ""


def _hat(hat: str, cloth: str) -> str:
    if hat == "straw":
        crown = path("M21.4 20C21.4 10 26 6.4 32 6.4S42.6 10 42.6 20Z", "summer", width=LINE)
        weave = path(
            "M25 10.6Q32 7.6 39 10.6M23 14.4Q32 11 41 14.4M15 20.8Q32 15.6 49 20.8",
            width=ENGRAVED,
            opacity=0.5,
        )
        brim = path(
            "M10.6 22.6C16 17 48 17 53.4 22.6 48 25.6 40 23.2 32 23.2S16 25.6 10.6 22.6Z",
            "summer",
            width=LINE,
        )
        return crown + path("M21.4 16.6Q32 13.4 42.6 16.6V20Q32 16.8 21.4 20Z", cloth, width=1) + brim + weave
    if hat == "cap":
        top = path("M19.4 22C18.6 11.6 25 8 33 8 42 8 45.6 14 44.8 21.6Z", "seat5", width=LINE)
        return (
            top
            + path(
                "M18 22.4Q26 17.6 39 20.6 44.4 21.8 48.6 24.4 42 25.4 36 24.4 26 22.6 18 22.4Z",
                "seat5",
                width=LINE,
            )
            + circle((33, 8), 1.3, "seat5", width=1)
        )
    if hat == "felt":
        crown = path(
            "M20.6 20.6C20 12 23 7.4 27 8.4 30 9.2 34 9.2 37 8.2 41.6 7 44.2 12 43.4 20.6Z",
            "good_wood",
            width=LINE,
        )
        brim = path(
            "M13.6 21.8Q32 15.6 50.4 21.8 45 25.4 32 23.8 19 25.4 13.6 21.8Z", "good_wood", width=LINE
        )
        feather = path("M42 18C45 12 48.6 8.4 52 7.6 51.6 12 48.6 16.4 43.4 19Z", "accent", width=1)
        return (
            crown + path("M20.6 17.4Q32 14.2 43.6 17.4V20.4Q32 17 20.6 20.4Z", "key", None) + brim + feather
        )
    if hat == "top":
        crown = path("M22.4 20.6L21.4 4.4Q32 2.4 42.6 4.4L41.6 20.6Z", "farmer", width=LINE)
        return (
            crown
            + path("M22 16.2Q32 13.8 42 16.2L41.8 19.8Q32 17.4 22.2 19.8Z", cloth, width=1)
            + path("M14.6 21.6Q32 15.8 49.4 21.6 44 24.6 32 23.4 20 24.6 14.6 21.6Z", "farmer", width=LINE)
        )
    if hat == "bonnet":
        cap = path(
            (
                "M17.6 33C14 16 22 7.6 32 7.6S50 16 46.4 33C44.4 26 42.4 22.4 39.8"
                " 20.4 34 18.2 30 18.2 24.2 20.4 21.6 22.4 19.6 26 17.6 33Z"
            ),
            "whitewash",
            width=LINE,
        )
        return cap + path(
            ("M20.6 25Q24 16.6 32 15.6 40 16.6 43.4 25M28 9.4Q26.6 12 26.8 15.4M36 9.4Q37.4 12 37.2 15.4"),
            width=ENGRAVED,
            opacity=0.6,
        )
    if hat == "scarf":
        wrap = path(
            (
                "M18.6 25.6C17.6 13 24 8 32 8S46.4 13 45.4 25.6C40.6"
                " 20.4 36.6 18.6 32 18.6S23.4 20.4 18.6 25.6Z"
            ),
            "accent",
            width=LINE,
        )
        knot = path(
            (
                "M44.8 22C49 21 52.4 23 53.4 27 50 27.6 47 26.6 45.2 25ZM45"
                " 25C48 28 48.6 32 47.2 35.4 44.6 33 44 28.6 45 25Z"
            ),
            "accent",
            width=1.2,
        )
        dots = [
            circle(each, 1, "whitewash", None)
            for each in ((24, 16), (29, 12), (34.6, 14.4), (39.6, 12.6), (42, 18))
        ]
        return wrap + knot + "".join(dots)
    return ""
