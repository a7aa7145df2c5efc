"""Good play that is pinned: forty games of levels 4 and 5 under the present rules."""

from collections import Counter

import pytest

from farmstead.engine.record import re_execute, read_record, write_record
from farmstead.games.walnut_grove.rules import GAME
from tests.games.walnut_grove.level_games import FOLDER, OPTIONS, LevelGame, level_games
from tests.games.walnut_grove.slow_referee import Referee
from tests.referee_comparison import agrees_with

GAMES = level_games()


def test_every_number_of_seats_preset_switch_and_first_seat_is_among_them() -> None:
    assert sorted(FOLDER.glob("*.record")) == sorted([game.path for game in GAMES])
    assert Counter((game.seats, game.level) for game in GAMES) == dict.fromkeys(
        [(seats, level) for seats in range(1, 5) for level in (4, 5)], 5
    )
    words = {word for options in OPTIONS for word in options}
    switches = (
        "enter_unpayable=on",
        "jokers=buildings",
        "open_help_costs=off",
        "beside=off",
        "huts_free_wagons=off",
    )
    assert {"german", "french", *switches} == words
    assert {f"start={seats}" for seats in (2, 3, 4)} <= {word for game in GAMES for word in game.options}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.path.stem)
def test_a_game_of_good_play_comes_out_the_same(game: LevelGame) -> None:
    data = game.path.read_bytes()
    record = read_record(data)
    assert (record.setup.rules, record.setup.seats, record.setup.options) == (2, game.seats, game.options)
    table = re_execute(record, lambda name, edition: GAME)
    assert not table.state.to_act() and write_record(table).encode() == data
    assert min(table.state.scores()) >= 15, "good play"
    agrees_with(data.decode(), Referee)


def test_good_play_reaches_what_random_play_does_not() -> None:
    """Expert scores, land beside the board, and more labourers than wagons: none of it is left to chance."""
    tables = [re_execute(read_record(game.path.read_bytes()), lambda name, edition: GAME) for game in GAMES]
    assert max(max(table.state.scores()) for table in tables) >= 35
    laid = [
        (game, text)
        for game in GAMES
        for text in game.path.read_text(encoding="utf-8").splitlines()
        if " lay " in text
    ]
    assert {game.seats for game, text in laid if text.split(" at ")[1].split(" ")[0].endswith(",0")} == {
        1,
        2,
        3,
        4,
    }
