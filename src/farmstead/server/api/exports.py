"""Downloads of games: records, pictures, animations, paper."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Struct

from farmstead.server.base.languages import spoken
from farmstead.server.exports import files
from farmstead.server.exports.animation_worker import Progress
from farmstead.server.exports.files import ExportRequest
from farmstead.server.http.dependencies import AnyRequest, TheCore, TheLanguage, TheVisitor
from farmstead.server.http.security import is_elsewhere

Ply = Annotated[
    int | None, QueryParameter(name="ply", ge=0, le=99_999, description="Of pictures: after so many moves.")
]
Eyes = Annotated[
    int | None, QueryParameter(name="seat", ge=0, le=99, description="Through whose eyes; none: everybody's.")
]
InLanguage = Annotated[
    str, QueryParameter(name="language", max_length=40, description="Of the words in it, such as `fr`.")
]
NOT_LONG: Final = "private, max-age=300"  # names of players may change
TheWish: TypeAlias = NamedDependency[ExportRequest]


class FilmOut(Struct, frozen=True):
    """How far a film is: `unknown` where it has to be asked for, `waiting`, `working`, `ready`."""

    state: str
    done: int  # scenes
    whole: int


async def wish_of(
    language: TheLanguage,
    kind: FromPath[str],
    ply: Ply = None,
    of_seat: Eyes = None,
    dark: FromQuery[bool] = False,
    moves: FromQuery[bool] = False,
    log: FromQuery[bool] = False,
    plate: FromQuery[bool] = False,
    in_language: InLanguage = "",
) -> ExportRequest:
    """What an address asks for; the same whether it is to be begun, looked after or fetched."""
    words = spoken((in_language,)) if in_language else language
    return ExportRequest(kind, ply, of_seat, dark, moves, log, plate, words)


WISHED: Final = {"wish": Provide(wish_of)}


class DownloadsController(Controller):
    """The record, PNG and SVG of any position, GIF and WebP of the whole game, a PDF to print. All of them
    carry the record and can be brought along again.
    """

    path = "/studies/{name:str}/download"
    tags = ("studies",)
    dependencies = WISHED

    @get("/{kind:str}", summary="A file to take along")
    async def fetch(
        self, request: AnyRequest, core: TheCore, visitor: TheVisitor, name: FromPath[str], wish: TheWish
    ) -> Response[bytes]:
        """`record`, `png`, `svg`, `gif`, `webp` or `pdf`. A film takes a while: have it made first."""
        led_here = is_elsewhere(list(request.scope["headers"]))
        file = await files.fetch(core, visitor, name, wish, led_here)
        headers = {"content-disposition": f'attachment; filename="{file.name}"', "cache-control": NOT_LONG}
        return Response(file.content, media_type=file.media_type, headers=headers)

    @post("/{kind:str}", summary="Have a film made", status_code=200)
    async def start(self, core: TheCore, visitor: TheVisitor, name: FromPath[str], wish: TheWish) -> FilmOut:
        """With the same settings as it is fetched with later; again does no harm, and tells how far it is."""
        return _told(await files.start(core, visitor, name, wish))

    @get("/{kind:str}/progress", summary="How far a film is")
    async def progress(
        self, core: TheCore, visitor: TheVisitor, name: FromPath[str], wish: TheWish
    ) -> FilmOut:
        """It starts nothing."""
        return _told(await files.progress(core, visitor, name, wish))


def _told(progress: Progress | None) -> FilmOut:
    return FilmOut("unknown", 0, 0) if progress is None else FilmOut(*progress)
