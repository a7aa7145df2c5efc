"""Sunflower Valley on the screen."""
