"""What higher layers say of the engine's things: how a position is drawn in letters, an error in a sentence.

`farmstead/__init__.py` fills these in. Without it things are told by their names and keys.
"""

from collections.abc import Callable


def _nothing(_: object) -> str:
    return ""


draw: Callable[[object], str] = _nothing  # a position, as a spectator sees it
explain: Callable[[object], str] = _nothing  # an error of the rules or of a record, in English
