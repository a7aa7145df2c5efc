"""nginx and Caddy with the files of deploy/, as ordinary processes on ports of their own.

Nothing in the files is changed but what every host changes: ports, certificates, folders.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
CERTIFICATE = ROOT / "tests" / "server" / "certificates" / "hooks.pem"  # with its key
HOST = "127.0.0.1"
NAME = "play.example"  # by which the files know the server
PATIENCE_S = 60.0  # after which what should have come will not come


@dataclass(frozen=True)
class Proxy:
    """One that has started, and where what it says is written."""

    kind: str
    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}"

    def visitor(self) -> httpx.Client:
        """Somebody who knows the server by its name. The certificate is nobody's business here."""
        client = httpx.Client(base_url=self.url, headers={"host": NAME}, verify=False, timeout=PATIENCE_S)
        client.event_hooks["request"].append(_with_name)
        return client

    def head(self, *lines: str) -> bytes:
        """The first line of the answer to the head of a request, whose body does not follow."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with (
            socket.create_connection((HOST, self.port), PATIENCE_S) as plain,
            context.wrap_socket(plain, server_hostname=NAME) as wire,
        ):
            wire.sendall("\r\n".join([*lines, "", ""]).encode())
            return wire.makefile("rb").readline()


def _with_name(request: httpx.Request) -> None:
    request.extensions["sni_hostname"] = NAME


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        pytest.skip(f"there is no {name}; scripts/proxies installs it")
    return found


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


# ---- nginx -------------------------------------------------------------------------------------------------


def nginx_file(folder: Path, port: int, plain_port: int, server: str) -> Path:
    """deploy/nginx.conf in a whole configuration of its own."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"/etc/letsencrypt/\S+\.pem", str(CERTIFICATE), text)
    text = text.replace("/var/log/nginx", str(folder)).replace("/var/www/farmstead", str(DEPLOY))
    text = text.replace("listen 80;", f"listen {HOST}:{plain_port};").replace(
        "listen 443 ", f"listen {HOST}:{port} "
    )
    text = re.sub(r" *listen \[::\]:\d+[^;]*;\n", "", text)
    text = text.replace("127.0.0.1:8731", urlsplit(server).netloc)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n".join([f"{kind}_temp_path {folder}/{kind};" for kind in kinds])
    events = "events { worker_connections 4096; }"
    whole = f"pid {folder}/pid;\nworker_processes 1;\n{events}\nhttp {{\n{temporary}\n{text}\n}}\n"
    if os.geteuid() == 0:
        whole = f"user root;\n{whole}"  # the folder is ours only
    path = folder / "nginx.conf"
    path.write_text(whole, encoding="utf-8")
    return path


@contextmanager
def nginx(folder: Path, server: str) -> Iterator[Proxy]:
    port = free_port()
    path = nginx_file(folder, port, free_port(), server)
    words = [program("nginx"), "-e", str(folder / "start.log"), "-c", str(path), "-g", "daemon off;"]
    with _running("nginx", port, folder, words, {}) as proxy:
        yield proxy


# ---- Caddy -------------------------------------------------------------------------------------------------


def caddy_file(folder: Path, port: int, plain_port: int, server: str) -> Path:
    """deploy/Caddyfile with certificates that Caddy signs itself."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    text = text.replace("127.0.0.1:8731", urlsplit(server).netloc).replace("/var/www/farmstead", str(DEPLOY))
    ours = ["admin off", "local_certs", "skip_install_trust", f"http_port {plain_port}", f"https_port {port}"]
    text = re.sub(r"^\{$", "\n\t".join(["{", *ours]), text, count=1, flags=re.M)
    path = folder / "Caddyfile"
    path.write_text(text, encoding="utf-8")
    return path


@contextmanager
def caddy(folder: Path, server: str) -> Iterator[Proxy]:
    port = free_port()
    path = caddy_file(folder, port, free_port(), server)
    words = [program("caddy"), "run", "--config", str(path), "--adapter", "caddyfile"]
    with _running("caddy", port, folder, words, caddy_folders(folder)) as proxy:
        yield proxy


def caddy_folders(folder: Path) -> dict[str, str]:
    """So that Caddy writes nowhere else."""
    return {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}


# ---- both --------------------------------------------------------------------------------------------------


@contextmanager
def _running(
    kind: str, port: int, folder: Path, words: list[str], environment: dict[str, str]
) -> Iterator[Proxy]:
    proxy = Proxy(kind, port, folder / f"{kind}.log")
    with proxy.log.open("wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log, env={**os.environ, **environment})
    try:
        _await_answer(proxy, process)
        yield proxy
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def _await_answer(proxy: Proxy, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        with suppress(httpx.TransportError), proxy.visitor() as visitor:
            visitor.get("/healthz")
            return
        time.sleep(0.05)
    raise AssertionError(f"{proxy.kind} has not started:\n{proxy.log.read_text(errors='replace')}")


PROXIES = {"nginx": nginx, "caddy": caddy}
