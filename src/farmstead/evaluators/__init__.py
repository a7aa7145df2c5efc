"""Evaluators: estimates of the final points that a position is worth to a seat."""
