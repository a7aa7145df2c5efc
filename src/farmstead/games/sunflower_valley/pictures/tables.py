"""Sunflower Valley in tables: the round, the dice and colours, the seats and their scores, the legend."""

from collections.abc import Mapping
from typing import Final

from farmstead.engine.contract import CHANCE, Seat
from farmstead.games.sunflower_valley.pictures import views
from farmstead.games.sunflower_valley.pictures.valley_map import EMBLEMS
from farmstead.games.sunflower_valley.rules.hexes import count
from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, LETTERS, TURNS_IN_ROUND
from farmstead.games.sunflower_valley.rules.scoring import score_lines
from farmstead.games.sunflower_valley.rules.valley import Valley
from farmstead.render.components import Kind
from farmstead.render.shared import capital, signed
from farmstead.render.words import Words

KINDS: Final[Mapping[str, Kind]] = {
    "sheet": Kind("sheets", "", ("1.1", "1.2")),
    "die": Kind("dice", "", ("1.5",), told=True),
    "start": Kind("start", "", ("1.3", "1.4"), told=True),
}
SIGNS: Final[dict[str, str]] = {  # and the keys of what they mean
    "[b2]": "open",
    "b2": "free",
    ">b2<": "chosen",
    "^": "mountain",
    "▶": "deciding",
    "╱ ═ ╲": "track",
    "?, L03": "small",
}


def part_words(words: Words, table: views.TableView) -> str:
    """Where in the game this is."""
    if not table["to_act"]:
        return words.say("sheet", "end")
    return words.say("sheet", "round" if table["round"] else "set_up", round=table["round"])


def headline(words: Words, table: views.TableView) -> str:
    """Where the game is, who has the token, whose turn it is."""
    said = [part_words(words, table)]
    if table["round"] and table["to_act"]:
        assert table["first"] is not None  # there are rounds only once somebody has the token
        said[0] = words.say("sheet", "round_of", round=table["round"], rounds=views.rounds_of(table))
        acting = table["to_act"][0]
        token = f"{words.say('sheet', 'token')} {table['first'] + 1}"
        if acting == CHANCE:
            said += [token, words.say("sheet", "rolled")]
        else:
            said += [
                words.say("sheet", "turn_of", turn=views.turn_of(table), turns=TURNS_IN_ROUND),
                token,
                f"▶ {words.say('sheet', 'seat')} {acting + 1} {words.say('sheet', 'decides')}",
            ]
    said.append(words.say("sheet", "sheet", sheet=str(table["sheet"])))
    return " · ".join([*said, *([words.say("sheet", "family")] if views.is_family(table) else [])])


def dice_and_colours(words: Words, table: views.TableView, valley: Valley) -> dict[str, object]:
    """SV 3.1: the pool, the die in hand, and the colours with the hexes that are free in them."""
    die, free = table["die"], standings(words, table, valley)
    dice = [f"{LETTERS[FACES.index(face)]} {words.called(face)}" for face in table["pool"]]
    in_hand = {"die": words.called(die)} if die is not None and table["colour"] is None else {}
    rows = [
        {
            "": f"{EMBLEMS[colour]} {words.called(colour)}",
            "free": free[colour],
            "die": (on_it and LETTERS[FACES.index(on_it)]) or "",
        }
        for colour, on_it in table["board"].items()
    ]
    return {"dice": dice or words.say("sheet", "none_left"), **in_hand, "colours": rows}


def colours_in_line(words: Words, table: views.TableView, valley: Valley) -> dict[str, object]:
    """Dice and colours in two lines, by letters and emblems."""
    free = standings(words, table, valley)
    dice = " ".join([LETTERS[FACES.index(face)] for face in table["pool"]])
    return {"dice": dice, "colours": ", ".join([f"{EMBLEMS[colour]} {free[colour]}" for colour in COLOURS])}


def standings(words: Words, table: views.TableView, valley: Valley) -> dict[str, str]:
    """How it stands with each colour: chosen, taken, or how many hexes are free."""
    found = {}
    for colour, free in views.free_by_colour(valley).items():
        key = "taken" if table["board"][colour] is not None else "free" if free else "full"
        found[colour] = words.say("plate", "chosen" if colour == table["colour"] else key, free=free)
    return found


def caption(words: Words, valleys: list[Valley], seat: Seat) -> str:
    """Whose valley it is and how it stands, in few words."""
    points, villagers = score_lines(valleys, seat)["total"], int(valleys[seat].villagers)
    return f"{words.who(seat)}: {words.say('sheet', 'caption', points=signed(points), villagers=villagers)}"


def seats_table(words: Words, table: views.TableView, valleys: list[Valley]) -> dict[str, object]:
    """A row for each seat: what is drawn and counted."""
    rows = []
    for seat, valley in enumerate(valleys):
        marks = (
            "▶" if seat in table["to_act"] else "",
            words.called("token", "column") if seat == table["first"] else "",
        )
        rows.append(
            {
                "seat": " ".join([words.who(seat), *filter(None, marks)]),
                "town": table["valleys"][seat]["town"],
                "houses": valley.house_count(),
                "sheep": int(count(valley.sheep)),
                # By colour: `▲2 ■0 ★1 ●0 ✚3`.
                "sunflowers": " ".join(
                    [f"{EMBLEMS[each]}{valley.blooms[n]}" for n, each in enumerate(COLOURS)]
                ),
                "villagers": int(valley.villagers),
                "free": int(count(valley.free)),
                "points": score_lines(valleys, seat)["total"],
            }
        )
    return {words.say("sheet", "everybody"): rows}


def score_table(
    words: Words, table: views.TableView, valleys: list[Valley], lines: Mapping[Seat, Mapping[str, int]]
) -> dict[str, object]:
    """The lines of the score, a column a seat; nothing is hidden, so they are counted where not given."""
    columns = {seat: lines.get(seat) or score_lines(valleys, seat) for seat in lines or range(len(valleys))}
    rows = [
        {
            "": capital(words.called(line, "line")),
            **{words.who(seat): columns[seat][line] for seat in columns},
        }
        for line in next(iter(columns.values()))
    ]
    return {words.say("sheet", "ended_now" if table["to_act"] else "final_score"): rows}


def legend(words: Words) -> dict[str, str]:
    """Every letter and sign."""
    faces = {letter: words.called(letter, "letters") for letter in LETTERS}
    colours = {EMBLEMS[colour]: words.called(colour) for colour in COLOURS}
    return {**faces, **colours, **{sign: words.say("sign", key) for sign, key in SIGNS.items()}}
