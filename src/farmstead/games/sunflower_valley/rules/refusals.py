"""Why a move is not possible: for every move that can be written, in every position, a paragraph and a key.

First it is asked who may act at all, then whether the move belongs to the decision at hand, then what the
rules say about this very move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from farmstead.engine.contract import CHANCE, Action, Arg, Refusal, Seat
from farmstead.games.sunflower_valley.rules import actions, names
from farmstead.games.sunflower_valley.rules.hexes import hex_text
from farmstead.games.sunflower_valley.rules.position import Position
from farmstead.games.sunflower_valley.rules.turn import draws_instead
from farmstead.games.sunflower_valley.rules.valley import Valley

CHANCE_RULES: Final = ("", "SV 1.1", "SV 1.3", "SV 2.1")  # by what chance has to decide
MAX_INSTEAD: Final = 25  # all hexes of a sheet; of rolls a few are enough
DECISION_RULES: Final = ("SV 3.1", "SV 3.1", "SV 3.2", "SV 3.5")  # by decision


def why_not(pos: Position, seat: Seat, move: Action, legal: Sequence[Action]) -> Refusal:
    """The reason, and what would do instead."""
    refusal = _why(pos, seat, move)
    refusal.tried = str(move)
    refusal.instead = [str(other) for other in legal[:MAX_INSTEAD]]
    return refusal


def _why(pos: Position, seat: Seat, move: Action) -> Refusal:
    if not pos.acting:
        return Refusal("SV 2.4", "game_over")
    if isinstance(move, (actions.SheetDealt, actions.TownDealt, actions.Rolled)):
        return _why_not_dealt(pos, seat, move)
    if seat == CHANCE:
        return Refusal(_paragraph(move), "players_decide")
    if pos.chance != names.NO_CHANCE:
        return Refusal(CHANCE_RULES[pos.chance], "chance_due")
    if not 0 <= seat < pos.players:
        return Refusal("SV 1.1", "no_such_seat", args={"seats": pos.players})
    if seat not in pos.acting:
        return Refusal("SV 2.2", "not_your_turn", args={"whose": int(pos.acting[0])})
    if isinstance(move, actions.Pass):
        return Refusal("SV 3.3", "passing")
    return _why_not_chosen(pos, pos.valleys[seat], move)


def _paragraph(move: Action) -> str:
    """The paragraph that says when a move of this sort is made."""
    return "SV " + actions.FORMS[str(move).split()[0]].rule


def _why_not_dealt(pos: Position, seat: Seat, move: Action) -> Refusal:
    """An outcome of chance that a player claims, or that is not due, or not possible."""
    rule = _paragraph(move)
    if seat != CHANCE:
        return Refusal(rule, "chance_decides")
    if pos.chance == names.NO_CHANCE:
        return Refusal(rule, "player_to_decide", args={"whose": int(pos.acting[0])})
    if isinstance(move, actions.SheetDealt) and pos.chance == names.CHANCE_SHEET:
        return Refusal(rule, "no_such_sheet", args={"sheet": move.name})
    if isinstance(move, actions.TownDealt) and pos.chance == names.CHANCE_TOWN:
        return Refusal(rule, "town_dealt")
    return Refusal(CHANCE_RULES[pos.chance], "other_chance_due", args={"due": names.CHANCES[pos.chance]})


def _why_not_chosen(pos: Position, valley: Valley, move: Action) -> Refusal:
    decision = pos.decision()
    if isinstance(move, actions.Take) and decision == names.DECIDE_DIE:
        return Refusal("SV 3.1", "die_not_in_pool", args={"die": names.FACES[move.what]})
    if isinstance(move, actions.Reserve) and decision == names.DECIDE_COLOUR:
        return _why_not_reserved(pos, move.what)
    if isinstance(move, actions.Draw) and decision == names.DECIDE_HEX:
        return _why_not_drawn(pos, valley, move.what)
    if isinstance(move, actions.Way) and decision == names.DECIDE_WAY:
        return Refusal("SV 3.5", "wrong_way", args={"die": names.FACES[pos.die]})
    anywhere = decision == names.DECIDE_HEX and draws_instead(pos, valley)
    rule = "SV 3.4" if anywhere else DECISION_RULES[decision]
    return Refusal(rule, "wrong_decision", args={"decision": names.DECISIONS[decision]})


def _why_not_reserved(pos: Position, colour: int) -> Refusal:
    args: Mapping[str, Arg] = {"colour": names.COLOURS[colour]}
    if pos.board[colour] != names.NOTHING:
        return Refusal("SV 3.1", "colour_reserved", args=args)
    return Refusal("SV 3.3", "colour_full", args=args)


def _why_not_drawn(pos: Position, valley: Valley, place: int) -> Refusal:
    symbol = valley.symbols[place]
    rule = "SV 3.4" if draws_instead(pos, valley) else "SV 3.2"
    if symbol == names.MOUNTAIN:
        return Refusal(rule, "mountain", args={"hex": hex_text(place)})
    if symbol != names.FREE:
        return Refusal(rule, "hex_drawn", args={"hex": hex_text(place)})
    colour, wanted = names.COLOURS[valley.layout.colour_at[place]], names.COLOURS[pos.colour]
    return Refusal(
        "SV 3.2", "other_colour", args={"hex": hex_text(place), "colour": colour, "wanted": wanted}
    )
