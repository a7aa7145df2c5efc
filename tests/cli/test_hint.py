"""`farmstead hint` on records, and `h` at the terminal."""

import io
import json
import re
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.agents import Advice
from farmstead.agents.evaluators import evaluator_for
from farmstead.agents.hints import GAIN, TRADE, Hint, HintReason, Suggestion
from farmstead.agents.observation import observation_at
from farmstead.cli import main
from farmstead.cli.decision import DecisionPrompt
from farmstead.cli.hint import plan_words, sentence
from farmstead.cli.match import TerminalMatch
from farmstead.cli.play import begun
from farmstead.cli.replay import RecordedPositions
from farmstead.engine.contract import CHANCE, Seat, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import write_record
from farmstead.engine.table import Table
from farmstead.render.hint_sentences import error, figure
from farmstead.render.words import vocabulary, words_for
from tests.cli.test_play import Typist
from tests.cli.test_replay import played

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
GAMES = pytest.mark.parametrize("game", shelf.names())
FEW = ["--iterations", "2"]
LATE = 0.8  # of the way through a game, where little is left to try out


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("farmstead.cli.decision.HINT_TRIES", 2)


@pytest.fixture
def record(game: str, tmp_path: Path) -> Path:
    return played(game, 1, tmp_path)


def choice_in(record: Path, least: int = 3, after: float = LATE) -> tuple[int, int, list[str]]:
    """A position with several legal moves: after how many moves, whose, and the moves."""
    film = RecordedPositions(record, None, None)
    for ply, (seat, _) in enumerate(film.record.moves):
        if ply >= after * film.length and seat != CHANCE:
            legal = [str(move) for move in film.table(ply).state.legal(seat)]
            if len(legal) >= least:
                return ply, seat, legal
    raise AssertionError("no such decision")


def hinted(capsys: Capture, *args: str) -> str:
    capsys.readouterr()
    assert main(["hint", *args]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *args: str) -> str:
    capsys.readouterr()
    assert main(["hint", *args]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("farmstead: ") and "Traceback" not in said.err
    return said.err


# ---- a record ------------------------------------------------------------------------------------------


@GAMES
def test_a_position_of_a_record(game: str, record: Path, capsys: Capture) -> None:
    ply, seat, _ = choice_in(record)
    out = hinted(capsys, str(record), "--ply", str(ply), *FEW)
    film = RecordedPositions(record, None, None)
    view = film.table(ply).state.view(seat)
    heading = f"After move {ply} of {film.length}, {film.drawing.part(view)}: Seat {seat + 1} to move."
    flat = " ".join(out.split())
    assert heading in flat and " ".join(film.drawing.question(view).split()) in flat
    assert "Points Behind" in flat and " best " in flat
    assert (
        "2 tries of each of" in flat
        and "± is one standard error: how unsure the tries leave it, not how differently" in flat
    )
    assert "against the next best: " in flat and "against the best: " in flat
    assert max(map(len, out.splitlines())) <= 80


@GAMES
def test_as_json(game: str, record: Path, capsys: Capture) -> None:
    ply, seat, legal = choice_in(record)
    found: dict[str, Any] = json.loads(hinted(capsys, str(record), "--ply", str(ply), "--json", *FEW))
    assert list(found) == [
        *("format", "game", "ply", "length", "seat", "part", "question", "legal", "tries", "best", "why"),
    ]
    assert (found["format"], found["game"], found["ply"]) == ("farmstead hint 1", game, ply)
    assert (found["seat"], found["legal"]) == (seat + 1, len(legal))
    lines = {line for line in vocabulary(game)["line"] if line != "total"}
    for n, move in enumerate(found["best"]):
        assert list(move) == [
            *("move", "words", "points", "error", "behind", "behind_error"),
            *("lines", "against", "difference", "plan"),
        ]
        assert move["move"] in legal and move["plan"][0] == move["move"] and move["words"]
        assert set(move["lines"]) == lines == set(move["difference"])
        assert sum(move["lines"].values()) == pytest.approx(move["points"], abs=0.01)
        assert move["against"] == ("next best" if n == 0 else "best")
        assert sum(move["difference"].values()) == pytest.approx(
            move["points"] - found["best"][1 if n == 0 else 0]["points"], abs=0.02
        )
    assert found["best"][0]["behind"] == 0 and found["why"].endswith(".")


@GAMES
def test_the_table_and_the_document_say_the_same(game: str, record: Path, capsys: Capture) -> None:
    ply, _, _ = choice_in(record)
    args = [str(record), "--ply", str(ply), *FEW]
    found = json.loads(hinted(capsys, *args, "--json"))
    shown = " ".join(hinted(capsys, *args).split())
    assert found["why"] in shown
    for move in found["best"]:
        assert f"{move['points']:.1f}".replace("-", "−") in shown


@GAMES
def test_the_same_record_gives_the_same_answer(game: str, record: Path, capsys: Capture) -> None:
    ply, _, _ = choice_in(record)
    for more in ([], ["--json"]):
        args = [str(record), "--ply", str(ply), *FEW, *more]
        assert hinted(capsys, *args) == hinted(capsys, *args)


@GAMES
def test_from_standard_input_and_by_another_name(
    game: str, record: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    ply, _, _ = choice_in(record)
    file = hinted(capsys, str(record), "--at", str(ply), *FEW)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.read_bytes())))
    assert hinted(capsys, "-", "--ply", str(ply), *FEW) == file


