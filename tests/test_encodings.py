"""Encodings over many games of every set-up, and many games in step: the same numbers in both builds.

`tests/games/NAME/encoding` looks closer at single games.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from array import array

import pytest

from farmstead import _build, shelf
from farmstead.engine.contract import CHANCE, IllegalMove, State
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.encoding import FLAG, NUMBER, Encoding
from farmstead.research.many_games import ManyGames
from farmstead.research.seated_game import AtRandom, Opponent, SeatedGame
from tests.encoding_laws import check_seat, written, written_mask
from tests.laws import Subject
from tests.subjects import EARLIER, SUBJECTS

ALL = [*SUBJECTS, *EARLIER]
IS_COMPILED = _build.build() == "compiled"
EACH = 9 if IS_COMPILED else 1  # games; of all set-ups together a thousand
SOME = ALL if IS_COMPILED else ALL[::4]  # interpreted a game takes ten times as long
CLOSELY = 40  # positions between those in which every law is looked at
TWINS = 2  # positions between those in which a twin is looked at
TRIES = 2  # to make a twin that differs from the position
SELDOM = 200  # looks among which at least one is at a twin that differs
PLAYERS = [("walnut-grove", 1), ("walnut-grove", 2), ("walnut-grove", 3), ("walnut-grove", 4)]
PLAYERS += [
    ("sunflower-valley", 2),
    ("sunflower-valley", 3),
    ("sunflower-valley", 4),
    ("sunflower-valley", 5),
]


def encoding_of(game: str, seats: int) -> Encoding:
    made: Encoding = shelf.needed(game, "encoding", "encoding")(shelf.game(game), seats)
    return made


def twin_of(subject: Subject, state: State, seat: int, luck: int) -> State | None:
    """Another position that `seat` cannot tell from this one; None where a few tries find none."""
    view, text = state.view(seat), state.text()
    for attempt in range(TRIES):
        twin = subject.game.from_view(seat, view, QuickDealer(TRIES * luck + attempt))
        if twin.text() != text:
            return twin
    return None


def check_position(numbers: Encoding, subject: Subject, state: State, seat: int, look: int) -> bool:
    """What is written quickly is what the view and `legal` say; whether a twin was looked at that differs."""
    flat = numbers.flat(state.view(seat)).tobytes()
    assert written(numbers, state, seat).tobytes() == flat, state.text()
    wanted = bytearray(numbers.actions)
    moves = state.legal(seat)
    for move in moves:
        wanted[numbers.action_at(state, seat, move)] = 1
    if not moves:
        wanted[0] = 1
    assert written_mask(numbers, state, seat) == wanted, state.text()
    if look % CLOSELY == 0:
        check_seat(numbers, state, seat)
    twin = twin_of(subject, state, seat, look) if can_hide(subject) and look % TWINS == 0 else None
    if twin is None:
        return False
    assert written(numbers, twin, seat).tobytes() == flat, (state.text(), twin.text())
    assert written_mask(numbers, twin, seat) == wanted, (state.text(), twin.text())
    return True


def can_hide(subject: Subject) -> bool:
    """Whether there are others, and something that they do not see."""
    return subject.hides and subject.seats > 1


def check_games(subject: Subject, first: int, many: int, by_turns: bool = False) -> None:
    """Random games; every seat is looked at in every position, or, where that is enough, each in turn."""
    numbers = encoding_of(subject.game.name, subject.seats)
    looks = differing = 0
    for seed in range(first, first + many):
        state, dealer = subject.table().state, QuickDealer(seed)
        position = seed
        while True:
            acting = state.to_act()
            looking = [position % subject.seats] if by_turns else range(subject.seats)
            for seat in looking:
                differing += check_position(numbers, subject, state, seat, position + seat)
                looks += 1
            position += 1
            if not acting:
                break
            seat = acting[dealer.below(len(acting))]
            state.apply(seat, state.deal(dealer) if seat == CHANCE else state.pick(seat, dealer))
    assert (differing > 0) == can_hide(subject), (differing, looks)
    if can_hide(subject) and not by_turns:
        assert differing * SELDOM > looks, (differing, looks)


@pytest.mark.parametrize("subject", SOME, ids=str)
@pytest.mark.more
def test_a_thousand_games_are_written_as_they_are_defined(subject: Subject) -> None:
    """Slow: its share of a thousand games, each seat looked at in each position, many beside a twin."""
    assert EACH * len(SOME) >= 1000 or not IS_COMPILED
    check_games(subject, 100, EACH)


@pytest.mark.parametrize("subject", ALL[:: 1 if IS_COMPILED else 8], ids=str)
def test_a_game_of_each_set_up_is_written_as_it_is_defined(subject: Subject) -> None:
    """Slow: a game, each position looked at by one seat, many beside a twin."""
    check_games(subject, 1, 1, by_turns=True)


# ---- many games in step ---------------------------------------------------------------------------------


class Buffers:
    """What the caller of many games gives them to write into."""

    def __init__(self, encoding: Encoding, many: int) -> None:
        self.encoding = encoding
        self.numbers = array(NUMBER, bytes(2 * many * encoding.size))
        self.flags = array(FLAG, bytes(many * encoding.actions))

    def mask(self, n: int) -> array[int]:
        return self.flags[n * self.encoding.actions : (n + 1) * self.encoding.actions]

    def chosen(self, n: int, dealer: QuickDealer) -> int:
        """Any legal action of a game."""
        mask = self.mask(n)
        action = -1
        for _ in range(dealer.below(sum(mask)) + 1):
            action = mask.index(1, action + 1)
        return action

    def little_endian(self) -> bytes:
        numbers = self.numbers[:]
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers.tobytes() + self.flags.tobytes()


def many_games(game: str, seats: int, seeds: list[int], reward: str = "lines") -> ManyGames:
    encoding = encoding_of(game, seats)
    rules = shelf.game(game)
    setup = rules.setup(seats)
    games: list[SeatedGame] = []
    for n, seed in enumerate(seeds):
        opponents: list[Opponent] = [AtRandom() for _ in range(seats - 1)]
        games.append(SeatedGame(rules, setup, encoding, n % seats, opponents, reward))
        games[-1].sow(seed)
    return ManyGames(games)


def digest_of_games(game: str, seats: int) -> str:
    """Of all that four games and those after them show and pay in 400 steps."""
    many = many_games(game, seats, [1, 2, 3, 1])
    buffers = Buffers(encoding_of(game, seats), 4)
    numbers, flags = memoryview(buffers.numbers), memoryview(buffers.flags)
    dealer = QuickDealer(seats)
    many.begin(numbers, flags)
    found = hashlib.sha256(buffers.little_endian())
    for _ in range(400):
        paid = many.step([buffers.chosen(n, dealer) for n in range(4)], numbers, flags)
        found.update(buffers.little_endian())
        found.update(repr((paid, many.over)).encode())
    return found.hexdigest()[:16]


# Of the encodings of version 1. What they write may never change, nor the games of a seed without a reason.
DIGESTS = {
    ("walnut-grove", 1): "430cdbfc8f2bdbde",
    ("walnut-grove", 2): "7f45074969e95f26",
    ("walnut-grove", 3): "e565a8c8b1b675a0",
    ("walnut-grove", 4): "4ba0f272387be0e5",
    ("sunflower-valley", 2): "97fd47d1e5815dc8",
    ("sunflower-valley", 3): "936d799992d9217a",
    ("sunflower-valley", 4): "a3df509ea87d9e73",
    ("sunflower-valley", 5): "6da3d541c8263f5b",
}


@pytest.mark.parametrize(("game", "seats"), PLAYERS)
def test_seeds_give_the_same_games_in_both_builds(game: str, seats: int) -> None:
    assert digest_of_games(game, seats) == DIGESTS[game, seats]


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_seeds_give_the_same_games_in_another_process(hash_seed: str) -> None:
    """Slow: another process plays whole games."""
    script = "from tests.test_encodings import *; print(digest_of_games('walnut-grove', 2))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == DIGESTS["walnut-grove", 2]


@pytest.mark.parametrize(("game", "seats"), PLAYERS)
def test_games_in_step_are_written_as_they_are_and_pay_their_total(game: str, seats: int) -> None:
    many = many_games(game, seats, [5, 6, 7, 8, 9])
    encoding = encoding_of(game, seats)
    buffers = Buffers(encoding, 5)
    numbers, flags = memoryview(buffers.numbers), memoryview(buffers.flags)
    dealer = QuickDealer(seats)
    many.begin(numbers, flags)
    paid, ended = [0.0] * 5, 0
    while ended < 5:
        before = many.over[:]
        for n, reward in enumerate(many.step([buffers.chosen(n, dealer) for n in range(5)], numbers, flags)):
            each = many.games[n]
            row = buffers.numbers[n * encoding.size : (n + 1) * encoding.size]
            assert row == written(encoding, each.state, each.seat)
            assert buffers.mask(n).tobytes() == written_mask(encoding, each.state, each.seat)
            paid[n] = 0.0 if before[n] else paid[n] + reward
            assert many.over[n] == (not each.state.to_act())
            if many.over[n]:
                assert paid[n] == each.state.scores()[each.seat]
                ended += 1


@pytest.mark.parametrize(("game", "seats"), PLAYERS)
def test_a_copy_of_many_games_plays_on_alike_and_by_itself(game: str, seats: int) -> None:
    many = many_games(game, seats, [1, 2])
    buffers = Buffers(encoding_of(game, seats), 2)
    numbers, flags = memoryview(buffers.numbers), memoryview(buffers.flags)
    dealer = QuickDealer(seats)
    many.begin(numbers, flags)
    for _ in range(30):
        many.step([buffers.chosen(n, dealer) for n in range(2)], numbers, flags)
    copy = many.clone()
    kept, texts = buffers.little_endian(), [each.state.text() for each in many.games]
    shown: list[list[tuple[list[float], list[bool], bytes]]] = []
    for each in (copy, many):
        assert [game.state.text() for game in each.games] == texts
        again, luck = Buffers(encoding_of(game, seats), 2), QuickDealer(9)
        again.numbers, again.flags = buffers.numbers[:], buffers.flags[:]
        assert again.little_endian() == kept
        row, mask = memoryview(again.numbers), memoryview(again.flags)
        shown.append([])
        for _ in range(200):  # into the games that follow
            paid = each.step([again.chosen(n, luck) for n in range(2)], row, mask)
            shown[-1].append((paid, each.over[:], again.little_endian()))
    assert shown[0] == shown[1] and any(True in over for _, over, _ in shown[0])


def test_no_game_moves_when_an_action_is_not_legal() -> None:
    many = many_games("sunflower-valley", 2, [1, 2])
    buffers = Buffers(encoding_of("sunflower-valley", 2), 2)
    numbers, flags = memoryview(buffers.numbers), memoryview(buffers.flags)
    many.begin(numbers, flags)
    before = [each.state.text() for each in many.games]
    with pytest.raises(IllegalMove, match=r"SV 3\.1 wrong_decision") as caught:
        many.step([buffers.chosen(0, QuickDealer(1)), 12], numbers, flags)
    assert caught.value.__notes__ == ["in game 1 of the vector"]
    for action in (-1, 51, 1 << 70):
        with pytest.raises(IllegalMove, match="encoding bad_form"):
            many.step([action, action], numbers, flags)
    assert [each.state.text() for each in many.games] == before
