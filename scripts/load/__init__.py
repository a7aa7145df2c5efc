"""`make load`: how much a table server stands, measured by programs that play whole games from outside."""
