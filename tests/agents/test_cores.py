"""One search on several cores: the same on any number of them, whoever dies, and nobody is left behind."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter

import pytest

from farmstead import shelf
from farmstead.agents import parallel_search, workers
from farmstead.agents.observation import Observation, observation_at
from farmstead.agents.parallel_search import ParallelSearch, Rows, SearchPart, SearchTask, task_of
from farmstead.agents.search import Option
from farmstead.agents.search_agent import SearchAgent
from farmstead.agents.workers import Worker
from farmstead.engine.contract import Game
from tests.agents.tables import decisions
from tests.agents.test_search import moves, some
from tests.edition_files import EditionFile

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind")
GAME = shelf.names()[1]
ENDLESS = 1_000_000
# Says which processes it has started, and searches until it is ended.
SCRIPT = f"""
import multiprocessing, sys, threading, time
from farmstead import shelf
from farmstead.agents.parallel_search import ParallelSearch, task_of
from tests.agents.test_cores import GAME, task_at

def tell():
    while len(multiprocessing.active_children()) < 2:
        time.sleep(0.01)
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)

if __name__ == "__main__":
    threading.Thread(target=tell, daemon=True).start()
    try:
        ParallelSearch(2).consider(task_at(shelf.game(GAME)), {ENDLESS}, 0.0)
    except KeyboardInterrupt:
        sys.exit(130)
"""


def task_at(game: Game, width: int = 4) -> SearchTask:
    seat, state = decisions(game, 2, 3, count=2)[1]
    task = task_of(observation_at(game, state, seat), seed=1, width=width, horizon=1, envy=0.5, made="")
    assert task is not None
    return task


def told(options: list[Option]) -> list[object]:
    """All that a search has found out."""
    return [(moves(one), one.points, one.aims, one.forecast.lines) for one in options]


@pytest.fixture(params=shelf.names())
def game(request: pytest.FixtureRequest) -> Game:
    return shelf.game(request.param)


@pytest.fixture
def task() -> SearchTask:
    return task_at(shelf.game(GAME))


def alone(task: SearchTask, tries: int) -> list[object]:
    """What one process finds, without Cores."""
    seen = Observation(shelf.game(task.game), task.seat, json.loads(task.view), task.legal)
    return told(SearchAgent(tries, width=task.width, horizon=1, seed=task.seed).options(seen, task.envy))


# ---- the same answer -----------------------------------------------------------------------------------


def test_any_number_of_cores_comes_to_exactly_the_same(game: Game) -> None:
    for seen in some(game, 2):
        expected = told(SearchAgent(25, width=5, horizon=1).options(seen, 0.5))
        for jobs in (1, 2, 3):
            with closing(SearchAgent(25, width=5, horizon=1, jobs=jobs)) as searching:
                assert told(searching.options(seen, 0.5)) == expected


def test_what_was_made_stays_in_it(game: Game) -> None:
    seen = some(game, 1)[0]
    made = seen.legal[-1]
    expected = told(SearchAgent(12, width=2, horizon=1).options(seen, made=made))
    with closing(SearchAgent(12, width=2, horizon=1, jobs=2)) as searching:
        assert told(searching.options(seen, made=made)) == expected


def test_processes_are_kept_from_one_decision_to_the_next(game: Game) -> None:
    with closing(ParallelSearch(2)) as several:
        for _ in range(2):
            several.consider(task_at(game), 8, 0.0)
            pids = several.pool.pids()
        assert len(set(pids)) == 2
        several.consider(task_at(game, 3), 8, 0.0)
        assert several.pool.pids() == pids


def test_seconds_are_kept(task: SearchTask) -> None:
    with closing(ParallelSearch(2)) as several:
        several.consider(task, 4, 0.0)  # they have begun
        begun = perf_counter()
        options = several.consider(task, ENDLESS, 0.5)
        assert perf_counter() - begun < 60
    assert options[0].forecast.tries >= options[-1].forecast.tries > 0
    assert [len(one.points) for one in options] == [one.forecast.tries for one in options]


def test_other_components_are_searched_on_one_core() -> None:
    edition = EditionFile(GAME).changed(('name = "farmstead"', 'name = "ours"'))
    game = shelf.game_with(GAME, edition)
    seat, state = decisions(game, 2, 3, count=2)[1]
    seen = observation_at(game, state, seat)
    assert task_of(seen, 1, 4, 1, 0.0, "") is None
    with closing(SearchAgent(12, width=4, horizon=1, jobs=2)) as searching:
        assert told(searching.options(seen)) == told(SearchAgent(12, width=4, horizon=1).options(seen))
        assert searching._cores is not None and searching._cores.pool.pids() == []


# ---- who dies ------------------------------------------------------------------------------------------


class Fragile(Worker[SearchPart, Rows]):
    """Killed as soon as it has something to do."""

    def give(self, piece: SearchPart) -> None:
        super().give(piece)
        self.process.kill()


def test_a_process_that_was_killed_is_replaced(task: SearchTask) -> None:
    with closing(ParallelSearch(2)) as several:
        expected = told(several.consider(task, 16, 0.0))
        process = several.pool._idle[-1].process  # the next that would work
        killed = process.pid
        process.kill()
        process.join()
        assert told(several.consider(task, 16, 0.0)) == expected == alone(task, 16)
        assert len(several.pool.pids()) == 2 and several.pool.deaths == 1
        assert killed not in several.pool.pids() and all(map(is_alive, several.pool.pids()))


def test_what_a_killed_process_was_at_is_done_here(task: SearchTask, monkeypatch: pytest.MonkeyPatch) -> None:
    """And in the end all of it, when none survives."""
    monkeypatch.setattr(workers, "Worker", Fragile)
    monkeypatch.setattr(parallel_search, "MAX_DEATHS", 3)
    with closing(ParallelSearch(2)) as several:
        for _ in range(2):
            assert told(several.consider(task, 16, 0.0)) == alone(task, 16)
        assert several.pool.pids() == [] and several.pool.deaths in (3, 4)


def test_after_an_interrupt_nobody_answers_what_was_asked_before(
    task: SearchTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Rows:
        raise KeyboardInterrupt

    with closing(ParallelSearch(2)) as several:
        with monkeypatch.context() as patched:
            patched.setattr(Worker, "answer", interrupted)
            with pytest.raises(KeyboardInterrupt):
                several.consider(task, 16, 0.0)
        assert several.pool.pids() == []
        assert told(several.consider(task, 16, 0.0)) == alone(task, 16)


# ---- who is left ---------------------------------------------------------------------------------------


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def comes_true(what: Callable[[], bool], seconds: float = 60.0) -> bool:
    end = perf_counter() + seconds
    while not what():
        if perf_counter() > end:
            return False
        time.sleep(0.02)
    return True


def environment() -> dict[str, str]:
    """In which others find what this process finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([path or os.getcwd() for path in sys.path])}


