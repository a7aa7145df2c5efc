"""Chosen luck for tests; see sitecustomize.py."""
