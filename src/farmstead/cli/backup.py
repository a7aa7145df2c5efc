"""`farmstead backup`: a server's games and its secret in one file, while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from typer import Argument, Option

from farmstead.cli.errors import DAMAGED_STATUS, complain
from farmstead.cli.server_options import db_option, folder_option, named_files, settings_of

if TYPE_CHECKING:
    from farmstead.server.store import DamagedTable

MAX_TABLES: Final = 20  # that are named


def backup(
    file: Annotated[Path, Argument(metavar="FILE", help="Where the backup goes; a new file.")],
    folder: Annotated[Path | None, folder_option("The server's folder.")] = None,
    db: Annotated[str, db_option("Where its games are, if elsewhere.")] = "",
    force: Annotated[bool, Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Take a backup of a server, running or not: all players, games and chat, and its secret.key.

    It is one file, as the server was at one moment; every move that was answered before is in it. It is
    looked through before it counts. Keep it where nobody else can read it. `farmstead restore` puts it back.

    Where entries of a table are damaged, all is saved as it is, the tables are named, and the status is 3; a
    sound backup is not written over by such a one, which then gets a name that ends in .damaged.

    Examples:

        farmstead backup farmstead-monday.backup
        farmstead backup /var/backups/farmstead.backup --folder /var/lib/farmstead --force
    """
    from farmstead.server.ops.backups import back_up
    from farmstead.server.store import shown_place

    file = file.expanduser()
    settings = settings_of(folder, db)
    with named_files(file):
        written, taken = asyncio.run(back_up(settings, file, force))
    size = f"{written.stat().st_size:,} bytes"
    if taken.is_sound:
        print(f"{written} has everything from {shown_place(settings.place)}, {size}.")
        return
    name_damaged(taken.damaged)
    kept = "" if written == file else f" {file} is a sound backup from before, and stays as it is."
    complain(
        f"{written} ({size}) has everything from {shown_place(settings.place)}, this damage included."
        f" All other tables are sound.{kept} An older backup may have these tables whole: keep it."
    )
    raise typer.Exit(DAMAGED_STATUS)


def name_damaged(tables: Sequence[DamagedTable]) -> None:
    """A line for each, up to many."""
    for each in tables[:MAX_TABLES]:
        complain(f"table {each.table} is damaged from entry {each.n} on; it should have {each.last}.")
    if len(tables) > MAX_TABLES:
        complain(f"so are {len(tables) - MAX_TABLES} further tables.")
