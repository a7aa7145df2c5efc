"""Pebbles: a game for Farmstead that has nothing but its rules and a few words."""

PREFIX = "PB"  # how its paragraphs are cited: `PB 1`
