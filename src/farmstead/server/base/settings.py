"""How a server is set up. Everything has a default: nothing needs to be configured."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

LogForm: TypeAlias = Literal["text", "json"]

DEFAULT_HOST: Final = "127.0.0.1"  # only this machine; who wants guests says so
DEFAULT_PORT: Final = 8731
EVERY_ADDRESS: Final = ("0.0.0.0", "::", "")  # every address of this machine
BOT_PROCESSES: Final = 2
MAX_CONNECTIONS: Final = 200  # from one address: those of some thirty browsers
REVIEW_TRIES: Final = 48  # as `farmstead review` makes them


@dataclass(frozen=True, slots=True)
class Settings:
    """Where a server keeps its things, where it listens, and what it allows."""

    folder: Path  # games and secrets
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    names: tuple[str, ...] = ()  # further names by which browsers may call this server
    processes: int = BOT_PROCESSES  # in which bots think
    pace: float = 1.0  # how much of everything a visitor may do in a while; 0: as much as they like
    behind_proxy: bool = False  # who the visitors are is for a proxy on this machine to say
    # the URL of the games, if not in the folder; it may hold a password
    db: str = field(default="", repr=False)
    workers: int = 1  # processes that answer
    review_tries: int = REVIEW_TRIES  # for each decision of a game that is reviewed
    # what is allowed
    has_chat: bool = True  # at tables that want it
    members_only: bool = False  # accounts are made by invitation, and others see no tables
    reserved_names: tuple[str, ...] = ()  # further words that nobody's name may have in it
    shared_addresses: tuple[str, ...] = ()  # behind each of these are many visitors
    # how it is reached from outside
    url: str = ""  # by which people know it, such as https://play.example/games; "" at home
    root_path: str = ""  # below which it lies there, such as /games
    trusted_proxies: tuple[str, ...] = ()  # further addresses of proxies that are believed
    connections: int = MAX_CONNECTIONS  # that one address may have, unless it is such a proxy's; 0: no bound
    secure_cookies: bool = False  # browsers send them over TLS only
    pages: Path | None = None  # of its own, such as the imprint; None: those in `folder/pages`
    # how it is watched over
    log: LogForm = "text"
    access_log: bool = False  # a line for each request
    metrics: str = ""  # host:port at which figures are told; "" for nowhere
    # how its workers reach each other
    internal: str = ""  # host:port of the first, of each further one at the next port; "" on this machine
    worker: int = 0  # which of them this is

    @property
    def address(self) -> str:
        """What a browser on this machine calls it."""
        shown = "localhost" if self.host in (*EVERY_ADDRESS, DEFAULT_HOST, "::1") else self.host
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{self.port}/"

    @property
    def peer_address(self) -> tuple[str, int]:
        """Where other workers reach this one; port 0: anywhere that is free."""
        host, _, port = self.internal.rpartition(":")
        return (host.strip("[]"), int(port) + self.worker) if self.internal else (DEFAULT_HOST, 0)

    @property
    def is_open_to_all(self) -> bool:
        """It listens at every address of this machine."""
        return self.host in EVERY_ADDRESS

    @property
    def store(self) -> Path:
        return self.folder / "tables.db"

    @property
    def place(self) -> Path | str:
        """Where the games are."""
        return self.db or self.store

    @property
    def secret(self) -> Path:
        return self.folder / "secret.key"

    @property
    def own_pages(self) -> Path:
        """Where pages of this server's own are looked for, and its announcement."""
        return self.pages or self.folder / "pages"

    @property
    def operator(self) -> Path:
        """The hash of the passphrase for the page of whoever runs this server; without it there is none."""
        return self.folder / "operator.hash"

    @property
    def lock(self) -> Path:
        return self.folder / "server.lock"

    @property
    def last_backup(self) -> Path:
        return self.folder / "last-backup"
