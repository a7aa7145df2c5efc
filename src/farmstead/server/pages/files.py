"""What pages are made of besides their text: scripts, style, a sign. Only these files are given out."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from farmstead.render.ink import state_sheet
from farmstead.server.pages.packing import packed

KINDS: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}


class File(NamedTuple):
    """One file, and the sign by which a browser knows whether it has changed."""

    kind: str
    data: bytes
    tag: str


@cache
def files() -> dict[str, File]:
    """All there are, by name; read once."""
    folder = resources.files("farmstead.server.pages").joinpath("static")
    found = {path.name: path.read_bytes() for path in folder.iterdir() if _kind(path.name)}
    found["pictures.css"] = state_sheet().encode()  # how the parts of pictures look when they can be chosen
    return {
        name: File(_kind(name), data, f'"{sha256(data).hexdigest()[:32]}"') for name, data in found.items()
    }


def _kind(name: str) -> str:
    return KINDS.get(name.rpartition(".")[2], "")


# `Any`: Litestar's requests are generic in what this project does not use.
@get("/static/{name:str}", include_in_schema=False, sync_to_thread=False)
def static_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """One of the files, or only word that it has not changed."""
    file = files().get(name)
    if file is None:
        raise NotFoundException
    headers = {"etag": file.tag, "cache-control": "no-cache"}
    if file.tag in [tag.strip().removeprefix("W/") for tag in _known(request)]:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    return packed(request, file.data, file.kind, headers)


def _known(request: Request[Any, Any, Any]) -> list[str]:
    return request.headers.get("if-none-match", "").split(",")
