"""Events, refusals and moves as sentences. The words are data: a folder for each language in `words/`.

In it `common.toml` has what no game need say for itself, and each game has a file of its own in its folder,
which is laid over the common one. `table.toml` is what a table says that is no matter of the rules, `pages/`
what stands on pages, a file for each capability.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, final

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Arg, Event, Refusal, Seat
from farmstead.engine.record import BadRecord
from farmstead.render.shared import capital, quoted
from farmstead.render.word_forms import Entry, Fields, Sentence, Tables, pattern_of
from farmstead.render.word_forms import GivenName as GivenName

LANGUAGE: Final = "en"
COMMON: Final = ""  # no game: only the words that all games share
PAGES: Final = "pages"  # nor that: what stands on pages
PAGES_OF: Final = "pages-"  # before the name of a game: the same, the game's own words first
TABLE: Final = "table"  # no game either: what the table says itself
GUIDE: Final = "guide-"  # before the name of a game: what its guide and its lessons say
OF_THE_TABLE: Final = ("undo", "table")  # what the table itself refuses stands in no rulebook
SEAT_ARGS: Final = ("seat", "whose", "other")  # arguments of refusals that are seats where they are numbers
IN_FULL: Final = ("cannot_start",)  # faults of a record whose detail is a sentence of our own
CACHED_TEXTS: Final = 16384  # of those that pages and pictures say again and again
THINGS: Final = ("names", "thing", "stock", "printed", "emblem")  # tables of things by what they are called
MAX_MOVES_NAMED: Final = 8  # how many moves a sentence names before it says that there are others


class NoSuchWords(LookupError):
    """There are no such words in that language; those of another never stand in for them."""

    def __init__(self, name: str, language: str) -> None:
        there = [code for code in sorted(languages()) if _files(code, name)]
        found = f"there are some in: {', '.join(there)}" if there else "nor in any other"
        super().__init__(f"there are no words of {name[:60]!r} in {language[:60]!r}; {found}")
        self.name = name
        self.language = language


@cache
def languages() -> frozenset[str]:
    """The languages there are words in, by their codes."""
    folders = resources.files("farmstead.render").joinpath("words").iterdir()
    return frozenset([folder.name for folder in folders if folder.is_dir()])


@cache
def words_for(game: str = COMMON, language: str = LANGUAGE) -> Words:
    """The words of a game, such as `walnut-grove`, the common ones included."""
    return Words(vocabulary(game, language))


@cache
def page_words(game: str, language: str = LANGUAGE) -> Words:
    """The words of a game for pages, where nobody sees the numbers of tiles and the names of cells.

    What a page says otherwise stands in tables such as [page_event]; cells are said as [place] does.
    """
    tables = vocabulary(game, language)
    own = {name: tables.get(f"page_{name}", {}) for name in tables}  # forms of moves: the first that fits
    return Words({name: {**own[name], **table, **own[name]} for name, table in tables.items()}, placed=True)


@cache
def vocabulary(game: str = COMMON, language: str = LANGUAGE) -> Tables:
    """The words by table and key: those of all games, and over them those of one game."""
    common = _tables(language, "common")
    if game == COMMON:
        return common
    own = page_tables(language, game) if game.startswith(PAGES) else _tables(language, game)
    return {name: {**common.get(name, {}), **own.get(name, {})} for name in [*common, *own]}


def page_tables(language: str, name: str) -> Tables:
    """What stands on pages: the shared words, and what games say there, below [pages] in their own.

    What is said first stays; an entry by the value of a field takes in the values of all.
    """
    own = [name.removeprefix(PAGES_OF)] if name.startswith(PAGES_OF) else []
    of_games = [_tables(language, game).get(PAGES, {}) for game in [*own, *shelf.names()]]
    found: dict[str, dict[str, Any]] = {}
    for tables in [*of_games[: len(own)], _tables(language, PAGES), *of_games[len(own) :]]:
        for table, entries in tables.items():
            said = found.setdefault(table, {})
            for key, entry in entries.items():
                known = said.get(key, entry)
                said[key] = (
                    {**entry, **known} if isinstance(known, dict) and isinstance(entry, dict) else known
                )
    return found


def _tables(language: str, name: str) -> Tables:
    files = _files(language, name) if language in languages() else []
    if not files and not (language in languages() and shelf.is_known(name)):
        raise NoSuchWords(name, language)
    tables: dict[str, Any] = {}
    for file in files:
        tables |= tomllib.loads(file.read_text(encoding="utf-8"))
    return tables


def _files(language: str, name: str) -> list[Traversable]:
    """One file, or those of a folder by name, or a game's own; none where there are no such words."""
    shared = resources.files("farmstead.render").joinpath(f"words/{language}")
    file, folder = shared.joinpath(f"{name}.toml"), shared.joinpath(name)
    if file.is_file():
        return [file]
    if name and folder.is_dir():
        return sorted(folder.iterdir(), key=lambda each: each.name)
    return _own_files(language, name)


