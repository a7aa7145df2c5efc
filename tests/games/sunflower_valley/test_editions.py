"""Editions (SV 8.3, S11): changed copies of the packaged one, played if sound, refused with every reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.engine.contract import CHANCE, BadSetup
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.playout import play_out
from farmstead.games.sunflower_valley.rules import GAME, game_with
from farmstead.games.sunflower_valley.rules.editions import read_edition
from farmstead.games.sunflower_valley.rules.sheets import contents
from tests.edition_files import EditionFile
from tests.games.sunflower_valley.slow_scorer import SHEETS, START

FILE = EditionFile("sunflower-valley")
PACKAGED, changed, problems, rules_of = FILE.text, FILE.changed, FILE.problems, FILE.rules_of
SHEET_A = 'A = ["OOGG^Y", "OOGYYY", "^O^G^Y", "PPGBBB", "PPP^BB"]'
ALL_DICE = 'dice = ["house", "sheep", "sunflower", "super-sunflower", "straight", "curve"]'


def written(
    sheets: dict[str, list[str]] = SHEETS,
    start: dict[str, str] = START,
    dice: str = ALL_DICE,
    name: str = "mine",
) -> str:
    """An edition file of one's own."""
    lines = [f'name = "{name}"', 'game = "sunflower-valley"', dice, "[start]"]
    lines += [f'{town} = "{at}"' for town, at in start.items()]
    lines += ["[sheets]", *[f"{letter} = {rows}" for letter, rows in sheets.items()]]
    return "\n".join(lines)


# ---- sound ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SV S11")
def test_the_packaged_edition_says_that_it_is_invented() -> None:
    assert PACKAGED.count('source = "invented"') == 2
    assert contents(GAME) == {"sheets": 8, "town pictures": 5, "dice": 6}


@pytest.mark.rule("SV S11")
def test_the_packaged_sheets_and_start_chart_are_those_of_our_edition() -> None:
    edition = read_edition(PACKAGED)

    assert {letter: layout.rows for letter, layout in edition.sheets.items()} == SHEETS
    assert {f"T{town + 1}": edition.start_text(town) for town in range(5)} == START


@pytest.mark.rule("SV 8.3")
@pytest.mark.rule("SV S11")
def test_the_owner_of_a_box_can_write_its_sheets() -> None:
    mirrored = {letter: [row[::-1] for row in rows] for letter, rows in SHEETS.items() if letter in "AC"}
    start = {"T1": "b5", "T2": "b2", "T3": "c4", "T4": "d5", "T5": "e1"}
    mine = game_with(written(mirrored, start | {"T3": "a1"}))

    assert list(mine.edition.sheets) == ["A", "C"]
    state = mine.start(mine.setup(2, ["sheet=C"]))
    state.apply(-1, mine.parse("town T3"))
    assert state.view(None)["valleys"] == [
        {"town": "T3", "rows": ["H . . ^ . .", ". . ^ . . .", ". . . . ^ .", "^ . . . . .", ". . ^ . . ."]}
        | {"villagers": 2}
    ]
    play_out(state, QuickDealer(4))
    assert state.to_act() == []


@pytest.mark.rule("SV S11")
def test_without_a_choice_only_the_letters_of_the_edition_are_dealt() -> None:
    mine = game_with(written({letter: SHEETS[letter] for letter in "BFH"}))
    state = mine.start(mine.setup(2))

    assert [(str(move), weight) for move, weight in state.odds()] == [
        ("sheet B", 1),
        ("sheet F", 1),
        ("sheet H", 1),
    ]
    refusal = state.why_not(-1, mine.parse("sheet A"))
    assert (refusal.rule, refusal.key, refusal.args) == ("SV 1.1", "no_such_sheet", {"sheet": "A"})
    with pytest.raises(BadSetup, match=r"must be one of B, F, H, or random \(SV 1\.1\)"):
        mine.setup(2, ["sheet=A"])


@pytest.mark.rule("SV 8.3")
@pytest.mark.parametrize(
    "text",
    [
        written({"H": SHEETS["H"]}),
        written(dict(reversed(SHEETS.items()))),
        written(dice='dice = ["curve", "house", "straight", "sheep", "super-sunflower", "sunflower"]'),
        changed(("[start]", '[start]\nnotes = "from a photo"'), ("[sheets]", '[sheets]\nname = "ours"')),
        changed(("[start]", "# a comment\n[start]")),
        "notes = 'mine'\n" + PACKAGED,
    ],
    ids=["one sheet", "another order", "dice in another order", "notes", "a comment", "notes on top"],
)
def test_such_an_edition_is_sound(text: str) -> None:
    assert problems(text) == []


