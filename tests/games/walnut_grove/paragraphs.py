"""What the tests must show of the rules page of Walnut Grove; `tests/rule_table.py` compares."""

from typing import Final

PLAYED: Final = range(1, 9)  # the sections a player meets at the table; after them come data and notation
RULINGS: Final = False  # each is shown with its paragraph

# What a player, or the writer of a set-up, could try and the paragraph forbids. A paragraph that only says
# what happens is not here.
FORBIDS: Final = {
    "WG 1.1": "a table of no players or of five",
    "WG 1.9": "placing the town figure out of turn, or on a row that does not exist",
    "WG 2.1": "acting in the next season while others are still in this one",
    "WG 2.3": "a free action where none is offered: throwing away with nothing coming in, moving early",
    "WG 3.1": "laying a tile one has not drawn",
    "WG 3.2": "laying fewer or more tiles than stated",
    "WG 3.3": "a tile that touches nothing, or only a corner; a rotation that is none of the four",
    "WG 3.4": "a first tile that touches no landscape",
    "WG 3.6": "laying a tile over another",
    "WG 3.7": "land on the board or below it; with `beside` off, also beside it",
    "WG 4.2": "two figures on one district; a figure left idle while a district is free",
    "WG 4.5": "more goods on a district than it has squares",
    "WG 4.6": "more in the barn than it has spaces; throwing away what is not there",
    "WG 4.7": "moving goods back to land or from district to district",
    "WG 4.8": "taking a good from a district that has none",
    "WG 5.2": "acting out of turn in autumn",
    "WG 5.3": "a second turn; leaving a building without its action",
    "WG 5.4": "entering a building whose places are taken",
    "WG 5.5": "entering what one cannot pay or where nothing is left to take",
    "WG 5.6": "a toll or free action after which the cost cannot be paid; a toll coin one has not",
    "WG 5.7": "a joker coin one has not, or for a good that is not owed",
    "WG 5.9": "hiring without room: no wagon and no hut left, or no wagon; a labourer who is not there",
    "WG 5.10": "building without a site of the kind, or a tile that is not there",
    "WG 5.11": "a fourth improvement, or one that is not there",
    "WG 5.12": "selling a good the store does not show, one twice, one not held, or a coin in its place",
    "WG 6.1": "food of another colour than the labourer's",
    "WG 6.3": "wood for the fires before everyone is served; anything else burnt",
    "WG 6.4": "help while the good is there",
    "WG 7.2": "buying off a help tile that was turned; two repayable ones on a farm",
    "WG 7.3": "buying off with fewer than three goods and coins, or with no open tile",
    "WG 8.1": "a move after the end",
    "WG 8.10": "anything but a free action in the last decision",
}
