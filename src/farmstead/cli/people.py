"""`farmstead people`: everybody who has told a server a name, for whoever runs it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from farmstead.cli.app_settings import typer_app
from farmstead.cli.errors import BadInput
from farmstead.cli.operating import Db, Folder, carried_out, confirm, day, settings_there
from farmstead.cli.typer_commands import Command, CommandGroup

if TYPE_CHECKING:
    from farmstead.server.moderation.messages import ReportOut
    from farmstead.server.store import Person, Store

Who = Annotated[
    str, Argument(metavar="WHO", help="The number of a person, or their name if it is the only one.")
]

app = typer_app(cls=CommandGroup)


@app.callback(invoke_without_command=True)
def people(context: typer.Context) -> None:
    """The people of a server, guests included: list, rename, sign out, block, delete; and what they report.

    `list`, `reports` and `settle` work at any time; all else is done by the server, which must be running.

    `farmstead people list Bo`

    `farmstead people block 17`
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("list", cls=Command)
def list_people(
    find: Annotated[str, Argument(metavar="[NAME]", help="Only those with this in their name.")] = "",
    folder: Folder = None,
    db: Db = "",
) -> None:
    """List people, newest first: number, name, account or guest, last seen, tables, blocked.

    Example:

        farmstead people list --folder /var/lib/farmstead
    """
    found = asyncio.run(_all(folder, db, find))
    for each in found:
        kind = "account" if each.has_account else "guest"
        blocked = f"\tblocked {day(each.blocked)}" if each.blocked is not None else ""
        print(f"{each.id}\t{each.name}\t{kind}\tseen {day(each.seen)}\ttables {each.tables}{blocked}")
    print(f"{len(found)} {'person' if len(found) == 1 else 'people'}.")


@app.command(cls=Command)
def rename(
    who: Who,
    name: Annotated[str, Argument(metavar="NAME", help="Their name from now on.")],
    folder: Folder = None,
    db: Db = "",
) -> None:
    """Give someone another name; with an account they sign in by it from now on.

    Example:

        farmstead people rename 17 Ben
    """
    print(f"{asyncio.run(_done(folder, db, who, 'rename', name))} is called {name} now.")


@app.command("sign-out", cls=Command)
def sign_out(
    who: Who,
    yes: Annotated[bool, Option("--yes", help="Do not ask about a guest.")] = False,
    folder: Folder = None,
    db: Db = "",
) -> None:
    """Sign someone out everywhere. With an account they can sign in again; a guest can never come back.

    Example:

        farmstead people sign-out Ada
    """
    person = asyncio.run(_one(folder, db, who))
    if not person.has_account:
        confirm(f"{person.name} (number {person.id}) is a guest and can never come back. Sign them out?", yes)
    print(f"{asyncio.run(_done(folder, db, str(person.id), 'sign-out'))} is signed out everywhere.")


@app.command(cls=Command)
def block(who: Who, folder: Folder = None, db: Db = "") -> None:
    """Let someone do nothing any more but look on, and delete what is theirs; bots play on for them.

    A guest who deletes their cookie can come back as a new guest. What keeps them out is a server for members
    only (`farmstead serve --members-only`).

    Example:

        farmstead people block 17
    """
    print(f"{asyncio.run(_done(folder, db, who, 'block'))} is blocked. Bots play on at their tables.")


@app.command(cls=Command)
def unblock(who: Who, folder: Folder = None, db: Db = "") -> None:
    """Let someone do everything again; they can come back to their seats.

    Example:

        farmstead people unblock 17
    """
    print(f"{asyncio.run(_done(folder, db, who, 'unblock'))} is no longer blocked.")


