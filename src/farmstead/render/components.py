"""What is in a game's box, one by one: `farmstead show tile 17`, `farmstead show sheet A`."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from farmstead.engine.editions import parsed_toml


class Components:
    """The components of one edition; its text, if there is one, says where the data come from."""

    kinds: Sequence[str] = ()
    """The sorts of components."""

    def __init__(self, edition_text: str | None = None) -> None:
        self.document: Mapping[str, object] = parsed_toml(edition_text) if edition_text is not None else {}

    def names(self, kind: str) -> list[str]:
        """Every component of a kind."""
        return []

    def picture(self, kind: str, name: str) -> RenderableType:
        """One component with all its data."""
        return Text(name)

    def paragraphs(self, kind: str, name: str) -> list[str]:
        """The rules that speak of a component."""
        return []

    def source(self, kind: str, name: str) -> str:
        """Where the data come from, as the edition's text says; empty when it does not."""
        return ""

    def drawn(self, kind: str, name: str) -> RenderableType:
        """One component with all its data and their source."""
        source = self.source(kind, name)
        return Group(self.picture(kind, name), Text(f"source: {source}" if source else "", "dim"))
