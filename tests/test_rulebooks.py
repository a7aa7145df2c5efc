"""The packaged rules pages: read whole, and as the switches read them."""

import re

import pytest

from farmstead import shelf
from farmstead.rulebooks import NOTE, NoSuchParagraph, NoSuchRulebook, Rulebook, rulebook

REVISED = {"beside": "on", "huts_free_wagons": "on"}
GERMAN = {"enter_unpayable": "off", "jokers": "any", "open_help_costs": "on"} | REVISED
FRENCH = {"enter_unpayable": "on", "jokers": "buildings", "open_help_costs": "off"} | REVISED
CHANGED = {
    ("enter_unpayable", "on"): ["5.3", "5.5", "5.6"],
    ("jokers", "buildings"): ["5.7", "6.4", "7.3"],
    ("open_help_costs", "off"): ["7.4", "8.7"],
    ("beside", "off"): ["3.7"],
    ("huts_free_wagons", "off"): ["5.9"],
}
IN_SECTION = {"1": 9, "2": 3, "3": 7, "4": 8, "5": 14, "6": 5, "7": 4, "8": 10, "9": 7, "10": 46, "11": 0}


@pytest.fixture
def book() -> Rulebook:
    return rulebook("walnut-grove")


def page(game: str = "walnut-grove") -> str:
    return shelf.folder(game).joinpath("rulebook/en.md").read_text(encoding="utf-8")


def test_every_paragraph_of_the_page_is_parsed(book: Rulebook) -> None:
    bold = re.findall(r"^\s*[-|] (?:\*\*)?(R?\d[\d.]*)(?:\*\*)? ", page(), re.MULTILINE)
    assert [p.number for p in book.paragraphs] == bold
    counted = {s.number: sum(p.section == s.number for p in book.paragraphs) for s in book.sections}
    assert counted == IN_SECTION


def test_every_alternative_of_the_page_is_parsed(book: Rulebook) -> None:
    written = len(re.findall(r"^  - ", page(), re.MULTILINE))
    assert written == sum(len(p.alternatives) for p in book.paragraphs) == 10


def test_numbers_are_unique_and_in_their_sections(book: Rulebook) -> None:
    numbers = [p.number for p in book.paragraphs]
    assert len(set(numbers)) == len(numbers)
    assert all(p.number.startswith(("R", f"{p.section}.")) for p in book.paragraphs)


