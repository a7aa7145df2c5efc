"""Games of the docs with their reviews, which were made beforehand: that takes a minute each.

python -m scripts.screenshots.reviewed    # make them again, after the evaluators have changed
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from farmstead.agents.review import reviewed, story_of
from farmstead.reviews.stored_form import to_text
from farmstead.server.core import Core
from farmstead.server.people.visitor import Visitor
from farmstead.server.replay.recorded_games import digest_of, keep, name_of
from farmstead.server.reviews.worker import ReviewWorker, plan_of
from farmstead.server.store import ReviewKey, ReviewWish, ReviewWork

DOCS: Final = Path(__file__).parent.parent.parent / "docs"
DATA: Final = Path(__file__).parent / "data"
GAMES: Final = ("valley", "game")  # two in a valley, and somebody alone in Walnut Grove
TRIES: Final = 16


def record_of(game: str) -> str:
    return (DOCS / f"{game}.record").read_text(encoding="utf-8")


def review_of(game: str) -> str:
    """As it is kept."""
    return (DATA / f"{game}.review").read_text(encoding="utf-8")


def name(game: str) -> str:
    """By which the game is found at a server."""
    return name_of(record_of(game))


def work_of(game: str) -> ReviewWork:
    return ReviewWork(ReviewKey("", ""), record_of(game), None, 0)


async def keep_reviews(core: Core) -> None:
    """As if somebody had brought these games along, and had them reviewed."""
    player = await core.store.players.create("Dora")
    for game in GAMES:
        await keep_review(core, Visitor("127.0.0.1", player), game)


async def keep_review(core: Core, visitor: Visitor, game: str) -> str:
    """One of them; answers its name."""
    text, result = record_of(game), review_of(game)
    found = await keep(core, visitor, text)
    key = ReviewKey(digest_of(text), core.get(ReviewWorker).settings)
    await core.store.reviews.ask(key, text, None, ReviewWish(visitor.require_player().id, None, found))
    await core.store.reviews.finish(key, result, [])
    return found


def main() -> None:
    for game in GAMES:
        plan = plan_of(work_of(game), TRIES)
        text = to_text(reviewed(plan, story_of(plan)))
        (DATA / f"{game}.review").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
