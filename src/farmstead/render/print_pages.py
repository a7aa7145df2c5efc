"""Pages to print: A4 with the score line by line, everybody's board, and if wanted what happened."""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from farmstead.engine.contract import Game, Seat
from farmstead.engine.record import Record, re_execute
from farmstead.render import View
from farmstead.render.animation_scenes import SceneNarrator, heard_by_part
from farmstead.render.ink import LIGHT
from farmstead.render.poster import TOTAL, Poster
from farmstead.render.shared import signed
from farmstead.render.static_picture import box_of, whole, without_interaction
from farmstead.render.typst_output import pdf_of
from farmstead.render.words import LANGUAGE, words_for

MAX_FULL_WIDTH_BOARDS: Final = 2  # boards that each have the whole width
HIGHEST: Final = 0.98  # height by width up to which a board has all of it; higher ones are drawn smaller
FLAT: Final = 0.45  # height by width; what is flatter is drawn as on narrow screens, else it is too small
FOOTER: Final = "Farmstead"


def paper(
    game: Game,
    record: Record,
    text_of: str,
    *,
    names: Sequence[str] = (),
    language: str = LANGUAGE,
    log: bool = False,
) -> bytes:
    """The PDF of a checked record, which it carries as its text."""
    table = re_execute(record, lambda name, edition: game)
    sheet = PrintedPage(game, table.state.view(None), tuple(names), language)
    data, pictures = sheet.content(), sheet.pictures()
    data["log"] = _log(game, record, names, language) if log else []
    return pdf_of(_source(), data, pictures, text_of)


@cache
def _source() -> str:
    return resources.files("farmstead.render").joinpath("printing.typ").read_text(encoding="utf-8")


class PrintedPage(Poster):
    """The end of a game as it is printed."""

    def __init__(self, game: Game, view: View, names: tuple[str, ...], language: str) -> None:
        super().__init__(game, view, None, names, language)
        self.seats: Sequence[Seat] = range(len(self.score.lines))
        boards = {seat: self._drawn(seat) for seat in self.seats}
        self.drawn = {seat: svg for seat, svg in boards.items() if svg}

    def _drawn(self, seat: Seat) -> str:
        if not (svg := self.page.other(self.view, seat)):
            return ""
        box = box_of(svg)
        return self.page.other(self.view, seat, narrow=True) if box.height < FLAT * box.width else svg

    # `Any`: whatever JSON can hold.
    def content(self) -> dict[str, Any]:
        """What the pages say."""
        return {
            "title": self.game.title,
            "language": self.language,
            "said": " ".join(self._said()),
            "about": "  ·  ".join(self._heading()),
            "footer": f"{FOOTER}  ·  {self.game.title}",
            "players": [{"name": self._who(seat)} for seat in self.seats],
            "lines": self._lines(),
            "boards": [self._board(seat, svg) for seat, svg in self.drawn.items()],
            "across": 1 if len(self.seats) <= MAX_FULL_WIDTH_BOARDS else 2,
            "log_title": self.words.say("film", "log"),
        }

    def pictures(self) -> dict[str, str]:
        """Each board by itself."""
        symbols = dict(self.page.symbols)
        found = {}
        for seat, svg in self.drawn.items():
            box = box_of(svg)
            content = without_interaction(svg, box._replace(left=0, top=0))
            found[_key(seat)] = whole(box.width, box.height, self.game.title, content, symbols, LIGHT, 1)
        return found

    def _lines(self) -> list[dict[str, Any]]:
        own = words_for(self.game.name, self.language)
        found = [
            {
                "label": own.called(line, "line"),
                "strong": line == TOTAL,
                "cells": [
                    "" if score[line] is None else signed(score[line] or 0) for score in self.score.lines
                ],
            }
            for line in self.score.lines[0]
        ]
        if self.score.places and len(self.seats) > 1:
            places = [str(place) for place in self.score.places]
            found.append({"label": self.words.say("end", "place"), "strong": False, "cells": places})
        return found

    def _board(self, seat: Seat, svg: str) -> dict[str, Any]:
        box, points = box_of(svg), self.score.lines[seat].get(TOTAL)
        return {
            "name": self._who(seat),
            "points": "" if points is None else self.words.say("film", "points", points=signed(points)),
            "picture": _key(seat),
            "alt": self._who(seat),
            "width": min(1.0, HIGHEST * box.width / box.height),
        }


def _key(seat: Seat) -> str:
    """By which the pages find a board."""
    return f"board {seat + 1}"


def _log(game: Game, record: Record, names: Sequence[str], language: str) -> list[dict[str, Any]]:
    """What happened, by season or round."""
    voice = SceneNarrator(game, names, language)
    return [{"title": title, "sentences": said} for title, said in heard_by_part(game, record, voice) if said]
