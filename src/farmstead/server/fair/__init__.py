"""Luck that nobody at the table could have chosen."""
