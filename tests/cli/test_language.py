"""The commands for people in German and French: nothing that they say is left in English."""

import io
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from farmstead import shelf
from farmstead.cli import language, main
from farmstead.cli.decision import DecisionPrompt
from farmstead.cli.language import of_locale
from farmstead.cli.replay import RecordedPositions, step_through
from farmstead.cli.saves import folder, newest
from farmstead.render.words import languages
from tests.cli.test_hint import choice_in
from tests.cli.test_play import Typist, match_for, sit_down, valley_for
from tests.cli.test_replay import played
from tests.cli.test_review import LATE, VALLEY
from tests.cli.test_verify import record as recorded
from tests.render.languages import file_of
from tests.render.saying import templates
from tests.test_fair_records import cancelled, noted

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
OTHERS = pytest.mark.parametrize("spoken", sorted(languages() - {"en"}))

# Words that neither German nor French has, so that a sentence of our own that was forgotten is noticed.
ENGLISH = re.compile(
    r"\b(the|and|of|you|your|yours|is|are|were|has|have|with|to|this|that|there|from|which|would|cannot|"
    r"move|moves|turn|seat|seats|game|nobody|each|nothing|lost|luck|best|hint|undo)\b"
)
QUOTED = re.compile(  # what is typed, commands to copy, options, paths, and what is quoted as English
    r"`[^`]*`|^(?:seats|score|save)(?= {2,})|(?:Auf Englisch|En anglais)\s?: .*|farmstead \w[-\w]* .*"
    r"|--\w[-\w]*|\S*/\S*"
)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: Patch) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("farmstead.cli.decision.HINT_TRIES", 2)
    yield
    language.speak("en")


def phrases(entry: Any) -> Iterator[str]:
    """The words of an entry between its fields, where there are several of them. `Any`: as TOML has it."""
    for text, _ in templates(entry):
        for part in re.split(r"\{[^}]*\}", re.sub(r"`[^`]*`", "{}", text)):
            if len(re.findall(r"[^\W\d_]{2,}", part)) >= 2:
                yield flat(part).strip(" .:;,").lower()


@cache
def phrases_in(code: str) -> frozenset[str]:
    """What the terminal can say in a language."""
    found: set[str] = set()
    for name in ("common", language.TERMINAL, *shelf.names()):
        tables = tomllib.loads(file_of(code, name).read_text("utf-8"))
        for table, rows in tables.items():
            if table not in ("plural", "pages", "presets", "rules"):
                found |= {text for entry in rows.values() for text in phrases(entry)}
    return frozenset(found)


def must_have_no_english(said: str, spoken: str) -> None:
    """Neither a text of the English words nor an English line of any other kind."""
    lines = [QUOTED.sub(" ", line.removeprefix("farmstead: ")) for line in said.splitlines()]
    assert not [line for line in lines if ENGLISH.search(line)]
    whole = flat(" ".join(lines)).lower()
    english = phrases_in("en") - phrases_in(spoken)
    assert len(english) > 500
    assert not [text for text in english if re.search(rf"\b{re.escape(text)}\b", whole)]


def said(capsys: Capture, *args: str, status: int = 0) -> str:
    """What a command says, on both streams."""
    capsys.readouterr()
    assert main(list(args)) == status
    told = capsys.readouterr()
    return told.out + told.err


def flat(text: str) -> str:
    """On one line, with plain blanks for those that hold."""
    return re.sub(r"[\s\u00a0\u202f]+", " ", text)


@pytest.mark.parametrize("spoken", sorted(languages() - {"en"}))
def test_what_is_left_in_english_is_found(spoken: str) -> None:
    for line in (
        "Nothing is chosen yet; try again.",
        "Saved in here",
        "Take the 3",
        "x: there is no such file",
    ):
        with pytest.raises(AssertionError):
            must_have_no_english(line, spoken)


# ---- which language ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_CH"}, "fr"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "es_ES.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "de_AT"}, "de"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "de_AT", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "", "LC_ALL": ""}, "fr"),
        ({"LANG": "../fr"}, "en"),
    ],
    ids=str,
)
def test_the_locale_says_the_language(environment: Mapping[str, str], spoken: str) -> None:
    assert of_locale(environment) == spoken


