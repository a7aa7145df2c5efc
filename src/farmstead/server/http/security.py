"""What every request passes on its way in, and every answer on its way out.

In: a path below which a proxy shows the server is taken off, whether the proxy has done so or not. The server
must be called by a name of its own (a page elsewhere cannot talk to it under a name that leads here), and
whatever changes something must come from a page of its own, as JSON, or from no page at all.
Out: headers that keep a browser from doing more with an answer than it is meant for, and cookies that go no
further than to this server.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from socket import gethostname
from typing import Final, final
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from farmstead.server.base.languages import language_in
from farmstead.server.base.refusals import Refused
from farmstead.server.base.settings import Settings
from farmstead.server.play.problems import problem_of

MAX_HEAD_BYTES: Final = 16_384  # bytes of a request's headers
PROGRAMS: Final = re.compile(r"/api/|/healthz$")  # they answer to HEAD as they do, or not
SAFE_METHODS: Final = {"GET", "HEAD", "OPTIONS"}
HOST_PATTERN: Final = re.compile(
    r"(?P<name>\[[0-9A-Fa-f:.]{2,45}\]|[^\s:/?#@\[\]\\]{1,253})(?::(?P<port>[0-9]{0,5}))?"
)
MAX_PORT: Final = 65_535
OWN_SITES: Final = {b"same-origin", b"none"}
OWN_NAMES: Final = {"localhost", "127.0.0.1", "::1"}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
NOT_KEPT: Final = (b"cache-control", b"no-store")


@final
class SecurityMiddleware:
    """The app as it is seen from outside."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._names = {*OWN_NAMES, settings.host.lower(), *[name.lower() for name in settings.names]}
        if settings.url:
            self._names.add(urlsplit(settings.url).hostname or "")
        self._root = settings.root_path
        self._cookies = (settings.root_path, settings.secure_cookies)
        self._any_address = settings.is_open_to_all
        if settings.is_open_to_all:
            machine = gethostname().lower()
            self._names |= {machine, f"{machine}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on if `check` lets it, and put the security headers on its answer."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = list(message.get("headers", []))
                is_kept = any(name.lower() == NOT_KEPT[0] for name, _ in sent)
                headers = [*sent, *SECURITY_HEADERS, *([] if is_kept else [NOT_KEPT])]
                message["headers"] = with_cookies(headers, *self._cookies) if any(self._cookies) else headers
            await send(message)

        if self._root:
            strip_root_path(scope, self._root)
        try:
            self.check(scope["method"], list(scope["headers"]))
        except Refused as error:
            told = problem_of(error, None, language_in(list(scope["headers"])))
            await send_json(send_with_headers, *told)
        else:
            if scope["method"] == "HEAD" and not PROGRAMS.match(scope["path"]):
                send = without_body(scope, send)  # by which `send_with_headers` sends
            await self._app(scope, receive, send_with_headers)

    def check(self, method: str, headers: list[tuple[bytes, bytes]]) -> None:
        """Refuse what a page elsewhere may have sent: cross-site, for another host, not JSON, too large."""
        if sum([len(name) + len(value) for name, value in headers]) > MAX_HEAD_BYTES:
            raise Refused("too_large", method, {"most": MAX_HEAD_BYTES})
        told = {name.lower(): value for name, value in headers}  # of several the last
        host = told.get(b"host", b"").decode("latin-1")
        found = HOST_PATTERN.fullmatch(host)
        name = found["name"].strip("[]").lower() if found is not None else ""
        is_own = name in self._names or (self._any_address and is_address(name))
        is_one = len([name for name, _ in headers if name.lower() == b"host"]) == 1
        if found is None or int(found["port"] or 0) > MAX_PORT or not is_own or not is_one:
            raise Refused("hosts", host[:100] or "-")
        if method in SAFE_METHODS:
            return
        origin, site = told.get(b"origin", b"").decode("latin-1"), told.get(b"sec-fetch-site")
        if (site and site not in OWN_SITES) or (origin and not is_same(origin, host)):
            raise Refused("cross_site", method)
        has_body = told.get(b"content-length", b"0") not in (b"", b"0") or told.get(b"transfer-encoding")
        kind = told.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if kind != b"application/json" and (kind or has_body):
            raise Refused("not_json", method)


def without_body(scope: HTTPScope, send: Send) -> Send:
    """The app answers as to GET, and of its answer only the head is sent."""
    scope["method"] = "GET"

    async def send_head(message: Message) -> None:
        scope["method"] = "HEAD"  # as whoever counts bytes knows it
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_head


def strip_root_path(scope: Scope, root: str) -> None:
    """Take off the path below which the server is shown; a proxy may have done so."""
    path = scope["path"]
    if path == root or path.startswith(f"{root}/"):
        scope["path"] = path.removeprefix(root) or "/"
        raw = scope.get("raw_path") or b""
        scope["raw_path"] = raw.removeprefix(root.encode()) or b"/"


def with_cookies(headers: list[tuple[bytes, bytes]], root: str, secure: bool) -> list[tuple[bytes, bytes]]:
    """Cookies are for this server's own path, and for TLS only if that was asked for."""
    return [
        (name, for_us(value, root, secure) if name.lower() == b"set-cookie" else value)
        for name, value in headers
    ]


def for_us(cookie: bytes, root: str, secure: bool) -> bytes:
    parts = [part.strip() for part in cookie.split(b";")]
    kept = [part for part in parts if part.lower() not in (b"path=/", b"secure")]
    was_secure = any(part.lower() == b"secure" for part in parts[1:])
    path = b"Path=" + (root.encode() or b"/")
    return b"; ".join([*kept, path, *([b"Secure"] if secure or was_secure else [])])


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_same(origin: str, host: str) -> bool:
    """Whether a page of this server sent it."""
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def check_asked_by_page(headers: list[tuple[bytes, bytes]], tried: str) -> None:
    """Refuse a browser that was led here by a link: for what is read, and leaves something behind.

    Cookies come along with links from anywhere. Programs, which follow none, say nothing of the kind.
    """
    if is_elsewhere(headers) or last(headers, b"sec-fetch-mode") == b"navigate":
        raise Refused("cross_site", tried)


def is_elsewhere(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether a page of another site has a browser ask, by a link or a picture."""
    site = last(headers, b"sec-fetch-site")
    return bool(site) and site not in OWN_SITES


def last(headers: list[tuple[bytes, bytes]], name: bytes) -> bytes:
    return next((value for key, value in reversed(headers) if key.lower() == name), b"")


async def send_json(send: Send, status: int, told: object) -> None:
    """A whole answer, where no framework writes it."""
    body = msgspec.json.encode(told)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, NOT_KEPT]})
    await send({"type": "http.response.body", "body": body, "more_body": False})
