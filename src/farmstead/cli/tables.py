"""`farmstead tables`: the tables of a server, for whoever runs it."""

from __future__ import annotations

import asyncio
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer
from typer import Argument, Option

from farmstead.cli.app_settings import typer_app
from farmstead.cli.errors import BadInput
from farmstead.cli.operating import Db, Folder, carried_out, confirm, day, settings_there
from farmstead.cli.typer_commands import Command, CommandGroup

if TYPE_CHECKING:
    from farmstead.server.moderation.messages import ModeratedTableOut
    from farmstead.server.store import TableState

Number = Annotated[int, Argument(metavar="NUMBER", help="The number of a table, as in the log.", min=1)]

app = typer_app(cls=CommandGroup)


class Standing(Enum):
    """How a table stands."""

    waiting = "waiting"
    playing = "playing"
    over = "over"
    aside = "aside"


@app.callback(invoke_without_command=True)
def tables(context: typer.Context) -> None:
    """The tables of a server: list them, close one, delete one.

    They are told by their numbers, and without the links that open them. `list` works at any time; all else
    is done by the server, which must be running.

    `farmstead tables list --state playing`

    `farmstead tables close 40`
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("list", cls=Command)
def list_tables(
    state: Annotated[Standing | None, Option("--state", help="Only those that stand so.")] = None,
    folder: Folder = None,
    db: Db = "",
) -> None:
    """List tables, newest first: number, game, state, public or not, last change, who sits there.

    Example:

        farmstead tables list --state waiting
    """
    found = asyncio.run(_all(folder, db, None if state is None else state.value))
    for each in found:
        seats = ", ".join(
            f"{seat.name or seat.kind} ({seat.player})" if seat.player else seat.name or seat.kind
            for seat in each.seats
        )
        public = "public" if each.public else "by link"
        print(f"{each.id}\t{each.game}\t{each.state}\t{public}\t{day(each.changed)}\t{seats}")
    print(f"{len(found)} table{'' if len(found) == 1 else 's'}.")


@app.command(cls=Command)
def close(number: Number, folder: Folder = None, db: Db = "") -> None:
    """Close a table: nothing more happens there, and its game counts for nothing. It can still be seen.

    Example:

        farmstead tables close 40
    """
    asyncio.run(_done(folder, db, "close", number))
    print(f"Table {number} is closed.")


@app.command(cls=Command)
def delete(
    number: Number,
    yes: Annotated[bool, Option("--yes", help="Do not ask.")] = False,
    folder: Folder = None,
    db: Db = "",
) -> None:
    """Delete a table with its game and its chat, for everyone who sat there.

    Example:

        farmstead tables delete 40
    """
    confirm(f"Delete table {number} with its game and its chat, for good?", yes)
    asyncio.run(_done(folder, db, "delete", number))
    print(f"Table {number} is deleted. Backups from before still have it.")


async def _all(folder: Path | None, db: str, state: str | None) -> list[ModeratedTableOut]:
    from farmstead.server.moderation.listing import tables as shown
    from farmstead.server.store import Store

    states = cast("list[TableState]", [each.value for each in Standing] if state is None else [state])
    found: list[ModeratedTableOut] = []
    async with await Store.open(settings_there(folder, db).place) as store:
        while some := await store.moderation.tables(states, found[-1].id if found else None):
            found += await shown(store, some)
    return found


async def _done(folder: Path | None, db: str, deed: str, number: int) -> None:
    from farmstead.server.store import NotThere, Store

    settings = settings_there(folder, db)
    async with await Store.open(settings.place) as store:
        try:
            await store.tables.get(number)
        except NotThere:
            raise BadInput(f"There is no table {number}. See: farmstead tables list") from None
        await carried_out(settings, store, f"tables {deed}", number)
