"""Results of games, and the statistics of a player."""
