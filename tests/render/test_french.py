"""French as it sounds: articles, numbers and blanks."""

import re

import pytest

from farmstead.engine.contract import Event, IllegalMove, Refusal
from farmstead.engine.record import BadRecord
from farmstead.render.words import say_bad_record, seat_name, words_for
from tests.render.languages import FILES, entries, shown, texts
from tests.render.saying import SOURCES

FRENCH = words_for("walnut-grove", "fr")
VALLEY = words_for("sunflower-valley", "fr")


@pytest.mark.parametrize("name", [name for language, name in FILES if language == "fr"])
def test_french_is_set_as_french_is(name: str) -> None:
    """Blanks before `;:?!` hold, and so do those inside `«»`; apostrophes are curved."""
    for table, key, entry in entries("fr", name):
        for text in texts(entry):
            plain = re.sub(r"`[^`]*`", "", shown(text))
            assert not re.search(r" [;:?!»]|« |\w[;?!]|'", plain), f"[{table}] {key}: {text}"


PAGES = SOURCES / "server" / "pages"
SET_BY_HAND = {  # by ending: a mark between two things that are said, before which French has a blank
    "html": re.compile(r"\}\}\s*[:;?!](?=\s|$)"),
    "js": re.compile(r"(?<!\$)\}[:;?!] \$\{"),
    "py": re.compile(r"f[\"'].*\}[:;?!] \{"),
}
NOT_SHOWN = [
    "static/table/log.js: `${line.first} ${line.seat} ${name}: ${words}`"
]  # a key by which lines are told apart


def test_marks_between_two_texts_stand_in_the_words() -> None:
    """`{what}: {text}` in a template or a script would lack the blank before the colon in French."""
    files = [file for ending in SET_BY_HAND for file in sorted(PAGES.rglob(f"*.{ending}"))]
    assert len(files) > 100
    found = [
        f"{file.relative_to(PAGES).as_posix()}: {line.strip()}"
        for file in files
        for line in file.read_text("utf-8").splitlines()
        if SET_BY_HAND[file.suffix[1:]].search(line)
    ]
    hidden = [
        line
        for line in found
        for key in NOT_SHOWN
        if line.startswith(key.partition(" ")[0]) and key.partition(" ")[2] in line
    ]
    assert [line for line in found if line not in hidden] == [] and len(hidden) == len(NOT_SHOWN)


@pytest.mark.parametrize("name", [name for language, name in FILES if language == "fr"])
def test_no_name_stands_where_it_would_need_an_elision(name: str) -> None:
    """`le plateau de Ada` is no French, and whether a name begins with a vowel is not known."""
    for table, key, entry in entries("fr", name):
        for text in texts(entry):
            assert not re.search(r"\b(?:de|que|jusque) \{(?:who|names?)\b", text), f"[{table}] {key}: {text}"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("harvested", 0, {"good": "grain", "count": 1, "at": "0,1"}), "Ada récolte 1 céréale en 0,1."),
        (Event("harvested", 0, {"good": "fish", "count": 3, "at": "0,1"}), "Ada récolte 3 poissons en 0,1."),
        (Event("visited", 1, {"building": "svensons", "tolls": 0}), "Siège 2 va chez Svenson."),
        (
            Event("visited", 0, {"building": "hotel", "tolls": 1}),
            "Ada va à l’Hôtel et franchit un péage.",
        ),
        (Event("stocked", -1, {"building": "lodge", "piece": "blue"}), "Le Pavillon reçoit un ouvrier bleu."),
        (
            Event("eaten", 0, {"item": "coin", "good": "dairy"}),
            "Ada paie une pièce au lieu de lait pour la nourriture.",
        ),
        (Event("thrown", 0, {"item": "stone"}), "Ada jette de la pierre."),
        (
            Event("lost", 0, {"item": "coin", "count": 2}),
            "Ada n’a pas de place pour 2 pièces\u202f; elles retournent dans le sac.",
        ),
        (Event("enclosed", 0, {"areas": 2}), "Ada ferme 2 enclos d’un coup."),
        (Event("figure_placed", 0, {"row": "church"}), "Ada place son pion dans la file de l’Église."),
    ],
    ids=lambda value: value if isinstance(value, str) else value.key,
)
def test_events_as_they_sound_in_french(event: Event, sentence: str) -> None:
    assert FRENCH.say_event(event, ["Ada"]) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("reserved", 0, {"colour": "green"}), "Ada le pose sur la couleur verte."),
        (
            Event("drew_way", 0, {"symbol": "curve", "at": "b2", "colour": "pink", "way": "C24"}),
            "Ada dessine un virage du nord-ouest au sud-ouest en b2 (mauve).",
        ),
        (
            Event("villagers_came", 0, {"count": 1, "villagers": 5}),
            "Ada accueille un villageois et en a maintenant 5.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else value.key,
)
def test_events_of_a_valley_as_they_sound_in_french(event: Event, sentence: str) -> None:
    assert VALLEY.say_event(event, ["Ada"]) == sentence


def test_a_refusal_as_it_sounds_in_french() -> None:
    args: dict[str, str | int] = {"building": "lodge", "cost": "2_grain,1_wood", "missing": 1}
    refusal = Refusal("WG 5.5", "cost_not_covered", "visit lodge", args, ["visit church", "pass"])
    assert FRENCH.say_refusal(refusal) == (
        "Le Pavillon coûte 2 céréales et 1 bois\u202f; il vous manque une marchandise ou une pièce (WG 5.5)."
        " Vous pouvez jouer\xa0: visit church, pass."
    )
    early = Refusal("WG 2.1", "chance_first", "pass", {"event": "year_3_autumn_seat_2_coin_1"})
    assert "année 3, automne, la pièce 1 du siège 2" in FRENCH.say_refusal(early)


def test_blanks_that_hold_are_printed() -> None:
    assert words_for().fill("{text:raw}", {"text": "a\xa0b\u202fc\x1bd"}) == "a\xa0b\u202fc?d"


def test_seats_and_records_in_french() -> None:
    assert [seat_name(seat, ["Ada"], "fr") for seat in (-1, 0, 1)] == ["Le hasard", "Ada", "Siège 2"]
    assert words_for(language="fr").fill("{them:seats}", {"them": "1,2,4"}) == "les sièges 1, 2 et 4"
    cause = IllegalMove(Refusal("SV 3.3", "passing", "pass"))
    assert say_bad_record(BadRecord(9, "illegal", "pass", cause), language="fr") == (
        "`pass`\xa0: On ne peut pas passer. Prenez un dé (SV 3.3)."
    )
    assert say_bad_record(BadRecord(1, "empty"), language="fr") == "le fichier est vide"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "lay 17 at 2,1 turn 1",
            "Poser la tuile 17, colonne 2, rangée 1, tournée d’un quart de tour à droite",
        ),
        ("visit general-store", "Aller au Magasin général"),
        ("give copper for grain", "Donner une pièce de cuivre au lieu de céréales"),
        ("improvement horses", "Des chevaux arrivent dans le bâtiment"),
        ("building hut", "Une cabane arrive dans le bâtiment"),
    ],
)
def test_moves_as_they_sound_in_french(text: str, sentence: str) -> None:
    assert FRENCH.describe_move(text) == sentence
