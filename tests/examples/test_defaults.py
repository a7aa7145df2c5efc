"""What stands in for missing parts does so for every game, with whatever its views hold."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from farmstead import shelf
from farmstead.defaults.drawing import PlainDrawing
from farmstead.defaults.evaluator import PLAYOUTS, PlayoutEvaluator
from farmstead.defaults.page import PlainPage
from farmstead.engine.contract import CHANCE
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.playout import play_out
from tests.examples.subject import SUBJECTS as PEBBLES
from tests.laws import Subject, random_table
from tests.subjects import SUBJECTS

SOME = [next(each for each in SUBJECTS if each.game.name == name) for name in shelf.names()]
EVERY = 37  # moves from one position that is looked at to the next


def shown_texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("subject", SOME, ids=str)
def test_the_plain_page_shows_any_view_and_every_legal_move(subject: Subject, narrow: bool) -> None:
    page = PlainPage(subject.game, "de", [])
    for n, table in enumerate(random_table(subject, 1)):
        if n % EVERY:
            continue
        for seat in range(subject.seats):
            view, legal = table.state.view(seat), [str(move) for move in table.state.legal(seat)]
            (board,) = page.boards(view, seat, narrow)
            assert board.area == "main" and shown_texts(board.svg)
            assert all(len(row) == len(grid.rows[0]) for grid in page.grids(view) for row in grid.rows)
            assert [choice.moves for choice in page.choices(view, legal)] == [(move,) for move in legal]
            assert (page.asked(view) is not None) == (seat in table.state.to_act())
            assert page.heading(view).title[1]["stage"]


@pytest.mark.parametrize("subject", SOME, ids=str)
def test_the_plain_drawing_asks_whoever_is_to_act(subject: Subject) -> None:
    drawing = PlainDrawing(subject.game, "fr")
    table = next(table for table in random_table(subject, 2) if table.state.to_act()[0] != CHANCE)
    seat = table.state.to_act()[0]
    assert drawing.question(table.state.view(seat)) and not drawing.question(table.state.view(None))
    assert drawing.part(table.state.view(None))


def test_lines_that_a_view_does_not_tell_are_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bets of others are secret as soon as there may be some."""
    monkeypatch.setitem(shelf.SHELF, "pebbles", "pebbles")
    subject = PEBBLES[1]
    page = PlainPage(subject.game, "en", [])
    views = [table.state.view(0) for table in random_table(subject, 3) if table.state.to_act()]
    first, last, lines = views[0], views[-1], ["taken", "bets", "total"]
    assert page.known_lines(first, 1, lines) == set(lines)
    assert page.known_lines(last, 1, lines) == {"taken"} and page.known_lines(last, 0, lines) == set(lines)


def test_playouts_find_what_a_move_is_worth() -> None:
    subject = PEBBLES[1]
    evaluator = PlayoutEvaluator(subject.game)
    table = next(
        table for table in random_table(subject, 4) if table.state.stage() == "" and len(table.entries) > 2
    )
    seat = table.state.to_act()[0]
    turns = {str(turn.moves[0]): turn.value for turn in evaluator.turns(table.state, seat)}
    assert turns["bet"] == pytest.approx(turns["stay"] + 1), "with the same luck, a bet is a point"
    assert set(evaluator.value_by_line(table.state, seat)) == {"taken", "bets"}
    play_out(table.state, QuickDealer(PLAYOUTS))
    assert [evaluator.value(table.state, each) for each in range(2)] == table.state.scores()
