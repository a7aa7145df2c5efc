"""`farmstead account`: the accounts of a server, for whoever runs it."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument

from farmstead.cli.app_settings import typer_app
from farmstead.cli.errors import BadInput
from farmstead.cli.server_options import db_option, folder_option, settings_of
from farmstead.cli.typer_commands import Command, CommandGroup

if TYPE_CHECKING:
    from farmstead.server.store import Account

Folder = Annotated[Path | None, folder_option("Where the server keeps its games.", show_envvar=True)]
Db = Annotated[str, db_option("Where the games are instead, as `farmstead serve` was told.")]

app = typer_app(cls=CommandGroup)


@app.callback(invoke_without_command=True)
def account(context: typer.Context) -> None:
    """The accounts of a server: who has one, and a new passphrase for somebody who has forgotten theirs.

    `farmstead account list`

    `farmstead account passphrase Ada`
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("list", cls=Command)
def list_accounts(folder: Folder = None, db: Db = "") -> None:
    """List the accounts of a server, in the order of their names; it may be running.

    Example:

        farmstead account list --folder ~/games
    """
    found = asyncio.run(all_accounts(place_of(folder, db)))
    for each in found:
        print(f"{each.name}\tmade {day(each.created)}\tpassphrase of {day(each.changed)}")
    print(f"{len(found)} account{'' if len(found) == 1 else 's'}.")


@app.command(cls=Command)
def passphrase(
    name: Annotated[str, Argument(metavar="NAME", help="The name of the account.")],
    folder: Folder = None,
    db: Db = "",
) -> None:
    """Set a new passphrase for an account, and sign it out everywhere; the server may be running.

    It is asked for twice and not shown, or read as one line from what is piped in.

    Example:

        farmstead account passphrase Ada
    """
    from farmstead.server.store import is_shared

    where = place_of(folder, db)
    ended = asyncio.run(replace(where, name))
    print(f"Done: {name} signs in with the new passphrase, and is signed out elsewhere ({ended}).")
    print(f"A server that is running notices {'at once' if is_shared(where) else 'within a minute'}.")


def day(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date().isoformat()


def asked() -> str:
    """The new passphrase; BadInput when it was not typed twice the same."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass("New passphrase: ")
    if getpass("The same again: ") != first:
        raise BadInput("These were two different passphrases; nothing has changed. Try again.")
    return first


def place_of(folder: Path | None, db: str) -> str | Path:
    """Where the games are; BadInput where there are none, because to open a file would make it."""
    from farmstead.server.folder.moved_note import check_here
    from farmstead.server.store import file_of, is_shared

    settings = settings_of(folder, db)
    check_here(settings)
    place = settings.place
    if not is_shared(place) and not file_of(place).is_file():
        raise BadInput(f"There are no games at {file_of(place)}. Name the server's: --folder FOLDER")
    return place


async def all_accounts(place: str | Path) -> list[Account]:
    from farmstead.server.store import Store

    found: list[Account] = []
    async with await Store.open(place) as store:
        while some := await store.accounts.some(found[-1].login if found else ""):
            found += some
    return found


async def replace(place: str | Path, name: str) -> int:
    """How many sessions have ended by it."""
    from farmstead.server.base.refusals import Refused
    from farmstead.server.people.passphrases import PassphraseHasher, checked_passphrase, login_of
    from farmstead.server.play.problems import problem_of
    from farmstead.server.store import Store

    async with await Store.open(place) as store:
        if (found := await store.accounts.find(login_of(name))) is None:
            raise BadInput(f"There is no account {name!r}. See those there are: farmstead account list")
        hashing = PassphraseHasher()
        try:
            new = checked_passphrase(asked(), found.login, "passphrase")
            return await store.accounts.replace(found, await hashing.hash(new, "passphrase"))
        except Refused as error:
            raise BadInput(problem_of(error)[1].sentence) from None
        finally:
            hashing.close()
