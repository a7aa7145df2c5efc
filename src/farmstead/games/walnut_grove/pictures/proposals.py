"""What most people do where only goods and coins are moved about: payments, sales, and what finds no room.

Found out on an imagined copy of what a seat sees, move by move: what lies in the barn goes first, for that
makes room there; then what lies on land, where squares are full; a coin where a good is missing, the poorest
first; and a second help tile where nothing else does, the first before a silver coin, for it can be
repaid. From a full barn a copper goes before all goods, for it counts nothing. Where any good will do, those
go first of which winter leaves the most; what winter asks for is not sold.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from farmstead.engine.contract import Event, Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.forced import is_forced
from farmstead.engine.square import cell_text
from farmstead.games.walnut_grove.pictures import views
from farmstead.games.walnut_grove.pictures.svg.parts import parts_of
from farmstead.games.walnut_grove.rules import winter
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.game import WalnutGroveGame
from farmstead.games.walnut_grove.rules.names import ASKED_BY, COINS, GOODS, WINTER
from farmstead.games.walnut_grove.rules.payment import missing
from farmstead.games.walnut_grove.rules.state import WalnutGrove
from farmstead.render import View
from farmstead.render.page import Choice, Proposal, Saying

DECISIONS: Final = tuple(ASKED_BY)
# By the decision at which a proposal begins: those that it goes through.
STRETCHES: Final[Mapping[str, frozenset[str]]] = {
    "toll": frozenset({"toll", "cost"}),
    **{name: frozenset({name}) for name in ("cost", "winter", "repay", "sale", "surplus", "coins")},
}
FOLLOWED: Final[Mapping[str, str]] = {
    "visit": "toll",
    "work": "surplus",
}  # by a move: the decision that may follow
MEANS: Final[Mapping[str, tuple[str, ...]]] = {  # by decision: how the moves begin that serve it
    "toll": ("toll",),
    "cost": ("give",),
    "winter": ("give", "help"),
    "repay": ("give",),
    "sale": ("sell",),
    "surplus": ("keep",),
    "coins": ("keep",),
}
OPTIONAL: Final = frozenset({"sale", "surplus", "coins"})  # nothing has to be taken there
ENDS: Final[Mapping[str, str]] = {"sale": "done", "surplus": "leave"}  # where nothing more is wanted
ROOM, BARN, LAND, COIN, HELP = -1.0, 0.0, 1.0, 5.0, 9.0  # what goes first
FIRST_HELP: Final = 5.5  # after a copper, before a silver coin
FOR_BUILDINGS: Final = 2  # stones that are kept for them until the last year
MAX_MOVES: Final = 11  # moves of a proposal: with the walk, as many as a table takes together
WANTED, UNWANTED = -30.0, 30.0
NEEDED: Final = 15.0  # what is not sold unless somebody wants to


class Made(NamedTuple):
    """Moves on an imagined copy, what they take from where, and all that happened."""

    moves: list[str]  # those that are a choice
    uses: Counter[str]
    log: list[Event]
    parts: list[str]  # all that could have been taken


def decision_of(state: WalnutGrove, seat: Seat) -> str:
    """What a seat is to decide; nothing where it is not to act."""
    return DECISIONS[state.farms[seat].agenda[-1]] if seat in state.to_act() else ""


def proposed(game: WalnutGroveGame, view: View, wanted: Mapping[str, int]) -> Proposal | None:
    """All moves of what the view's seat is asked; None where that is more than moving goods about."""
    table = views.table_view(view)
    seat, decision = table["seat"], views.decision_of(table)
    if seat is None or seat not in table["to_act"] or decision not in STRETCHES:
        return None
    state = game.from_view(seat, view, QuickDealer(0))
    made = carried_on(state, seat, STRETCHES[decision], wanted)
    if not made.moves:
        return None
    return Proposal(
        tuple(made.moves), made.uses, tuple(dict.fromkeys(made.parts)), _label(decision, made, table)
    )


def _label(decision: str, made: Made, table: views.TableView) -> Saying:
    if decision not in OPTIONAL:
        return "pay", {}
    count = sum(made.uses.values())
    farm = views.farm_of(table, table["seat"])
    most = len({part.split(":")[1] for part in made.parts})
    if farm is not None and decision == "surplus":
        most = farm["pending"]["surplus"]
    return decision, {"count": count, "all": "yes" if count == most else "no"}


def with_what_follows(game: WalnutGroveGame, view: View, legal: Sequence[str]) -> list[Choice]:
    """Walks to buildings with tolls and prices paid (WG 5.6), harvests with what goes into the barn (4.5).

    Only where there is a choice in that, and where nothing of a harvest is lost.
    """
    seat = views.table_view(view)["seat"]
    moves = [move for move in legal if move.split()[0] in FOLLOWED]
    if seat is None or not moves:
        return []
    start = game.from_view(seat, view, QuickDealer(0))
    found: list[Choice] = []
    for move in moves:
        state = start.clone()
        state.apply(seat, game.parse(move))
        verb = move.split()[0]
        made = carried_on(state, seat, STRETCHES[FOLLOWED[verb]], {})
        if made.moves and decision_of(state, seat) != FOLLOWED[verb]:
            found.append(Choice((move, *made.moves), parts_of(move), whole=True))
    return found


