"""What holds for the editions of every game, whatever its components are."""

from __future__ import annotations

import re
import tomllib

import pytest

from farmstead import shelf
from farmstead.engine.contract import BadSetup
from farmstead.engine.editions import BadEdition, digest
from tests.edition_files import EditionFile

EVERY_GAME = pytest.mark.parametrize("game", shelf.names())
NAMED = 'name = "farmstead"'


def label_of(game: str, text: str) -> str:
    """`farmstead sha256:0123456789abcdef`."""
    return shelf.edition_of(shelf.game_with(game, text))


@EVERY_GAME
def test_the_packaged_edition_is_sound_and_is_what_is_played(game: str) -> None:
    text = shelf.edition_text(game)
    assert EditionFile(game).problems(text) == []
    assert label_of(game, text) == shelf.edition_of(shelf.game(game))


@EVERY_GAME
def test_a_digest_is_written_short(game: str) -> None:
    name, _, short = shelf.edition_of(shelf.game(game)).partition(" ")
    assert name == "farmstead" and re.fullmatch(r"sha256:[0-9a-f]{16}", short)
    assert short == digest(tomllib.loads(shelf.edition_text(game)))


@EVERY_GAME
def test_comments_names_sources_and_notes_do_not_change_the_digest(game: str) -> None:
    file = EditionFile(game)
    same = [
        "# mine\n\n" + file.text,
        re.sub(r"(?m)#.*$", "", file.text),
        file.changed((NAMED, f'{NAMED}\nnotes = "counted"')),
        file.text.replace('source = "invented"', 'source = "my box"'),
    ]
    assert file.text not in same
    assert {label_of(game, text) for text in same} == {label_of(game, file.text)}
    renamed = label_of(game, file.changed((NAMED, 'name = "mine"')))
    assert renamed == label_of(game, file.text).replace("farmstead", "mine")


@EVERY_GAME
def test_a_set_up_belongs_to_its_edition(game: str) -> None:
    other = shelf.game_with(game, EditionFile(game).changed((NAMED, 'name = "mine"')))
    with pytest.raises(BadSetup, match="the set-up is for edition mine") as caught:
        shelf.game(game).start(other.setup(other.fewest))
    assert caught.value.part == "edition"
    with pytest.raises(BadSetup, match="the set-up is for edition farmstead"):
        other.start(shelf.game(game).setup(other.fewest))


@EVERY_GAME
@pytest.mark.parametrize(
    "text",
    ["name = ", "[[[", "{}", '{"name": "json"}', "\0", "a = " + "[" * 5000, "[a]\nb=1\nb=2"],
    ids=["no value", "no table", "braces", "json", "nothing printed", "deep", "twice"],
)
def test_what_is_no_toml_is_refused_as_such(text: str, game: str) -> None:
    (found,) = EditionFile(game).problems(text)
    assert found.startswith("this is not TOML")


@EVERY_GAME
@pytest.mark.parametrize(
    "tail",
    ["[" + ".".join("a" * 5000) + "]", "big = " + "9" * 5000, "big = 0x" + "f" * 5000],
    ids=["deep", "many digits", "many hexadecimal digits"],
)
def test_tables_too_deep_and_numbers_too_large_are_refused(tail: str, game: str) -> None:
    (found,) = EditionFile(game).problems(f"{shelf.edition_text(game)}\n[beside]\n{tail}\n")
    assert "that can be read" in found


@EVERY_GAME
@pytest.mark.parametrize("name", ["", "my box", "x" * 21, "9"])
def test_a_name_that_cannot_stand_in_a_record_is_refused(name: str, game: str) -> None:
    file = EditionFile(game)
    (found,) = file.problems(file.changed((NAMED, f'name = "{name}"')))
    assert "the edition needs a name of one word" in found
    assert file.rules_of([found])


@EVERY_GAME
def test_an_edition_of_another_game_is_refused(game: str) -> None:
    file = EditionFile(game)
    (found,) = file.problems(file.changed((f'game = "{game}"', 'game = "chess"')))
    assert found.startswith(f'the file must say game = "{game}"')
    assert file.rules_of([found])


@EVERY_GAME
def test_an_empty_file_lacks_something(game: str) -> None:
    assert EditionFile(game).rules_of(EditionFile(game).problems(""))


@EVERY_GAME
def test_the_message_is_all_problems_in_a_row(game: str) -> None:
    wrong = EditionFile(game).changed((NAMED, 'name = "my box"'), (f'game = "{game}"', 'game = "chess"'))
    with pytest.raises(BadEdition) as caught:
        shelf.game_with(game, wrong)
    assert len(caught.value.problems) == 2
    assert str(caught.value) == "; ".join(caught.value.problems)
