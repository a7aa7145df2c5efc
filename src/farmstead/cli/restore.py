"""`farmstead restore`: a server as it was when a backup was taken."""

import time
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from farmstead.cli.backup import name_damaged
from farmstead.cli.errors import DAMAGED_STATUS, complain
from farmstead.cli.server_options import db_option, folder_option, named_files, settings_of


def restore(
    file: Annotated[Path, Argument(metavar="FILE", help="What `farmstead backup` made.")],
    folder: Annotated[Path | None, folder_option("An empty folder; made if not there.")] = None,
    db: Annotated[str, db_option("An empty database for the games.")] = "",
    check: Annotated[bool, Option("--check", help="Look through it, and change nothing.")] = False,
) -> None:
    """Put a backup back where there is nothing yet: an empty folder, or an empty database and a folder.

    All of it is looked through first. A server that uses the place is not disturbed, and nothing is ever
    written over. A backup of SQLite can be put into PostgreSQL, and the other way round. Where it holds
    damaged tables, they are named and the status is 3.

    Examples:

        farmstead restore farmstead-monday.backup --check
        farmstead restore farmstead-monday.backup --folder /var/lib/farmstead
    """
    from farmstead.server.ops import backups
    from farmstead.server.store import look_through, shown_place

    file = file.expanduser()
    settings = settings_of(folder, db)
    with named_files(file):
        found = look_through(file)
        when = time.strftime("%d %B %Y, %H:%M", time.localtime(backups.made_at(found)))
        if not check:
            backups.restore(settings, file)
    where = shown_place(db) if db else settings.folder
    if found.is_sound:
        done = "is sound" if check else f"is back in {where}"
        print(f"The server as it was on {when} {done}.")
        return
    name_damaged(found.damaged)
    done = "is not sound" if check else f"is back in {where}, with this damage"
    complain(
        f"The server as it was on {when} {done}: the tables named were damaged when the backup was taken,"
        " and are set aside when somebody opens them. All others are sound. An older backup may have them."
    )
    raise typer.Exit(DAMAGED_STATUS)
