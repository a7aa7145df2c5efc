"""Defaults: what stands in for the parts that a game does not have, made from its contract alone."""
