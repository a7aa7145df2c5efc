"""`farmstead account`: the accounts of a server, for whoever runs it."""

from __future__ import annotations

import asyncio
import sys
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from farmstead.cli.app_settings import typer_app
from farmstead.cli.errors import BadInput
from farmstead.cli.operating import DAY_MS, Db, Folder, day, settings_there
from farmstead.cli.server_options import setting
from farmstead.cli.typer_commands import Command, CommandGroup

if TYPE_CHECKING:
    from farmstead.server.store import Account, AccountInvitation

app = typer_app(cls=CommandGroup)


@app.callback(invoke_without_command=True)
def account(context: typer.Context) -> None:
    """The accounts of a server: who has one, a new passphrase for someone who has forgotten theirs, and
    invitations to a server that is for members only.

    `farmstead account list`

    `farmstead account passphrase Ada`

    `farmstead account invite --uses 20 --days 14`
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


@app.command(cls=Command)
def invite(
    uses: Annotated[int, Option("--uses", help="How many accounts can be made by it.", min=1, max=1000)] = 1,
    days: Annotated[int, Option("--days", help="For how many days it is good.", min=1, max=365)] = 14,
    note: Annotated[str, Option("--note", help="For whom it is, to know it again.")] = "",
    url: Annotated[
        str, setting("URL", "Public address of the server, as `farmstead serve` has it.", metavar="URL")
    ] = "",
    folder: Folder = None,
    db: Db = "",
) -> None:
    """Make an invitation to a server that is for members only (`farmstead serve --members-only`).

    Its link is shown once. Anyone with it can make an account, as long as there are uses left and its days
    are not over; send it to those whom it is for. The server may be running.

    Example:

        farmstead account invite --uses 20 --note "autumn meeting"
    """
    made, code = asyncio.run(_invited(place_of(folder, db), uses, days, note))
    many = "s" if made.uses > 1 else ""
    print(f"Invitation {made.id}: for {made.uses} account{many}, until {day(made.until)}.")
    print(f"{(url or 'http://localhost:8731').rstrip('/')}/you#invitation={code}")
    if not url:
        print("Put the address of your server before /you, or set --url.")


@app.command(cls=Command)
def invitations(folder: Folder = None, db: Db = "") -> None:
    """List the invitations that are still good, without their links, which nobody is told twice.

    Example:

        farmstead account invitations
    """
    found = asyncio.run(_invitations(place_of(folder, db)))
    for each in found:
        print(f"{each.id}\tuses left {each.uses}\tuntil {day(each.until)}\t{each.note}")
    print(f"{len(found)} invitation{'' if len(found) == 1 else 's'}.")


@app.command(cls=Command)
def withdraw(
    number: Annotated[int, Argument(metavar="NUMBER", help="The number of an invitation.", min=1)],
    folder: Folder = None,
    db: Db = "",
) -> None:
    """Make an invitation void. Accounts that were made by it stay.

    Example:

        farmstead account withdraw 3
    """
    asyncio.run(_withdraw(place_of(folder, db), number))
    print(f"Invitation {number} is void.")


def asked() -> str:
    """The new passphrase; BadInput when it was not typed twice the same."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass("New passphrase: ")
    if getpass("The same again: ") != first:
        raise BadInput("These were two different passphrases; nothing has changed. Try again.")
    return first


def place_of(folder: Path | None, db: str) -> str | Path:
    """Where the games are."""
    return settings_there(folder, db).place


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


async def _invited(place: str | Path, uses: int, days: int, note: str) -> tuple[AccountInvitation, str]:
    from farmstead.server.store import Store

    async with await Store.open(place) as store:
        return await store.moderation.invite(uses, store.now() + days * DAY_MS, " ".join(note.split())[:100])


async def _invitations(place: str | Path) -> list[AccountInvitation]:
    from farmstead.server.store import Store

    async with await Store.open(place) as store:
        return await store.moderation.invitations()


async def _withdraw(place: str | Path, number: int) -> None:
    from farmstead.server.store import NotThere, Store

    async with await Store.open(place) as store:
        try:
            await store.moderation.withdraw_invitation(number)
        except NotThere:
            raise BadInput(f"There is no invitation {number}. See: farmstead account invitations") from None
