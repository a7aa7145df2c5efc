"""Every paragraph of the rules has a test, and every prohibition a test that runs into it."""

from tests import rule_table


def test_every_paragraph_has_its_tests() -> None:
    missing = rule_table.gaps()
    assert not missing, "\n" + "\n".join(missing)


def test_no_test_cites_a_paragraph_that_does_not_exist() -> None:
    strangers = rule_table.strangers()
    assert not strangers, "\n" + "\n".join(strangers)


def test_the_rulebook_is_read_in_full() -> None:
    played = rule_table.played_paragraphs()
    assert len(played) == len(set(played)) == 60
    assert played[0] == "WG 1.1"
