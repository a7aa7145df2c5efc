"""Every paragraph of the rules has a test, and every prohibition a test that runs into it."""

import pytest

from farmstead import shelf
from farmstead.rulebooks import rulebook
from tests import rule_table


def test_every_paragraph_has_its_tests() -> None:
    """Slow: it reads all tests."""
    missing = rule_table.gaps()
    assert not missing, "\n" + "\n".join(missing)


def test_no_test_cites_a_paragraph_that_does_not_exist() -> None:
    strangers = rule_table.strangers()
    assert not strangers, "\n" + "\n".join(strangers)


@pytest.mark.parametrize("game", shelf.names())
def test_the_rulebooks_are_read_in_full(game: str) -> None:
    """As the command that prints them reads them."""
    prefix = shelf.row(game).prefix
    read = [f"{prefix} {paragraph.number}" for paragraph in rulebook(game).paragraphs]
    assert sorted(rule_table.paragraphs(prefix)) == sorted(read)


@pytest.mark.parametrize("game", shelf.names())
def test_the_sections_that_are_played_are_there(game: str) -> None:
    prefix = shelf.row(game).prefix
    played = [name for name in rule_table.played_paragraphs() if name.startswith(f"{prefix} ")]
    sections = {int(name.split()[1].partition(".")[0]) for name in played if "." in name}
    assert sections == set(rule_table.BOOKS[prefix].played)
    assert rule_table.BOOKS[prefix].forbids.keys() <= set(played)
