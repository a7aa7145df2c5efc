"""What holds for the editions of every game, whatever its components are."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from farmstead import shelf
from farmstead.engine.contract import BadSetup
from farmstead.engine.editions import BadEdition, digest, parsed_toml
from farmstead.render import drawing_for
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


# ---- what reading one may cost -----------------------------------------------------------------------------

MANY_PARTS = ".".join(["a"] * 50_000)


@pytest.mark.parametrize(
    "text",
    [
        f"{MANY_PARTS} = 1",
        f"{' . '.join(['a'] * 50_000)} = 1",
        f"[{MANY_PARTS}]",
        f"[[{MANY_PARTS}]]",
        f"x = {{y = 1, {MANY_PARTS} = 1}}",
        f"x = [1, {{{MANY_PARTS} = 1}}]",
        ".".join(['"a#"'] * 50_000) + " = 1",
        ".".join(["'a\"'"] * 50_000) + " = 1",
        f'x = ["""\n#""", {{{MANY_PARTS} = 1}}]',  # a line of a string that looks like a comment
        f"x = ['''\n#''', {{{MANY_PARTS} = 1}}]",
        f'x = "#" \n{MANY_PARTS} = 1',
        f'x = """a\\"""#""" \n{MANY_PARTS} = 1',
        f'x = """""#""""" \n{MANY_PARTS} = 1',
        f"x = '''''#''''' \n{MANY_PARTS} = 1",
        f"x = 'it\\' \n{MANY_PARTS} = 1",
    ],
    ids=range(15),
)
def test_a_key_of_very_many_parts_is_never_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading it takes a time that grows with the square of its parts: half a minute for these."""
    read: list[str] = []
    monkeypatch.setattr(tomllib, "loads", read.append)
    with pytest.raises(ValueError, match="dots"):
        parsed_toml(text)
    assert not read


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = " + "[" * 100_000, "brackets"),
        ("a = " + "{a = " * 50_000, "brackets"),
        ("a = " + "[{a = " * 30_000, "brackets"),
        ("[[a]]\n" * 15_000, "10000 in all"),
        ("a = 0x" + "f" * 100_000, "letters"),
        ("a = " + "1" * 100_000 + ".5", "letters"),
        ('a = "' + "x" * 100_000, "does not end"),
        ("a = '''" + "x" * 100_000, "does not end"),
        ('a = """' + '\\"' * 100_000, "does not end"),
    ],
)
def test_what_would_take_long_is_refused_before_it_is_read(
    text: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    monkeypatch.setattr(tomllib, "loads", read.append)
    with pytest.raises(ValueError, match=why):
        parsed_toml(text)
    assert not read


@pytest.mark.parametrize(
    "text",
    [
        'a = "1.2.3.4.5.6.7.8.9.10.11.12"',
        "a = '1.2.3.4.5.6.7.8.9.10.11.12'",
        'a = """\n1.2.3.4.5.6.7.8.9.10.11.12\n"""',
        "a = 1  # 1.2.3.4.5.6.7.8.9.10.11.12",
        "# 1.2.3.4.5.6.7.8.9.10.11.12",
        "a = [" + "1.5, " * 100 + "]",
        '"a.b.c.d.e.f.g.h.i.j.k" = 1',
        "a.b.c = 1\r\n[d.e.f]\r\n",
        'a = """""two quotes, and then five"""""',
        "a = ''''one quote'''",
        'a = "\\\\"\nb = "\\""',
    ],
)
def test_dots_in_strings_comments_and_numbers_are_no_key(text: str) -> None:
    assert parsed_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize("name", shelf.names())
def test_an_edition_is_parsed_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To find out which game it is for, to build it, and to draw it with its sources."""
    text = f"{shelf.edition_text(name)}\n# not read before {name}\n"
    loads, read = tomllib.loads, list[str]()

    def counted(text: str) -> dict[str, Any]:
        read.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    game = shelf.game_with(shelf.edition_game(text), text)
    drawing_for(game, text)
    assert read.count(text) == 1


def test_discs_without_number_are_not_compared_with_each_other() -> None:
    """Which would take a time that grows with the square of them, and say nothing that matters."""
    text = shelf.edition_text("walnut-grove") + "[[disc]]\n" * 20
    with pytest.raises(BadSetup, match="four A discs") as told:
        shelf.game_with("walnut-grove", text)
    assert "tiles may be left" not in str(told.value)
