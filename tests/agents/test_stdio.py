"""Programs as opponents: what they are told, and that nothing of them is left."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.agents import AgentFailed, Guarded, Observation, agent, guarded, stdio
from farmstead.agents.observation import observation_at
from farmstead.agents.stdio import ANSWER_TIMEOUT_S, PROTOCOL, Stdio, end_kept
from farmstead.agents.uniform import Uniform
from farmstead.engine.contract import Game
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.games.walnut_grove.rules import GAME
from tests.agents.tables import (
    BOTS,
    DOCUMENT,
    PYTHON,
    decisions,
    example_code,
    example_spec,
    is_free,
    play_out,
    rude,
    script_spec,
)

ANY = Observation(GAME, 0, {"game": "any"}, ["pass", "stay"])


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / "lock"


@pytest.fixture(params=shelf.names())
def game(request: pytest.FixtureRequest) -> Game:
    return shelf.game(request.param)


# ---- the program of the documentation --------------------------------------------------------------------


def test_the_example_is_short() -> None:
    assert 40 <= len(example_code().splitlines()) <= 60


def test_the_example_plays_every_game(game: Game, tmp_path: Path) -> None:
    spec = example_spec(tmp_path)
    with guarded(spec, 1) as one, guarded(spec, 2) as other:
        table = play_out(Table(game, game.setup(2)), [one, other], "example")
        assert not table.state.to_act() and one.faults == other.faults == []


@pytest.mark.parametrize("language", ["python", "js"])
def test_the_example_wins_every_game_against_anything(language: str, game: Game, tmp_path: Path) -> None:
    """As the arena's output says that stands beneath it. Slow: three whole games with a program."""
    spec = example_spec(tmp_path) if language == "python" else script_spec(tmp_path)
    for seed in "abc":
        with guarded(spec) as example:
            table = play_out(Table(game, game.setup(2)), [example, Uniform()], seed)
            example.over(table.state.scores(), table.state.places())
        assert example.faults == []
        assert table.state.scores()[0] > table.state.scores()[1] + 10
    end_kept()


# ---- what it is told -------------------------------------------------------------------------------------


def heard_in(game: Game, folder: Path, seed: int) -> tuple[list[dict[str, Any]], list[Observation], Table]:
    """All that a program hears as the second of two, what its seat sees meanwhile, and the game."""
    path = folder / "heard"
    shown: list[Observation] = []

    class Watched:
        def __init__(self, player: Guarded) -> None:
            self.player = player

        def choose(self, seen: Observation) -> str:
            shown.append(seen)
            return self.player.choose(seen)

    spec = f"stdio:{PYTHON} {BOTS / 'scribe.py'} {shlex.quote(str(path))}"
    with guarded(spec, seed) as scribe:
        table = play_out(Table(game, game.setup(2)), [Uniform(), Watched(scribe)], "told")
        scribe.over(table.state.scores(), table.state.places())
        assert not scribe.faults
    *lines, end = path.read_text(encoding="utf-8").splitlines()
    assert end == "the end"
    return [json.loads(line) for line in lines], shown, table


def test_hello_choose_over_bye(game: Game, tmp_path: Path) -> None:
    """Slow: a whole game with a program."""
    heard, shown, table = heard_in(game, tmp_path, seed=17)
    hello, *choices, over, bye = heard
    setup = table.setup
    assert hello == {
        "message": "hello",
        "protocol": PROTOCOL,
        "game": game.name,
        "rules": setup.rules,
        "edition": setup.edition,
        "options": list(setup.options),
        "seats": 2,
        "seat": 1,
        "components": shelf.components(game),
        "seed": 17,
        "seconds": ANSWER_TIMEOUT_S,
    }
    assert choices == [
        {
            "message": "choose",
            "view": seen.view,
            "legal": seen.legal,
            "standing": seen.standing(),
            "seconds": ANSWER_TIMEOUT_S,
        }
        for seen in shown
    ]
    assert all(len(seen.standing()) == 2 and "total" in seen.standing()[0] for seen in shown)
    assert over == {"message": "over", "scores": table.state.scores(), "places": table.state.places()}
    assert bye == {"message": "bye"}


def test_secrets_of_others_are_not_told(tmp_path: Path) -> None:
    heard, _, _ = heard_in(GAME, tmp_path, seed=1)
    barns = [farm["barn"]["values"] for message in heard[1:-2] for farm in message["view"]["farms"]]
    assert barns[::2] == [None] * len(barns[::2])  # the first seat's
    assert None not in barns[1::2] and any(any(values) for values in barns[1::2])


