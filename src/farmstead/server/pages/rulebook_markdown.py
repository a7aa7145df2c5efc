"""The Markdown that rules pages are written in, as HTML: paragraphs, lists, tables, code and emphasis.

Whatever stands in a text is escaped. A number such as `5.6` that the book has leads to its paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from html import escape
from typing import Final

from markupsafe import Markup

_INLINE: Final = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<strong>.+?)\*\*|\*(?P<em>[^*]+)\*|(?<![\w.])(?P<number>[RS]\d+|\d+\.\d+)(?![\w.]*\w)"
)
_BLOCK: Final = re.compile(r"\n\s*\n")
_HEADING: Final = re.compile(r"(##+) (.+)")
_ITEM: Final = re.compile(r"^(?:-|\d+\.) ", re.MULTILINE)


class MarkdownWriter:
    """Writes the texts of one book; `numbers` are those that can be linked to."""

    def __init__(self, numbers: Collection[str]) -> None:
        self._numbers = frozenset(numbers)

    def line(self, text: str) -> Markup:
        """A text without blocks."""
        return Markup(self._marked(text))

    def blocks(self, text: str) -> Markup:
        """Headings, lists, tables, code and paragraphs."""
        return Markup("\n".join([self._block(part) for part in _parts(text)]))

    def _marked(self, text: str) -> str:
        written, end = [], 0
        for found in _INLINE.finditer(text):
            written += [escape(text[end : found.start()]), self._mark(found)]
            end = found.end()
        return "".join([*written, escape(text[end:])])

    def _mark(self, found: re.Match[str]) -> str:
        kind, inside = str(found.lastgroup), found[str(found.lastgroup)]
        if kind == "number":
            return f'<a href="#{inside}">{inside}</a>' if inside in self._numbers else inside
        return (
            f"<code>{escape(inside)}</code>" if kind == "code" else f"<{kind}>{self._marked(inside)}</{kind}>"
        )

    def _block(self, part: str) -> str:
        if part.startswith("```"):
            code = part.partition("\n")[2].removesuffix("```").rstrip()
            return f'<pre tabindex="0"><code>{escape(code)}</code></pre>'
        if (heading := _HEADING.fullmatch(part)) is not None:
            level = len(heading[1])
            return f"<h{level}>{self._marked(heading[2])}</h{level}>"
        if _ITEM.match(part):
            return self._list(part)
        if part.startswith("|"):
            return self._table(part.splitlines())
        return f"<p>{self._marked(' '.join(part.splitlines()))}</p>"

    def _list(self, part: str) -> str:
        """Items by dashes, or numbered; each may go on in further lines."""
        kind = "ul" if part.startswith("-") else "ol"
        items = [" ".join(item.split("\n")).strip() for item in _ITEM.split(part) if item.strip()]
        return f"<{kind}>{''.join([f'<li>{self._marked(item)}</li>' for item in items])}</{kind}>"

    def _table(self, lines: list[str]) -> str:
        head, _, *rows = [_cells(line) for line in lines]
        columns = "".join([f'<th scope="col">{self._marked(cell)}</th>' for cell in head])
        body = "\n".join([self._row(row) for row in rows])
        return (
            f'<div class="scroll" tabindex="0"><table><thead><tr>{columns}</tr></thead>\n'
            f"<tbody>\n{body}\n</tbody></table></div>"
        )

    def _row(self, cells: list[str]) -> str:
        """A ruling is a paragraph like any other: it can be linked to and found."""
        first, rest = cells[0], "".join([f"<td>{self._marked(cell)}</td>" for cell in cells[1:]])
        if first not in self._numbers:
            return f'<tr><th scope="row">{self._marked(first)}</th>{rest}</tr>'
        link = f'<a class="number" href="#{first}">{first}</a>'
        return f'<tr id="{first}" class="rule"><th scope="row">{link}</th>{rest}</tr>'


def _parts(text: str) -> Iterator[str]:
    """Blocks as blank lines part them, but for those in code."""
    code: list[str] = []
    for part in _BLOCK.split(text.strip()):
        if code or part.startswith("```"):
            code.append(part)
            if part.rstrip().endswith("```") and part.strip() != "```":
                yield "\n\n".join(code)
                code = []
        elif part.strip():
            yield part.strip("\n")


def _cells(line: str) -> list[str]:
    """Of a row of a table; `\\|` is no border."""
    inside = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inside)]
