"""Puzzles: what ships is sound, the first answer counts, the day's is the same for everybody."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from farmstead import shelf
from farmstead.agents.hints import SURE_STANDARD_ERRORS, Comparison
from farmstead.agents.observation import observation_at
from farmstead.engine.contract import CHANCE
from farmstead.guides.lessons import Weighed
from farmstead.guides.puzzles import (
    HIGHEST,
    LOWEST,
    MIDDLE,
    Puzzle,
    expected,
    of_day,
    puzzled,
    puzzles_of,
    rated,
)
from farmstead.render.page import page_for
from farmstead.server.pages.posed import sight_of
from farmstead.server.puzzles.answers import Solver, former_days, next_for
from farmstead.server.store import PuzzleAnswer, day_of
from tests.server.asking import Browser, opened
from tests.server.finishing import NEXT, Wall
from tests.server.stores import awaited

PAGE_BYTES = 300_000
EVERY = 23  # one puzzle of so many is played and weighed again
TRIES = 8
GAMES = shelf.names()
DAY = "2031-05-06"

some = pytest.mark.parametrize(
    "puzzle",
    [each for game in GAMES for each in list(puzzles_of(game).values())[::EVERY]],
    ids=lambda each: f"{each.game}-{each.name}",
)


def first_wrong(puzzle: Puzzle) -> Weighed:
    return next(choice for choice in puzzle.choices if not choice.is_right)


# ---- what ships --------------------------------------------------------------------------------------------


def test_every_game_has_puzzles_each_from_a_game_of_its_own() -> None:
    assert set(puzzled()) == set(GAMES)
    for game in GAMES:
        found = puzzles_of(game)
        games = {(each.moves[0], *each.moves[1:40]) for each in found.values()}
        assert len(games) == len(found) > 0
        for puzzle in found.values():
            best = puzzle.choices[0]
            assert best.is_right and best.behind == 0 and puzzle.gap >= 1.0
            assert first_wrong(puzzle).behind > 2 * SURE_STANDARD_ERRORS * first_wrong(puzzle).error
            assert LOWEST <= puzzle.rating <= HIGHEST
            assert len({each.moves for each in puzzle.choices}) == len(puzzle.choices) >= 3


@some
def test_the_best_of_a_puzzle_stands_clear(puzzle: Puzzle) -> None:
    table = puzzle.table()
    seen = observation_at(table.game, table.state, puzzle.seat)
    offered = [choice.moves for choice in page_for(table.game).choices(seen.view, seen.legal)]
    assert sorted(offered) == sorted([choice.moves for choice in puzzle.choices])
    best, wrong = puzzle.choices[0], first_wrong(puzzle)
    comparison = Comparison(seen, [best.moves, wrong.moves], 1)
    comparison.go_on(TRIES)
    assert comparison.advice()[0].plan == best.moves
    assert CHANCE not in table.state.to_act()


# ---- days and ratings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_no_puzzle_comes_again_before_all_have_had_their_day(game: str) -> None:
    count = len(puzzles_of(game))
    days = [(date.fromisoformat(DAY) + timedelta(days=n)).isoformat() for n in range(count + 1)]
    names = [of_day(game, day).name for day in days]
    assert len(set(names[:count])) == count and names[count] == names[0]


def test_former_days_go_back_as_far_as_there_are_puzzles() -> None:
    most = max([len(puzzles_of(game)) for game in GAMES])
    found, days = list[str](), former_days(DAY, "")
    while days:
        found += days
        days = former_days(DAY, days[-1])
    assert len(found) == len(set(found)) == most - 1 and found == sorted(found, reverse=True)
    assert all(day < DAY for day in found) and former_days(DAY, "2999-01-01") == former_days(DAY, "")


def test_before_the_first_days_that_can_be_written_there_are_none() -> None:
    for day in ("0001-01-01", "0001-01-10", "1999-12-31"):
        assert former_days(DAY, day) == []


def test_ratings_go_up_with_what_is_solved_and_most_with_what_is_hard() -> None:
    assert expected(1500, 1500) == 0.5 and expected(1900, 1500) > 0.9
    easy, hard = rated(1500, 50, 1200, True), rated(1500, 50, 1800, True)
    assert 1500 < easy < hard
    assert rated(1500, 50, 1200, False) < rated(1500, 50, 1800, False) < 1500
    assert rated(None, 0, MIDDLE, True) - MIDDLE == 32 and rated(MIDDLE, 50, MIDDLE, True) - MIDDLE == 12


def answer_on(day: str, game: str = GAMES[0], puzzle: str = "1", n: int = 1) -> PuzzleAnswer:
    return PuzzleAnswer(game, puzzle, n, 0, day, 0.0, True, 1500.0)


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ([], 0),
        ([DAY], 1),
        (["2031-05-05"], 1),
        (["2031-05-04"], 0),
        ([DAY, DAY, "2031-05-05", "2031-05-04", "2031-05-02"], 3),
        (["", "2031-05-05", "2031-05-04"], 2),
    ],
)
def test_a_streak_counts_days_in_a_row(days: list[str], streak: int) -> None:
    assert Solver(tuple([answer_on(day) for day in days])).streak(DAY) == streak


def test_the_next_puzzle_is_near_ones_rating_and_new() -> None:
    game = GAMES[0]
    names = list(puzzles_of(game))
    known = Solver(tuple([answer_on("", game, name, n) for n, name in enumerate(names[1:], 1)]))
    assert next_for(game, known) == names[0] and next_for(game, known, {names[0]}) == ""


# ---- answering ---------------------------------------------------------------------------------------------


async def answer(browser: Browser, puzzle: Puzzle, moves: tuple[str, ...], language: str = "en") -> Any:
    sent = await browser.http.post(
        f"/puzzles/{puzzle.game}/{puzzle.name}/answer",
        json={"moves": moves},
        headers={"accept-language": language},
    )
    return sent.status_code, sent.json()


@awaited
async def test_the_first_answer_counts_and_is_told_at_once(tmp_path: Path) -> None:
    """Slow: the boards of the position and the list of puzzles are drawn for the first time."""
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        game = GAMES[0]
        puzzle = of_day(game, day_of(door.core.store.now()))
        _, told = await answer(ada, puzzle, puzzle.choices[0].moves)
        assert told["solved"] and told["counted"] and told["rating"] == 1500 + told["change"] > 1500
        assert told["best"] == list(puzzle.choices[0].moves) and told["others"][0]["mine"]
        _, again = await answer(ada, puzzle, first_wrong(puzzle).moves)
        assert not again["solved"] and not again["counted"] and again["rating"] == told["rating"]
        assert again["behind"] >= 1.0 and again["change"] is None and again["best_words"] == told["words"]
        listed = (await ada.http.get("/puzzles")).text
        assert f">{told['rating']}</strong>" in listed and "mark solved" in listed
        mine = await ada.get("/me/export")
        assert [each["puzzle"] for each in mine["puzzles"]] == [puzzle.name]


@awaited
async def test_a_puzzle_that_was_met_before_counts_for_its_day(tmp_path: Path) -> None:
    """Else who has answered many could not go on with a streak."""
    wall = Wall()
    async with opened(tmp_path, clock=wall) as door:
        ada = await door.visitor("Ada")
        puzzle = of_day(GAMES[0], NEXT)
        _, early = await answer(ada, puzzle, puzzle.choices[0].moves)
        assert early["counted"] and early["streak"] == 0
        wall.pass_midnight()
        _, told = await answer(ada, puzzle, first_wrong(puzzle).moves)
        assert told["streak"] == 1 and not told["counted"] and told["rating"] == early["rating"]
        (kept,) = (await ada.get("/me/export"))["puzzles"]
        assert (kept["day"], kept["solved"]) == (NEXT, True)
        await ada.ask("DELETE", "/me")
        assert await door.core.store.puzzles.of(1) == []


@awaited
async def test_an_answer_that_was_shown_counts_as_missed(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor("Ada")
        puzzle = next(iter(puzzles_of(GAMES[1]).values()))
        _, told = await answer(ada, puzzle, ())
        assert not told["solved"] and told["change"] < 0 and told["best_words"] and not told["words"]


@awaited
async def test_nobody_without_a_name_is_rated_and_nothing_wrong_is_taken(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        somebody = await door.visitor()
        puzzle = next(iter(puzzles_of(GAMES[0]).values()))
        _, told = await answer(somebody, puzzle, puzzle.choices[0].moves)
        assert told["solved"] and told["rating"] is None and not told["counted"]
        status, problem = await answer(somebody, puzzle, ("lay the moon",))
        assert (status, problem["key"]) == (422, "not_a_choice")
        for path in (f"/puzzles/{GAMES[0]}/nowhere", "/puzzles/nowhere/1", "/puzzles?before=2031-02-31"):
            assert 400 <= (await somebody.http.get(path)).status_code < 500, path


@pytest.mark.parametrize(("name", "asked", "status"), [("nowhere", "boards", 404), ("", "answer", 422)])
@awaited
async def test_who_asks_wrongly_all_the_time_is_refused(
    tmp_path: Path, name: str, asked: str, status: int
) -> None:
    async with opened(tmp_path, pace=0.05) as door:
        somebody = await door.visitor()
        path = f"/puzzles/{GAMES[0]}/{name or next(iter(puzzles_of(GAMES[0])))}/{asked}"
        sent: Any = {"method": "POST", "json": {"moves": ["x"]}} if asked == "answer" else {"method": "GET"}
        found = [(await somebody.http.request(url=path, **sent)).status_code for _ in range(40)]
        assert found[0] == status and set(found) == {status, 429}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@awaited
async def test_pages_and_boards_in_every_language(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path) as door:
        ada = await door.visitor()
        headers = {"accept-language": language}
        for game in GAMES:
            puzzle = of_day(game, DAY)
            here = f"/puzzles/{game}/{puzzle.name}"
            pages = [(await ada.http.get(path, headers=headers)).text for path in ("/puzzles", here)]
            assert all(f'lang="{language}"' in text and len(text) < PAGE_BYTES for text in pages)
            boards = msgspec.json.decode((await ada.http.get(f"{here}/boards", headers=headers)).content)
            assert len(boards["choices"]) == len(puzzle.choices) and boards["pictures"] and boards["question"]
            _, told = await answer(ada, puzzle, first_wrong(puzzle).moves, language)
            assert told["words"] and told["best_words"]
            placed = [each["placed"] for each in told["others"]]  # told apart where pointing does not do it
            assert len({*placed}) == len(placed) and all(placed)


def test_a_seat_sees_no_more_than_at_a_table() -> None:
    """The view of the seat is all that is drawn from."""
    puzzle = of_day(GAMES[1], DAY)
    table = puzzle.table()
    assert sight_of(puzzle, "en").view == table.state.view(puzzle.seat)
