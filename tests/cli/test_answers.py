"""What is answered at a decision: what is typed wrong, what is closed, why a score is what it is."""

import hashlib
import io
import sys
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.cli.decision import DecisionPrompt, PlayerLeft
from farmstead.cli.match import TerminalMatch
from farmstead.cli.play import begun
from farmstead.engine.contract import CHANCE
from tests.cli.test_play import Typist, match_for, valley_for
from tests.cli.test_replay import played

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


def at_hex(tmp_path: Path, *options: str) -> TerminalMatch:
    """Seat 1 has taken a die and reserved orange on sheet A."""
    match = begun(
        Typist(), "sunflower-valley", ("person",) * 2, ["sheet=A", *options], None, "7", tmp_path / "x"
    )
    match.table.settle(match.dealer)
    match.current = 0
    for move in (str(match.table.state.legal(0)[0]), "reserve orange"):
        match.play(0, move)
    return match


def answer(match: TerminalMatch, line: str, capsys: Capture) -> str:
    capsys.readouterr()
    seat = match.table.state.to_act()[0]
    DecisionPrompt(match, seat).obey(line)
    return " ".join(capsys.readouterr().out.split())


# ---- what is typed wrong -------------------------------------------------------------------------------


def test_what_is_not_understood_names_the_verbs_that_would_do_now(tmp_path: Path, capsys: Capture) -> None:
    match = at_hex(tmp_path)
    assert answer(match, "xyzzy", capsys) == ("No move begins like `xyzzy` (SV 8.4). Moves begin with: draw.")
    assert answer(match, "roll x", capsys).endswith("(SV 2.1). Moves begin with: draw.")
    assert "(SV 3.2)" in answer(match, "draw z9", capsys) and "take" not in answer(match, "draw z9", capsys)


LINES = [
    ("* roll", "* dragon", "No move begins like `dragon` (SV 8.4). Moves begin with: roll."),
    ("* roll", "* take dragon", "No move begins like `take dragon` (SV 3.1). Moves begin with: roll."),
    ("* roll", "* roll dragon", "It’s written like this: roll DICE"),
    ("1 take", "1 dragon", "No move begins like `dragon` (SV 8.4). Moves begin with: take."),
    ("1 take", "2 dragon", "Moves begin with: draw, pass, reserve, take, way."),
    ("1 take", "* dragon", "Moves begin with: roll, sheet, town."),
    ("1 reserve", "1 take dragon", "It’s written like this: take house|"),
]


@pytest.mark.parametrize(("begins", "line", "words"), LINES, ids=[line for _, line, _ in LINES])
@pytest.mark.parametrize("command", ["verify", "replay", "play"])
def test_a_line_of_a_record_is_told_what_would_do_there(
    begins: str, line: str, words: str, command: str, tmp_path: Path, capsys: Capture
) -> None:
    record = played("sunflower-valley", 1, tmp_path)
    _change(record, begins, line)
    args = {"verify": ["verify"], "replay": ["replay"], "play": ["play", "--resume"]}[command]
    assert main([*args, str(record)]) == 1
    said = capsys.readouterr()
    assert words in said.out + said.err


def _change(record: Path, begins: str, line: str) -> None:
    """Put another line in the place of the first that begins so, with the right checksum."""
    lines = record.read_text().splitlines()[:-1]
    lines[next(n for n, text in enumerate(lines) if text.startswith(begins))] = line
    body = "\n".join(lines) + "\n"
    record.write_text(f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n")


def test_a_long_score_line_is_quoted_in_short(tmp_path: Path, capsys: Capture) -> None:
    record = played("sunflower-valley", 1, tmp_path)
    for line in ("= " + "9" * 5000, "x" * 5000):
        _change(record, "=" if line[0] == "=" else "= ", line)
        assert main(["verify", str(record)]) == 1
        out = capsys.readouterr().out
        assert 50 < max(out.count("9"), out.count("x")) <= 90


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("u dragon", "`u` takes back your last choice, `u 2` the last two; not `u dragon`."),
        ("u 0", "not `u 0`."),
        ("undo -1", "not `u -1`."),
        ("sheet x", "There are seats 1 to 2. `sheet` is about you, `sheet 2` about seat 2."),
        ("sheet 2 2", "There are seats 1 to 2."),
        ("sheet ²", "There are seats 1 to 2."),
        ("score 3", "`score` is about you, `score 2` about seat 2."),
        ("score dragon", "There are seats 1 to 2."),
    ],
)
def test_words_behind_a_command_are_read_or_refused(
    line: str, words: str, tmp_path: Path, capsys: Capture
) -> None:
    match = at_hex(tmp_path)
    before = match.table.moves()
    assert words in answer(match, line, capsys)
    assert match.refused == 1 and match.table.moves() == before


