"""What programs find in `farmstead`, on both builds: documentation, copies, equality, boards in letters."""

from __future__ import annotations

import copy
import inspect
import pickle
import pydoc
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import farmstead
from farmstead import (
    CHANCE,
    BadRecord,
    Dealer,
    Event,
    Game,
    IllegalMove,
    KeyedDealer,
    Observation,
    Picture,
    QuickDealer,
    Record,
    Refusal,
    Setup,
    State,
    Table,
    UnreadableFile,
    load,
    read_record,
    replay,
    shelf,
    write_record,
)
from farmstead.engine.contract import BadSetup, NotUnderstood, parse_event
from farmstead.engine.editions import BadEdition
from farmstead.engine.table import PlayedMove
from farmstead.render.words import words_for
from pebbles.rules import GAME as PEBBLES

DOCS = Path(__file__).parents[2] / "docs"
GAMES = pytest.mark.parametrize(
    "game", [shelf.game(name) for name in shelf.SHELF] + [PEBBLES], ids=lambda game: game.name
)
CONSTANTS = ("CHANCE", "__version__")
OF_INSTANCES = {  # what their constructors set, where no slots say it
    "Table": {"game", "setup", "state", "entries"},
    "Picture": {"svg"},
}


def played(game: Game, moves: int = 40) -> Table:
    """A game in the midst of which everything has happened once."""
    moves = min(moves, 6) if game is PEBBLES and moves < 1000 else moves
    table, dealer, dice = Table(game, game.setup(2)), KeyedDealer(b"public"), QuickDealer(3)
    table.settle(dealer)
    while table.state.to_act() and len(table.entries) < moves:
        seat = table.state.to_act()[0]
        table.play(seat, str(table.state.pick(seat, dice)))
        table.settle(dealer)
    return table


# ---- documentation -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in farmstead.__all__ if name not in CONSTANTS])
def test_every_public_name_says_what_it_is(name: str) -> None:
    found = getattr(farmstead, name)
    assert inspect.getdoc(found), f"{name} has no docstring"
    said = pydoc.plain(pydoc.render_doc(found))
    assert len(said) > 60
    if not inspect.isclass(found):
        assert "..." not in str(inspect.signature(found))
        return
    for attribute, member in vars(found).items():
        if not attribute.startswith("_") and inspect.isroutine(member):
            assert inspect.getdoc(member), f"{name}.{attribute} has no docstring"
            assert str(inspect.signature(member)).startswith("(self"), attribute


def test_nothing_else_is_found_in_the_package() -> None:
    there = {name for name in dir(farmstead) if not name.startswith("__")}
    assert there == {name for name in farmstead.__all__ if not name.startswith("__")}
    found = vars(farmstead).items()
    strange = {name for name, value in found if name[0] != "_" and not inspect.ismodule(value)}
    assert strange <= {*farmstead.__all__}


@pytest.mark.parametrize(
    "kind", [*(State, Table, Game, Setup, Record, Refusal, Event), Observation, PlayedMove, Dealer, Picture]
)
def test_the_page_names_all_that_public_things_have(kind: type) -> None:
    page = (DOCS / "python.md").read_text()
    section = page[page.index("## All that they have") :].split("\n## ")[0]
    (row,) = [line for line in section.splitlines() if line.startswith(f"| `{kind.__name__}`")]
    names = {name for name in [*vars(kind), *getattr(kind, "__annotations__", ())] if name[0] != "_"}
    said = set(re.findall(r"`(\w+)[(`]", row)) - {kind.__name__}
    assert names <= said, f"{names - said} of {kind.__name__} stand nowhere"
    given = {name for name in said if name not in names}
    assert given <= OF_INSTANCES.get(kind.__name__, set()), f"{given}: {kind.__name__} has no such thing"


def test_help_names_the_arguments_and_their_types() -> None:
    said = pydoc.plain(pydoc.render_doc(Table))
    assert "Check a move and make it." in said
    assert "seat: 'Seat', text: 'str'" in said or "play(self, seat: Seat, text: str) -> list[Event]" in said
    assert "Farmstead: two board games" in pydoc.plain(pydoc.render_doc(farmstead))


# ---- copies --------------------------------------------------------------------------------------------


@GAMES
def test_positions_are_pickled_and_copied_by_their_texts(game: Game) -> None:
    state = played(game).state
    for found in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert found == state and found is not state and found.text() == state.text()
        assert found.game() is game
    seat = state.to_act()[0]
    copied = copy.deepcopy(state)
    copied.apply(seat, copied.legal(seat)[0])
    assert copied != state


@GAMES
def test_moves_and_tables_are_pickled_too(game: Game) -> None:
    table = played(game)
    seat = table.state.to_act()[0]
    for move in table.legal(seat):
        assert pickle.loads(pickle.dumps(move)) is move is copy.deepcopy(move)
    for found in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table)):
        assert found.moves() == table.moves() and found.state == table.state and found.setup == table.setup
        found.play(seat, str(found.legal(seat)[0]))
        assert len(found.entries) == len(table.entries) + 1


