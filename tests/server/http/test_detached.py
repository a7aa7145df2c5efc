"""Whoever reads a page in the language that its address names goes on in it."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

STATIC = Path(str(resources.files("farmstead.server.pages"))) / "static"
GOES = re.compile(r"location(?:\.assign\(|\.replace\(|\.href = )(\w+)\(")


def test_what_is_gone_to_is_asked_for_in_the_same_language() -> None:
    found = {
        (file, how) for file in STATIC.rglob("*.js") for how in GOES.findall(file.read_text(encoding="utf-8"))
    }
    assert len(found) > 5 and {how for _, how in found} == {"spoken"}
    assert 'wanted.set("lang", language)' in (STATIC / "scorepad" / "print.js").read_text(encoding="utf-8")
