"""`farmstead play`: from standard input, at a terminal, saved and resumed."""

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.cli.decision import DecisionPrompt
from farmstead.cli.errors import BadInput
from farmstead.cli.match import TerminalMatch
from farmstead.cli.menu import Menu
from farmstead.cli.play import begun, resumed, seats_of
from farmstead.cli.saves import folder, newest, read_secrets, unfinished, write_atomically
from farmstead.cli.screen import Screen
from farmstead.cli.sentences import command
from farmstead.engine.contract import BadSetup
from farmstead.engine.record import read_record
from farmstead.games.walnut_grove.rules import GAME
from farmstead.render import drawing_for

Capture = pytest.CaptureFixture[str]
FIRST_MOVES = ["start church", "1", "1", "1"]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")


def play(monkeypatch: pytest.MonkeyPatch, lines: list[str], *args: str) -> int:
    """Run the command with these lines as standard input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main(["play", "walnut-grove", *args])


class Typist(Screen):
    """Somebody at a terminal who types these lines; `^C` interrupts."""

    def __init__(self, *lines: str) -> None:
        super().__init__(io.StringIO())
        self.interactive = True
        self.typed = list(lines)
        self.prompts: list[str] = []

    def ask(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        line = self.typed.pop(0) if self.typed else None
        if line == "^C":
            raise KeyboardInterrupt
        return line


def match_for(
    screen: Screen, path: Path, seating: tuple[str, ...] = ("person",), *options: str
) -> TerminalMatch:
    return begun(screen, "walnut-grove", seating, list(options), None, "seed", path)


def valley_for(screen: Screen, path: Path, *seating: str) -> TerminalMatch:
    return begun(screen, "sunflower-valley", seating, ["sheet=A"], None, "seed", path)


def sit_down(monkeypatch: pytest.MonkeyPatch, *lines: str) -> Typist:
    """Somebody at a terminal when the command is called."""
    typist = Typist(*lines)
    monkeypatch.setattr("farmstead.cli.play.Screen", lambda: typist)
    return typist


# ---- from standard input -------------------------------------------------------------------------------


def test_a_whole_game_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert play(monkeypatch, ["1"] * 400, "--seed", "7") == 0
    out = capsys.readouterr().out
    assert "The end" in out and "farmstead verify" in out
    assert "−18 points. 25 points would have won. The grove will be there next year." in out
    assert "\x1b" not in out
    assert unfinished("walnut-grove") == []
    (record,) = folder().glob("*.record")
    assert main(["verify", str(record)]) == 0


def test_the_same_seed_gives_the_same_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("one", "two"):
        play(monkeypatch, ["1"] * 50, "--seed", "7", "--save", str(tmp_path / name))
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()


def test_opponents_play_their_seats(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert play(monkeypatch, ["1"] * 500, "--seed", "3", "--opponents", "uniform,uniform") == 0
    out = capsys.readouterr().out
    assert "Seat 2 (uniform)" in out and "place" in out


def test_an_illegal_line_says_why_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert (
        play(monkeypatch, ["# a remark", "", "visit hotel", "nonsense", "99", "start church"], "--seed", "7")
        == 1
    )
    out = capsys.readouterr().out
    assert "You can play: " in out and "(WG 5.3)" in out
    assert "No move begins like `nonsense`" in out
    assert "There is no 99" in out
    assert "Saved in" in out
    assert "start church" in newest("walnut-grove").read_text()


def test_the_end_of_input_saves_and_all_is_well(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert play(monkeypatch, FIRST_MOVES, "--seed", "7") == 0
    assert str(newest("walnut-grove")) in capsys.readouterr().out


def test_bytes_that_are_no_text_are_refused_like_any_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00\n" + b"9" * 5000 + b"\n")))
    assert main(["play", "walnut-grove", "--seed", "7"]) == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--seats", "9"], "1 to 4"),
        (["--seats", "0"], "1 to 4"),
        (["--opponents", "gredy"], "did you mean greedy?"),
        (["--seats", "1", "--opponents", "greedy"], "need 2 seats"),
        (["--options", "frensh"], "french"),
    ],
)
def test_a_table_that_cannot_be_set_up(args: list[str], words: str, capsys: Capture) -> None:
    assert main(["play", "walnut-grove", *args]) == 2
    assert words in capsys.readouterr().err


def test_an_unknown_game_names_the_nearest(capsys: Capture) -> None:
    assert main(["play", "walnut-grov"]) == 2
    assert "walnut-grove" in capsys.readouterr().err


def test_french_rules_are_in_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, FIRST_MOVES, "--options", "french")
    assert "options french" in newest("walnut-grove").read_text()


def test_a_picture_of_where_it_was_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    assert play(monkeypatch, FIRST_MOVES, "--seed", "7", "--svg", str(picture)) == 0
    assert picture.read_text().startswith("<svg") and "http" not in picture.read_text().split("\n", 1)[1]


# ---- at a terminal -------------------------------------------------------------------------------------


def test_choices_in_steps_back_and_undo(tmp_path: Path, capsys: Capture) -> None:
    typist = Typist("1", "2", "b", "3", "at 1,1", "turn 2", "u", "u", "q")
    match = match_for(typist, tmp_path / "game")
    assert match.run() == 0
    out = capsys.readouterr().out
    assert "Where?" in out and "How turned?" in out and "turned twice clockwise" in out
    assert out.count("Taken back.") == 1
    assert "can’t be undone" in out


def test_questions_about_the_rules_and_the_table(tmp_path: Path, capsys: Capture) -> None:
    lines = ["", "help", "why visit hotel", "? hotel", "why start church", "? xyzzy", "?", "closed", "all"]
    lines += [
        "rules 5.6",
        "rules 77",
        "rules",
        "score",
        "log",
        "save",
        "farm",
        "farm 7",
        "town",
        "seats",
        "year",
    ]
    match_for(Typist(*lines), tmp_path / "game").run()
    out = capsys.readouterr().out
    for words in (
        "undo your last choice",
        "5.3: Each player has one turn each autumn",
        "`start church` is possible",
        "`xyzzy` is neither a move",
        "Nothing is closed",
        "start town-hall",
        "5.6: The building is named first",
        "no paragraph '77'",
        "farmstead rules walnut-grove",
        "huts and barns",
        "You got the",
        "There is only seat 1.",
        "The street, clockwise",
        "Discs still to come",
    ):
        assert words in out, words


def test_what_is_closed_says_why(tmp_path: Path, capsys: Capture) -> None:
    match = match_for(Typist(*["1"] * 100), tmp_path / "game")
    while "Winter" not in match.drawing.question(match.table.state.view(0)):
        match._advance()
    match.screen = Typist("closed", "q")
    match.run()
    assert "`help for stone`: You don’t owe any stone" in capsys.readouterr().out


def test_an_interrupted_game_is_saved_and_goes_on_the_same(tmp_path: Path) -> None:
    path = tmp_path / "game"
    match = match_for(Typist("1", "1", "1", "1", "^C"), path)
    with pytest.raises(KeyboardInterrupt):
        match.run()
    moves = match.table.moves()
    again = resumed(path, None, Typist(*["1"] * 40))
    assert again.table.moves() == moves
    assert again.run() == 0
    straight = match_for(Typist(*["1"] * 44), tmp_path / "other")
    straight.run()
    assert straight.table.moves() == again.table.moves()
    assert len(again.table.moves()) >= len(moves) + 40


def test_a_resumed_game_keeps_its_opponents(tmp_path: Path) -> None:
    path = tmp_path / "game"
    match_for(Typist("1", "q"), path, ("person", "uniform")).run()
    again = resumed(path, None, Typist("q"))
    assert list(again.bots) == [1]


def test_people_at_one_keyboard_hand_it_over(tmp_path: Path, capsys: Capture) -> None:
    typist = Typist("1", "", "2", "q")
    match_for(typist, tmp_path / "game", ("person", "person")).run()
    assert [prompt for prompt in typist.prompts if "Press Enter" in prompt] == [
        "Press Enter when seat 2 is looking ",
    ]
    assert "Hand over the keyboard" in capsys.readouterr().out


def test_leaving_while_handing_over_saves_too(tmp_path: Path) -> None:
    match_for(Typist(), tmp_path / "game", ("person", "person")).run()
    assert (tmp_path / "game").exists()


def test_where_nothing_is_hidden_nobody_has_to_look_away(tmp_path: Path, capsys: Capture) -> None:
    typist = Typist(*["1"] * 12, "q")
    valley_for(typist, tmp_path / "game", "person", "person").run()
    assert not [prompt for prompt in typist.prompts if "Press Enter" in prompt]
    out = capsys.readouterr().out
    assert "Seat 2 is next." in out and "Hand over" not in out and "\x1b[3J" not in out


# ---- which game ----------------------------------------------------------------------------------------


def test_without_a_terminal_the_game_must_be_named(capsys: Capture) -> None:
    for args in (["play"], ["play", "--seed", "7"]):
        assert main(args) == 2
        assert "say which game: walnut-grove or sunflower-valley" in capsys.readouterr().err


@pytest.mark.parametrize("answer", ["2", "sunflower", "Sunflower Valley"])
def test_at_a_terminal_the_game_is_asked(
    answer: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    typist = sit_down(monkeypatch, "7", "", answer, "", "q")
    assert main(["play"]) == 0
    out = capsys.readouterr().out
    assert "1) Walnut Grove: " in out and "2) Sunflower Valley: " in out
    assert typist.prompts[:3] == ["Which game? "] * 3 and out.count("Choose 1 to 2") == 2
    assert newest(None) == newest("sunflower-valley") and not unfinished("walnut-grove")


@pytest.mark.parametrize("lines", [["q"], []])
def test_nobody_has_to_choose_a_game(lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(monkeypatch, *lines)
    assert main(["play"]) == 0
    assert not unfinished(None)


def test_a_game_for_two_says_who_the_other_is(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    sit_down(monkeypatch, "q")
    assert main(["play", "sunflower-valley", "--seed", "7"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert (
        "You play against Neighbour, level 3. " in out
        and "`--seats 2` seats 2 people at this keyboard" in out
    )
    sit_down(monkeypatch, "q")
    assert main(["play", "sunflower-valley", "--seats", "2"]) == 0
    assert "You play against" not in capsys.readouterr().out


def test_resume_without_a_game_takes_the_newest_of_all(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    play(monkeypatch, FIRST_MOVES, "--seed", "7")
    sit_down(monkeypatch, "q")
    assert main(["play", "sunflower-valley", "--seed", "7"]) == 0
    later = newest("sunflower-valley")
    os.utime(later, (later.stat().st_mtime + 60,) * 2)
    sit_down(monkeypatch, "1", "q")
    assert main(["play", "--resume"]) == 0
    assert str(later) in capsys.readouterr().out


# ---- a valley ------------------------------------------------------------------------------------------


def test_a_whole_valley_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 200))
    assert main(["play", "sunflower-valley", "--seed", "7", "--opponents", "uniform"]) == 0
    out = capsys.readouterr().out
    assert "The end" in out and "high-speed valley" in out and "place" in out
    assert "\x1b" not in out
    (record,) = folder().glob("*.record")
    assert main(["verify", str(record)]) == 0


def test_capitals_in_moves_do_not_matter(tmp_path: Path) -> None:
    match = valley_for(Typist(), tmp_path / "game", "person", "person")
    match.events += match.table.settle(match.dealer)
    seat = match.table.state.to_act()[0]
    while match.table.state.view(seat)["decision"] != "way":
        legal = [str(move) for move in match.table.state.legal(seat)]
        move = next((move for move in legal if move in ("take straight", "take curve")), legal[0])
        match.events += match.table.play(seat, move)
        match.events += match.table.settle(match.dealer)
        seat = match.table.state.to_act()[0]
    decision = DecisionPrompt(match, seat)
    way = decision.legal[1]
    assert way != way.lower() and decision.menu.meant(way.partition(" ")[2].lower()) == way
    decision.obey(way.lower())
    assert decision.over and match.table.moves()[-1] == (seat, way)


def test_the_score_says_what_it_is_made_of(tmp_path: Path, capsys: Capture) -> None:
    """Slow: a whole game in the terminal."""
    match = valley_for(Typist(*["1"] * 300), tmp_path / "game", "person", "uniform")
    match._advance()
    match.current = 0
    DecisionPrompt(match, 0).obey("score")
    assert "Houses without The house in " in " ".join(capsys.readouterr().out.split())
    assert match.run() == 0
    out = " ".join(capsys.readouterr().out.split())
    end = out.partition("The end")[2]
    state, drawing = match.table.state, match.drawing
    for seat, name in enumerate(("You", "Seat 2 (uniform)")):
        reasons = {line: events for line, events in state.reasons(seat).items() if events}
        assert len(reasons) > 2
        for line, events in reasons.items():
            assert f"{name}: {' '.join(drawing.because(state.view(None), line, events))}" in end


# ---- saving --------------------------------------------------------------------------------------------


def test_the_key_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "game"
    match_for(Typist("1", "q"), path).run()
    key = tmp_path / "game.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    keeping = read_secrets(path, 1)
    assert keeping is not None and keeping.seating == ("person",)
    assert keeping.key.hex() not in path.read_text()


def test_without_its_key_a_game_still_goes_on(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game"
    match_for(Typist("1", "q"), path).run()
    (tmp_path / "game.key").unlink()
    assert resumed(path, None, Typist("q")).run() == 0
    assert "chance is new" in capsys.readouterr().out


def test_resume_takes_the_newest_or_the_file_named(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    play(monkeypatch, FIRST_MOVES, "--seed", "7")
    path = newest("walnut-grove")
    before = len(read_record(path.read_bytes()).moves)
    assert play(monkeypatch, ["1"], "--resume") == 0
    assert play(monkeypatch, ["1"], "--resume", str(path)) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    assert main(["play", "--resume", str(path)]) == 0
    assert len(read_record(path.read_bytes()).moves) >= before + 3


def test_nothing_to_resume(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert play(monkeypatch, [], "--resume") == 1
    assert "no unfinished game" in capsys.readouterr().err


def test_a_damaged_save_names_the_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "game"
    match_for(Typist("1", "q"), path).run()
    path.write_text(path.read_text().replace("seats 1", "seats 2"))
    assert play(monkeypatch, [], "--resume", str(path)) == 1
    assert "checksum" in capsys.readouterr().err


def test_an_existing_file_is_not_overwritten(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "letters.txt").write_text("dear diary")
    assert play(monkeypatch, ["1"], "--save", str(tmp_path / "letters.txt")) == 1
    assert (tmp_path / "letters.txt").read_text() == "dear diary"
    assert "exists already" in capsys.readouterr().err


def test_a_file_without_resume_is_a_question(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert play(monkeypatch, [], "some.record") == 1
    assert "--resume" in capsys.readouterr().err


def test_a_game_that_cannot_be_saved_goes_on(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("")
    match = match_for(Typist("1", "1", "q"), tmp_path / "file" / "game")
    with pytest.raises(OSError, match="file"):
        match.run()
    assert capsys.readouterr().out.count("cannot be saved") == 2


def test_a_half_written_file_never_takes_the_place_of_a_whole_one(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("whole")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "half \ud800")
    assert path.read_text() == "whole"
    assert [file.name for file in tmp_path.iterdir()] == ["game"]


def test_an_unfinished_game_is_offered(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    play(monkeypatch, FIRST_MOVES, "--seed", "7")
    saved = newest("walnut-grove")
    for answer, files in (("", 1), ("n", 2)):
        typist = Typist(answer, "q")
        monkeypatch.setattr("farmstead.cli.play.Screen", lambda typist=typist: typist)
        assert main(["play", "walnut-grove"]) == 0
        assert "unfinished game" in typist.prompts[0]
        assert len(unfinished("walnut-grove")) == files
    assert saved in unfinished("walnut-grove")


@pytest.mark.parametrize(
    ("platform", "part"),
    [("linux", ".local/share"), ("darwin", "Library/Application Support"), ("win32", "AppData/Local")],
)
def test_every_system_has_its_folder(platform: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    assert part in folder().as_posix()


def test_who_sits_where() -> None:
    assert seats_of(GAME, None, None) == ("person",)
    assert seats_of(GAME, 3, None) == ("person",) * 3
    assert seats_of(GAME, None, "greedy,uniform") == ("person", "greedy", "uniform")
    assert seats_of(GAME, 3, "greedy:seed=3") == ("person", "person", "greedy:seed=3")
    with pytest.raises(BadSetup):
        seats_of(GAME, 1, "greedy")


def test_a_game_for_two_finds_a_second_player() -> None:
    valley = shelf.game("sunflower-valley")
    assert seats_of(valley, None, None) == ("person", "level:3")
    assert seats_of(valley, None, "uniform") == ("person", "uniform")
    assert seats_of(valley, 3, None) == ("person",) * 3
    assert seats_of(valley, 3, "uniform") == ("person", "person", "uniform")
    with pytest.raises(BadSetup, match="2 to 5 players, not 1"):
        seats_of(valley, 1, None)


def test_a_bad_edition_is_the_files_fault(tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_text("name = 3")
    with pytest.raises(BadInput):
        begun(Typist(), "walnut-grove", ("person",), [], str(tmp_path / "edition.toml"), None, None)


# ---- what may be typed ---------------------------------------------------------------------------------


def test_a_menu_takes_numbers_texts_and_the_words_it_shows() -> None:
    menu = Menu(drawing_for(GAME), ["lay 2 at 0,1 turn 0", "lay 36 at 0,1 turn 0", "lay 36 at 1,1 turn 2"])
    for typed, meant in (("2", "lay 36"), ("36", "lay 36"), ("tile 36", "lay 36"), ("1", "lay 2")):
        assert menu.meant(typed) == meant
    assert menu.meant("3") is None
    assert menu.take("lay 36") is None
    assert menu.meant("column 1, row 1") == menu.meant("1,1") == "at 1,1"


def test_what_ends_a_decision_is_listed_last() -> None:
    menu = Menu(drawing_for(GAME), ["done", "throw copper", "repay"])
    assert menu.options() == ["throw copper", "repay", "done"]


def test_things_verbs_and_words_can_be_asked_about(tmp_path: Path, capsys: Capture) -> None:
    lines = [
        "1",
        "? tent",
        "? hut",
        "why lay",
        "why lay 99 at 0,1 turn 0",
        "rules tent",
        "rules spring",
        "key",
    ]
    match_for(Typist(*lines), tmp_path / "game").run()
    out = " ".join(capsys.readouterr().out.split())
    for words in (
        "Tent: an improvement, at the end 2 points for each improvement",
        "Hut: houses one labourer",
        "You lay land in spring. It’s written like this: lay TILE",
        "8.6: Improvements, each copy",
        "3.4",
        "a yellow labourer, who eats grain",
    ):
        assert words in out, words
    assert "*" not in out.partition("Spring")[0]
    _, refusal, rest = out.partition(
        "You didn’t draw tile 99. Lay one that you drew (WG 3.1). You can play: "
    )
    instead, others, _ = rest.partition(" and others.")
    assert refusal and others and 1 <= instead.count("lay ") <= 3


def test_the_options_in_force_are_on_the_screen(tmp_path: Path, capsys: Capture) -> None:
    match_for(Typist("q"), tmp_path / "one", ("person",), "french").run()
    assert "Options  french" in capsys.readouterr().out
    match_for(Typist("q"), tmp_path / "two").run()
    assert "Options" not in capsys.readouterr().out


def test_what_is_easily_regretted_is_asked_once_more(tmp_path: Path) -> None:
    match = match_for(Typist("n"), tmp_path / "game")
    match._advance = lambda: False  # type: ignore[method-assign]
    match.events += match.table.settle(match.dealer)
    decision = DecisionPrompt(match, 0)
    doubts: list[str] = []
    match.drawing.doubt = lambda view, move, legal: doubts.append(move) or "Sure?"  # type: ignore[method-assign, func-returns-value]
    decision.obey("1")
    assert doubts and not decision.over
    decision.screen = Typist("y")
    decision.obey("1")
    assert decision.over


# ---- several people --------------------------------------------------------------------------------------


def test_taking_back_keeps_the_news_of_the_others(tmp_path: Path, capsys: Capture) -> None:
    match = match_for(Typist("1", "", "1", "1", "1", "1"), tmp_path / "game", ("person", "person"))
    match.run()
    untold = match.teller.news(match.events[match.told[0] :], 0)
    laid = [sentence for sentence in untold if sentence.startswith("Seat 2")]
    assert laid
    match.undo(1)
    after = match.teller.news(match.events[match.told[0] :], 0)
    assert after == [sentence for sentence in untold if " laid " not in sentence] and after


def test_the_terminal_forgets_what_was_above(tmp_path: Path, capsys: Capture) -> None:
    match_for(Typist("1", "", "q"), tmp_path / "game", ("person", "person")).run()
    assert "\x1b[3J" in capsys.readouterr().out


# ---- the end ---------------------------------------------------------------------------------------------


@pytest.mark.more
def test_a_full_disk_does_not_hide_the_score(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slow: a whole game is played in the terminal."""
    match = match_for(Typist(*["1"] * 400), tmp_path / "game")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("farmstead.cli.saves.write_atomically", full)
    with pytest.raises(OSError, match="No space"):
        match.run()
    out = capsys.readouterr().out
    assert "The end" in out and "total" in out and "The record of the game" not in out


def test_commands_to_copy_can_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "farmstead"
    program.parent.mkdir()
    program.write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setenv("PATH", "")
    assert command("verify", "my game") == "./bin/farmstead verify 'my game'"
    monkeypatch.chdir(program.parent.parent.parent)
    assert command("rules").endswith("/bin/farmstead rules")
    monkeypatch.setattr(sys, "argv", ["elsewhere"])
    assert command("rules") == "farmstead rules"


def test_a_bad_edition_of_a_saved_game_is_the_files_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    match_for(Typist("1", "q"), tmp_path / "game").run()
    (tmp_path / "edition.toml").write_text("name = 3")
    for args in (["play", "--resume", str(tmp_path / "game")], ["replay", str(tmp_path / "game")]):
        assert main([*args, "--edition", str(tmp_path / "edition.toml")]) == 1
        assert "edition.toml" in capsys.readouterr().err
