"""Pictures of every page, of real games: the same each time."""
