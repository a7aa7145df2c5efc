"""Looking ahead for programs in any language: what moves lead to, from what a seat sees (docs/bots.md).

Nothing is known here but the view: what it does not tell is dealt anew, as `seed` says.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from farmstead.agents.observation import Observation, observation_at
from farmstead.engine.contract import (
    CHANCE,
    BadPosition,
    FarmsteadError,
    Game,
    IllegalMove,
    Seat,
    State,
    seat_text,
)
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.documents import parse_json

MAX_MOVES: Final = 1000
FindGame = Callable[[str, str], Game]  # name, edition -> the game with those components

# `Any` in what follows: questions and answers are JSON.


def answer_to(line: str, find: FindGame) -> dict[str, Any]:
    """The answer to a question; one that cannot be answered has an `error`."""
    asked: Mapping[str, Any] = {}
    try:
        asked = parse_json(line)
        found = _thought(asked, find)
    except IllegalMove as error:
        refusal = error.refusal
        found = {"error": str(error), "key": refusal.key, "instead": refusal.instead}
    except FarmsteadError as error:
        found = {"error": str(error)}
    return {"id": asked["id"], **found} if "id" in asked else found


def _thought(asked: Mapping[str, Any], find: FindGame) -> dict[str, Any]:
    view = asked.get("view")
    if not isinstance(view, Mapping):
        raise BadPosition("a question has a `view`, as `choose` or a position brought it")
    seat, seed, moves = view.get("seat"), asked.get("seed", 1), asked.get("moves", [])
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadPosition("`seed` is a whole number")
    if not isinstance(moves, list) or len(moves) > MAX_MOVES:
        raise BadPosition(f"`moves` is a list of at most {MAX_MOVES} moves")
    game = find(str(view.get("game")), str(view.get("edition")))
    dealer = QuickDealer(seed)
    state = game.from_view(seat, view, dealer)
    for move in moves:
        _make(game, state, move, seat, dealer)
    return seen_by(game, state, seat)


def _make(game: Game, state: State, move: object, seat: Seat | None, dealer: QuickDealer) -> None:
    """Make a move of the seat that asks if it is to act, else of the first that is. `*`: chance decides."""
    seats = state.to_act()
    if not seats:
        raise BadPosition("the game is over, so no move can be made")
    mover = seat if seat in seats else seats[0]
    assert mover is not None
    if move == seat_text(CHANCE) and mover == CHANCE:
        state.apply(CHANCE, state.deal(dealer))
        return
    if not isinstance(move, str):
        raise BadPosition("a move is a text, or `*` to let chance decide")
    made = game.parse(move)
    allowed: Sequence[object] = [each for each, _ in state.odds()] if mover == CHANCE else state.legal(mover)
    if made not in allowed:
        raise IllegalMove(state.why_not(mover, made))
    state.apply(mover, made)


def seen_by(game: Game, state: State, seat: Seat | None) -> dict[str, Any]:
    """What a seat would see of a position, and what could happen in it."""
    to_act = list(state.to_act())
    seen = (
        observation_at(game, state, seat) if seat is not None else Observation(game, 0, state.view(None), [])
    )
    found: dict[str, Any] = {
        "view": seen.view,
        "to_act": to_act,
        "legal": seen.legal,
        "standing": seen.standing(),
    }
    if to_act[:1] == [CHANCE]:
        found["chance"] = state.chance_name()
        found["odds"] = [[str(move), weight] for move, weight in state.odds()]
    if not to_act:
        found["places"] = state.places()
    return found
