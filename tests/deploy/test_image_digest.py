"""`make image-digest` against a registry on this machine, which speaks as registries do."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from scripts.image_digest import image_in, main
from tests.deploy.proxies import DEPLOY, HOST, free_port

INDEX = json.dumps({"schemaVersion": 2, "manifests": [{"digest": "sha256:" + "0" * 64}]}).encode()
DIGEST = f"sha256:{sha256(INDEX).hexdigest()}"
TEXT = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
IMAGE = image_in(TEXT)


class Registry(BaseHTTPRequestHandler):
    """Knows one image, for whoever has fetched a token."""

    told_digest = DIGEST
    tag = IMAGE.tag

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path == "/token":
            scope = parse_qs(address.query)["scope"]
            assert scope == [f"repository:{IMAGE.name}:pull"]
            self._answer(200, json.dumps({"token": "anybody"}).encode())
        elif self.headers["authorization"] != "Bearer anybody":
            realm = f"http://{self.headers['host']}/token"
            scope_said = f'service="here",scope="repository:{IMAGE.name}:pull"'
            self._answer(401, b"", {"www-authenticate": f'Bearer realm="{realm}",{scope_said}'})
        elif address.path != f"/v2/{IMAGE.name}/manifests/{self.tag}":
            self._answer(404, b"{}")
        else:
            assert "application/vnd.oci.image.index.v1+json" in self.headers["accept"]
            self._answer(200, INDEX, {"docker-content-digest": self.told_digest})

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"content-length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def registry() -> Iterator[str]:
    with ThreadingHTTPServer((HOST, 0), Registry) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://{HOST}:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "Containerfile"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_the_digest_is_written_behind_the_version(
    registry: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):  # the second time there is one already
        assert main(["--file", str(file), "--registry", registry]) == 0
        changed = [
            line for line in file.read_text(encoding="utf-8").splitlines() if line not in TEXT.splitlines()
        ]
        assert changed == [] or changed == [f"ARG BASE={IMAGE}@{DIGEST}"]
        assert f"ARG BASE={IMAGE}@{DIGEST}\n" in file.read_text(encoding="utf-8")
    assert capsys.readouterr().out.endswith(f"{DIGEST}, as before.\n")


def refused(file: Path, registry: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["--file", str(file), "--registry", registry]) == 1
    assert file.read_text(encoding="utf-8") == TEXT
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_without_a_network_a_sentence_says_so(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(file, f"http://{HOST}:{free_port()}", capsys)
    assert "was not reached" in said and "Try again where there is a network." in said


def test_an_image_that_is_not_there_is_named(
    registry: str, file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Registry, "tag", "another")
    assert f"has no {IMAGE}" in refused(file, registry, capsys)


def test_an_answer_that_is_not_what_its_digest_says_is_not_believed(
    registry: str, file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Registry, "told_digest", "sha256:" + "1" * 64)
    assert "and what it sent has" in refused(file, registry, capsys)
