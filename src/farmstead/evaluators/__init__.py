"""What the evaluators of all games are made of: a guess of the points that a position is worth to a seat."""
