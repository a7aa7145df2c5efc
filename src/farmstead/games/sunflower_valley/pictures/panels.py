"""Sunflower Valley beside the sheets: the round, dice and colour board, the score as it stands, the seats."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from farmstead.engine.contract import CHANCE
from farmstead.games.sunflower_valley.pictures.hexes import SMALL_WIDTH
from farmstead.games.sunflower_valley.pictures.palette import BONE, HALO, REGIONS
from farmstead.games.sunflower_valley.pictures.view import (
    TableView,
    is_family,
    open_colours,
    rounds_of,
    turn_of,
)
from farmstead.games.sunflower_valley.rules.hexes import count
from farmstead.games.sunflower_valley.rules.names import COLOURS, DICE, FACES, LETTERS, TURNS_IN_ROUND
from farmstead.games.sunflower_valley.rules.scoring import score_lines
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render.canvas import Canvas, Pieces
from farmstead.render.palette import KEY
from farmstead.render.shared import BOLD, DIM, capital, framed, seat_chip, signed
from farmstead.render.words import Words

FACE_SIGNS: Final[dict[str, str]] = dict(zip(FACES, ("⌂ ", "o▓", "✿ ", "☻ ", "══", "═╲"), strict=True))
DIE_WIDE: Final = 6
PLATE_WIDE: Final = 8
BOX_HIGH: Final = 3
DICE_WIDTH: Final = DIE_WIDE * DICE
PLATES_WIDTH: Final = PLATE_WIDE * len(COLOURS)
BAND_WIDTH: Final = DICE_WIDTH + 2 + PLATES_WIDTH
SEATS_WIDTH: Final = 72  # what the table of the seats needs to stand at ease
DIE_STYLES: Final[dict[str, Style]] = {
    "pool": Style(color=KEY, bgcolor=BONE),
    "in hand": Style(color=KEY, bgcolor=HALO, bold=True),
    "gone": DIM,
}
COLUMNS: Final = ("seat", "houses", "sheep", "sunflowers", "villagers", "free")  # of the table of the seats
LEFT: Final = ("seat", "sunflowers")  # what is no number


def die_sign(face: str) -> str:
    """`H ⌂`: the letter of a face and a small picture."""
    return f"{LETTERS[FACES.index(face)]} {FACE_SIGNS[face]}"


# ---- the round (SV 2) ----------------------------------------------------------------------------------


def headline(words: Words, table: TableView) -> Pieces:
    """Where the game is, who has the token, whose turn it is."""
    pieces = [Text(part_words(words, table), BOLD)]
    if table["round"] and table["to_act"]:
        rounds = rounds_of(table["seats"])
        pieces[0] = Text(words.say("sheet", "round_of", round=table["round"], rounds=rounds), BOLD)
        pieces += _turn(words, table)
    pieces.append(_noted(words.say("sheet", "sheet", sheet=str(table["sheet"]))))
    return Pieces([*pieces, *([_noted(words.say("sheet", "family"))] if is_family(table) else [])])


def _noted(text: str) -> Text:
    return Text(f"· {text}")


def _turn(words: Words, table: TableView) -> list[Text]:
    assert table["first"] is not None  # there are rounds only once somebody has the token
    token = Text.assemble("· ", words.say("sheet", "token"), seat_chip(table["first"]))
    acting = table["to_act"][0]
    if acting == CHANCE:
        return [token, _noted(words.say("sheet", "rolled"))]
    turn = _noted(words.say("sheet", "turn_of", turn=turn_of(table), turns=TURNS_IN_ROUND))
    before, after = words.say("sheet", "seat"), words.say("sheet", "decides")
    return [turn, token, Text.assemble("· ▶ ", before, seat_chip(acting), after)]


def part_words(words: Words, table: TableView) -> str:
    if not table["to_act"]:
        return words.say("sheet", "end")
    key = "round" if table["round"] else "set_up"
    return words.say("sheet", key, round=table["round"])


# ---- dice and colour board (SV 3.1) --------------------------------------------------------------------


def band(words: Words, table: TableView, free: Mapping[str, int], width: int) -> Text:
    """The pool and the colour board, beside each other where there is room; `free` hexes by colour."""
    beside = width >= BAND_WIDTH
    canvas = Canvas(BAND_WIDTH, BOX_HIGH) if beside else Canvas(PLATES_WIDTH, 2 * BOX_HIGH)
    _put_dice(canvas, table)
    x, y = (DICE_WIDTH + 2, 0) if beside else (0, BOX_HIGH)
    for n, colour in enumerate(COLOURS):
        _put_plate(canvas, x + PLATE_WIDE * n, y, _plate(words, table, colour, free[colour]))
    return canvas.text()


def band_line(words: Words, table: TableView, free: Mapping[str, int]) -> Pieces:
    """The same in one line: the letters of the dice, and the colours that are left by their emblems."""
    dice = [_in_line(_letter(face), DIE_STYLES["pool"]) for face in table["pool"]]
    plates = [
        _in_line(
            f"{REGIONS[colour].emblem} {free[colour] or words.say('plate', 'full')}", _plate_style(colour)
        )
        for colour in open_colours(table)
    ]
    die, colour = table["die"], table["colour"]
    if die is not None:
        chosen = words.say("plate", "chosen")
        shown = _letter(die) if colour is None else f"{REGIONS[colour].emblem} {_letter(die)} {chosen}"
        (dice if colour is None else plates).append(_in_line(shown, DIE_STYLES["in hand"]))
    return Pieces([Text(words.say("sheet", "dice")), *dice, Text(words.say("sheet", "colours")), *plates])


def _letter(face: str) -> str:
    return LETTERS[FACES.index(face)]


def _plate_style(colour: str) -> Style:
    return Style(color=KEY, bgcolor=REGIONS[colour].grounds[1])


def _in_line(words: str, style: Style) -> Text:
    return Text(f" {words} ", style)


def _put_dice(canvas: Canvas, table: TableView) -> None:
    """The dice that are left, the one in hand, and the places of those that are gone."""
    shown = [(face, "pool") for face in table["pool"]]
    if table["die"] is not None and table["colour"] is None:
        shown.append((table["die"], "in hand"))
    for n, (face, state) in enumerate(shown):
        _put_box(canvas, DIE_WIDE * n, 0, ("╭────╮", f"│{die_sign(face)}│", "╰────╯"), DIE_STYLES[state])
    for n in range(len(shown), DICE):
        _put_box(canvas, DIE_WIDE * n, 0, ("╭╌╌╌╌╮", "╎    ╎", "╰╌╌╌╌╯"), DIE_STYLES["gone"])


class Plate(NamedTuple):
    """A colour as it lies: its name above, emblem and die on it, and below how it stands with it."""

    colour: str
    name: str
    die: str | None
    chosen: bool
    standing: str


def _plate(words: Words, table: TableView, colour: str, free: int) -> Plate:
    die, chosen = table["board"][colour], colour == table["colour"]
    key = "chosen" if chosen else "taken" if die is not None else "free" if free else "full"
    return Plate(colour, words.called(colour), die, chosen, words.say("plate", key, free=free))


def _put_plate(canvas: Canvas, x: int, y: int, plate: Plate) -> None:
    region, die = REGIONS[plate.colour], plate.die
    lines = (
        f"╭{plate.name.center(PLATE_WIDE - 2, '─')}╮",
        f"│{region.emblem} {'' if die is None else die_sign(die):<4}│",
        f"╰{plate.standing.center(PLATE_WIDE - 2, '─')}╯",
    )
    taken = die is not None and not plate.chosen
    ground = HALO if plate.chosen else region.grounds[0 if taken else 1]
    _put_box(canvas, x, y, lines, Style(color=KEY, bgcolor=ground, bold=plate.chosen, dim=taken))


def _put_box(canvas: Canvas, x: int, y: int, lines: Sequence[str], style: Style) -> None:
    for n, line in enumerate(lines):
        canvas.put(x, y + n, line, style)


def free_by_colour(valley: Valley) -> dict[str, int]:
    """How many hexes of each colour are still free."""
    return {colour: int(count(valley.free & valley.layout.colours[n])) for n, colour in enumerate(COLOURS)}


# ---- what it would score (SV 5) ------------------------------------------------------------------------


def blooms_text(valley: Valley) -> Text:
    """Sunflowers by colour: `▲2 ■0 ★1 ●0 ✚3`."""
    counts = [f"{REGIONS[colour].emblem}{valley.blooms[n]}" for n, colour in enumerate(COLOURS)]
    return Text(" ".join(counts))


def ledger(words: Words, table: TableView, lines: Mapping[str, int], width: int = SMALL_WIDTH) -> Panel:
    """One seat's score as it stands, line by line; in two columns where there is room."""
    rows = [_points_row(words, line, points) for line, points in lines.items()]
    across = 1 if width < 2 * SMALL_WIDTH else 2
    deep = -(-len(rows) // across)
    grid = Table.grid(padding=(0, 1, 0, 0), expand=True)
    for _ in range(across):
        grid.add_column(ratio=1)
        grid.add_column(justify="right", min_width=3)
    for n in range(deep):
        grid.add_row(*[cell for row in rows[n::deep] for cell in row])
    return framed(grid, capital(standing(words, table)), width)


def standing(words: Words, table: TableView) -> str:
    """What the points are that are shown."""
    return words.say("sheet", "ended_now" if table["to_act"] else "final_score")


def _points_row(words: Words, line: str, points: int) -> list[Text]:
    style = BOLD if line == "total" else Style()
    return [Text(words.called(line, "short_line"), style), Text(signed(points), style)]


# ---- everybody -----------------------------------------------------------------------------------------


def caption(words: Words, table: TableView, valleys: list[Valley], seat: int, short: bool = False) -> Text:
    """Whose valley it is and how it stands, in few words."""
    points, villagers = score_lines(valleys, seat)["total"], int(valleys[seat].villagers)
    acting = "▶" if seat in table["to_act"] else " "
    key = "caption_short" if short else "caption"
    said = Text(words.say("sheet", key, points=signed(points), villagers=villagers), BOLD)
    if short:
        return Text.assemble(seat_chip(seat), acting, " ", said)
    town = f", {table['valleys'][seat]['town']}  "
    return Text.assemble(seat_chip(seat), acting, " ", said, town, bloom_counts(valleys[seat]))


def bloom_counts(valley: Valley) -> Text:
    """Sunflowers by colour, with a flower before them."""
    return Text.assemble("✿ ", blooms_text(valley))


def seats_table(words: Words, table: TableView, valleys: list[Valley], width: int) -> RenderableType:
    """All seats: what is drawn, counted, and the score as it stands."""
    gap = 2 if width >= SEATS_WIDTH else 1
    grid = Table(box=None, header_style=DIM, pad_edge=False, padding=(0, gap, 0, 0))
    for key in COLUMNS:
        grid.add_column(words.called(key, "column"), no_wrap=True, justify="left" if key in LEFT else "right")
    for seat, valley in enumerate(valleys):
        grid.add_row(*_seat_row(words, table, seat, valley))
    scores = _score_table(words, table, valleys, gap)
    return framed(Group(grid, Text(""), scores), words.say("sheet", "everybody"), width)


def _seat_row(words: Words, table: TableView, seat: int, valley: Valley) -> list[RenderableType]:
    token = f" {words.called('token', 'column')}" if seat == table["first"] else ""
    marks = ("▶" if seat in table["to_act"] else "") + token
    numbers = [valley.house_count(), int(count(valley.sheep))]
    rest = [int(valley.villagers), int(count(valley.free))]
    return [
        Text.assemble(seat_chip(seat), " ", marks.strip()),
        *map(str, numbers),
        blooms_text(valley),
        *map(str, rest),
    ]


def _score_table(words: Words, table: TableView, valleys: list[Valley], gap: int) -> Table:
    grid = Table(box=None, header_style=DIM, pad_edge=False, padding=(0, gap, 0, 0))
    grid.add_column(standing(words, table))
    columns = [score_lines(valleys, seat) for seat in range(len(valleys))]
    for seat in range(len(valleys)):
        grid.add_column(Text(*seat_chip(seat)), justify="right")
    for line in columns[0]:
        points = [signed(column[line]) for column in columns]
        grid.add_row(words.called(line, "line"), *points, style=BOLD if line == "total" else None)
    return grid
