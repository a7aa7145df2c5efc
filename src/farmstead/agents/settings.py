"""What can be set about an agent, and how a spec says it: `seed=3`, divided by commas."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from farmstead.engine.contract import BadSetup

Value: TypeAlias = int | float | str
MAX_SEED: Final = 2**31 - 1
MAX_DIGITS: Final = 12  # of a number; Python itself refuses to read thousands
MAX_QUOTE: Final = 60  # letters of a spec in a message
SETTING_BEFORE: Final = re.compile(r"\s*(([a-z]+)\s*=[^,]*),\s*")  # something else


class BadSpec(BadSetup):
    """No agent is called so; the message says what would do."""


@dataclass(frozen=True, slots=True)
class AgentSetting:
    """A number that an agent is made with, or one of so many words."""

    name: str
    least: float = 0
    most: float = 0
    whole: bool = True
    needed: bool = False
    words: Callable[[], Sequence[str]] | None = None

    def read(self, text: str) -> Value | None:
        """What a text says, or None when it is none of the values there may be."""
        if self.words is not None:
            return text.lower() if text.lower() in self.words() else None
        if not text.isascii() or len(text) > MAX_DIGITS:
            return None
        digits = text if self.whole else text.replace(".", "", 1)
        value = (int if self.whole else float)(text) if digits.isdecimal() else None
        return value if value is not None and self.least <= value <= self.most else None

    def form(self) -> str:
        return f"{self.name}={'NUMBER' if self.words is None else 'NAME'}"

    def wanted(self) -> str:
        """The rest of a sentence: which values there may be."""
        if self.words is not None:
            return f"{self.form()} is one of {', '.join(self.words())}"
        sort = "a whole number" if self.whole else "a number"
        return f"{self.form()} is {sort} from {self.least:,} to {self.most:,}"


SEED: Final = AgentSetting("seed", 0, MAX_SEED)


@dataclass(frozen=True, slots=True)
class BuiltInAgent:
    """An agent of our own: where it is made, imported when asked for, and what can be set.

    The settings that a spec gives are its arguments by name. What is left out is left to its own defaults,
    but `seed`, where it has one, always is an argument.
    """

    where: str  # module:name
    example: str  # a spec with settings
    settings: tuple[AgentSetting, ...] = (SEED,)
    first: str = ""  # the setting that may stand without its name, as in `level:4`
    only_one: tuple[str, ...] = ()  # settings of which only one can be given
    command: bool = False  # what stands after the settings is one text, the argument `command`


def bad(spec: str, why: str) -> BadSpec:
    return BadSpec(f"{spec[:MAX_QUOTE]!r}: {why}")


def values_of(spec: str, known: BuiltInAgent, text: str | None) -> dict[str, Value]:
    """The settings that stand after a spec's colon, checked; None where it has no colon."""
    found: dict[str, Value] = {}
    settings = {setting.name: setting for setting in known.settings}
    for key, value in _pairs(spec, known, text):
        if key not in settings:
            raise bad(spec, f"there is no setting {key[:MAX_QUOTE]!r}; {_forms(known)}")
        read = settings[key].read(value)
        if read is None:
            raise bad(spec, f"{settings[key].wanted()}, as in {known.example}")
        found[key] = read
    given = [key for key in known.only_one if key in found]
    if len(given) > 1:
        raise bad(spec, f"only one of {' and '.join(given)} can be given, as in {known.example}")
    for setting in known.settings:
        if setting.needed and setting.name not in found:
            raise bad(spec, f"it needs {setting.name}: {setting.wanted()}, as in {known.example}")
    return found


def with_command(spec: str, known: BuiltInAgent, text: str) -> dict[str, Value]:
    """A command line as it is written, and the settings that stand before it."""
    names = [setting.name for setting in known.settings]
    given: list[str] = []
    rest = text
    while (found := SETTING_BEFORE.match(rest)) is not None and found[2] in names:
        given.append(found[1])
        rest = rest[found.end() :]
    return {**values_of(spec, known, ",".join(given) or None), "command": rest}


def _pairs(spec: str, known: BuiltInAgent, text: str | None) -> list[tuple[str, str]]:
    """The settings as they are written, each once; the first may stand without its name."""
    pairs: list[tuple[str, str]] = []
    for part in [] if text is None else text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals and known.first and not pairs:
            key, equals, value = known.first, "=", key
        if not equals:
            raise bad(spec, _forms(known))
        if key in dict(pairs):
            raise bad(spec, f"{key} is given twice; once will do, as in {known.example}")
        pairs.append((key, value))
    return pairs


def _forms(known: BuiltInAgent) -> str:
    """The rest of a sentence: what can be set."""
    forms = " or ".join([setting.form() for setting in known.settings])
    return f"after the colon stands {forms}, as in {known.example}"
