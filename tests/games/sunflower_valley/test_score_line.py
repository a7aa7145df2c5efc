"""Sheets scored by themselves and together, one line of JSON each (SV 8.2), and what is refused."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from farmstead.games.sunflower_valley.rules import GAME
from farmstead.games.sunflower_valley.rules.sheets import score_line
from farmstead.rulebooks import rulebook
from tests.games.sunflower_valley import slow_scorer
from tests.games.sunflower_valley.boards import BLANK_A, alone, ask, rows, together
from tests.games.sunflower_valley.random_boards import KINDS
from tests.games.sunflower_valley.scenes import drawn

ALONE = [
    "houses_with_sheep",
    "houses_without",
    "mountains",
    "high_speed",
    "villagers",
    "houses",
    "sunflowers",
    "total",
]
POINTS = ALONE[:4]
SHARED = ["sunflower_majorities", "villager_points"]
COLOURS = ["orange", "yellow", "green", "pink", "blue"]
PARAGRAPHS = {f"SV {paragraph.number}" for paragraph in rulebook("sunflower-valley").paragraphs}

EXAMPLE = {
    "sheet": "A",
    "rows": ["C35 S F S ^ H", "U H H U U S", "^ L14 ^ C24 ^ H", "H L03 H F C15 C24", "S S U ^ S H"],
}
BLANK = rows(BLANK_A)


# ---- what is answered ----------------------------------------------------------------------------------


def test_a_sheet_by_itself_is_answered_with_these_keys_in_this_order() -> None:
    found = ask(EXAMPLE)
    assert list(found) == ALONE
    assert list(found["sunflowers"]) == COLOURS
    assert [found[line] for line in POINTS] == [18, -5, 8, 13]
    assert found["total"] == 34


def test_sheets_together_are_answered_with_players_and_places() -> None:
    found = ask({"sheet": "A", "players": [EXAMPLE["rows"], BLANK, BLANK]})
    assert list(found) == ["players", "places"]
    assert [list(player) for player in found["players"]] == [[*ALONE[:-1], *SHARED, "total"]] * 3
    assert found["places"] == [1, 2, 2]
    assert found["players"][0]["total"] == 34 + 15 + 5  # all five colours
    assert {name: found["players"][0][name] for name in ALONE[:-1]} == {
        name: ask(EXAMPLE)[name] for name in ALONE[:-1]
    }


def test_the_total_is_of_the_points_only() -> None:
    """Villagers, houses and sunflowers are counts: they are in no total."""
    rng = Random(82)
    for _ in range(100):
        sheet = rng.choice("ABCDEFGH")
        boards = [rng.choice(KINDS)(rng, sheet) for _ in range(rng.randint(2, 5))]
        for board in boards:
            found = alone(sheet, board)
            assert found["total"] == sum(found[line] for line in POINTS)
        for player in together(sheet, *boards)["players"]:
            assert player["total"] == sum(player[line] for line in [*POINTS, *SHARED])


def test_what_stands_in_the_rows_is_counted() -> None:
    found = alone("A", drawn(a1="H", b1="H", a2="F", b4="U", b5="U", d6="F", e5="U", c2="L25", d2="S"))
    assert (found["villagers"], found["houses"]) == (7, 2)
    assert found["sunflowers"] == {"orange": 1, "yellow": 2, "green": 0, "pink": 0, "blue": 2}


def test_a_blank_sheet_scores_nothing() -> None:
    nothing = dict.fromkeys(ALONE, 0) | {"sunflowers": dict.fromkeys(COLOURS, 0)}
    for sheet in "ABCDEFGH":
        assert alone(sheet, drawn(sheet)) == nothing


def test_an_unfinished_sheet_is_scored_as_it_stands() -> None:
    """A house is not served yet, a line not closed; the sunflower is there."""
    found = alone("A", drawn(b2="H", c2="L14", d2="F"))
    assert [found[line] for line in POINTS] == [0, -5, 1, 0]
    assert found["total"] == -4


def test_the_variant_may_be_named_or_left_out() -> None:
    board = drawn("F", c1="H", c2="L03", c3="H", c4="S", b2="S")
    document = {"sheet": "F", "rows": board}
    assert ask(document) == ask({**document, "variant": "standard"})
    assert ask(document)["houses_with_sheep"] == 6
    assert ask({**document, "variant": "family"})["houses_with_sheep"] == 3
    table = {"sheet": "F", "players": [board, board], "variant": "family"}
    assert [player["houses_with_sheep"] for player in ask(table)["players"]] == [3, 3]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_sheets_may_be_scored_together(seats: int) -> None:
    found = ask({"sheet": "A", "players": [EXAMPLE["rows"], *[BLANK] * (seats - 1)]})
    assert len(found["players"]) == len(found["places"]) == seats
    assert found["places"] == [1] + [2] * (seats - 1)


def test_spaces_and_line_ends_do_not_matter() -> None:
    spread = {"sheet": "A", "rows": ["  " + row.replace(" ", "\t   ") + " " for row in EXAMPLE["rows"]]}
    assert ask(spread) == ask(EXAMPLE)
    line = json.dumps(EXAMPLE, indent=2).encode()
    assert score_line(GAME, b"  " + line + b"\r\n") == ask(EXAMPLE)


# ---- what is refused -----------------------------------------------------------------------------------


def refused(document: object, rule: str) -> str:
    """The sentence, which is short whatever was asked."""
    return refusal(ask(document), rule)


def refusal(found: dict[str, Any], rule: str) -> str:
    assert list(found) == ["error", "rule"], found
    assert found["rule"] == rule, found
    sentence = found["error"]
    assert isinstance(sentence, str) and 10 < len(sentence) < 300
    return sentence


@pytest.mark.parametrize(
    "token", ["X", "h", "HH", "s", "0", "-", "*", "^^", "..", "?", "U1", "\N{SUNFLOWER}", "^H", "null", "T1"]
)
def test_a_token_that_is_none_is_refused(token: str) -> None:
    sentence = refused({"sheet": "A", "rows": drawn(b2=token)}, "SV 8.2")
    assert "b2" in sentence


@pytest.mark.rule("SV 3.5", "refused")
@pytest.mark.parametrize(
    "token",
    ["L01", "L02", "L04", "L35", "C01", "C03", "C05", "C12", "C14", "C25"],
)
def test_a_track_that_cannot_lie_so_is_refused(token: str) -> None:
    sentence = refused({"sheet": "A", "rows": drawn(e6=token)}, "SV 3.5")
    assert "e6" in sentence


@pytest.mark.parametrize("token", ["L30", "C20", "C00", "l03", "c02", "L36", "C06", "L-3", "L", "C3", "C024"])
def test_sides_are_written_smaller_first_and_from_0_to_5(token: str) -> None:
    sentence = refused({"sheet": "A", "rows": drawn(e6=token)}, "SV 8.2")
    assert "e6" in sentence


@pytest.mark.parametrize("token", ["H", "S", "F", "U", "L03", "C24", "."])
@pytest.mark.parametrize("place", ["a5", "c1", "c3", "c5", "e4"])
def test_a_mountain_cannot_be_drawn_in_nor_left_out(place: str, token: str) -> None:
    sentence = refused({"sheet": "A", "rows": drawn("A", **{place: token})}, "SV 1.1")
    assert place in sentence


@pytest.mark.parametrize("sheet", "ABCDEFGH")
def test_a_mountain_cannot_stand_where_none_is_printed(sheet: str) -> None:
    for place in slow_scorer.HEXES:
        if slow_scorer.colour_of(sheet, place) != "^":
            assert place in refused({"sheet": sheet, "rows": drawn(sheet, **{place: "^"})}, "SV 1.1")


def test_the_rows_of_another_letter_are_refused() -> None:
    for sheet in "BCDEFGH":
        refused({**EXAMPLE, "sheet": sheet}, "SV 1.1")


@pytest.mark.parametrize("sheet", ["I", "a", "", "AB", "A ", "Z", 1, 0, None, True, ["A"], {"A": 1}, 1.5])
def test_a_letter_that_is_none_of_a_to_h_is_refused(sheet: object) -> None:
    refused({**EXAMPLE, "sheet": sheet}, "SV 1.1")
    refused({"sheet": sheet, "players": [BLANK, BLANK]}, "SV 1.1")


def test_a_sheet_without_a_letter_is_refused() -> None:
    refused({"rows": BLANK}, "SV 1.1")
    refused({}, "SV 1.1")


@pytest.mark.parametrize("row", ["", ".", ". . . . .", ". . . . . . .", "......", ". . . . ^."])
@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_row_has_six_tokens(number: int, row: str) -> None:
    changed = [*BLANK[: number - 1], row, *BLANK[number:]]
    sentence = refused({"sheet": "A", "rows": changed}, "SV 8.1")
    assert f"row {number}" in sentence


@pytest.mark.parametrize("count", [0, 1, 4, 6, 10, 200])
def test_a_sheet_has_five_rows(count: int) -> None:
    refused({"sheet": "A", "rows": (BLANK * 40)[:count]}, "SV 8.1")


@pytest.mark.parametrize("value", [None, 5, "".join(BLANK), {"a": BLANK[0]}, True, 1e9])
def test_rows_that_are_no_list_are_refused(value: object) -> None:
    refused({"sheet": "A", "rows": value}, "SV 8.1")


@pytest.mark.parametrize("row", [None, 6, 1.5, True, [], [".", ".", ".", ".", "^", "."], {}])
def test_rows_that_are_no_texts_are_refused(row: object) -> None:
    refused({"sheet": "A", "rows": [row, *BLANK[1:]]}, "SV 8.2")
    refused({"sheet": "A", "rows": [*BLANK[:4], row]}, "SV 8.2")


@pytest.mark.rule("SV 1.1", "refused")
@pytest.mark.parametrize("count", [0, 1, 6, 50])
def test_fewer_than_two_and_more_than_five_players_are_refused(count: int) -> None:
    refused({"sheet": "A", "players": [BLANK] * count}, "SV 1.1")


@pytest.mark.parametrize("value", [None, 2, "AB", {"1": BLANK, "2": BLANK}, True])
def test_players_who_are_no_list_are_refused(value: object) -> None:
    refused({"sheet": "A", "players": value}, "SV 1.1")


def test_the_player_whose_sheet_cannot_be_is_named() -> None:
    assert "player 2" in refused({"sheet": "A", "players": [BLANK, drawn(d4="X"), BLANK]}, "SV 8.2")
    assert "player 3" in refused({"sheet": "A", "players": [BLANK, BLANK, BLANK[:4]]}, "SV 8.1")
    assert "player 1" in refused({"sheet": "A", "players": [None, BLANK]}, "SV 8.1")
    assert "player 2, c3" in refused({"sheet": "A", "players": [BLANK, drawn(c3="F")]}, "SV 1.1")


def test_rows_and_players_together_are_refused_and_so_is_neither() -> None:
    refused({**EXAMPLE, "players": [BLANK, BLANK]}, "SV 8.2")
    refused({"sheet": "A"}, "SV 8.2")


@pytest.mark.parametrize("variant", ["Family", "", "solo", None, True, 1, ["family"], {"family": True}])
def test_a_variant_that_is_not_known_is_refused(variant: object) -> None:
    refused({**EXAMPLE, "variant": variant}, "SV 6.1")


def test_a_name_that_is_not_known_is_refused() -> None:
    """Else a slip of the pen would score by other rules than the writer wanted."""
    assert "varient" in refused({**EXAMPLE, "varient": "family"}, "SV 8.2")
    refused({**EXAMPLE, "": 1}, "SV 8.2")
    refused({**EXAMPLE, "x" * 5000: 1}, "SV 8.2")


@pytest.mark.parametrize(
    "line",
    [
        *(
            b"",
            b" ",
            b"\n",
            b"{",
            b"}",
            b"A",
            b"{'sheet': 'A'}",
            b'{"sheet": "A",}',
            b"{} {}",
            b"\xff\xfe\xfa",
        ),
        *(
            b'{"sheet": "\xe9"}',
            b"\x00",
            b"[" * 100_000,
            b'{"a":' * 100_000,
            b"[" * 500 + b"]" * 499,
            b"1" * 9000,
        ),
        *(b'{"sheet": "A", "rows": ["\n"]}', b'"\\', b"nul", b"\xef\xbb\xbf"),
    ],
    ids=lambda line: line[:12].decode("latin-1"),
)
def test_what_is_not_json_is_refused(line: bytes) -> None:
    refusal(score_line(GAME, line), "SV 8.2")


@pytest.mark.parametrize("document", [None, True, 0, 1.5, "A", [], [EXAMPLE], [[[]]], float("nan"), 10**400])
def test_json_that_is_no_object_is_refused(document: object) -> None:
    refused(document, "SV 8.2")


def test_a_huge_line_is_refused_and_not_repeated() -> None:
    refusal(score_line(GAME, json.dumps({**EXAMPLE, "x": "y" * 1_000_001}).encode()), "SV 8.2")
    refusal(score_line(GAME, b" " * 2_000_000), "SV 8.2")
    line = json.dumps(EXAMPLE).encode()
    assert score_line(GAME, line.ljust(1_000_000)) == ask(EXAMPLE)
    refusal(score_line(GAME, line.ljust(1_000_001)), "SV 8.2")


def test_a_huge_word_is_refused_in_a_short_sentence() -> None:
    word = "H" * 900_000
    refused({"sheet": word, "rows": BLANK}, "SV 1.1")
    refused({**EXAMPLE, "variant": word}, "SV 6.1")
    refused({"sheet": "A", "rows": drawn(a1=word)}, "SV 8.2")
    refused({"sheet": "A", "rows": [". " * 400_000, *BLANK[1:]]}, "SV 8.1")
    refused({"sheet": "A", "rows": [[word], *BLANK[1:]]}, "SV 8.2")
    refused({"sheet": "A", "players": [BLANK] * 2_000}, "SV 1.1")


@pytest.mark.parametrize("depth", [10, 100, 300, 480, 900, 960, 980, 990, 1000, 5000])
def test_deep_nests_are_refused_wherever_they_are(depth: int) -> None:
    nest = "[" * depth + "]" * depth
    for document in [
        f'{{"sheet": {nest}}}',
        f'{{"sheet": "A", "rows": {nest}}}',
        f'{{"sheet": "A", "rows": [{nest}, 1, 1, 1, 1]}}',
        f'{{"sheet": "A", "players": [{nest}, {nest}]}}',
        f'{{"sheet": "A", "variant": {nest}}}',
        nest,
    ]:
        found = score_line(GAME, document.encode())
        assert list(found) == ["error", "rule"] and len(str(found["error"])) < 300


# ---- anything at all -----------------------------------------------------------------------------------

TOKENS = ["H", "S", "F", "U", ".", "^", "L03", "L14", "L25", "C02", "C04", "C13", "C15", "C24", "C35"]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([*"ABCDEFGH", "family", "standard", *BLANK]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
SHEETS = st.sampled_from("ABCDEFGH")
LINES = st.lists(st.sampled_from(TOKENS), min_size=5, max_size=7).map(" ".join) | JSON


@st.composite
def nearly_rows(draw: st.DrawFn) -> object:
    """The rows of some sheet, perhaps with a few tokens, rows or everything changed."""
    sheet = draw(SHEETS)
    tokens = [row.split() for row in draw(st.sampled_from(KINDS))(Random(draw(st.integers(0, 999))), sheet)]
    for _ in range(draw(st.integers(0, 2))):
        row = tokens[draw(st.integers(0, 4))]
        row[draw(st.integers(0, 5))] = draw(st.sampled_from(TOKENS) | st.text(max_size=3))
    found: list[object] = [" ".join(row) for row in tokens]
    if draw(st.integers(0, 4)) == 0:
        found[draw(st.integers(0, 4))] = draw(LINES)
    return found if draw(st.integers(0, 9)) else draw(JSON)


DOCUMENTS = st.fixed_dictionaries(
    {},
    optional={
        "sheet": SHEETS | JSON,
        "rows": nearly_rows(),
        "players": st.lists(nearly_rows(), max_size=6) | JSON,
        "variant": st.sampled_from(["standard", "family"]) | JSON,
    },
)
ANYTHING = settings(max_examples=250, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def answered(found: dict[str, object]) -> None:
    """Points that add up, or a refusal with a paragraph of the rules page; either can be written as JSON."""
    json.dumps(found, allow_nan=False).encode()
    if "error" in found:
        assert list(found) == ["error", "rule"]
        assert found["rule"] in PARAGRAPHS
        assert isinstance(found["error"], str) and 0 < len(found["error"]) < 300
    elif "players" in found:
        assert list(found) == ["players", "places"]
    else:
        assert list(found) == ALONE


@ANYTHING
@given(st.binary(max_size=200))
def test_any_bytes_are_answered(line: bytes) -> None:
    answered(score_line(GAME, line))


@ANYTHING
@given(JSON)
def test_any_json_is_answered(document: object) -> None:
    answered(ask(document))


@ANYTHING
@given(DOCUMENTS)
def test_any_document_is_answered(document: dict[str, object]) -> None:
    answered(ask(document))


@ANYTHING
@given(SHEETS, st.lists(st.lists(st.sampled_from(TOKENS), min_size=30, max_size=30), min_size=1, max_size=5))
def test_any_sheets_with_the_printed_mountains_are_scored(sheet: str, boards: list[list[str]]) -> None:
    printed = "".join(slow_scorer.SHEETS[sheet])
    players = []
    for tokens in boards:
        fitting = [
            "^" if mark == "^" else token.replace("^", ".")
            for mark, token in zip(printed, tokens, strict=True)
        ]
        players.append([" ".join(fitting[n : n + 6]) for n in range(0, 30, 6)])
    if len(players) == 1:
        document: dict[str, Any] = {"sheet": sheet, "rows": players[0]}
        assert ask(document) == slow_scorer.score_sheet(document)
    else:
        document = {"sheet": sheet, "players": players}
        assert ask(document) == slow_scorer.score_table(document)
