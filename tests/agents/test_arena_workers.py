"""Many hands play the same games: processes, a Ray cluster; and who dies over a game costs no result."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import aclosing
from functools import partial
from pathlib import Path

import pytest
import ray

from farmstead.agents.arena import cluster
from farmstead.agents.arena.cluster import done_on_ray, played_on_ray
from farmstead.agents.arena.local import MAX_TRIES, played_here, played_in_processes
from farmstead.agents.arena.match_game import Lost, PlayedGame, play
from farmstead.agents.arena.matches import Match
from farmstead.agents.workers import WorkerLost, WorkerPool, how_it_ended
from farmstead.engine.contract import BadSetup
from farmstead.research.dataset import DatasetJob, play_game
from tests.agents.arena_players import (
    DEADLY,
    always_dies,
    counted,
    dies_once,
    left,
    of_another_version,
    sleeping,
)
from tests.agents.test_arena_playing import timeless

NUMBERS = range(1, 9)


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return Match("sunflower-valley", 2, ("uniform", "uniform"), 8, seed=str(tmp_path), records=True)


def sorted_out(outcomes: Iterator[PlayedGame | Lost]) -> tuple[dict[int, PlayedGame], list[Lost]]:
    """What was played, without the times, and what was lost."""
    played: dict[int, PlayedGame] = {}
    lost = []
    for outcome in outcomes:
        if isinstance(outcome, Lost):
            lost.append(outcome)
        else:
            assert outcome.result.number not in played
            played[outcome.result.number] = outcome._replace(result=timeless(outcome.result))
    return played, lost


@pytest.fixture
def expected(match: Match) -> dict[int, PlayedGame]:
    return sorted_out(played_here(match, NUMBERS))[0]


# ---- processes -----------------------------------------------------------------------------------------


def test_a_process_that_is_killed_costs_no_result(
    match: Match, expected: dict[int, PlayedGame], tmp_path: Path
) -> None:
    assert sorted_out(played_in_processes(match, NUMBERS, 2, dies_once)) == (expected, [])
    assert left(tmp_path, "died") == 1 and left(tmp_path, "worker-*") == 3


def test_a_game_nobody_survives_is_named_and_the_others_are_played(
    match: Match, expected: dict[int, PlayedGame], tmp_path: Path
) -> None:
    played, lost = sorted_out(played_in_processes(match, NUMBERS, 2, always_dies))
    assert played == {number: game for number, game in expected.items() if number != DEADLY}
    assert lost == [Lost(DEADLY, "its process died 3 times, the last time by signal 9")]
    assert left(tmp_path, "died-*") == MAX_TRIES


def test_a_pool_that_is_closed_leaves_nobody_behind(match: Match) -> None:
    pool = WorkerPool[int, PlayedGame](partial(play, match), 2, helpers=False)
    playing = pool.unordered(range(1, 1000))
    assert isinstance(next(playing)[1], PlayedGame)
    processes = pool.pids()
    assert len(processes) == 2 and all(is_alive(process) for process in processes)
    playing.close()
    pool.close()
    assert not any(is_alive(process) for process in processes) and pool.pids() == []
    with pytest.raises(WorkerLost, match="closed"):
        pool.do(1)


def is_alive(process: int | None) -> bool:
    assert process is not None
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_that_died_with_nothing_to_do_is_replaced(match: Match) -> None:
    pool = WorkerPool[int, PlayedGame](partial(play, match), helpers=False)
    playing = pool.unordered((1, 2))
    assert isinstance(next(playing)[1], PlayedGame)
    pool._idle[0].process.kill()
    pool._idle[0].process.join()
    number, second = next(playing)
    assert isinstance(second, PlayedGame) and second.result.number == number == 2
    assert list(playing) == []
    pool.close()


def test_a_pool_can_be_used_again_when_its_processes_were_dismissed(match: Match) -> None:
    pool = WorkerPool[int, PlayedGame](partial(play, match))
    first = pool.do(1)
    [process] = pool.pids()
    pool.dismiss()
    assert not is_alive(process) and not pool._idle
    assert timeless(pool.do(1).result) == timeless(first.result) and pool.pids() != [process]
    pool.close()


def test_steps_come_one_by_one_from_a_nicer_process_that_ends_with_them() -> None:
    async def take(most: int) -> tuple[list[int], list[int], list[int]]:
        pool = WorkerPool[int, int](counted, nice=3)
        found, pids = [], []
        async with aclosing(pool.stream(5)) as steps:
            async for step in steps:
                found.append(step)
                pids = pool.pids()
                if len(found) == most:
                    break
        return found, pids, pool.pids()

    for most in (3, 99):
        found, pids, after = asyncio.run(take(most))
        assert found == [os.nice(0) + 3, 1, 2, 3, 4][:most] and len(pids) == 1 and after == []
        assert not is_alive(pids[0])


def test_a_stream_that_hangs_is_ended_in_time_or_when_it_is_cancelled() -> None:
    async def hang(timeout_s: float | None) -> None:
        pool = WorkerPool[float, float](sleeping, timeout_s=timeout_s)
        taking = asyncio.create_task(first_of(pool))
        if timeout_s is None:
            while not pool.pids():
                await asyncio.sleep(0.01)
            taking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await taking
        else:
            with pytest.raises(WorkerLost, match="without an answer"):
                await taking
        assert pool.pids() == []

    async def first_of(pool: WorkerPool[float, float]) -> float:
        async with aclosing(pool.stream(3600.0)) as steps:
            return await anext(steps)

    asyncio.run(asyncio.wait_for(hang(None), 60))
    asyncio.run(asyncio.wait_for(hang(0.2), 60))


@pytest.mark.parametrize(
    ("status", "words"),
    [(-9, "by signal 9"), (1, "with status 1; see above"), (0, "without a word"), (None, "without a word")],
)
def test_how_a_process_ended_is_said(status: int | None, words: str) -> None:
    assert how_it_ended(status) == words


# ---- Ray -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def workers() -> Iterator[int]:
    """A cluster on this machine that plays three games at a time, each in a process of its own."""
    ray.init(address="local", num_cpus=3, include_dashboard=False, log_to_driver=False)
    yield 3
    ray.shutdown()


def test_a_worker_of_the_cluster_that_is_killed_costs_no_result(
    workers: int, match: Match, expected: dict[int, PlayedGame], tmp_path: Path
) -> None:
    assert sorted_out(played_on_ray(match, NUMBERS, play=dies_once)) == (expected, [])
    assert left(tmp_path, "died") == 1 and left(tmp_path, "worker-*") >= 2


def test_a_game_nobody_in_the_cluster_survives_is_named(
    workers: int, match: Match, expected: dict[int, PlayedGame], tmp_path: Path
) -> None:
    played, (lost,) = sorted_out(played_on_ray(match, NUMBERS, play=always_dies))
    assert played == {number: game for number, game in expected.items() if number != DEADLY}
    assert lost.number == DEADLY and lost.why.startswith("its worker died 3 times, the last time so: ")
    assert left(tmp_path, "died-*") == MAX_TRIES


def test_a_machine_with_another_farmstead_is_refused(workers: int, match: Match) -> None:
    with pytest.raises(BadSetup, match="and this is"):
        sorted_out(played_on_ray(match, NUMBERS, play=of_another_version))


def test_the_games_of_a_dataset_are_the_same_on_a_cluster(workers: int) -> None:
    """Slow: processes of a cluster are started."""
    job = DatasetJob("sunflower-valley", 2, ("uniform",), 2)
    played = {game.number: game for game in done_on_ray(job, [1, 2], 2, play_game)}
    assert played == {number: play_game(job, number) for number in (1, 2)}


def test_one_may_stop_listening_to_the_cluster(workers: int, match: Match) -> None:
    playing = played_on_ray(match, range(1, 1000))
    assert isinstance(next(playing), PlayedGame)
    playing.close()
    assert ray.is_initialized()  # it was there before


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:9")
    with pytest.raises(BadSetup, match=r"nobody answers at 127\.0\.0\.1:9"):
        cluster._start(ray, None)


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadSetup, match=r"pip install 'farmstead\[cluster\]'"):
        next(played_on_ray(Match("sunflower-valley", 2, ("uniform", "uniform"), 2), [1]))
