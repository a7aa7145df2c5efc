"""How a game plays: one illustrated page to read before the numbered rules.

Its texts are in `rulebook/how_it_plays/`, a file for each language. There `![what is seen](name "caption")`
is a picture, `{coins}` the points of the scoring example in that line of the score, `{coins:line}` its name.
`pictures.toml` beside them says from which positions of a recorded game all that is taken: boards and points
are those of the rules, never written by hand. A game without such texts gets a page from its words.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple, TypeAlias

from farmstead import shelf
from farmstead.engine.contract import CHANCE, Game, Seat, State
from farmstead.engine.dealer import KeyedDealer, key_from_seed
from farmstead.engine.record import re_execute, read_record
from farmstead.engine.table import Table
from farmstead.render import drawing_for
from farmstead.render.ink import symbol_sheet
from farmstead.render.page import page_for
from farmstead.render.shared import capital, signed
from farmstead.render.static_picture import still
from farmstead.render.words import languages, vocabulary, words_for
from farmstead.rulebooks.phrases import LANGUAGE, PHRASES

FOLDER: Final = "rulebook/how_it_plays"
PICTURES: Final = "pictures.toml"
TOTAL: Final = "total"
BEGINNING: Final = "beginning"  # the one picture of a game without a text of its own

_PICTURE: Final = re.compile(r'^!\[([^\]]+)\]\((\w+)(?: "([^"]+)")?\)$', re.MULTILINE)
_FIELD: Final = re.compile(r"\{(\w+)(:line)?\}")


class Illustration(NamedTuple):
    """A place for a picture: its name, what is seen in it, and what is said below."""

    name: str
    alt: str
    caption: str


Part: TypeAlias = str | Illustration  # Markdown, or a picture


class Pose(NamedTuple):
    """A position and which board of it is shown, with what a line of the score counts laid over it."""

    state: State
    seat: Seat
    board: str
    overlay: str = ""


@dataclass(frozen=True, slots=True)
class HowItPlays:
    """The page of one game in one language."""

    game: str
    language: str
    title: str
    parts: tuple[Part, ...]

    def markdown(self) -> str:
        """All of it as text; a picture is what is seen in it."""
        say = PHRASES[self.language].picture
        texts = [
            part if isinstance(part, str) else "\n\n".join([f"*{say.format(alt=part.alt)}*", part.caption])
            for part in self.parts
        ]
        return "\n\n".join([f"# {self.title}", *[text.strip() for text in texts]]) + "\n"


@cache
def drawn(told: HowItPlays) -> tuple[Mapping[str, str], str]:
    """Its pictures by name, and the symbols that they use, for a page to have once."""
    page, found = page_for(shelf.game(told.game), told.language), dict[str, str]()
    used = dict(page.symbols)
    for picture in [part for part in told.parts if isinstance(part, Illustration)]:
        pose = posed(told.game, picture.name)
        view = pose.state.view(pose.seat)
        used |= page.loose(view, pose.seat)
        shown = page.boards(view, pose.seat, False)
        board = next((each.svg for each in shown if each.name == pose.board), shown[0].svg)
        over = page.overlay(view, pose.seat, pose.overlay) if pose.overlay else ""
        found[picture.name] = still(board, picture.alt, over)
    return found, symbol_sheet(used, "".join(found.values()))


@cache
def how_it_plays(game: str, language: str = LANGUAGE) -> HowItPlays:
    """The page of a game; in English where it has texts, but none in that language."""
    shelf.row(game)
    code = next((each for each in (language, LANGUAGE) if _text_file(game, each).is_file()), None)
    if code is None:
        known = language if language in languages() else LANGUAGE
        return HowItPlays(game, known, *_made_of_words(game, known))
    head, _, body = _text_file(game, code).read_text(encoding="utf-8").partition("\n")
    return HowItPlays(game, code, head.removeprefix("# "), tuple(_parts(_filled(game, code, body))))


def _text_file(game: str, language: str) -> Traversable:
    return shelf.folder(game).joinpath(f"{FOLDER}/{language}.md")


def _parts(text: str) -> list[Part]:
    """The text cut at its pictures."""
    parts, end = list[Part](), 0
    for found in _PICTURE.finditer(text):
        parts += [text[end : found.start()].strip(), Illustration(found[2], found[1], found[3] or "")]
        end = found.end()
    return [part for part in [*parts, text[end:].strip()] if part]


# ---- positions and points ----------------------------------------------------------------------------------


# `Any`: what stands in a file.
@cache
def _posed(game: str) -> Mapping[str, Any]:
    return tomllib.loads(shelf.folder(game).joinpath(f"{FOLDER}/{PICTURES}").read_text(encoding="utf-8"))


def posed(game: str, name: str) -> Pose:
    """The position of a picture."""
    if name == BEGINNING:
        return Pose(_beginning(shelf.game(game)), 0, "")
    said = _posed(game)["picture"][name]
    return Pose(_table(game, said.get("ply")).state, said["seat"], said["board"], said.get("overlay", ""))


@cache
def _table(game: str, ply: int | None = None) -> Table:
    """The recorded game after so many moves, or at its end."""
    data = shelf.folder(game).joinpath(_posed(game)["record"]).read_bytes()
    return re_execute(read_record(data), shelf.game_for, ply)


def _beginning(game: Game) -> State:
    """The first position of a game in which somebody has to decide."""
    table, dealer = Table(game, game.setup(game.fewest)), KeyedDealer(key_from_seed(game.name))
    while table.state.to_act() == [CHANCE]:
        table.deal(dealer)
    return table.state


def _filled(game: str, language: str, text: str) -> str:
    """With the points of the example in it."""
    scored = _table(game).state.score_lines(_posed(game)["scoring"]["seat"])
    drawing = drawing_for(shelf.game(game), language=language)

    def said(found: re.Match[str]) -> str:
        return capital(drawing.line_words(found[1])) if found[2] else signed(scored[found[1]])

    return _FIELD.sub(said, text)


# ---- where a game says nothing -----------------------------------------------------------------------------


def _made_of_words(game: str, language: str) -> tuple[str, tuple[Part, ...]]:
    """Title and parts from what every game has: what it is, its moves, its score, and how it begins."""
    found, words, tables = shelf.game(game), words_for(game, language), vocabulary(game, language)
    say = words.say
    about = tables.get("pages", {}).get("game", {}).get("about", {}).get(game)
    goal = [] if about is None else [about]
    moves = [f"`{verb}`: {words.say_verb(verb)}" for verb in tables.get("verb", {})]
    lines = [drawing_for(found, language=language).line_words(line) for line in _lines(found)]
    texts = {
        "goal": [*goal, capital(say("terminal", "welcome", fewest=found.fewest, most=found.most)) + "."],
        "moves": moves,
        "scoring": [say("how_it_plays", "counted", lines=", ".join(lines))] if lines else [],
    }
    parts: list[Part] = [
        "\n\n".join([f"## {say('how_it_plays', key)}", *said]) for key, said in texts.items() if said
    ]
    parts.insert(1, Illustration(BEGINNING, say("how_it_plays", BEGINNING, title=found.title), ""))
    return say("how_it_plays", "title", title=found.title), tuple(parts)


def _lines(game: Game) -> list[str]:
    return [line for line in _beginning(game).score_lines(0) if line != TOTAL]