def _own_files(language: str, name: str) -> list[Traversable]:
    """A game's words in a language; in English where it has none in that one."""
    game = name.removeprefix(GUIDE)
    if not shelf.is_known(game):
        return []
    folder = shelf.folder(game).joinpath("words" if game == name else "guide/words")
    files = [folder.joinpath(f"{code}.toml") for code in (language, LANGUAGE)]
    return [file for file in files if file.is_file()][:1]


def seat_name(seat: Seat, names: Sequence[str] | None = None, language: str = LANGUAGE) -> str:
    """How a player is called: by name, or by the seat counted from 1."""
    return words_for(language=language).who(seat, names)


def say_bad_record(error: BadRecord, options: Sequence[str] = (), language: str = LANGUAGE) -> str:
    """What is wrong with a record, but not in which line. `options` are those of the record."""
    if error.key == "illegal" and error.cause is not None:
        refusal = error.cause.refusal
        why = words_for(game_of(refusal.rule), language).say_refusal(refusal, options)
        tried = f"`{quoted(refusal.tried)}`"
        return (
            why
            if tried in why
            else words_for(language=language).say("refusing", "of_move", tried=tried, why=why)
        )
    if (entry := vocabulary(language=language)["record"].get(error.key)) is None:
        return str(error.args[0])
    said, _, found = error.detail.partition(" / ")
    detail = error.detail if error.key in IN_FULL else quoted(error.detail)
    fields = {"detail": detail, "said": quoted(said), "found": quoted(found)}
    return words_for(language=language).fill(entry, fields)


def from_one(args: Mapping[str, Arg]) -> dict[str, Arg]:
    """Arguments as people read them, who count seats from 1."""
    return {
        name: value + 1 if name in SEAT_ARGS and isinstance(value, int) else value
        for name, value in args.items()
    }


def game_of(rule: str) -> str:
    """The game whose rulebook has that paragraph; what the table itself refuses is of no rulebook."""
    book = rule.split(" ")[0]
    return next((name for name in shelf.names() if shelf.row(name).prefix == book), COMMON)