def test_the_order_of_entries_does_not_change_the_fingerprint_but_the_entries_do() -> None:
    assert read_edition(written(dict(reversed(SHEETS.items())))).digest == GAME.edition.digest
    assert read_edition(written(start=START | {"T5": "e1"})).digest != GAME.edition.digest


# ---- each fault alone ------------------------------------------------------------------------------------

FAULTS: dict[str, tuple[str, str, str]] = {  # the edition, the paragraphs, the beginning of the sentence
    "a colour too often": (
        changed(("OOGG^Y", "OOGG^O")),
        "8.3 8.3",
        "sheet A: it must have five orange hexes, not 6",
    ),
    "a mountain too many": (
        changed(("OOGG^Y", "OOGG^^")),
        "8.3 8.3",
        "sheet A: it must have five yellow hexes, not 4",
    ),
    "a mountain too few": (
        changed(('^G", "PPB^GG', 'BG", "PPB^GG')),
        "8.3 8.3",
        "sheet H: it must have five blue hexes, not 6",
    ),
    "four rows": (changed((', "PPP^BB"]', "]")), "8.1", "sheet A: it must be five rows of six letters"),
    "six rows": (changed(('"PPP^BB"]', '"PPP^BB", "OOGG^Y"]')), "8.1", "sheet A: it must be five rows"),
    "a row of five": (changed(("OOGG^Y", "OOGG^")), "8.1", "sheet A: it must be five rows"),
    "a row of seven": (changed(("OOGG^Y", "OOGG^YY")), "8.1", "sheet A: it must be five rows"),
    "a row that is no text": (changed(('"OOGG^Y"', "7")), "8.1", "sheet A: it must be five rows"),
    "rows that are no list": (changed((SHEET_A, 'A = "OOGG^Y"')), "8.1", "sheet A: it must be five rows"),
    "a sheet that is a table": (changed((SHEET_A, "A = { a = 1 }")), "8.1", "sheet A: it must be five"),
    "a colour that is none": (changed(("OOGG^Y", "OOGG^R")), "8.3", "sheet A: hexes are written O, Y, G"),
    "a small letter": (changed(("OOGG^Y", "OOGG^y")), "8.3", "sheet A: hexes are written O, Y, G, P, B"),
    "a blank": (changed(("OOGG^Y", "OOGG^ ")), "8.3", "sheet A: hexes are written O, Y, G, P, B"),
    "a letter after H": (changed(("H = [", "I = [")), "1.1", "sheets have letters from A to H, not 'I'"),
    "a letter that is a word": (changed(("H = [", "AB = [")), "1.1", "sheets have letters from A to H"),
    "a small sheet letter": (changed(("H = [", "h = [")), "1.1", "sheets have letters from A to H, not 'h'"),
    "no sheet": (written({}), "1.1", "there must be at least one sheet"),
    "no table of sheets": (PACKAGED.partition("[sheets]")[0], "1.1", "the table [sheets] is missing"),
    "sheets that are no table": (
        'sheets = "A"\n' + PACKAGED.partition("[sheets]")[0],
        "1.1",
        "the table [sheets] is missing",
    ),
    "a town at no hex": (changed(('"b2"', '"f2"')), "1.3", "[start]: T1 must be a hex such as b2"),
    "a town in column 7": (changed(('"b2"', '"b7"')), "1.3", "[start]: T1 must be a hex such as b2"),
    "a town in column 0": (changed(('"b2"', '"b0"')), "1.3", "[start]: T1 must be a hex such as b2"),
    "a town at a number": (changed(('"b2"', "2")), "1.3", "[start]: T1 must be a hex such as b2"),
    "a town at a capital": (changed(('"b2"', '"B2"')), "1.3", "[start]: T1 must be a hex such as b2"),
    "a town missing": (changed(('T4 = "d2"\n', "")), "1.3", "[start]: T4 must be a hex such as b2"),
    "a sixth town": (changed(('T5 = "d5"', 'T5 = "d5"\nT6 = "d6"')), "1.3", "[start]: 'T6' is not known"),
    "no start chart": (
        changed(("[start]", "[notes]")),
        "1.3",
        "the table [start] is missing",
    ),
    "two towns at one hex": (changed(('"d2"', '"b5"')), "8.3", "[start]: T4 has the hex of T2"),
    "a town on a mountain of one sheet": (
        changed(('"b2"', '"c1"')),
        "8.3",
        "[start]: T1 is at c1, a mountain on sheet A",
    ),
    "a face missing": (changed((', "curve"]', "]")), "1.5", "dice must list the six faces, each once"),
    "a face twice": (changed(('"curve"]', '"house"]')), "1.5", "dice must list the six faces, each once"),
    "a seventh face": (changed(('"curve"]', '"curve", "cow"]')), "1.5", "dice must list the six faces"),
    "another face": (changed(('"sheep", ', '"cow", ')), "1.5", "dice must list the six faces"),
    "faces that are no list": (written(dice="dice = 6"), "1.5", "dice must list the six faces"),
    "no dice": (written(dice=""), "1.5", "dice must list the six faces"),
    "another game": (
        changed(('game = "sunflower-valley"', 'game = "walnut-grove"')),
        "8.3",
        'the file must say game = "sunflower-valley"',
    ),
    "no name": (changed(('name = "farmstead"', "")), "8.3", "the edition needs a name of one word"),
    "a name of two words": (written(name="my box"), "8.3", "the edition needs a name of one word"),
    "a name too long": (written(name="x" * 21), "8.3", "the edition needs a name of one word, at most 20"),
    "an unknown entry": ("players = 6\n" + PACKAGED, "8.3", "'players' is not known; there are game, dice"),
}


