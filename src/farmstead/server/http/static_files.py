"""What pages are made of besides their text: scripts, style, a sign. Only these files are given out.

They lie in folders by what people do. Pages name them below one more, whose name changes with them,
`/static/3f0c…/base/base.css`, so a browser keeps them for good; without it they are asked for again each
time. Pages ask for scripts joined, `joined/table/table.js`; they are there as they were written, too.
"""

from __future__ import annotations

import asyncio
import re
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from farmstead import shelf
from farmstead.render.ink import state_sheet
from farmstead.server.http import joined_scripts, script_tokens
from farmstead.server.http.gzip import packed, packed_once
from farmstead.server.http.joined_scripts import ADDED, JOINED, Scripts
from farmstead.server.http.route_limits import FREE

FOR_GOOD: Final = "public, max-age=31536000, immutable"
LIGHTS: Final = ("day", "dark")
PARTS_OF_GAMES: Final = b"/* parts of games */\n"  # where in the sheet of boards their own looks stand
JOINED_STYLES: Final = {
    "base/base.css": ("base/tokens.css", "base/page.css"),
    "board/boards.css": ("board/pictures.css", "board/board.css"),
    "table/table.css": ("table/end.css", "table/since.css", "table/waiting.css"),
}
CSS: Final = re.compile(rb"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|/\*.*?\*/|\n\s+""", re.DOTALL)
MEDIA_TYPES: Final = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}


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
    found |= {name: b"".join([stripped(found[each]) for each in of]) for name, of in JOINED_STYLES.items()}
    return {name: _file(name, data) for name, data in found.items()}


def stripped(style: bytes) -> bytes:
    """Without comments and the blanks before lines."""
    return CSS.sub(lambda found: found[1] or (b"\n" if found[0][:1] == b"\n" else b""), style)


def _file(name: str, data: bytes) -> StaticFile:
    return StaticFile(_kind(name), data, f'"{sha256(data).hexdigest()[:32]}"')


@cache
def scripts() -> Scripts:
    return Scripts({name: file.data.decode() for name, file in files().items() if name.endswith(".js")})


@cache
def joined(name: str) -> StaticFile:
    """A script in one file with what it imports, by its folder: `joined/table/table.js`, `added/…`."""
    folder, _, script = name.partition("/")
    join = {JOINED: scripts().joined, ADDED: scripts().added}[folder]
    return _file(name, join(script).encode())


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
    """A sign for all of them together, and for how they are joined."""
    joining = [Path(each.__file__ or "").read_bytes() for each in (joined_scripts, script_tokens)]
    tags = [file.tag.encode() for _, file in sorted(files().items())]
    return sha256(b"".join([*tags, *joining])).hexdigest()[:12]


# `Any`: Litestar's requests are generic in what this project does not use.
@get("/static/{name:path}", include_in_schema=False, limit=FREE)
async def static_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """One of the files, or only word that it has not changed; for good where the edition is named.

    A page from before the server was changed names another, and gets what there is now.
    """
    path = name.removeprefix("/")
    of, _, below = path.partition("/")
    if path in files() or not of.isalnum() or of in (JOINED, ADDED):
        return await _answer(request, path, "no-cache")
    return await _answer(request, below, FOR_GOOD if of == edition() else "no-cache")


async def _answer(request: Request[Any, Any, Any], name: str, how_long: str) -> Response[bytes]:
    folder, _, script = name.partition("/")
    if folder in (JOINED, ADDED) and script.endswith(".js") and script in files():
        file = await asyncio.to_thread(joined, name)  # which takes a while, the first time
    elif name in files():
        file = files()[name]
    else:
        raise NotFoundException
    headers = {"etag": file.tag, "cache-control": how_long}
    known = request.headers.get("if-none-match", "").split(",")
    if file.tag in [tag.strip().removeprefix("W/") for tag in known]:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    return packed(request, file.data, file.kind, headers, packed_once)
