"""The lists of ratings that visitors are shown."""

from __future__ import annotations

from farmstead import shelf
from farmstead.engine.contract import Arg
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor, player_key
from farmstead.server.ratings.messages import RatedOut, RatingKind, Ratings, StepOut
from farmstead.server.ratings.rules import level_in
from farmstead.server.store import RatingRow

RATING_DECIMALS = 2  # after the point


async def kinds(core: Core, visitor: Visitor) -> list[RatingKind]:
    """The games and numbers of seats that have ratings."""
    core.limits.spend("read", visitor.rate_limit_key, "look")
    games = {name: shelf.game(name) for name in shelf.names()}
    some = [(name, seats) for name, game in games.items() for seats in range(game.fewest, game.most + 1)]
    return [kind_of(game, seats) for game, seats in await core.store.ratings.kinds(some)]


def kind_of(game: str, seats: int) -> RatingKind:
    return RatingKind(game, shelf.game(game).title, seats)


async def ratings(core: Core, visitor: Visitor, game: str, seats: int) -> Ratings:
    """All ratings of a game with so many seats, and the history of the visitor's own."""
    core.limits.spend("read", visitor.rate_limit_key, "look")
    if game not in shelf.names():
        raise Refused("no_such_game", "ratings", instead=shelf.names())
    possible = range(shelf.game(game).fewest, shelf.game(game).most + 1)
    if seats not in possible:
        fewest, most = possible[0], possible[-1]
        args: dict[str, Arg] = {"part": "seats", "fewest": fewest, "most": most, "option": "", "why": ""}
        raise Refused("bad_setup", "ratings", args, [str(many) for many in possible])
    rows = await core.store.ratings.best(game, seats)
    shown = tuple([rated_out(row, place, visitor) for place, row in enumerate(rows, 1)])
    mine = next((each for each in shown if each.mine), None)
    if visitor.player is None:
        return Ratings(kind_of(game, seats), shown, None, ())
    if mine is None:
        own = await core.store.ratings.of_player(visitor.player.id)
        mine = next(
            (rated_out(row, 0, visitor) for row in own if (row.game, row.seats) == (game, seats)), None
        )
    steps = await core.store.ratings.steps(game, seats, player_key(visitor.player.id))
    history = [StepOut(each.n, each.at, each.place, *map(rounded, each.skill)) for each in steps]
    return Ratings(kind_of(game, seats), shown, mine, tuple(history))


def rated_out(row: RatingRow, place: int, visitor: Visitor) -> RatedOut:
    return RatedOut(
        place=place,
        name=row.name,
        level=level_in(row.who) or 0,
        mu=rounded(row.skill.mu),
        sigma=rounded(row.skill.sigma),
        games=row.games,
        mine=visitor.player is not None and row.player == visitor.player.id,
    )


def rounded(number: float) -> float:
    return round(number, RATING_DECIMALS)