def carried_on(state: WalnutGrove, seat: Seat, stretch: frozenset[str], wanted: Mapping[str, int]) -> Made:
    """Go on as long as only goods and coins are moved about."""
    made = Made([], Counter(), [], [])
    while (decision := decision_of(state, seat)) in stretch and len(made.moves) < MAX_MOVES:
        legal = {str(move): move for move in state.legal(seat)}
        known = [move for move in legal if move.split()[0] in MEANS[decision]]
        made.parts.extend([parts_of(move)[0] for move in known])
        forced = is_forced(state, seat)
        chosen = next(iter(legal)) if forced else _chosen(state, seat, decision, known, made.uses, wanted)
        if not chosen and known:
            chosen = ENDS.get(decision, "")
        if chosen not in legal:
            break
        if chosen in known:
            made.uses[parts_of(chosen)[0]] += 1
        if not forced:
            made.moves.append(chosen)
        state.apply(seat, legal[chosen], made.log)
        if chosen not in known:
            break
    return made


def _chosen(
    state: WalnutGrove,
    seat: Seat,
    decision: str,
    known: Sequence[str],
    uses: Mapping[str, int],
    wanted: Mapping[str, int],
) -> str:
    """The best of the moves that serve a decision; nothing where none is wanted."""
    worth = {
        move: _rank(state.farms[seat], move)
        + _besides(state, seat, decision, move)
        + _wish(parts_of(move)[0], uses, wanted)
        for move in known
    }
    if decision in OPTIONAL:
        worth = {move: rank for move, rank in worth.items() if rank < NEEDED}
    return min(worth, key=lambda move: worth[move], default="")


def _wish(part: str, uses: Mapping[str, int], wanted: Mapping[str, int]) -> float:
    """How much sooner, or later, something is taken from a part because of what is wanted."""
    if part not in wanted:
        return 0.0
    return WANTED if uses.get(part, 0) < wanted[part] else UNWANTED


def _besides(state: WalnutGrove, seat: Seat, decision: str, move: str) -> float:
    """How much later a move comes, or sooner, because of what is asked."""
    item = move.split()[1]
    if decision == "coins":  # the best are kept, and else the poorest are given
        return -2.0 * COINS.index(item)
    if decision == "repay":  # any good will do
        return -2.0 * _spare(state, seat, item)
    if decision == "sale":
        return NEEDED if _spare(state, seat, item) <= 0 else 0.0
    farm = state.farms[seat]
    if decision not in ("winter", "cost") or item != COINS[0] or farm.room > 0 or missing(farm, farm.owed):
        return 0.0
    return ROOM - COIN + 0.1 * farm.goods[GOODS.index(move.split()[3])]  # for what there is least of


def _spare(state: WalnutGrove, seat: Seat, item: str) -> int:
    """How many of a good there are beyond what winter still asks for."""
    farm = state.farms[seat]
    if item not in GOODS:
        return 0
    good = GOODS.index(item)
    if state.season < WINTER:
        kept = FOR_BUILDINGS if item == "stone" and state.year < state.edition.years else 0
        return farm.goods[good] - winter.needs(state, farm)[good] - kept
    return farm.goods[good] - (farm.owed[good] if state.season == WINTER else 0)


def _rank(farm: Farm, move: str) -> float:
    """What goes first has the least."""
    verb, *words = move.split()
    item = words[0]
    if verb == "help" or item == "help":
        return HELP if farm.help_open else FIRST_HELP
    if item in COINS:
        return COIN + COINS.index(item)
    if len(words) == 1:
        return BARN
    land, good = farm.land, GOODS.index(item)
    for district in land.live:
        if land.terrain[district] == good and cell_text(land.anchor[district]) == words[2]:
            return LAND + 1 - farm.stored[district] / max(1, land.squares[district])
    return LAND


# ---- what it costs and brings ------------------------------------------------------------------------------

GIVEN: Final[
    Mapping[str, str]
] = {  # events by which something is handed over, and the argument that says what
    "paid": "item",
    "eaten": "item",
    "burnt": "item",
    "repaid": "item",
    "sold": "good",
}
BILLED: Final = frozenset({*GIVEN, "toll_paid", "helped"})


def handed_over(events: Sequence[Event]) -> Counter[str]:
    """Goods and coins, by kind."""
    found = Counter([str(each.args[GIVEN[each.key]]) for each in events if each.key in GIVEN])
    found.update(["coin" for each in events if each.key == "toll_paid"])
    return found
