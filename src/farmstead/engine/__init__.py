"""The rules engine: what every game promises, and the one checked door to play it. Knows no game."""