def test_a_table_with_components_of_its_own_is_pickled_with_them() -> None:
    text = shelf.edition_text("sunflower-valley").replace('name = "farmstead"', 'name = "mybox"', 1)
    table = played(shelf.game_with("sunflower-valley", text), 12)
    found = pickle.loads(pickle.dumps(table))
    assert found.setup.edition == table.setup.edition != shelf.game("sunflower-valley").label
    assert found.state == table.state and "Seat 1" in str(found)


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove(Refusal("WG 5.6", "not_now", "pass", {"seat": 1}, ["leave"])),
        NotUnderstood(Refusal("SV 8.4", "unknown_verb", "fly")),
        BadSetup("five is too many", "seats"),
        BadEdition(["one", "two"]),
        BadRecord(7, "illegal", "fly"),
    ],
)
def test_errors_reach_another_process(error: Exception) -> None:
    found = pickle.loads(pickle.dumps(error))
    assert type(found) is type(error) and str(found) == str(error)


def test_dealers_go_on_where_they_were() -> None:
    dealer = QuickDealer(5)
    dealer.below(10)
    found = pickle.loads(pickle.dumps(dealer))
    assert [found.below(1000) for _ in range(5)] == [dealer.below(1000) for _ in range(5)]
    assert pickle.loads(pickle.dumps(KeyedDealer(b"k"))).key == b"k"


# ---- equality and what is shown ------------------------------------------------------------------------


@GAMES
def test_setups_and_positions_are_equal_by_what_they_say(game: Game) -> None:
    assert game.setup(2) == game.setup(2) != game.setup(3)
    assert len({game.setup(2), game.setup(2)}) == 1
    state = played(game).state
    assert state == game.position(state.text()) != played(game, 4).state
    with pytest.raises(TypeError, match="text"):
        hash(state)


@GAMES
def test_reprs_say_which_seat_counted_from_0(game: Game) -> None:
    table = played(game)
    seat = table.state.to_act()[0]
    assert repr(table).startswith(f"<Table {game.name}, 2 seats, {len(table.entries)} moves, seat")
    waiting = f"seat {seat} to act" if game is not PEBBLES else "seats 0 and 1 to act"
    assert waiting in repr(table) and waiting in repr(table.state)
    assert "chance to act" in repr(game.start(game.setup(2))) and game.name in repr(game.setup(2))
    assert repr(parse_event("1 took die=house")) == "<seat 0: took die=house>"
    moved = next(entry for entry in table.entries if entry.seat == 0)
    assert repr(moved).startswith(f"<PlayedMove of seat 0: {moved.text}")
    assert any(repr(entry).startswith("<PlayedMove of chance: ") for entry in table.entries)
    record = read_record(write_record(table))
    assert repr(record) == f"<Record of {game.name}, 2 seats, {len(table.entries)} moves, unfinished>"


def test_one_seat_is_no_seats() -> None:
    grove = shelf.game("walnut-grove")
    table = Table(grove, grove.setup(1))
    for shown in (table, table.state, table.setup, read_record(write_record(table))):
        assert ", 1 seat, " in repr(shown)


@GAMES
def test_a_position_is_drawn_in_letters(game: Game) -> None:
    table = played(game)
    drawn = str(table.state)
    assert drawn == str(table) and "object at" not in drawn
    assert len(drawn.splitlines()) > 3 or game is PEBBLES  # which is not on the shelf here, so has no words
    assert str(game.start(game.setup(2))) and str(played(game, 100_000))


def test_a_drawing_shows_the_lands_of_all_seats() -> None:
    for name in shelf.SHELF:
        drawn = str(played(shelf.game(name)))
        assert "eat 1" in drawn and "eat 2" in drawn


def test_errors_are_sentences_and_still_have_their_keys() -> None:
    table = played(shelf.game("sunflower-valley"))
    seat = table.state.to_act()[0]
    with pytest.raises(IllegalMove) as caught:
        table.play(1 - seat, "pass")
    said = str(caught.value)
    assert said.startswith(f"It’s the turn of seat {seat} (SV 2.2). (") and said.endswith(f" whose={seat})")
    assert f"pass: {caught.value.refusal}" in said
    shown = words_for("sunflower-valley").say_refusal(caught.value.refusal)
    assert shown.startswith(f"It’s the turn of seat {seat + 1} (SV 2.2).")  # as people read it


# ---- stepping ------------------------------------------------------------------------------------------


