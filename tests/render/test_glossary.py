"""Words that must not return are found, with the word to use; box words are searched."""

import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.cli import main
from farmstead.cli.main import COMMANDS, load
from farmstead.cli.rule_search import numbers_about
from farmstead.render.glossary import box_words, returned, terms
from farmstead.render.words import languages
from farmstead.rulebooks import rulebook

LANGUAGES = sorted(languages())
PACKAGE = Path(str(resources.files("farmstead")))
ROOT = Path(__file__).parents[2]


def leaves(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for key, part in entry.items():
            if key != "by":
                yield from leaves(part)


def told(language: str) -> Iterator[tuple[str, str]]:
    """All that people read in a language, with the file it stands in."""
    files = [
        *PACKAGE.glob(f"render/words/{language}/**/*.toml"),
        *PACKAGE.glob(f"games/*/words/{language}.toml"),
        *PACKAGE.glob(f"games/*/guide/words/{language}.toml"),
    ]
    for file in files:
        for text in leaves(tomllib.loads(file.read_text("utf-8"))):
            yield file.relative_to(PACKAGE).as_posix(), text
    templates = PACKAGE.glob("server/pages/templates/**/*.html") if language == "en" else ()
    for file in templates:
        text = file.read_text("utf-8")
        shown = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<[^>]*>", " ", text, flags=re.DOTALL)
        yield file.relative_to(PACKAGE).as_posix(), shown
    if language == "en":
        yield from documents()
        yield from helps()
    pages = [
        *PACKAGE.glob(f"games/*/rulebook/{language}.md"),
        *PACKAGE.glob(f"games/*/rulebook/how_it_plays/{language}.md"),
        *PACKAGE.glob(f"help/{language}/*.md"),
    ]
    for file in pages:
        for line in file.read_text("utf-8").splitlines():
            yield file.relative_to(PACKAGE).as_posix(), line


def documents() -> Iterator[tuple[str, str]]:
    """The documents, without what is typed and the names of files."""
    for file in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]:
        if file.name != "CHANGELOG.md":  # it tells of the past in the words of then
            for line in file.read_text("utf-8").splitlines():
                yield file.relative_to(ROOT).as_posix(), re.sub(r"`[^`]*`", " ", line)


def helps() -> Iterator[tuple[str, str]]:
    """What `--help` of each command says."""
    for name, short in COMMANDS.items():
        yield f"farmstead {name}", short
        yield from helps_of(f"farmstead {name} --help", load(name))


# `Any`: typer's command classes have no public names.
def helps_of(called: str, command: Any) -> Iterator[tuple[str, str]]:
    yield called, re.sub(r"`[^`]*`", " ", command.help or "")
    for param in command.params:
        yield called, str(getattr(param, "help", None) or "")
    for name, under in getattr(command, "commands", {}).items():
        yield from helps_of(f"{called} {name}", under)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_do_not_return_are_not_said(language: str) -> None:
    texts = list(told(language))
    assert len({file for file, _ in texts}) >= 30 and len(texts) > 3000
    found = [
        f"{file}: {word!r} in {text!r}; say: {use}"
        for file, text in texts
        for word, use in returned(text, language)
    ]
    assert not found, "\n".join(found)


def test_a_word_that_returns_is_found_with_the_word_to_use() -> None:
    assert returned("Set it up anew, in the lobby.", "en") == [("anew", "again"), ("lobby", "home page")]
    assert returned("Retour : Walnut Grove", "fr") == [("Retour", "Analyse")]
    assert returned("Retour à l’accueil", "fr") == []
    assert returned("Die Tafel von Ada", "de") == [("Tafel", "Spielbrett")]


def test_each_term_has_a_word_in_every_language_and_it_is_used() -> None:
    assert len(terms()) >= 50
    said = {language: "\n".join(text for _, text in told(language)).lower() for language in LANGUAGES}
    for term in terms():
        assert set(term.words) == set(LANGUAGES), term.name
        assert term.printed <= set(LANGUAGES) and set(term.box) <= set(LANGUAGES), term.name
        for language, words in term.words.items():
            assert any(word.lower() in said[language] for word in words), f"{term.name}: {words}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_the_printed_rules_find_what_ours_do(language: str) -> None:
    for word, ours in box_words(language).items():
        found = [numbers_about(rulebook(game, language), word) for game in shelf.names()]
        wanted = [numbers_about(rulebook(game, language), ours) for game in shelf.names()]
        assert any(wanted), ours
        for here, there in zip(found, wanted, strict=True):
            assert set(there) <= set(here), f"{word}: {ours}"


@pytest.mark.parametrize(
    ("language", "word", "paragraph"),
    [("en", "campfire", "6.3"), ("fr", "travailleur", "5.9"), ("de", "Kirchenbasar", "5.1")],
)
def test_the_command_finds_them(
    language: str, word: str, paragraph: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "walnut-grove", word, "--language", language]) == 0
    out = capsys.readouterr().out
    assert paragraph in out
