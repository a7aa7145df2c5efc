"""Which games count for ratings, for whom, and what they change. docs/ratings.md says the same to people."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from farmstead.agents.skill import NEW, SkillEstimate, after_a_game
from farmstead.engine.contract import Seat
from farmstead.server.store import RatedParty
from farmstead.server.store import Skill as StoredSkill
from farmstead.server.table.entries import Entry, Moved, Undone
from farmstead.server.table.live_table import LiveTable
from farmstead.server.table.options import TableOptions
from farmstead.server.table.seats import SeatState

MIN_RIVALS: Final = 2  # different ones, or there is nobody to compare with
LEVEL_PREFIX: Final = "level:"  # how a level of bots is called
SMALL_PART: Final = 0.25  # of somebody's choices that a bot may make while they are away
COUNTING: Final = ("person", "bot")  # a shared device and programs may be anybody's


class CountingGame(NamedTuple):
    """A game that counts."""

    parties: tuple[RatedParty, ...]
    helped: frozenset[str]  # people who took hints, let bots play, or took back what nobody had a say in


def level_key(level: int) -> str:
    return f"{LEVEL_PREFIX}{level}"


def level_in(who: str) -> int | None:
    """The level of a bot; None for a player."""
    return int(who.removeprefix(LEVEL_PREFIX)) if who.startswith(LEVEL_PREFIX) else None


def may_count(options: TableOptions, own_edition: bool, kinds: Sequence[str]) -> bool:
    """Whether a game could count, by those who sit there so far; nobody has come to an empty kind."""
    if not options.rated or options.daily or options.guide or own_edition or len(kinds) < MIN_RIVALS:
        return False
    return not {"device", "client"} & set(kinds)


def played_for(entries: Iterable[Entry]) -> set[Seat]:
    """The seats whose choices were a bot's for more than a small part, however good it was."""
    moves = _standing(entries)
    all_of = Counter([move.seat for move in moves])
    bots = Counter([move.seat for move in moves if move.by == "bot"])
    return {seat for seat, number in bots.items() if number > SMALL_PART * all_of[seat]}


def _standing(entries: Iterable[Entry]) -> list[Moved]:
    """Moves that were not taken back: nobody makes a bot's part small by choosing the same again and again.

    Those who go back further, with consent, are known otherwise.
    """
    made: defaultdict[Seat, list[Moved]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry, Moved):
            made[entry.seat].append(entry)
        elif isinstance(entry, Undone):
            del made[entry.seat][-entry.choices :]
    return [move for moves in made.values() for move in moves]


def judged(live: LiveTable, options: TableOptions, helped_seats: Iterable[Seat]) -> CountingGame | str:
    """Of a game that is over: for whom it counts, or a word that says why it does not."""
    kinds = [chair.how for chair in live.chairs.all]
    if not options.rated or options.daily or options.guide or live.setup.origin is not None:
        return "off"
    if live.setup.components:
        return "edition"
    if not set(kinds) <= set(COUNTING):
        return "device" if "device" in kinds else "program"
    parties = tuple([_party(seat, chair, place) for (seat, chair), place in _places(live)])
    if len({party.who for party in parties}) < MIN_RIVALS:
        return "alone"
    people = {party.who for party in parties if party.player is not None}
    helped = people & {party.who for party in parties if party.seat in set(helped_seats)}
    went_back = people & live.went_back
    if len(people) > 1 and went_back == people:
        return "agreed"  # all of them wanted to go back; who was away had no say, and is not to suffer
    return CountingGame(parties, frozenset(helped | went_back))


def _places(live: LiveTable) -> list[tuple[tuple[Seat, SeatState], int]]:
    """Whoever is away at the end is last, and all of those alike: a bot's points are not theirs."""
    own = live.position(None).places
    last = len(own) + 1
    return [(each, last if each[1].away else own[each[0]]) for each in enumerate(live.chairs.all)]


def _party(seat: Seat, chair: SeatState, place: int) -> RatedParty:
    if chair.how == "bot":
        return RatedParty(seat, level_key(chair.level), None, place)
    return RatedParty(seat, chair.player, int(chair.player.removeprefix("p")), place)


Known = Mapping[str, StoredSkill]


def reckoning(helped: frozenset[str]) -> Callable[[Sequence[RatedParty], Known], dict[str, StoredSkill]]:
    """What a game changes. Each seat counts for itself, and a level at several takes the mean of them."""

    def reckon(parties: Sequence[RatedParty], known: Known) -> dict[str, StoredSkill]:
        before = [SkillEstimate(*known.get(party.who, NEW)) for party in parties]
        after = after_a_game(before, [party.place for party in parties])
        changed: dict[str, StoredSkill] = {}
        for who in dict.fromkeys(party.who for party in parties):
            found = [skill for skill, party in zip(after, parties, strict=True) if party.who == who]
            new = StoredSkill(fmean(each.mu for each in found), fmean(each.sigma for each in found))
            if not helped or _holds(who, helped, known.get(who, StoredSkill(*NEW)), new):
                changed[who] = new
        return changed

    return reckon


def _holds(who: str, helped: frozenset[str], before: StoredSkill, after: StoredSkill) -> bool:
    """With help nobody gains, and against it nobody loses; what bots are worth is not found out so."""
    if level_in(who) is not None:
        return False
    return after.mu < before.mu if who in helped else after.mu > before.mu
