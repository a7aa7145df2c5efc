"""Play at tables of a Farmstead server from a program: as a person, or as a bot with the token of a seat.

with Client("http://localhost:8731", token) as client:
    client.play(code, lambda position: position.legal[0])
"""

from farmstead.client.client import Client
from farmstead.client.contributing import Noted
from farmstead.client.errors import Away, ClientError, Ended, Problem, Unfair
from farmstead.client.messages import (
    Asking,
    CancelledStarts,
    Done,
    Fair,
    FairRound,
    FairSeat,
    FairSetup,
    Game,
    Heard,
    Invitation,
    Level,
    Line,
    Look,
    News,
    NewTable,
    Notice,
    Position,
    Seat,
    SeatNow,
    Table,
    Tables,
    Told,
    Who,
    bot,
    device,
)

__all__ = [
    "Asking",
    "Away",
    "CancelledStarts",
    "Client",
    "ClientError",
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
    "NewTable",
    "News",
    "Noted",
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
]