@pytest.mark.rule("SV 8.3", "refused")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_its_paragraph_and_nothing_else_is(fault: str) -> None:
    text, rules, sentence = FAULTS[fault]
    found = problems(text)

    assert rules_of(found) == [f"SV {rule}" for rule in rules.split()]
    assert found[0].startswith(sentence), found


@pytest.mark.rule("SV 8.3", "refused")
def test_no_start_hex_may_be_a_mountain_on_any_sheet_and_each_such_sheet_is_named() -> None:
    mountains = [letter for letter, rows in SHEETS.items() if rows[2][1] == "^"]
    assert mountains == ["B", "C", "D", "E", "G", "H"]

    assert problems(written(start=START | {"T3": "c2"})) == [
        f"[start]: T3 is at c2, a mountain on sheet {letter} (SV 8.3)" for letter in mountains
    ]


@pytest.mark.rule("SV 8.3", "refused")
def test_all_that_is_wrong_is_said_at_once() -> None:
    text = changed(
        ('name = "farmstead"', 'name = ""'),
        ('"curve"]', '"cow"]'),
        ("OOGG^Y", "OOGG^O"),
        ("YYPPP^", "YYPPP"),
        ("GG^OOO", "GG^OO?"),
        ('"b2"', '"z9"'),
        ('"b5"', '"d5"'),
    )

    assert sorted(rules_of(problems(text))) == [
        "SV 1.3",
        "SV 1.5",
        "SV 8.1",
        "SV 8.3",
        "SV 8.3",
        "SV 8.3",
        "SV 8.3",
        "SV 8.3",
    ]


@pytest.mark.rule("SV 8.3", "refused")
def test_another_fault_does_not_hide_that_there_is_no_sheet() -> None:
    found = problems(written({}, dice="dice = 6"))

    assert sorted(rules_of(found)) == ["SV 1.1", "SV 1.5"]


def test_an_empty_file_lacks_everything() -> None:
    assert sorted(set(rules_of(problems("")))) == ["SV 1.1", "SV 1.3", "SV 1.5", "SV 8.3"]


def test_what_an_edition_calls_itself_is_not_repeated_at_length() -> None:
    found = problems("x" * 5000 + " = 1\n" + PACKAGED)

    assert len(found) == 1 and len(found[0]) < 200


# ---- `farmstead edition check` -----------------------------------------------------------------------------


def test_a_sound_edition_is_checked_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "valley.toml"
    file.write_text(written({"A": SHEETS["A"]}))

    assert main(["edition", "check", str(file)]) == 0
    out = capsys.readouterr().out
    assert "is sound: Sunflower Valley, edition mine sha256:" in out
    assert "1 sheets, 5 town pictures, 6 dice" in out


