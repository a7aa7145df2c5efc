"""What goes into the store of reviews and comes out of it: plain values."""

from typing import Literal, NamedTuple, TypeAlias

from farmstead.server.store.rows import Milliseconds, PlayerId, TableId

ReviewState: TypeAlias = Literal["waiting", "working", "done", "failed"]


class ReviewKey(NamedTuple):
    """Which record, and how it is reviewed: how thoroughly, and by which program."""

    digest: str
    settings: str


class ReviewWish(NamedTuple):
    """Somebody wants a review."""

    player: PlayerId
    table: TableId | None  # none: of a record by itself
    name: str  # by which its page is found


class ReviewRow(NamedTuple):
    """How far a review is."""

    key: ReviewKey
    state: ReviewState
    done: int  # pieces of the work
    whole: int  # 0: that is not known yet
    asked: Milliseconds
    ended: Milliseconds | None


class Queued(NamedTuple):
    """A review that is to be made or being made, and somebody who wants it."""

    key: ReviewKey
    state: ReviewState
    player: PlayerId


class ReviewWork(NamedTuple):
    """A review to be made."""

    key: ReviewKey
    record: str
    edition: str | None
    tries: int  # processes that died over it


class Loss(NamedTuple):
    """What one kind of decision cost a seat in one game."""

    seat: int
    kind: str
    decisions: int
    lost: float
    spread: float
    best: int  # of them, as the search would have decided


class PlayerLoss(NamedTuple):
    """What one kind of decision cost a player in one game, and which game."""

    game: str
    table: TableId
    code: str
    ended: Milliseconds
    loss: Loss
