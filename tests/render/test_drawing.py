"""What every drawing has without writing it, and what the table itself refuses, in words."""

from collections.abc import Sequence

import pytest
from rich.text import Text

from farmstead import shelf
from farmstead.cli.menu import Menu
from farmstead.cli.sentences import Sentences
from farmstead.engine.contract import Event, Game, IllegalMove, Seat
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.render import ENDLESS, Drawing, ScoreLines, View, drawing_for
from farmstead.render.shared import capital, key_of, listing, lowered, meant, quoted, signed
from farmstead.render.words import words_for
from tests.render.pictures import printed

GAMES = pytest.mark.parametrize("name", shelf.names())


class Bare(Drawing):
    """Only what a game must write."""

    looks = ("sheet",)

    def sheet(
        self, view: View, legal: Sequence[str], scores: ScoreLines, width: int, height: int = ENDLESS
    ) -> Text:
        return Text("sheet")

    def look(self, what: str, view: View, seat: Seat, scores: ScoreLines, width: int) -> Text:
        return Text(what)

    def part(self, view: View) -> str:
        return "Part 1"

    def question(self, view: View) -> str:
        return "What now?"


class InSteps(Bare):
    """Moves word by word."""

    def steps(self, move: str) -> tuple[str, ...]:
        return tuple(move.split())


def bare(game: Game, sort: type[Bare] = Bare) -> Bare:
    return sort(game, drawing_for(game).components)


def menu_text(drawing: Drawing, game: Game, *steps: str) -> str:
    table = Table(game, game.setup(2))
    table.settle(QuickDealer(1))
    seat = table.state.to_act()[0]
    menu = Menu(drawing, [str(move) for move in table.state.legal(seat)])
    for step in steps:
        assert menu.take(step) is None
    teller = Sentences(game, table.setup.options, drawing, ["Ada", "Bo"])
    return printed(menu.asked(teller, table.state.view(seat)))


# ---- what a drawing need not write -------------------------------------------------------------------------


def test_a_drawing_that_writes_nothing_else_lists_the_moves_in_words() -> None:
    game = shelf.game("walnut-grove")
    shown = menu_text(bare(game), game)
    assert shown.splitlines()[0].rstrip() == "What now?"
    assert "1) Put the town pawn on the Church row" in shown


def test_moves_taken_apart_are_asked_for_step_by_step() -> None:
    game = shelf.game("walnut-grove")
    shown = menu_text(bare(game, InSteps), game, "start")
    assert shown.startswith("Start. And now? (`b` goes back)") and "1) church" in shown


def test_nothing_is_doubted_guessed_or_explained_unless_a_game_says_so() -> None:
    drawing = bare(shelf.game("sunflower-valley"))
    assert drawing.doubt({}, "take house", []) == drawing.about({}, "house") == ""
    assert drawing.closed({}, []) == drawing.closed_words({}, []) == drawing.guess({}, "house") == []
    assert drawing.undecided({}, "high_speed") == []
    assert drawing.because({}, "mountains", [Event("game_over")]) == ["The game is over."]
    assert drawing.line_words("high_speed") == "high-speed valley"


def test_who_has_won() -> None:
    drawing = bare(shelf.game("sunflower-valley"))
    assert drawing.verdict([3, 1, -2], [2, 1, 3], {}) == ["Seat 2 wins with 1 point."]
    assert drawing.verdict([-4, -4, -4], [1, 1, 1], {}) == [
        "Seat 1, Seat 2 and Seat 3 tie for the win with −4 points each."
    ]


# ---- phrases -----------------------------------------------------------------------------------------------


def test_phrases() -> None:
    assert [signed(number) for number in (-5, 0, 5, "-0.25")] == ["−5", "0", "5", "−0.25"]
    assert [listing(list(words)) for words in ("a", "ab", "abc")] == ["a", "a and b", "a, b and c"]
    assert lowered("The Lodge") == "the Lodge" and lowered("") == ""
    assert capital("the Lodge") == "The Lodge" and capital("") == ""
    assert quoted("x" * 60) == "x" * 60 and quoted("x" * 61) == "x" * 59 + "…"
    assert key_of(" Johansen's Mill ") == "johansens-mill"


@pytest.mark.parametrize(
    ("asked_for", "names"),
    [("well", ["well"]), ("ho", ["hotel", "horses"]), ("hotle", ["hotel"]), ("", []), ("xyzzy", [])],
)
def test_names_that_are_meant(asked_for: str, names: list[str]) -> None:
    assert meant(asked_for, ["well", "wells", "hotel", "horses"]) == names


# ---- what the table itself refuses -------------------------------------------------------------------------


@GAMES
def test_a_table_that_cannot_deal_speaks_of_chance_and_not_of_undo(name: str) -> None:
    game = shelf.game(name)
    table = Table(game, game.setup(2))
    table.settle(QuickDealer(1))
    with pytest.raises(IllegalMove) as caught:
        table.deal(QuickDealer(1))
    assert words_for(name).say_refusal(caught.value.refusal) == "There’s nothing to draw right now."


@GAMES
def test_what_cannot_be_taken_back(name: str) -> None:
    game, words = shelf.game(name), words_for(name)
    table = Table(game, game.setup(2))
    with pytest.raises(IllegalMove) as at_the_start:
        table.undo(0)
    assert words.say_refusal(at_the_start.value.refusal) == "There’s nothing to undo yet."
    table.settle(QuickDealer(1))
    with pytest.raises(IllegalMove) as after_chance:
        table.undo(0)
    assert words.say_refusal(after_chance.value.refusal) == (
        "Something has been drawn or rolled since, so this can’t be undone."
    )