# ---- taking back ---------------------------------------------------------------------------------------


def test_several_choices_are_taken_back_at_once(tmp_path: Path, capsys: Capture) -> None:
    match = at_hex(tmp_path)
    assert answer(match, "undo 2", capsys) == "Taken back."
    assert match.table.entries[-1].seat == CHANCE
    match = at_hex(tmp_path / "other")
    assert "Something has been drawn or rolled since" in answer(match, "u 3", capsys)
    assert match.table.moves()[-1] == (0, "reserve orange")
    assert answer(match, "u", capsys) == "Taken back." and match.table.moves()[-1][1].startswith("take")


def test_what_is_in_the_way_of_taking_back_is_what_there_is(tmp_path: Path, capsys: Capture) -> None:
    match = at_hex(tmp_path)
    match.play(0, "draw a1")
    assert match.table.state.to_act() == [1]
    assert answer(match, "u", capsys) == "Someone else has moved since, so this can’t be undone."
    alone = match_for(Typist("1", "1", "1", "1", "q"), tmp_path / "alone")
    alone.run()
    assert "Something has been drawn or rolled since, so this can’t be undone." in answer(
        alone, "u 9", capsys
    )


def test_help_speaks_of_steps_only_where_there_are_some(tmp_path: Path, capsys: Capture) -> None:
    assert "back one step" not in answer(at_hex(tmp_path), "help", capsys)
    match = match_for(Typist("1", "q"), tmp_path / "grove")
    match.run()
    assert "b back one step" in answer(match, "help", capsys)


# ---- what is closed, what things are -------------------------------------------------------------------


def test_closed_hexes_are_told_in_two_sentences(tmp_path: Path, capsys: Capture) -> None:
    said = answer(at_hex(tmp_path), "closed", capsys)
    assert said.startswith("The die is on orange, so only free orange hexes will do (SV 3.2). Closed: a3, a4")
    assert "of other colours" in said and "drawn in" in said and "the mountains a5, c1, c3, c5, e4." in said
    assert said.count(".") - said.count("3.2") == 2


@pytest.mark.parametrize("name", ["sheep", "herd", "network"])
def test_the_family_reads_otherwise(name: str, tmp_path: Path, capsys: Capture) -> None:
    assert "SV 6.1" in answer(at_hex(tmp_path, "family"), f"? {name}", capsys)
    assert "SV 6.1" not in answer(at_hex(tmp_path / "standard"), f"? {name}", capsys)


def test_a_ruling_is_written_as_the_page_writes_it(tmp_path: Path, capsys: Capture) -> None:
    match = at_hex(tmp_path)
    assert answer(match, "rules S12", capsys).startswith("S12: Does every sheep score")
    assert answer(match, "rules sv 5.1", capsys).startswith("5.1: Houses with a sheep")
    assert "sections are 1 Set-up, 2 The round" in answer(match, "rules qqq", capsys)


# ---- the score -----------------------------------------------------------------------------------------


def test_everybodys_score_can_be_asked_for(tmp_path: Path, capsys: Capture) -> None:
    match = at_hex(tmp_path)
    everybody = answer(match, "score all", capsys)
    assert "Seat 1: The house in c4 has no sheep. Seat 2: The house in b2 has no sheep." in everybody
    assert "Villagers: full tie for first between seats 1 and 2" in everybody
    other = answer(match, "score 2", capsys)
    assert "The house in b2 has no sheep." in other and "c4" not in other


@pytest.mark.more
def test_the_end_tells_only_what_is_new_and_people_at_one_keyboard_apart(
    tmp_path: Path, capsys: Capture
) -> None:
    """Slow: a whole game is played in the terminal, and every screen is read."""
    match = valley_for(Typist(*["1"] * 300), tmp_path / "two", "person", "person")
    assert match.run() == 0
    last = capsys.readouterr().out.rpartition("save and leave.")[2]
    told, _, end = last.partition("The end")
    assert "The game is over." in told and 1 <= told.count(" drew ") <= 3
    assert "All play on sheet" not in told and "got town" not in told
    reasons = " ".join(end.split())
    assert "Seat 1: The house in " in reasons and "Seat 2: The house in " in reasons


def test_a_grove_of_two_ends_likewise(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 500))
    assert main(["play", "walnut-grove", "--seed", "3", "--opponents", "uniform"]) == 0
    last = capsys.readouterr().out.rpartition("seat 1> ")[2].partition("Land of seat")[0]
    assert len(last.splitlines()) < 25 and "board" not in last


# ---- which game, which edition -------------------------------------------------------------------------


