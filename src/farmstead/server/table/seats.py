"""Who sits at a table, who plays each seat now, and whose word counts when the game is to go back."""

from __future__ import annotations

from typing import final

from farmstead.engine.contract import Seat, seat_text
from farmstead.server.base.refusals import Refused
from farmstead.server.table.entries import Sat
from farmstead.server.table.setup import TableSetup


@final
class SeatState:
    """One seat: empty, a person's, a program's, or a bot's; while its owner is away a bot plays for them."""

    __slots__ = ("away", "how", "level", "neighbour", "player")

    def __init__(self) -> None:
        self.how = ""  # nobody, or as `Sat.how` says
        self.player = ""  # whose device plays it
        self.level = 0  # of the bot that plays it now
        self.neighbour = ""  # who that bot is; nothing where it only has a level
        self.away = ""  # why a bot plays for the person

    def is_played_by_bot(self) -> bool:
        return self.level > 0

    def is_asked(self) -> bool:
        """Whether a person sits there, who has a say: bots have none."""
        return self.how in ("person", "device") and not self.level

    def is_program(self) -> bool:
        """Whether somebody's program plays it; asked to go back, it has a say for whoever runs it."""
        return self.how == "client" and not self.level


@final
class SeatStates:
    """All seats of a table. Seats with the same player are on the same device, and have one voice."""

    __slots__ = ("all",)

    def __init__(self, setup: TableSetup) -> None:
        self.all = [SeatState() for _ in range(setup.seats)]
        for chair, plan in zip(self.all, setup.plan, strict=True):
            if plan.kind == "bot":
                chair.how, chair.level, chair.neighbour = "bot", plan.level, plan.neighbour

    def check_sitting(self, entry: Sat) -> None:
        """Refuse a taken seat, a second seat of the same person, and who is not one of those who may sit."""
        tried = f"sit {seat_text(entry.seat)}"
        if self.all[entry.seat].how:
            raise Refused("seat_taken", tried, instead=[f"sit {seat_text(seat)}" for seat in self.empty()])
        is_bot = entry.how == "bot"
        if is_bot != (entry.level > 0) or is_bot != (entry.player == ""):
            raise Refused("who_sits", tried)
        if entry.how == "person":
            for seat, chair in enumerate(self.all):
                if chair.how == "person" and chair.player == entry.player:
                    raise Refused("seated_already", tried, {"other": seat})

    def sit(self, entry: Sat) -> None:
        chair = self.all[entry.seat]
        chair.how, chair.player, chair.level = entry.how, entry.player, entry.level

    def leave(self, seat: Seat) -> None:
        self.all[seat] = SeatState()

    def empty(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self.all) if not chair.how]

    def voices(self) -> list[str]:
        """The people who are at the table now, each once."""
        return list(dict.fromkeys(chair.player for chair in self.all if chair.is_asked()))


@final
class RewindRequest:
    """A wish to go back to before a move, while the others are being asked."""

    __slots__ = ("agreed", "number", "player", "programs", "seat", "to")

    def __init__(self, number: int, seat: Seat, player: str, to: int, programs: bool = False) -> None:
        self.number = number  # of the entry that asked
        self.seat = seat
        self.player = player
        self.to = to
        self.programs = programs
        self.agreed = [player]

    def waits_for(self, chairs: SeatStates) -> list[Seat]:
        """The seats of all who are at the table and have not agreed; with none left the game goes back."""
        return [
            seat
            for seat, chair in enumerate(chairs.all)
            if self.is_for(chair) and chair.player not in self.agreed
        ]

    def is_for(self, chair: SeatState) -> bool:
        """Whether whoever sits there is asked."""
        return chair.is_asked() or (self.programs and chair.is_program())
