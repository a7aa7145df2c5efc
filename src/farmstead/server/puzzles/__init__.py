"""A puzzle a day, all others, and a rating of one's own."""