def test_a_saved_game_of_another_name_is_not_gone_on_with(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "my game"
    valley_for(Typist("1", "q"), path, "person", "person").run()
    before = path.read_bytes()
    capsys.readouterr()
    assert main(["play", "walnut-grove", "--resume", str(path)]) == 1
    said = capsys.readouterr()
    assert f"{path}: this is a game of sunflower-valley, not of walnut-grove" in said.err
    assert f"play sunflower-valley --resume '{path}'" in said.err and said.out == ""
    assert path.read_bytes() == before


@pytest.fixture
def boxes(tmp_path: Path) -> dict[str, str]:
    """An edition of each game, and another one of the first."""
    found = {}
    for name in shelf.names():
        (tmp_path / f"{name}.toml").write_text(shelf.edition_text(name))
        found[name] = str(tmp_path / f"{name}.toml")
    text = shelf.edition_text("sunflower-valley").replace('"farmstead"', '"mine"', 1)
    (tmp_path / "mine.toml").write_text(text)
    return {**found, "mine": str(tmp_path / "mine.toml")}


@pytest.mark.parametrize(
    "args",
    [["play", "{}"], ["score", "{}"], ["simulate", "{}"], ["show", "--game", "{}"]],
    ids=lambda a: a[0],
)
@pytest.mark.parametrize(("game", "other"), [shelf.names()[:2], shelf.names()[1::-1]])
def test_an_edition_of_another_game_is_one_sentence(
    args: list[str], game: str, other: str, boxes: dict[str, str], capsys: Capture
) -> None:
    assert main([*[arg.format(game) for arg in args], "--edition", boxes[other]]) == 1
    assert capsys.readouterr().err == f"farmstead: {boxes[other]} is an edition of {other}, not of {game}\n"


@pytest.mark.parametrize(
    ("box", "words"),
    [
        ("walnut-grove", "is an edition of walnut-grove, and "),
        ("mine", "was played with edition 'farmstead sha256:"),
        ("sunflower-valley", ""),
    ],
)
def test_an_edition_must_be_that_of_the_record(
    box: str, words: str, boxes: dict[str, str], tmp_path: Path, capsys: Capture
) -> None:
    record = played("sunflower-valley", 1, tmp_path)
    for args in (["replay", str(record), "--ply", "9"], ["play", "--resume", str(record)]):
        assert main([*args, "--edition", boxes[box]]) == (1 if words else 0)
        assert words in capsys.readouterr().err


def test_moves_and_edition_cannot_both_come_from_standard_input(capsys: Capture) -> None:
    assert main(["play", "walnut-grove", "--edition", "-"]) == 2
    assert "moves come from standard input" in capsys.readouterr().err


# ---- few lines -----------------------------------------------------------------------------------------


class LowTypist(Typist):
    """Somebody at a terminal of so many columns and lines."""

    def __init__(self, width: int, height: int, *lines: str) -> None:
        super().__init__(*lines)
        self.console.width, self.console.height = width, height


@pytest.mark.parametrize(("seats", "height"), [(2, 36), (5, 24)])
def test_all_one_needs_to_choose_is_on_the_screen(
    seats: int, height: int, tmp_path: Path, capsys: Capture
) -> None:
    """Dice, colours, the whole of one's own sheet and the menu, at every decision that has a short menu.

    Slow: a whole game in the terminal.
    """
    screen = LowTypist(80, height)
    match = begun(screen, "sunflower-valley", ("person",) * seats, [], None, "2", tmp_path / "x")
    seen: set[str] = set()
    match.events += match.table.settle(match.dealer)
    while match.table.state.to_act():
        seat = match.table.state.to_act()[0]
        decision = DecisionPrompt(match, seat)
        if len(match.table.entries) % 5 == 0 and screen.rows(decision.asked()) <= height - 13:
            capsys.readouterr()
            match.current = seat
            with pytest.raises(PlayerLeft):
                match._ask(seat)
            lines = capsys.readouterr().out.splitlines()
            _shows_all(decision, "\n".join(lines[-height:]))
            seen.add(str(decision.view["decision"]))
        match.events += match.table.play(seat, decision.legal[-1])
        match.events += match.table.settle(match.dealer)
    assert seen == {"die", "colour", "hex", "way"}


def _shows_all(decision: DecisionPrompt, shown: str) -> None:
    view: dict[str, Any] = dict(decision.view)
    rows = view["valleys"][decision.seat]["rows"]
    free = [
        f"{'abcde'[r]}{c + 1}"
        for r, row in enumerate(rows)
        for c, token in enumerate(row.split())
        if token == "."
    ]
    assert all(f"{hexagon}" in shown for hexagon in free)
    assert all(f"{n})" in shown for n in range(1, len(decision.legal) + 1))
    assert "Round " in shown and "▲" in shown


def test_a_terminal_has_as_many_lines_as_it_has() -> None:
    assert LowTypist(80, 24).height == 24
    screen = LowTypist(80, 24)
    screen.interactive = False
    assert screen.height > 1000 and screen.rows("one", "two\nthree") == 3