def test_the_page_keeps_its_order(book: Rulebook) -> None:
    eight = [p.number for p in book.paragraphs if p.section == "8"]
    assert eight == ["8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "8.10", "8.9"]
    assert [p.number for p in book.paragraphs if p.section == "10"] == [f"R{n}" for n in range(1, 47)]


def test_texts_are_whole_and_plain(book: Rulebook) -> None:
    for paragraph in book.paragraphs:
        for text in (paragraph.text, *(a.text for a in paragraph.alternatives)):
            assert "\n" not in text and "  " not in text and text.endswith("."), paragraph.number


@pytest.mark.parametrize(("switch", "changed"), CHANGED.items())
def test_a_switch_changes_its_paragraphs_and_no_others(
    book: Rulebook, switch: tuple[str, str], changed: list[str]
) -> None:
    options = GERMAN | dict([switch])
    assert [p.number for p in book.paragraphs if p.read(options) != p.read(GERMAN)] == changed


@pytest.mark.parametrize("number", ["5.5", "5.7", "6.4", "7.3", "7.4"])
def test_french_and_german_read_differently(book: Rulebook, number: str) -> None:
    assert book.paragraph(number, FRENCH) != book.paragraph(number, GERMAN) == book.paragraph(number)


def test_no_paragraph_hangs_on_two_switches(book: Rulebook) -> None:
    assert all(len(p.alternatives) <= 1 for p in book.paragraphs)


def test_the_switch_table_names_what_changes(book: Rulebook) -> None:
    section = book.paragraph("10")
    for (switch, _), changed in CHANGED.items():
        row = next(line for line in section.splitlines() if line.startswith(f"| `{switch}`"))
        assert row.endswith(f"| {', '.join(changed)} |")


def test_other_options_change_nothing(book: Rulebook) -> None:
    assert book.markdown({"start": "2"}) == book.markdown(GERMAN) == book.markdown()


def test_the_whole_book_shows_only_the_reading_in_force(book: Rulebook) -> None:
    french, german = book.markdown(FRENCH), book.markdown(GERMAN)
    assert french.count(NOTE) == 8 and german.count(NOTE) == 0
    assert "Any building with a free place may be entered." in french
    assert "Any building with a free place may be entered." not in german
    assert "\n  - *`" not in french + german


def test_the_whole_book_keeps_everything_else(book: Rulebook) -> None:
    text = book.markdown()
    assert text.startswith("# Walnut Grove") and text.endswith("\n")
    headings = re.findall(r"^#.*$", text, re.MULTILINE)
    last = headings.index("# For developers")
    assert headings[last:] == ["# For developers", "## 9 Components and geometry", "## 11 Notation"]
    written = re.findall(r"^#.*$", page(), re.MULTILINE)
    assert headings[:last] == [heading for heading in written if heading != "## 11 Notation"]
    assert '"help": {"open": 1, "turned": 2}}' in text and "Paul Laane and Touko Tahkokallio" in text


@pytest.mark.parametrize("asked", ["5.6", "WG 5.6", "wg5.6", " wg 5.6 ", "5.6."])
def test_a_paragraph_may_be_asked_for_in_many_ways(book: Rulebook, asked: str) -> None:
    assert book.paragraph(asked, FRENCH) == book.paragraph("5.6", FRENCH)
    assert book.nearest(asked) == ["5.6"]


def test_rulings_can_be_read(book: Rulebook) -> None:
    assert book.paragraph("r3") == (
        "Joker coins: German in any payment, French only for building costs. "
        "Ruling: any payment: buildings, winter, repaying help. Switch: `jokers` = `any` | `buildings`."
    )
    assert book.paragraph("WG R12") == "Selling nothing at the General Store. Ruling: allowed."
    assert book.nearest("r13") == ["R13"]
    assert "no barrier" in book.paragraph("R36")


def test_a_whole_section_can_be_read(book: Rulebook) -> None:
    assert book.paragraph("5").startswith("## 5 Autumn: the town\n\n- **5.1** ")
    assert book.paragraph("WG 5", FRENCH).count(NOTE) == 4
    assert book.nearest("5") == ["5"]


@pytest.mark.parametrize(
    ("asked", "first"), [("5.66", "5.6"), ("8.11", "8.1"), ("wg 7.9", "7.4"), ("R99", "R9"), ("5.", "5")]
)
def test_the_nearest_number_is_suggested(book: Rulebook, asked: str, first: str) -> None:
    assert book.nearest(asked)[0] == first


def test_nothing_is_near_nonsense(book: Rulebook) -> None:
    assert book.nearest("barn dance") == []


def test_an_unknown_paragraph_is_refused_with_a_suggestion(book: Rulebook) -> None:
    with pytest.raises(NoSuchParagraph, match=r"no paragraph '5\.66'; near it: 5\.6") as refused:
        book.paragraph("5.66")
    assert refused.value.nearest[0] == "5.6"


@pytest.mark.parametrize("game", ["chess", "", "../walnut-grove"])
def test_an_unknown_game_is_refused_clearly(game: str) -> None:
    with pytest.raises(NoSuchRulebook, match="there is one for: walnut-grove, sunflower-valley") as refused:
        rulebook(game)
    assert not isinstance(refused.value, KeyError)


def test_the_book_is_read_once() -> None:
    assert rulebook("walnut-grove") is rulebook("walnut-grove")


@pytest.mark.parametrize("game", shelf.names())
def test_references_point_at_paragraphs(game: str) -> None:
    book = rulebook(game)
    numbers = {p.number for p in book.paragraphs}
    texts = [text for p in book.paragraphs for text in (p.text, *(a.text for a in p.alternatives))]
    cited = {n for text in texts for n in re.findall(r"(?<![\w.])(?:[RS]\d+|\d\.\d+)(?![\w.]\d)", text)}
    assert cited <= numbers


@pytest.mark.parametrize("game", shelf.names())
def test_the_page_names_no_folder_or_file(game: str) -> None:
    assert not re.search(r"[\w.]+/[\w./]+|\.(json|txt|md|py|toml)\b", page(game))
    assert not re.search(r"\b(folder|directory|repository|todo|issue)\b", page(game), re.IGNORECASE)


@pytest.mark.parametrize("game", shelf.names())
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_files_and_formulas_are_for_developers(game: str, language: str) -> None:
    told = "".join([section.body for section in rulebook(game, language).sections])
    rest = "".join([section.developers for section in rulebook(game, language).sections])
    assert "```" not in told and "JSON" not in told and "axial" not in told.lower()
    assert rest.count("```json") >= 1 and "<!--" not in told + rest


@pytest.mark.parametrize("game", shelf.names())
def test_the_preface_is_for_players(game: str) -> None:
    preface = rulebook(game).preface
    assert re.findall(r"\*\*(.+?)\.\*\*", preface) == [
        "What this page is", "Which rulings are ours", "What is reconstructed",
    ]  # fmt: skip
    assert not re.search(r"\b(code|tests?|implement\w*)\b", preface)


# ---- another page ----------------------------------------------------------------------------------------


def test_a_page_with_rulings_in_two_columns() -> None:
    book = rulebook("sunflower-valley")
    written = re.findall(
        r"^\s*[-|] (?:\*\*)?([A-Z]?\d[\d.]*)(?:\*\*)? ", page("sunflower-valley"), re.MULTILINE
    )
    assert [p.number for p in book.paragraphs] == written
    counted = {s.number: sum(p.section == s.number for p in book.paragraphs) for s in book.sections}
    assert counted == {"1": 6, "2": 4, "3": 6, "4": 4, "5": 7, "6": 1, "7": 18, "8": 5}
    assert book.paragraph("S14") == "Villager boxes full (their number is not known). Ruling: no limit (3.6)."
    assert book.paragraph("sv s2").startswith(
        "May one choose a full colour to draw a sunflower anywhere? Ruling: no"
    )
    assert book.paragraph("S12").startswith(
        "Does every sheep score, or every house that has one? Ruling: the house"
    )
    assert "one: no single cut parts them (5.6)" in book.paragraph("S17")
    assert "the hex it is drawn in" in book.paragraph("S18")
    for paragraph in book.paragraphs:
        assert "\n" not in paragraph.text and paragraph.text.endswith((".", ".)")), paragraph.number


def test_rulings_are_asked_in_our_own_words() -> None:
    rulings = rulebook("sunflower-valley").paragraph("7")
    assert "S17 and later ones are our own" in rulings and not set('"“”«»') & set(rulings)


def test_the_family_variant_reads_one_paragraph_differently() -> None:
    book = rulebook("sunflower-valley")
    changed = [p.number for p in book.paragraphs if p.changed({"variant": "family"})]
    assert changed == ["5.1"] and not [p for p in book.paragraphs if p.changed({"variant": "standard"})]
    assert "neighbouring hex" in book.paragraph("5.1", {"variant": "family"})


def test_the_example_of_the_page_is_written_as_it_is_scored() -> None:
    (line,) = re.findall(r"^\{.*\}$", page("sunflower-valley"), re.MULTILINE)
    answer = shelf.score_line(shelf.game("sunflower-valley"), line.encode())
    points = [
        answer[name] for name in ("houses_with_sheep", "houses_without", "mountains", "high_speed", "total")
    ]
    assert points == [18, -5, 8, 13, 34]
    assert "18 − 5 + 8 + 13 = 34" in page("sunflower-valley")


def test_paragraphs_are_cited_with_the_prefix_of_their_book() -> None:
    valley, walnut = rulebook("sunflower-valley"), rulebook("walnut-grove")
    assert valley.paragraph("SV 3.4") == valley.paragraph("3.4") != walnut.paragraph("WG 3.4")
    for book, number in ((valley, "WG 3.4"), (walnut, "SV 3.4"), (walnut, "S2"), (valley, "R2")):
        with pytest.raises(NoSuchParagraph):
            book.paragraph(number)
