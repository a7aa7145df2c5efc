"""Reviews in words: what `agents/review` finds, told to people and programs."""