@GAMES
def test_the_last_position_of_a_running_game(
    game: str, record: Path, tmp_path: Path, capsys: Capture
) -> None:
    ply, seat, _ = choice_in(record)
    film = RecordedPositions(record, None, None)
    running = tmp_path / "running.record"
    running.write_text(write_record(film.table(ply)))
    found = json.loads(hinted(capsys, str(running), "--json", *FEW))
    assert (found["ply"], found["length"], found["seat"]) == (ply, ply, seat + 1)


def test_how_many_moves(tmp_path: Path, capsys: Capture) -> None:
    record = played("walnut-grove", 1, tmp_path)
    ply, _, _ = choice_in(record, least=7, after=0.7)
    for count in (1, 2, 7):
        args = [str(record), "--ply", str(ply), "--best", str(count), "--json", *FEW]
        assert len(json.loads(hinted(capsys, *args))["best"]) == count
    alone = hinted(capsys, str(record), "--ply", str(ply), "--best", "1", *FEW)
    assert "against the next best" in alone and "against the best" not in alone


def test_how_many_moves_are_shown_changes_no_figure(tmp_path: Path, capsys: Capture) -> None:
    record = played("walnut-grove", 1, tmp_path)
    ply, _, _ = choice_in(record, least=7, after=0.7)
    found = []
    for count in (2, 7, 9):
        args = [str(record), "--ply", str(ply), "--best", str(count), "--json", *FEW]
        found.append(json.loads(hinted(capsys, *args)))
    assert len({hint["why"] for hint in found}) == len({hint["tries"] for hint in found}) == 1
    assert found[0]["best"] == found[1]["best"][:2] and found[1]["best"] == found[2]["best"][:7]


def test_too_few_tries_are_owned_up_to(tmp_path: Path, capsys: Capture) -> None:
    record = played("sunflower-valley", 1, tmp_path)
    ply, _, legal = choice_in(record)
    args = [str(record), "--ply", str(ply), "--iterations"]
    few = " ".join(hinted(capsys, *args, "1").split())
    assert f"from 2 tries of each of {len(legal)} moves" in few
    assert "1 tries in all are too few: each move needs 2." in few
    enough = " ".join(hinted(capsys, *args, str(4 * len(legal))).split())
    assert "too few" not in enough


def test_by_seconds(tmp_path: Path, capsys: Capture) -> None:
    record = played("walnut-grove", 1, tmp_path)
    ply, _, _ = choice_in(record)
    assert "best" in hinted(capsys, str(record), "--ply", str(ply), "--seconds", "0.05")