@final
class Words:
    """Speaks of one game in one language."""

    def __init__(self, tables: Tables, placed: bool = False) -> None:
        self._tables = tables
        self._sentence = Sentence(tables, placed)
        self._moves = [(pattern_of(form), entry) for form, entry in tables.get("move", {}).items()]

    def say_event(self, event: Event, names: Sequence[str] | None = None) -> str:
        """What happened, as a sentence; `names` are those of the seats, such as `You`."""
        if (entry := self._table("event").get(event.key)) is None:
            return str(event)
        return self._capitalised(entry, {**event.args, "who": self.who(event.seat, names)})

    def say_brief(self, event: Event, names: Sequence[str] | None = None) -> str:
        """An event without its place, for those who see it; nothing where it tells of none."""
        if (entry := self._table("brief").get(event.key)) is None:
            return ""
        return self._capitalised(entry, {**event.args, "who": self.who(event.seat, names)})

    def say_would(self, event: Event) -> str:
        """What would happen to whoever chooses; nothing for what the choice says itself."""
        entry = self._table("would").get(event.key)
        return "" if entry is None else capital(self.fill(entry, event.args))

    def say_sentence(self, table: str, key: str, fields: Fields) -> str:
        """A text of a table as a sentence; `who` is a player."""
        return self._capitalised(self._table(table)[key], fields)

    def _capitalised(self, entry: Entry, fields: Fields) -> str:
        """With a capital, unless it begins with a name: that stays as it is."""
        template = self._sentence.chosen(entry, fields)
        text = self._sentence.fill_in(template, fields)
        return text if template.startswith("{who") else capital(text)

    def who(self, seat: Seat, names: Sequence[str] | None = None) -> GivenName:
        """How a player is called: by name, or by the seat counted from 1."""
        if names is not None and 0 <= seat < len(names) and names[seat]:
            return GivenName(names[seat])
        said = self._table("seat")
        return GivenName(said["chance"] if seat == CHANCE else said["seat"].format(number=seat + 1))

    def say(self, table: str, key: str, /, **fields: Arg) -> str:
        """Any text of a table, with its fields filled in."""
        return self.fill(self._table(table)[key], fields)

    def say_again(self, table: str, key: str, /, **fields: Arg) -> str:
        """What `say` says, kept for the next time; a field of one text is always a player's name or never."""
        return _kept_text(self, table, key, tuple(fields.items()))

    def listing(self, parts: Sequence[str]) -> str:
        """`a, b and c`."""
        return self._sentence.listing(parts)

    def clauses(self, parts: Sequence[str]) -> str:
        """`a; b`, without those that are empty."""
        return str(self._table("joining")["semicolon"]).join([part for part in parts if part])

    def called(self, key: str, table: str = "names") -> str:
        """How a sentence calls a thing: `the Lodge`, `Church row`."""
        return str(self._table(table).get(key, key))

    def thing_called(self, name: str) -> str:
        """The key of the thing that is called so, in capitals or not; nothing where nothing is."""
        asked = name.strip().casefold()
        said = [item for table in THINGS for item in self._table(table).items()]
        return next((key for key, text in said if isinstance(text, str) and text.casefold() == asked), "")

    def has(self, key: str, table: str) -> bool:
        """Whether a table has words for a key."""
        return key in self._table(table)

    def rule_title(self, rule: str) -> str:
        """What a paragraph is about: `WG 5.6, tolls and cost`."""
        title = self._table("rules").get(rule.split()[-1] if rule else "")
        return f"{rule}, {title}" if isinstance(title, str) else rule

    def say_verb(self, verb: str) -> str:
        """When a move that begins like this is made; nothing for what is no verb of a player."""
        when = self._table("verb").get(verb)
        return capital(f"{when}.") if isinstance(when, str) else ""

    def describe_move(self, text: str, decision: str = "") -> str:
        """A move as a short sentence; some sound better when the decision is known at which they are made."""
        return capital(self.move_phrase(text, decision)) or text

    def move_phrase(self, text: str, decision: str = "") -> str:
        """A move as part of a sentence; nothing for a text without words."""
        for pattern, entry in self._moves:
            if (match := pattern.fullmatch(text)) is not None:
                return self.fill(entry, {**match.groupdict(), "decision": decision})
        return ""

    # ---- refusals --------------------------------------------------------------------------------------

    def say_refusal(
        self,
        refusal: Refusal,
        options: Sequence[str] = (),
        most: int = MAX_MOVES_NAMED,
        to_programmers: bool = False,
    ) -> str:
        """Why not, by which paragraph, and what would do, `most` of it.

        `options` are those of the table. Programmers are told seats as their programs count them, from 0.
        """
        entry = self._table("refusal").get(refusal.key)
        args = refusal.args if to_programmers else from_one(refusal.args)
        fields = {**args, "tried": quoted(refusal.tried)}
        why = capital(refusal.key if entry is None else self.fill(entry, fields, options))
        if refusal.rule not in OF_THE_TABLE:
            why = self.fill(self._table("refusing")["cited"], {"why": why, "rule": refusal.rule})
        return f"{why} {self._instead(refusal, most)}".rstrip()

    def _instead(self, refusal: Refusal, most: int) -> str:
        if not refusal.instead:
            return ""
        kind = {"unknown_verb": "verbs", "bad_form": "forms"}.get(refusal.key, "instead")
        moves = refusal.instead
        if kind == "verbs":
            moves = self.player_verbs(moves) or moves
            most = len(moves)
        return self.fill(self._table("refusing")[kind], {"moves": self._shortened(moves, most)})

    def player_verbs(self, verbs: Sequence[str]) -> list[str]:
        """Those that a player can begin a move with; those of chance are no help."""
        return [verb for verb in verbs if verb in self._table("verb")]

    def _shortened(self, moves: Sequence[str], most: int) -> str:
        if len(moves) <= most + 1:
            return ", ".join(moves)
        return f"{', '.join(moves[:most])} {self._table('refusing')['more']}"

    # ---- filling in ------------------------------------------------------------------------------------

    def fill(self, entry: Entry, fields: Fields, options: Sequence[str] = ()) -> str:
        """The text of an entry that fits the fields, with the fields in it."""
        return self._sentence.fill(entry, fields, options)

    def _table(self, name: str) -> Mapping[str, Any]:
        return self._tables.get(name, {})


@lru_cache(CACHED_TEXTS)
def _kept_text(words: Words, table: str, key: str, fields: tuple[tuple[str, Arg], ...]) -> str:
    return words.say(table, key, **dict(fields))