def test_an_unsound_edition_is_checked_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "valley.toml"
    file.write_text(changed(("OOGG^Y", "OOGG^O"), ('"d2"', '"b5"')))

    assert main(["edition", "check", str(file)]) == 1
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.endswith("valley.toml is not sound:")
    assert [line.strip() for line in rest] == [
        "sheet A: it must have five orange hexes, not 6 (SV 8.3)",
        "sheet A: it must have five yellow hexes, not 4 (SV 8.3)",
        "[start]: T4 has the hex of T2 (SV 8.3)",
    ]


# ---- small editions (SV 8.5) -------------------------------------------------------------------------------

DUEL = shelf.further_edition_text("sunflower-valley", "duel")
ROW = '"^^OYG^"'


def duel(*swaps: tuple[str, str]) -> str:
    return FILE.changed(*swaps, text=DUEL)


@pytest.mark.rule("SV 8.5")
def test_a_small_edition_is_played_by_the_players_it_names_until_its_sheets_are_full() -> None:
    game = game_with(DUEL)
    assert (game.fewest, game.most) == (2, 2)
    with pytest.raises(BadSetup, match="2 to 2 players, not 3"):
        game.setup(3)
    for seed in range(20):
        state, dealer = game.start(game.setup(2)), QuickDealer(seed)
        turns = 0
        while state.to_act():
            seat = state.to_act()[0]
            if seat == CHANCE:
                outcomes = state.odds()
                assert sum(weight for _, weight in outcomes) in (1, 2, 6**6)
                move = dealer.deal(state)
                assert move in [outcome for outcome, _ in outcomes]
            else:
                moves = state.legal(seat)
                move = moves[dealer.below(len(moves))]
                turns += str(move).startswith("draw")
            state.apply(seat, move)
            assert game.position(state.text()).text() == state.text()
        assert turns == 4
        assert all(valley.free == 0 for valley in state.valleys)


@pytest.mark.rule("SV 8.5")
def test_dice_roll_what_they_are_marked_with_as_often_as_it_is_there() -> None:
    game = game_with(duel(('"sheep", "sheep"', '"sheep", "house"')))
    state = game.start(game.setup(2))
    while state.faces() == "":
        state.apply(CHANCE, state.odds()[0][0])
    weights = {str(move): weight for move, weight in state.odds()}
    assert state.faces() == "HHHSFF" and sum(weights.values()) == 6**6
    assert weights["roll HHHHHH"] == 3**6 and weights["roll SSSSSS"] == 1
    assert weights["roll HHHHHS"] == 6 * 3**5


@pytest.mark.rule("SV 8.5", "refused")
@pytest.mark.parametrize(
    ("text", "rules", "sentence"),
    [
        (duel(("[2]", "[6]")), ["SV 8.5"], "seats must list numbers of players one after the other"),
        (duel(("[2]", "[]")), ["SV 8.5"], "seats must list numbers of players one after the other"),
        (duel(("[2]", '"two"')), ["SV 8.5"], "seats must list numbers of players one after the other"),
        (duel(("[2]", "[2, 4]")), ["SV 8.5"], "seats must list numbers of players one after the other"),
        (duel(("[2]", "[2, 3]")), ["SV 1.3", "SV 8.5"], "[start]: T3 must be a hex"),
        (duel((ROW, '"^^O^^^"')), ["SV 8.3", "SV 8.5"], "[start]: T2 is at c4, a mountain on sheet A"),
        (duel(('"house", "house"', '"house"')), ["SV 8.5"], "dice must list six faces"),
        (duel(('"house", "house"', '"house", "cow"')), ["SV 8.5"], "dice must list six faces"),
    ],
)
def test_a_small_edition_that_is_not_sound_is_refused(text: str, rules: list[str], sentence: str) -> None:
    found = problems(text)
    assert rules_of(found) == rules and found[0].startswith(sentence), found


@pytest.mark.rule("SV 8.5", "refused")
def test_sheets_of_a_small_edition_have_as_many_hexes() -> None:
    more = 'B = ["^^^^^^", "^^^^^^", "^^OYGP", "^^^^^^", "^^^^^^"]'
    assert rules_of(problems(DUEL + more + "\n")) == ["SV 8.5"]
