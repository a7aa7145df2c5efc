"""The games: a folder for each, with its rules, pictures, evaluator, words, rulebook and guide."""
