"""One game of a match, played from its number alone: the same number gives the same game everywhere."""

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property, lru_cache
from time import perf_counter
from typing import Final, NamedTuple, TypeAlias, final

from farmstead import _build
from farmstead.agents import luck
from farmstead.agents.arena.matches import Match, Seating
from farmstead.agents.guard import FALLBACK, Guarded
from farmstead.agents.observation import Agent, Observation, observation_at
from farmstead.agents.specs import agent
from farmstead.engine.contract import BadSetup, Game
from farmstead.engine.dealer import KeyedDealer
from farmstead.engine.record import CHECKSUM, write_record
from farmstead.engine.table import Table

CHECKSUM_DIGITS: Final = 16  # of a record's checksum
LUCK_DECIMALS: Final = 6


@dataclass(frozen=True)
class Result:
    """What came out of one game, by seat; all but the times is the same whoever plays it."""

    number: int
    deal: int
    seating: Seating
    scores: tuple[int, ...]
    places: tuple[int, ...]
    lines: tuple[dict[str, int], ...]  # the lines of the score
    decisions: tuple[int, ...]  # choices between several moves
    seconds: tuple[float, ...]  # thought about them
    slowest: tuple[float, ...]  # the one that took longest
    faults: tuple[str, ...]  # sentences, by seat; empty where nothing went wrong
    checksum: str  # how that of the record begins
    luck: tuple[dict[str, float], ...] = ()  # by kind of chance event, if the match counts it

    def failed(self) -> frozenset[int]:
        """The agents that failed, so that another played on for them."""
        return frozenset(who for who, fault in zip(self.seating, self.faults, strict=True) if fault)


class PlayedGame(NamedTuple):
    """A result and, if the match keeps records, the record."""

    result: Result
    record: str


class Lost(NamedTuple):
    """A game that ended with the death of whoever played it, each time it was tried."""

    number: int
    why: str


Outcomes: TypeAlias = Generator[PlayedGame | Lost, None, None]
Play: TypeAlias = Callable[[Match, int], PlayedGame]


def play(match: Match, number: int) -> PlayedGame:
    """Play a game of a match to its end."""
    if match.version != _build.VERSION:
        raise BadSetup(f"the match was made by farmstead {match.version}, and this is {_build.VERSION}")
    game = _game(match)
    table = Table(game, game.setup(match.seats, match.options))
    deal, seating = match.deal_of(number), match.seating(number)
    with ExitStack() as open_agents:
        players = [
            open_agents.enter_context(_player(match, deal, seat, who)) for seat, who in enumerate(seating)
        ]
        times: list[list[float]] = [[] for _ in seating]
        play_out(table, KeyedDealer(match.key(deal)), players, times)
        for player in players:
            player.over(table.state.scores(), table.state.places())
    record, state = write_record(table), table.state
    counted = luck.luck_of_game(table, luck.values_after(match.game)) if match.adjusted else []
    result = Result(
        number=number,
        deal=deal,
        seating=seating,
        scores=tuple(state.scores()),
        places=tuple(state.places()),
        lines=tuple(state.score_lines(seat) for seat in range(match.seats)),
        decisions=tuple(map(len, times)),
        seconds=tuple(round(sum(each), 6) for each in times),
        slowest=tuple(round(max(each, default=0.0), 6) for each in times),
        faults=tuple("; ".join(map(str, player.faults)) for player in players),
        checksum=record.rpartition(CHECKSUM)[2][:CHECKSUM_DIGITS],
        luck=tuple({kind: round(points, LUCK_DECIMALS) for kind, points in own.items()} for own in counted),
    )
    return PlayedGame(result, record if match.records else "")


@lru_cache(maxsize=4)
def _game(match: Match) -> Game:
    return match.find_game()


def play_out(
    table: Table, dealer: KeyedDealer, players: Sequence[Guarded], times: Sequence[list[float]]
) -> None:
    """Forced steps are made without asking; every choice is asked for, and its seconds are noted.

    What an agent takes to start is not among them.
    """
    while True:
        table.settle(dealer)
        seats = table.state.to_act()
        if not seats:
            return
        seat = seats[0]
        seen = observation_at(table.game, table.state, seat)
        if not times[seat]:
            players[seat].wake(seen)
        begun = perf_counter()
        move = players[seat].choose(seen)
        times[seat].append(perf_counter() - begun)
        table.play(seat, move)


def _player(match: Match, deal: int, seat: int, who: int) -> Guarded:
    seed = match.agent_seed(deal, seat, who)
    return Guarded(LazyAgent(match.agents[who], seed), agent(FALLBACK, seed), match.labels[who])


@final
class LazyAgent:
    """An agent that is made when it is first asked: what goes wrong then is a fault like any other."""

    def __init__(self, spec: str, seed: int) -> None:
        self._spec, self._seed = spec, seed

    @cached_property
    def _agent(self) -> Agent:
        return agent(self._spec, self._seed)

    def wake(self, seen: Observation) -> None:
        """Make the agent, and have it start if it takes long to."""
        wake = getattr(self._agent, "wake", None)
        if wake is not None:
            wake(seen)

    def choose(self, seen: Observation) -> str:
        return self._agent.choose(seen)

    def __getattr__(self, name: str) -> object:
        """Its `over` and `close`, if it has been made and has them."""
        return getattr(vars(self).get("_agent"), name)