def test_several_seats_decide_at_the_same_time(tmp_path: Path, capsys: Capture) -> None:
    record = played("walnut-grove", 1, tmp_path)
    film = RecordedPositions(record, None, None)
    late = range(int(LATE * film.length), film.length)
    ply = next(ply for ply in late if list(film.table(ply).state.to_act()) == [0, 1])
    first = hinted(capsys, str(record), "--ply", str(ply), *FEW)
    assert "Seat 1 to move. Others to move at the same time: 2" in " ".join(first.split())
    second = hinted(capsys, str(record), "--ply", str(ply), "--seat", "2", *FEW)
    assert "Seat 2 to move. Others to move at the same time: 1" in " ".join(second.split())


def test_what_is_hidden_from_a_seat_does_not_change_its_hint(tmp_path: Path, capsys: Capture) -> None:
    """The same game with another value of a coin that only its owner has seen."""
    one = played("walnut-grove", 5, tmp_path)
    film = RecordedPositions(one, None, None)
    other = tmp_path / "other.record"
    for ply, (seat, text) in enumerate(film.record.moves):
        swapped = [
            coin for coin in ("copper", "silver", "gold") if text == "coin copper" and coin != "copper"
        ]
        for coin in swapped:
            found = _until_another_decides(film, ply, coin)
            if seat == CHANCE and found is not None:
                table, true, watcher = found
                other.write_text(write_record(table))
                one.write_text(write_record(true))
                assert table.state.view(watcher) == true.state.view(watcher)
                assert table.state.view(1 - watcher) != true.state.view(1 - watcher)
                args = ["--seat", str(watcher + 1), "--json", *FEW]
                assert hinted(capsys, str(one), *args) == hinted(capsys, str(other), *args)
                return
    pytest.fail("no coin that only its owner has seen")


def _until_another_decides(film: RecordedPositions, ply: int, coin: str) -> tuple[Table, Table, int] | None:
    """The tables with another coin and with the true one, when a seat is to act that did not see it."""
    true, table = film.table(ply), film.table(ply)
    if f"coin {coin}" not in [str(move) for move, _ in table.state.odds()]:
        return None
    true.play(CHANCE, film.record.moves[ply][1])
    table.play(CHANCE, f"coin {coin}")
    for mover, text in film.record.moves[ply + 1 : ply + 12]:
        for watcher in true.state.to_act():
            same = watcher != CHANCE and true.state.view(watcher) == table.state.view(watcher)
            if same and len(true.state.legal(watcher)) > 1:
                return table, true, watcher
        if text not in [str(move) for move in table.options(mover)]:
            return None
        true.play(mover, text)
        table.play(mover, text)
    return None


# ---- refusals ------------------------------------------------------------------------------------------


@GAMES
def test_when_the_game_is_over(game: str, record: Path, capsys: Capture) -> None:
    said = refused(capsys, str(record))
    ply = int(said.partition("--at ")[2].split()[0])
    length = RecordedPositions(record, None, None).length
    assert f"after {length} of {length} moves the game is over" in said and ply < length
    assert "best" in hinted(capsys, str(record), "--ply", str(ply), *FEW)


@GAMES
def test_when_chance_is_due(game: str, record: Path, capsys: Capture) -> None:
    said = refused(capsys, str(record), "--ply", "0")
    assert "after 0 of" in said and "chance comes first" in said
    ply = said.partition("--at ")[2].split()[0]
    assert "best" in hinted(capsys, str(record), "--ply", ply, *FEW)


@GAMES
def test_the_wrong_seat(game: str, record: Path, capsys: Capture) -> None:
    film = RecordedPositions(record, None, None)
    ply = next(ply for ply in range(film.length) if list(film.table(ply).state.to_act()) == [0])
    said = refused(capsys, str(record), "--ply", str(ply), "--seat", "2")
    assert f"after {ply} of {film.length} moves it is seat 1 who must decide, not seat 2" in said
    ply = int(said.partition("--at ")[2].split()[0])
    assert film.record.moves[ply][0] == 1


