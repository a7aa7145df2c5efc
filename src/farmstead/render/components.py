"""What is in a game's box, as its edition file says it: `farmstead show tile 17`."""

from collections.abc import Mapping
from typing import NamedTuple

from farmstead.engine.editions import parsed_toml


class Kind(NamedTuple):
    """A sort of components: where the edition has them, and the paragraphs of the rules about them."""

    table: str
    key: str  # what names an entry of a list; empty where the table has a line for each
    rules: tuple[str, ...]
    told: bool = False  # whether the drawing's `about` knows them by name


class Components:
    """The components of one edition, by the text of its file; there are none without."""

    def __init__(self, edition_text: str | None = None, kinds: Mapping[str, Kind] | None = None) -> None:
        self.kinds = kinds or {}
        self.document: Mapping[str, object] = parsed_toml(edition_text) if edition_text is not None else {}

    def entries(self, kind: str) -> dict[str, Mapping[str, object]]:
        """Every component of a kind with all its data."""
        table, key = self.document.get(self.kinds[kind].table, ()), self.kinds[kind].key
        if isinstance(table, Mapping):
            return {name: {kind: name, "data": value} for name, value in table.items() if name != "source"}
        assert isinstance(table, list | tuple)
        rows = [row if isinstance(row, Mapping) else {kind: row} for row in table]
        return {str(row[key or kind]): row for row in rows}

    def source(self, kind: str, name: str = "") -> str:
        """Where the data come from: those of a component, a kind, or else of the table of that name."""
        entry = self.entries(kind).get(name, {}) if kind in self.kinds else {}
        table = self.document.get(self.kinds[kind].table if kind in self.kinds else kind)
        said = entry.get("source") or (table.get("source") if isinstance(table, Mapping) else None)
        return str(said or "")
