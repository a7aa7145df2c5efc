"""What is in a game's box, one by one: `farmstead show tile 17`, `farmstead show sheet A`."""

from collections.abc import Mapping, Sequence

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

    def facts(self, kind: str, name: str) -> Mapping[str, object]:
        """One component with all its data, for a text board."""
        return {kind: name}

    def paragraphs(self, kind: str, name: str) -> list[str]:
        """The rules that speak of a component."""
        return []

    def source(self, kind: str, name: str) -> str:
        """Where the data come from, as the edition's text says; empty when it does not."""
        return ""
