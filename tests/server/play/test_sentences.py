"""All that a table can say has words, and nobody is told more than they may know."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from farmstead import shelf
from farmstead.engine.contract import BadSetup, FarmsteadError, IllegalMove, NotUnderstood, Refusal
from farmstead.messages import News, SeatEvent
from farmstead.render.words import TABLE, languages, vocabulary
from farmstead.server.base import refusals
from farmstead.server.base.refusals import Refused
from farmstead.server.hub.hub import Quarantined
from farmstead.server.play.problems import problem_of
from farmstead.server.play.refusal_words import MAX_ARGUMENT, MAX_INSTEAD, STATUS_BY_KEY, Problem
from farmstead.server.play.sentences import heard_of, move_words, sentence_of
from farmstead.server.store.errors import (
    Conflict,
    JournalDamaged,
    NotStorable,
    NotThere,
    StoreAway,
    StoreDamaged,
    StoreFull,
)
from farmstead.server.table.entries import Damaged, Entry, Started
from farmstead.server.table.setup import TableSetup
from tests.render.saying import CHANGING, SOURCES, Function, fields, said, templates, texts
from tests.server.playing import Clients, Owner, a_setup, sitting

GAMES = shelf.names()
RAISED = [
    (key, given) for part in ("server", "in_page") for kind, key, given in said(part) if kind == "Refused"
]
WORDS = {
    key: entry for key, entry in vocabulary(TABLE)["refusal"].items() if key not in vocabulary()["refusal"]
}


# ---- words for every refusal ---------------------------------------------------------------------------


def listed() -> dict[str, set[str]]:
    """The keys and arguments that the list in refusals.py has."""
    text = refusals.__doc__ or ""
    lines = [line for line in text.splitlines() if line.startswith("    ")]
    entries = [entry for line in lines for entry in re.split(r"\s{2,}", line.strip())]
    found = [re.fullmatch(r"(\w+)(?: \(([\w, ]+)\))?", entry) for entry in entries]
    return {match[1]: set((match[2] or "").split(", ")) - {""} for match in found if match is not None}


def refused_calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Refused":
            yield node


def test_the_scan_finds_what_is_raised() -> None:
    keys = {key for key, _ in RAISED}
    assert {"closed", "seat_taken", "decision_made", "decision_ahead", "store_full", "fault"} <= keys
    assert ("decision_made", {"decision", "now"}) in RAISED


@pytest.mark.parametrize("file", sorted((SOURCES / "server").rglob("*.py")), ids=lambda file: file.stem)
def test_no_key_escapes_the_scan(file: Path) -> None:
    """The key of a refusal stands in the function that raises it."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    found = {
        call.lineno
        for function in functions
        for call in refused_calls(function)
        if isinstance(call.func, ast.Name) and call.args and texts(call.args[0], function)
    }
    assert found == {call.lineno for call in refused_calls(tree)}


def test_every_key_has_words_and_no_words_are_idle() -> None:
    raised = {key for key, _ in RAISED}
    assert raised <= set(WORDS), "these need words in table.toml"
    assert not set(WORDS) - raised, "these are never raised"


def test_the_list_of_refusals_is_complete() -> None:
    assert set(listed()) == set(WORDS)


@pytest.mark.parametrize(("key", "given"), RAISED, ids=[key for key, _ in RAISED])
def test_each_is_raised_with_its_arguments(key: str, given: set[str]) -> None:
    assert given == listed()[key]


@pytest.mark.parametrize("key", WORDS)
def test_the_words_ask_only_for_what_is_given(key: str) -> None:
    for template, asked in templates(WORDS[key]):
        assert set(fields(template)) | asked <= listed()[key]
        assert set(fields(template).values()) <= set(CHANGING)


@pytest.mark.parametrize("key", WORDS)
def test_words_say_why_not_and_what_would_do(key: str) -> None:
    for language in languages():
        for template, _ in templates(vocabulary(TABLE, language)["refusal"][key]):
            assert re.fullmatch(r"[^.]+\. [^.]+(\.\w[^.]*)*\.", template), template
            assert template[0].isupper() or template[0] == "{", template


def test_each_status_is_of_a_refusal() -> None:
    assert set(STATUS_BY_KEY) <= set(WORDS)
    assert set(STATUS_BY_KEY.values()) <= set(range(400, 508))