@contextmanager
def searching_child(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A process that searches with two others, in a group of their own."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    pipes = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, script],
        stdout=pipes,
        stderr=pipes,
        text=True,
        env=environment(),
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield process, [int(word) for word in process.stdout.readline().split()]
        finally:
            process.kill()


@posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("at_work", [True, False])
def test_nobody_outlives_the_one_they_work_for(tmp_path: Path, number: int, at_work: bool) -> None:
    """Slow: processes are started and killed."""
    with searching_child(tmp_path) as (process, workers):
        assert len(workers) == 2 and all(map(is_alive, workers))
        time.sleep(2.0 if at_work else 0.0)
        process.send_signal(number)
        process.wait(60)
        assert comes_true(lambda: not any(map(is_alive, workers)))


@posix
@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.15, 2.0])
def test_an_interrupt_of_all_is_no_trouble(tmp_path: Path, seconds: float) -> None:
    """As a terminal does it: everybody in the group gets the signal, at work or only beginning.

    Slow: processes are started, and think for a while before they are interrupted.
    """
    with searching_child(tmp_path) as (process, workers):
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, complaints = process.communicate(timeout=60)
        assert (process.returncode, complaints) == (130, "")
        assert comes_true(lambda: not any(map(is_alive, workers)))


@posix
def test_who_forgets_to_close_them_can_still_end(task: SearchTask) -> None:
    code = (
        "from farmstead import shelf; from farmstead.agents.parallel_search import ParallelSearch;"
        "from tests.agents.test_cores import GAME, task_at;"
        "cores = ParallelSearch(2); cores.consider(task_at(shelf.game(GAME)), 8, 0.0);"
        "print(*cores.pool.pids())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=True,
    )
    assert done.stderr == "" and comes_true(lambda: not any(map(is_alive, map(int, done.stdout.split()))))
