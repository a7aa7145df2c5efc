"""Games that are over or were uploaded, seen step by step."""
