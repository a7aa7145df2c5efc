"""Whether a position could come from a game: what is read from outside is checked before it is played."""

from __future__ import annotations

from mypy_extensions import i64

from farmstead.engine.contract import CHANCE, BadPosition
from farmstead.games.sunflower_valley.rules import names
from farmstead.games.sunflower_valley.rules.actions import dice_left
from farmstead.games.sunflower_valley.rules.hexes import count, listed, only
from farmstead.games.sunflower_valley.rules.position import Position
from farmstead.games.sunflower_valley.rules.rounds import all_full
from farmstead.games.sunflower_valley.rules.turn import is_blocked
from farmstead.games.sunflower_valley.rules.valley import Valley


def need(holds: bool, rule: str, sentence: str) -> None:
    if not holds:
        raise BadPosition(f"{sentence} (SV {rule})")


def check(pos: Position) -> None:
    """BadPosition says what no game could lead to."""
    _check_set_up(pos)
    if pos.round == 0:
        _check_before_rounds(pos)
        return
    need(len(pos.valleys) == pos.players, "1.3", "every player has a sheet before the first round")
    _check_turns(pos)
    _check_dice(pos)
    _check_turn(pos)
    _check_colours(pos)


def _check_set_up(pos: Position) -> None:
    chosen = pos.choices.sheet
    right = pos.layout is None or chosen == "" or pos.layout.letter == chosen
    need(right, "1.1", f"the table chose sheet {chosen}")
    need(pos.layout is not None or pos.chance == names.CHANCE_SHEET, "1.1", "no sheet has been dealt")
    need(len(pos.valleys) <= pos.players, "1.3", "there are more sheets than players")
    towns = [valley.town for valley in pos.valleys]
    need(len(set(towns)) == len(towns), "1.3", "two players have one town picture")
    for valley in pos.valleys:
        need(pos.edition.start[valley.town] != names.NOTHING, "1.3", "a town picture is not in the box")
        start: i64 = only(pos.edition.start[valley.town])
        need(valley.houses & start != 0, "1.3", "a first house is not where the start chart says")


def _check_before_rounds(pos: Position) -> None:
    """SV 1: the sheet, then the town pictures in seat order."""
    need(pos.acting == [CHANCE], "1.3", "during set-up only chance is to act")
    due = names.CHANCE_SHEET if pos.layout is None else names.CHANCE_TOWN
    need(pos.chance == due, "1.3", "during set-up the sheet is dealt and then the town pictures")
    need(pos.choices.sheet == "" or pos.layout is not None, "1.1", "the table chose the sheet")
    need(len(pos.valleys) < pos.players, "2.1", "when all have a town picture the first round begins")
    for valley in pos.valleys:
        need(_drawn(valley) == 1, "2.1", "nothing is drawn before the first round but the first house")
    clean = pos.pool == 0 and pos.turn == 0 and pos.die == names.NOTHING and pos.colour == names.NOTHING
    need(clean and pos.place == names.NOTHING, "2.1", "no dice are rolled before the first round")


def _drawn(valley: Valley) -> int:
    return count(valley.layout.open) - count(valley.free)


def _check_turns(pos: Position) -> None:
    """SV 2.2, 2.3: how many turns each player has had."""
    first = (pos.choices.start + pos.round - 1) % pos.players
    need(pos.first == first, "2.3", f"in round {pos.round} the token is with seat {first + 1}")
    need(0 <= pos.turn <= names.TURNS_IN_ROUND, "2.2", "a round has five turns")
    need(1 <= pos.round <= pos.edition.turns, "2.4", f"there is no round {pos.round}")
    for seat, valley in enumerate(pos.valleys):
        turns = _turns(pos, seat)
        need(turns <= pos.edition.turns, "2.4", f"seat {seat + 1} would have had {turns} turns")
        sentence = f"seat {seat + 1} has had {turns} turns, so {turns + 1} hexes are drawn in"
        need(_drawn(valley) == turns + 1, "2.2", sentence)


def _turns(pos: Position, seat: int) -> int:
    """Turns a seat has ended before now."""
    total = 0
    for number in range(1, pos.round + 1):
        first = (pos.choices.start + number - 1) % pos.players
        for turn in range(names.TURNS_IN_ROUND if number < pos.round else int(pos.turn)):
            if (first + turn) % pos.players == seat:
                total += 1
    return total


