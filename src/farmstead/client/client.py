"""Everything that can be asked of a server, a method each. Seats count from 0.

with Client("http://localhost:8731") as ada:
    ada.name("Ada")
    code = ada.make_table("sunflower-valley", ["me", bot(3)]).table.code
    look = ada.position(code, 0)
    ada.move(code, 0, look.position.decision, look.position.legal[0])
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any, Final, Self, TypeAlias, TypeVar, Unpack, final
from urllib.parse import quote

import msgspec

from farmstead.client.connection import Connection
from farmstead.client.contributions import ContributionNote, Contributions, OpenedValue
from farmstead.client.errors import Problem
from farmstead.client.event_stream import Happening, happenings
from farmstead.client.messages import Who, Wishes
from farmstead.messages import (
    CancelledOut,
    Done,
    FairNow,
    FairRound,
    GameOut,
    Heard,
    Invitation,
    LineOut,
    Lines,
    Look,
    Me,
    NewsOut,
    NewTableOut,
    Position,
    TableOut,
    Tables,
)

Answer = TypeVar("Answer")
Choose: TypeAlias = Callable[[Position], str | Sequence[str]]

NOT_FOUND: Final = 404  # status of an answer
AWAY_TIMEOUT_S: Final = 60.0  # seconds for which a server may be away
OVERTAKEN: Final = {
    *("decision_made", "decision_ahead", "not_to_decide", "bot_plays", "not_taken_over", "over"),
    *("no_ask", "not_asked", "answered"),
    *("already_started", "opening_begun", "opened_already", "nothing_pledged", "pledges_missing"),
    # or the start was cancelled meanwhile
    *("empty_seats", "wrong_opening", "not_yours", "pledge_used", "pledges_changed"),
}


@final
class Client:
    """A visitor of a server: a person who tells a name, a bot with the `token` of a seat, or a spectator.

    A server that is away is asked again for `patience` seconds, where that cannot do anything twice. `cookie`
    is what another Client had as its `cookie`: it makes this one the same person.

    It adds something of its own to the luck of each game: a pledge where it sits down, and what was pledged
    when all are there and it asks for the table or its position, or listens. `contribute=False`: it does not.
    Unfair is raised when the server then goes on otherwise than it had shown before (docs/fair.md).
    """

    def __init__(
        self,
        url: str,
        token: str = "",
        cookie: str = "",
        patience: float = AWAY_TIMEOUT_S,
        contribute: bool = True,
    ) -> None:
        self._connection = Connection(url, token, cookie, patience)
        self._contributing = Contributions() if contribute else None

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- who you are -------------------------------------------------------------------------------------

    @property
    def cookie(self) -> str:
        """By what the server knows you; keep it to come back as the same person, and keep it secret."""
        return self._connection.cookie

    def me(self) -> str | None:
        """Your name, None if you have not told one."""
        return self._connection.ask(Me, "GET", "/me").name

    def name(self, name: str) -> str:
        """Become a player, or change your name; the name as it is kept."""
        body, repeat = {"name": name}, bool(self.cookie)
        return self._connection.ask(Me, "PUT", "/me", body=body, repeat=repeat).name or ""

    # ---- tables ------------------------------------------------------------------------------------------

    def games(self) -> list[GameOut]:
        """What can be played there."""
        return self._get(list[GameOut], "/games")

    def make_table(self, game: str, seats: Sequence[str | Who], **wishes: Unpack[Wishes]) -> NewTableOut:
        """A table at which these are to sit: `me`, `open`, `invited`, `client`, bot(3), device("Ben")."""
        wanted = [Who(seat) if isinstance(seat, str) else seat for seat in seats]
        mine = next((seat for seat, who in enumerate(wanted) if who.who == "me"), None)
        body = {"game": game, "seats": msgspec.to_builtins(wanted), **wishes, **self._pledge(mine)}
        return self._begun(self._connection.ask(NewTableOut, "POST", "/tables", body=body), mine)

    def tables(self, before: int | None = None) -> Tables:
        """The lobby: public tables that wait for players or are being played."""
        return self._get(Tables, "/tables", before=before)

    def my_tables(self, before: int | None = None) -> Tables:
        """Those you sit at or have made."""
        return self._get(Tables, "/tables/mine", before=before)

    def table(self, code: str) -> TableOut:
        return self._settled(self._connection.ask(TableOut, "GET", at(code)))

    def sit(self, code: str, seat: int, invitation: str = "") -> TableOut:
        """Take a seat that is free; one that is for somebody takes the token of its invitation."""
        body = {"invitation": invitation, **self._pledge(seat)}
        table = self._connection.ask(TableOut, "POST", f"{at(code)}/seats/{seat}", body=body)
        self._note_pledged(table.code, seat)
        return self._settled(table)

    def invite(self, code: str, seat: int) -> Invitation:
        """A new token for an invited seat or a program's; the old one is void."""
        return self._connection.ask(Invitation, "POST", f"{at(code)}/seats/{seat}/invitation")

    def fill(self, code: str, level: int) -> TableOut:
        """Bots take the seats that are free, and the game begins."""
        return self._settled(self._post(TableOut, code, "/fill", level=level))

    def leave(self, code: str, seat: int) -> Done:
        """Get up: the seat is free again, or in the game a bot plays on until you come back."""
        return self._post(Done, code, "/leave", seat=seat)

    def resign(self, code: str, seat: int) -> Done:
        """A bot plays on for you."""
        return self._post(Done, code, "/resign", seat=seat)

    def come_back(self, code: str, seat: int) -> Done:
        """Take your seat back from the bot that plays on."""
        return self._post(Done, code, "/return", repeat=True, seat=seat)

    def rematch(self, code: str) -> NewTableOut:
        """A rematch: these people at a new table; whoever asks after the first sits down there."""
        before = self.table(code)
        mine = next((each.seat for each in before.seats if each.mine and each.how == "person"), None)
        further = None if mine is None else (mine - 1) % len(before.seats)
        pledge = self._pledge(further)
        made = self._connection.ask(NewTableOut, "POST", f"{at(code)}/rematch", body=pledge)
        is_mine = further is not None and made.table.seats[further].mine
        return self._begun(made, further if is_mine else None)

    # ---- playing -----------------------------------------------------------------------------------------

    def position(self, code: str, seat: int | None = None, words: bool = False) -> Look:
        """What a seat of yours may see, or a spectator; with `words` its moves are told for people, too."""
        path, spoken = f"{at(code)}/position", "true" if words else None
        look = self._get(Look, path, seat=seat, words=spoken)
        now = look.position
        if not self._contribute(code, now.number, now.phase, now.fair, seat):
            return look
        return self._get(Look, path, seat=seat, words=spoken)

    def move(self, code: str, seat: int, decision: int, move: str) -> Done:
        """One of the legal moves, for the decision before your seat. Sent twice it is made once."""
        return self._post(Done, code, "/moves", repeat=True, seat=seat, decision=decision, move=move)

    def moves(self, code: str, seat: int, decision: int, moves: Sequence[str]) -> Done:
        """Several from that decision on, all or none; chance may come only after the last of them."""
        body = {"seat": seat, "decision": decision, "moves": list(moves)}
        return self._post(Done, code, "/moves/together", repeat=True, **body)

    def undo(self, code: str, seat: int, decision: int, choices: int = 1) -> Done:
        """Take back your last choices; `decision` is the number that `next` of your position says."""
        return self._post(Done, code, "/undo", repeat=True, seat=seat, decision=decision, choices=choices)

    def ask(self, code: str, seat: int, to: int) -> Done:
        """Ask to go back to before the move of entry `to`; alone at a table it happens at once."""
        return self._post(Done, code, "/ask", seat=seat, to=to)

    def answer(self, code: str, seat: int, ask: int, yes: bool) -> Done:
        """Agree, or do not, to what entry `ask` asked."""
        return self._post(Done, code, "/answer", seat=seat, ask=ask, yes=yes)

    def hand(self, code: str, seat: int | None) -> TableOut:
        """With several seats on this device: whose view it gets from now on; None: nobody's."""
        return self._post(TableOut, code, "/hand", repeat=True, seat=seat)

    def record(self, code: str) -> str:
        """The record of a game that is over."""
        return self._connection.answer("GET", f"{at(code)}/record", repeat=True).content.decode()

    # ---- fair chance -------------------------------------------------------------------------------------

    def noted(self, code: str) -> ContributionNote | None:
        """The commitment and pledges that were shown before a game, and what this client added to its luck:
        to check its record by.
        """
        return None if self._contributing is None else self._contributing.noted(code)

    def notes(self, code: str) -> str:
        """All that this client has opened at a table, and what was shown before that, as JSON: save it, and
        `farmstead verify --fair --notes FILE` compares the record with it.
        """
        if self._contributing is None:
            return '{"openings":[]}'
        return msgspec.json.encode(self._contributing.notes(code)).decode()

    def cancelled_starts(self, code: str) -> CancelledOut:
        """The starts that were cancelled at a table, with the server's keys for them."""
        return self._get(CancelledOut, f"{at(code)}/fair/cancelled")

    def _pledge(self, seat: int | None) -> dict[str, str]:
        """What goes with sitting down there."""
        if self._contributing is None or seat is None:
            return {}
        return {"pledge": self._contributing.pledge(seat)}

    def _note_pledged(self, code: str, seat: int | None) -> None:
        if self._contributing is not None and seat is not None:
            self._contributing.note_pledged(code, seat)

    def _begun(self, made: NewTableOut, seat: int | None) -> NewTableOut:
        self._note_pledged(made.table.code, seat)
        return msgspec.structs.replace(made, table=self._settled(made.table))

    def _settled(self, table: TableOut) -> TableOut:
        """The table when this client has done its part."""
        mine = [each.seat for each in table.seats if each.mine and each.how in ("person", "client")]
        if self._contributing is not None:
            self._contributing.check_setup(table)
        if not self._contribute(table.code, table.number, table.phase, table.fair, *mine):
            return table
        return self._connection.ask(TableOut, "GET", at(table.code))

    def _contribute(
        self, code: str, number: int, phase: str, fair: FairNow | None, *mine: int | None
    ) -> bool:
        """Pledge again or open, if that is asked for; whether anything was done."""
        contributing = self._contributing
        if contributing is None or contributing.is_behind(code, number):
            return False
        own = [seat for seat in mine if seat is not None]
        if fair is not None and contributing.lacks(code, fair):
            contributing.note_cancelled(code, self._cancelled(code))
        contributing.check(code, phase, fair, own)
        if fair is None or phase != "waiting":
            return False
        due = contributing.due(code, fair, number)
        owing = contributing.owing(fair, own)
        if due is not None:
            return not self._overtaken(self._open, code, due)
        if owing is not None:
            contributing.note_pledged(code, owing)
            return not self._overtaken(self._pledge_again, code, owing, contributing.pledge(owing))
        return False

    def _cancelled(self, code: str) -> tuple[FairRound, ...]:
        """The cancelled starts that the server shows; one from before that was possible shows none."""
        try:
            return self.cancelled_starts(code).rounds
        except Problem as refused:
            if refused.status != NOT_FOUND:
                raise
            return ()

    def _open(self, code: str, due: OpenedValue) -> Done:
        body = {"seat": due.seat, "value": due.value, "pledges": due.pledges}
        done = self._post(Done, code, "/fair/open", repeat=True, **body)
        if self._contributing is not None:
            self._contributing.note_acknowledged(code, due)
        return done

    def _pledge_again(self, code: str, seat: int, pledge: str) -> Done:
        return self._post(Done, code, "/fair/pledge", repeat=True, seat=seat, pledge=pledge)

    # ---- what is said ------------------------------------------------------------------------------------

    def chat(self, code: str, after: int | None = None) -> tuple[LineOut, ...]:
        """The lines after one, or the last ones."""
        return self._get(Lines, f"{at(code)}/chat", after=after).lines

    def say(self, code: str, text: str) -> LineOut:
        return self._post(LineOut, code, "/chat", text=text)

    # ---- what happens ------------------------------------------------------------------------------------

    def news(self, code: str, since: int = 0, seat: int | None = None) -> tuple[Heard, ...]:
        """Everything after an entry that a seat of yours, or a spectator, hears of."""
        return self._get(NewsOut, f"{at(code)}/news", since=since, seat=seat).heard

    def listen(
        self, code: str, seat: int | None = None, since: int | None = None, words: bool = False
    ) -> Generator[Happening, None, None]:
        """What happens after entry `since`, or from now on, for as long as you listen.

        Each entry comes once and in order as `Heard`, whatever happens to connection or server. A `Look`
        comes at first, and after news the one they led to; a `Notice` when there is something else to ask
        for. Close it when you have heard enough, or leave that to `contextlib.closing`.
        """
        begin = self.position(code, seat).position.number if since is None else since
        return self._heard(code, seat, begin, given(seat=seat, words="true" if words else None))

    def _heard(
        self, code: str, seat: int | None, begin: int, query: dict[str, int | str]
    ) -> Generator[Happening, None, None]:
        for what in happenings(self._connection, f"{at(code)}/stream", query, begin):
            if isinstance(what, Look):
                now = what.position
                self._contribute(code, now.number, now.phase, now.fair, seat)
            yield what

    def play(
        self,
        code: str,
        choose: Choose,
        seat: int | None = None,
        agree: bool = False,
    ) -> Position:
        """Play a seat, your only one if nothing is said, until the game is over; the last position.

        `choose` gives one of the legal moves of a position, or a list of moves that belong together, from
        this decision on. What was chosen too late, because somebody took something back meanwhile, is not
        played. A seat that was lost to the clock is taken back. Asked whether the game may go back, it says
        no, or yes with `agree`.
        """
        own = self._only_seat(code) if seat is None else seat
        done = 0  # the last decision that was made
        with closing(self.listen(code, own)) as happening:
            for what in happening:
                if isinstance(what, Look):
                    if what.position.is_over():
                        return what.position
                    self._answer(code, own, what.position, agree)
                    done = self._act(code, own, what.position, choose, done)
        raise AssertionError("a table is listened to until it ends")

    def _only_seat(self, code: str) -> int:
        mine = self.table(code).mine()
        if len(mine) != 1:
            many = len(mine) or "none"
            raise ValueError(f"{many} of the seats of this table are yours: say which one plays")
        return mine[0]

    def _answer(self, code: str, seat: int, position: Position, agree: bool) -> None:
        """Say whether the game may go back, if the seat is asked."""
        if position.ask is not None and seat in position.ask.waiting:
            self._overtaken(self.answer, code, seat, position.ask.ask, agree)

    def _act(self, code: str, seat: int, position: Position, choose: Choose, done: int) -> int:
        """Do what a position asks for, if it does; the last decision that was made now."""
        now, decision = position.seats[seat], position.decision
        if now.away == "clock":
            self._overtaken(self.come_back, code, seat)
        elif decision is not None and decision > done and not now.level:
            chosen = choose(position)
            if isinstance(chosen, str):
                why = self._overtaken(self.move, code, seat, decision, chosen)
            else:
                why = self._overtaken(self.moves, code, seat, decision, chosen)
            return decision if why in ("", "decision_made") else done
        return done

    # `Any`: whatever a method needs.
    def _overtaken(self, do: Callable[..., Done], *details: Any) -> str:
        """Do something; why not, if it came too late."""
        try:
            do(*details)
        except Problem as refused:
            if refused.key not in OVERTAKEN:
                raise
            return refused.key
        return ""

    def _get(self, kind: type[Answer], path: str, **query: int | str | None) -> Answer:
        return self._connection.ask(kind, "GET", path, query=given(**query))

    # `Any`: whatever JSON can say.
    def _post(self, kind: type[Answer], code: str, path: str, repeat: bool = False, **body: Any) -> Answer:
        return self._connection.ask(kind, "POST", f"{at(code)}{path}", body=body, repeat=repeat)


def at(code: str) -> str:
    """Where a table is."""
    return f"/tables/{quote(code, safe='')}"


def given(**query: int | str | None) -> dict[str, int | str]:
    """What is asked for, without what is not."""
    return {name: value for name, value in query.items() if value is not None}