@GAMES
def test_a_child_leaves_its_parent_as_it_is(game: Game) -> None:
    state = played(game).state
    before, seat = state.text(), state.to_act()[0]
    move = state.legal(seat)[0]
    child = state.child(seat, move)
    assert state.text() == before != child.text()
    other = state.clone()
    other.apply(seat, move)
    assert child == other
    with pytest.raises(IllegalMove):
        state.child(CHANCE, move)
    start = game.start(game.setup(2))
    assert [start.child(CHANCE, outcome) != start for outcome, _ in start.odds()]


@GAMES
def test_positions_may_be_kept(game: Game) -> None:
    table = played(game)
    kept = list(table.positions())
    assert len(kept) == len(table.entries) + 1 and kept[-1] == table.state
    assert kept[0] == game.start(table.setup) != kept[-1]
    assert len({state.text() for state in kept}) == len(kept)
    assert [state.text() for state in kept] == [
        each.state.text() for each in replay(game, table.setup, table.moves())
    ]


@pytest.mark.parametrize("name", ["game.record", "valley.record"])
def test_a_record_is_loaded_from_path_text_and_bytes(name: str) -> None:
    path = DOCS / name
    table = load(path)
    assert table.moves() == load(str(path)).moves() == load(path.read_text()).moves()
    assert load(path.read_bytes()).state == table.state
    assert write_record(load(path)).splitlines()[:7] == path.read_text().splitlines()[:7]
    half = load(path, moves=10)
    assert len(half.entries) == 10 and half.state == list(table.positions())[10]
    assert read_record(path.read_text()).moves == table.moves()


def test_what_is_wrong_with_a_record_is_said() -> None:
    with pytest.raises(BadRecord, match=r"line 1: not_a_record"):
        load("no record\nat all\n")
    with pytest.raises(BadRecord, match=r"line 1: empty"):
        load("")
    text = (DOCS / "valley.record").read_text()
    line = next(n for n, each in enumerate(text.splitlines(), 1) if "take" in each)
    with pytest.raises(BadRecord, match=rf"^Line {line} is wrong: .*`tale .*Choose the file as it was saved"):
        load(text.replace("take", "tale", 1))
    with pytest.raises(BadRecord, match=r"^Line \d+ is wrong: the file breaks off here.*Choose the file"):
        load(text[:300])
    last = len(text.splitlines())
    for read in (load, read_record):
        with pytest.raises(BadRecord, match=rf"^Line {last} is wrong: the checksum doesn’t match"):
            read(text.replace("= 40 41", "=  40 41") if read is read_record else f"{text[:-2]}x")


def test_an_edited_record_is_read_and_says_so_and_where_it_goes_wrong() -> None:
    text = (DOCS / "valley.record").read_text()
    record = read_record(text.replace("take", "tale", 1), edited=True)
    assert not record.intact and repr(record).endswith("168 moves, score 40 41, edited>")
    before = next(n for n, (_, move) in enumerate(record.moves) if "tale" in move)
    with pytest.raises(NotUnderstood, match=rf"\(after {before} moves, tale .*\)$") as caught:
        list(replay(shelf.game("sunflower-valley"), record.setup, record.moves))
    assert caught.value.after == before == pickle.loads(pickle.dumps(caught.value)).after
    moves = [*record.moves[:before], (CHANCE, "roll HSULCC")]
    with pytest.raises(IllegalMove, match=rf"after {before} moves"):
        list(replay(shelf.game("sunflower-valley"), record.setup, moves))


def test_a_file_that_cannot_be_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    asked: list[Callable[[], object]] = [
        lambda: load("there/is/no.record"),
        lambda: read_record("there/is/no.record"),
        lambda: load(tmp_path),
        lambda: load("\0"),
        lambda: farmstead.game("walnut-grove", "no.toml"),
    ]
    for ask in asked:
        with pytest.raises(
            UnreadableFile, match=r"^`.*` can’t be read: .*\. Give the path of an? .*\.$"
        ) as caught:
            ask()
        assert isinstance(caught.value.__cause__, OSError | ValueError)


def test_options_may_be_a_plain_text() -> None:
    grove = shelf.game("walnut-grove")
    assert grove.setup(2, "french beside=off") == grove.setup(2, ["french", "beside=off"])
    assert shelf.game("sunflower-valley").setup(2, "family").options == ("family",)
    with pytest.raises(BadSetup, match="'nonsense' is no option"):
        grove.setup(2, "nonsense")


def test_an_edition_of_ones_own_is_named_by_text_or_path(tmp_path: Path) -> None:
    text = shelf.edition_text("sunflower-valley").replace('name = "farmstead"', 'name = "mybox"', 1)
    (tmp_path / "box.toml").write_text(text)
    game = farmstead.game("sunflower-valley", tmp_path / "box.toml")
    record = write_record(played(game, 10))
    assert load(record, text).state == load(record, tmp_path / "box.toml").state
    assert (
        farmstead.game("walnut-grove") is shelf.game("walnut-grove")
        and "walnut-grove" in farmstead.game_names()
    )
