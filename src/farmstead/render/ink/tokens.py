"""The one source of colour and lettering. Pictures say `var(--grain)`; the page's sheet says what that is."""

import re
from typing import Final

LIGHT: Final = 0
DARK: Final = 1

TOKENS: Final[dict[str, tuple[str, str]]] = {  # by day, by lamplight
    # ground and text
    "page": ("#e9dcbf", "#17120d"),
    "paper": ("#fbf4e3", "#241d16"),
    "board": ("#f4e8cd", "#2e261d"),
    "well": ("#e6d6b2", "#1c1610"),
    "ink": ("#2b1d12", "#f3e7cf"),
    "ink2": ("#65503a", "#c8b494"),
    "rule": ("#c9b48b", "#54463680"),
    "edge": ("#8f7548", "#8b7350"),
    "key": ("#2b1d12", "#120d08"),
    # signals
    "accent": ("#a2341f", "#b8452c"),
    "accent_text": ("#9a2f1b", "#f0937b"),
    "on_accent": ("#fff7e6", "#fff7e6"),
    "open": ("#2f6a3f", "#2f6a3f"),
    "go": ("#2f6a3f", "#7fc08c"),
    "halo": ("#ffd75e", "#ffd75e"),
    "focus": ("#0f5bb5", "#8ec5ff"),
    # terrains: five steps of lightness, so they part in grey as well
    "dairy": ("#dde5b6", "#b3bd86"),
    "grain": ("#e6b748", "#c0932f"),
    "stone": ("#a9a198", "#837c74"),
    "fish": ("#5c95b4", "#3f7390"),
    "wood": ("#45683f", "#2f4c2d"),
    # goods
    "good_grain": ("#f3c63f", "#e5b431"),
    "good_fish": ("#3f88c0", "#3f88c0"),
    "good_dairy": ("#fffcf2", "#f3ead6"),
    "good_wood": ("#925c34", "#925c34"),
    "good_stone": ("#8f8d8b", "#8f8d8b"),
    # figures and coins
    "farmer": ("#33291f", "#4a3c2f"),
    "beech": ("#ecd3a4", "#d8bd8c"),
    "copper": ("#b9693a", "#b9693a"),
    "silver": ("#b9bcc0", "#a9acb0"),
    "gold": ("#e0ac2b", "#d39f22"),
    # built things
    "barn": ("#b04a30", "#9c3e27"),
    "plank": ("#b98a56", "#96703f"),
    "whitewash": ("#fff9ea", "#efe3c8"),
    "canvas": ("#f3e6c8", "#d9c8a2"),
    "street": ("#d9c08f", "#3b3022"),
    # seasons
    "spring": ("#a9bf6f", "#7d9348"),
    "summer": ("#e9b945", "#bf8f27"),
    "autumn": ("#d27743", "#bd6a35"),
    "winter": ("#93aec3", "#5e7f99"),
    # regions of a drawn sheet, again a ladder of lightness
    "O": ("#e98a3e", "#df7f33"),
    "Y": ("#f5d453", "#e0bb3a"),
    "G": ("#4f8a42", "#45793a"),
    "P": ("#e8a2bf", "#d48dab"),
    "B": ("#3f74ad", "#37699f"),
    "scree": ("#e8dabb", "#cfc0a0"),
    "sheet": ("#fffaf0", "#f1e6cf"),
    "pen": ("#22304d", "#1b2740"),
    # seats
    "on_seat": ("#fff7e6", "#120d08"),
    "seat1": ("#a8321f", "#e0674d"),
    "seat2": ("#16695f", "#3f9f92"),
    "seat3": ("#6a3b7c", "#a678ba"),
    "seat4": ("#80560a", "#c3922f"),
    "seat5": ("#244b8a", "#6b93d6"),
}
FACES: Final[dict[str, str]] = {
    "serif": "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,'Book Antiqua',Georgia,"
    "'Liberation Serif','Times New Roman',serif",
    "sans": "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',"
    "Arial,sans-serif",
}
_NAMED: Final = re.compile(r"var\(--([\w-]+)\)")


def token_sheet() -> str:
    """Tokens as a style sheet: the system's choice of light, unless the page has made one; paper is light."""
    faces = "".join([f"--{name}:{stack};" for name, stack in FACES.items()])
    dark = _declared(DARK)
    return (
        f":root{{color-scheme:light dark;{faces}{_declared(LIGHT)}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}\n"
    )


def _declared(light: int) -> str:
    return "".join([f"--{name.replace('_', '-')}:{values[light]};" for name, values in TOKENS.items()])


def in_colour(svg: str, light: int = LIGHT) -> str:
    """A picture with the tokens' own values, for where no style sheet reaches: files, notebooks."""
    values = {name.replace("_", "-"): pair[light] for name, pair in TOKENS.items()}
    values |= {name: stack.replace("'", "&#x27;") for name, stack in FACES.items()}
    return _NAMED.sub(lambda named: values[named[1]], svg)
