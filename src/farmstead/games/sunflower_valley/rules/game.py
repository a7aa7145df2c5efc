"""Sunflower Valley as a game of the engine: options, set-up, and the doors to its positions."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Final, final

from farmstead.engine.contract import Action, BadPosition, BadSetup, Dealer, Game, Seat, Setup
from farmstead.engine.documents import parse_json
from farmstead.engine.opening import check_seats, check_start, options_given, revision, settled_in
from farmstead.games.sunflower_valley.rules import reading
from farmstead.games.sunflower_valley.rules.actions import NOTATION
from farmstead.games.sunflower_valley.rules.components import Edition
from farmstead.games.sunflower_valley.rules.names import NAME, VARIANTS
from farmstead.games.sunflower_valley.rules.position import Choices
from farmstead.games.sunflower_valley.rules.state import SunflowerValley

RULES: Final = 1  # bumped by every change to what is legal or scored
PLAYABLE: Final = (1,)  # revisions whose records still replay
RANDOM: Final = "random"  # the sheet that chance deals (SV 1.1)


def read_options(options: Sequence[str], seats: int, sheets: Sequence[str]) -> Choices:
    """Variant (SV 6), `sheet=A` (SV 1.1) and `start=N` (SV 1.6), read from left to right."""
    variant, sheet, start = VARIANTS[0], RANDOM, 1
    for option in options:
        name, _, value = option.partition("=")
        if option in VARIANTS:
            variant = option
        elif name == "variant" and value in VARIANTS:
            variant = value
        elif name == "sheet":
            sheet = _sheet(value, sheets)
        elif name == "start":
            start = _start(value, seats)
        else:
            raise BadSetup(_unknown_option(option, seats, sheets), "options")
    words = [variant]
    if sheet != RANDOM:
        words.append(f"sheet={sheet}")
    if start != 1:
        words.append(f"start={start}")
    return Choices(tuple(words), variant == VARIANTS[1], "" if sheet == RANDOM else sheet, start - 1)


def _sheet(value: str, sheets: Sequence[str]) -> str:
    letter = RANDOM if value == RANDOM else value.upper()
    if letter != RANDOM and letter not in sheets:
        known = ", ".join(sheets)
        raise BadSetup(f"sheet={value[:20]}: the sheet must be one of {known}, or random (SV 1.1)", "options")
    return letter


def _start(value: str, seats: int) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 4 and 1 <= int(value) <= seats):
        raise BadSetup(
            f"start={value[:20]}: the seat that begins must be one of 1 to {seats} (SV 1.6)", "options"
        )
    return int(value)


def _unknown_option(option: str, seats: int, sheets: Sequence[str]) -> str:
    letters, starts = [f"sheet={letter}" for letter in sheets], [f"start={n + 1}" for n in range(seats)]
    option = option[:40]
    near = difflib.get_close_matches(option, [*VARIANTS, *letters, *starts], 1)
    known = ", ".join([*VARIANTS, f"{letters[0]} to {letters[-1]}", f"{starts[0]} to {starts[-1]}"])
    hint = f"did you mean {near[0]}?" if near else f"there are {known}"
    return f"{option!r} is no option of Sunflower Valley (SV 1.1, 1.6, 6.1); {hint}"


@final
class SunflowerValleyGame(Game):
    """The game with the components of one edition."""

    def __init__(self, edition: Edition) -> None:
        self.name = NAME
        self.title = "Sunflower Valley"
        self.rules = RULES
        self.fewest = edition.fewest
        self.most = edition.most
        self.edition = edition
        self.label = edition.label

    def setup(self, seats: int, options: Sequence[str] = (), rules: int | None = None) -> Setup:
        check_seats(self, seats, "SV 1.1")
        played = revision(self, rules, PLAYABLE)
        choices = read_options(options_given(options), seats, list(self.edition.sheets))
        return Setup(NAME, played, seats, choices.options, self.edition.label)

    def start(self, setup: Setup) -> SunflowerValley:
        """SV 1: the letter, if the table did not choose it, then the town pictures."""
        check_start(self, setup, PLAYABLE, self.edition.label)
        edition = self.edition
        choices = read_options(setup.options, setup.seats, list(edition.sheets))
        return SunflowerValley(edition, choices, setup.rules, setup.seats)

    def parse(self, text: str) -> Action:
        return NOTATION.parse(text)

    def position(self, text: str) -> SunflowerValley:
        document = parse_json(text)
        return reading.read(document, self.edition, self._choices_of(document), None)

    def from_view(self, seat: Seat | None, view: Mapping[str, object], dealer: Dealer) -> SunflowerValley:
        """Nothing is hidden, so nothing is dealt anew."""
        return reading.read(view, self.edition, self._choices_of(view), seat)

    def edition_text(self) -> str:
        return self.edition.source

    def __reduce__(self) -> tuple[object, ...]:
        from farmstead.games.sunflower_valley.rules import played_with  # not sooner: made of this module

        return played_with, (self.edition.source,)

    def _choices_of(self, document: Mapping[str, object]) -> Choices:
        options, seats, _ = settled_in(document, self, PLAYABLE, self.edition.label)
        try:
            return read_options(options, seats, list(self.edition.sheets))
        except BadSetup as error:
            raise BadPosition(str(error)) from None
