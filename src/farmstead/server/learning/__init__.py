"""Guided games, lessons and the coach."""
