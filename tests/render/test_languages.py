"""Every language says everything that English says, in words of its own."""

import re
import tomllib
from importlib import import_module
from typing import Any

import pytest

from farmstead import shelf
from farmstead.render.word_forms import plural_form
from farmstead.render.words import LANGUAGE, TABLE, NoSuchWords, languages, vocabulary, words_for
from tests.golden_games import some_of_all
from tests.laws import Subject
from tests.render.languages import (
    FILES,
    NEEDED,
    OF_GAMES,
    OTHERS,
    WORDS,
    entries,
    file_of,
    heard,
    looked_up,
    remembering,
    same_case,
    says_names_of_chance,
    shown,
    tables,
    texts,
    variants,
)
from tests.render.saying import CHANGING, fields

# Texts that are the same as in English, and why. What has no letters of its own need not stand here.
EVERYWHERE = {
    "Farmstead": "what this is called",
    "{game:raw}.record": "the name of a file",
    **dict.fromkeys("ABCDEFGH", "the letter of a sheet"),
}
SAME: dict[str, dict[str, str]] = {
    "fr": {
        **EVERYWHERE,
        **dict.fromkeys(
            ["point", "points", "places", "total", "village", "villages", "Saloon"], "the same word"
        ),
        **dict.fromkeys(["{points} points", "{points:raw} points", "Points", "Table"], "the same word"),
        **dict.fromkeys(["A4", "Letter"], "the name of a size of paper"),
        **dict.fromkeys(
            ["Total", "Date", "Pause", "{points:raw} point", "Type", "Animations"], "the same word"
        ),
        **dict.fromkeys(["{count} places", "{count:raw} table", "{count:raw} tables"], "the same word"),
        **dict.fromkeys(["Table {number:raw}", "Table {number:raw}, {game:raw}"], "the same word"),
    },
    "de": {
        **EVERYWHERE,
        **dict.fromkeys(["Post Office", "Lodge", "Carpenter"], "so it is called in the printed edition"),
        **dict.fromkeys(
            ["Svenson’s", "Johansen’s Mill", "Soebuck’s"], "so it is called in the printed edition"
        ),
        **dict.fromkeys(["Bots", "Chat", "Hotel", "Name", "Passphrase", "Saloon", "Winter"], "the same word"),
        **dict.fromkeys(["G", "F", "S"], "the word begins with the same letter"),
        **dict.fromkeys(["A4", "Letter"], "the name of a size of paper"),
        **dict.fromkeys(["Gold", "Name (optional)", "normal"], "the same word"),
        "{size:raw} kB": "a unit",
    },
}
FAMILIES = {
    "walnut-grove": ("GOODS", "COINS", "COLOURS", "BUILDINGS", "BUILDING_TILES", "IMPROVEMENTS"),
    "sunflower-valley": ("FACES", "COLOURS"),
}


# ---- complete ------------------------------------------------------------------------------------------


def test_there_are_other_languages() -> None:
    assert "fr" in OTHERS


@pytest.mark.parametrize("language", OTHERS)
def test_every_file_is_there(language: str) -> None:
    assert all(file_of(language, name).exists() for name in NEEDED)


@pytest.mark.parametrize(("language", "name"), FILES)
def test_the_keys_are_those_of_english(language: str, name: str) -> None:
    """Tables by which fields are said may have more."""
    here, english, more = tables(language, name), tables(LANGUAGE, name), looked_up(language, name)
    assert not set(english) - set(here) and set(here) - set(english) <= more
    for table, rows in english.items():
        lacking, idle = set(rows) - set(here[table]), set(here[table]) - set(rows)
        assert not lacking, f"[{table}] lacks {sorted(lacking)}"
        assert table in more or not idle, f"[{table}] has {sorted(idle)}, which nobody says"


@pytest.mark.parametrize(("language", "name"), FILES)
def test_forms_of_moves_come_in_the_same_order(language: str, name: str) -> None:
    """The first that fits is said."""
    assert list(tables(language, name).get("move", {})) == list(tables(LANGUAGE, name).get("move", {}))


