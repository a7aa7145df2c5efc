"""How a server is set up. Everything has a default: nothing needs to be configured."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

LogForm: TypeAlias = Literal["text", "json"]

HOST: Final = "127.0.0.1"  # only this machine; who wants guests says so
PORT: Final = 8731
EVERYWHERE: Final = ("0.0.0.0", "::", "")  # every address of this machine
PROCESSES: Final = 2
CONNECTIONS: Final = 200  # from one address: those of some thirty browsers
REVIEW_TRIES: Final = 48  # as `farmstead review` makes them


@dataclass(frozen=True, slots=True)
class Settings:
    """Where a server keeps its things, where it listens, and what it allows."""

    folder: Path  # games and secrets
    host: str = HOST
    port: int = PORT
    names: tuple[str, ...] = ()  # further names by which browsers may call this server
    processes: int = PROCESSES  # in which bots think
    pace: float = 1.0  # how much of everything a visitor may do in a while; 0: as much as they like
    behind_proxy: bool = False  # who the visitors are is for a proxy on this machine to say
    # the URL of the games, if not in the folder; it may hold a password
    db: str = field(default="", repr=False)
    workers: int = 1  # processes that answer
    number: int = 0  # of this one among them
    internal: str = ""  # host:port at which other workers reach the first, the next one port further
    review_tries: int = REVIEW_TRIES  # for each decision of a game that is reviewed
    # how it is reached from outside
    url: str = ""  # by which people know it, such as https://play.example/games; "" at home
    root_path: str = ""  # below which it lies there, such as /games
    trusted_proxies: tuple[str, ...] = ()  # further addresses of proxies that are believed
    connections: int = CONNECTIONS  # that one address may have, unless it is such a proxy's; 0: no bound
    secure_cookies: bool = False  # browsers send them over TLS only
    # how it is watched over
    log: LogForm = "text"
    access_log: bool = False  # a line for each request
    metrics: str = ""  # host:port at which figures are told; "" for nowhere

    @property
    def address(self) -> str:
        """What a browser on this machine calls it."""
        shown = "localhost" if self.host in (*EVERYWHERE, HOST, "::1") else self.host
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{self.port}/"

    @property
    def peer_address(self) -> tuple[str, int]:
        """Where other workers reach this one; port 0: anywhere that is free."""
        host, _, port = self.internal.rpartition(":")
        return (host.strip("[]"), int(port) + self.number) if self.internal else (HOST, 0)

    @property
    def is_open_to_all(self) -> bool:
        """It listens at every address of this machine."""
        return self.host in EVERYWHERE

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
    def lock(self) -> Path:
        return self.folder / "server.lock"

    @property
    def last_backup(self) -> Path:
        return self.folder / "last-backup"
