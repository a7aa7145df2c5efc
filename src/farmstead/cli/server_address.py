"""The address of a server as seen from outside, its proxies and its metrics, as a command line says them."""

import re
from collections.abc import Sequence
from ipaddress import ip_network
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from farmstead.cli.errors import BadInput

PATH: Final = re.compile(r"(/(?!\.\.?(/|$))[A-Za-z0-9._~-]+)+")
MIN_PREFIX: Final = {4: 16, 6: 32}  # of a network that somebody can know
LOCAL: Final = "127.0.0.1"


class ServerAddress(NamedTuple):
    """As the settings of a server have it."""

    url: str
    root_path: str
    secure_cookies: bool


def server_address(url: str, root_path: str, secure_cookies: bool) -> ServerAddress:
    """An address of https makes cookies secure, and its path is the root path, or the other way round."""
    if url:
        check_url(url)
    said = urlsplit(url).path.rstrip("/")
    root = root_path.rstrip("/") or said
    if root and not PATH.fullmatch(root):
        raise BadInput(f"{root_path or root!r} is no path below a name. Try: --root-path /games")
    if said and root != said:
        raise BadInput(f"The path is {said} in --url and {root} in --root-path. Leave out --root-path")
    outside = url.rstrip("/") + (root if url and not said else "")
    return ServerAddress(outside, root, secure_cookies or urlsplit(url).scheme == "https")


def check_url(url: str) -> None:
    """Refuse what nobody could open."""
    try:
        parts = urlsplit(url)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_one = False
    if not is_one or parts.username is not None or parts.query or parts.fragment or not url.isascii():
        raise BadInput(
            "This is no address of a server. Try: --url https://play.example, or with a path behind it"
        )


def checked_proxies(proxies: Sequence[str]) -> tuple[str, ...]:
    """Addresses, or networks such as 10.0.0.0/8."""
    for each in proxies:
        try:
            network = ip_network(each, strict=False)
        except ValueError:
            raise BadInput(f"{each!r} is no address. Try: --trusted-proxy 10.0.0.2, or 10.0.0.0/24") from None
        if network.prefixlen == 0:
            raise BadInput(f"{each} would believe everybody. Name the proxy: --trusted-proxy 10.0.0.2")
    return tuple(proxies)


def checked_networks(addresses: Sequence[str], example: str) -> tuple[str, ...]:
    """Addresses, or networks of them, but not of everybody."""
    for each in addresses:
        try:
            network = ip_network(each, strict=False)
        except ValueError:
            raise BadInput(f"{each!r} is no address. Try: {example}") from None
        if network.prefixlen < MIN_PREFIX[network.version]:
            raise BadInput(f"{each} are too many addresses to know whose they are. Try: {example}")
    return tuple(addresses)


def checked_metrics(place: str, option: str = "--metrics") -> str:
    """host:port; a port alone is on this machine only."""
    if not place:
        return ""
    host, _, port = place.rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise BadInput(f"{place!r} has no port. Try: {option} 9464, or 127.0.0.1:9464")
    return f"{host or LOCAL}:{port}"
