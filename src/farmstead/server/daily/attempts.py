"""The game of the day: the same luck for everybody, and one attempt each. docs/daily.md tells people."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.server.base.days import days_in_a_row, is_day
from farmstead.server.base.refusals import Refused
from farmstead.server.core import Core
from farmstead.server.daily.bots import daily_options, rules_of_day
from farmstead.server.lobby.create import make_with_key, spend_table
from farmstead.server.people.visitor import Visitor, player_key
from farmstead.server.play.messages import SeatIn, TableIn
from farmstead.server.ratings.messages import DailyOut, ResultOut
from farmstead.server.ratings.rules import level_in
from farmstead.server.ratings.settlement import Settlement
from farmstead.server.store import (
    Attempt,
    Conflict,
    Daily,
    NewAttempt,
    NotThere,
    PlayerId,
    TableId,
    day_of,
    end_of,
)
from farmstead.server.table.setup import KEY_BYTES

MAX_TODAY: Final = 500  # people who are listed
MAX_FORMER: Final = 100
OPPONENT_LEVEL: Final = 3  # of bots that are played against, where a game is not for one


async def had_account(core: Core, attempts: Collection[Attempt]) -> set[PlayerId]:
    """Those who had an account when they began; who has made one of the best of many guests is a guest."""
    began = {each.player: each.began for each in attempts if each.player is not None}
    since = await core.store.accounts.since(list(began))
    return {player for player, created in since.items() if created <= began[player]}


async def daily_of(core: Core, day: str, game: str) -> Daily:
    """The game of today; made by whoever needs it first."""
    try:
        return await core.store.dailies.get(day, game)
    except NotThere:
        found = shelf.game(game)
    wanted = Daily(day, game, found.fewest, OPPONENT_LEVEL if found.fewest > 1 else 0)
    return await core.store.dailies.make(wanted, secrets.token_bytes(KEY_BYTES))


# ---- playing it --------------------------------------------------------------------------------------------


async def play(core: Core, visitor: Visitor, game: str) -> TableId:
    """The table of somebody's one attempt today; coming again opens the same one."""
    player = visitor.require_player()
    if game not in shelf.names():
        raise Refused("no_such_game", "daily", instead=shelf.names())
    core.limits.spend("move", visitor.rate_limit_key, "daily")
    day = day_of(core.store.now())
    found = await core.store.dailies.attempt(day, game, player_key(player.id))
    if found is None:
        spend_table(core, visitor, "daily")
        daily = await daily_of(core, day, game)
        try:
            return await _begin(core, player.id, daily)
        except Conflict:  # they asked twice at the same moment, perhaps at two servers
            found = await core.store.dailies.attempt(day, game, player_key(player.id))
    if found is None:
        raise Refused("conflict", "daily")
    return found.table


async def _begin(core: Core, player: PlayerId, daily: Daily) -> TableId:
    others = [SeatIn("bot", daily.level)] * (daily.seats - 1)
    wish = TableIn(daily.game, (SeatIn("me"), *others))
    key = await core.store.dailies.key(daily.day, daily.game)
    attempt = NewAttempt(daily.day, daily.game, player_key(player), player)
    rules = await rules_of_day(core.store, daily)
    return await make_with_key(core, player, wish, daily_options(daily.day), key, attempt, rules)


# ---- looking at it -----------------------------------------------------------------------------------------


async def today(core: Core, visitor: Visitor) -> list[DailyOut]:
    """The games of today; what others made of them is for those who have played."""
    core.limits.spend("read", visitor.rate_limit_key, "look")
    day = day_of(core.store.now())
    return [await _shown(core, visitor, await daily_of(core, day, game)) for game in shelf.names()]


async def former(core: Core, visitor: Visitor, before: str = "") -> list[DailyOut]:
    """The games of former days, with everything."""
    core.limits.spend("read", visitor.rate_limit_key, "look")
    if before and not is_day(before):
        why = f"before: {before} is no day; write one such as 2026-01-31"
        raise Refused("bad_message", "look", {"why": why})
    now = day_of(core.store.now())
    found = await core.store.dailies.before(min(before, now) if before else now)
    return [await _shown(core, visitor, daily) for daily in found if daily.game in shelf.names()]


async def _shown(core: Core, visitor: Visitor, daily: Daily) -> DailyOut:
    ends = end_of(daily.day)
    is_past = core.store.now() >= ends
    mine = await _mine(core, visitor, daily)
    key = await core.store.dailies.key(daily.day, daily.game)
    is_told = is_past or (mine is not None and mine.ended is not None)
    counts = mine is not None and mine.points is not None  # whoever resigned could try again as a guest
    par = await core.store.dailies.par(daily.day, daily.game) if is_past or counts else None
    return DailyOut(
        day=daily.day,
        game=daily.game,
        title=shelf.game(daily.game).title,
        level=daily.level,
        ends=ends,
        commitment=sha256(key).hexdigest(),
        key=key.hex() if is_past else "",
        mine="" if mine is None else how_of(mine, is_past),
        code="" if mine is None else mine.code,
        results=await _results(core, daily, mine, is_past) if is_told else None,
        par=None if par is None else par.points,
        par_game="" if par is None else par.record,
    )


