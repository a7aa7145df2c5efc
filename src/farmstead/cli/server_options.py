"""What the commands for a server ask for: options that can be set in the environment, and its settings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from typer import Option

from farmstead.cli.errors import BadInput
from farmstead.places import data_folder

if TYPE_CHECKING:
    from farmstead.server.base.settings import Settings

ENVIRONMENT_PREFIX: Final = "FARMSTEAD_"


# `Any`, here and below: what typer's own functions take and give.
def setting(name: str, help: str, *flags: str, **settings: Any) -> Any:
    """An option that the environment may set instead, as FARMSTEAD_NAME."""
    return Option(*flags, envvar=f"{ENVIRONMENT_PREFIX}{name}", help=help, **settings)


def folder_option(help: str, **settings: Any) -> Any:
    """The server's folder."""
    return setting("FOLDER", help, metavar="FOLDER", **settings)


def db_option(help: str) -> Any:
    """The URL of the database, if the games are not in the folder."""
    return setting("DB", help, metavar="URL", show_envvar=True)


def folder_of(folder: Path | None) -> Path:
    """Where a server keeps its things; in the data folder unless another is named."""
    return (data_folder() / "server" if folder is None else folder).expanduser()


def settings_of(folder: Path | None, db: str) -> Settings:
    """As the server that is meant has them; StoreAway for a URL that means no database."""
    from farmstead.server.base.settings import Settings
    from farmstead.server.store import checked_place

    if db:
        checked_place(db)
    return Settings(folder_of(folder), db=db)


@contextmanager
def named_files(usual: object) -> Iterator[None]:
    """Say which file cannot be used, and why; the `usual` one where the system names none."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{error.filename or usual} cannot be used: {error.strerror or error}.") from None
