"""Agents that misbehave are named, their seat goes on, and nothing else breaks."""

import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.agents import Agent, BadSpec, Fault, Guarded, Observation, child_process, guarded
from farmstead.agents.faults import printable
from farmstead.agents.observation import observation_at
from farmstead.agents.stdio import Stdio
from farmstead.agents.uniform import Uniform
from farmstead.engine.contract import CHANCE, Game
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.rules import GAME
from tests.agents.bots.rude import WAYS
from tests.agents.tables import decisions, is_free, play_out, rude

WELL = {"nice", "ignores_sigterm", "stays_until_sigterm", "leaves_others_behind"}
SHORT = 1.0  # seconds for those that hang
PATIENCE_S = 60.0
# How each program misbehaves: the kind of fault, at which decision, what is said.
RUDE: dict[str, tuple[str, int, str]] = {
    "dies_at_start": ("died", 1, "ended with status 1; on stderr: I never meant to play"),
    "dies_in_the_middle": ("died", 4, "ended with status 1; on stderr: "),
    "dies_between_decisions": ("died", 4, "ended with status 7"),
    "is_killed": ("died", 4, "was ended by SIGKILL"),
    "hangs": ("hung", 4, "gave no answer within 1 second"),
    "hangs_at_hello": ("hung", 1, "gave no answer within 1 second"),
    "never_listens": ("hung", 1, "gave no answer within 1 second"),
    "stops_listening": ("hung", 1, "gave no answer within 1 second"),
    "starts_others": ("hung", 4, "gave no answer within 1 second"),
    "writes_to_stderr_only": ("hung", 4, "within 1 second; on stderr: thinking  [31m"),
    "prints_garbage": ("garbage", 4, "answered `[2J  moo`, which is no JSON object"),
    "prints_bytes": ("garbage", 4, "which is no JSON object"),
    "nests_deeply": ("garbage", 4, "which is no JSON object"),
    "counts_high": ("garbage", 4, "which is no JSON object"),
    "writes_a_huge_line": ("garbage", 4, "wrote more than 65,536 bytes at once: `xxx"),
    "answers_a_number": ("garbage", 4, 'answered `{"move": 3}` where {"move": "…"} was due'),
    "answers_a_list": ("garbage", 4, "answered `[1, 2]`, which is no JSON object"),
    "answers_nonsense": ("garbage", 4, "answered `fly to the moon`, which is no move of this game"),
    "cheats": ("illegal", 4, "which is not legal here"),
    "speaks_unasked": ("garbage", 4, 'wrote more than was asked: `{"move": '),
    "closes_its_output": ("died", 4, "closed its output"),
    "closes_its_input": ("died", 4, "does not listen any more"),
    "speaks_another_protocol": ("garbage", 1, 'answered `{"ready": 2}` to hello where {"ready": 1} was due'),
    "is_not_ready": ("garbage", 1, 'answered `{"hello": "farmer"}` to hello'),
    "cannot_play_this": ("error", 1, "says that it cannot go on: `I only play chess`"),
    "gives_up": ("error", 4, "says that it cannot go on: `this is too hard`"),
}


@pytest.fixture(params=shelf.names())
def game(request: pytest.FixtureRequest) -> Game:
    return shelf.game(request.param)


class FirstMoves:
    """What the rude programs do while they behave: so many first legal moves, then another agent."""

    def __init__(self, count: int, then: Agent) -> None:
        self.count = count
        self.then = then

    def choose(self, seen: Observation) -> str:
        self.count -= 1
        return seen.legal[0] if self.count >= 0 else self.then.choose(seen)


class Hastened:
    """A program that may take its time until the decision at which it hangs, if it does."""

    def __init__(self, program: Stdio, hangs_at: int | None) -> None:
        self.program = program
        self.hangs_at = hangs_at
        self.asked = 0
        self.over = program.over
        self.close = program.close

    def choose(self, seen: Observation) -> str:
        self.asked += 1
        if self.asked == self.hangs_at:
            self.program._seconds = SHORT
        return self.program.choose(seen)


def move_of_chance(game: Game) -> str:
    """A move of the game that no player may ever make."""
    return str(Table(game, game.setup(2)).options(CHANCE)[0])


def played(game: Game, player: Agent) -> Table:
    """A whole game against the same opponent with the same luck."""
    return play_out(Table(game, game.setup(2)), [Uniform(1), player], "guard")


