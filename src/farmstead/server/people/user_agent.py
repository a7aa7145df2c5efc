"""What sort of device somebody uses, by what its browser says of itself.

Only names that stand here are ever kept, two at most: enough to know one's own devices apart, too little to
know somebody again.
"""

from __future__ import annotations

from typing import Final

MAX_USER_AGENT: Final = 1000  # letters that are looked at
# The first that is found counts: most browsers also give the names of those before them.
BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Vivaldi": "Vivaldi",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
    "python": "Python",
    "curl": "curl",
}
SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


def device_of(user_agent: str) -> str:
    """Such as `Firefox, Linux`; nothing where nothing is known."""
    said = user_agent[:MAX_USER_AGENT]
    return ", ".join([name for name in (_first(BROWSERS, said), _first(SYSTEMS, said)) if name])


def _first(names: dict[str, str], said: str) -> str:
    return next((name for mark, name in names.items() if mark in said), "")
