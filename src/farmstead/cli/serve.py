"""`farmstead serve`: a place to play, in the browser, on this machine and for guests."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from typer import Option

from farmstead.cli import server_options
from farmstead.cli.errors import BadInput
from farmstead.cli.server_address import checked_metrics, checked_networks, checked_proxies, server_address
from farmstead.cli.server_options import db_option, folder_of, folder_option, named_files, setting
from farmstead.cli.typer_commands import number_only

if TYPE_CHECKING:
    from farmstead.server.base.settings import Settings


SLOWEST_PACE: Final = 0.01
NOTIFY_FD: Final = "FARMSTEAD_NOTIFY_FD"  # an open file that wants a line once the server is open
# For tests, for building and for `make play`: no settings of `serve`.
FOR_OTHERS: Final = ("FARMSTEAD_BUILD", "FARMSTEAD_COMMIT", "FARMSTEAD_PURE", NOTIFY_FD)


LOG: Final = logging.getLogger(__name__)


class LogFormat(Enum):
    """How the log is written."""

    text = "text"
    json = "json"


def serve(
    context: typer.Context,
    host: Annotated[
        str, setting("HOST", "Where to listen; 0.0.0.0 lets others on your network in.", metavar="ADDRESS")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, setting("PORT", "Which port; else 8731, or the next that is free.", min=0, max=65535)
    ] = None,
    folder: Annotated[Path | None, folder_option("Where games are kept; made if it is not there.")] = None,
    name: Annotated[
        list[str] | None,
        setting("NAME", "A name by which browsers reach this server, such as play.example.", metavar="HOST"),
    ] = None,
    processes: Annotated[int, setting("PROCESSES", "In how many processes bots think.", min=1, max=64)] = 2,
    open_browser: Annotated[
        bool | None, Option("--open/--no-open", help="Open the page; else only when a person is here.")
    ] = None,
    behind_proxy: Annotated[
        bool, setting("BEHIND_PROXY", "A proxy on this machine says who the visitors are.", "--behind-proxy")
    ] = False,
    pace: Annotated[
        float,
        setting(
            "PACE",
            "How much each visitor may do, times this; 0: without limits.",
            min=0,
            callback=number_only,
        ),
    ] = 1.0,
    db: Annotated[
        str, db_option("Where games are kept instead: postgresql://user@host/name, or sqlite:///file.")
    ] = "",
    workers: Annotated[
        int, setting("WORKERS", "How many processes answer; more than one with PostgreSQL.", min=1, max=64)
    ] = 1,
    review_tries: Annotated[
        int,
        setting(
            "REVIEW_TRIES",
            "Tries for each decision of a game that is reviewed; fewer take less time, and say less.",
            min=4,
            max=1000,
        ),
    ] = 48,
    url: Annotated[
        str,
        setting(
            "URL",
            "Public address of this server, such as https://play.example/games. Used for links in"
            " notifications; also sets name, path and secure cookies.",
            metavar="URL",
            show_envvar=True,
        ),
    ] = "",
    root_path: Annotated[
        str,
        setting("ROOT_PATH", "Path below which a proxy shows this server, such as /games.", metavar="PATH"),
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        setting(
            "TRUSTED_PROXY",
            "A proxy elsewhere, or a network of them, that says who the visitors are.",
            metavar="ADDRESS",
        ),
    ] = None,
    connections: Annotated[
        int,
        setting(
            "CONNECTIONS",
            "How many connections one address may have, unless it is a trusted proxy's; 0: any number.",
            min=0,
            max=100_000,
        ),
    ] = 200,
    members_only: Annotated[
        bool,
        setting(
            "MEMBERS_ONLY",
            "Accounts are made by invitation only (farmstead account invite), and others see no tables.",
            "--members-only",
        ),
    ] = False,
    no_chat: Annotated[bool, setting("NO_CHAT", "No chat at any table.", "--no-chat")] = False,
    reserved_name: Annotated[
        list[str] | None,
        setting(
            "RESERVED_NAME",
            "A word that nobody may have in their name, such as the name of your club; admin and the like"
            " are kept anyway.",
            metavar="WORD",
        ),
    ] = None,
    shared_address: Annotated[
        list[str] | None,
        setting(
            "SHARED_ADDRESS",
            "An address behind which many people sit, such as your club's router, or a network of them: its"
            " limits are those of fifty.",
            metavar="ADDRESS",
        ),
    ] = None,
    pages: Annotated[
        Path | None,
        setting(
            "PAGES",
            "Where pages of your own are, such as imprint.de.md; else in pages/ of the folder.",
            metavar="FOLDER",
        ),
    ] = None,
    secure_cookies: Annotated[
        bool,
        setting("SECURE_COOKIES", "Browsers send cookies over TLS only, always.", "--secure-cookies"),
    ] = False,
    log: Annotated[
        LogFormat, setting("LOG", "How the log is written: for people, or as JSON.", show_envvar=True)
    ] = LogFormat.text,
    access_log: Annotated[
        bool, setting("ACCESS_LOG", "Log each request, without what is secret in it.", "--access-log")
    ] = False,
    metrics: Annotated[
        str,
        setting(
            "METRICS",
            "Where Prometheus finds the metrics: a port of this machine, or ADDRESS:PORT. Several"
            " workers take one port each from there on.",
            metavar="PORT",
        ),
    ] = "",
    internal: Annotated[
        str,
        Option(
            metavar="ADDRESS:PORT",
            envvar="FARMSTEAD_INTERNAL",
            help="With PostgreSQL and several machines: where their workers reach the first of this one; each"
            " further one at the next port.",
        ),
    ] = "",
) -> None:
    """Start a place to play: alone, with people here, or with friends by a link.

    Nothing needs to be configured. Games are kept in your data folder and go on after a restart. Stop it with
    Ctrl-C.

    Examples:

        farmstead serve
        farmstead serve --host 0.0.0.0 --port 8731
        farmstead serve --db postgresql://localhost/games --workers 4
        farmstead serve --url https://play.example --behind-proxy --log json --metrics 9464
    """
    gc.disable()  # until it is open: all that is made until then stays
    context.call_on_close(gc.enable)
    from farmstead.server.base import logs
    from farmstead.server.base.settings import DEFAULT_PORT, Settings
    from farmstead.server.run.serve import listening_at, metrics_listeners, run
    from farmstead.server.run.worker_processes import Parent

    form: Literal["text", "json"] = "json" if log is LogFormat.json else "text"
    logs.begin(form, access_log)
    warn_of_unknown(os.environ, context)
    where = folder_of(folder)
    check(host, folder, name or [], pace)
    outside = server_address(url, root_path, secure_cookies)
    with named_files(where), suppress(KeyboardInterrupt):
        check_db(db, workers)
        listener = listening_at(host, DEFAULT_PORT if port is None else port, port is not None)
        settings = Settings(
            where,
            host,
            listener.getsockname()[1],
            tuple(name or ()),
            processes,
            pace,
            behind_proxy,
            db,
            workers,
            review_tries,
            **outside._asdict(),
            trusted_proxies=checked_proxies(trusted_proxy or []),
            connections=connections,
            log=form,
            access_log=access_log,
            has_chat=not no_chat,
            members_only=members_only,
            reserved_names=tuple(reserved_name or ()),
            shared_addresses=checked_networks(shared_address or [], "--shared-address 192.0.2.7"),
            pages=None if pages is None else pages.expanduser(),
            metrics=checked_metrics(metrics),
            internal=checked_metrics(internal, "--internal"),
        )
        wants_page = is_person_here() if open_browser is None else open_browser

        def ready() -> None:
            gc.enable()
            tell(settings)
            notify(os.environ.get(NOTIFY_FD, ""))
            if wants_page:
                webbrowser.open(settings.address)

        told = metrics_listeners(settings)
        if workers > 1:
            Parent(settings, listener, ready, told).run()
        else:
            run(settings, listener, ready, *told)
    say(form, "Closed. All games are kept.")


def check(host: str, folder: Path | None, names: list[str], pace: float) -> None:
    """Refuse what would start a server that nobody wants."""
    if not host.strip():
        raise BadInput("An address cannot be empty. Try: --host 127.0.0.1, or 0.0.0.0 for every address.")
    if folder is not None and str(folder) == ".":
        raise BadInput("The folder has no name. Try: --folder farmstead-server")
    for name in names:
        if not name or set(name) & set("/:@ "):
            raise BadInput(
                f"{name!r} is no name of a host. Try it without http:// and port: --name play.example"
            )
    if 0 < pace < SLOWEST_PACE:
        raise BadInput(f"The pace is 0, without limits, or at least {SLOWEST_PACE}.")


def warn_of_unknown(environment: Iterable[str], context: typer.Context) -> None:
    """Warn of environment variables that look like settings and are none."""
    known = [str(option.envvar) for option in context.command.params if getattr(option, "envvar", None)]
    for name in sorted(environment):
        if name.startswith(server_options.ENVIRONMENT_PREFIX) and name not in (*known, *FOR_OTHERS):
            alike = get_close_matches(name, known, 1)
            instead = f" Did you mean {alike[0]}?" if alike else ""
            LOG.warning("%s is set in the environment, and no setting has that name.%s", name, instead)


def check_db(db: str, workers: int) -> None:
    """Refuse a place for games that is none, and several workers where there can be only one."""
    from farmstead.server.store import checked_place, is_shared

    if db:
        checked_place(db)
    if workers > 1 and not is_shared(db):
        raise BadInput(
            f"{workers} workers need PostgreSQL: with SQLite there is one server to a file."
            " Try: --db postgresql://user@localhost/farmstead, or --workers 1"
        )


def is_person_here() -> bool:
    """Whether somebody sits before a screen on which a page can be opened."""
    has_screen = any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return sys.stdout.isatty() and (sys.platform in ("win32", "darwin") or has_screen)


def tell(settings: Settings) -> None:
    from farmstead.server.store import shown_place

    say(settings.log, f"Farmstead is open: {settings.address}")
    if settings.url:
        say(settings.log, f"For everyone: {settings.url}/")
    elif settings.is_open_to_all:
        say(settings.log, f"For others on your network: http://{address_for_others()}:{settings.port}/")
    if settings.metrics:
        others = ", at the next port for each further worker" if settings.workers > 1 else ""
        say(settings.log, f"Metrics: http://{settings.metrics}/metrics{others}")
    where = shown_place(settings.db) if settings.db else settings.folder
    say(settings.log, f"Games are kept in {where}. Stop with Ctrl-C.")


def notify(file: str) -> None:
    """Whoever has started this and waits for it, by the number of an open file; a wrong one is nobody's."""
    if file.isdecimal():
        with suppress(OSError):
            os.write(int(file), b"open\n")


def say(form: str, sentence: str) -> None:
    """Print a line to whoever started the server; with a JSON log, as a line of the log."""
    if form == "json":
        LOG.info(sentence)
    else:
        print(sentence, flush=True)


def address_for_others() -> str:
    """This machine's address on the network; nothing is sent to find it out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return socket.gethostname()
