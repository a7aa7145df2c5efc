"""Farmstead: two board games as rules engines to play, record, verify and search."""

from farmstead._build import version
from farmstead.engine.contract import CHANCE, BadSetup, FarmsteadError, IllegalMove
from farmstead.engine.dealer import KeyedDealer, QuickDealer
from farmstead.engine.record import BadRecord, read_record, write_record
from farmstead.engine.table import Table, replay

__version__ = version()
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
