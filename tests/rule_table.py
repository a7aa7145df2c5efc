"""Which test shows which paragraph of the rules, read from the test files without running them.

`@pytest.mark.rule("WG 5.6")` marks a test of what the paragraph says or allows,
`@pytest.mark.rule("WG 5.6", "refused")` one that tries what it forbids, or shows what does not count.
Rulings are marked by their number: `@pytest.mark.rule("SV S3")`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

TESTS: Final = Path(__file__).parent
RULEBOOKS: Final = TESTS.parent / "src" / "farmstead" / "rulebooks"
PARAGRAPH: Final = re.compile(r"^- \*\*(\d+\.\d+)\*\* |^\| ([A-Z]\d+) \|", re.MULTILINE)  # a ruling is a row


class Book(NamedTuple):
    """A rulebook, and which of its paragraphs must have a test."""

    page: str
    played: range  # the sections a player meets at the table; after them come data and notation
    rulings: bool  # whether each ruling needs a test of its own, or is shown with its paragraph


BOOKS: Final = {
    "WG": Book("walnut-grove.md", played=range(1, 9), rulings=False),
    "SV": Book("sunflower-valley.md", played=range(1, 7), rulings=True),
}

# What a player, or the writer of a set-up or a sheet, could try and the paragraph forbids; for scores, what
# does not count. A paragraph that only says what happens is not here.
FORBIDS: Final = {
    "WG 1.1": "a table of no players or of five",
    "WG 1.9": "placing the town figure out of turn, or on a row that does not exist",
    "WG 2.1": "acting in the next season while others are still in this one",
    "WG 2.3": "a free action where none is offered: throwing away with nothing coming in, moving early",
    "WG 3.1": "laying a tile one has not drawn",
    "WG 3.2": "laying fewer or more tiles than stated",
    "WG 3.3": "a tile that touches nothing, or only a corner; a rotation that is none of the four",
    "WG 3.4": "a first tile that touches no landscape",
    "WG 3.6": "laying a tile over another",
    "WG 3.7": "land on the board's own row, beside or below it",
    "WG 4.2": "two figures on one district; a figure left idle while a district is free",
    "WG 4.5": "more goods on a district than it has squares",
    "WG 4.6": "more in the barn than it has spaces; throwing away what is not there",
    "WG 4.7": "moving goods back to land or from district to district",
    "WG 4.8": "taking a good from a district that has none",
    "WG 5.2": "acting out of turn in autumn",
    "WG 5.3": "a second turn; leaving a building without its action",
    "WG 5.4": "entering a building whose places are taken",
    "WG 5.5": "entering what one cannot pay or where nothing is left to take",
    "WG 5.6": "a toll or free action after which the cost cannot be paid; a toll coin one has not",
    "WG 5.7": "a joker coin one has not, or for a good that is not owed",
    "WG 5.9": "hiring without a wagon, or a labourer who is not there",
    "WG 5.10": "building without a site of the kind, or a tile that is not there",
    "WG 5.11": "a fourth improvement, or one that is not there",
    "WG 5.12": "selling a good the store does not show, one twice, one not held, or a coin in its place",
    "WG 6.1": "food of another colour than the labourer's",
    "WG 6.3": "wood for the fires before everyone is served; anything else burnt",
    "WG 6.4": "help while the good is there",
    "WG 7.2": "buying off a help tile that was turned; two repayable ones on a farm",
    "WG 7.3": "buying off with fewer than three goods and coins, or with no open tile",
    "WG 8.1": "a move after the end",
    "WG 8.10": "anything but a free action in the last decision",
    "SV 1.1": "a table of one player or of six; a letter that is none of A–H",
    "SV 1.2": "a colour that is none of the five",
    "SV 1.3": "a town that another player has, or that is not on the chart",
    "SV 1.4": "a start with other than two villagers",
    "SV 1.5": "a roll of more or fewer than six dice, or of another face",
    "SV 1.6": "a first player who is not at the table",
    "SV 2.1": "taking a die before the roll; a player who rolls by choice; a second roll",
    "SV 2.2": "a turn out of order; a sixth turn in a round",
    "SV 2.3": "beginning the next round with the same first player",
    "SV 2.4": "a move after the end",
    "SV 3.1": "a die that is not in the pool; a colour that is reserved; a colour before a die",
    "SV 3.2": "a hex of another colour, one that is drawn in, a mountain",
    "SV 3.3": "passing; a colour that is full while another has a free hex",
    "SV 3.4": "a hex that is drawn in or a mountain, and laying the track, though blocked",
    "SV 3.5": "a curve for a straight and the reverse; neighbouring sides; the same side twice",
    "SV 3.6": "villagers that no house and no super sunflower brought",
    "SV 4.1": "a village of houses that do not touch",
    "SV 4.2": "a line with a dead end or into the flank of a track; a ring of tracks without a house",
    "SV 4.3": "a network of houses that neither touch nor have a line between them",
    "SV 4.4": "a herd of sheep that do not touch; a herd without a sheep beside a house of the network",
    "SV 5.1": "points for a second sheep at one house, or for one whose herd touches no house",
    "SV 5.2": "a minus for a house that is served",
    "SV 5.3": "points for a tie in a colour, or for a colour without sunflowers",
    "SV 5.4": "points for a sunflower away from mountains, or for anything else beside one",
    "SV 5.5": "first or second place after a full tie for first; second place after a full tie for second",
    "SV 5.6": "a village that hangs on a single line; a line inside a village",
    "SV 5.7": "an order between players who are equal in everything",
    "SV 6.1": "a sheep that serves through a herd, a village or a track",
}


class Mark(NamedTuple):
    """One `rule` marker in a test file."""

    paragraph: str
    refused: bool
    test: str


def paragraphs(prefix: str) -> list[str]:
    """All paragraphs and rulings of a rulebook in its order, as they are cited: `WG 5.6`, `SV S3`."""
    text = (RULEBOOKS / BOOKS[prefix].page).read_text(encoding="utf-8")
    return [f"{prefix} {section or ruling}" for section, ruling in PARAGRAPH.findall(text)]


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
    known = {name for prefix in BOOKS for name in paragraphs(prefix)}
    marked = [f"{m.test} marks {m.paragraph}" for m in marks() if m.paragraph not in known]
    return marked + [f"FORBIDS names {name}" for name in FORBIDS if name not in known]


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
