"""Walnut Grove, by Paul Laane and Touko Tahkokallio."""
