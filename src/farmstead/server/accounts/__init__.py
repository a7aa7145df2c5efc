"""Accounts: signing in, keys for programs, leaving."""
