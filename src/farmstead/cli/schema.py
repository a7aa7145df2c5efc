"""`farmstead schema`: what programs may rely on in a view."""

from farmstead import shelf
from farmstead.cli.arguments import GameName


def schema(game: GameName) -> None:
    """Print the JSON Schema of what a seat or a spectator sees of a game (draft 2020-12).

    Examples:

        farmstead schema walnut-grove > view.schema.json
        farmstead schema sunflower-valley
    """
    print(shelf.view_schema(game), end="")
