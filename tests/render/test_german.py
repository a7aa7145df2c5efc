"""German as it is set: quotation marks, apostrophes, and a capital where a sentence begins after a colon."""

import re

import pytest

from farmstead.engine.contract import Event, Refusal
from farmstead.render.words import words_for
from tests.render.languages import FILES, entries, shown, texts

GERMAN = [name for language, name in FILES if language == "de"]
GROVE = words_for("walnut-grove", "de")
VALLEY = words_for("sunflower-valley", "de")
BEGINNINGS = r"Das|Der|Die|Du|Ein|Eine|Es|Ist|Nimm|Wähle?|Welche[rsn]?|Wen|Wie|Zeichne"  # of whole sentences
FOLLOWING = (
    rf": (?:{BEGINNINGS.lower()}) \w+ (?:bringt|darf|fehlt|geht|hast|ist|liegt|nimmst|sind|steht|wird)\b"
)


@pytest.mark.parametrize("name", GERMAN)
def test_german_is_set_as_german_is(name: str) -> None:
    for table, key, entry in entries("de", name):
        for text in texts(entry):
            plain = re.sub(r"`[^`]*`", "", shown(text))
            assert not re.search("['\"«»]", plain), f"[{table}] {key}: {text}"
            assert plain.count("„") == plain.count("“"), f"[{table}] {key}: {text}"
            assert not re.search(r" [;:?!]", text), f"[{table}] {key}: {text}"


@pytest.mark.parametrize("name", GERMAN)
def test_a_sentence_after_a_colon_begins_with_a_capital(name: str) -> None:
    for table, key, entry in entries("de", name):
        for text in texts(entry):
            assert not re.search(FOLLOWING, text), f"[{table}] {key}: {text}"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            Event("harvested", 0, {"good": "stone", "count": 1, "at": "0,1"}),
            "Ada erntet 1 Stein auf dem Feld 0,1.",
        ),
        (
            Event("harvested", 0, {"good": "stone", "count": 2, "at": "0,1"}),
            "Ada erntet 2 Steine auf dem Feld 0,1.",
        ),
        (
            Event("visited", 0, {"building": "lodge", "tolls": 1}),
            "Ada geht über eine Zollgrenze zur Lodge.",
        ),
        (Event("bought", 1, {"improvement": "safe"}), "Platz 2 kauft einen Tresor."),
    ],
    ids=lambda value: value if isinstance(value, str) else value.key,
)
def test_events_as_they_sound_in_german(event: Event, sentence: str) -> None:
    assert GROVE.say_event(event, ["Ada"]) == sentence


def test_a_valley_as_it_sounds_in_german() -> None:
    town = Event("town_dealt", 0, {"town": "T1", "at": "b2"})
    assert VALLEY.say_event(town, ["Ada"]) == "Ada bekommt Ort T1: Das erste Haus steht in b2."
    assert VALLEY.describe_move("take straight") == "Den Würfel mit der Geraden nehmen"
    refusal = Refusal("SV 3.2", "other_colour", "draw b2", {"hex": "b2", "colour": "green", "wanted": "pink"})
    assert (
        "Feld b2 gehört zu Grün, und der Würfel liegt auf Rosa. Wähl ein Feld in Rosa (SV 3.2)."
        in VALLEY.say_refusal(refusal)
    )