# ---- refusals as they sound ----------------------------------------------------------------------------


def problem(error: Exception, status: int, game: str | None = None, language: str = "en") -> Problem:
    found, told = problem_of(error, game, language)
    assert found == status
    assert msgspec.json.decode(msgspec.json.encode(told), type=Problem) == told
    return told


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (
            Refused("seat_taken", "sit 2", instead=["sit 3", "sit 4"]),
            409,
            "That seat is taken. Pick another, or watch.",
        ),
        (
            Refused("not_to_decide", "visit lodge", {"waiting": "1,3"}),
            409,
            "It isn’t this seat’s turn. The game is waiting for seats 1 and 3.",
        ),
        (
            Refused("decision_made", "pass", {"decision": 3, "now": 4}, ["pass", "visit lodge"]),
            409,
            "This seat has already made decision 3. Its next one is number 4; look at the table again.",
        ),
        (
            Refused("undo_often", "undo 2"),
            409,
            "Too much has been undone at this table, so nothing more can be. Play on from here.",
        ),
        (
            Refused("not_handed_over", "pass", {"seat": "2"}, ["hand over 2"]),
            403,
            "Seat 2 doesn’t have this device right now. Hand it over first.",
        ),
        (
            Refused("not_yours", "rematch", {"seat": "-"}),
            403,
            "None of the seats here is yours. Take a seat, or watch.",
        ),
        (
            Refused("too_many", "chat", {"seconds": 1}),
            429,
            "You’ve done this too often in a short time. Try again in a second.",
        ),
        (
            Refused("bad_message", "POST /tables", {"why": "Expected `int`, got `str` - at `$.seat`."}),
            400,
            "The message isn’t written as it should be: Expected `int`, got `str` - at `$.seat`."
            " The page `/api` on this server says how.",
        ),
        (
            Refused("name_bad", "name", {"why": "empty"}),
            422,
            "A name needs at least one character. Enter one.",
        ),
        (
            Refused("no_player", ""),
            401,
            "We don’t know who you are yet. Choose a name first.",
        ),
        (
            Quarantined(7, "Entry 9 of its journal cannot be read."),
            409,
            "This table’s saved data is damaged, so it can’t be played."
            " Entry 9 of its journal cannot be read; you can still look at what came before.",
        ),
    ],
    ids=lambda value: value.refusal.key if isinstance(value, Refused) else "",
)
def test_refusals_as_they_sound(error: Exception, status: int, sentence: str) -> None:
    assert problem(error, status).sentence == sentence


