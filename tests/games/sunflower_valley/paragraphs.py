"""What the tests must show of the rules page of Sunflower Valley; `tests/rule_table.py` compares."""

from typing import Final

PLAYED: Final = range(1, 7)  # the sections a player meets at the table; after them come data and notation
RULINGS: Final = True  # each needs a test of its own

# What a player, or the writer of a set-up or a sheet, could try and the paragraph forbids; for scores, what
# does not count. A paragraph that only says what happens is not here.
FORBIDS: Final = {
    "SV 1.1": "a table of one player or of six; a letter that is none of A–H",
    "SV 1.2": "a colour that is none of the five",
    "SV 1.3": "a town that another player has, or that is not on the chart",
    "SV 1.4": "a start with other than two villagers",
    "SV 1.5": "a roll of more or fewer than six dice, or of another face",
    "SV 1.6": "a first player who is not at the table",
    "SV 2.1": "taking a die before the roll; a player who rolls by choice; a second roll",
    "SV 2.2": "a turn out of order; a sixth turn in a round",
    "SV 2.3": "beginning the next round with the same first player",
    "SV 2.4": "a move after the end",
    "SV 3.1": "a die that is not in the pool; a colour that is reserved; a colour before a die",
    "SV 3.2": "a hex of another colour, one that is drawn in, a mountain",
    "SV 3.3": "passing; a colour that is full while another has a free hex",
    "SV 3.4": "a hex that is drawn in or a mountain, and laying the track, though blocked",
    "SV 3.5": "a curve for a straight and the reverse; neighbouring sides; the same side twice",
    "SV 3.6": "villagers that no house and no super sunflower brought",
    "SV 4.1": "a village of houses that do not touch",
    "SV 4.2": "a line with a dead end or into the flank of a track; a ring of tracks without a house",
    "SV 4.3": "a network of houses that neither touch nor have a line between them",
    "SV 4.4": "a herd of sheep that do not touch; a herd without a sheep beside a house of the network",
    "SV 5.1": "points for a second sheep at one house, or for one whose herd touches no house",
    "SV 5.2": "a minus for a house that is served",
    "SV 5.3": "points for a tie in a colour, or for a colour without sunflowers",
    "SV 5.4": "points for a sunflower away from mountains, or for anything else beside one",
    "SV 5.5": "first or second place after a full tie for first; second place after a full tie for second",
    "SV 5.6": "a village that hangs on a single line; a line inside a village",
    "SV 5.7": "an order between players who are equal in everything",
    "SV 6.1": "a sheep that serves through a herd, a village or a track",
}
