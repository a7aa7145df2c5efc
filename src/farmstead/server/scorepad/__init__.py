"""Scoring tables that were played with the box."""
