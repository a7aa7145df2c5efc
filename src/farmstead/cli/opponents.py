"""Opponents as people call them: neighbours and levels, who is played against, what is said at the end."""

from collections.abc import Sequence
from typing import Final

from farmstead.agents.characters import Neighbour, neighbour_of, neighbours
from farmstead.agents.faults import printable
from farmstead.agents.levels import LEVELS
from farmstead.agents.settings import values_of
from farmstead.agents.specs import AGENTS
from farmstead.cli import language
from farmstead.cli.saves import PERSON
from farmstead.engine.contract import Arg, BadSetup, Game

LEVEL: Final = "level"
NEIGHBOUR: Final = "neighbour"
USUAL_LEVEL: Final = 3  # the level of an opponent nobody has chosen
WEAKEST: Final = min(LEVELS)
STRONGEST: Final = max(LEVELS)
MAX_NAME: Final = 40  # of an opponent, which may be a whole command line


def spec_of(level: int) -> str:
    return f"{LEVEL}:{level}"


def level_of(spec: str) -> int | None:
    """The level a spec names, or None for another sort of opponent."""
    name, _, text = spec.strip().partition(":")
    return None if name != LEVEL else int(values_of(spec, AGENTS[LEVEL], text)[LEVEL])


def in_full(spec: str) -> str:
    """A neighbour may be called by name alone: `hazel` is `neighbour:hazel`."""
    found = neighbour_of(spec)
    return spec if found is None else f"{NEIGHBOUR}:{found.id}"


def neighbour_in(spec: str) -> Neighbour | None:
    """Whom a spec names; None for another sort of opponent."""
    name, _, text = spec.strip().partition(":")
    return None if name != NEIGHBOUR else neighbours()[str(values_of(spec, AGENTS[NEIGHBOUR], text)["name"])]


def called(spec: str) -> str:
    """`Neighbour, level 3` or `Hazel, level 2`; others by their specs."""
    if (known := neighbour_in(spec)) is not None:
        return language.words().say("opponent", "level", name=known.name, level=known.level)
    if (level := level_of(spec)) is None:
        return printable(spec, MAX_NAME)
    return language.words().say("opponent", "level", name=LEVELS[level].name, level=level)


def opponents_at(level: int, game: Game, seats: int | None, opponents: str | None) -> tuple[str, ...]:
    """A person, and in all other seats opponents of a level."""
    if opponents is not None:
        fields: dict[str, Arg] = {"level": level, "names": printable(opponents, MAX_NAME)}
        raise BadSetup(language.say("starting", "both_say", example=spec_of(level), **fields))
    count = seats if seats is not None else max(2, game.fewest)
    if count == 1:
        raise BadSetup(language.say("starting", "no_opponents", level=level, most=game.most))
    game.setup(count)  # before anybody is seated: a million opponents take up room
    return (PERSON,) + (spec_of(level),) * (count - 1)


# ---- what is said about them -----------------------------------------------------------------------------


def greeting(game: Game, seating: Sequence[str], chosen: bool) -> list[str]:
    """Who is played against and how to choose another; `chosen` when somebody has said who plays."""
    words = language.words()
    ends = {"weakest": LEVELS[WEAKEST].name, "strongest": LEVELS[STRONGEST].name}
    others = [spec for spec in seating if spec != PERSON]
    if not others:
        return [] if chosen or len(seating) > 1 else [words.say("welcome", "alone", **ends)]
    if len(set(others)) == 1:
        key = "one" if len(others) == 1 else "several"
        said = words.say("welcome", key, who=called(others[0]), count=len(others))
    else:
        said = words.say("welcome", "mixed", who=words.clauses([called(spec) for spec in others]))
    levels = all(level_of(spec) is not None for spec in others)
    another = [words.say("welcome", "another", **ends)] if levels else []
    people = [] if chosen else [words.say("welcome", "people", seats=len(seating))]
    known = [each for spec in others if (each := neighbour_in(spec)) is not None]
    return [" ".join([said, *another, *people]), *[_line(each, "begin") for each in known]]


def _line(who: Neighbour, key: str) -> str:
    said = who.said(key, language.spoken())
    return language.words().say("opponent", "says", name=who.name, words=said)


def seated(seating: Sequence[str]) -> str:
    """Who sits where."""
    say = language.words().say
    person = say("opponent", "you" if seating.count(PERSON) == 1 else "person")
    names = [person if spec == PERSON else called(spec) for spec in seating]
    return " ".join([say("opponent", "seat", number=n, who=name) for n, name in enumerate(names, start=1)])


def ending(seating: Sequence[str], places: Sequence[int]) -> list[str]:
    """What is said to one person who has played against opponents of one level."""
    people = [seat for seat, spec in enumerate(seating) if spec == PERSON]
    others = {called(spec): level_of(spec) for spec in seating if spec != PERSON}
    if len(people) != 1 or len(others) != 1:
        return []
    ((who, level),) = others.items()
    place = places[people[0]]
    known = neighbour_in(next(spec for spec in seating if spec != PERSON))
    if known is not None:
        own = [places[seat] for seat, spec in enumerate(seating) if spec != PERSON]
        spoken = [_line(known, "won" if min(own) == 1 else "lost")]
    else:
        spoken = []
    key = "shared" if place == 1 and places.count(1) > 1 else "won" if place == 1 else "lost"
    say = language.words().say
    following = None if level is None or key == "shared" else level + (1 if key == "won" else -1)
    if following is None or following not in LEVELS:
        return [say("ending", key, who=who), *spoken]
    return [say("ending", f"{key}_more", who=who, next=following, name=LEVELS[following].name)]
