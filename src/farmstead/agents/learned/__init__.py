"""Players whose judgement was learned: whole numbers of a position times whole weights."""