@app.command(cls=Command)
def delete(
    who: Who,
    yes: Annotated[bool, Option("--yes", help="Do not ask.")] = False,
    folder: Folder = None,
    db: Db = "",
) -> None:
    """Delete someone with all that is theirs, as they could themselves. Backups from before still have it.

    Example:

        farmstead people delete 17
    """
    person = asyncio.run(_one(folder, db, who))
    confirm(f"Delete {person.name} (number {person.id}) with all that is theirs, for good?", yes)
    asyncio.run(_done(folder, db, str(person.id), "delete"))
    print(f"{person.name} (number {person.id}) is deleted. Backups from before still have them.")


@app.command(cls=Command)
def reports(folder: Folder = None, db: Db = "") -> None:
    """Show what people have reported, with what was said last at that table.

    Example:

        farmstead people reports
    """
    found = asyncio.run(_reports(folder, db))
    for each in found:
        about = f"{each.player.name} (number {each.player.id})" if each.player is not None else "the table"
        at = f"table {each.table}" if each.table is not None else "a table that is gone"
        print(f"Report {each.id}, {day(each.at)}: about {about}, at {at},")
        print(f"  by {each.reporter.name} (number {each.reporter.id}): {each.text}")
        for line in each.chat:
            print(f"    {line.name or 'someone'}: {line.text}")
    done = " When you have dealt with one: farmstead people settle NUMBER" if found else ""
    print(f"{len(found)} report{'' if len(found) == 1 else 's'}.{done}")


@app.command(cls=Command)
def settle(
    number: Annotated[int, Argument(metavar="NUMBER", help="The number of a report.", min=1)],
    folder: Folder = None,
    db: Db = "",
) -> None:
    """Note that a report has been dealt with.

    Example:

        farmstead people settle 3
    """
    asyncio.run(_settle(folder, db, number))
    print(f"Report {number} is dealt with.")


async def _all(folder: Path | None, db: str, find: str) -> list[Person]:
    from farmstead.server.store import Store

    found: list[Person] = []
    async with await Store.open(settings_there(folder, db).place) as store:
        while some := await store.moderation.people(find, found[-1].id if found else None):
            found += some
    return found


async def _one(folder: Path | None, db: str, who: str) -> Person:
    from farmstead.server.store import Store

    async with await Store.open(settings_there(folder, db).place) as store:
        return await person_called(store, who)


async def person_called(store: Store, who: str) -> Person:
    """By number, else by name; BadInput where that is nobody, or several."""
    from farmstead.server.people.passphrases import login_of
    from farmstead.server.store import NotThere

    if who.isascii() and who.isdecimal():
        try:
            return await store.moderation.person(int(who))
        except NotThere:
            raise BadInput(f"There is nobody with the number {who}. See: farmstead people list") from None
    found = [each for each in await store.moderation.people(who) if login_of(each.name) == login_of(who)]
    if not found:
        raise BadInput(f"There is nobody called {who!r}. See: farmstead people list")
    if len(found) > 1:
        numbers = ", ".join([str(each.id) for each in found])
        raise BadInput(f"Several people are called {who!r}. Name one by the number: {numbers}")
    return found[0]


async def _done(folder: Path | None, db: str, who: str, deed: str, name: str = "") -> str:
    """Who it was done to, by the name they had."""
    from farmstead.server.store import Store

    settings = settings_there(folder, db)
    async with await Store.open(settings.place) as store:
        person = await person_called(store, who)
        await carried_out(settings, store, f"people {deed}", person.id, name)
    return f"{person.name} (number {person.id})"


async def _reports(folder: Path | None, db: str) -> list[ReportOut]:
    from farmstead.server.moderation.listing import report
    from farmstead.server.store import Store

    found: list[ReportOut] = []
    async with await Store.open(settings_there(folder, db).place) as store:
        while some := await store.moderation.reports(before=found[-1].id if found else None):
            found += [await report(store, each) for each in some]
    return found


async def _settle(folder: Path | None, db: str, number: int) -> None:
    from farmstead.server.store import NotThere, Store

    async with await Store.open(settings_there(folder, db).place) as store:
        try:
            await store.moderation.settle(number)
        except NotThere:
            raise BadInput(f"There is no report {number}. See: farmstead people reports") from None
