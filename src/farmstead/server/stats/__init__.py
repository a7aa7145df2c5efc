"""Results and what a person has played."""
