"""Every refusal is a whole sentence: what is true, the paragraph, and what would do, in every language."""

from collections.abc import Iterator

import pytest

from farmstead import shelf
from farmstead.engine.contract import Arg, Refusal
from farmstead.render.words import TABLE, languages, vocabulary, words_for
from tests.render.saying import fields, templates

SOURCES = ["", TABLE, *shelf.names()]
FRAMES = ("is not possible", "isn’t possible", "n’est pas possible", "ist nicht möglich", "geht nicht:")
CASES = [(language, name) for language in sorted(languages()) for name in SOURCES]


def refusals(language: str, name: str) -> Iterator[tuple[str, str, set[str]]]:
    """Each text of each refusal, with its key and the arguments it asks for."""
    for key, entry in vocabulary(name, language)["refusal"].items():
        for text, asked in templates(entry):
            yield key, text, asked | set(fields(text))


@pytest.mark.parametrize(("language", "name"), CASES)
def test_every_refusal_is_a_whole_sentence(language: str, name: str) -> None:
    found = list(refusals(language, name))
    assert len(found) >= 6
    for key, text, _ in found:
        assert text.endswith(".") and not text.endswith(".."), f"{key}: {text}"
        assert text[0].isupper() or text[0] in "{`", f"{key}: {text}"
        assert not any(frame in text for frame in FRAMES), f"{key}: {text}"


@pytest.mark.parametrize(("language", "name"), CASES)
def test_what_was_tried_is_no_frame_around_it(language: str, name: str) -> None:
    """Said with its paragraph, it begins with a capital, or with what was typed, and cites at its end."""
    words = words_for(name, language)
    asked: dict[str, set[str]] = {}
    for key, _, names in refusals(language, name):
        asked.setdefault(key, set()).update(names)
    for key, names in asked.items():
        args: dict[str, Arg] = dict.fromkeys(sorted(names - {"tried", "options"}), 3)
        said = words.say_refusal(Refusal("XX 1.1", key, "pass", args))
        assert said.endswith("(XX 1.1)."), said
        assert said[0].isupper() or said[0] in "`3", said
        assert not any(frame in said for frame in FRAMES), said
        ours = words.say_refusal(Refusal("table", key, "pass", args))
        assert ours == said.replace(" (XX 1.1)", ""), ours


@pytest.mark.parametrize("language", sorted(languages()))
def test_what_would_do_stands_at_the_end(language: str) -> None:
    words = words_for("walnut-grove", language)
    said = words.say_refusal(Refusal("WG 3.3", "touches_nothing", "lay", {"at": "9,9"}, ["pass", "done"]))
    assert said.partition("(WG 3.3). ")[2].endswith("pass, done.")