@pytest.mark.parametrize(
    ("locale", "named", "words"),
    [
        ("C", [], "there is no such file"),
        ("de_DE.UTF-8", [], "eine solche Datei gibt es nicht"),
        ("de_DE.UTF-8", ["--language", "fr"], "ce fichier n’existe pas"),
        ("de_DE.UTF-8", ["--language", "en"], "there is no such file"),
        ("C", ["--language", "fr-CH"], "ce fichier n’existe pas"),
        ("C", ["--language", "DE"], "eine solche Datei gibt es nicht"),
    ],
)
def test_what_is_named_comes_before_the_locale(
    locale: str, named: list[str], words: str, monkeypatch: Patch, capsys: Capture
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert words in said(capsys, "verify", "nowhere.record", *named, status=1)


@pytest.mark.parametrize("command", ["play", "replay", "hint", "review", "score", "verify", "rules"])
def test_a_language_that_we_do_not_have_is_refused_with_the_list(command: str, capsys: Capture) -> None:
    out = said(capsys, command, "x", "--language", "es", status=2)
    assert "--language es: one of en, de, fr is needed" in out


def test_a_language_ends_with_its_command(capsys: Capture) -> None:
    assert "gibt es nicht" in said(capsys, "verify", "nowhere", "--language", "de", status=1)
    assert "there is no such file" in said(capsys, "verify", "nowhere", status=1)
    assert language.spoken() == "en"


def test_programs_and_help_are_spoken_to_in_english(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    """Slow: hints and reviews are worked out twice."""
    record = played("sunflower-valley", 1, tmp_path)
    ply, _, _ = choice_in(record)
    asked = ["hint", str(record), "--ply", str(ply), "--iterations", "2", "--json"]
    english = [
        said(capsys, *asked),
        said(capsys, "review", VALLEY, *LATE, "--json"),
        said(capsys, "play", "--help"),
    ]
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    asked_again = [*asked, "--language", "de"]
    french = [
        said(capsys, *asked_again),
        said(capsys, "review", VALLEY, *LATE, "--json"),
        said(capsys, "play", "--help"),
    ]
    assert english == french
    assert json.loads(french[0])["part"].startswith("Round ")


# ---- play ----------------------------------------------------------------------------------------------

WHOLE = {
    "de": [
        "Du spielst allein",
        "Frühling",
        "Zu welchem Gebäude gehst du?",
        "Ende ─",
        "Punkte am Ende",
        "Die Spieldatei: ",
        "Jeden Zug prüfen:",
    ],
    "fr": [
        "Vous jouez en solo",
        "Printemps",
        "vers quel bâtiment marchez-vous ?",
        "Fin ─",
        "Score final",
        "Le fichier de la partie",
        "Vérifier chaque coup",
    ],
}


@OTHERS
def test_a_whole_game_from_standard_input(spoken: str, monkeypatch: Patch, capsys: Capture) -> None:
    """Slow: every decision of a game is shown."""
    lines = ["help", "log", "score", "closed", "99", "foo", "? dragon", "u 0", "h 0", "farm 7", *["1"] * 400]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    out = said(capsys, "play", "walnut-grove", "--seed", "7", "--language", spoken, status=1)
    must_have_no_english(out, spoken)
    assert not [words for words in WHOLE[spoken] if words not in flat(out)]
    (path,) = folder().glob("*.record")
    english = said(capsys, "verify", str(path))
    assert english.startswith("ok  ")


TYPED = [
    ("99", "Eine 99 gibt es nicht; wähle 1 bis", "Il n’y a pas de 99"),
    ("b", "Noch ist nichts gewählt", "Rien n’est encore choisi"),
    ("h 0", "nicht `h 0`.", "pas `h 0`."),
    ("u 0", "nicht `u 0`.", "pas `u 0`."),
    ("? dragon", "nichts in diesem Spiel heißt so", "n’est ni un coup ni un nom de ce jeu"),
    ("rules", "Das ganze Regelheft: farmstead rules", "Les règles entières"),
    ("rules 3.1", "3.1:", "3.1:"),
    ("rules xyzzy", "hat keinen Absatz 'xyzzy'; die Abschnitte sind", "n’ont pas de paragraphe 'xyzzy'"),
    ("sheet 7", "Es gibt die Plätze 1 bis 2.", "Il y a les sièges 1 à 2."),
    ("save", "Gespeichert in ", "Enregistré dans "),
    ("help", "was die Bilder und Zeichen bedeuten", "ce que veulent dire les images"),
    ("score all", "Platz 2", "Siège 2"),
    ("why take house", "ist möglich: ", "est possible"),
    ("h", "Erwartete Punkte am Ende", "Points attendus à la fin"),
]


@OTHERS
def test_what_is_typed_at_a_decision_is_answered(spoken: str, tmp_path: Path, capsys: Capture) -> None:
    """Slow: one of the answers is a hint."""
    language.speak(spoken)
    match = valley_for(Typist(), tmp_path / "game", "person", "person")
    match.table.settle(match.dealer)
    prompt = DecisionPrompt(match, 0)
    for line, german, french in TYPED:
        if line == "why take house":
            line = f"why {prompt.legal[0]}"
        capsys.readouterr()
        prompt.obey(line)
        out = capsys.readouterr().out
        assert {"de": german, "fr": french}[spoken] in flat(out), line
        must_have_no_english(out, spoken)


@pytest.mark.parametrize(
    ("spoken", "game", "name", "words"),
    [
        ("de", "walnut-grove", "Zelt", "für jede Anschaffung"),
        ("de", "walnut-grove", "Krämerladen", "Krämerladen"),
        ("de", "sunflower-valley", "Dorf", "Dorf"),
        ("fr", "walnut-grove", "tente", "pour chaque amélioration"),
        ("fr", "sunflower-valley", "troupeau", "roupeau"),
        ("fr", "walnut-grove", "tent", "pour chaque amélioration"),
    ],
)
def test_things_go_by_the_names_of_the_language(
    spoken: str, game: str, name: str, words: str, tmp_path: Path, capsys: Capture
) -> None:
    language.speak(spoken)
    path = tmp_path / "game"
    match = (
        match_for(Typist(), path) if game == "walnut-grove" else valley_for(Typist(), path, *["person"] * 2)
    )
    match.table.settle(match.dealer)
    capsys.readouterr()
    DecisionPrompt(match, 0).obey(f"? {name}")
    out = capsys.readouterr().out
    assert words in flat(out) and f"`{name}`" not in out


@OTHERS
def test_questions_at_a_terminal(spoken: str, monkeypatch: Patch, capsys: Capture) -> None:
    """Which game, against whom, and whether to go on with the one that was left."""
    game, against, go_on = {
        "de": ("Welches Spiel? ", "Gegen wen? ", "Weiterspielen? [J/n] "),
        "fr": ("Quel jeu ? ", "Contre qui ? ", "La continuer ? [O/n] "),
    }[spoken]
    weakest = {"de": "Setzling", "fr": "jeune pousse"}[spoken]
    typist = sit_down(monkeypatch, "dragon", "1", "dragon", weakest, "1", "q")
    out = said(capsys, "play", "--language", spoken)
    assert [flat(prompt) for prompt in typist.prompts[:2]] == [game] * 2
    assert all(flat(prompt).startswith(against) for prompt in typist.prompts[2:4])
    again = sit_down(monkeypatch, {"de": "ja", "fr": "oui"}[spoken], "q")
    out += said(capsys, "play", "walnut-grove", "--language", spoken)
    assert flat(again.prompts[0]).endswith(go_on)
    must_have_no_english("\n".join([out, *typist.prompts, *again.prompts]), spoken)
    assert newest("walnut-grove").exists()


@OTHERS
def test_two_people_at_one_keyboard(spoken: str, tmp_path: Path, capsys: Capture) -> None:
    language.speak(spoken)
    typist = Typist("1", "", "1", "q")
    match_for(typist, tmp_path / "game", ("person", "person")).run()
    out = capsys.readouterr().out
    must_have_no_english("\n".join([out, *typist.prompts]), spoken)
    assert {"de": "Gib die Tastatur weiter.", "fr": "Passez-lui le clavier."}[spoken] in out
    assert {"de": "Weiter geht es mit: farmstead play", "fr": "Pour continuer"}[spoken] in out


@OTHERS
def test_a_neighbour_speaks_it_too(spoken: str, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    out = said(
        capsys, "play", "sunflower-valley", "--opponents", "poppy", "--seed", "1", "--language", spoken
    )
    assert {"de": "Hallo! Ich kenne erst die Hälfte der Regeln.", "fr": "la moitié des règles"}[
        spoken
    ] in flat(out)
    must_have_no_english(out, spoken)


@pytest.mark.parametrize(
    ("args", "german", "french"),
    [
        (["play"], "sag, welches Spiel", "dites quel jeu"),
        (
            ["play", "walnut-grove", "--resume", "--seed", "7"],
            "--seed passt nicht dazu",
            "--seed ne va pas avec",
        ),
        (["play", "--resume"], "kein angefangenes Spiel in", "pas de partie inachevée"),
        (["play", "--resume", "nowhere"], "keine solche Datei und kein Spiel", "ni fichier ni jeu de ce nom"),
        (["play", "walnut-grove", "nowhere"], "geht weiter mit --resume nowhere", "dites --resume nowhere"),
        (
            ["play", "walnut-grove", "--seats", "1", "--level", "2"],
            "bei --seats 1 gibt es keine",
            "il n’y en a pas",
        ),
        (
            ["play", "walnut-grove", "--seats", "1", "--opponents", "greedy"],
            "brauchen 2 Plätze",
            "besoin de 2 sièges",
        ),
        (["play", "walnut-grove", "--dark"], "--dark gilt für ein Bild", "--dark concerne une image"),
    ],
    ids=lambda args: " ".join(args) if isinstance(args, list) else "",
)
@OTHERS
def test_what_cannot_be_played_is_said(
    args: list[str], german: str, french: str, spoken: str, capsys: Capture
) -> None:
    capsys.readouterr()
    assert main([*args, "--language", spoken]) in (1, 2)
    err = capsys.readouterr().err
    assert {"de": german, "fr": french}[spoken] in flat(err)
    must_have_no_english(err, spoken)


# ---- replay, hint, review ------------------------------------------------------------------------------


@OTHERS
def test_replay(spoken: str, tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    record = played("sunflower-valley", 1, tmp_path)
    asked = ["replay", str(record), "--language", spoken]
    last, middle = said(capsys, *asked), said(capsys, *asked, "--ply", "60", "--seat", "2")
    first = said(capsys, *asked, "--ply", "0", "--svg", str(tmp_path / "first.svg"))
    wrong = said(capsys, *asked, "--seat", "9", status=2) + said(capsys, *asked, "--ply", "999", status=2)
    length = RecordedPositions(record, None, None).length
    assert {"de": f"Zug {length} von {length}", "fr": f"Coup {length} sur {length}"}[spoken] in last
    assert {"de": "Zug 60 von ", "fr": "Coup 60 sur "}[spoken] in middle
    assert {"de": "Das Bild ist in ", "fr": "L’image est dans "}[spoken] in first
    assert {"de": "Platz 9 gibt es in diesem Spiel nicht", "fr": "pas de siège 9"}[spoken] in wrong
    must_have_no_english(last + middle + first + wrong, spoken)
    drawn = (tmp_path / "first.svg").read_text()
    assert {"de": "Vor dem ersten von", "fr": "Avant le premier des"}[spoken] in drawn


@OTHERS
def test_replay_step_by_step(spoken: str, tmp_path: Path, capsys: Capture) -> None:
    language.speak(spoken)
    step_through(
        RecordedPositions(played("walnut-grove", 1, tmp_path), 1, None), Typist("", "s", "dragon", "q")
    )
    out = capsys.readouterr().out
    must_have_no_english(out, spoken)
    assert {"de": "s nächste Jahreszeit", "fr": "saison suivante"}[spoken] in out
    assert {"de": "ist hier keine Taste", "fr": "n’est pas une touche ici"}[spoken] in out


@pytest.mark.parametrize("game", shelf.names())
@OTHERS
def test_hint(spoken: str, game: str, tmp_path: Path, capsys: Capture) -> None:
    record = played(game, 1, tmp_path)
    ply, seat, _ = choice_in(record)
    asked = ["hint", str(record), "--iterations", "2", "--language", spoken]
    out = said(capsys, *asked, "--ply", str(ply))
    assert {"de": f"Nach Zug {ply} von ", "fr": f"Après le coup {ply} sur "}[spoken] in out
    assert {"de": "Erwartete Punkte am Ende", "fr": "Points attendus à la fin"}[spoken] in out
    assert re.search(r"\d,\d", out) and not re.search(r"\d\.\d ±", out)
    over = said(capsys, *asked, status=2) + said(capsys, *asked, "--ply", "9999", status=2)
    over += said(capsys, *asked, "--ply", str(ply), "--seat", str(2 - seat), "--seconds", "1", status=2)
    assert {"de": "ist das Spiel vorbei", "fr": "la partie est finie"}[spoken] in over
    assert {"de": "lass eines weg", "fr": "retirez-en un"}[spoken] in over
    must_have_no_english(out + over, spoken)


@OTHERS
def test_review(spoken: str, tmp_path: Path, capsys: Capture) -> None:
    """Slow: a part of a game is reviewed."""
    plot = tmp_path / "plot.svg"
    out = said(capsys, "review", VALLEY, *LATE, "--all", "--plot", str(plot), "--language", spoken)
    expected = {
        "de": [
            "Analyse: Sunflower Valley, 2 Personen",
            "Wendepunkte",
            "Alle Entscheidungen",
            "plot.svg",
        ],
        "fr": [
            "Analyse : Sunflower Valley, 2 joueurs",
            "Tournants",
            "Toutes les décisions",
            "Le dessin est dans",
        ],
    }[spoken]
    assert not [words for words in expected if words not in flat(out)]
    assert re.search(r"\d,\d ±\d", out) and not re.search(r"\d\.\d", QUOTED.sub("", out))
    wrong = said(capsys, "review", VALLEY, "--from", "999", "--language", spoken, status=2)
    assert {"de": "hat die Züge 1 bis 168", "fr": "a les coups 1 à 168"}[spoken] in wrong
    must_have_no_english(out + wrong, spoken)
    assert plot.read_text().startswith("<svg")


# ---- score, verify -------------------------------------------------------------------------------------


@OTHERS
def test_score(spoken: str, tmp_path: Path, capsys: Capture) -> None:
    farms = tmp_path / "farms.jsonl"
    farms.write_text('{"board": "yellow", "tiles": [[17, 0, 1, 0]]}\n\n{"board": "yellow", "tiles": 7}\n')
    out = said(capsys, "score", "walnut-grove", str(farms), "--text", "--language", spoken, status=1)
    expected = {
        "de": [
            "Zeile 1: 4 Punkte",
            "eingezäunte Flächen  0",
            "Farmer und Knechte   2",
            "Zeile 3 geht nicht (WG 11",
        ],
        "fr": ["Ligne 1 : 4 points", "fermier et ouvriers  2", "Ligne 3 : impossible (WG 11"],
    }[spoken]
    assert not [words for words in expected if flat(words) not in flat(out)]
    must_have_no_english(" ".join(out.splitlines()), spoken)
    farms.write_text("\n")
    wrong = said(capsys, "score", "walnut-grove", str(farms), "--language", spoken, status=1)
    assert {"de": "Hier gibt es nichts zu werten", "fr": "il n’y a rien à compter"}[spoken] in wrong


def test_score_is_said_in_words_at_a_terminal_and_as_json_elsewhere(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    farms = tmp_path / "farms.jsonl"
    farms.write_text(
        '{"board": "yellow", "tiles": [[17, 0, 1, 0]]}\n'
        '{"board": "yellow", "tiles": [[17, 0, 1, 0], [17, 1, 1, 0]]}\n'
    )
    assert (
        json.loads(said(capsys, "score", "walnut-grove", str(farms), status=1).splitlines()[0])["total"] == 4
    )
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    out = said(capsys, "score", "walnut-grove", str(farms), status=1)
    assert (
        "Line 1: 4 points" in out and "Line 2: Tile 17 is there twice (WG 3.3, where a tile may lie)." in out
    )
    as_json = said(capsys, "score", "walnut-grove", str(farms), "--json", status=1)
    assert json.loads(as_json.splitlines()[1]) == {"error": "tile 17 is there twice", "rule": "WG 3.3"}


@OTHERS
def test_verify(spoken: str, tmp_path: Path, capsys: Capture) -> None:
    good, half, bad = [tmp_path / f"{name}.record" for name in ("good", "half", "bad")]
    good.write_text(recorded())
    half.write_text(recorded(80))
    bad.write_text(good.read_text().replace("* tile", "* tille", 1))
    files = [str(good), str(half), str(bad), str(tmp_path / "missing")]
    out = said(capsys, "verify", *files, "--language", spoken, status=1)
    lines = out.splitlines()
    assert lines[0].startswith(f"ok  {good}  ")
    assert {"de": "ok (noch nicht zu Ende)", "fr": "ok (inachevée)"}[spoken] in out
    assert {"de": f"FAILED {bad}, Zeile ", "fr": f"FAILED {bad}, ligne "}[spoken] in out
    assert {"de": "Ihre Prüfsumme passt nicht", "fr": "sa somme de contrôle ne correspond pas"}[spoken] in out
    must_have_no_english(out, spoken)


@OTHERS
def test_verify_of_luck_that_is_fair_and_of_luck_that_is_not(
    spoken: str, tmp_path: Path, capsys: Capture
) -> None:
    game, path, notes = cancelled(), tmp_path / "fair.record", tmp_path / "notes.json"
    path.write_text(game.record)
    notes.write_text(json.dumps({"openings": noted(game.told)}))
    asked = ["verify", "--fair", str(path), "--language", spoken]
    out = said(capsys, *asked, "--notes", str(notes))
    expected = {
        "de": [
            "Verfahren 2",
            "Der Schlüssel des Servers ist der",
            "Die Plätze 1, 2 haben beigetragen",
            "Ziehungen folgen daraus",
            "wurde ein Start abgebrochen",
            "zählt, mit der Festlegung",
        ],
        "fr": [
            "Méthode 2",
            "La clé du serveur est celle",
            "Les sièges 1, 2 ont ajouté leurs nombres",
            "en découle, à partir de son propre nom",
            "Un lancement a été annulé",
            "compte, avec l’engagement",
        ],
    }[spoken]
    assert not [words for words in expected if words not in out]
    unfair = said(capsys, *asked, "--commitment", "0" * 64, status=1)
    assert {"de": "die Festlegung ist nicht die", "fr": "l’engagement n’est pas celui"}[spoken] in unfair
    path.write_text(recorded())
    none = said(capsys, *asked, status=1)
    assert {"de": "sagt nichts über fairen Zufall", "fr": "ne dit rien du hasard équitable"}[spoken] in none
    must_have_no_english(out + unfair + none, spoken)


# ---- records that are at fault -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [["play", "--resume"], ["replay"], ["hint"], ["review"]], ids=lambda c: c[0]
)
@OTHERS
def test_what_is_wrong_with_a_record_is_said(
    command: list[str], spoken: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "game.record"
    lines = recorded(80).splitlines()
    path.write_text("\n".join([*lines[:9], "* dragon", *lines[10:]]) + "\n")
    out = said(capsys, *command, str(path), "--language", spoken, status=1)
    assert {"de": f"{path}, Zeile ", "fr": f"{path}, ligne "}[spoken] in out
    must_have_no_english(out, spoken)
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    picture = said(capsys, *command, str(path), "--language", spoken, status=1)
    must_have_no_english(picture, spoken)


def test_rules_speak_the_language_of_the_locale(monkeypatch: Patch, capsys: Capture) -> None:
    english = said(capsys, "rules", "walnut-grove", "R13")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    german = said(capsys, "rules", "walnut-grove", "R13")
    assert "Ruling: " in english and "Antwort: " in german
