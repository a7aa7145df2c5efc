"""A page to look through all pictures of a folder: a row for each page, the looks side by side."""

from __future__ import annotations

from html import escape
from itertools import groupby
from pathlib import Path
from string import Template
from typing import Final

PAGE: Final = Template("""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Farmstead, every page</title>
<style>
body { margin: 16px; font: 15px/1.4 sans-serif; background: #ddd; }
nav { columns: 5; margin-bottom: 32px; }
nav a { display: block; }
.row { display: flex; gap: 8px; overflow-x: auto; align-items: start; padding-bottom: 16px; }
figure { margin: 0; flex: none; }
figcaption { font-size: 12px; }
img { height: 420px; width: auto; max-width: none; border: 1px solid #888; }
</style>
<h1>Every page, in every language, size and light</h1>
<nav>$links</nav>
$rows
</html>
""")


def write_album(folder: Path) -> None:
    """`index.html` in it."""
    pictures = sorted([path.name for path in folder.glob("*.png")])
    rows = {name: list(found) for name, found in groupby(pictures, lambda each: each.split(".")[0])}
    links = "".join([f'<a href="#{name}">{name}</a>' for name in rows])
    shown = "\n".join([row(name, found) for name, found in rows.items()])
    (folder / "index.html").write_text(PAGE.substitute(links=links, rows=shown), encoding="utf-8")


def row(name: str, pictures: list[str]) -> str:
    return f'<h2 id="{name}">{name}</h2><div class="row">{"".join([figure(each) for each in pictures])}</div>'


def figure(picture: str) -> str:
    caption = escape(" ".join(picture.split(".")[1:-1]))
    link = escape(picture)
    image = f'<a href="{link}"><img src="{link}" alt="{caption}" loading="lazy"></a>'
    return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"