@pytest.mark.parametrize(("language", "name"), FILES)
def test_the_fields_are_those_of_english(language: str, name: str) -> None:
    for table, key, entry in entries(LANGUAGE, name):
        here = tables(language, name)[table][key]
        if isinstance(entry, list):
            assert here == entry
            continue
        for variant in variants(here):
            english = same_case(entry, variant.chosen_by)
            assert variant.mentioned == english.mentioned, f"[{table}] {key}: {variant.text}"


@pytest.mark.parametrize(("language", "name"), FILES)
def test_every_choice_has_another(language: str, name: str) -> None:
    def branches(entry: Any) -> list[Any]:
        return (
            [entry, *[b for part in entry.values() for b in branches(part)]]
            if isinstance(entry, dict)
            else []
        )

    found = [branch for _, _, entry in entries(language, name) for branch in branches(entry)]
    assert all("by" in branch and "other" in branch for branch in found)


@pytest.mark.parametrize(("language", "name"), FILES)
def test_every_table_a_field_names_exists(language: str, name: str) -> None:
    known = set(vocabulary("" if name == "common" else name, language)) | {"more", "less"}  # of games
    for table, key, entry in entries(language, name):
        for text in texts(entry):
            assert set(fields(text).values()) - set(CHANGING) <= known, f"[{table}] {key}: {text}"


@pytest.mark.parametrize(("language", "name"), FILES)
def test_nothing_is_left_in_english(language: str, name: str) -> None:
    allowed = SAME.get(language, {})
    for table, key, entry in entries(LANGUAGE, name):
        here = set(texts(tables(language, name)[table][key]))
        for text in here & set(texts(entry)):
            own = re.search(r"[^\W\d_]", shown(text))
            assert not own or text in allowed, f"[{table}] {key} is as in English: {text}"


@pytest.mark.parametrize("language", OTHERS)
def test_every_exception_is_needed(language: str) -> None:
    used = {text for _, name in FILES for _, _, entry in entries(LANGUAGE, name) for text in texts(entry)}
    here = {
        text
        for code, name in FILES
        if code == language
        for _, _, e in entries(code, name)
        for text in texts(e)
    }
    assert set(SAME.get(language, {})) <= used & here


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", shelf.names())
def test_families_of_words_are_whole(language: str, game: str) -> None:
    """A table that has a word for one good has one for each good, or is one that English has like that."""
    module = import_module(f"{shelf.row(game).package}.rules.names")
    for table, rows in tables(language, game).items():
        for family in [set(getattr(module, name)) for name in FAMILIES[game]]:
            met = family & set(rows)
            english = set(tables(LANGUAGE, game).get(table, {}))
            assert not met or family <= set(rows) or met <= english, f"[{table}] lacks {family - set(rows)}"


# ---- whole games ---------------------------------------------------------------------------------------


@pytest.mark.more
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("subject", some_of_all(), ids=str)
def test_whole_games_are_told(subject: Subject, language: str) -> None:
    """No move, event or refusal has a brace or a key left in it, or a thing that has no word.

    Slow: whole games in every language.
    """
    words, missed = remembering(subject.game.name, language)
    game = heard(subject)
    said = [words.describe_move(move) for move in game.moves]
    said += [words.say_event(event) for event in game.events]
    said += [words.say_refusal(refusal, subject.options) for refusal in game.refusals.values()]
    assert not missed
    assert not [sentence for sentence in said if "{" in sentence or "_" in re.sub("`[^`]*`", "", sentence)]
    assert not [move for move in game.moves if words.describe_move(move) == move]