def test_every_way_to_misbehave_is_tried() -> None:
    assert WAYS.keys() == RUDE.keys() | WELL


@pytest.mark.parametrize("way", RUDE)
def test_a_rude_program_is_named_and_its_seat_goes_on(
    way: str, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, decision, what = RUDE[way]
    lock = tmp_path / "lock"
    command = rude(way, lock, move_of_chance(game))
    if "ended" in what:
        monkeypatch.setattr(child_process, "TO_END", PATIENCE_S)
    player = Hastened(Stdio(command, seconds=PATIENCE_S), decision if kind == "hung" else None)
    with Guarded(player, Uniform(2), f"stdio:{command}", seconds=10 * PATIENCE_S) as guard:
        table = played(game, guard)
        assert is_free(lock)  # it is gone before the game is over
        guard.over(table.state.scores(), table.state.places())
    (fault,) = guard.faults
    assert (fault.who, fault.seat, fault.kind, fault.decision) == (f"stdio:{command}", 1, kind, decision)
    assert what in fault.what
    assert str(fault).isprintable() and len(str(fault)) < 1000
    assert table.moves() == played(game, FirstMoves(decision - 1, Uniform(2))).moves()


def test_a_program_that_behaves_has_no_fault(game: Game, tmp_path: Path) -> None:
    with Guarded(Stdio(rude("nice", tmp_path / "lock")), Uniform(2), "nice") as guard:
        table = played(game, guard)
    assert guard.faults == []
    assert table.moves() == played(game, FirstMoves(10_000, Uniform(2))).moves()


def test_a_fault_in_words() -> None:
    fault = Fault("stdio:./my\x1bbot", 1, "died", "ended with status 1", 14)
    assert str(fault) == "seat 2 (stdio:./my bot), decision 14: it ended with status 1"
    assert asdict(fault)["kind"] == "died"


def test_what_others_wrote_is_made_printable_and_short() -> None:
    assert printable("a\tb\n\x1b[0m\ud800", 20) == "a b  [0m "
    assert printable("é" * 21, 20) == "é" * 19 + "…"


# ---- agents in this process ------------------------------------------------------------------------------


class Does:
    """An agent that does as it is told."""

    def __init__(self, what: Callable[[Observation], object]) -> None:
        self.what = what
        self.asked = 0

    def choose(self, seen: Observation) -> str:
        self.asked += 1
        return self.what(seen)  # type: ignore[return-value]  # that is the fault


class Text(str):
    """A text of one's own, as some libraries have them."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__

    def __str__(self) -> str:
        return "cheat"


def a_decision() -> Observation:
    (seat, state), *_ = decisions(GAME, 2, 3)
    return observation_at(GAME, state, seat)


def fault_of(what: Callable[[Observation], object], seconds: float = 60.0) -> Fault:
    """The fault of an agent, which is asked no more, while the fallback chooses as it always does."""
    player = Does(what)
    guard = Guarded(player, Uniform(5), "it", seconds)
    expected = Uniform(5).choose(a_decision())
    assert [guard.choose(a_decision()) for _ in range(3)] == [expected] * 3
    assert player.asked == 1
    (fault,) = guard.faults
    assert (fault.who, fault.seat, fault.decision) == ("it", a_decision().seat, 1)
    return fault


def fails(seen: Observation) -> object:
    raise KeyError("farm")


def leaves(seen: Observation) -> object:
    sys.exit("I leave")


def digs(seen: Observation) -> object:
    return digs(seen)


def loops(seen: Observation) -> object:
    while True:
        pass


def swallows(seen: Observation) -> object:
    """Whatever goes wrong, it goes on."""
    while True:
        with suppress(Exception):
            time.sleep(3600)


def spoils(seen: Observation) -> object:
    """Makes its own move legal, in all that it can reach."""
    seen.legal[:] = ["visit hotel"]
    seen.view = {}
    return "visit hotel"


def spoils_inside(seen: Observation) -> object:
    farms = seen.view["farms"]
    assert isinstance(farms, list)
    farms.clear()
    return "visit hotel"


@pytest.mark.parametrize(
    ("what", "kind", "said"),
    [
        (fails, "error", "raised KeyError: `'farm'`"),
        (leaves, "error", "raised SystemExit: `I leave`"),
        (digs, "error", "raised RecursionError: "),
        (lambda seen: None, "garbage", "answered `None` where a move is a text"),
        (lambda seen: 3, "garbage", "answered `3` where a move is a text"),
        (lambda seen: b"pass", "garbage", "answered `b'pass'` where a move is a text"),
        (lambda seen: "\x1b[2Jmoo", "garbage", "answered `[2Jmoo`, which is no move of this game"),
        (lambda seen: "visit hotel", "illegal", "chose `visit hotel`, which is not legal here"),
        (lambda seen: Text("visit hotel"), "illegal", "chose `visit hotel`, which is not legal here"),
        (spoils, "illegal", "chose `visit hotel`"),
        (spoils_inside, "illegal", "chose `visit hotel`"),
    ],
)
def test_a_rude_agent_is_named(what: Callable[[Observation], object], kind: str, said: str) -> None:
    fault = fault_of(what)
    assert fault.kind == kind and said in fault.what


@pytest.mark.parametrize("what", [loops, swallows])
def test_an_agent_that_hangs_is_stopped(what: Callable[[Observation], object]) -> None:
    begun = time.monotonic()
    fault = fault_of(what, seconds=0.2)
    assert (fault.kind, fault.what) == ("hung", "gave no answer within 0.2 seconds")
    assert time.monotonic() - begun < PATIENCE_S


def test_elsewhere_than_in_the_main_thread_a_late_answer_counts_as_none() -> None:
    def slow(seen: Observation) -> str:
        time.sleep(0.3)
        return seen.legal[0]

    found: list[Fault] = []
    thread = threading.Thread(target=lambda: found.append(fault_of(slow, seconds=0.1)))
    thread.start()
    thread.join()
    assert [fault.kind for fault in found] == ["hung"]


def test_a_move_may_be_written_in_capitals_or_in_a_text_of_ones_own() -> None:
    for written in (str.upper, Text, lambda text: f"  {text} "):
        guard = Guarded(Does(lambda seen, written=written: written(seen.legal[0])), Uniform(), "it")  # type: ignore[misc]
        move = guard.choose(a_decision())
        assert move == a_decision().legal[0] and type(move) is str and guard.faults == []


def test_an_interruption_is_nobodys_fault() -> None:
    def interrupted(seen: Observation) -> object:
        raise KeyboardInterrupt

    guard = Guarded(Does(interrupted), Uniform(), "it")
    with pytest.raises(KeyboardInterrupt):
        guard.choose(a_decision())
    assert guard.faults == []


def test_the_alarm_of_others_is_put_back() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 3600)
        assert fault_of(loops, seconds=0.1).kind == "hung"
        assert rung == [] and 3600 - PATIENCE_S < signal.getitimer(signal.ITIMER_REAL)[0] <= 3600
        signal.raise_signal(signal.SIGALRM)
        assert rung == [signal.SIGALRM]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Hears(Does):
    """An agent with everything an agent may have, that fails in its last words."""

    def __init__(self, what: Callable[[Observation], object]) -> None:
        super().__init__(what)
        self.heard: list[object] = []

    def over(self, scores: list[int], places: list[int]) -> None:
        self.heard.append((scores, places))
        raise OSError("deaf")

    def close(self) -> None:
        self.heard.append("close")
        sys.exit("mute")


def test_the_end_is_told_and_nothing_comes_of_it() -> None:
    player = Hears(lambda seen: seen.legal[0])
    with Guarded(player, Uniform(), "it") as guard:
        guard.choose(a_decision())
        guard.over((31, 27), (1, 2))
    assert player.heard == [([31, 27], [1, 2]), "close"]
    assert guard.faults == []


def test_who_has_failed_is_closed_at_once_and_hears_nothing_more() -> None:
    player = Hears(fails)
    guard = Guarded(player, Uniform(), "it")
    guard.choose(a_decision())
    assert player.heard == ["close"]
    guard.over([31, 27], [1, 2])
    assert player.heard == ["close"]


# ---- by spec ---------------------------------------------------------------------------------------------


def test_by_spec_with_greedy_to_go_on(tmp_path: Path) -> None:
    spec = f"stdio:{rude('dies_in_the_middle', tmp_path / 'lock')}"
    with guarded(spec, seed=4) as guard:
        table = played(GAME, guard)
    (fault,) = guard.faults
    assert fault.who == spec and "the barn burned down" in fault.what
    assert table.state.places() == [2, 1]  # greedy beats uniform, three poor moves or not


def test_a_bad_spec_is_refused_before_the_game() -> None:
    with pytest.raises(BadSpec):
        guarded("gredy")