def test_no_such_thing(tmp_path: Path, capsys: Capture) -> None:
    record = str(played("sunflower-valley", 1, tmp_path))
    length = RecordedPositions(Path(record), None, None).length
    for ply in (length + 1, -length - 1, 10**9):
        said = refused(capsys, record, "--ply", str(ply))
        assert f"this record has {length} moves, so there is no position {ply}; --at " in said
    assert "there is no seat 3 in this game; seats are 1 to 2" in refused(capsys, record, "--seat", "3")
    both = refused(capsys, record, "--ply", "40", "--iterations", "9", "--seconds", "1")
    assert "--iterations 9 and --seconds 1 both say how long to think; leave one out" in both
    for option in ("--iterations", "--best"):
        assert f"{option} 0: a whole number from 1" in refused(capsys, record, option, "0")
    for seconds in ("nan", "inf", "0.005", "0", "61", "soon"):
        said = refused(capsys, record, "--seconds", seconds)
        assert f"--seconds {seconds}: a number from 0.01 to 60 is needed" in said


@pytest.mark.parametrize(
    "args",
    [
        ["-i", "4", "-i", "0"],
        ["-i", "4", "--iterations", "0"],
        ["--iterations=4", "--iterations=0"],
        ["-i", "4", "-i0"],
        ["-b", "3", "-i0"],
    ],
    ids=" ".join,
)
def test_the_last_of_a_repeated_option_is_the_one_refused(args: list[str], capsys: Capture) -> None:
    assert "--iterations 0: a whole number from 1 to" in refused(capsys, "any.record", *args)


def test_files_that_are_no_records(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "letter").write_text("dear diary")
    for path, words in ((tmp_path / "letter", "line 1"), (tmp_path / "none", "no such file")):
        assert main(["hint", str(path)]) == 1
        assert words in capsys.readouterr().err


def test_a_record_without_any_decision(tmp_path: Path, capsys: Capture) -> None:
    game = shelf.game("walnut-grove")
    path = tmp_path / "new.record"
    path.write_text(write_record(Table(game, game.setup(1))))
    assert "there is no decision of a player in this record" in refused(capsys, str(path))


# ---- at the terminal -----------------------------------------------------------------------------------


def match_of(game: str, path: Path, *seating: str) -> TerminalMatch:
    match = begun(Typist(), game, seating or ("person", "person"), [], None, "seed", path)
    match.hint_seconds = 0.0
    match.events += match.table.settle(match.dealer)
    return match


def at_choice(game: str, path: Path, after: int = 100) -> TerminalMatch:
    """A game in which somebody has a choice of several moves."""
    match, dealer = match_of(game, path), QuickDealer(4)
    while len(match.table.entries) < after or len(match.table.state.legal(match.table.state.to_act()[0])) < 3:
        seat = match.table.state.to_act()[0]
        match.play(seat, str(match.table.state.pick(seat, dealer)))
        match.events += match.table.settle(match.dealer)
    match.save()
    return match


@GAMES
@pytest.mark.parametrize("after", [0, 110, 140])
def test_h_gives_a_hint(game: str, after: int, tmp_path: Path, capsys: Capture) -> None:
    match = at_choice(game, tmp_path / "game", after)
    decision = DecisionPrompt(match, match.table.state.to_act()[0])
    capsys.readouterr()
    decision.obey("h")
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    flat = " ".join(out.split())
    assert "Points Behind" in flat and flat.endswith(".") and not decision.over
    shown = [move for move in decision.legal if f"`{move}`: " in flat]
    assert len(shown) == min(3, len(decision.legal))
    decision.obey(shown[0])
    assert decision.over


@GAMES
def test_a_hint_changes_nothing(game: str, tmp_path: Path, capsys: Capture) -> None:
    match = at_choice(game, tmp_path / "game")
    saved = {file.name: file.read_bytes() for file in tmp_path.glob("game*")}
    moves, events, seat = match.table.moves(), list(match.events), match.table.state.to_act()[0]
    view = match.table.state.view(seat)
    DecisionPrompt(match, seat).obey("h")
    assert (match.table.moves(), match.events, match.refused) == (moves, events, 0)
    assert match.table.state.view(seat) == view
    assert {file.name: file.read_bytes() for file in tmp_path.glob("game*")} == saved


