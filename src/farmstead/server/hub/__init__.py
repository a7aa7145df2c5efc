"""The tables in memory: loaded, written to, watched, and their clocks."""
