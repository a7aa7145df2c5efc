"""What pages are made of besides their text: scripts, style, a sign. Only these files are given out.

They lie in folders by what people do. Pages name them below one more, whose name changes with them,
`/static/3f0c…/table/table.js`, so a browser keeps them for good; scripts name each other from where they lie.
Without it they are asked for again each time.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from farmstead import shelf
from farmstead.render.ink import state_sheet
from farmstead.server.http.gzip import packed, packed_once
from farmstead.server.http.route_limits import FREE

IMPORTED: Final = re.compile(r'^(?:import|export)\b[^"]*"(\.\.?/[\w/]+\.js)";$', re.MULTILINE)
FOR_GOOD: Final = "public, max-age=31536000, immutable"
LIGHTS: Final = ("day", "dark")
PARTS_OF_GAMES: Final = b"/* parts of games */\n"  # where in the sheet of boards their own looks stand
MEDIA_TYPES: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}


class StaticFile(NamedTuple):
    """One file, and the sign by which a browser knows whether it has changed."""

    kind: str
    data: bytes
    tag: str


@cache
def files() -> dict[str, StaticFile]:
    """All there are, by folder and name (`table/table.js`); read once."""
    folder = Path(str(resources.files("farmstead.server.pages"))) / "static"
    there = [path for path in folder.rglob("*") if _kind(path.name)]
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in there}
    found |= {
        f"lobby/{game}-{light}.svg": data for light in LIGHTS for game, data in _of_games(f"home/{light}.svg")
    }
    parts = b"".join([data for _, data in _of_games("board.css")])
    found["board/board.css"] = found["board/board.css"].replace(PARTS_OF_GAMES, parts)
    states = b"".join([data for _, data in _of_games("states.css")])
    found["board/pictures.css"] = states + state_sheet().encode()  # parts that can be chosen
    return {
        name: StaticFile(_kind(name), data, f'"{sha256(data).hexdigest()[:32]}"')
        for name, data in found.items()
    }


def _of_games(name: str) -> list[tuple[str, bytes]]:
    """A file of a game's pictures, of those that have one."""
    there = [(game, shelf.folder(game).joinpath(f"pictures/{name}")) for game in shelf.names()]
    return [(game, file.read_bytes()) for game, file in there if file.is_file()]


def _kind(name: str) -> str:
    return MEDIA_TYPES.get(name.rpartition(".")[2], "")


def art_of(game: str) -> str:
    """The class of a game's picture on the home page; empty where it has none."""
    return f"art {shelf.row(game).focus}" if f"lobby/{game}-{LIGHTS[0]}.svg" in files() else ""


@cache
def edition() -> str:
    """A sign for all of them together."""
    return sha256("".join([file.tag for _, file in sorted(files().items())]).encode()).hexdigest()[:12]


@cache
def scripts_of(name: str) -> tuple[str, ...]:
    """All that a script needs, and itself: a page that names them all need not wait for each in turn."""
    found = [name]
    for each in found:
        found += [more for more in _imported(each) if more not in found]
    return tuple(dict.fromkeys(found))


def _imported(name: str) -> list[str]:
    """The scripts that this one names, as seen from the folder in which it lies."""
    return [normpath(join(dirname(name), more)) for more in IMPORTED.findall(files()[name].data.decode())]


# `Any`: Litestar's requests are generic in what this project does not use.
@get("/static/{name:path}", include_in_schema=False, sync_to_thread=False, limit=FREE)
def static_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """One of the files, or only word that it has not changed; for good where the edition is named.

    A page from before the server was changed names another, and gets what there is now.
    """
    path = name.removeprefix("/")
    of, _, below = path.partition("/")
    if path in files() or not of.isalnum():
        return _answer(request, path, "no-cache")
    return _answer(request, below, FOR_GOOD if of == edition() else "no-cache")


def _answer(request: Request[Any, Any, Any], name: str, how_long: str) -> Response[bytes]:
    file = files().get(name)
    if file is None:
        raise NotFoundException
    headers = {"etag": file.tag, "cache-control": how_long}
    known = request.headers.get("if-none-match", "").split(",")
    if file.tag in [tag.strip().removeprefix("W/") for tag in known]:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    return packed(request, file.data, file.kind, headers, packed_once)