@GAMES
def test_asking_again_gives_the_same_hint(game: str, tmp_path: Path, capsys: Capture) -> None:
    match = at_choice(game, tmp_path / "game")
    match.hint_seconds = 0.02
    decision = DecisionPrompt(match, match.table.state.to_act()[0])
    said = []
    for line in ("h", "hint", "H"):
        capsys.readouterr()
        decision.obey(line)
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] == said[2] != ""


def test_h_with_a_number(tmp_path: Path, capsys: Capture) -> None:
    match = at_choice("walnut-grove", tmp_path / "game")
    decision = DecisionPrompt(match, match.table.state.to_act()[0])
    capsys.readouterr()
    for count in (1, 2):
        decision.obey(f"h {count}")
        out = " ".join(capsys.readouterr().out.split())
        assert sum(f"`{move}`: " in out for move in decision.legal) == count
    for typed in ("h 0", "h 10", "h x"):
        decision.obey(typed)
        assert f"`h` shows the best 3 moves, `h 1` to `h 9` so many; not `{typed}`." in " ".join(
            capsys.readouterr().out.split()
        )
    assert match.refused == 3


@GAMES
def test_h_with_any_number_gives_the_same_figures(game: str, tmp_path: Path, capsys: Capture) -> None:
    match = at_choice(game, tmp_path / "game")
    match.hint_seconds = 0.02  # the clock never gives the same figures twice
    decision = DecisionPrompt(match, match.table.state.to_act()[0])
    said = []
    for line in ("h 1", "h", "h 9"):
        capsys.readouterr()
        decision.obey(line)
        said.append([" ".join(row.split()) for row in capsys.readouterr().out.splitlines()])
    rows = [[row.partition(":")[0] for row in lines if re.match(r"−?\d+\.\d .*`", row)] for lines in said]
    assert [len(each) for each in rows] == [1, 3, min(9, len(decision.legal))]
    assert rows[0] == rows[2][:1] and rows[1] == rows[2][:3]
    reasons = [lines[lines.index("") :] for lines in said]
    assert reasons[0] == reasons[1] == reasons[2]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a signal by the clock")
def test_ctrl_c_drops_the_hint_and_not_the_game(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = at_choice("walnut-grove", tmp_path / "game")
    match.hint_seconds = 300.0
    screen = match.screen
    assert isinstance(screen, Typist)
    screen.typed = ["", "h", "score", "^C"]
    asked = screen.ask

    def ask(prompt: str) -> str | None:
        line = asked(prompt)
        if line == "h":
            signal.setitimer(signal.ITIMER_REAL, 0.3)  # while it thinks
        return line

    monkeypatch.setattr(screen, "ask", ask)
    before, begun_at = signal.signal(signal.SIGALRM, signal.default_int_handler), time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):  # that of the prompt
            match.run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    out = capsys.readouterr().out
    assert screen.typed == [] and time.monotonic() - begun_at < 100
    assert "No hint, then. Nothing has changed." in out and "Saved in" in out.partition("No hint")[2]


def test_h_is_in_the_help_and_under_the_choices(tmp_path: Path, capsys: Capture) -> None:
    match = at_choice("walnut-grove", tmp_path / "game")
    decision = DecisionPrompt(match, match.table.state.to_act()[0])
    decision.show()
    out = capsys.readouterr().out
    assert "`h` hint" in out and max(map(len, out.splitlines())) <= 80
    decision.obey("help")
    assert "h a hint: the best moves now" in " ".join(capsys.readouterr().out.split())


def test_a_hint_at_the_keyboard_is_for_the_seat_that_decides(
    tmp_path: Path, capsys: Capture, monkeypatch: Patch
) -> None:
    asked: list[object] = []

    def watched(seen: Any, *args: Any) -> Any:
        from farmstead.agents.hints import hint_for

        asked.append((seen.seat, seen.view["seat"]))
        return hint_for(seen, *args)

    monkeypatch.setattr("farmstead.cli.decision.hint_for", watched)
    match = at_choice("walnut-grove", tmp_path / "game")
    for seat in match.table.state.to_act():
        DecisionPrompt(match, seat).obey("h")
        assert asked[-1] == (seat, seat)


