"""How a text of the words is filled in: which of its variants fits, and how each field is said.

`words/en/common.toml` says how a text is written. Which plural form a number takes is said by the language's
[plural], in the rules of CLDR. A language whose words bend has tables of its own for that:
`{building:to}` is said as [to] does (`au Saloon`, `chez Svenson`), `amounts` as [amount] does, `words` by the
forms of [due].
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias, final

from farmstead.engine.contract import Arg

Entry: TypeAlias = str | Mapping[str, Any]  # a text, or texts by the value of an argument, as deep as needed
Tables: TypeAlias = Mapping[str, Mapping[str, Any]]
Fields: TypeAlias = Mapping[str, Arg]
_CELL: Final = re.compile(r"(-?\d+),(-?\d+)")  # column and row, counted from 0
_HEX: Final = re.compile(r"[a-z]\d")  # row and column
_NUMBER: Final = re.compile(r"[+−-]?(\d+)(?:\.(\d+))?")
_RELATION: Final = re.compile(r"([nivft])(?: % (\d+))? (!?=) ([\d.,]+)")
HOLDING: Final = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"  # blanks at which no line breaks


@final
class GivenName(str):
    """A name that a person gave: said as it was written, whatever else has that name."""

    __slots__ = ()


class Sentence:
    """Says each field as the table after its colon does, or as [names] does."""

    def __init__(self, tables: Tables, placed: bool = False) -> None:
        """With `placed` the names of cells are said as places."""
        self._tables = tables
        self._placed = placed
        self._plural: Mapping[str, str] = tables.get("plural", {})
        self._due = [(pattern_of(form), entry) for form, entry in tables.get("due", {}).items()]

    def fill(self, entry: Entry, fields: Fields, options: Sequence[str] = ()) -> str:
        """The text of an entry that fits the fields, with the fields in it."""
        return self.fill_in(self.chosen(entry, fields, options), fields)

    # ---- which variant ---------------------------------------------------------------------------------

    def chosen(self, entry: Entry, fields: Fields, options: Sequence[str] = ()) -> str:
        """The text of an entry that fits the fields; `options` are those of the table."""
        while not isinstance(entry, str):
            entry = self._variant(entry, fields, options)
        return entry

    def _variant(self, entry: Mapping[str, Any], fields: Fields, options: Sequence[str]) -> Entry:
        if (by := entry["by"]) == "options":
            value = next((switch for switch in self._switches_on(options) if switch in entry), "other")
        else:
            value = str(fields[by])
        if value not in entry:
            value = plural_form(self._plural, value)
        found: Entry = entry.get(value, entry["other"])
        return found

    def _switches_on(self, options: Sequence[str]) -> list[str]:
        presets = self._tables.get("presets", {})
        return [switch for option in options for switch in presets.get(option, [option])]

    # ---- how a field is said ---------------------------------------------------------------------------

    def fill_in(self, template: str, fields: Fields) -> str:
        """A text with its fields, each said as its form asks for."""
        said = [
            text if name is None else self._field(fields[name], form)
            for text, name, form in parts_of(template)
        ]
        return "".join(said)

    def _field(self, value: Arg, format_spec: str) -> str:
        text = str(value)
        if isinstance(value, GivenName):
            return text
        if format_spec == "raw":
            return _printable(text)
        if format_spec == "clause":
            return _printable(text).rstrip(". ")
        if format_spec == "seats":
            return self._seats(text.split(","))
        if format_spec == "words":
            return self._plain(text.replace("_", " "))
        if format_spec == "amounts":
            return str(self._tables["joining"]["and"]).join(map(self._amount, text.split(",")))
        if format_spec == "list":
            return ", ".join(map(self._place, text.split(",")))
        if format_spec == "letters":
            return ", ".join([str(self._tables.get("letters", {}).get(letter, letter)) for letter in text])
        return str(self._tables.get(format_spec, {}).get(text, text)) if format_spec else self._place(text)

    def _place(self, text: str) -> str:
        """`4,1` or `d1` counted from 1, where it is to be said; anything else as [names] does."""
        cell, found = _CELL.fullmatch(text), _HEX.fullmatch(text)
        if not (self._placed and "place" in self._tables and (cell or found)):
            return str(self._tables["names"].get(text, text))
        column, row = (
            (int(cell[1]) + 1, int(cell[2])) if cell else (int(text[1:]), ord(text[0]) - ord("a") + 1)
        )
        fields = {"column": column, "row": row, "left": max(0, 1 - column)}
        return self.fill(self._tables["place"]["at"], fields)

    def listing(self, parts: Sequence[str]) -> str:
        """`a, b and c`."""
        joined = [", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts
        return str(self._tables["joining"]["and"]).join(joined)

    def _seats(self, numbers: Sequence[str]) -> str:
        shape = str(self._tables["seat"]["one" if len(numbers) == 1 else "several"])
        return shape.format(numbers=self.listing(numbers))

    def _amount(self, text: str) -> str:
        """`2_grain`; where the word depends on the number, [amount] has it."""
        count, _, what = text.partition("_")
        entry = self._tables.get("amount", {}).get(what)
        return text.replace("_", " ") if entry is None else self.fill(entry, {"count": count})

    def _plain(self, text: str) -> str:
        """The name of something that chance decides: by the forms of [due], or as it is."""
        for pattern, entry in self._due:
            if (match := pattern.fullmatch(text)) is not None:
                return self.fill(entry, match.groupdict())
        return text


def plural_form(rules: Mapping[str, str], number: str) -> str:
    """The category of a number by a language's rules: one, two, few, many, or other.

    `rules` are those of CLDR, without the samples; n is the number without its sign, i its whole part, v how
    many decimals are written, f those decimals, and t without noughts at their end.
    https://unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules
    """
    if (match := _NUMBER.fullmatch(number)) is None:
        return "other"
    whole, decimals = match[1], match[2] or ""
    operands = {
        "n": float(f"{whole}.{decimals}"),
        "i": int(whole),
        "v": len(decimals),
        "f": int(decimals or 0),
    }
    operands["t"] = int(decimals.rstrip("0") or 0)
    for category, rule in rules.items():
        if any(all(_holds(each, operands) for each in part.split(" and ")) for part in rule.split(" or ")):
            return category
    return "other"


def _holds(relation: str, operands: Mapping[str, float]) -> bool:
    """Whether `n % 10 = 2..4,9` is true; a range has whole numbers only."""
    match = _RELATION.fullmatch(relation)
    assert match is not None, f"{relation} is no relation of CLDR"
    value = operands[match[1]] % int(match[2]) if match[2] else operands[match[1]]
    ranges = [each.partition("..") for each in match[4].split(",")]
    return any(value in range(int(low), int(high or low) + 1) for low, _, high in ranges) == (match[3] == "=")


@lru_cache(maxsize=4096)
def parts_of(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """What a text is put together from: texts as they are, and fields by name and form."""
    parts: list[tuple[str, str | None, str]] = []
    for text, name, form, _ in string.Formatter().parse(template):
        parts.append((text, None, ""))
        if name is not None:
            parts.append(("", name, form or ""))
    return tuple(parts)


def pattern_of(form: str) -> re.Pattern[str]:
    """`work {good} at {at}` fits `work grain at 0,1`."""
    parts = string.Formatter().parse(form)
    forms = [re.escape(text) + (f"(?P<{name}>\\S+?)" if name else "") for text, name, _, _ in parts]
    return re.compile("".join(forms))


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() or letter in HOLDING else "?" for letter in text)
