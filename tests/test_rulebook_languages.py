"""The rulebooks say the same in every language, paragraph by paragraph."""

import re

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.render.words import LANGUAGE, languages, words_for
from farmstead.rulebooks import NoSuchRulebook, Paragraph, Rulebook, languages_of, rulebook
from farmstead.rulebooks.phrases import PHRASES

OTHERS = sorted(languages() - {LANGUAGE})
BOOKS = [(game, language) for language in OTHERS for game in shelf.names()]
CITED = re.compile(r"(?<![\w.,])(?:[RS]\d+|\d\.\d+)(?![\w.]\d)")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
FRENCH = {"enter_unpayable": "on", "jokers": "buildings", "open_help_costs": "off", "variant": "family"}


def page(game: str, language: str) -> str:
    return shelf.folder(game).joinpath(f"rulebook/{language}.md").read_text(encoding="utf-8")


def texts(paragraph: Paragraph) -> list[str]:
    return [paragraph.text, *[other.text for other in paragraph.alternatives]]


def code_in(text: str) -> set[str]:
    """Without what stands in brackets: those are words for numbers."""
    return {code for code in CODE.findall(text) if not code.startswith("`[")}


def pairs(game: str, language: str) -> list[tuple[Paragraph, Paragraph]]:
    return list(zip(rulebook(game).paragraphs, rulebook(game, language).paragraphs, strict=True))


# ---- the same book ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", shelf.names())
def test_there_is_a_book_in_every_language_there_are_words_in(game: str) -> None:
    assert languages_of(game) == (LANGUAGE, *OTHERS)
    assert set(OTHERS) <= set(PHRASES) and "fr" in OTHERS


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_sections_and_paragraphs_have_the_same_numbers(game: str, language: str) -> None:
    book, english = rulebook(game, language), rulebook(game)
    assert [section.number for section in book.sections] == [section.number for section in english.sections]
    assert [rule.number for rule in book.paragraphs] == [rule.number for rule in english.paragraphs]
    assert [rule.section for rule in book.paragraphs] == [rule.section for rule in english.paragraphs]
    assert (book.game, book.prefix, book.language) == (game, english.prefix, language)


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_the_same_switches_change_the_same_paragraphs(game: str, language: str) -> None:
    for english, here in pairs(game, language):
        switches = [(other.switch, other.value) for other in english.alternatives]
        assert [(other.switch, other.value) for other in here.alternatives] == switches, here.number


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_the_same_paragraphs_are_cited(game: str, language: str) -> None:
    for english, here in pairs(game, language):
        for ours, theirs in zip(texts(english), texts(here), strict=True):
            assert set(CITED.findall(theirs)) == set(CITED.findall(ours)), here.number


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_code_is_not_translated(game: str, language: str) -> None:
    for english, here in pairs(game, language):
        assert code_in(here.text) == code_in(english.text), here.number
    for ours, theirs in zip(rulebook(game).sections, rulebook(game, language).sections, strict=True):
        assert code_in(theirs.body) == code_in(ours.body), ours.number
        assert code_in(theirs.developers) == code_in(ours.developers), ours.number


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_no_paragraph_is_left_in_english(game: str, language: str) -> None:
    for english, here in pairs(game, language):
        assert not set(texts(english)) & set(texts(here)), here.number
        assert all(text.endswith((".", ".)")) and "\n" not in text for text in texts(here)), here.number
    book, english_book = rulebook(game, language), rulebook(game)
    assert book.title != english_book.title and book.preface != english_book.preface
    assert "Ruling:" not in book.markdown() and english_book.phrases.changed not in book.markdown(FRENCH)


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_numbers_are_those_of_english(game: str, language: str) -> None:
    """Points, counts, coordinates; one is often a word."""
    for english, here in pairs(game, language):
        for ours, theirs in zip(texts(english), texts(here), strict=True):
            wanted, found = [
                sorted(re.findall(r"[02-9]|\d\d+", CODE.sub("", text))) for text in (ours, theirs)
            ]
            assert found == wanted, here.number


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_the_page_names_no_folder_or_file(game: str, language: str) -> None:
    assert not re.search(r"[\w.]+/[\w./]+|\.(json|txt|md|py|toml)\b", page(game, language))


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_what_an_option_changes_says_so(game: str, language: str) -> None:
    book = rulebook(game, language)
    changed = [rule for rule in book.paragraphs if rule.changed(FRENCH)]
    assert book.markdown(FRENCH).count(book.phrases.changed) == len(changed) > 0
    assert book.phrases.changed not in book.markdown()


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_titles_of_paragraphs_and_words_of_sections_agree(game: str, language: str) -> None:
    words = words_for(game, language)
    for section in rulebook(game, language).sections:
        title = words.rule_title(section.number).partition(", ")[2]
        assert title.lower() == section.title.lower(), section.number


# ---- which book ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["xx", "", "EN", "../fr", "__pycache__"])
def test_english_never_stands_in_for_another_language(language: str) -> None:
    with pytest.raises(NoSuchRulebook, match="there is one in: en") as refused:
        rulebook("walnut-grove", language)
    assert refused.value.language == language


def test_books_are_read_once() -> None:
    assert rulebook("walnut-grove", "fr") is rulebook("walnut-grove", "fr")
    assert rulebook("walnut-grove", LANGUAGE) is rulebook("walnut-grove")


def test_french_is_set_as_french_is() -> None:
    """Blanks before `;:?!` hold, and so do those inside `«»`; apostrophes are curved."""
    for game in shelf.names():
        plain = CODE.sub("", re.sub(r"`\w+` \w+:\*", "", page(game, "fr")))
        assert not re.search(r" [;:?!»]|« |\w[;?!]|\w:[\s*]|'", plain)
        book: Rulebook = rulebook(game, "fr")
        assert any("\N{NO-BREAK SPACE}:" in rule.text for rule in book.paragraphs)


def test_rulings_in_french() -> None:
    book = rulebook("walnut-grove", "fr")
    assert book.paragraph("r3").endswith(
        "Interprétation\xa0: dans tout paiement\xa0: bâtiments, hiver, remboursement de l’aide."
        " Réglage\xa0: `jokers` = `any` | `buildings`."
    )
    assert book.paragraph("R12") == "Ne rien vendre au Magasin général. Interprétation\xa0: permis."


def test_the_command_reads_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "walnut-grove", "7.4", "--language", "fr", "--options", "french"]) == 0
    assert capsys.readouterr().out == (
        "- **7.4** Chaque tuile d’aide retournée coûte 2 points à la fin. Celle qui est encore remboursable"
        " ne coûte rien. *(selon vos options)*\n"
    )
    assert main(["rules", "sunflower-valley", "tournesol", "--language", "fr"]) == 0
    assert "Voir aussi\xa0: " in capsys.readouterr().out
    assert main(["rules", "walnut-grove", "--language", "xx"]) == 2
    assert "--language xx: one of en, de, fr is needed" in capsys.readouterr().err