def test_from_standard_input_a_hint_is_repeatable(monkeypatch: Patch, capsys: Capture) -> None:
    said = []
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", io.StringIO("h\n1\nh\n"))
        assert main(["play", "sunflower-valley", "--seed", "7", "--seats", "2"]) == 0
        said.append(capsys.readouterr().out.partition("Saved in")[0])
    assert said[0] == said[1] and said[0].count("points") >= 2


# ---- words ---------------------------------------------------------------------------------------------


@GAMES
def test_every_line_can_be_a_reason(game: str) -> None:
    words = vocabulary(game)
    lines = {line for line in words["line"] if line != "total"}
    assert set(words["more"]) == set(words["less"]) == lines
    assert not set(words["more"].values()) & set(words["less"].values())


FIELDS: dict[str, str | int] = {
    "move": "A",
    "tied": "B",
    "other": "C",
    "ahead": "1.0",
    "ties": 3,
    "ties_but_one": 2,
    "left": 4,
    "gains": "GAINS",
    "losses": "LOSSES",
}


@pytest.mark.parametrize("lead", ["clear", "close", "two", "two_close", "many", "many_close"])
@pytest.mark.parametrize("key", ["gain", "trade", "little"])
def test_reasons_as_they_sound(key: str, lead: str) -> None:
    said = words_for().say("reason", key, lead=lead, **FIELDS)
    assert said.startswith("“A”") and said.endswith(".") and said.count(".") == 2
    assert ("GAINS" in said) == (key != "little") and ("LOSSES" in said) == (key == "trade")
    assert ("“B”" in said) == lead.startswith("two") and ("2 others" in said) == lead.startswith("many")
    assert "“C”" in said and ("close" in said) == ("may be best" in said) == lead.endswith("close")
    assert ("outweighs" in said) == (key == "trade" and not lead.endswith("close"))


def test_what_does_not_matter_as_it_sounds() -> None:
    say = words_for().say
    assert "“A” and “B” promise the same" in say("reason", "even", **{**FIELDS, "ties": 2})
    assert say("reason", "even", **FIELDS) == "It doesn’t matter: all 3 moves promise the same."
    for left in (1, 4):
        said = say("reason", "alike", **{**FIELDS, "left": left})
        assert "It doesn’t matter" not in said and "between the 3 moves we tried; " in said
        ending = (
            "4 more, no better at first sight, weren’t"
            if left == 4
            else "one more, no better at first sight, wasn’t"
        )
        assert said.endswith(f"{ending} tried.")
    assert "too close to call" in say("reason", "level", **FIELDS)
    assert "“A” is all you can do" in say("reason", "only", **FIELDS)


# ---- sentences and tables of hints made by hand -----------------------------------------------------------


def made(why: HintReason, *moves: Advice, legal: int = 9) -> Hint:
    return Hint(0, tuple(Suggestion(move, {}) for move in moves), why, legal, len(moves), 2)


def advised(move: str, worth: float, spread: float, *plan: str, behind: float = 0.0) -> Advice:
    return Advice(move, worth, spread, {}, (move, *plan), behind, spread)


def test_ties_within_the_error_are_called_close(tmp_path: Path) -> None:
    match = at_choice("walnut-grove", tmp_path / "game")
    view = match.table.state.view(match.table.state.to_act()[0])
    best = advised("pass", 30.0, 0.3)
    gains = (("coins", 0.26),)
    for ties, words in ((2, "“Pass: stay put this autumn” and “Take grain”"), (3, "and 2 others")):
        unsure = HintReason(GAIN, ties, "take grain", 0, "take wood", 0.26, 0.48, gains)
        said = sentence(made(unsure, best), match.teller, view)
        assert words in said and "may be best, but it’s close, 0.3 ±0.5 points more than" in said
        sure = sentence(made(replace(unsure, doubt=0.1), best), match.teller, view)
        assert words in sure and "close" not in sure and "promise the same, 0.3 points more than" in sure


