"""The set-up of an environment: a game by name, seats, options as keywords, the version of its encoding."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Dealer, Game, Setup, State
from farmstead.engine.encoding import Encoding


class EnvironmentSetup(NamedTuple):
    """What all games of an environment have in common."""

    game: Game
    setup: Setup
    encoding: Encoding


def settings(
    name: str, seats: int | None, options: Mapping[str, object], version: int | None
) -> EnvironmentSetup:
    """Read the keywords of an environment; BadSetup or BadEncoding says what is wrong.

    `sheet="C"` is the option `sheet=C`, `german=True` the option `german`; underscores stand for hyphens.
    `edition` names a packaged edition and is no option.
    """
    chosen = {key: value for key, value in options.items() if key != "edition" and value is not False}
    game = shelf.game_in(name, str(options.get("edition", "")))
    words = [_option(key.replace("_", "-"), value) for key, value in chosen.items()]
    setup = game.setup(game.fewest if seats is None else seats, words)
    build: Callable[[Game, int, int | None], Encoding] = shelf.needed(name, "encoding", "encoding")
    return EnvironmentSetup(game, setup, build(game, setup.seats, version))


def _option(name: str, value: object) -> str:
    return name if value is True else f"{name}={value}"


def deep_copy(env: Any, memo: dict[int, Any], clones: Sequence[tuple[object, object]]) -> Any:
    """A copy of an environment: what is settled once is shared, and `clones` stand for what they are of."""
    made: EnvironmentSetup = env.made
    memo.update({id(each): each for each in (made, made.encoding)})
    memo.update({id(one): clone for one, clone in clones})
    found = memo[id(env)] = env.__class__.__new__(env.__class__)
    found.__dict__.update(deepcopy(env.__dict__, memo))
    return found


def draw_chance(state: State, dealer: Dealer) -> None:
    """Let chance decide all that is due."""
    while CHANCE in state.to_act():
        state.apply(CHANCE, dealer.deal(state))
