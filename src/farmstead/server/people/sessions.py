"""Who somebody is: a name, and a signed cookie that brings it back."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from hashlib import sha256
from typing import Final, Generic, TypeVar, final

from farmstead.server.base.cache import LruCache
from farmstead.server.base.refusals import Refused
from farmstead.server.store import (
    KnownSession,
    NotThere,
    Player,
    PlayerId,
    SeatAt,
    Session,
    Store,
    StoreError,
)

LOG: Final = logging.getLogger(__name__)
MAX_NAME: Final = 40  # letters
FORBIDDEN: Final = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}  # what cannot be seen or turns others round
BLANK: Final = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters by name that show nothing
MARKS: Final = {"Mn", "Me"}
MAX_MARKS: Final = 2  # on one letter
CACHED_SESSIONS: Final = 10_000  # sessions, tokens, tables
# Seconds for which a session is believed; who changes something about it says `forget`.
SESSION_CACHE_S: Final = 3600.0


def checked_name(text: str) -> str:
    """A name as it is kept; Refused for one that nobody could read."""
    return checked_text(text, MAX_NAME, "name")


def checked_text(text: str, longest: int, tried: str) -> str:
    """A name of somebody or something, as it is kept; Refused for one that nobody could read."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise Refused("name_bad", tried, {"why": "empty"})
    if len(name) > longest:
        raise Refused("name_bad", tried, {"why": "long"})
    kinds = [unicodedata.category(letter) for letter in name]
    if FORBIDDEN & set(kinds) or BLANK & set(name) or _is_overgrown(kinds) or set(kinds) <= {"Zs", *MARKS}:
        raise Refused("name_bad", tried, {"why": "letters"})
    return name


def _is_overgrown(kinds: list[str]) -> bool:
    run = 0
    for kind in kinds:
        run = run + 1 if kind in MARKS else 0
        if run > MAX_MARKS:
            return True
    return False


@final
class PeopleCache:
    """Knows visitors by their cookies. What a cookie says is believed only with the server's signature."""

    def __init__(
        self,
        store: Store,
        secret: bytes,
        clock: Callable[[], float] = time.monotonic,
        forget_names: Callable[[], None] = lambda: None,
    ) -> None:
        """`forget_names` is called when somebody's name may have changed."""
        self._store = store
        self._forget_names = forget_names
        self.is_kept = True  # what is known of people; not while others' changes are not heard of
        self.secret = secret
        self._clock = clock
        self._known: RecentCache[KnownSession] = RecentCache(clock)
        self._places: RecentCache[SeatAt] = RecentCache(clock)
        self._listening: defaultdict[int, set[Callable[[], None]]] = defaultdict(set)  # by player
        self._seeing: dict[int, asyncio.Task[None]] = {}  # by session, while it is being written

    def keep_while(self, is_told: Callable[[], bool]) -> None:
        """Keep what is known only while this server is told what others change; else all is asked again."""
        self._known.is_told = self._places.is_told = is_told

    def cookie(self, token: str) -> str:
        return f"{token}.{self._signature(token)}"

    def _signature(self, token: str) -> str:
        return hmac.new(self.secret, token.encode("utf-8", "replace"), sha256).hexdigest()

    async def known(self, cookie: str) -> KnownSession | None:
        """Whose cookie it is; nobody's when it is forged, revoked or of another server."""
        found = self._known.get(cookie)  # with the signature that was found right
        if found is not None:
            return found
        token, _, signature = cookie.rpartition(".")
        if not token or not hmac.compare_digest(signature.encode("utf-8", "replace"), self._sign(token)):
            return None
        asked = self._known.generation
        try:
            found = await self._store.sessions.find(token)
        except NotThere:
            return None
        self._see(found.session)
        self._known.put(cookie, found, asked)
        return found

    def _see(self, session: Session) -> None:
        """Note that somebody was here. Nobody waits for it, and it does not matter if it cannot be noted."""
        if session.id not in self._seeing:
            task = asyncio.create_task(self._write_seen(session), name="somebody was here")
            self._seeing[session.id] = task
            task.add_done_callback(lambda _: self._seeing.pop(session.id, None))

    async def _write_seen(self, session: Session) -> None:
        try:
            await self._store.sessions.see(session)
        except StoreError as error:
            LOG.info("That somebody was here could not be written down: %s", error)

    def is_recent(self, token: str) -> bool:
        """Whether the seat that a token is for was found a moment ago."""
        return self._places.get(token) is not None

    async def place(self, token: str) -> SeatAt | None:
        """The seat that a token is for."""
        found = self._places.get(token)
        if found is None:
            asked = self._places.generation
            try:
                found = await self._store.seats.find(token)
            except NotThere:
                return None
            self._places.put(token, found, asked)
        return found

    async def names(self, players: Iterable[PlayerId | None]) -> dict[PlayerId, str]:
        """How these are called, by one question for all of them."""
        return {number: player.name for number, player in (await self.players(players)).items()}

    async def players(self, players: Iterable[PlayerId | None]) -> dict[PlayerId, Player]:
        """These, by one question for all of them."""
        wanted = {player for player in players if player is not None}
        return await self._store.players.several(wanted) if wanted else {}

    def _sign(self, token: str) -> bytes:
        return self._signature(token).encode()

    def forget(self, player: PlayerId | None = None) -> None:
        """Something about somebody has changed: ask again. `player` may no longer be known somewhere."""
        self._known.clear()
        self._places.clear()
        self._forget_names()
        for look_up in list(self._listening.get(player, ())) if player is not None else ():
            look_up()

    def forget_all(self) -> None:
        """Anything about anybody may have changed."""
        self.forget()
        for player in list(self._listening):
            self.forget(player)

    def listens(self, player: PlayerId | None, look_up: Callable[[], None]) -> None:
        """From now on `look_up` is called when a player may no longer be known by this or another session."""
        if player is not None:
            self._listening[player].add(look_up)

    def listened(self, player: PlayerId | None, look_up: Callable[[], None]) -> None:
        """No more."""
        if player is not None and player in self._listening:
            self._listening[player].discard(look_up)
            if not self._listening[player]:
                del self._listening[player]


Found = TypeVar("Found")


@final
class RecentCache(Generic[Found]):
    """What was found out a moment ago and need not be asked again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: LruCache[Hashable, tuple[float, Found]] = LruCache(CACHED_SESSIONS)
        self.generation = 0  # how often all was forgotten
        self.is_told: Callable[[], bool] | None = None  # of what others change; None: there are no others

    def get(self, key: Hashable) -> Found | None:
        """What was put there a moment ago; None when it is too old, or others may have changed it."""
        if self.is_told is not None and not self.is_told():
            return None
        at, found = self._kept.get(key) or (-SESSION_CACHE_S, None)
        return found if self._clock() - at < SESSION_CACHE_S else None

    def put(self, key: Hashable, found: Found, asked: int) -> None:
        """Keep what was asked for in that generation; if all was forgotten since, it may no longer be so."""
        if asked == self.generation:
            self._kept.put(key, (self._clock(), found))

    def clear(self) -> None:
        self._kept.clear()
        self.generation += 1
