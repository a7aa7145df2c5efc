"""Walnut Grove as a game of the engine: options, set-up, and the doors to its positions."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Final, final

from farmstead.engine.contract import Action, BadPosition, BadSetup, Dealer, Game, Seat, Setup
from farmstead.engine.documents import parse_json
from farmstead.engine.editions import BadEdition
from farmstead.engine.opening import check_seats, check_start, options_given, revision, settled_in
from farmstead.games.walnut_grove.rules import reading
from farmstead.games.walnut_grove.rules.actions import NOTATION
from farmstead.games.walnut_grove.rules.components import Edition
from farmstead.games.walnut_grove.rules.notation import NAME
from farmstead.games.walnut_grove.rules.position import Switches
from farmstead.games.walnut_grove.rules.state import WalnutGrove

RULES: Final = 2  # bumped by every change to what is legal or scored
PLAYABLE: Final = (1, 2)  # revisions whose records still replay; what changed is a switch (WG 10, Revisions)
SWITCHES: Final[dict[str, tuple[str, str]]] = {  # the german value first (WG 10)
    "enter_unpayable": ("off", "on"),
    "jokers": ("any", "buildings"),
    "open_help_costs": ("on", "off"),
    "beside": ("on", "off"),
    "huts_free_wagons": ("on", "off"),
}
SINCE: Final[dict[str, int]] = {"beside": 2, "huts_free_wagons": 2}  # the revision that brought a switch
FRENCH: Final = ("enter_unpayable", "jokers", "open_help_costs")  # the switches that `french` turns
PRESETS: Final = ("german", "french")


def read_options(options: Sequence[str], seats: int, rules: int = RULES) -> Switches:
    """WG 10: presets and switches of a revision of the rules, read from left to right, and `start=N`."""
    chosen = _preset("german")
    start = 1
    for option in options:
        name, equals, value = option.partition("=")
        if option in PRESETS:
            chosen = _preset(option)
        elif name == "start" and equals:
            start = _start(value, seats)
        elif SINCE.get(name, 1) > rules:
            raise BadSetup(_later_option(option, name, rules), "options")
        elif name in SWITCHES and value in SWITCHES[name]:
            chosen[name] = value
        else:
            raise BadSetup(_unknown_option(option, rules), "options")
    return _switches(chosen, start, rules)


def _preset(preset: str) -> dict[str, str]:
    turned = FRENCH if preset == "french" else ()
    return {name: values[name in turned] for name, values in SWITCHES.items()}


def _start(value: str, seats: int) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 4 and 1 <= int(value) <= seats):
        raise BadSetup(f"start={value}: the seat that begins must be one of 1 to {seats} (WG 1.9)", "options")
    return int(value)


def _later_option(option: str, name: str, rules: int) -> str:
    return (
        f"{option[:40]!r} is no option of rules revision {rules} of Walnut Grove; "
        f"{name} came with revision {SINCE[name]} (WG 10)"
    )


def _unknown_option(option: str, rules: int) -> str:
    known_switches = [name for name in SWITCHES if SINCE.get(name, 1) <= rules]
    turned = [f"{name}={value}" for name in known_switches for value in SWITCHES[name]]
    known = [*PRESETS, *turned, "start=1"]
    option = option[:40]
    near = difflib.get_close_matches(option, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    return f"{option!r} is no option of Walnut Grove (WG 10); {hint}"


def _switches(chosen: dict[str, str], start: int, rules: int) -> Switches:
    switches = Switches()
    switches.options = _canonical(chosen, start)
    switches.enter_unpayable = chosen["enter_unpayable"] == "on"
    switches.jokers_anywhere = chosen["jokers"] == "any"
    switches.open_help_costs = chosen["open_help_costs"] == "on"
    switches.beside = rules >= SINCE["beside"] and chosen["beside"] == "on"
    switches.huts_free_wagons = rules >= SINCE["huts_free_wagons"] and chosen["huts_free_wagons"] == "on"
    switches.start = start - 1
    return switches


def _canonical(chosen: dict[str, str], start: int) -> tuple[str, ...]:
    """One way to write each choice: the preset and what differs from it, then the start.

    The preset is french where all switches that it turns are turned, and german otherwise.
    """
    preset = "french" if all(chosen[name] == SWITCHES[name][1] for name in FRENCH) else "german"
    usual = _preset(preset)
    words = [preset, *[f"{name}={chosen[name]}" for name in SWITCHES if chosen[name] != usual[name]]]
    return tuple(words if start == 1 else [*words, f"start={start}"])


def check_edition(edition: Edition, rules: int) -> None:
    """WG 9.5: what a revision of the rules asks of components that an earlier one did not."""
    if rules >= 2 and edition.too_many_huts:
        raise BadEdition(edition.too_many_huts)


@final
class WalnutGroveGame(Game):
    """The game with the components of one edition."""

    def __init__(self, edition: Edition) -> None:
        self.name = NAME
        self.title = "Walnut Grove"
        self.rules = RULES
        self.fewest = edition.fewest
        self.most = edition.most
        self.edition = edition
        self.label = edition.label

    def setup(self, seats: int, options: Sequence[str] = (), rules: int | None = None) -> Setup:
        check_seats(self, seats, "WG 1.1")
        played = revision(self, rules, PLAYABLE)
        check_edition(self.edition, played)
        switches = read_options(options_given(options), seats, played)
        return Setup(NAME, played, seats, switches.options, self.edition.label)

    def start(self, setup: Setup) -> WalnutGrove:
        check_start(self, setup, PLAYABLE, self.edition.label)
        check_edition(self.edition, setup.rules)
        switches = read_options(setup.options, setup.seats, setup.rules)
        return WalnutGrove(self.edition, switches, setup.rules, setup.seats)

    def parse(self, text: str) -> Action:
        return NOTATION.parse(text)

    def position(self, text: str) -> WalnutGrove:
        document = parse_json(text)
        return reading.read_position(document, self.edition, self._switches_of(document))

    def from_view(self, seat: Seat | None, view: Mapping[str, object], dealer: Dealer) -> WalnutGrove:
        return reading.read_view(view, self.edition, self._switches_of(view), seat, dealer)

    def edition_text(self) -> str:
        return self.edition.source

    def __reduce__(self) -> tuple[object, ...]:
        from farmstead.games.walnut_grove.rules import played_with  # not sooner: made of this module

        return played_with, (self.edition.source,)

    def _switches_of(self, document: Mapping[str, object]) -> Switches:
        options, seats, rules = settled_in(document, self, PLAYABLE, self.edition.label)
        try:
            check_edition(self.edition, rules)
            return read_options(options, seats, rules)
        except BadSetup as error:
            raise BadPosition(str(error)) from None
