"""Sunflower Valley beside the sheets: the round, dice and colour board, the score as it stands, the seats."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from farmstead.engine.contract import CHANCE
from farmstead.render.canvas import Canvas, Pieces
from farmstead.render.palette import KEY
from farmstead.render.shared import BOLD, DIM, framed, many, seat_chip, signed
from farmstead.render.sunflower_valley.hexes import SMALL_WIDTH
from farmstead.render.sunflower_valley.palette import BONE, HALO, REGIONS
from farmstead.render.sunflower_valley.view import TableView, is_family, open_colours, rounds_of, turn_of
from farmstead.render.words import words_for
from farmstead.sunflower_valley.hexes import count
from farmstead.sunflower_valley.names import COLOURS, DICE, FACES, LETTERS, NAME, TURNS_IN_ROUND
from farmstead.sunflower_valley.scoring import score_lines
from farmstead.sunflower_valley.valley import Valley

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
SHORT_LINES: Final[dict[str, str]] = {  # where there is little room
    "houses_with_sheep": "houses with sheep",
    "houses_without": "houses without",
    "sunflower_majorities": "most sunflowers",
    "mountains": "at mountains",
    "villager_points": "villagers",
    "high_speed": "high-speed",
    "total": "total",
}


def called(key: str, table: str = "names") -> str:
    return words_for(NAME).called(key, table)


def die_sign(face: str) -> str:
    """`H ⌂`: the letter of a face and a small picture."""
    return f"{LETTERS[FACES.index(face)]} {FACE_SIGNS[face]}"


# ---- the round (SV 2) ----------------------------------------------------------------------------------


def headline(table: TableView) -> Pieces:
    """Where the game is, who has the token, whose turn it is."""
    pieces = [Text(part_words(table), BOLD)]
    if table["round"] and table["to_act"]:
        pieces[0] = Text(f"Round {table['round']} of {rounds_of(table['seats'])}", BOLD)
        pieces += _turn(table)
    variant = [Text("· family variant")] if is_family(table) else []
    return Pieces([*pieces, Text(f"· sheet {table['sheet']}"), *variant])


def _turn(table: TableView) -> list[Text]:
    assert table["first"] is not None  # there are rounds only once somebody has the token
    token = Text.assemble("· token: seat", seat_chip(table["first"]))
    acting = table["to_act"][0]
    if acting == CHANCE:
        return [token, Text("· the dice are rolled")]
    turn = Text(f"· turn {turn_of(table)} of {TURNS_IN_ROUND}")
    return [turn, token, Text.assemble("· ▶ seat", seat_chip(acting), "decides")]


def part_words(table: TableView) -> str:
    if not table["to_act"]:
        return "The end"
    return f"Round {table['round']}" if table["round"] else "Set-up"


# ---- dice and colour board (SV 3.1) --------------------------------------------------------------------


def band(table: TableView, free: Mapping[str, int], width: int) -> Text:
    """The pool and the colour board, beside each other where there is room; `free` hexes by colour."""
    beside = width >= BAND_WIDTH
    canvas = Canvas(BAND_WIDTH, BOX_HIGH) if beside else Canvas(PLATES_WIDTH, 2 * BOX_HIGH)
    _put_dice(canvas, table)
    x, y = (DICE_WIDTH + 2, 0) if beside else (0, BOX_HIGH)
    for n, colour in enumerate(COLOURS):
        _put_plate(canvas, x + PLATE_WIDE * n, y, table, colour, free[colour])
    return canvas.text()


def band_line(table: TableView, free: Mapping[str, int]) -> Pieces:
    """The same in one line: the letters of the dice, and the colours that are left by their emblems."""
    dice = [_in_line(_letter(face), DIE_STYLES["pool"]) for face in table["pool"]]
    plates = [
        _in_line(f"{REGIONS[colour].emblem} {free[colour] or 'full'}", _plate_style(colour))
        for colour in open_colours(table)
    ]
    die, colour = table["die"], table["colour"]
    if die is not None:
        words = _letter(die) if colour is None else f"{REGIONS[colour].emblem} {_letter(die)} chosen"
        (dice if colour is None else plates).append(_in_line(words, DIE_STYLES["in hand"]))
    return Pieces([Text("Dice:"), *dice, Text("Colours:"), *plates])


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


def _put_plate(canvas: Canvas, x: int, y: int, table: TableView, colour: str, free: int) -> None:
    """A colour: its name above, emblem and die on it, and below how it stands with it."""
    region, die = REGIONS[colour], table["board"][colour]
    chosen = colour == table["colour"]
    lines = (
        f"╭{colour.center(PLATE_WIDE - 2, '─')}╮",
        f"│{region.emblem} {'' if die is None else die_sign(die):<4}│",
        f"╰{_plate_words(die, chosen, free).center(PLATE_WIDE - 2, '─')}╯",
    )
    taken = die is not None and not chosen
    ground = HALO if chosen else region.grounds[0 if taken else 1]
    _put_box(canvas, x, y, lines, Style(color=KEY, bgcolor=ground, bold=chosen, dim=taken))


def _plate_words(die: str | None, chosen: bool, free: int) -> str:
    if chosen:
        return "chosen"
    if die is not None:
        return "taken"
    return f"{free} free" if free else "full"


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


def ledger(table: TableView, lines: Mapping[str, int], width: int = SMALL_WIDTH) -> Panel:
    """One seat's score as it stands, line by line; in two columns where there is room."""
    rows = [_points_row(line, points) for line, points in lines.items()]
    across = 1 if width < 2 * SMALL_WIDTH else 2
    deep = -(-len(rows) // across)
    grid = Table.grid(padding=(0, 1, 0, 0), expand=True)
    for _ in range(across):
        grid.add_column(ratio=1)
        grid.add_column(justify="right", min_width=3)
    for n in range(deep):
        grid.add_row(*[cell for row in rows[n::deep] for cell in row])
    return framed(grid, standing(table), width)


def standing(table: TableView) -> str:
    """What the points are that are shown."""
    return "If it ended now" if table["to_act"] else "Final score"


def _points_row(line: str, points: int) -> list[Text]:
    style = BOLD if line == "total" else Style()
    return [Text(SHORT_LINES[line], style), Text(signed(points), style)]


# ---- everybody -----------------------------------------------------------------------------------------


def caption(table: TableView, valleys: list[Valley], seat: int, short: bool = False) -> Text:
    """Whose valley it is and how it stands, in few words."""
    points, villagers = score_lines(valleys, seat)["total"], int(valleys[seat].villagers)
    acting = "▶" if seat in table["to_act"] else " "
    words = Text(f"{many(points, 'pt' if short else 'point')}, {villagers} villagers", BOLD)
    if short:
        return Text.assemble(seat_chip(seat), acting, " ", words)
    town = f", {table['valleys'][seat]['town']}  "
    return Text.assemble(seat_chip(seat), acting, " ", words, town, bloom_counts(valleys[seat]))


def bloom_counts(valley: Valley) -> Text:
    """Sunflowers by colour, with a flower before them."""
    return Text.assemble("✿ ", blooms_text(valley))


def seats_table(table: TableView, valleys: list[Valley], width: int) -> RenderableType:
    """All seats: what is drawn, counted, and the score as it stands."""
    gap = 2 if width >= SEATS_WIDTH else 1
    grid = Table(box=None, header_style=DIM, pad_edge=False, padding=(0, gap, 0, 0))
    for heading in ("seat", "houses", "sheep", "sunflowers", "villagers", "free"):
        grid.add_column(
            heading, no_wrap=True, justify="left" if heading in ("seat", "sunflowers") else "right"
        )
    for seat, valley in enumerate(valleys):
        grid.add_row(*_seat_row(table, seat, valley))
    return framed(Group(grid, Text(""), _score_table(table, valleys, gap)), "Everybody", width)


def _seat_row(table: TableView, seat: int, valley: Valley) -> list[RenderableType]:
    marks = ("▶" if seat in table["to_act"] else "") + (" token" if seat == table["first"] else "")
    numbers = [valley.house_count(), int(count(valley.sheep))]
    rest = [int(valley.villagers), int(count(valley.free))]
    return [
        Text.assemble(seat_chip(seat), " ", marks.strip()),
        *map(str, numbers),
        blooms_text(valley),
        *map(str, rest),
    ]


def _score_table(table: TableView, valleys: list[Valley], gap: int) -> Table:
    grid = Table(box=None, header_style=DIM, pad_edge=False, padding=(0, gap, 0, 0))
    grid.add_column(standing(table).lower())
    columns = [score_lines(valleys, seat) for seat in range(len(valleys))]
    for seat in range(len(valleys)):
        grid.add_column(Text(*seat_chip(seat)), justify="right")
    for line in columns[0]:
        points = [signed(column[line]) for column in columns]
        grid.add_row(called(line, "line"), *points, style=BOLD if line == "total" else None)
    return grid
