"""Every paragraph of the rules has a test, and every prohibition a test that runs into it."""

import pytest

from farmstead import shelf
from tests import rule_table


def test_every_paragraph_has_its_tests() -> None:
    missing = rule_table.gaps()
    assert not missing, "\n" + "\n".join(missing)


def test_no_test_cites_a_paragraph_that_does_not_exist() -> None:
    strangers = rule_table.strangers()
    assert not strangers, "\n" + "\n".join(strangers)


@pytest.mark.parametrize(
    ("prefix", "first", "last", "count"), [("WG", "1.1", "8.9", 60), ("SV", "1.1", "S16", 28 + 16)]
)
def test_the_rulebooks_are_read_in_full(prefix: str, first: str, last: str, count: int) -> None:
    played = [name for name in rule_table.played_paragraphs() if name.startswith(f"{prefix} ")]
    assert len(played) == len(set(played)) == count
    assert (played[0], played[-1]) == (f"{prefix} {first}", f"{prefix} {last}")


def test_every_game_has_its_book() -> None:
    assert sorted(book.page for book in rule_table.BOOKS.values()) == sorted(f"{n}.md" for n in shelf.names())
