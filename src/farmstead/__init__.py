"""Farmstead: two board games as rules engines to play, record, verify and search.

`game("walnut-grove")` is a game, `Table(game, game.setup(seats=2))` a table at which it is played by checked
moves, `table.state` the position: what is legal, views, scores, odds. `load("game.record")` is a recorded
game as a table, `agent("greedy")` an opponent. docs/python.md shows all of it.

Seats count from 0 in whatever programs read and write, and from 1 in texts for people.
"""

from __future__ import annotations

import importlib as _importlib
import typing as _typing

from farmstead import _build
from farmstead import hooks as _hooks

_build.use_cache()

if _typing.TYPE_CHECKING:
    from farmstead.agents import Agent, AgentFailed, BadSpec, Observation, agent
    from farmstead.agents.observation import observation_at
    from farmstead.engine.contract import (
        CHANCE,
        Action,
        BadPosition,
        BadSetup,
        Dealer,
        Event,
        FarmsteadError,
        Game,
        IllegalMove,
        NotUnderstood,
        Refusal,
        Setup,
        State,
    )
    from farmstead.engine.dealer import KeyedDealer, QuickDealer, key_from_seed
    from farmstead.engine.playout import play_out
    from farmstead.engine.record import BadRecord, Record, write_record
    from farmstead.engine.table import Table, replay
    from farmstead.library import UnreadableFile, game, game_names, load, read_record
    from farmstead.render.notebook import Picture, picture

__version__ = _build.version()
__all__ = [
    "CHANCE",
    "Action",
    "Agent",
    "AgentFailed",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "BadSpec",
    "Dealer",
    "Event",
    "FarmsteadError",
    "Game",
    "IllegalMove",
    "KeyedDealer",
    "NotUnderstood",
    "Observation",
    "Picture",
    "QuickDealer",
    "Record",
    "Refusal",
    "Setup",
    "State",
    "Table",
    "UnreadableFile",
    "__version__",
    "agent",
    "game",
    "game_names",
    "key_from_seed",
    "load",
    "observation_at",
    "picture",
    "play_out",
    "read_record",
    "replay",
    "write_record",
]
_MODULES = {  # imported when they are first asked for: most commands need only some of them
    "farmstead.agents": ("Agent", "AgentFailed", "BadSpec", "Observation", "agent"),
    "farmstead.agents.observation": ("observation_at",),
    "farmstead.engine.contract": (
        "CHANCE",
        "Action",
        "BadPosition",
        "BadSetup",
        "Dealer",
        "Event",
        "FarmsteadError",
        "Game",
        "IllegalMove",
        "NotUnderstood",
        "Refusal",
        "Setup",
        "State",
    ),
    "farmstead.engine.dealer": ("KeyedDealer", "QuickDealer", "key_from_seed"),
    "farmstead.engine.playout": ("play_out",),
    "farmstead.engine.record": ("BadRecord", "Record", "write_record"),
    "farmstead.engine.table": ("Table", "replay"),
    "farmstead.library": ("UnreadableFile", "game", "game_names", "load", "read_record"),
    "farmstead.render.notebook": ("Picture", "picture"),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            globals()[name] = getattr(_importlib.import_module(module), name)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *[name for name in globals() if name.startswith("__")]})


def _draw(state: object) -> str:
    from farmstead.library import drawn

    return drawn(state)


def _explain(error: object) -> str:
    from farmstead.library import in_a_sentence

    return in_a_sentence(error)


_hooks.draw, _hooks.explain = _draw, _explain
del annotations
