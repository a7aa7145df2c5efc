"""The pages: a lobby and a table, and what they are made of."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template.config import TemplateConfig
from litestar.types import ControllerRouterHandler

from farmstead._build import VERSION, commit
from farmstead.server.http.page_cache import make_schema_once
from farmstead.server.http.problem_page import answer_anybody
from farmstead.server.http.static_files import edition, static_file
from farmstead.server.pages.accounts import account_page
from farmstead.server.pages.branches import compare_page, luck_shown
from farmstead.server.pages.daily import daily_card, daily_page
from farmstead.server.pages.fair import fair_page
from farmstead.server.pages.gallery import edition_file, galleries, gallery_of
from farmstead.server.pages.help import help_for, help_pages
from farmstead.server.pages.home import api_page, astray, home_page, new_table_page
from farmstead.server.pages.installed import (
    app_edition,
    favicon,
    latest_news,
    manifest,
    news_page,
    offline_page,
    service_worker,
)
from farmstead.server.pages.learning import learn, learn_game
from farmstead.server.pages.lessons import LessonPages
from farmstead.server.pages.moderation import operator_page
from farmstead.server.pages.own import own_page, robots, security_txt
from farmstead.server.pages.puzzles import PuzzlePages, puzzles_page
from farmstead.server.pages.ratings import ratings_page
from farmstead.server.pages.replay import frames, replay, replays, study_symbols
from farmstead.server.pages.reviews import review, review_board
from farmstead.server.pages.rulebook import rules, rules_of
from farmstead.server.pages.scorepad import print_page, score_page, score_pages
from farmstead.server.pages.stats import mine_page, table_ribbons
from farmstead.server.pages.table import table_page
from farmstead.server.pages.table_boards import boards, choose, look, overlay, proposal, symbols, unfolded
from farmstead.server.pages.table_picture import kept_picture
from farmstead.server.pages.table_preview import preview, why
from farmstead.server.pages.table_text import board_text

__all__ = ["answer_anybody", "make_schema_once", "page_handlers", "template_config"]


def page_handlers() -> list[ControllerRouterHandler]:
    """What answers to people."""
    people: list[ControllerRouterHandler] = [
        home_page,
        new_table_page,
        account_page,
        mine_page,
        ratings_page,
        daily_page,
        daily_card,
        puzzles_page,
        fair_page,
        operator_page,
    ]
    people += [learn, learn_game, rules, rules_of, LessonPages, PuzzlePages, api_page]
    people += [help_pages, help_for, own_page, robots, security_txt]
    people += [score_pages, score_page, print_page, galleries, gallery_of, edition_file]
    looking_back = [replays, replay, frames, study_symbols, luck_shown, compare_page, review, review_board]
    table = [table_page, boards, choose, proposal, look, unfolded, overlay, symbols, preview, why]
    table += [board_text, table_ribbons]
    people += [favicon, manifest, service_worker, offline_page, news_page]
    return [*people, *looking_back, *table, kept_picture, static_file, astray]


def template_config(root: str = "") -> TemplateConfig[JinjaTemplateEngine]:
    """Pages are written as templates; what is put into them is escaped. All addresses begin with `root`."""
    folder = Path(str(resources.files("farmstead.server.pages"))) / "templates"

    def know_where(engine: JinjaTemplateEngine) -> None:
        engine.engine.globals.update(root=root, static=f"{root}/static/{edition()}")
        engine.engine.globals.update(app_edition=app_edition(), latest_news=latest_news())
        engine.engine.globals.update(version=VERSION, commit=commit())
        pictures = engine.engine.get_template("base/picture.html").module
        engine.engine.globals["drawn"] = vars(pictures)["drawn"]

    return TemplateConfig(directory=folder, engine=JinjaTemplateEngine, engine_callback=know_where)
