"""What the page about the API lists, out of the OpenAPI document: all that can be asked, in a line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

METHODS: Final = ("get", "post", "put", "patch", "delete")


class Endpoint(NamedTuple):
    """Something that can be asked."""

    method: str
    path: str
    summary: str


# `Any`: whatever JSON can say.
def endpoints(document: Mapping[str, Any]) -> dict[str, list[Endpoint]]:
    """All that can be asked, by the sort of thing it is about."""
    groups: dict[str, list[Endpoint]] = {}
    for path, asked in sorted(document["paths"].items()):
        for method in [each for each in METHODS if each in asked]:
            found = Endpoint(method.upper(), path, asked[method]["summary"])
            groups.setdefault((asked[method].get("tags") or [""])[0], []).append(found)
    return groups