def _check_dice(pos: Position) -> None:
    """SV 2.1, 3.1: six dice, some of them put on colours."""
    pool = 0
    for face in range(len(names.FACES)):
        pool += int(dice_left(pos.pool, face))
    reserved = len(names.COLOURS) - pos.board.count(names.NOTHING)
    if pos.chance != names.NO_CHANCE:
        need(pos.chance == names.CHANCE_ROLL and pos.acting == [CHANCE], "2.1", "only a roll can be due")
        need(pool == reserved == pos.turn == 0, "2.1", "the dice of this round are not rolled yet")
        return
    in_hand = 1 if pos.die != names.NOTHING and pos.colour == names.NOTHING else 0
    need(pool + reserved + in_hand == names.DICE, "1.5", "there are six dice")
    own = 0 if pos.colour == names.NOTHING else 1
    need(reserved == pos.turn + own, "3.1", "every turn reserves one colour")


def _check_turn(pos: Position) -> None:
    """SV 3: what the turn has chosen so far."""
    die, colour, place = pos.die, pos.colour, pos.place
    if not pos.is_playing():
        need(die == colour == place == names.NOTHING, "3.1", "nobody is choosing")
        over = all_full(pos)
        need(bool(pos.acting) or over, "2.4", "the game goes on until all sheets are full")
        need(not pos.acting or not over, "2.4", "all sheets are full, so nothing more is rolled")
        return
    seat = int((pos.first + pos.turn) % pos.players)
    acts = pos.acting == [seat] and pos.turn < names.TURNS_IN_ROUND
    need(acts, "2.2", f"it’s the turn of seat {seat + 1}")
    valley = pos.valleys[seat]
    need(valley.free != 0, "2.4", "a full sheet has no turn")
    need(die != names.NOTHING or colour == names.NOTHING, "3.1", "a colour is reserved with a die")
    need(colour != names.NOTHING or place == names.NOTHING, "3.1", "a hex is chosen after a colour")
    if colour != names.NOTHING:
        need(pos.board[colour] == die, "3.1", "the die lies on the colour it reserved")
        _check_colour(pos, valley)


def _check_colour(pos: Position, valley: Valley) -> None:
    """SV 3.3, 3.4, 3.5: a full colour is chosen by a blocked player only; only a track waits for its way."""
    full = not valley.has_free(int(pos.colour))
    need(not full or is_blocked(pos, valley), "3.3", "a colour without free hex was reserved")
    if pos.place != names.NOTHING:
        here: i64 = only(pos.place)
        colours: i64 = valley.layout.colours[pos.colour]
        waiting = not full and pos.die >= names.STRAIGHT and valley.free & colours & here != 0
        need(waiting, "3.5", "only a track waits for the way it lies, in a free hex of its colour")


def _check_colours(pos: Position) -> None:
    """SV 3.2, 3.4: a colour is drawn in once for each time it was reserved.

    Only blocked players draw in another colour, plain sunflowers, and while no sheet has a colour without
    free hex nobody has been blocked.
    """
    somebody_full = _is_any_colour_full(pos)
    for colour in range(len(names.COLOURS)):
        reserved = int(pos.round) - 1
        if pos.board[colour] != names.NOTHING and colour != pos.colour:
            reserved += 1
        symbols, sunflowers = 0, 0
        for valley in pos.valleys:
            plain = _plain_sunflowers(valley, colour)
            sunflowers += plain
            symbols += _drawn_in(pos, valley, colour) - plain
        sentence = (
            f"{names.COLOURS[colour]} was reserved {reserved} times, which does not fit what is drawn there"
        )
        need(symbols <= reserved if somebody_full else symbols + sunflowers == reserved, "3.2", sentence)
        if (die := pos.board[colour]) != names.NOTHING and colour != pos.colour and not somebody_full:
            shown = _is_drawn(pos, colour, die)
            need(shown, "3.2", f"the {names.FACES[die]} on {names.COLOURS[colour]} is drawn on no sheet")


def _is_drawn(pos: Position, colour: int, face: int) -> bool:
    """Whether somebody has drawn a face in a colour."""
    for valley in pos.valleys:
        first = pos.edition.start[valley.town]
        for place in valley.layout.cells[colour]:
            drawn = names.TOKENS[valley.symbols[place]][0] == names.LETTERS[face]
            if drawn and (place != first or face != names.HOUSE):
                return True
    return False


def _is_any_colour_full(pos: Position) -> bool:
    for valley in pos.valleys:
        for colour in range(len(names.COLOURS)):
            if not valley.has_free(colour):
                return True
    return False


def _drawn_in(pos: Position, valley: Valley, colour: int) -> int:
    """Hexes of a colour that are drawn in, without the first house."""
    places: i64 = valley.layout.colours[colour]
    first = 1 if valley.layout.colour_at[pos.edition.start[valley.town]] == colour else 0
    return count(places & ~valley.free) - first


def _plain_sunflowers(valley: Valley, colour: int) -> int:
    places: i64 = valley.layout.colours[colour]
    return len([place for place in listed(places) if valley.symbols[place] == names.SUNFLOWER])
