"""Tables put right while they are counted: tiles swapped in place, other letters, sheets read one by one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from farmstead import shelf
from farmstead.render.tally import Impossible, Sheets
from tests.render.test_tally import EXAMPLE, GROVE, LANGUAGES, VALLEY, after, refused, tally_of

FARM = ("tap cell:0,1 tile:17", "tap cell:0,2 tile:4", "tap cell:1,1 tile:9")


def of_tiles(sheets: Any) -> list[list[int]]:
    return [tile[:3] for tile in sheets[0]["tiles"]]


def test_a_tile_that_others_hang_on_is_swapped_where_it_lies() -> None:
    tally = tally_of(GROVE)
    sheets = after(tally, *FARM)
    assert refused(tally, sheets, "tap laid:0,1 lift") == "WG 3.3"
    swapped = after(tally, "tap laid:0,1 tile:30", sheets=sheets)
    assert of_tiles(swapped) == [[30, 0, 1], [4, 0, 2], [9, 1, 1]]
    counted = tally.counted(swapped, 0, "tile:17", None)
    assert {"tile:17"} < {tool.key for tool in counted.palettes[1].tools if tool.left}  # back in the bag
    assert "laid:0,1" in counted.open
    again = after(tally, "tap laid:0,1", sheets=swapped)[0]["tiles"][0]
    assert again[3] == (swapped[0]["tiles"][0][3] + 1) % 4
    assert refused(tally, sheets, "tap laid:0,1 tile:9") == "WG 3.3"  # it lies on this farm already
    assert refused(tally, sheets, "tap laid:0,1 tile:999") == "WG 11"


def test_a_swapped_tile_lies_as_most_of_it_joins() -> None:
    """As one that is laid in that place, where nothing hangs on it."""
    tally = tally_of(GROVE)
    laid = after(tally, "tap cell:0,1 tile:30")
    swapped = after(tally, "tap cell:0,1 tile:17", "tap laid:0,1 tile:30")
    assert swapped[0]["tiles"] == laid[0]["tiles"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cubes_that_a_swap_takes_along_are_named_with_their_paragraph(language: str) -> None:
    tally = tally_of(GROVE, language)
    tiles = shelf.game(GROVE).edition.tiles  # type: ignore[attr-defined]
    full = next(n for n, tile in tiles.items() if tile.storage[0])
    bare = next(n for n, tile in tiles.items() if not tile.storage[0])
    sheets = after(tally, f"tap cell:0,1 tile:{full}", *["more land grain"] * 3)
    swapped = after(tally, f"tap laid:0,1 tile:{bare}", sheets=sheets)
    assert swapped[0]["land"] == {"grain": 2}
    (note,) = tally.went(sheets, swapped, 0)
    assert note.rule == "WG 4.5" and note.seat == 0 and note.sentence.endswith(".")
    fewer = after(tally, "less land grain", sheets=sheets)
    assert tally.went(sheets, fewer, 0) == ()  # that was asked for
    assert tally.went(sheets, after(tally, "add", sheets=sheets), 1) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_that_another_letter_takes_along_are_named(language: str) -> None:
    tally = tally_of(VALLEY, language)
    sheets = after(tally, "tap hex:0,5 H", "tap hex:0,0 H")
    changed = after(tally, "set sheet B", sheets=sheets)
    (note,) = tally.went(sheets, changed, 0)
    assert note.rule == "SV 1.1" and "B" in note.sentence
    assert tally.went(sheets, after(tally, "tap hex:0,0 erase", sheets=sheets), 0) == ()


# ---- sheets one to a line ----------------------------------------------------------------------------------

OTHER = {"sheet": "A", "rows": [". . . . ^ .", ". . . . H S", "^ . ^ . ^ .", "F F . . . .", ". . . ^ . ."]}


def test_sheets_of_one_letter_are_one_table() -> None:
    tally = tally_of(VALLEY)
    table = tally.together([dict(EXAMPLE), dict(OTHER)])
    assert table == [{"sheet": "A", "players": [EXAMPLE["rows"], OTHER["rows"]]}]
    assert tally.together([*table, dict(OTHER)])[0]["players"] == [
        EXAMPLE["rows"],
        OTHER["rows"],
        OTHER["rows"],
    ]
    counted = tally.counted(table, 1, "", None)
    printed = [shelf.score_line(shelf.game(VALLEY), json.dumps(each).encode()) for each in (EXAMPLE, OTHER)]
    for row in counted.rows:
        if row.key in printed[0] and row.key != "total":  # what a sheet scores by itself
            assert list(row.points) == [each[row.key] for each in printed]
    assert tally.together([dict(EXAMPLE)]) == [EXAMPLE]


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_of_several_tables_are_refused_together(language: str) -> None:
    tally = tally_of(VALLEY, language)
    several: list[Sheets] = [
        [dict(EXAMPLE), {**OTHER, "sheet": "B"}],
        [dict(EXAMPLE), {**OTHER, "variant": "family"}],
        [dict(EXAMPLE)] * 6,
    ]
    for sheets in several:
        with pytest.raises(Impossible) as found:
            tally.together(sheets)
        assert found.value.fault.rule == "SV 1.1" and found.value.fault.sentence.endswith(".")


@pytest.mark.parametrize("game", [GROVE, VALLEY])
def test_what_breaks_ties_is_named_with_its_paragraph(game: str) -> None:
    tally = tally_of(game)
    ties = tally.ties()
    counted = tally.counted(after(tally, "add"), 0, "", None)  # two that are equal
    assert [(row.name, row.rule) for row in counted.breaks] == list(ties)
    assert {rule for _, rule in ties} == {"WG 8.8" if game == GROVE else "SV 5.7"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_table_cannot_be_read_is_said_in_every_language(language: str) -> None:
    """In words of its own, or as the reader says it, who speaks English."""
    grove, valley = tally_of(GROVE, language), tally_of(VALLEY, language)
    laid: dict[str, Any] = {"board": "yellow", "tiles": [[77, 0, 1, 0]]}
    cases: list[tuple[Any, dict[str, Any], str]] = [
        (grove, laid, "77"),
        (grove, {"board": "purple"}, "purple"),
        (valley, {**EXAMPLE, "sheet": "B"}, "mountain here"),
    ]
    for tally, sheet, why in cases:
        with pytest.raises(Impossible) as found:
            tally.counted([sheet], 0, "", None)
        said = found.value.fault.sentence
        assert why in said
        marked = {"en": "", "fr": "anglais", "de": "Englisch"}[language] if why != "77" else ""
        assert marked in said and ("there is no tile" in said.lower()) == (language == "en" and why == "77")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("deed", "would_do"),
    [
        ("set board red", "set board yellow|blue"),
        ("more barn x", "more barn grain|fish|"),
        ("more labourers green", "more labourers yellow|blue|white"),
        ("tap cell:0,1 tile:999", "tile:1…50"),
        ("tap cell:0,1 tile:١٧", "tile:1…50"),
        ("tap cell:٠,1 tile:17", "tap cell:COLUMN,ROW"),
        ("tap laid:0,1 fly", "|lift]"),
    ],
)
def test_what_is_no_deed_is_refused_with_those_that_there_are(
    deed: str, would_do: str, language: str
) -> None:
    tally = tally_of(GROVE, language)
    with pytest.raises(Impossible) as caught:
        tally.done(after(tally, "tap cell:0,1 tile:17"), 0, deed)
    assert would_do in caught.value.fault.sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "deed", ["tap laid:5,5 lift", "tap laid:5,5", "tap district:grain:9,9 cube", "less huts"]
)
def test_what_is_not_there_is_said(deed: str, language: str) -> None:
    tally = tally_of(GROVE, language)
    with pytest.raises(Impossible) as caught:
        tally.done(after(tally, "tap cell:0,1 tile:17"), 0, deed)
    assert caught.value.fault.rule == "WG 11" and caught.value.fault.sentence.count(".") == 2


def test_no_site_is_refused_with_what_would_do() -> None:
    tally = tally_of(GROVE)
    with pytest.raises(Impossible) as caught:
        after(tally, *["more barns"] * 9)
    assert caught.value.fault.rule == "WG 5.10" and "Remove a hut or a barn" in caught.value.fault.sentence


@pytest.mark.parametrize("deed", ["tap hex:9,9 H", "tap hex:٠,0 H", "more huts", "set sheet Q"])
def test_what_is_no_deed_of_a_valley_is_refused_with_those_that_there_are(deed: str) -> None:
    tally = tally_of(VALLEY)
    with pytest.raises(Impossible) as caught:
        tally.done(tally.blank(), 0, deed)
    assert "tap hex:0…4,0…5" in caught.value.fault.sentence
