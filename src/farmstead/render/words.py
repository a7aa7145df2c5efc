"""Events, refusals and moves as sentences. The words are data: one file for each language in `words/`."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from farmstead.engine.contract import CHANCE, Arg, Event, Refusal, Seat
from farmstead.engine.record import BadRecord

__all__ = [
    "called",
    "describe_move",
    "rule_title",
    "say_bad_record",
    "say_event",
    "say_refusal",
    "say_verb",
    "seat_name",
]

LANGUAGE: Final = "en"
LONGEST: Final = 8  # how many moves a sentence names before it says that there are others
Entry = str | Mapping[str, Any]  # a text, or texts by the value of an argument, nested as deep as needed
Fields = Mapping[str, Arg]


@cache
def vocabulary(language: str = LANGUAGE) -> Mapping[str, Mapping[str, Entry]]:
    """The words of a language, by table and key."""
    text = resources.files("farmstead.render").joinpath(f"words/{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def seat_name(seat: Seat, names: Sequence[str] | None = None) -> str:
    """How a player is called: by name, or by the seat counted from 1."""
    if seat == CHANCE:
        return "Chance"
    return names[seat] if names is not None and seat < len(names) else f"Seat {seat + 1}"


def say_event(event: Event, names: Sequence[str] | None = None) -> str:
    """What happened, as a sentence; `names` are those of the seats, such as `You`."""
    entry = vocabulary()["event"].get(event.key)
    if entry is None:
        return str(event)
    return _capital(_fill(entry, {**event.args, "who": seat_name(event.seat, names)}))


def called(key: str, table: str = "names") -> str:
    """How a sentence calls a thing: `the Lodge`, `Church row`."""
    return str(vocabulary()[table].get(key, key))


def rule_title(rule: str) -> str:
    """What a paragraph is about: `WG 5.6, tolls and cost`."""
    title = vocabulary()["rules"].get(rule.split()[-1] if rule else "")
    return f"{rule}, {title}" if isinstance(title, str) else rule


# ---- refusals ------------------------------------------------------------------------------------------


def say_refusal(refusal: Refusal, options: Sequence[str] = (), most: int = LONGEST) -> str:
    """What was tried, why not and by which paragraph, and what would do, `most` of it.

    `options` are those of the table.
    """
    shape = vocabulary()["refusing"][_shape(refusal)]
    why = _why(refusal, options)
    sentence = _fill(shape, {"tried": refusal.tried, "why": why, "rule": refusal.rule})
    return f"{sentence} {_instead(refusal, most)}".rstrip()


def _shape(refusal: Refusal) -> str:
    if refusal.key in ("unknown_verb", "bad_form"):
        return "not_understood"
    if " " not in refusal.rule:  # the table's own, of no rulebook
        return "undo"
    return "plain" if refusal.tried else "nothing_tried"


def _why(refusal: Refusal, options: Sequence[str]) -> str:
    entry = vocabulary()["refusal"].get(refusal.key)
    return refusal.key if entry is None else _fill(entry, refusal.args, options)


def _instead(refusal: Refusal, most: int) -> str:
    if not refusal.instead:
        return ""
    kind = {"unknown_verb": "verbs", "bad_form": "forms"}.get(refusal.key, "instead")
    moves = refusal.instead
    if kind == "verbs":  # those of chance are no help to a player
        moves = [verb for verb in moves if verb in vocabulary()["verb"]]
        most = len(moves)
    return _fill(vocabulary()["refusing"][kind], {"moves": _shortened(moves, most)})


def _shortened(moves: Sequence[str], most: int) -> str:
    if len(moves) <= most + 1:
        return ", ".join(moves)
    return f"{', '.join(moves[:most])} {vocabulary()['refusing']['more']}"


def say_verb(verb: str) -> str:
    """When a move that begins like this is made; nothing for what is no verb of a player."""
    when = vocabulary()["verb"].get(verb)
    return _capital(f"{when}.") if isinstance(when, str) else ""


def say_bad_record(error: BadRecord, options: Sequence[str] = ()) -> str:
    """What is wrong with a record, but not in which line. `options` are those of the record."""
    if error.key == "illegal" and error.cause is not None:
        return say_refusal(error.cause.refusal, options)
    entry = vocabulary()["record"].get(error.key)
    if entry is None:
        return str(error)
    said, _, found = error.detail.partition(" / ")
    return _fill(entry, {"detail": error.detail, "said": said, "found": found})


# ---- moves ---------------------------------------------------------------------------------------------

GOOD: Final = r"(?P<good>grain|fish|dairy|wood|stone)"
COIN: Final = r"(?P<coin>copper|silver|gold)"
CELL: Final = r"(?P<at>(?P<column>-?\d+),(?P<row>\d+))"
SHAPES: Final[Mapping[str, str]] = {  # the texts of moves; the first that fits
    "start": r"start (?P<row>\S+)",
    "lay": rf"lay (?P<tile>\d+) at {CELL} turn (?P<turn>\d)",
    "work": rf"work {GOOD} at {CELL}",
    "keep": r"keep (?P<item>\S+)",
    "leave": r"leave",
    "throw": r"throw (?P<item>\S+)",
    "visit": r"visit (?P<building>\S+)",
    "pass": r"pass",
    "toll_help": r"toll help",
    "toll": rf"toll {COIN}",
    "give": rf"give {GOOD}",
    "give_from": rf"give {GOOD} from {CELL}",
    "give_coin": rf"give {COIN}",
    "give_for": rf"give {COIN} for {GOOD}",
    "help": rf"help for {GOOD}",
    "repay": r"repay",
    "take": rf"take {GOOD}",
    "hire": r"hire (?P<colour>\S+)",
    "build": r"build (?P<tile>\S+)",
    "buy": r"buy (?P<improvement>\S+)",
    "sell": rf"sell {GOOD}",
    "sell_from": rf"sell {GOOD} from {CELL}",
    "move": rf"move {GOOD} from {CELL}",
    "done": r"done",
    "board": r"board (?P<board>\S+)",
    "disc": r"disc (?P<disc>\S+)",
    "labourer": r"labourer (?P<colour>\S+)",
    "building": r"building (?P<tile>\S+)",
    "improvement": r"improvement (?P<improvement>\S+)",
    "tile": r"tile (?P<tile>\d+)",
    "coin": rf"coin {COIN}",
}


def describe_move(text: str, decision: str = "") -> str:
    """A move as a short sentence; some sound better when the decision is known at which they are made."""
    for key, shape in SHAPES.items():
        match = re.fullmatch(shape, text)
        if match is not None:
            return _capital(_fill(vocabulary()["move"][key], {**match.groupdict(), "decision": decision}))
    return text


# ---- filling in ----------------------------------------------------------------------------------------


class _Sentence(string.Formatter):
    """Says each field as the table after its colon does, or as [names] does."""

    def format_field(self, value: Any, format_spec: str) -> str:
        text = str(value)
        if format_spec == "raw":
            return "".join(letter if letter.isprintable() else "?" for letter in text)
        if format_spec == "words":
            return text.replace("_", " ")
        if format_spec == "amounts":
            return " and ".join(text.replace("_", " ").split(","))
        said = vocabulary()[format_spec or "names"].get(text, text)
        return str(said)


_SENTENCE: Final = _Sentence()


def _fill(entry: Entry, fields: Fields, options: Sequence[str] = ()) -> str:
    while not isinstance(entry, str):
        entry = _variant(entry, fields, options)
    return _SENTENCE.vformat(entry, (), fields)


def _variant(entry: Mapping[str, Any], fields: Fields, options: Sequence[str]) -> Entry:
    by = entry["by"]
    values = _switches_on(options) if by == "options" else [str(fields[by])]
    found: Entry = next((entry[value] for value in values if value in entry), entry["other"])
    return found


def _switches_on(options: Sequence[str]) -> list[str]:
    presets = vocabulary()["presets"]
    return [switch for option in options for switch in presets.get(option, [option])]


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
