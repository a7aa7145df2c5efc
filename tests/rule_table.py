"""Which test shows which paragraph of the rules, read from the test files without running them.

`@pytest.mark.rule("WG 5.6")` marks a test of what the paragraph says or allows,
`@pytest.mark.rule("WG 5.6", "refused")` one that tries what it forbids, or shows what does not count.
Rulings are marked by their number: `@pytest.mark.rule("SV S3")`.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from farmstead import shelf
from farmstead.rulebooks import languages_of

TESTS: Final = Path(__file__).parent
GAMES: Final = TESTS.parent / "src" / "farmstead" / "games"
# A paragraph is an item of a list; a ruling is one too, or a row of a table.
PARAGRAPH: Final = re.compile(r"^- \*\*(\d+\.\d+|[A-Z]\d+)\*\* |^\| ([A-Z]\d+) \|", re.MULTILINE)


class Book(NamedTuple):
    """A rulebook, and which of its paragraphs must have a test: `tests/games/NAME/paragraphs.py` says it."""

    page: str
    played: range  # the sections a player meets at the table
    rulings: bool  # whether each ruling needs a test of its own, or is shown with its paragraph
    forbids: Mapping[str, str]  # what could be tried and the paragraph forbids


def book_of(game: str) -> Book:
    folder = game.replace("-", "_")
    said = import_module(f"tests.games.{folder}.paragraphs")
    return Book(f"{folder}/rulebook/en.md", said.PLAYED, said.RULINGS, said.FORBIDS)


BOOKS: Final = {shelf.row(game).prefix: book_of(game) for game in shelf.names() if languages_of(game)}
FORBIDS: Final = {name: what for book in BOOKS.values() for name, what in book.forbids.items()}


class Mark(NamedTuple):
    """One `rule` marker in a test file."""

    paragraph: str
    refused: bool
    test: str


def paragraphs(prefix: str) -> list[str]:
    """All paragraphs and rulings of a rulebook in its order, as they are cited: `WG 5.6`, `SV S3`."""
    text = (GAMES / BOOKS[prefix].page).read_text(encoding="utf-8")
    return [f"{prefix} {item or row}" for item, row in PARAGRAPH.findall(text)]


def played_paragraphs() -> list[str]:
    """The paragraphs that must have a test."""
    return [name for prefix, book in BOOKS.items() for name in paragraphs(prefix) if is_played(name, book)]


def is_played(name: str, book: Book) -> bool:
    number = name.split()[1]
    return int(number.split(".")[0]) in book.played if "." in number else book.rulings


def marks() -> list[Mark]:
    """Every marker in every test file."""
    return [mark for file in sorted(TESTS.rglob("test_*.py")) for mark in marks_in(file)]


def marks_in(file: Path) -> Iterator[Mark]:
    """The markers of one file: on functions, on classes, and in `pytestmark`."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    name = file.relative_to(TESTS).as_posix()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                yield from marks_under(decorator, f"{name}::{node.name}")
        elif isinstance(node, ast.Assign) and is_pytestmark(node):
            yield from marks_under(node.value, name)


def is_pytestmark(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)


def marks_under(root: ast.expr, test: str) -> Iterator[Mark]:
    """Also those inside a `parametrize`, where a case carries its own paragraph."""
    for node in ast.walk(root):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield mark_of(node, test)


def mark_of(call: ast.Call, test: str) -> Mark:
    """A marker is read without running it, so its words must be written out."""
    words = [word.value for word in call.args if isinstance(word, ast.Constant)]
    if call.keywords or len(words) != len(call.args) or words[1:] not in ([], ["refused"]):
        raise ValueError(
            f'{test}: write rule("WG 5.6") or rule("WG 5.6", "refused"), not {ast.unparse(call)}'
        )
    return Mark(str(words[0]), len(words) == 2, test)


def tests_for(paragraph: str, refused: bool, found: list[Mark]) -> list[str]:
    """The tests marked with this paragraph, each once."""
    return list(dict.fromkeys(m.test for m in found if m.paragraph == paragraph and m.refused == refused))


def gaps() -> list[str]:
    """A sentence for every paragraph that lacks a test."""
    found = marks()
    sentences = []
    for paragraph in played_paragraphs():
        if not tests_for(paragraph, False, found):
            sentences.append(f"{paragraph}: no test shows what it says")
        if paragraph in FORBIDS and not tests_for(paragraph, True, found):
            sentences.append(f"{paragraph}: no test is refused {FORBIDS[paragraph]}")
    return sentences


def strangers() -> list[str]:
    """Markers and entries of FORBIDS for paragraphs no rulebook has."""
    known = {prefix: paragraphs(prefix) for prefix in BOOKS}
    every = {name for names in known.values() for name in names}
    marked = [f"{m.test} marks {m.paragraph}" for m in marks() if m.paragraph not in every]
    return marked + [
        f"FORBIDS of {book.page} names {name}"
        for prefix, book in BOOKS.items()
        for name in book.forbids
        if name not in known[prefix]
    ]


def as_text() -> str:
    """The whole table: each paragraph, its tests, and what is missing."""
    found = marks()
    lines = [line for name in played_paragraphs() for line in rows(name, found)]
    missing = gaps()
    return "\n".join([*lines, "", *(missing or ["Every paragraph has its tests."])])


def rows(paragraph: str, found: list[Mark]) -> list[str]:
    """A paragraph's lines in the table, those of refusals with a minus."""
    allowed = [f"  + {test}" for test in tests_for(paragraph, False, found)]
    refused = [f"  - {test}" for test in tests_for(paragraph, True, found)]
    return [paragraph, *allowed, *refused]