def test_the_games_say_nearly_all_there_is() -> None:
    """Slow: whole games in every language."""
    for game in shelf.names():
        played = [heard(subject) for subject in some_of_all() if subject.game.name == game]
        for table, said in (
            ("event", {event.key for each in played for event in each.events}),
            ("refusal", {why.key for each in played for why in each.refusals.values()}),
        ):
            assert len(said) >= 0.6 * len(vocabulary(game)[table]), set(vocabulary(game)[table]) - said


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", [game for game in shelf.names() if says_names_of_chance(game)])
def test_what_is_left_to_chance_has_words(language: str, game: str) -> None:
    words, missed = remembering(game, language)
    names = {
        name for subject in some_of_all() if subject.game.name == game for name in heard(subject).chances
    }
    assert {re.sub(r"\d+", "1", name) for name in names} >= {"year 1 disc", "year 1 autumn seat 1 coin 1"}
    assert not [name for name in names if words.fill("{it:words}", {"it": name.replace(" ", "_")}) == name]
    assert not missed


# ---- missing words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language"), [("walnut-grove", "xx"), ("chess", "fr"), ("", "../words/en")])
def test_english_never_stands_in_for_another_language(game: str, language: str) -> None:
    with pytest.raises(NoSuchWords, match="there are no words of"):
        words_for(game, language)


@pytest.mark.parametrize("language", sorted(languages()))
def test_each_table_of_the_pages_stands_in_one_file(language: str) -> None:
    files = sorted((WORDS / language / "pages").iterdir())
    names = [name for file in files for name in tomllib.loads(file.read_text("utf-8"))]
    assert len(names) == len(set(names)) > 30
    assert [file.name for file in files] == [file.name for file in sorted((WORDS / "en" / "pages").iterdir())]


# ---- plural forms --------------------------------------------------------------------------------------

POLISH = {  # as CLDR has them
    "one": "i = 1 and v = 0",
    "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
    "many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14",
}
ARABIC = {
    "zero": "n = 0",
    "one": "n = 1",
    "two": "n = 2",
    "few": "n % 100 = 3..10",
    "many": "n % 100 = 11..99",
}


@pytest.mark.parametrize(
    ("rules", "forms"),
    [
        ("en", {"one": "1 −1", "other": "0 2 11 21 1000000 1.0 1.5 x"}),
        ("de", {"one": "1 −1", "other": "0 2 11 21 1000000 1.0 1.5 x"}),
        ("fr", {"one": "0 1 −1 0.5 1.5", "many": "1000000 3000000", "other": "2 11 21 100 2.5 x"}),
        (POLISH, {"one": "1", "few": "2 4 22 104", "many": "0 5 11 12 14 21 112", "other": "1.5 0.1"}),
        (
            ARABIC,
            {"zero": "0", "one": "1 1.0", "two": "2", "few": "3 10 103", "many": "11 99", "other": "100 1.5"},
        ),
    ],
    ids=["en", "de", "fr", "pl", "ar"],
)
def test_a_number_takes_the_plural_form_of_its_language(
    rules: str | dict[str, str], forms: dict[str, str]
) -> None:
    told = vocabulary(language=rules)["plural"] if isinstance(rules, str) else rules
    for form, numbers in forms.items():
        assert {plural_form(told, number) for number in numbers.split()} == {form}


def test_an_exact_number_comes_before_its_plural_form() -> None:
    entry = {"by": "count", "1": "une", "one": "{count:raw} au singulier", "other": "{count:raw} au pluriel"}
    said = [words_for(language="fr").fill(entry, {"count": count}) for count in (0, 1, 2, "−1", "many")]
    assert said == ["0 au singulier", "une", "2 au pluriel", "−1 au singulier", "many au pluriel"]


def test_every_plural_form_that_is_written_can_come_up() -> None:
    for language in languages():
        forms = {*vocabulary(language=language)["plural"], "other"}
        for name in ["common", *OF_GAMES, TABLE, "pages"]:
            for table, key, entry in entries(language, name):
                for variant in variants(entry) if isinstance(entry, dict) else ():
                    used = {"zero", "one", "two", "few"} & set(variant.chosen_by.values())
                    assert used <= forms or table == "reason", f"{language} [{table}] {key}"