async def _mine(core: Core, visitor: Visitor, daily: Daily) -> Attempt | None:
    """The visitor's own attempt; if it has just ended, with what came of it."""
    if visitor.player is None:
        return None
    who = player_key(visitor.player.id)
    found = await core.store.dailies.attempt(daily.day, daily.game, who)
    if found is not None and found.ended is None and await core.get(Settlement).settle(found.table):
        found = await core.store.dailies.attempt(daily.day, daily.game, who)
    return found


async def _results(core: Core, daily: Daily, mine: Attempt | None, is_past: bool) -> tuple[ResultOut, ...]:
    """The best people, the visitor also if they are not among those, and the bots that have played."""
    most = MAX_FORMER if is_past else MAX_TODAY
    people = await core.store.dailies.attempts(daily.day, daily.game, most)
    companions = [] if mine is None else await _companions(core, mine)
    also = await core.store.dailies.of_some(daily.day, daily.game, companions) if companions else []
    for each in [*([] if mine is None else [mine]), *also]:
        if each.who not in [one.who for one in people]:
            people.append(each)
    bots = await core.store.dailies.of_bots(daily.day, daily.game)
    accounts = await had_account(core, people)
    groups = {
        known: [each for each in people if (each.player in accounts) == known] for known in (False, True)
    }
    return tuple(
        [
            ResultOut(
                place=await _place(core, each, groups[each.player in accounts]),
                shared=_is_shared(each, groups[each.player in accounts]),
                name=each.name,
                level=level_in(each.who) or 0,
                account=each.player in accounts,
                points=each.points,
                other=each.other,
                how=how_of(each, is_past),
                mine=mine is not None and each.who == mine.who,
                code=each.code if is_past else "",
                together=each.player in companions,
            )
            for each in [*people, *[bot for bot in bots if bot.ended is not None]]
        ]
    )


async def _companions(core: Core, mine: Attempt) -> list[PlayerId]:
    """Those whom somebody has sat at a table with."""
    return [] if mine.player is None else await core.store.dailies.companions(mine.player)


async def _place(core: Core, attempt: Attempt, people: Sequence[Attempt]) -> int:
    """Among those of the same sort: what guests do with many attempts takes no place from accounts.

    As many points are the same place. Who comes after all that are listed is placed among all people.
    """
    points = attempt.points
    if points is None:
        return 0
    listed = [each.points for each in people if each is not attempt and each.points is not None]
    if listed and points < min(listed):
        return await core.store.dailies.better(attempt.day, attempt.game, points) + 1
    return len([other for other in listed if other > points]) + 1


async def streak(core: Core, visitor: Visitor) -> int:
    """Days in a row with an attempt that counts, up to today, or to yesterday while today's may come."""
    if visitor.player is None:
        return 0
    days, now = await core.store.dailies.days_of(visitor.player.id), day_of(core.store.now())
    return days_in_a_row(days, now)


class OwnResult(NamedTuple):
    """What came of the visitor's own attempt, and of those of the bots."""

    attempt: Attempt
    bots: Mapping[int, int]  # the points of each level that has finished
    streak: int


async def own_result(core: Core, visitor: Visitor, day: str, game: str) -> OwnResult:
    """For a picture to be sent; Refused where there is none that counts."""
    core.limits.spend("read", visitor.rate_limit_key, "look")
    if visitor.player is None or not is_day(day) or game not in shelf.names():
        raise Refused("nothing_there", "look")
    try:
        mine = await _mine(core, visitor, await core.store.dailies.get(day, game))
    except NotThere:
        mine = None
    if mine is None or mine.points is None:
        raise Refused("nothing_there", "look")
    bots = await core.store.dailies.of_bots(day, game)
    levels = {level_in(each.who) or 0: each.points for each in bots}
    found = {level: points for level, points in levels.items() if points is not None}
    return OwnResult(mine, found, days_in_a_row(await core.store.dailies.days_of(visitor.player.id), day))


def _is_shared(attempt: Attempt, people: Sequence[Attempt]) -> bool:
    """Whether others among those that are listed have as many points."""
    same = [each for each in people if each is not attempt and each.points == attempt.points]
    return attempt.player is not None and attempt.points is not None and bool(same)


def how_of(attempt: Attempt, is_past: bool) -> str:
    """How an attempt stands; what had not ended with its day came too late, whatever comes of it."""
    if attempt.ended is None:
        return "late" if is_past and attempt.player is not None else "playing"
    return attempt.how or "over"
