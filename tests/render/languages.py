"""What the tests of all languages share: the files of words, and words that remember what they lacked."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Event, Refusal
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.table import Table
from farmstead.render.words import GUIDE, LANGUAGE, PAGES, TABLE, Words, languages, page_tables, vocabulary
from tests.laws import Subject, random_move
from tests.render.saying import CHANGING, SOURCES, fields, templates

WORDS = SOURCES / "render" / "words"
OTHERS = sorted(languages() - {LANGUAGE})
NEEDED = ["common", *shelf.names(), TABLE, "pages"]  # every language has these
OF_GAMES = [name for game in shelf.names() for name in (game, f"{GUIDE}{game}")]


def file_of(language: str, name: str) -> Path:
    """Where words lie: those of a game and of its guide in its folder, the others with those of all games."""
    if name == "pages":
        return WORDS / language / name
    if name not in OF_GAMES:
        return WORDS / language / f"{name}.toml"
    folder = SOURCES / "games" / name.removeprefix(GUIDE).replace("-", "_")
    return folder / ("guide/words" if name.startswith(GUIDE) else "words") / f"{language}.toml"


FILES = [
    (language, name)
    for language in OTHERS
    for name in sorted([*[file.stem for file in (WORDS / LANGUAGE).iterdir()], *OF_GAMES])
    if name in NEEDED or file_of(language, name).exists()
]
SEEDS = (0, 5)  # games in which nearly everything happens
EVERY = 11  # so many moves lie between the positions whose refusals are said
NO_WORD = re.compile(
    r"[-−\d.,:>+]*|[A-HT]?\d?|[a-e]\d[+>a-e\d]*"
)  # numbers, cells, letters of sheets and discs


# ---- the files -----------------------------------------------------------------------------------------


@cache
def tables(language: str, name: str) -> Mapping[str, Mapping[str, Any]]:
    """A file as it is written, without the common words, and without [plural], whose rules are no words.

    What games say on pages stands with the pages.
    """
    if name == PAGES:
        return page_tables(language, name)
    place = file_of(language, name)
    files = sorted(place.iterdir()) if place.is_dir() else [place]
    found = {key: rows for file in files for key, rows in tomllib.loads(file.read_text("utf-8")).items()}
    return {key: rows for key, rows in found.items() if key not in (PAGES, "plural")}


def entries(language: str, name: str) -> Iterator[tuple[str, str, Any]]:
    """Table, key and entry. `Any`: a text, texts by the value of a field, or a list."""
    for table, rows in tables(language, name).items():
        for key, entry in rows.items():
            yield table, key, entry


def texts(entry: Any) -> list[str]:
    return [] if isinstance(entry, list) else [text for text, _ in templates(entry)]


def looked_up(language: str, name: str) -> set[str]:
    """The tables that fields are said by: a language may know more words than English does."""
    found = {"names", "due", "amount"}
    for code in (language, LANGUAGE):
        for file in {"common", name}:
            for _, _, entry in entries(code, file):
                found |= {spec for text in texts(entry) for spec in fields(text).values()}
    return found - set(CHANGING)


def says_names_of_chance(game: str) -> bool:
    """Whether a sentence has a name such as `year_3_disc` in it; other games say it by a table."""
    found = [text for _, _, entry in entries(LANGUAGE, game) for text in texts(entry)]
    return any("words" in fields(text).values() for text in found)


def shown(text: str) -> str:
    """A text without its fields."""
    return re.sub(r"\{[^}]*\}", "", text)


class Variant(NamedTuple):
    text: str
    chosen_by: Mapping[str, str]  # the values of fields that lead to it

    @property
    def mentioned(self) -> set[str]:
        return set(fields(self.text)) | set(self.chosen_by)


def variants(entry: Any, so_far: Mapping[str, str] | None = None) -> Iterator[Variant]:
    chosen = so_far or {}
    if isinstance(entry, str):
        yield Variant(entry, chosen)
        return
    for value, part in entry.items():
        if value != "by":
            yield from variants(part, {**chosen, entry["by"]: value})


def same_case(entry: Any, chosen_by: Mapping[str, str]) -> Variant:
    """The variant of another language's entry that is said in the same case."""
    asked: dict[str, str] = {}
    while not isinstance(entry, str):
        value = chosen_by.get(entry["by"], "other")
        asked[entry["by"]] = value
        entry = entry.get(value, entry["other"])
    return Variant(entry, asked)


# ---- words that remember -------------------------------------------------------------------------------


class Remembering(dict[str, Any]):
    """A table that notes what it was asked for and does not have."""

    def __init__(self, name: str, table: Mapping[str, Any], missed: set[str]) -> None:
        super().__init__(table)
        self.name = name
        self.missed = missed

    def get(self, key: str, default: Any = None) -> Any:
        if key not in self and self.name != "presets" and not NO_WORD.fullmatch(key):
            self.missed.add(f"[{self.name}] {key}")
        return super().get(key, default)


def remembering(game: str, language: str) -> tuple[Words, set[str]]:
    """The words of a language, and where they note what they have no word for."""
    missed: set[str] = set()
    found = vocabulary(game, language)
    return Words({name: Remembering(name, table, missed) for name, table in found.items()}), missed


# ---- whole games ---------------------------------------------------------------------------------------


class Heard(NamedTuple):
    """All there is to say of random games."""

    moves: set[str]
    events: list[Event]
    refusals: dict[str, Refusal]  # of those with the same words one is enough
    chances: set[str]  # the names of what was left to chance


@cache
def heard(subject: Subject) -> Heard:
    heard = Heard(set(), [], {}, set())
    for seed in SEEDS:
        listen(subject, seed, heard)
    return heard


def listen(subject: Subject, seed: int, heard: Heard) -> None:
    table, dealer = subject.table(), QuickDealer(seed)
    while table.state.to_act():
        if len(table.moves()) % EVERY == 0:
            heard.refusals.update({f"{why.key} {why.args}": why for why in refusals_at(subject, table)})
        seat, move = random_move(table.state, dealer)
        if seat == CHANCE:
            heard.chances.add(table.state.chance_name())
        heard.moves.add(str(move))
        heard.events.extend(table.play(seat, str(move)))
    for seat in range(subject.seats):
        heard.events.extend([event for line in table.state.reasons(seat).values() for event in line])


def refusals_at(subject: Subject, table: Table) -> Iterator[Refusal]:
    """Why each move that could be written now is not possible."""
    for seat in [CHANCE, *range(subject.seats + 1)]:
        allowed = {str(move) for move in table.options(seat)}
        for text in subject.corpus(table.state):
            if text not in allowed:
                yield table.state.why_not(seat, subject.game.parse(text))