def test_what_is_not_named_is_said_to_be_elsewhere(tmp_path: Path) -> None:
    match = at_choice("walnut-grove", tmp_path / "game")
    view = match.table.state.view(match.table.state.to_act()[0])
    why = HintReason(TRADE, 1, "", 0, "take wood", 1.0, 0.1, (("coins", 6.9),), (("help", -2.2),), -3.7)
    said = sentence(made(why, advised("pass", 30.0, 0.3)), match.teller, view)
    assert "(−2.2) and less in other categories (−3.7)." in said
    why = HintReason(GAIN, 1, "", 0, "take wood", 6.0, 0.1, (("coins", 2.0),), (), 4.0)
    said = sentence(made(why, advised("pass", 30.0, 0.3)), match.teller, view)
    assert "(+2.0) and more in other categories (+4.0)." in said


def test_an_error_of_nothing_is_left_out() -> None:
    assert [error(doubt) for doubt in (0.0, 0.049, 0.05, 1.26)] == ["", "", "±0.1", "±1.3"]
    assert (figure(32.0, 0.01), figure(-0.01, 0.4)) == ("32.0", "0.0 ±0.4")


def test_the_tries_of_a_first_round_do_not_make_it_certain(tmp_path: Path, capsys: Capture) -> None:
    match = at_choice("sunflower-valley", tmp_path / "game", 0)
    decision = DecisionPrompt(match, match.table.state.to_act()[0])
    capsys.readouterr()
    decision.obey("h")
    out = " ".join(capsys.readouterr().out.split())
    assert "±0.0" not in out and "not how differently the game may end." in out


# ---- plans -----------------------------------------------------------------------------------------------


def plans_of(game: str, path: Path, moves: int) -> Iterator[tuple[TerminalMatch, Seat, tuple[str, ...]]]:
    """Turns of several moves in a random game, each with the position it begins in."""
    match, dealer = match_of(game, path), QuickDealer(4)
    while len(match.table.entries) < moves and match.table.state.to_act():
        seat = match.table.state.to_act()[0]
        seen = observation_at(match.table.game, match.table.state, seat)
        for turn in evaluator_for(game).turns(seen.imagine(QuickDealer(1)), seat):
            yield match, seat, tuple(map(str, turn.moves))
        match.play(seat, str(match.table.state.pick(seat, dealer)))
        match.events += match.table.settle(match.dealer)


def test_every_step_of_a_plan_is_in_words(tmp_path: Path) -> None:
    sales = 0
    for match, seat, plan in plans_of("walnut-grove", tmp_path / "game", 110):
        view = match.table.state.view(seat)
        said = plan_words(Suggestion(advised(plan[0], 1.0, 0.1, *plan[1:]), {}), match.teller, view, seat)
        assert "done" not in said
        sales += "end the sale" in said
    assert sales > 0


def random_turn(state: State, seat: Seat, dealer: QuickDealer) -> tuple[str, ...]:
    """What a seat could do one after the other."""
    plan: list[str] = []
    while seat in state.to_act() and len(plan) < 12:
        move = state.pick(seat, dealer)
        state.apply(seat, move)
        plan.append(str(move))
    return tuple(plan)


def test_only_neighbours_are_told_together(tmp_path: Path) -> None:
    again, dealer = 0, QuickDealer(6)
    for match, seat, _ in plans_of("walnut-grove", tmp_path / "game", 110):
        plan = random_turn(match.table.state.clone(), seat, dealer)
        view = match.table.state.view(seat)
        said = plan_words(Suggestion(advised(plan[0], 1.0, 0.1, *plan[1:]), {}), match.teller, view, seat)
        steps = plan[1:]
        assert len(said) == sum(n == 0 or step != steps[n - 1] for n, step in enumerate(steps))
        again += len(said) > len({*steps})
    assert again > 0
