"""A moment in which Ctrl-C gets through: compiled code does not look for it by itself."""


def breathe() -> None:
    """Nothing; Python delivers signals when a function that is not compiled is entered."""
