"""Signals in compiled code, which does not look for Ctrl-C by itself."""


def let_signals_through() -> None:
    """Nothing; Python delivers signals when a function that is not compiled is entered."""