def test_what_others_hide_is_not_counted() -> None:
    """Coins are seen by their owner alone, and so is the total they belong to."""
    shown = [observation_at(GAME, state, seat) for seat, state in decisions(GAME, 2, 5)]
    hidden = 0
    for seen in shown:
        own, other = seen.standing()[seen.seat], seen.standing()[1 - seen.seat]
        assert None not in own.values() and own["total"] == seen.imagine(QuickDealer(9)).scores()[seen.seat]
        assert (other["coins"] is None) == (other["total"] is None) and other["figures"] is not None
        hidden += other["coins"] is None
    assert hidden


def test_components_tell_colours_and_tiles() -> None:
    sheets = shelf.components(shelf.game("sunflower-valley"))["sheets"]
    assert isinstance(sheets, dict) and sheets["A"][0] == "OOGG^Y"
    tiles = shelf.components(GAME)["tile"]
    assert isinstance(tiles, list) and tiles[0]["edges"] == "yybb"
    text = shelf.edition_text("sunflower-valley").replace('A = ["OOGG^Y"', 'A = ["GOGO^Y"')
    own = shelf.components(shelf.game_with("sunflower-valley", text))["sheets"]
    assert isinstance(own, dict) and own["A"][0] == "GOGO^Y"


def test_the_documentation_shows_what_is_sent() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    shown = [
        json.loads(line) for block in re.findall(r"```json\n(.*?)```", text, re.S) for line in joined(block)
    ]
    told = {message["message"]: list(message) for message in shown if "message" in message}
    setup = ["game", "rules", "edition", "options", "seats", "seat"]
    assert told == {
        "hello": ["message", "protocol", *setup, "components", "seed", "seconds"],
        "choose": ["message", "view", "legal", "standing", "seconds"],
        "over": ["message", "scores", "places"],
        "bye": ["message"],
    }
    assert f"protocol, version {PROTOCOL}" in text and f"| {ANSWER_TIMEOUT_S:g} seconds, as" in text


def joined(block: str) -> list[str]:
    """The messages of a block; a line that begins with a blank goes on with the one before."""
    return block.replace("\n ", " ").splitlines()


def test_a_program_says_its_name_and_nothing_to_the_terminal(tmp_path: Path) -> None:
    with Stdio(f"{PYTHON} {BOTS / 'scribe.py'} {tmp_path / 'heard'}") as scribe:
        assert scribe.choose(ANY) == "PASS "
        assert scribe.name == " [1mscribe"


def test_the_words_of_a_command_line_may_be_quoted(tmp_path: Path) -> None:
    folder = tmp_path / "it's a farm"
    folder.mkdir()
    command = f"{PYTHON} {shlex.quote(str(BOTS / 'scribe.py'))} {shlex.quote(str(folder / 'heard'))}"
    with Stdio(command) as scribe:
        scribe.choose(ANY)
    assert (folder / "heard").exists()


def test_a_large_view_is_told_and_heard(lock: Path) -> None:
    with Stdio(rude("nice", lock)) as program:
        assert program.choose(Observation(GAME, 0, {"game": "any", "much": "x" * 10**6}, ["pass"])) == "pass"


# ---- one process for one seat of one game ----------------------------------------------------------------


def test_making_an_agent_starts_nothing(lock: Path) -> None:
    agent(f"stdio:{rude('nice', lock)}")
    with Stdio(rude("nice", lock)):
        pass
    assert not lock.exists()


def test_another_seat_or_game_needs_a_program_of_its_own(lock: Path) -> None:
    seen = [observation_at(GAME, state, seat) for seat, state in decisions(GAME, 2, 3)]
    first = seen[0]
    other = next(one for one in seen if one.seat != first.seat)
    with Stdio(rude("nice", lock)) as program:
        program.choose(first)
        with pytest.raises(ValueError, match="another seat or game"):
            program.choose(other)
        assert program.choose(first) == first.legal[0]


def test_after_the_end_nothing_is_restarted(lock: Path) -> None:
    program = Stdio(rude("nice", lock))
    assert program.choose(ANY) == "pass"
    program.close()
    program.close()
    program.over([1], [1])
    with pytest.raises(AgentFailed, match="has been ended"):
        program.choose(ANY)
    assert is_free(lock)


def test_a_program_that_cannot_be_executed(tmp_path: Path) -> None:
    path = tmp_path / "nonsense"
    path.write_bytes(b"\x00\x01\x02")
    path.chmod(0o755)
    with (
        Stdio(str(path)) as program,
        pytest.raises(AgentFailed, match="cannot be started: exec format error"),
    ):
        program.choose(ANY)
    path.write_text("#!/no/such/interpreter\n")
    with Stdio(str(path)) as program, pytest.raises(AgentFailed, match="cannot be started: no such file"):
        program.choose(ANY)


# ---- one process for several games -----------------------------------------------------------------------


def whole_game(program: Stdio, game: Game, seed: str) -> None:
    table = play_out(Table(game, game.setup(2)), [program, Uniform()], seed)
    program.over(table.state.scores(), table.state.places())
    program.close()


