"""Walnut Grove on the screen."""