@pytest.mark.parametrize(
    ("error", "status", "key"),
    [
        (NotThere("There is no table 7."), 404, "nothing_there"),
        (Conflict("UNIQUE failed: journal.n."), 409, "conflict"),
        (NotStorable("A number is too large."), 422, "not_storable"),
        (StoreFull("The disk is full."), 507, "store_full"),
        (StoreAway("The store cannot be reached (disk I/O error)."), 503, "store_away"),
        (StoreDamaged("SQLite says: database disk image is malformed."), 500, "store_damaged"),
        (JournalDamaged(7, 9, []), 409, "aside"),
        (Damaged("this is no entry of a journal"), 409, "aside"),
        (BadSetup("walnut-grove is for 1 to 4 players", "seats"), 422, "bad_setup"),
        (BadSetup("these are not the components", "edition"), 422, "bad_edition"),
        (Refused("too_large", "", {"most": 200_000}), 413, "too_large"),
        (Refused("no_table", ""), 404, "no_table"),
        (Refused("not_json", ""), 415, "not_json"),
        (Refused("over", "moved"), 409, "over"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_each_error_has_its_status(error: Exception, status: int, key: str) -> None:
    told = problem(error, status)
    assert (told.key, told.rule) == (key, "table")
    assert told.sentence.count(". ") == 1 and told.sentence.endswith(".")


@pytest.mark.parametrize("error", [RuntimeError("the key is 0123"), KeyError("0123"), AssertionError("0123")])
def test_nothing_is_told_of_a_fault(error: Exception) -> None:
    told = problem(error, 500)
    assert told.key == "fault" and told.args == {} and told.tried == ""
    assert "0123" not in str(told) and type(error).__name__ not in str(told)


@pytest.mark.parametrize("game", ["walnut-grove", None, "../common"])
def test_a_move_against_the_rules_is_told_with_its_paragraph(game: str | None) -> None:
    args: dict[str, str | int] = {"building": "lodge", "cost": "2_grain,1_wood", "missing": 1}
    refusal = Refusal("WG 5.5", "cost_not_covered", "visit lodge", args, ["visit church", "pass"])
    told = problem(IllegalMove(refusal), 422, game)
    assert told.sentence == (
        "The Lodge costs 2 grain and 1 wood, and you’re one good or coin short (WG 5.5)."
        " You can play: visit church, pass."
    )
    assert (told.key, told.rule, told.tried) == ("cost_not_covered", "WG 5.5", "visit lodge")
    assert told.instead == ("visit church", "pass") and told.args == args


def test_the_switches_of_the_table_are_heeded() -> None:
    refused = IllegalMove(Refusal("WG 7.3", "too_little_to_repay", "repay", {"have": 2}))
    told = [problem_of(refused, "walnut-grove", options=[each])[1].sentence for each in ("german", "french")]
    assert "three goods or coins" in told[0] and "three goods or coins" not in told[1]


def test_what_cannot_be_taken_back() -> None:
    told = problem(IllegalMove(Refusal("undo", "undo_chance", "undo 1")), 422, "walnut-grove")
    assert told.sentence == "Something has been drawn or rolled since, so this can’t be undone."


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ["nonsense", "<b>", "\x1b[31m", "\ud800", "{0}", "x" * 1_000_000, "\u202e"])
def test_whatever_is_tried_can_be_answered(game: str, text: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        shelf.game(game).parse(text)
    for error in (caught.value, Refused("over", text), Refused("aside", text, {"why": text})):
        status, told = problem_of(error, game)
        assert status in (409, 422)
        assert len(msgspec.json.encode(told)) < 4000
        assert len(told.tried) <= MAX_ARGUMENT and all(
            len(str(arg)) <= MAX_ARGUMENT for arg in told.args.values()
        )


def test_not_all_that_would_do_is_told() -> None:
    moves = [f"draw {n}" for n in range(500)]
    told = problem(Refused("decision_made", "draw x", {"decision": 1, "now": 2}, moves), 409)
    assert told.instead == tuple(moves[:MAX_INSTEAD])
    assert "draw" not in told.sentence


@pytest.mark.parametrize("language", ["xx", "", "../../words/en", "en/../en", "EN\x00"])
def test_a_language_without_words_is_english(language: str) -> None:
    assert problem(Refused("over", "moved"), 409, language=language) == problem(Refused("over", "moved"), 409)
    (begun,) = sentence_of(News(1, "started"), GAMES[0], (), language)
    assert begun == ("The game begins.", None, "", "")
    assert move_words("walnut-grove", "buy horses", language) == "Buy horses"


class Telling(Owner):
    """Has words for everything that is refused."""

    def __init__(self, setup: TableSetup) -> None:
        super().__init__(setup)
        self.told: set[str] = set()

    def refuses(self, entry: Entry) -> FarmsteadError:
        error = super().refuses(entry)
        told = problem_of(error, self.setup.game)[1]
        assert told.key not in told.sentence.split() and "{" not in told.sentence
        self.told.add(told.key)
        return error


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_a_played_table_is_told(game: str) -> None:
    owner = Telling(a_setup(game, 3))
    owner.do(*[sitting(seat, who) for seat, who in enumerate(["ada", "bert", "bot"])], Started())
    Clients(owner, 4).play(400)
    assert {"decision_made", "decision_ahead", "not_to_decide"} <= owner.told


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_what_is_seen_is_told_without_its_place_as_well(language: str) -> None:
    tile = SeatEvent("laid", 0, {"tile": 17, "at": "4,1", "turn": 2})
    way = SeatEvent("drew_way", 0, {"way": "L03", "at": "b2", "colour": "blue"})
    for game, event in (("walnut-grove", tile), ("sunflower-valley", way)):
        heard = heard_of(News(2, "moved", 0, events=(event,)), game, ("Ada",), language)
        (words,), (brief,) = heard.words, heard.briefs
        assert brief.startswith("Ada ") and len(brief) < len(words)
        assert any(digit in words for digit in "123456789")
        assert not any(digit in brief for digit in "123456789")
    passed = News(2, "moved", 0, events=(SeatEvent("passed", 0, {}),))
    assert heard_of(passed, "walnut-grove", ("Ada",), language).briefs == ()
