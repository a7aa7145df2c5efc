"""The year disc of Walnut Grove, season by season (WG 2)."""

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from farmstead.games.walnut_grove.pictures.palette import SEASONS
from farmstead.games.walnut_grove.pictures.view import TableView
from farmstead.games.walnut_grove.rules.components import Disc
from farmstead.games.walnut_grove.rules.names import COLOURS, GOODS, NOTHING
from farmstead.render.shared import DIM, framed
from farmstead.render.words import Words


def season_facts(words: Words, disc: Disc) -> dict[str, str]:
    """What a disc says of each season."""
    doubled = (
        "" if disc.doubled == NOTHING else f"{words.say('labourer', COLOURS[disc.doubled], count=1)} ×2, "
    )
    return {
        "spring": words.say("disc", "spring", lay=disc.lay, draw=disc.draw),
        "summer": words.say("disc", "summer", good=GOODS[disc.summer]),
        "autumn": words.say("disc", "autumn", good=GOODS[disc.autumn]),
        "winter": doubled + words.say("disc", "winter", fires=disc.fires),
    }


def year_panel(words: Words, disc: Disc, table: TableView, years: int = 8) -> Panel:
    """The disc, season by season; options that are not the usual ones stand in the title."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    facts, year = season_facts(words, disc), table["year"]
    for season in facts:
        grid.add_column(min_width=len(_season_chip(words, season, True)))  # the mark must not move them
    grid.add_row(*[_season_chip(words, season, season == table["season"]) for season in facts])
    grid.add_row(*facts.values())
    unusual = ", ".join([_option(words, option) for option in table["options"] if option != "german"])
    dots = f"{'●' * year}{'○' * (years - year)}"
    title = words.say("sheet", "year_of", year=year, years=years, dots=dots, disc=disc.id)
    options = words.say("sheet", "options", options=unusual) if unusual else ""
    return framed(grid, f"{title}  {options}".rstrip())


def _option(words: Words, option: str) -> str:
    name, _, value = option.partition("=")
    return words.say("option", "start", seat=value) if name == "start" else words.called(option, "option")


def _season_chip(words: Words, season: str, now: bool) -> Text:
    name = words.called(season, "season_name")
    return Text(f"▶ {name.upper()} ", SEASONS[season]) if now else Text(name, DIM)
