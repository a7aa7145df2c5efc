"""`farmstead move-store`: a server's games go to another database, all of them or none."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Final

from typer import Argument

from farmstead.cli.errors import BadInput
from farmstead.cli.server_options import named_files

LINE_COLUMNS: Final = 60  # letters of a line that the next is written over


def move_store(
    source: Annotated[
        str, Argument(metavar="FROM", help="A server's folder, a file, or the URL of a database.")
    ],
    target: Annotated[
        str,
        Argument(
            metavar="TO",
            help="The URL of an empty database, a folder without games, or a file that is not there.",
        ),
    ],
) -> None:
    """Move a server's games, players and chat to another database, such as from SQLite to PostgreSQL.

    Stop the server first. What is moved is read again and compared before it counts; the old store stays as
    it is. Keep secret.key: with it everyone is still known. As TO, a name that is not there and has no
    ending such as .db is a folder.

    Examples:

        farmstead move-store ~/.local/share/farmstead/server postgresql://farmstead@localhost/farmstead
        farmstead move-store postgresql://farmstead@localhost/farmstead /var/lib/farmstead
    """
    from farmstead.server.folder.moved_note import note_moved
    from farmstead.server.store import move_store as move

    with named_files(source):
        came, goes = place_of(source), place_of(target, is_new=True)
        check_room(goes)
        with unused(came), unused(goes):
            moved = asyncio.run(move(came, goes, tell))
            note_moved(came, goes)
    for name, number in moved.rows.items():
        print(f"{number:>12,} {name}")
    for table, n in moved.spoilt[:20]:
        print(f"Entry {n} of table {table} was damaged before, and is so now.")
    print("All moved and compared. The old store is as it was.")


def place_of(text: str, is_new: bool = False) -> str | Path:
    """A URL, a file, or the file in a server's folder."""
    from farmstead.server.base.settings import Settings

    if "://" in text:
        return text
    path = Path(text).expanduser()
    is_folder = path.is_dir() or (is_new and not path.exists() and (text.endswith("/") or not path.suffix))
    return Settings(path).store if is_folder else path


def check_room(place: str | Path) -> None:
    """A file of SQLite with something in it is not moved to; what to do with it is said."""
    from farmstead.server.store import file_of, is_shared

    if not is_shared(place) and (file := file_of(place)).is_file() and file.stat().st_size:
        raise BadInput(
            f"{file} is there already, and nothing is ever written over it. Move it away first, such as to"
            f" {file.with_name(f'{file.stem}-old{file.suffix}')}, or name another folder or file."
        )


@contextmanager
def unused(place: str | Path) -> Iterator[None]:
    """A file of SQLite that no server has; a database says itself whether one uses it."""
    from farmstead.server.base.settings import Settings
    from farmstead.server.folder.lock import folder_locked, store_locked
    from farmstead.server.store import file_of, is_shared

    with ExitStack() as stack:
        if not is_shared(place) and (file := file_of(place)).parent.is_dir():
            if file == Settings(file.parent).store:
                stack.enter_context(folder_locked(Settings(file.parent)))
            stack.enter_context(store_locked(file))
        yield


def tell(name: str, done: int, number: int) -> None:
    """How far it is, where a person reads it."""
    if sys.stderr.isatty():
        line = f"{name}: {done:,} of {number:,} …"
        print(f"\r{line:<{LINE_COLUMNS}}", end="\n" if done == number else "", file=sys.stderr, flush=True)
