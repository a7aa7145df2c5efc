"""Set-up (SV 1): the sheet's letter, and each player's town picture with the first house."""

from __future__ import annotations

from farmstead.engine.contract import Action, Event
from farmstead.games.sunflower_valley.rules import rounds
from farmstead.games.sunflower_valley.rules.actions import SHEETS_DEALT, TOWNS_DEALT
from farmstead.games.sunflower_valley.rules.components import Layout
from farmstead.games.sunflower_valley.rules.names import CHANCE_TOWN, HOUSE, NOTHING, TOWNS
from farmstead.games.sunflower_valley.rules.position import Position
from farmstead.games.sunflower_valley.rules.valley import Valley


def sheets(pos: Position) -> list[Action]:
    """SV 1.1: every letter of the edition is as likely as another."""
    return [SHEETS_DEALT[letter] for letter in pos.edition.sheets]


def deal_sheet(pos: Position, letter: str, log: list[Event] | None) -> None:
    pos.layout = pos.edition.sheets[letter]
    pos.await_chance(CHANCE_TOWN)
    if log is not None:
        log.append(Event("sheet_dealt", args={"sheet": letter}))


def towns(pos: Position) -> list[Action]:
    """SV 1.3: the town pictures nobody has."""
    taken = [valley.town for valley in pos.valleys]
    start = pos.edition.start
    return [TOWNS_DEALT[town] for town in range(len(TOWNS)) if start[town] != NOTHING and town not in taken]


def deal_town(pos: Position, layout: Layout, town: int, log: list[Event] | None) -> None:
    """SV 1.3, 1.4: a town picture, the first house where the start chart says, and its villagers."""
    seat = len(pos.valleys)
    valley = Valley(layout, pos.choices.family, town)
    valley.draw(pos.edition.start[town], HOUSE)
    pos.valleys.append(valley)
    if log is not None:
        log.append(Event("town_dealt", seat, {"town": TOWNS[town], "at": pos.edition.start_text(town)}))
    if len(pos.valleys) == pos.players:
        rounds.begin_first(pos)
