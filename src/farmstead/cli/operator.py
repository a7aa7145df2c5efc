"""`farmstead operator`: the page for whoever runs a server, switched on and off."""

from __future__ import annotations

import asyncio
from pathlib import Path

import typer

from farmstead.cli.account import asked
from farmstead.cli.app_settings import typer_app
from farmstead.cli.errors import BadInput
from farmstead.cli.operating import Folder
from farmstead.cli.server_options import named_files, settings_of
from farmstead.cli.typer_commands import Command, CommandGroup

app = typer_app(cls=CommandGroup)


@app.callback(invoke_without_command=True)
def operator(context: typer.Context) -> None:
    """The page /operator of a server: people, tables and reports, behind a passphrase.

    There is no such page until a passphrase was set; a server that is running notices at once.

    `farmstead operator passphrase`

    `farmstead operator off`
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(cls=Command)
def passphrase(folder: Folder = None) -> None:
    """Set the passphrase of the page /operator. People who were signed in there have to enter it again.

    It is asked for twice and not shown, or read as one line from what is piped in. Anyone with it can delete
    everyone's games: take one that you use nowhere else. Of it only a hash is kept, in the folder.

    Example:

        farmstead operator passphrase --folder /var/lib/farmstead
    """
    asyncio.run(_set(folder))
    print("Done: the page /operator takes this passphrase from now on. It wants https://, or localhost.")


@app.command(cls=Command)
def off(folder: Folder = None) -> None:
    """Take the page /operator away.

    Example:

        farmstead operator off
    """
    from farmstead.server.moderation.operator import write_hash

    settings = settings_of(folder, "")
    with named_files(settings.operator):
        was_there = settings.operator.exists()
        write_hash(settings, "")
    print("There is no page /operator any more." if was_there else "There was no page /operator.")


async def _set(folder: Path | None) -> None:
    from farmstead.server.base.refusals import Refused
    from farmstead.server.moderation.operator import write_hash
    from farmstead.server.people.passphrases import PassphraseHasher, checked_passphrase
    from farmstead.server.play.problems import problem_of

    settings = settings_of(folder, "")
    if not settings.folder.is_dir():
        raise BadInput(f"There is no server's folder at {settings.folder}. Name it: --folder FOLDER")
    hashing = PassphraseHasher()
    try:
        new = checked_passphrase(asked(), "operator", "passphrase")
        with named_files(settings.operator):
            write_hash(settings, await hashing.hash(new, "passphrase"))
    except Refused as error:
        raise BadInput(problem_of(error)[1].sentence) from None
    finally:
        hashing.close()
