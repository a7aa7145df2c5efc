"""Writes the digest of the base image into deploy/Containerfile; the registry tells it. make image-digest"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import httpx

from farmstead.engine.contract import FarmsteadError

CONTAINERFILE: Final = Path(__file__).resolve().parent.parent / "deploy" / "Containerfile"
BASE: Final = re.compile(
    r"^ARG BASE=(?P<host>[^/\s]+)/(?P<name>[^:@\s]+):(?P<tag>[^@\s]+)(?:@sha256:[0-9a-f]{64})?$", re.M
)
HOSTS: Final = {"docker.io": "registry-1.docker.io"}  # registries that answer at another name
TIMEOUT_S: Final = 30.0
# An index names the images of all machines; its digest is the one that `FROM` understands anywhere.
KINDS: Final = (
    "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
    "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json",
)


class NoDigest(FarmsteadError):
    """The digest could not be found out; the message says why, and what would do."""


class Image(NamedTuple):
    """An image by its version."""

    host: str
    name: str
    tag: str

    def __str__(self) -> str:
        return f"{self.host}/{self.name}:{self.tag}"


def image_in(text: str) -> Image:
    """The base image of a Containerfile."""
    found = BASE.search(text)
    if found is None:
        raise NoDigest(
            "The Containerfile has no line such as ARG BASE=docker.io/library/python:3.13.11-slim."
        )
    return Image(found["host"], found["name"], found["tag"])


def digest_of(image: Image, registry: str = "") -> str:
    """As its registry tells it, and its answer proves it; `registry` is asked instead where it is named."""
    address = registry or f"https://{HOSTS.get(image.host, image.host)}"
    where = f"{address.rstrip('/')}/v2/{image.name}/manifests/{image.tag}"
    try:
        with httpx.Client(timeout=TIMEOUT_S, follow_redirects=True) as client:
            answer = client.get(where, headers={"accept": ", ".join(KINDS)})
            if answer.status_code == httpx.codes.UNAUTHORIZED:
                token = _token(client, answer.headers.get("www-authenticate", ""))
                bearer = {"accept": ", ".join(KINDS), "authorization": f"Bearer {token}"}
                answer = client.get(where, headers=bearer)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        why = str(error) or type(error).__name__
        raise NoDigest(
            f"The registry at {address} was not reached: {why}. Try again where there is a network."
        ) from None
    if answer.status_code == httpx.codes.NOT_FOUND:
        raise NoDigest(f"The registry has no {image}. Is the version right?")
    if not answer.is_success:
        raise NoDigest(f"The registry at {address} refused {image} with status {answer.status_code}.")
    digest = f"sha256:{sha256(answer.content).hexdigest()}"
    told = answer.headers.get("docker-content-digest", digest)
    if told != digest:
        raise NoDigest(f"The registry tells the digest {told}, and what it sent has {digest}.")
    return digest


def _token(client: httpx.Client, challenge: str) -> str:
    """What anybody may have who only wants to read."""
    fields = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    if not challenge.startswith("Bearer ") or "realm" not in fields:
        raise NoDigest("The registry wants a password for this image; none is sent.")
    realm = fields.pop("realm")
    answer = client.get(realm, params=fields)
    try:
        told = answer.json()
        found = told.get("token") or told.get("access_token")
    except (ValueError, AttributeError):
        found = None
    if not answer.is_success or not isinstance(found, str):
        raise NoDigest(f"The registry gives no token to read with: {realm} said {answer.status_code}.")
    return found


def main(words: Sequence[str] | None = None) -> int:
    """The status of the command."""
    parser = argparse.ArgumentParser(prog="python -m scripts.image_digest", description=__doc__)
    parser.add_argument("--file", type=Path, default=CONTAINERFILE, help="another Containerfile")
    parser.add_argument("--registry", default="", metavar="URL", help="ask there instead, such as a mirror")
    options = parser.parse_args(words)
    try:
        text = options.file.read_text(encoding="utf-8")
        image = image_in(text)
        digest = digest_of(image, options.registry)
    except (FarmsteadError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    written = BASE.sub(f"ARG BASE={image}@{digest}", text)
    options.file.write_text(written, encoding="utf-8")
    print(f"{options.file.name}: {image} is {digest}{', as before' if written == text else ''}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
