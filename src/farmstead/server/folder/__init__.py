"""The server's data folder: opened once, locked, with its secret, and a note when its games have moved."""
