"""How learned evaluators come about: games, turns carried on with the same luck, weights that fit."""