def test_a_program_that_can_play_again_is_kept(tmp_path: Path) -> None:
    """Slow: three whole games with a program."""
    command = example_spec(tmp_path).removeprefix("stdio:")
    children = []
    for name in (*shelf.names(), shelf.names()[0]):
        program = Stdio(command)
        whole_game(program, shelf.game(name), "again")
        assert program._child is not None and program._child.is_running()
        children.append(program._child)
    assert len({id(child) for child in children}) == 1
    end_kept()
    assert not children[0].is_running()


def test_one_that_was_left_in_the_middle_or_died_meanwhile_is_not(tmp_path: Path) -> None:
    command = example_spec(tmp_path).removeprefix("stdio:")
    left = Stdio(command)
    seat, state = decisions(GAME, 2, 3)[0]
    left.choose(observation_at(GAME, state, seat))
    left.close()
    assert left._child is not None and not left._child.is_running()
    first, second = Stdio(command), Stdio(command)
    whole_game(first, shelf.game("sunflower-valley"), "died")
    assert first._child is not None
    os.kill(first._child._process.pid, signal.SIGKILL)
    first._child._process.wait()
    whole_game(second, shelf.game("sunflower-valley"), "anew")
    assert second._child is not None and second._child._process.pid != first._child._process.pid
    end_kept()


# ---- the end ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "patience", "status"),
    [
        ("nice", 60.0, 0),
        ("leaves_others_behind", 60.0, 0),
        ("stays_until_sigterm", 1.0, -signal.SIGTERM),
        ("ignores_sigterm", 1.0, -signal.SIGKILL),
    ],
)
def test_closing_ends_it_sooner_or_later(
    way: str, patience: float, status: int, lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio, "SHUTDOWN_TIMEOUT_S", patience)
    with Stdio(rude(way, lock)) as program:
        assert program.choose(ANY) == "pass"
        assert not is_free(lock, 0.05) and program._child is not None
        begun = time.monotonic()
    assert program._child._process.returncode == status
    assert time.monotonic() - begun >= {0: 0, -signal.SIGTERM: 1, -signal.SIGKILL: 2}[status]
    assert is_free(lock)


class Interruption:
    """Raises KeyboardInterrupt after some time, as Ctrl-C does."""

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.3)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)


def test_an_interrupted_decision_leaves_nothing_behind(lock: Path) -> None:
    program = Stdio(rude("starts_others", lock))
    for _ in range(3):
        program.choose(ANY)
    with pytest.raises(KeyboardInterrupt), Interruption():
        program.choose(ANY)
    assert is_free(lock)


def test_an_interrupted_farewell_leaves_nothing_behind(lock: Path) -> None:
    program = Stdio(rude("ignores_sigterm", lock))
    program.choose(ANY)
    with pytest.raises(KeyboardInterrupt), Interruption():
        program.close()
    assert is_free(lock)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_when_we_are_ended_so_is_the_program_and_all_it_started(number: signal.Signals, lock: Path) -> None:
    """Also below `nohup`, which lets all that it starts ignore SIGHUP: parent.py does not."""
    command = [sys.executable, str(BOTS / "parent.py"), "starts_others", str(lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert [parent.stdout.readline() for _ in range(3)] == ["chosen\n"] * 3
        assert not is_free(lock, 0.05)
        os.kill(parent.pid, number)
        parent.communicate(timeout=60)
    assert parent.returncode == -number
    assert is_free(lock)


def test_a_program_that_nobody_closed_ends_with_us(lock: Path) -> None:
    code = (
        "import os, sys\n"
        "from farmstead.agents import Observation\n"
        "from farmstead.agents.stdio import Stdio\n"
        "from farmstead.walnut_grove import GAME\n"
        "program = Stdio(sys.argv[1])\n"
        "program.choose(Observation(GAME, 0, {}, ['pass']))\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", code, rude("ignores_sigterm", lock)], check=True, timeout=60)
    assert is_free(lock)


def test_no_descriptors_are_left_open(lock: Path) -> None:
    before = os.listdir("/dev/fd")
    for way, seconds in (("nice", 60.0), ("dies_at_start", 60.0), ("hangs_at_hello", 0.3)):
        with Stdio(rude(way, lock), seconds=seconds) as program:
            try:
                program.choose(ANY)
            except AgentFailed:
                assert way != "nice"
    assert os.listdir("/dev/fd") == before


def test_a_spec_says_how_long_an_answer_may_take(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    program = agent(f"stdio:seconds=0.3,sh -c 'head -n 1 > {heard}; sleep 5'")
    assert isinstance(program, Stdio)
    with program, pytest.raises(AgentFailed, match=r"gave no answer within 0\.3 seconds"):
        program.choose(ANY)
    assert json.loads(heard.read_text())["seconds"] == 0.3
