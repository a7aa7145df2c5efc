"""Play at tables of a Farmstead server from a program: as a person, or as a bot with the token of a seat.

with Client("http://localhost:8731", token) as client:
    client.play(code, lambda position: position.legal[0])
"""

from farmstead import messages as server_messages
from farmstead.client.client import Client as Client
from farmstead.client.contributions import ContributionNote as ContributionNote
from farmstead.client.errors import Away as Away
from farmstead.client.errors import ClientError as ClientError
from farmstead.client.errors import Ended as Ended
from farmstead.client.errors import Problem as Problem
from farmstead.client.errors import Unfair as Unfair
from farmstead.client.messages import Notice as Notice
from farmstead.client.messages import Who as Who
from farmstead.client.messages import bot as bot
from farmstead.client.messages import device as device
from farmstead.messages import Asking as Asking
from farmstead.messages import Done as Done
from farmstead.messages import FairRound as FairRound
from farmstead.messages import FairSeat as FairSeat
from farmstead.messages import FairSetup as FairSetup
from farmstead.messages import Heard as Heard
from farmstead.messages import Invitation as Invitation
from farmstead.messages import Look as Look
from farmstead.messages import News as News
from farmstead.messages import Position as Position
from farmstead.messages import SeatNow as SeatNow
from farmstead.messages import Tables as Tables

CancelledStarts = server_messages.CancelledOut
Fair = server_messages.FairNow
Game = server_messages.GameOut
Level = server_messages.LevelOut
Line = server_messages.LineOut
NewTable = server_messages.NewTableOut
Told = server_messages.SeatEvent
Seat = server_messages.SeatOut
Table = server_messages.TableOut
