"""Farmstead: two board games as rules engines to play, record, verify and search."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from farmstead import _build

_build.use_cache()

if TYPE_CHECKING:
    from farmstead.engine.contract import CHANCE, BadSetup, FarmsteadError, IllegalMove
    from farmstead.engine.dealer import KeyedDealer, QuickDealer
    from farmstead.engine.record import BadRecord, read_record, write_record
    from farmstead.engine.table import Table, replay

__version__ = _build.version()
__all__ = [
    "CHANCE",
    "BadRecord",
    "BadSetup",
    "FarmsteadError",
    "IllegalMove",
    "KeyedDealer",
    "QuickDealer",
    "Table",
    "__version__",
    "read_record",
    "replay",
    "write_record",
]
_MODULES = {  # imported when they are first asked for: most commands need only some of them
    "farmstead.engine.contract": ("CHANCE", "BadSetup", "FarmsteadError", "IllegalMove"),
    "farmstead.engine.dealer": ("KeyedDealer", "QuickDealer"),
    "farmstead.engine.record": ("BadRecord", "read_record", "write_record"),
    "farmstead.engine.table": ("Table", "replay"),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            globals()[name] = getattr(import_module(module), name)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
