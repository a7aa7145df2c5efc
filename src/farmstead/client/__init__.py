"""Play at tables of a Farmstead server from a program: as a person, or as a bot with the token of a seat.

with Client("http://localhost:8731", token) as client:
    client.play(code, lambda position: position.legal[0])
"""

from farmstead.client.client import Client
from farmstead.client.contributions import ContributionNote
from farmstead.client.errors import Away, ClientError, Ended, Problem, Unfair
from farmstead.client.messages import Notice, Who, bot, device, neighbour
from farmstead.messages import (
    Asking,
    Done,
    FairRound,
    FairSeat,
    FairSetup,
    Heard,
    Invitation,
    Look,
    News,
    Position,
    SeatNow,
    Tables,
)
from farmstead.messages import CancelledOut as CancelledStarts
from farmstead.messages import FairNow as Fair
from farmstead.messages import GameOut as Game
from farmstead.messages import LevelOut as Level
from farmstead.messages import LineOut as Line
from farmstead.messages import NeighbourOut as Neighbour
from farmstead.messages import NewTableOut as NewTable
from farmstead.messages import SeatEvent as Told
from farmstead.messages import SeatOut as Seat
from farmstead.messages import TableOut as Table

__all__ = [
    "Asking",
    "Away",
    "CancelledStarts",
    "Client",
    "ClientError",
    "ContributionNote",
    "Done",
    "Ended",
    "Fair",
    "FairRound",
    "FairSeat",
    "FairSetup",
    "Game",
    "Heard",
    "Invitation",
    "Level",
    "Line",
    "Look",
    "Neighbour",
    "NewTable",
    "News",
    "Notice",
    "Position",
    "Problem",
    "Seat",
    "SeatNow",
    "Table",
    "Tables",
    "Told",
    "Unfair",
    "Who",
    "bot",
    "device",
    "neighbour",
]
